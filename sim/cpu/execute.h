/*
 * execute.h - what the bodies of instructions use: the stack, memory, cycles, arithmetic, the
 * floating-point unit and clocks. Only the files that execute instructions include it, so that a
 * change here compiles them alone; others see a node by cpu.h.
 *
 * The blocks of ops*.c and fpu.c work on a struct Regs whose address common instructions do not
 * pass to other functions, so that the compiler can keep it in host registers. Rare operations use
 * `outline`, which stores the registers in the node, calls a function with the node, and loads them
 * again.
 */
#ifndef EXECUTE_H
#define EXECUTE_H

#include "cpu.h"

/* ---- the width of words ---- */

/*
 * SHORT: true if the node's words have 16 bits. It is a constant in the copies of the interpreter
 * for nodes of one width, and in translated code, which is always for words of 32 bits.
 */
#ifndef SHORT
#define SHORT(t) unlikely(is_16bit((t)->node->chip))
#endif

/* as_word: the lowest bits of a number, as many as a word has, with the sign extended. */
static inline Word
as_word(const Regs *t, Word w)
{
	return SHORT(t) ? (Word)(int16_t)w : w;
}

/* as_unsigned: a word as an unsigned number. */
static inline Word
as_unsigned(const Regs *t, Word w)
{
	return SHORT(t) ? (uint16_t)w : w;
}

/* word_bits: the bits of a word. */
static inline int
word_bits(const Regs *t)
{
	return SHORT(t) ? 16 : 32;
}

/* word_size: the bytes of a word. */
static inline int
word_size(const Regs *t)
{
	return SHORT(t) ? 2 : 4;
}

/* align_word: the address of the word that contains the byte at an address. */
static inline Addr
align_word(const Regs *t, Addr a)
{
	return a & ~(Addr)(word_size(t) - 1);
}

/* lowest: the address where memory begins. */
static inline Addr
lowest(const Regs *t)
{
	return SHORT(t) ? MOSTNEG_16 : MOSTNEG;
}

/* offset_of: the offset of an address in memory. */
static inline Word
offset_of(const Regs *t, Addr a)
{
	return SHORT(t) ? (uint16_t)(a - MOSTNEG_16) : a - MOSTNEG;
}

/* scaled: an offset that counts words of four bytes (W_LINK, 8), for words of the node's size. */
static inline int
scaled(const Regs *t, int nbytes)
{
	return SHORT(t) ? nbytes / 2 : nbytes;
}

/* reserved: the address of a reserved word (SAVE_IPTR) on the node. */
static inline Addr
reserved(const Regs *t, Addr a)
{
	return SHORT(t) ? MOSTNEG_16 + (a - MOSTNEG) / 2 : a;
}

/* as_reserved: the inverse: the constant for a reserved word at an address of the node. */
static inline Addr
as_reserved(const Regs *t, Addr a)
{
	return SHORT(t) ? MOSTNEG + 2 * (a - MOSTNEG_16) : a;
}

/* special: a value that counts from MOSTNEG (ENABLING), as a word of the node. */
static inline Word
special(const Regs *t, Word w)
{
	return w - MOSTNEG + lowest(t);
}

/* not_process: the word that means that there is no process. */
static inline Word
not_process(const Regs *t)
{
	return lowest(t);
}

/*
 * spend_less: take back the cycles, one for each bit, that an operation on words of 16 bits does
 * not take.
 */
static inline void
spend_less(Regs *t, int n)
{
	t->cycles -= SHORT(t) ? n : 0;
}

/* ---- stack ---- */

/* pop: take the top of the integer stack: Areg. */
static inline Word
pop(Regs *t)
{
	Word w = t->areg;

	t->areg = t->breg;
	t->breg = t->creg;
	return w;
}

/* push: put a word onto the integer stack, in Areg. */
static inline void
push(Regs *t, Word w)
{
	t->creg = t->breg;
	t->breg = t->areg;
	t->areg = w;
}

/* ---- ending a run ---- */

/* checkpoint_next: make the next instruction boundary a checkpoint. */
static inline void
checkpoint_next(Regs *t)
{
	t->count -= t->left - 1;
	t->left = 1;
}

/* stop_now: end the run at the next instruction boundary. */
static inline void
stop_now(Regs *t)
{
	checkpoint_next(t);
	t->limit = 0;
}

/* ---- the cycles of memory accesses and code fetches ---- */

/*
 * DRAM: true if dram.h computes the time of each external access. DRAM is a constant in each
 * compiled copy of the interpreter.
 */
#ifndef DRAM
#define DRAM(t) unlikely(dram_present(&(t)->node->dram))
#endif

