/*
 * emulate_inside.c - executes an interval of a log that the program has written itself.
 *
 * The program calls the functions that write the log (kernel/libc/eblock.c), as it did in the run.
 * They are not executed. Each call of __log_prelog corresponds to one in the run, whose record
 * tells whether the e-block was logged; if it was, the postlog is applied, and the code of the
 * e-block is not executed. __log_wait is set as in the run, so the calls are the same.
 */
#include "emulate_parts.h"

#include <string.h>

/* Instructions of an interval are limited by its time in the run, in which each took a cycle. */
enum { EXTRA_STEPS = 100000 };

/* memory_word: the word of the emulated memory at address a. */
static Word
memory_word(const Emulator *e, Addr a)
{
	return a - MOSTNEG < e->c->r.size && a % 4 == 0 ? get32(e->c->r.mem + (a - MOSTNEG)) : 0;
}

/* set_wait: set the emulated program's word __log_wait. */
static void
set_wait(Emulator *e, Word wait)
{
	emulator_put_word(e, (LogWord){e->log->inside.wait, wait});
}

bool
emulator_defines(const Emulator *e, const LogBlock *b, const LogWord *w)
{
	return !b->is_outside || b->is_root || memory_word(e, w->addr) != w->value;
}

void
emulate_inside_begin(Emulator *e)
{
	Word size = e->c->r.size;

	if (e->log->inside.wait % 4 || e->log->inside.wait - MOSTNEG >= size
		|| e->block->entered.wptr - MOSTNEG >= size)
		emulator_differs(e, "it does not lie in the node's memory");
	emulator_put_word(e, (LogWord){e->block->entered.wptr, e->block->back});
	set_wait(e, e->block->wait);
}

/* continue_with: set the registers with which the process continues. */
static void
continue_with(Emulator *e, const LogState *s)
{
	if (s->iptr - MOSTNEG >= e->c->r.size || s->wptr % 4)
		emulator_differs(e, "it continues outside the node's memory");
	emulator_set_registers(e, s);
}

/* leave_function: return from a function before any of its code is executed. */
static void
leave_function(Emulator *e, Word areg)
{
	LogState s = log_state(e->c);

	s.iptr = s.from = memory_word(e, s.wptr);
	s.wptr += CALL_BYTES;
	s.areg = areg;
	continue_with(e, &s);
}

/* apply_words: write the words of a nested interval's postlog into the memory. */
static void
apply_words(Emulator *e, uint32_t block)
{
	const LogBlock *b = &e->log->blocks[block];

	e->calls->nested(e->of, block, b->open ? b->entered.cycles : b->last_began);
	for (uint32_t i = 0; i < b->ndefined; i++) {
		if (!emulator_defines(e, b, &b->defined[i]))
			continue;
		emulator_put_word(e, b->defined[i]);
		emulator_note_write(e, b->defined[i].addr);
	}
}

/* apply_nested: skip a nested interval: take its effect on memory and registers from the log. */
static void
apply_nested(Emulator *e, uint32_t block)
{
	const LogBlock *b = &e->log->blocks[block];
	LogState left = b->left;

	if (!b->jumped)
		left.iptr = left.from = memory_word(e, b->entered.wptr);
	apply_words(e, block);
	if (b->open)
		return;
	if (!b->is_outside)
		set_wait(e, b->waited);
	continue_with(e, &left);
	e->count = b->end;
}

/* next_item: the next item of the log in this e-block; NULL if there is none left. */
static const LogItem *
next_item(const Emulator *e)
{
	return e->item < e->block->nitems ? &e->block->items[e->item] : NULL;
}

/* next_nested: the nested interval that comes next; NULL if another record comes next. */
static const LogBlock *
next_nested(const Emulator *e)
{
	const LogItem *item = next_item(e);

	return item && item->kind == LOG_BLOCK ? &e->log->blocks[item->block] : NULL;
}

/*
 * pass_prelog: handle the program's question whether its next e-block is logged: answer it, or
 * change __log_wait, as the log says.
 */
static void
pass_prelog(Emulator *e)
{
	const LogItem *item = next_item(e);
	const LogBlock *b = next_nested(e);

	if (item && item->kind == LOG_WAITED) {
		set_wait(e, item->word.value);
		e->item++;
	} else if (b && !b->is_outside) {
		e->logged = true;
	} else {
		emulator_differs(e, "an e-block begins that the log lacks");
	}
	leave_function(e, 0);
}

/* begins_nested: true if the next nested interval of the log begins at the present instruction. */
static bool
begins_nested(const Emulator *e)
{
	const LogBlock *b = next_nested(e);
	const Regs *r = &e->c->r;

	return b && (b->is_outside || e->logged) && r->iptr == b->entered.iptr
		&& r->wptr == b->entered.wptr;
}

/*
 * pass_instruction: skip an instruction that must not be executed, and apply its effect from the
 * log; false if it must be executed.
 */
static bool
pass_instruction(Emulator *e)
{
	const LogInside *in = &e->log->inside;
	Addr iptr = e->c->r.iptr;

	if (iptr == in->prelog) {
		pass_prelog(e);
	} else if (iptr == in->postlog || iptr == in->result || iptr == in->block
		|| iptr == in->clock || iptr == in->left || iptr == in->taken
		|| iptr == in->lent || (in->message && iptr == in->message)) {
		leave_function(e, 0);
	} else if (begins_nested(e)) {
		apply_nested(e, next_item(e)->block);
		e->item++;
		e->logged = false;
	} else {
		return false;
	}
	return true;
}

