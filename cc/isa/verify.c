/*
 * verify.c - the depth of both stacks and the workspace, proved for every instruction.
 *
 * For each function that has a size, a state is carried along every way through it: how many of Areg,
 * Breg, Creg and of FAreg, FBreg, FCreg hold something, and where Wptr is, in words from the entry. Where
 * ways meet the lesser of the depths holds; the workspaces must agree, as far as they are known. What has been pushed out
 * of a stack is missing when it is wanted, so too many values show as too few. A function's end must have Wptr where it
 * began; its return address is never overwritten.
 *
 * After a call two words and one real may be there (results). gcall ends a way: it leaves for the targets of a
 * table behind it, or for another function.
 */
#include "cc/cc.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH = 3, UNKNOWN = INT32_MIN };

typedef struct State {
	bool seen;
	int8_t words, reals;
	int32_t wptr; /* UNKNOWN: set by gajw */
	Word pushed;  /* what the instruction before pushed, if that was ldc: fpentry's operation */
} State;

typedef struct Decoded {
	uint32_t fn;
	Word operand;
	Word size;
} Decoded;

typedef struct Verify {
	const Image *im;
	const Symbol *f;
	const uint8_t *code;
	Word size;
	State *states; /* at each byte: before the instruction that begins there */
	Word *work;
	size_t nwork;
} Verify;

/* What the floating-point unit's stack does: popped, pushed; loads: a real is pushed before that. */
static const struct {
	const char *name;
	int8_t pops, pushes, loads;
} effects[] = {
	{"fpldnlsn", 0, 1}, {"fpldnldb", 0, 1}, {"fpldnlsni", 0, 1}, {"fpldnldbi", 0, 1},
	{"fpldzerosn", 0, 1}, {"fpldzerodb", 0, 1}, {"fpi32tor32", 0, 1}, {"fpi32tor64", 0, 1},
	{"fpb32tor64", 0, 1}, {"fpdup", 1, 2}, {"fprev", 2, 2}, {"fpstnlsn", 1, 0}, {"fpstnldb", 1, 0},
	{"fpstnli32", 1, 0}, {"fpadd", 2, 1}, {"fpsub", 2, 1}, {"fpmul", 2, 1}, {"fpdiv", 2, 1},
	{"fpldnladdsn", 2, 1, 1}, {"fpldnladddb", 2, 1, 1}, {"fpldnlmulsn", 2, 1, 1}, {"fpldnlmuldb", 2, 1, 1},
	{"fpgt", 2, 0}, {"fpeq", 2, 0}, {"fpordered", 2, 2}, {"fpnan", 1, 1}, {"fpnotfinite", 1, 1},
	{"fprtoi32", 1, 1}, {"fpint", 1, 1}, {"fpremfirst", 2, 2}, {"fpremstep", 2, 2},
	{"fpusqrtfirst", 1, 1}, {"fpusqrtstep", 1, 1}, {"fpusqrtlast", 1, 1}, {"fpuabs", 1, 1},
	{"fpur32tor64", 1, 1}, {"fpur64tor32", 1, 1}, {"fpunoround", 1, 1}, {"fpuexpinc32", 1, 1},
	{"fpuexpdec32", 1, 1}, {"fpumulby2", 1, 1}, {"fpudivby2", 1, 1}, {"fpuchki32", 1, 1},
	{"fpuchki64", 1, 1},
};

/* Operations after which another process may have had both stacks. */
static const char *const descheduling[] = {
	"in", "out", "outbyte", "outword", "altwt", "taltwt", "tin", "lend", "stoperr",
};

static _Noreturn void
violation(const Verify *v, Word at, const char *what)
{
	free(v->states); /* the fatal message may be caught */
	free(v->work);
	fatal("%s+%u: %s; this is a mistake of the compiler or of assembly in that function "
		"(--no-verify leaves the check out)", v->f->name, (unsigned)at, what);
}

static bool
decode(const Verify *v, Word at, Decoded *d)
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

/* flow: the instruction at `to` is reached with this state. */
static void
flow(Verify *v, Word from, Word to, State s)
{
	State *old;

	if (to >= v->size)
		violation(v, from, "runs out of the function");
	old = &v->states[to];
	s.seen = true;
	if (old->seen) {
		if (old->wptr == UNKNOWN)
			s.wptr = UNKNOWN;
		if (old->wptr != s.wptr && s.wptr != UNKNOWN)
			violation(v, to, "two ways meet with different workspaces");
		if (old->words <= s.words && old->reals <= s.reals && old->wptr == s.wptr)
			return;
		s.words = s.words < old->words ? s.words : old->words;
		s.reals = s.reals < old->reals ? s.reals : old->reals;
	}
	*old = s;
	v->work[v->nwork++] = to;
}

static void
stack(const Verify *v, Word at, int8_t *depth, int pops, int pushes, const char *what)
{
	if (*depth < pops)
		violation(v, at, what);
	*depth += pushes - pops;
	if (*depth > DEPTH)
		*depth = DEPTH;
}

