/*
 * stencil.h - the functions with which an instruction block becomes a stencil (stencils.c); they
 * replace those of the interpreter. Included by execute.h.
 *
 * An instruction block works on a struct Working, whose members the compiler keeps in host
 * registers. A rare case sets `rare`: the stencil then discards its results, and the interpreter
 * executes the whole instruction. So a block must not change memory or node before its last test
 * for a rare case, unless the change may be repeated.
 */
#ifndef STENCIL_H
#define STENCIL_H

typedef struct StencilState {
	Regs r;
	Fpu fpu;          /* the floating-point registers of the running process */
	Cycles fpu_free;  /* clock at which the floating-point unit ends its operation */
	const NodeCode *code;
	uint64_t target;  /* the target of a computed transfer; otherwise not changed */
	/* taken: the transfer is taken; rare: the interpreter must execute the instruction */
	bool taken, rare;
	bool scheduled;   /* the clock already includes waiting for the floating-point unit */
	bool overlaps;    /* a load waits for the unit and for its first access at the same time */
} StencilState;

#include "stencil_host.h"

static FORCE_INLINE StencilState *
stencil_state(Regs *t)
{
	return (StencilState *)t;
}

static FORCE_INLINE void
outline(Regs *t, void (*f)(T800 *))
{
	(void)f;
	stencil_state(t)->rare = true;
}

static FORCE_INLINE void
stop_because(Regs *t, Stop why, Addr fault)
{
	(void)why, (void)fault;
	stencil_state(t)->rare = true;
}

static FORCE_INLINE void
set_error(Regs *t, ErrorCause cause)
{
	(void)cause;
	stencil_state(t)->rare = true;
}

static FORCE_INLINE Word
outside_read(Regs *t, Addr a)
{
	(void)a;
	stencil_state(t)->rare = true;
	return 0;
}

static FORCE_INLINE void
outside_write(Regs *t, Addr a, Word w)
{
	(void)a, (void)w;
	stencil_state(t)->rare = true;
}

static FORCE_INLINE uintptr_t
word_bytes(Regs *t, Word n)
{
	(void)t, (void)n;
	return SIGNED_HOLE(word_bytes);
}

static FORCE_INLINE Cycles
regs_clock(Regs *t)
{
	return t->cycles + HOLE(spent) - stencil_state(t)->code->shift;
}

static FORCE_INLINE Fpu *
fpu(Regs *t)
{
	return &stencil_state(t)->fpu;
}

static FORCE_INLINE Cycles *
fpu_free(Regs *t)
{
	return &stencil_state(t)->fpu_free;
}

static FORCE_INLINE bool
fpu_scheduled(Regs *t)
{
	return stencil_state(t)->scheduled;
}

/* fpu_load_scheduled: the first access of a load is over; from now on it has the unit. */
static FORCE_INLINE void
fpu_load_scheduled(Regs *t)
{
	stencil_state(t)->overlaps = false;
	*fpu_free(t) = t->cycles + HOLE(free);
}

static FORCE_INLINE void
transfer(Regs *t, Addr target)
{
	if (target - MOSTNEG >= t->size)
		stencil_state(t)->rare = true;
	stencil_state(t)->target = target;
	stencil_state(t)->taken = true;
}

static FORCE_INLINE void
transfer_by(Regs *t, Word n)
{
	(void)n;
	stencil_state(t)->taken = true;
}

/* transfer_not: the transfer is not taken; the next stencil follows. */
static FORCE_INLINE void
transfer_not(Regs *t)
{
	(void)t;
}

/* memory_at: `mem` is where address 0 would be. */
static FORCE_INLINE uint8_t *
memory_at(Regs *t, Word offset)
{
	return t->mem + (Word)(offset + MOSTNEG);
}

/*
 * access_outside: translation guesses whether an access goes to the chip or outside; one comparison
 * checks this when the code runs.
 */
static FORCE_INLINE bool
access_outside(Regs *t, Word offset)
{
	if (likely((Word)(offset + MOSTNEG + HOLE(part)) < (Word)HOLE(part_size))) {
		t->cycles += HOLE(part_wait);
		return false;
	}
	t->cycles += offset >= t->onchip ? t->wait : 0;
	return offset >= t->size;
}

/*
 * word_outside: as access_outside. An address that is not a multiple of four, rotated right by two
 * bits, lies beyond every part, so one comparison checks this, too.
 */
static FORCE_INLINE bool
word_outside(Regs *t, Addr a)
{
	Word offset = (a - MOSTNEG) & ~3u, in_part = a + HOLE(part);
	bool overlaps = stencil_state(t)->overlaps;
	Cycles wait, stall = overlaps ? HOLE(stall) : 0;

	if (likely((in_part >> 2 | in_part << 30) < (Word)HOLE(part_words))) {
		__builtin_assume((a & 3) == 0);
		t->cycles += overlaps ? HOLE(first_wait) : HOLE(part_wait);
		return false;
	}
	wait = offset >= t->onchip ? t->wait : 0;
	t->cycles += wait > stall ? wait - stall : 0;
	return offset >= t->size || (a & 3) != 0;
}

/* code_guards: true for a store to a line with code; the interpreter must execute it. */
static FORCE_INLINE bool
code_guards(Regs *t, Word offset)
{
	if (likely(!stencil_state(t)->code->lines[offset / CODE_LINE]))
		return false;
	stencil_state(t)->rare = true;
	return true;
}

/*
 * local_address: the host address of a word of the workspace; the unit's head has tested that the
 * word is in memory.
 */
static FORCE_INLINE uint8_t *
local_address(Regs *t, intptr_t nbytes)
{
	return t->mem + t->wptr + nbytes;
}

static FORCE_INLINE Word
read_local(Regs *t, intptr_t nbytes)
{
	Word w;

	memcpy(&w, local_address(t, nbytes), sizeof w);
	return w;
}

static FORCE_INLINE void
write_local(Regs *t, intptr_t nbytes, Word w)
{
	memcpy(local_address(t, nbytes), &w, sizeof w);
}

#endif
