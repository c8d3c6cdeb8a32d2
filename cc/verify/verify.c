/*
 * verify.c - verifies, for every instruction, the depths of both stacks and the workspace.
 *
 * For each function with a known size, a state is propagated along all paths: how many of Areg,
 * Breg, Creg and of FAreg, FBreg, FCreg hold values, and the position of Wptr, in words from the
 * entry. Where paths meet, the smaller depths hold; known workspace positions must agree. A value
 * pushed out of a full stack is missing when it is used, so too many values are detected as too
 * few. At a function's end, Wptr must be where it was at the entry.
 *
 * The words from Wptr at the entry upwards are the return address, gsb, Breg and Creg of the call,
 * and the caller's workspace. No instruction with a known address may store into them, except into
 * the register words, which belong to the function. To find such stores, numbers and addresses of
 * workspace words are tracked through the evaluation stack.
 *
 * After a call, two words and one real may be on the stacks (results). gcall ends a path, which
 * continues at the targets in the table after it: words with distances from the table; the last is
 * 0.
 */

#include "verify.h"
#include "cc/image/image.h"
#include "cc/isa/isa.h"

#include <stdlib.h>
#include <string.h>

enum {
	DEPTH = 3, /* registers of each stack */
	/* times a state can change: 3 for each depth, 3 for values, Wptr, and the first visit */
	CHANGES = 11,
	UNKNOWN = INT32_MIN, /* value of State.wptr */
};

/* The known facts about a register of the evaluation stack. */
typedef struct Value {
	enum { ANY, NUMBER, PLACE } kind;
	/* of a number: the number; of a place: its distance in bytes from Wptr at the entry */
	int32_t n;
} Value;

/* What is known before an instruction. */
typedef struct State {
	bool seen;    /* the instruction has been reached */
	int8_t words, reals; /* values on the integer stack and on the floating-point stack */
	int32_t wptr; /* UNKNOWN if set by gajw */
	Value stack[DEPTH]; /* Areg, Breg, Creg */
} State;

/* A decoded instruction. */
typedef struct Decoded {
	uint32_t fn; /* the direct function */
	Word operand;
	Word size;
} Decoded;

/* The verification of one function. */
typedef struct Verify {
	const Image *im;
	const Symbol *f; /* the function */
	const uint8_t *code; /* [size] the function's bytes */
	Word size;
	State *states; /* [byte] the state before the instruction that begins there */
	Word *work;    /* [nwork] instructions whose state has changed since they were verified */
	size_t nwork;
} Verify;

/* report_violation: report a mistake in a function's code; fatal. */
static _Noreturn void
report_violation(const Verify *v, Word at, const char *what)
{
	free(v->states); /* free it now, because the fatal message may be caught */
	free(v->work);
	fatal("%s+%u: %s; this is a mistake of the compiler or of assembly in that function "
		"(--no-verify leaves the check out)", v->f->name, (unsigned)at, what);
}

/* decode_instruction: decode the instruction at an offset; false if it is not complete. */
static bool
decode_instruction(const Verify *v, Word at, Decoded *d)
{
	Word operand = 0, i = at;

	for (; i < v->size && i - at < MAX_INSTR; i++) {
		uint32_t fn = v->code[i] >> 4;

		operand |= v->code[i] & 15;
		if (fn == FN_PFIX) {
			operand <<= 4;
		} else if (fn == FN_NFIX) {
			operand = ~operand << 4;
		} else {
			*d = (Decoded){fn, operand, i + 1 - at};
			return true;
		}
	}
	return false;
}

/*
 * meet_states: leave in *s only the facts that hold in both states. Returns true if `old` has a
 * fact that *s now lacks: then the code must be checked again.
 */
static bool
meet_states(State *s, const State *old)
{
	bool less = old->words > s->words || old->reals > s->reals || old->wptr != s->wptr;

	s->words = s->words < old->words ? s->words : old->words;
	s->reals = s->reals < old->reals ? s->reals : old->reals;
	for (int i = 0; i < DEPTH; i++) {
		const Value *o = &old->stack[i];

		if (s->stack[i].kind == o->kind && s->stack[i].n == o->n)
			continue;
		less |= o->kind != ANY;
		s->stack[i] = (Value){ANY};
	}
	return less;
}

/*
 * reach_instruction: note that the instruction at `to` is reached from `from` with this state; the
 * instruction is checked again if it was not reached before, or with other facts.
 */
static void
reach_instruction(Verify *v, Word from, Word to, State s)
{
	State *old;

	if (to >= v->size)
		report_violation(v, from, "runs out of the function");
	old = &v->states[to];
	s.seen = true;
	if (old->seen) {
		if (old->wptr == UNKNOWN)
			s.wptr = UNKNOWN;
		if (old->wptr != s.wptr && s.wptr != UNKNOWN)
			report_violation(v, to, "two ways meet with different workspaces");
		if (!meet_states(&s, old))
			return;
	}
	*old = s;
	v->work[v->nwork++] = to;
}