/* stretch_begin: begin a stretch of straight-line execution at Iptr. */
static inline void
stretch_begin(Regs *t)
{
	t->from = t->iptr;
	t->since = t->cycles;
	if (DRAM(t))
		dram_stretch(&t->node->dram, t->iptr, t->cycles);
}

/* spend_access: add the wait states of an access to memory. */
static inline void
spend_access(Regs *t, Word offset)
{
	if (!DRAM(t))
		t->cycles += offset >= t->onchip ? t->wait : 0;
	else if (offset >= t->onchip)
		t->cycles = dram_access(&t->node->dram, offset, t->iptr, t->cycles);
}

/*
 * fetch_charge: charge for fetching the stretch that ends at Iptr. Code outside the chip takes wait
 * + 1 cycles a word, of which only those are charged that its execution did not hide (processor.md,
 * section 6).
 */
static inline void
fetch_charge(Regs *t)
{
	Cycles fetch, spent;

	if (offset_of(t, t->from) < t->onchip)
		return;
	if (DRAM(t))
		fetch = dram_fetch(&t->node->dram, t->from, t->iptr, t->since, t->cycles);
	else
		fetch = (t->iptr - t->from) * (t->wait + 1) >> (SHORT(t) ? 1 : 2);
	spent = t->cycles - t->since;
	if (fetch > spent)
		t->cycles += fetch - spent;
}

/*
 * ---- functions that stencil.h defines in another way ----
 *
 * A stencil leaves rare cases to the interpreter, before its instruction has changed anything; it
 * knows that locals lie inside memory, and operands are holes in its code.
 */
#ifdef STENCIL
#include "stencil.h"
#else

/* outline: store the registers in the node, call f, and load them again. */
static inline void
outline(Regs *t, void (*f)(T800 *))
{
	T800 *c = t->node;

	c->r = *t;
	f(c);
	*t = c->r;
}

/* stop_because: stop the node, unless it has been stopped already, and end its run. */
static inline void
stop_because(Regs *t, Stop why, Addr fault)
{
	if (t->node->stop == STOP_NONE) {
		t->node->stop = why;
		t->node->fault = fault;
	}
	stop_now(t);
}

/* set_error: set the Error flag; this halts the processor if HaltOnError is set. */
static inline void
set_error(Regs *t, ErrorCause cause)
{
	if (!t->node->error) {
		t->node->errors.cause = cause;
		outline(t, error_set);
	}
	if (unlikely(t->node->haltonerror))
		stop_because(t, STOP_ERROR, t->iptr);
}

/*
 * outside_read: read a word outside memory: a register of the node's subsystem, a word of its ROM,
 * or what the policy for unmapped addresses gives.
 */
static inline Word
outside_read(Regs *t, Addr a)
{
	if (subsystem_has(&t->node->subsystem, a))
		return subsystem_read(&t->node->subsystem, a);
	if (rom_has(t->node, a - MOSTNEG))
		return get32(t->mem + ((a - MOSTNEG) & ~3u)); /* only of 32 bits */
	if (t->node->unmapped == UNMAPPED_STOP)
		stop_because(t, STOP_OUTSIDE, a);
	return 0xFFFFFFFF;
}

/*
 * outside_write: write a word outside memory: to a register of the node's subsystem, to the ROM,
 * which ignores the word, or as the policy for unmapped addresses says.
 */
static inline void
outside_write(Regs *t, Addr a, Word w)
{
	if (subsystem_has(&t->node->subsystem, a))
		subsystem_write(&t->node->subsystem, a, w);
	else if (!rom_has(t->node, a - MOSTNEG) && t->node->unmapped == UNMAPPED_STOP)
		stop_because(t, STOP_OUTSIDE, a);
}

/* word_bytes: the bytes of an operand that counts words. */
static inline Word
word_bytes(Regs *t, Word n)
{
	return word_size(t) * n;
}

/* regs_clock: the node's clock, as an instruction sees it. */
static inline Cycles
regs_clock(const Regs *t)
{
	return t->cycles;
}

/* fpu: the floating-point registers of the running process's priority. */
static inline Fpu *
fpu(Regs *t)
{
	return &t->node->fpu[t->node->priority];
}

/* fpu_free: the clock at which the floating-point unit ends its operation. */
static inline Cycles *
fpu_free(Regs *t)
{
	return &t->node->fpu_free;
}

/* fpu_scheduled: true if translation has computed when the unit's operations begin and end. */
static inline bool
fpu_scheduled(const Regs *t)
{
	(void)t;
	return false;
}

/* fpu_load_scheduled: only translated code is scheduled. */
static inline void
fpu_load_scheduled(Regs *t)
{
	(void)t;
}