static void
words(const Verify *v, Word at, State *s, int pops, int pushes)
{
	stack(v, at, &s->words, pops, pushes, "takes a word from the stack that is not there");
}

static void
reals(const Verify *v, Word at, State *s, const char *name)
{
	static const char what[] = "takes a real from the stack that is not there";

	for (size_t i = 0; i < sizeof effects / sizeof *effects; i++)
		if (strcmp(effects[i].name, name) == 0) {
			stack(v, at, &s->reals, 0, effects[i].loads, what);
			stack(v, at, &s->reals, effects[i].pops, effects[i].pushes, what);
			return;
		}
}

static bool
deschedules(const char *name)
{
	for (size_t i = 0; i < sizeof descheduling / sizeof *descheduling; i++)
		if (strcmp(descheduling[i], name) == 0)
			return true;
	return false;
}

/*
 * table: the words after gcall, each the distance of a target from the table. It ends where the
 * first target lies.
 */
static void
table(Verify *v, Word at, Word next, State s)
{
	Addr base = v->f->addr;
	Word start = ((base + next + 3) & ~3u) - base, end = v->size;

	s.words = s.reals = 0;
	for (Word i = start; i + 4 <= end; i += 4) {
		Word target = start + get32(v->code + i);

		if (target >= v->size)
			break;
		if (target > start && target < end)
			end = target;
		flow(v, at, target, s);
	}
}

static void
operation(Verify *v, Word at, const Decoded *d, State s)
{
	const Instr *in = instr_coded(INSTR_OPER, d->operand);

	if (!in)
		violation(v, at, "an operation that does not exist");
	words(v, at, &s, in->pops, in->pushes);
	if (d->operand == OP_FPENTRY) {
		const Instr *entry = instr_coded(INSTR_FPENTRY, s.pushed);

		if (entry)
			reals(v, at, &s, entry->name);
	} else {
		reals(v, at, &s, in->name);
	}
	if (strcmp(in->name, "ret") == 0) {
		if (s.wptr != 0 && s.wptr != UNKNOWN)
			violation(v, at, "returns with Wptr elsewhere than at the entry");
		return;
	}
	if (strcmp(in->name, "gcall") == 0) {
		table(v, at, at + d->size, s);
		return;
	}
	if (strcmp(in->name, "stopp") == 0 || strcmp(in->name, "endp") == 0) {
		s.words = s.reals = 0;
		if (at + d->size < v->size && v->states[at + d->size].seen)
			return;
		if (at + d->size >= v->size)
			return;
	}
	if (strcmp(in->name, "gajw") == 0)
		s.wptr = UNKNOWN;
	if (deschedules(in->name))
		s.words = s.reals = 0;
	flow(v, at, at + d->size, s);
}

/* local: the slot that ldl, stl or ldlp names. */
static void
local(const Verify *v, Word at, const Decoded *d, const State *s)
{
	if ((int32_t)d->operand < 0 && d->fn != FN_LDLP)
		violation(v, at, "uses the workspace below Wptr");
	if (d->fn == FN_STL && s->wptr != UNKNOWN && s->wptr + (int32_t)d->operand == 0)
		violation(v, at, "overwrites the return address");
}

static void
direct(Verify *v, Word at, const Decoded *d, State s)
{
	const Instr *in = instr_coded(INSTR_DIRECT, d->fn);
	Word next = at + d->size;

	switch (d->fn) {
	case FN_J:
		s.words = s.reals = 0;
		flow(v, at, next + d->operand, s);
		return;
	case FN_CJ:
		if (s.words < 1)
			violation(v, at, "takes a word from the stack that is not there");
		flow(v, at, next + d->operand, s);
		s.words--;
		break;
	case FN_CALL:
		s.words = 2;
		s.reals = 1;
		break;
	case FN_AJW:
		if (s.wptr != UNKNOWN)
			s.wptr += (int32_t)d->operand;
		break;
	case FN_LDL:
	case FN_STL:
	case FN_LDLP:
		local(v, at, d, &s);
		/* fall through */
	default:
		words(v, at, &s, in->pops, in->pushes);
	}
	s.pushed = d->fn == FN_LDC ? d->operand : 0;
	flow(v, at, next, s);
}

static void
step(Verify *v, Word at)
{
	State s = v->states[at];
	Decoded d;

	if (!decode(v, at, &d))
		violation(v, at, "no instruction");
	if (d.fn == FN_OPR)
		operation(v, at, &d, s);
	else
		direct(v, at, &d, s);
}

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

static void
verify_function(const Image *im, const Symbol *f)
{
	Verify v = {.im = im, .f = f, .code = code_at(im, f), .size = f->size};

	if (!v.code)
		return;
	v.states = xcalloc(f->size, sizeof *v.states);
	v.work = xcalloc((size_t)f->size * 8 + 8, sizeof *v.work);
	flow(&v, 0, 0, (State){0});
	while (v.nwork > 0)
		step(&v, v.work[--v.nwork]);
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