/* change_depth: pop and push on a stack; `what`: the message if the stack has too few values. */
static void
change_depth(const Verify *v, Word at, int8_t *depth, int pops, int pushes, const char *what)
{
	if (*depth < pops)
		report_violation(v, at, what);
	*depth += pushes - pops;
	if (*depth > DEPTH)
		*depth = DEPTH;
}

/* pop_value: drop what is known about Areg, as a pop does. */
static void
pop_value(State *s)
{
	for (int i = 0; i + 1 < DEPTH; i++)
		s->stack[i] = s->stack[i + 1];
	s->stack[DEPTH - 1] = (Value){ANY};
}

/* push_value: let x be what is known about Areg, as a push does. */
static void
push_value(State *s, Value x)
{
	for (int i = DEPTH - 1; i > 0; i--)
		s->stack[i] = s->stack[i - 1];
	s->stack[0] = x;
}

/* forget_values: forget what is known about the registers. */
static void
forget_values(State *s)
{
	for (int i = 0; i < DEPTH; i++)
		s->stack[i] = (Value){ANY};
}

/* change_word_stack: pop and push words, whose values are unknown. */
static void
change_word_stack(const Verify *v, Word at, State *s, int pops, int pushes)
{
	for (int i = 0; i < pops; i++)
		pop_value(s);
	for (int i = 0; i < pushes; i++)
		push_value(s, (Value){ANY});
	change_depth(v, at, &s->words, pops, pushes, "pops a word from an empty stack");
}

/* change_real_stack: pop and push on the floating-point stack as the instruction does. */
static void
change_real_stack(const Verify *v, Word at, State *s, const Instr *in)
{
	static const char what[] = "takes a real from the stack that is not there";

	change_depth(v, at, &s->reals, 0, in->loads, what);
	change_depth(v, at, &s->reals, in->real_pops, in->real_pushes, what);
}

/* follow_table: follow the words of a table of jumps after gcall to the places where they lead. */
static void
follow_table(Verify *v, Word at, Word next, State s)
{
	Addr base = v->f->addr;
	Word start = ((base + next + 3) & ~3u) - base;

	s.words = s.reals = 0;
	forget_values(&s);
	for (Word i = start;; i += 4) {
		Word distance;

		if (i > v->size || v->size - i < 4)
			report_violation(v, at, "gcall without a table of where it goes");
		distance = get32(v->code + i);
		if (distance == 0)
			return;
		reach_instruction(v, at, start + distance, s);
	}
}

/* check_store_at: check a store of this many bytes at a place. */
static void
check_store_at(const Verify *v, Word at, Value place, int64_t nbytes)
{
	if (place.kind != PLACE || nbytes <= 0 || place.n + nbytes <= 0)
		return;
	if (place.n < GSB_ARGUMENT)
		report_violation(v, at, "overwrites the return address");
	if (place.n < FIRST_ARGUMENT)
		report_violation(v, at, "overwrites gsb, the base of the data");
	if (place.n + nbytes > CALL_BYTES)
		report_violation(v, at, "overwrites its caller's workspace");
}

/* check_store: check the operation's store, if it has one with a known address. */
static void
check_store(const Verify *v, Word at, const Instr *in, const State *s)
{
	Store to = instr_store(in);
	const Value *areg = &s->stack[AREG];

	if (to.any && to.nbytes != BY_AREG)
		check_store_at(v, at, s->stack[to.reg], to.nbytes);
	else if (to.any && areg->kind == NUMBER)
		check_store_at(v, at, s->stack[to.reg], areg->n);
}

/* arrange_values: move or copy the known values as rev or dup does. */
static void
arrange_values(State *s, Word code, const State *before)
{
	if (code == OPER_REV) {
		s->stack[0] = before->stack[1];
		s->stack[1] = before->stack[0];
	} else if (code == OPER_DUP) {
		s->stack[0] = s->stack[1] = before->stack[0];
	}
}

/* verify_operation: follow an operation, such as add, from state s. */
static void
verify_operation(Verify *v, Word at, const Decoded *d, State s)
{
	const Instr *in = instr_by_code(INSTR_OPER, d->operand);
	const State before = s;

	if (!in)
		report_violation(v, at, "an operation that does not exist");
	check_store(v, at, in, &s);
	change_word_stack(v, at, &s, in->pops, in->pushes);
	arrange_values(&s, in->code, &before);
	if (d->operand == OPER_FPENTRY) {
		const Instr *entry = before.stack[0].kind == NUMBER
			? instr_by_code(INSTR_FPENTRY, before.stack[0].n) : NULL;

		if (entry)
			change_real_stack(v, at, &s, entry);
	} else {
		change_real_stack(v, at, &s, in);
	}
	if (in->code == OPER_RET) {
		if (s.wptr != 0 && s.wptr != UNKNOWN)
			report_violation(v, at, "returns with Wptr elsewhere than at the entry");
		return;
	}
	if (in->code == OPER_GCALL) {
		follow_table(v, at, at + d->size, s);
		return;
	}
	if (in->does & ENDS) {
		s.words = s.reals = 0;
		if (at + d->size < v->size && v->states[at + d->size].seen)
			return;
		if (at + d->size >= v->size)
			return;
	}
	if (in->code == OPER_GAJW)
		s.wptr = UNKNOWN;
	if (in->does & YIELDS) {
		s.words = s.reals = 0;
		forget_values(&s);
	}
	reach_instruction(v, at, at + d->size, s);
}