/* cannot_transfer: true if the offset `end` or `target` of code lies outside memory and ROM. */
static inline bool
cannot_transfer(const T800 *c, Word end, Word target)
{
	return (end > c->r.size && !rom_has(c, end))
		|| (target >= c->r.size && !rom_has(c, target));
}

/*
 * transfer: continue at target, after charging for code fetches from external memory: the part of
 * the straight-line stretch that its execution did not overlap, and the first word at the target
 * (processor.md, section 6). The next instruction boundary is a checkpoint.
 */
static inline void
transfer(Regs *t, Addr target)
{
	Word end = t->iptr - lowest(t), offset = target - lowest(t);

	checkpoint_next(t);
	if (unlikely(offset >= t->size || end > t->size) && cannot_transfer(t->node, end, offset)) {
		stop_because(t, STOP_OUTSIDE, end > t->size ? t->iptr : target);
		return;
	}
	fetch_charge(t);
	if (offset >= t->onchip) {
		spend_access(t, offset);
		t->cycles++;
	}
	t->iptr = target;
	stretch_begin(t);
}

/* transfer_by: transfer to n bytes after the next instruction. */
static inline void
transfer_by(Regs *t, Word n)
{
	transfer(t, as_word(t, t->iptr + n));
}

/* transfer_not: end the stretch after a conditional transfer that is not taken. */
static inline void
transfer_not(Regs *t)
{
	checkpoint_next(t);
	fetch_charge(t);
	stretch_begin(t);
}
#endif

/* ---- watching (watcher.h) ---- */

/*
 * WATCHED: whether the node is watched. It is a constant in each compiled copy of the interpreter.
 */
#ifndef WATCHED
#define WATCHED(t) unlikely((t)->node->watch)
#endif

/* STORE_WATCHED: whether a store at an offset in memory is watched. */
#ifndef STORE_WATCHED
#define STORE_WATCHED(t, offset) WATCHED(t)
#endif

/*
 * SCHEDULING: whether memory accesses are made by the scheduler. The scheduler's files define it
 * before they include this header.
 */
#ifndef SCHEDULING
#define SCHEDULING false
#endif

/*
 * is_repeated_access: true if the running process has made this access before in this epoch; then
 * the access is only counted.
 */
static FORCE_INLINE bool
is_repeated_access(NodeWatch *s, AccessKind kind, Addr a, Word desc)
{
	/* of words of 32 bits */
	uint64_t access = (uint64_t)s->epoch << 32 | (a & ~3u) | kind << 1 | (desc & 1);
	uint64_t *seen = &s->seen[(a / 4 * 2 + kind) % SEEN];
	Repeats *r = &s->repeats[desc & 1];

	if (*seen != access) {
		*seen = access;
		return false;
	}
	r->n++;
	r->wdesc = desc;
	return true;
}

/*
 * note_first_write: true if this is the first write of the word by an instruction in the present
 * interval; this is noted.
 */
static FORCE_INLINE bool
note_first_write(Regs *t, Word offset)
{
	NodeWatch *s = t->node->watch;
	uint32_t *interval = &s->written[offset / 4], now = (regs_count(t) >> s->bits) + 1;

	if (likely(*interval == now))
		return false;
	*interval = now;
	return true;
}

/* watch_access: report that an instruction reads or writes a byte or a word. */
static FORCE_INLINE void
watch_access(Regs *t, AccessKind kind, Addr a, Word nbytes, Word old, Word new)
{
	NodeWatch *s = t->node->watch;
	Access *access = s->next;
	Word desc = t->wptr | t->node->priority;

	if (unlikely(!s->all) && !hull_has(kind == ACCESS_READ ? s->reads : s->writes, a))
		return;
	if (!SCHEDULING && !SHORT(t) && hull_has(s->once, a)
		&& is_repeated_access(s, kind, a, desc))
		return;
	access->count = regs_count(t);
	access->cycles = t->cycles;
	access->stretch = t->node->checkpoint;
	access->addr = a;
	access->old = old;
	access->new = new;
	access->wdesc = desc;
	access->iptr = t->iptr;
	access->nbytes = nbytes;
	access->kind = kind;
	access->scheduling = SCHEDULING;
	if (unlikely(!s->all) && !watch_wants(s, access))
		return;
	s->next = access + 1;
	if (unlikely(s->next == s->buffer + WATCH_BUFFER))
		watch_flush(s);
}

/* ---- translated code (translate.h) ---- */

/*
 * GUARDED: true if stores to translated code must be detected; a constant in the interpreter
 * without a translator.
 */