/*
 * pass_waiting: skip an instruction that depends on other processes, and apply its effect from the
 * log; false if the instruction is not of this kind.
 */
static bool
pass_waiting(Emulator *e)
{
	const LogItem *item = next_item(e);
	LogState s = log_state(e->c);
	Executed x;

	if (!emulator_decode(e, &x) || !log_is_outside(&x))
		return false;
	emulator_step(e, false);
	s.iptr = s.from = s.iptr + x.size;
	if (executed_is(&x, OPER_LDTIMER)) {
		if (!item || item->kind != LOG_CLOCK)
			emulator_differs(e, "it reads the clock, which the log lacks");
		s.creg = s.breg;
		s.breg = s.areg;
		s.areg = item->word.value;
		e->item++;
	}
	continue_with(e, &s);
	return true;
}

/* is_over: true if the emulated interval has returned, or the log ends in it. */
static bool
is_over(const Emulator *e)
{
	const LogBlock *b = e->block;
	const Regs *r = &e->c->r;

	if (!b->open)
		return r->iptr == b->left.iptr && r->wptr == b->left.wptr;
	if (e->item > 0 && e->item == b->nitems && (b == e->log->blocks
		|| (b->items[e->item - 1].kind == LOG_BLOCK
			&& e->log->blocks[b->items[e->item - 1].block].open)))
		return true;
	return r->iptr == e->log->inside.end;
}

/* ---- the end ---- */

/* same_result: true if the registers in which the call returns its result are those in the log. */
static bool
same_result(const Emulator *e)
{
	const LogBlock *b = e->block;
	const T800 *c = e->c;
	const Fpu *fpu = &c->fpu[c->priority], *left = &b->left.fpu;

	switch (b->result) {
	case LOG_TWO:
		return c->r.areg == b->left.areg && c->r.breg == b->left.breg;
	case LOG_WORD:
		return c->r.areg == b->left.areg;
	case LOG_SINGLE:
	case LOG_DOUBLE:
		return fpu->dbl[0] == left->dbl[0] && fpu->reg[0] == left->reg[0];
	default:
		return true;
	}
}

/* find_defined: the postlog's value of the word at address a; NULL if it has none. */
static const LogWord *
find_defined(const LogBlock *b, Addr a)
{
	for (uint32_t i = 0; i < b->ndefined; i++)
		if (b->defined[i].addr == a)
			return &b->defined[i];
	return NULL;
}

/* byte_mask: a mask of those bytes of a word that are set in `which`. */
static Word
byte_mask(Word which)
{
	Word bits = 0;

	for (int i = 0; i < 4; i++)
		bits |= which >> i & 1 ? 0xFFu << 8 * i : 0;
	return bits;
}

/*
 * is_target: true if the word at an address is the return address of the interval, which longjmp
 * has written.
 */
static bool
is_target(const Emulator *e, Addr a)
{
	return e->block->jumped && a == e->block->left.wptr - CALL_BYTES;
}

/*
 * check_end: check that the postlog contains each word that the interval's own instructions have
 * written and that still exists.
 */
static void
check_end(const Emulator *e)
{
	if (!same_result(e))
		emulator_differs(e, "its result is not that of the postlog");
	for (uint32_t i = 0; i < e->written.nslots; i++) {
		const KnownWord *k = &e->written.slot[i];
		const LogWord *w;

		Word bits = k->serial >> WRITTEN_SHIFT & 15;

		if (!bits || !emulator_is_live(e, k->addr)
			|| k->addr == e->log->inside.wait || is_target(e, k->addr))
			continue;
		w = find_defined(e->block, k->addr);
		if (!w)
			emulator_differs(e, "it has written a word that the postlog lacks");
		if ((w->value ^ memory_word(e, k->addr)) & byte_mask(bits))
			emulator_differs(e, "its end state is not that of the postlog");
	}
}

/* max_steps: the largest number of instructions that the interval can have. */
static uint64_t
max_steps(const Emulator *e)
{
	const LogBlock *b = e->block;
	Cycles end = b->open ? e->log->blocks[0].left.cycles : b->left.cycles;

	return end - b->entered.cycles + EXTRA_STEPS;
}

/*
 * pass_root: take TrEK's next call of a function from the log. TrEK's code is not emulated, but
 * counts as one instruction of the called function.
 */
static void
pass_root(Emulator *e)
{
	const LogItem *item = next_item(e);
	const LogBlock *b = &e->log->blocks[item->block];

	apply_words(e, item->block);
	emulator_set_registers(e, &b->entered);
	if (b->is_root)
		e->calls->step(e->of, e->c, item->count);
	e->count = b->end;
	e->item++;
}

bool
emulate_inside(Emulator *e, uint64_t nsteps)
{
	bool outermost = e->log->inside.roots && e->block == e->log->blocks;
	uint64_t most = max_steps(e), until = e->steps + nsteps;

	while (outermost && e->item < e->block->nitems)
		pass_root(e);
	while (!outermost && !is_over(e)) {
		if (pass_instruction(e))
			continue;
		if (e->steps == until)
			return false;
		if (e->steps > most)
			emulator_differs(e, "it executes more instructions than its time allows");
		if (!pass_waiting(e))
			emulator_step(e, false);
	}
	if (!e->block->open && !e->resumed)
		check_end(e);
	return true;
}