/* word_place: the address of a word at this index from Wptr. */
static Value
word_place(const State *s, Word n)
{
	return s->wptr == UNKNOWN ? (Value){ANY} : (Value){PLACE, 4 * (s->wptr + n)};
}

/* value_after: a place or number plus this many bytes. */
static Value
value_after(Value x, Word nbytes)
{
	return x.kind == ANY ? x : (Value){x.kind, x.n + nbytes};
}

/* check_local: check the slot used by ldl, stl or ldlp. */
static void
check_local(const Verify *v, Word at, const Decoded *d, const State *s)
{
	if ((int32_t)d->operand < 0 && d->fn != FN_LDLP)
		report_violation(v, at, "uses the workspace below Wptr");
	if (d->fn == FN_STL)
		check_store_at(v, at, word_place(s, d->operand), 4);
}

/* result_of: the known value of Areg after a function with operand d. */
static Value
result_of(const Decoded *d, const State *before)
{
	switch (d->fn) {
	case FN_LDC:
		return (Value){NUMBER, d->operand};
	case FN_LDLP:
		return word_place(before, d->operand);
	case FN_LDNLP:
		return value_after(before->stack[0], 4 * d->operand);
	case FN_ADC:
		return value_after(before->stack[0], d->operand);
	default:
		return (Value){ANY};
	}
}

/* verify_direct: follow a direct function, such as ldl, from state s. */
static void
verify_direct(Verify *v, Word at, const Decoded *d, State s)
{
	const Instr *in = instr_by_code(INSTR_DIRECT, d->fn);
	Word next = at + d->size;
	const State before = s;

	switch (d->fn) {
	case FN_J:
		s.words = s.reals = 0;
		forget_values(&s);
		reach_instruction(v, at, next + d->operand, s);
		return;
	case FN_CJ:
		if (s.words < 1)
			report_violation(v, at, "pops a word from an empty stack");
		reach_instruction(v, at, next + d->operand, s);
		s.words--;
		pop_value(&s);
		break;
	case FN_CALL:
		forget_values(&s);
		s.words = 2;
		s.reals = 1;
		break;
	case FN_AJW:
		if (s.wptr != UNKNOWN)
			s.wptr += (int32_t)d->operand;
		break;
	case FN_STNL:
		check_store_at(v, at, value_after(s.stack[0], 4 * d->operand), 4);
		change_word_stack(v, at, &s, in->pops, in->pushes);
		break;
	case FN_LDL:
	case FN_STL:
	case FN_LDLP:
		check_local(v, at, d, &s);
		/* fall through */
	default:
		change_word_stack(v, at, &s, in->pops, in->pushes);
		if (in->pushes > 0)
			s.stack[0] = result_of(d, &before);
	}
	reach_instruction(v, at, next, s);
}

/* verify_step: check the instruction at an offset in its state, and follow it. */
static void
verify_step(Verify *v, Word at)
{
	State s = v->states[at];
	Decoded d;

	if (!decode_instruction(v, at, &d))
		report_violation(v, at, "no instruction");
	if (d.fn == FN_OPR)
		verify_operation(v, at, &d, s);
	else
		verify_direct(v, at, &d, s);
}

/* code_at: the bytes of a function; NULL if they are not all in a segment. */
static const uint8_t *
code_at(const Image *im, const Symbol *f)
{
	for (size_t i = 0; i < im->nsegments; i++) {
		const Segment *g = &im->segments[i];

		if (f->addr - g->addr < g->nbytes && f->size <= g->nbytes - (f->addr - g->addr))
			return g->data + (f->addr - g->addr);
	}
	return NULL;
}

/* verify_function: verify all code of a function that is reached from its entry. */
static void
verify_function(const Image *im, const Symbol *f)
{
	Verify v = {.im = im, .f = f, .code = code_at(im, f), .size = f->size};

	if (!v.code)
		return;
	v.states = xcalloc(f->size, sizeof *v.states);
	v.work = xcalloc((size_t)f->size * CHANGES, sizeof *v.work);
	reach_instruction(&v, 0, 0, (State){0});
	while (v.nwork > 0)
		verify_step(&v, v.work[--v.nwork]);
	free(v.states);
	free(v.work);
}

void
verify_image(const Image *im)
{
	for (size_t i = 0; i < im->nsymbols; i++)
		if (im->symbols[i].kind == SYMBOL_FUNCTION && im->symbols[i].size > 0)
			verify_function(im, &im->symbols[i]);
}