#ifndef GUARDED
#define GUARDED(t) unlikely((t)->node->code)
#endif

#ifndef STENCIL
/* access_outside: charge for an access; true if its address lies outside memory. */
static FORCE_INLINE bool
access_outside(Regs *t, Word offset)
{
	spend_access(t, offset);
	return unlikely(offset >= t->size);
}

/*
 * word_outside: as access_outside, for a word at an address that a program has computed; an access
 * is noted if its address is not a multiple of the size of a word.
 */
static FORCE_INLINE bool
word_outside(Regs *t, Addr a)
{
	if (unlikely(a & (word_size(t) - 1))) {
		t->node->unaligned.address = a;
		outline(t, unaligned_note);
	}
	return access_outside(t, align_word(t, offset_of(t, a)));
}

/* memory_at: the host address of a byte of memory. */
static FORCE_INLINE uint8_t *
memory_at(Regs *t, Word offset)
{
	return t->mem + offset;
}

/* code_guards: note a store that may change code; true if the store must not take place. */
static FORCE_INLINE bool
code_guards(Regs *t, Word offset)
{
	if (unlikely(t->node->code->lines[offset / CODE_LINE]))
		code_note_store(t->node, MOSTNEG + offset, 1);
	return false;
}
#endif

/* ---- memory: words are aligned; the lowest bits of an address are ignored ---- */

/* get_word: the word that memory holds at a place. */
static FORCE_INLINE Word
get_word(Regs *t, const uint8_t *at)
{
	Word w;
	int16_t half;

	if (!SHORT(t)) {
		memcpy(&w, at, sizeof w);
		return w;
	}
	memcpy(&half, at, sizeof half);
	return half;
}

/* put_word: store a word in memory at a place. */
static FORCE_INLINE void
put_word(Regs *t, uint8_t *at, Word w)
{
	uint16_t half = w;

	if (!SHORT(t))
		memcpy(at, &w, sizeof w);
	else
		memcpy(at, &half, sizeof half);
}

/* read_word_or_outside: read a word; outside: the address lies outside memory (access_outside). */
static FORCE_INLINE Word
read_word_or_outside(Regs *t, Addr a, bool outside)
{
	Word offset = align_word(t, offset_of(t, a)), w;

	if (unlikely(outside))
		return outside_read(t, a);
	w = get_word(t, memory_at(t, offset));
	if (WATCHED(t))
		watch_access(t, ACCESS_READ, lowest(t) + offset, word_size(t), w, w);
	return w;
}

/*
 * write_word_or_outside: write a word; outside: the address lies outside memory (access_outside).
 */
static FORCE_INLINE void
write_word_or_outside(Regs *t, Addr a, Word w, bool outside)
{
	Word offset = align_word(t, offset_of(t, a)), old;

	if (unlikely(outside)) {
		outside_write(t, a, w);
		return;
	}
	if (STORE_WATCHED(t, offset)) {
		old = get_word(t, t->mem + offset);
		watch_access(t, ACCESS_WRITE, lowest(t) + offset, word_size(t), old, w);
	}
	if (GUARDED(t) && unlikely(code_guards(t, offset)))
		return;
	put_word(t, memory_at(t, offset), w);
}

/*
 * read_word: read a word at an address that the processor itself uses: in a workspace, a channel or
 * a queue.
 */
static FORCE_INLINE Word
read_word(Regs *t, Addr a)
{
	return read_word_or_outside(t, a, access_outside(t, align_word(t, offset_of(t, a))));
}

/*
 * write_word: write a word at an address that the processor itself uses: in a workspace, a channel
 * or a queue.
 */
static FORCE_INLINE void
write_word(Regs *t, Addr a, Word w)
{
	write_word_or_outside(t, a, w, access_outside(t, align_word(t, offset_of(t, a))));
}

/* load_word: read a word at an address that a program has computed. */
static FORCE_INLINE Word
load_word(Regs *t, Addr a)
{
	return read_word_or_outside(t, a, word_outside(t, a));
}

/* store_word: write a word at an address that a program has computed. */
static FORCE_INLINE void
store_word(Regs *t, Addr a, Word w)
{
	write_word_or_outside(t, a, w, word_outside(t, a));
}

/* read_byte: read a byte at any address. */
static FORCE_INLINE uint8_t
read_byte(Regs *t, Addr a)
{
	Word offset = offset_of(t, a);

	if (unlikely(access_outside(t, offset)))
		return outside_read(t, a) >> 8 * (a & 3);
	if (WATCHED(t))
		watch_access(t, ACCESS_READ, a, 1, t->mem[offset], t->mem[offset]);
	return *memory_at(t, offset);
}

/* write_byte: write a byte at any address. */
static FORCE_INLINE void
write_byte(Regs *t, Addr a, uint8_t b)
{
	Word offset = offset_of(t, a);

	if (unlikely(access_outside(t, offset))) {
		outside_write(t, a, (Word)b << 8 * (a & 3));
		return;
	}
	if (STORE_WATCHED(t, offset))
		watch_access(t, ACCESS_WRITE, a, 1, t->mem[offset], b);
	if (GUARDED(t) && unlikely(code_guards(t, offset)))
		return;
	*memory_at(t, offset) = b;
}

#ifndef STENCIL
/* read_local: read the word of the workspace that is nbytes above Wptr. */
static FORCE_INLINE Word
read_local(Regs *t, Word nbytes)
{
	return read_word(t, t->wptr + nbytes);
}

/* write_local: write the word of the workspace that is nbytes above Wptr. */
static FORCE_INLINE void
write_local(Regs *t, Word nbytes, Word w)
{
	write_word(t, t->wptr + nbytes, w);
}
#endif

/* ---- checked arithmetic ---- */

/* add_checked: the sum as the instruction add forms it: an overflow sets Error. */
static inline Word
add_checked(Regs *t, Word a, Word b)
{
	int32_t sum;

	if (unlikely(__builtin_add_overflow((int32_t)a, (int32_t)b, &sum)
		|| (SHORT(t) && sum != (int16_t)sum)))
		set_error(t, ERROR_OVERFLOW);
	return as_word(t, sum);
}

/* sub_checked: the difference a - b as sub forms it: an overflow sets Error. */
static inline Word
sub_checked(Regs *t, Word a, Word b)
{
	int32_t difference;

	if (unlikely(__builtin_sub_overflow((int32_t)a, (int32_t)b, &difference)
		|| (SHORT(t) && difference != (int16_t)difference)))
		set_error(t, ERROR_OVERFLOW);
	return as_word(t, difference);
}

/* ---- floating-point unit ---- */

/*
 * A floating-point instruction occupies the unit for its cycles, while the processor continues; the
 * next floating-point instruction waits until the unit is free (processor.md, section 12.3). A load
 * accesses memory before it waits. fpu_spend adds data-dependent cycles to the operation just
 * begun; fpu_wait makes the processor wait for the operation's end.
 */
static inline void
fpu_spend(Regs *t, Cycles n)
{
	*fpu_free(t) += n;
}

static inline void
fpu_wait(Regs *t)
{
	if (!fpu_scheduled(t) && t->cycles < *fpu_free(t))
		t->cycles = *fpu_free(t);
}

/*
 * fpu_issue: begin an instruction of n cycles; wait so that the unit is free when it is needed,
 * after `early` of them. Prefixes are not hidden.
 */
static inline void
fpu_issue(Regs *t, Cycles n, Cycles early)
{
	Cycles free = *fpu_free(t) + 1;

	if (t->cycles + early < free)
		t->cycles = free - early;
	*fpu_free(t) = t->cycles + n;
}

/* fpu_load: as fpu_issue, for an instruction that has accessed memory. */
static inline void
fpu_load(Regs *t, Cycles n, Cycles early)
{
	if (fpu_scheduled(t))
		fpu_load_scheduled(t);
	else
		fpu_issue(t, n, early);
}

/* ---- clocks, ALT and status ---- */

/* is_time_after: the operator AFTER of occam. */
static inline bool
is_time_after(Regs *t, Word x, Word y)
{
	return (int32_t)as_word(t, x - y) > 0;
}

/* alt_select: select this branch if none is selected yet; returns 1 if it did, otherwise 0. */
static inline Word
alt_select(Regs *t, Word offset)
{
	if (read_word(t, t->wptr + W_TEMP) != NONESELECTED)
		return 0;
	write_word(t, t->wptr + W_TEMP, offset);
	return 1;
}

/*
 * The status register: Error in the highest bit, HaltOnError in bit 7. In the status saved for a
 * low-priority process, bit 0 is GotoSNP: the process has descheduled itself, so the next process
 * starts instead.
 */
#define GOTOSNP 1u /* GotoSNP, a bit of the saved status */

/* status_word: the status register without GotoSNP. */
static inline Word
status_word(const T800 *c)
{
	return (c->error ? lowest(&c->r) : 0) | (Word)c->haltonerror << 7;
}

/* status_set: set Error and HaltOnError from a saved status register. */
static inline void
status_set(T800 *c, Word status)
{
	c->error = status >> 31;
	c->errors.present = c->error ? c->errors.saved : 0;
	c->haltonerror = status >> 7 & 1;
}

#endif
