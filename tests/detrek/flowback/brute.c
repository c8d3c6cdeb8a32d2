/*
 * brute.c - flowback's answers on random programs, compared with a slicer that follows every byte
 * of the whole run forward, from its own description of the instructions.
 *
 * Each program is compiled, booted on a node and recorded. The slicer goes through the run from its
 * beginning and keeps, for every register and byte, the writes that its value was made from, and
 * the conditional jumps that let these be executed. For a variable at the end, both must find the
 * same with all copies shown: the same instructions that write memory, and the same jumps.
 */
#include "base/base.h"
#include "detrek/flowback/flowback.h"
#include "sim/cpu/watcher.h"
#include "tests/temp.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

/* ---- programs ---- */

typedef struct Random {
	uint64_t state;
} Random;

static uint32_t
below(Random *r, uint32_t n)
{
	r->state = r->state * 6364136223846793005u + 1442695040888963407u;
	return (r->state >> 33) % n;
}

enum { NGLOBALS = 5, NELEMENTS = 8, NFUNCTIONS = 3, NITEMS = 4 };

/* put_expression: of ints; locals: the function's parameters x and y, and t, may be used. */
static void
put_expression(Random *r, FILE *f, int depth, bool locals)
{
	static const char *const operators[] = {"+", "-", "*", "&", "|", "^", "<", "==", "&&"};

	switch (below(r, depth > 0 ? 7 : 3)) {
	case 0: fprintf(f, "%d", (int)below(r, 20)); break;
	case 1: fprintf(f, "g%u", below(r, NGLOBALS)); break;
	case 2: fputs(locals ? (const char *[]){"x", "y", "t"}[below(r, 3)] : "g0", f); break;
	case 3:
		fputs("v[(", f);
		put_expression(r, f, depth - 1, locals);
		fprintf(f, ") & %d]", NELEMENTS - 1);
		break;
	case 4:
		fputs("(", f);
		put_expression(r, f, depth - 1, locals);
		fputs(" ? ", f);
		put_expression(r, f, depth - 1, locals);
		fputs(" : ", f);
		put_expression(r, f, depth - 1, locals);
		fputs(")", f);
		break;
	default:
		fputs("(", f);
		put_expression(r, f, depth - 1, locals);
		fprintf(f, " %s ", operators[below(r, 9)]);
		put_expression(r, f, depth - 1, locals);
		fputs(")", f);
	}
}

static void put_statements(Random *r, FILE *f, int n, int depth, int function);

static void
put_target(Random *r, FILE *f)
{
	switch (below(r, 4)) {
	case 0: fputs("t", f); break;
	case 1: fputs("*p", f); break;
	case 2: fprintf(f, "v[(g%u + t) & %d]", below(r, NGLOBALS), NELEMENTS - 1); break;
	default: fprintf(f, "g%u", below(r, NGLOBALS));
	}
}

static void
put_block(Random *r, FILE *f, int depth, int function)
{
	fputs(" {\n", f);
	put_statements(r, f, 1 + below(r, 2), depth - 1, function);
	fputs("}\n", f);
}

/* put_switch: dense, so that it may become a jump through a table. */
static void
put_switch(Random *r, FILE *f, int depth, int function)
{
	fputs("switch ((", f);
	put_expression(r, f, 1, true);
	fputs(") & 7) {\n", f);
	for (int i = 0; i < 7; i++) {
		fprintf(f, "case %d:", i);
		put_block(r, f, depth, function);
		if (below(r, 3) > 0)
			fputs("break;\n", f);
	}
	fputs("default: t++;\n}\n", f);
}

static void
put_statement(Random *r, FILE *f, int depth, int function)
{
	switch (below(r, depth > 0 ? 8 : 3)) {
	case 6:
		put_switch(r, f, depth - 1, function);
		break;
	case 7:
		fprintf(f, "for (struct item *i%d = list; i%d; i%d = i%d->next) {\n", depth, depth,
			depth, depth);
		fprintf(f, "if (i%d->value & 1) t += i%d->value; else i%d->value ^= t;\n}\n", depth,
			depth, depth);
		break;
	case 0:
		fprintf(f, below(r, 2) ? "p = &g%u;\n" : "p = &v[%u];\n", below(r, NGLOBALS));
		break;
	case 3:
		fputs("if (", f);
		put_expression(r, f, 2, true);
		fputs(")", f);
		put_block(r, f, depth, function);
		fputs("else", f);
		put_block(r, f, depth, function);
		break;
	case 4:
		fprintf(f, "for (int i%d = 0; i%d < %u; i%d++)", depth, depth, 1 + below(r, 4),
			depth);
		put_block(r, f, depth, function);
		break;
	case 5:
		if (function + 1 < NFUNCTIONS) {
			put_target(r, f);
			fprintf(f, " = f%d(", function + 1);
			put_expression(r, f, 2, true);
			fputs(", ", f);
			put_expression(r, f, 1, true);
			fputs(");\n", f);
			break;
		} /* fall through */
	default:
		put_target(r, f);
		fputs(" = ", f);
		put_expression(r, f, 3, true);
		fputs(";\n", f);
	}
}

static void
put_statements(Random *r, FILE *f, int n, int depth, int function)
{
	while (n-- > 0)
		put_statement(r, f, depth, function);
}

static void
put_program(Random *r, FILE *f)
{
	fputs("#include <string.h>\n", f);
	for (int i = 0; i < NGLOBALS; i++)
		fprintf(f, "int g%d = %u;\n", i, below(r, 10));
	fprintf(f, "int v[%d];\nstruct { int of[%d]; } from, to;\n", NELEMENTS, NELEMENTS);
	fprintf(f, "struct item { int value; struct item *next; } items[%d], *list;\n", NITEMS);
	for (int i = NFUNCTIONS; i-- > 0;) {
		fprintf(f, "int f%d(int x, int y)\n{\nint t = x, *p = &g0;\n", i);
		put_statements(r, f, 4, 2, i);
		fputs("return t;\n}\n", f);
	}
	fprintf(f, "int main(void)\n{\nfor (int i = 0; i < %d; i++) {\nitems[i].value = i * g%u;\n"
		"items[i].next = list;\nlist = &items[i];\n}\n", NITEMS, below(r, NGLOBALS));
	fputs("g1 = f0(g2, 3);\nmemcpy(&from, v, sizeof from);\nto = from;\ng4 "
		"= to.of[2] + g1;\nreturn 0;\n}\n",
		f);
}

/* ---- control flow: what a jump decides ---- */

enum { MAX_NEXT = 300 };

/* A function, by its instructions; offsets are in its code. */
typedef struct Routine {
	Addr start;
	Word size;
	const uint8_t *code;
	uint8_t *begins;      /* [byte]: an instruction begins there */
	uint32_t **deciders;  /* [byte]: jumps, 0xFFFFFFFF-ended; NULL: not yet known */
} Routine;

typedef struct Routines {
	Routine *routine; /* n of them */
	size_t n;
	Word moved;       /* executed less linked addresses */
} Routines;

/* What may follow an instruction. */
typedef struct Next {
	Word to[MAX_NEXT];
	uint32_t n;
	bool leaves;
} Next;

/* instruction: its function code and operand; returns its size. */
static Word
instruction(const Routine *f, Word at, uint32_t *fn, Word *operand)
{
	Word n = 0;

	*operand = 0;
	do {
		*fn = f->code[at + n] >> 4;
		*operand |= f->code[at + n++] & 15;
		*operand = *fn == 2 ? *operand << 4 : *fn == 6 ? ~*operand << 4 : *operand;
	} while ((*fn == 2 || *fn == 6) && at + n < f->size);
	return n;
}

static void
next_of(const Routine *f, Word at, Next *next)
{
	uint32_t fn;
	Word operand, behind = at + instruction(f, at, &fn, &operand);
	bool ret = fn == 0xF && operand == 0x20, table = fn == 0xF && operand == 0x06;

	*next = (Next){.leaves = ret};
	if (fn == 0 || fn == 0xA)
		next->to[next->n++] = behind + operand;
	if (table)
		for (Word i = (behind + f->start + 3) / 4 * 4 - f->start, t = i; i + 4 <= f->size; i += 4) {
			if (get32(f->code + i) == 0 || next->n == MAX_NEXT)
				break;
			next->to[next->n++] = t + get32(f->code + i);
		}
	else if (fn != 0 && !ret)
		next->to[next->n++] = behind;
	for (uint32_t i = 0; i < next->n; i++)
		if (next->to[i] >= f->size) {
			next->leaves = true;
			next->to[i--] = next->to[--next->n];
		}
	next->leaves |= next->n == 0;
}

static void
find_instructions(Routine *f, Word at)
{
	Next next;

	if (f->begins[at])
		return;
	f->begins[at] = 1;
	next_of(f, at, &next);
	for (uint32_t i = 0; i < next.n; i++)
		find_instructions(f, next.to[i]);
}

/* escapes: [byte]: from there, the function can be left without passing another instruction. */
static uint8_t *
escapes(const Routine *f, Word without)
{
	uint8_t *out = xcalloc(f->size, 1);
	bool changed = true;
	Next next;

	while (changed) {
		changed = false;
		for (Word at = f->size; at-- > 0;) {
			if (!f->begins[at] || at == without || out[at])
				continue;
			next_of(f, at, &next);
			out[at] = next.leaves;
			for (uint32_t i = 0; i < next.n; i++)
				out[at] |= out[next.to[i]];
			changed |= out[at];
		}
	}
	return out;
}

/* deciders: the jumps one of whose ways always leads to an instruction, while another need not. */
static const uint32_t *
deciders(Routine *f, Word at)
{
	uint8_t *out;
	uint32_t n = 0;
	Next next;

	if (f->deciders[at])
		return f->deciders[at];
	f->deciders[at] = xcalloc(f->size + 1, sizeof(uint32_t));
	out = escapes(f, at);
	for (Word b = 0; b < f->size; b++) {
		bool leads = false;

		if (!f->begins[b] || (b != at && !out[b]))
			continue;
		next_of(f, b, &next);
		for (uint32_t i = 0; i < next.n && next.n + next.leaves > 1; i++)
			leads |= !out[next.to[i]];
		if (leads)
			f->deciders[at][n++] = b;
	}
	f->deciders[at][n] = UINT32_MAX;
	free(out);
	return f->deciders[at];
}

static Routine *
routine_at(Routines *r, Addr iptr)
{
	for (size_t i = 0; i < r->n; i++)
		if (iptr - r->moved - r->routine[i].start < r->routine[i].size)
			return &r->routine[i];
	return NULL;
}

/* add_routine: a function of an image. */
static void
add_routine(Routines *r, const Image *image, Addr start, Word size)
{
	for (size_t i = 0; i < image->nsegments; i++) {
		const Segment *s = &image->segments[i];
		Routine f = {.start = start, .size = size, .code = s->data + (start - s->addr),
			.begins = xcalloc(size + 1, 1),
			.deciders = xcalloc(size + 1, sizeof *f.deciders)};

		if (start - s->addr >= s->nbytes || size > s->nbytes - (start - s->addr)) {
			free(f.begins);
			free(f.deciders);
			continue;
		}
		find_instructions(&f, 0);
		r->routine = xrealloc(r->routine, (r->n + 1) * sizeof *r->routine);
		r->routine[r->n++] = f;
		return;
	}
}

/* ---- the slicer ---- */

enum { MAX_MADE_OF = 4 };

/* A value: what it was made of; of a write, the instruction. */
typedef struct Made {
	bool is_write, is_jump;
	uint64_t count;
	uint32_t control;             /* what let it be executed; 0: nothing */
	uint32_t of[MAX_MADE_OF + 1]; /* 0-ended */
	uint32_t more;                /* further ones: another value of that kind; 0: none */
} Made;

/* An execution of a function. */
typedef struct Activation {
	const Routine *routine; /* NULL: not known */
	uint32_t *jump;         /* [byte]: the last execution of the jump there; 0: none */
	uint32_t entry;         /* the call */
} Activation;

enum { MAX_ACTIVE = 100 };

typedef struct Slicer {
	Network *w;
	Routines routines;
	Activation frames[MAX_ACTIVE]; /* [nframes] */
	int nframes;
	uint32_t control;         /* of the instruction that is executed */
	Made *made;          /* [1 to nmade] */
	uint32_t nmade, cap;
	uint32_t reg[3];     /* Areg, Breg, Creg */
	uint32_t *byte;      /* of memory */
	bool failed;
	Watcher *watcher;
	/*
	 * the instruction that is executed: what it was, and what it has read and written until now
	 */
	bool pending;
	uint8_t code[16];
	Word areg, breg, creg, wptr, iptr;
	uint64_t count;
	Access access[2048];
	uint32_t naccesses;
} Slicer;

static uint32_t
make(Slicer *s, const uint32_t *of, uint32_t n)
{
	Made *m;

	if (s->nmade + 2 > s->cap) {
		s->cap = s->cap ? 2 * s->cap : 1 << 16;
		s->made = xrealloc(s->made, s->cap * sizeof *s->made);
	}
	m = &s->made[++s->nmade];
	*m = (Made){.control = s->control};
	for (uint32_t i = 0; i < n && i < MAX_MADE_OF; i++)
		m->of[i] = of[i];
	if (n > MAX_MADE_OF) {
		uint32_t mine = s->nmade, rest = make(s, of + MAX_MADE_OF, n - MAX_MADE_OF);

		s->made[mine].more = rest;
		return mine;
	}
	return s->nmade;
}

/* of_reads: what the bytes that were read are made of, and some registers. */
static uint32_t
of_reads(Slicer *s, const uint32_t *regs, uint32_t nregs)
{
	uint32_t of[64], n = 0;

	for (uint32_t i = 0; i < nregs; i++)
		of[n++] = regs[i];
	for (uint32_t i = 0; i < s->naccesses; i++)
		for (uint32_t k = 0;
			s->access[i].kind == ACCESS_READ && k < s->access[i].nbytes && n < 60; k++)
			of[n++] = s->byte[s->access[i].addr + k - MOSTNEG];
	return make(s, of, n);
}

/* moved: a value has got to another register: that it is there depends on the instruction. */
static uint32_t
moved(Slicer *s, uint32_t made)
{
	return make(s, &made, 1);
}

static void
push_made(Slicer *s, uint32_t made)
{
	s->reg[2] = moved(s, s->reg[1]);
	s->reg[1] = moved(s, s->reg[0]);
	s->reg[0] = made;
}

static uint32_t
pop_made(Slicer *s)
{
	uint32_t made = s->reg[0];

	s->reg[0] = moved(s, s->reg[1]);
	s->reg[1] = moved(s, s->reg[2]);
	return made;
}

/* written: the bytes of a write become a write's. */
static void
written(Slicer *s, const Access *a, const uint32_t *of, uint32_t n)
{
	uint32_t made = make(s, of, n);

	s->made[made].is_write = true;
	s->made[made].count = s->count;
	for (uint32_t k = 0; k < a->nbytes; k++)
		s->byte[a->addr + k - MOSTNEG] = made;
}

static void
write_all(Slicer *s, const uint32_t *of, uint32_t n)
{
	for (uint32_t i = 0; i < s->naccesses; i++)
		if (s->access[i].kind == ACCESS_WRITE)
			written(s, &s->access[i], of, n);
}

/* move: byte by byte, all read before the first is written. */
static void
move(Slicer *s)
{
	uint32_t *from = xcalloc(s->areg + 1, sizeof *from),
		addresses[] = {s->reg[0], s->reg[1], s->reg[2]};
	uint32_t at = make(s, addresses, 3);

	for (Word i = 0; i < s->areg; i++)
		from[i] = s->byte[s->creg + i - MOSTNEG];
	for (uint32_t i = 0; i < s->naccesses; i++) {
		const Access *a = &s->access[i];
		uint32_t of[] = {at, 0, 0, 0, 0};

		for (uint32_t k = 0; a->kind == ACCESS_WRITE && k < a->nbytes; k++)
			of[1 + k] = from[a->addr + k - s->breg];
		if (a->kind == ACCESS_WRITE)
			written(s, a, of, 5);
	}
	free(from);
	pop_made(s), pop_made(s), pop_made(s);
}

/* controller: what let the instruction be executed: the last jump that decides it, or the call. */
static uint32_t
controller(Slicer *s)
{
	const Activation *f = s->nframes ? &s->frames[s->nframes - 1] : NULL;
	const uint32_t *jumps;
	uint32_t last = 0;

	if (!f || !f->routine)
		return 0;
	jumps = deciders((Routine *)f->routine, s->iptr - s->routines.moved - f->routine->start);
	for (; *jumps != UINT32_MAX; jumps++) {
		uint32_t made = f->jump[*jumps];

		if (made && (!last || s->made[made].count > s->made[last].count))
			last = made;
	}
	return last ? last : f->entry;
}

/* jumps: the instruction decides what comes next, by Areg. */
static void
jumps(Slicer *s)
{
	Activation *f = s->nframes ? &s->frames[s->nframes - 1] : NULL;
	uint32_t made = make(s, &s->reg[0], 1);

	s->made[made].is_jump = true;
	s->made[made].count = s->count;
	if (f && f->routine)
		f->jump[s->iptr - s->routines.moved - f->routine->start] = made;
}

/* enter: a function that begins with the next instruction; leave: it returns. */
static void
enter(Slicer *s, Addr iptr)
{
	Routine *r = routine_at(&s->routines, iptr);
	Activation f = {.routine = r, .jump = r ? xcalloc(r->size, sizeof *f.jump) : NULL,
		.entry = make(s, NULL, 0)};

	if (s->nframes < MAX_ACTIVE)
		s->frames[s->nframes++] = f;
	else
		s->failed = true;
}

static void
leave(Slicer *s)
{
	for (int i = 0; i < 3; i++)
		s->reg[i] = moved(s, s->reg[i]);
	if (s->nframes > 0)
		free(s->frames[--s->nframes].jump);
}

/* call: Areg, Breg and Creg go below the workspace. */
static void
call(Slicer *s)
{
	for (uint32_t i = 0; i < s->naccesses; i++) {
		int32_t at = s->access[i].addr - s->wptr;

		written(s, &s->access[i],
			&s->reg[at == -12          ? 0
					: at == -8 ? 1
					: 2],
			at == -16 ? 0 : 1);
	}
	s->reg[0] = make(s, NULL, 0);
}

/* What operations take from the stack and put on it. */
static const struct {
	Word code;
	uint8_t pops, pushes;
} effects[] = {
	{0x05, 2, 1},
	{0x0C, 2, 1},
	{0x52, 2, 1},
	{0x04, 2, 1},
	{0x53, 2, 1},
	{0x08, 2, 1},
	{0x72, 2, 1},
	{0x2C, 2, 1},
	{0x1F, 2, 1},
	{0x09, 2, 1},
	{0x46, 2, 1},
	{0x4B, 2, 1},
	{0x33, 2, 1},
	{0x32, 1, 1},
	{0x41, 2, 1},
	{0x40, 2, 1},
	{0x02, 2, 1},
	{0x0A, 2, 1},
	{0x81, 2, 1},
	{0x34, 1, 1},
	{0x3F, 1, 2},
	{0x01, 1, 1},
	{0x42, 0, 1},
	{0x1B, 1, 1},
	{0x16, 3, 1},
	{0x38, 3, 1},
	{0x37, 3, 2},
	{0x4F, 3, 2},
	{0x31, 3, 2},
	{0x1A, 3, 2},
	{0x36, 3, 2},
	{0x35, 3, 2},
	{0x1D, 1, 2},
	{0x3A, 2, 1},
	{0x13, 2, 1},
	{0x20, 0, 0},
	{0x29, 0, 1},
	{0x57, 0, 0},
	{0x58, 0, 0},
	{0x22, 0, 1},
	{0x3C, 1, 1},
	{0x06, 1, 1},
	{0x54, 1, 0},
	{0x18, 1, 0},
	{0x50, 1, 0},
	{0x1C, 1, 0},
	{0x17, 1, 0},
	{0x9C, 0, 1},
	{0x1E, 0, 1},
	{0x12, 1, 1},
	{0x7E, 0, 1},
	{0x2A, 0, 1},
	{0x59, 0, 1},
	{0x15, 0, 0},
};

static void
operation(Slicer *s, Word code)
{
	uint32_t regs[3] = {s->reg[0], s->reg[1], s->reg[2]}, made;

	if (code == 0x00) { /* rev */
		s->reg[0] = moved(s, regs[1]);
		s->reg[1] = moved(s, regs[0]);
		return;
	}
	if (code == 0x06) /* gcall: through a table */
		jumps(s);
	if (code == 0x20)
		leave(s);
	if (code == 0x5A) { /* dup */
		push_made(s, regs[0]);
		return;
	}
	if (code == 0x3B) { /* sb */
		write_all(s, regs, 2);
		pop_made(s), pop_made(s);
		return;
	}
	if (code == 0x4A) {
		move(s);
		return;
	}
	/* to and from the host */
	if (code == 0x07 || code == 0x0B || code == 0x0E || code == 0x0F) {
		write_all(s, regs, code < 0x0E ? 3 : 2);
		return;
	}
	for (size_t i = 0; i < sizeof effects / sizeof *effects; i++)
		if (effects[i].code == code) {
			made = of_reads(s, regs, effects[i].pops);
			for (int k = 0; k < effects[i].pops; k++)
				pop_made(s);
			for (int k = 0; k < effects[i].pushes; k++)
				push_made(s, made);
			return;
		}
	print_error("the slicer does not know operation 0x%x at 0x%x\n", code, s->iptr);
	s->failed = true;
}

static void
direct(Slicer *s, uint32_t fn)
{
	uint32_t regs[3] = {s->reg[0], s->reg[1], s->reg[2]};

	switch (fn) {
	case 0x1: case 0x4: push_made(s, make(s, NULL, 0)); break;     /* ldlp, ldc */
	case 0x7: push_made(s, of_reads(s, NULL, 0)); break;           /* ldl */
	case 0x3: s->reg[0] = of_reads(s, regs, 1); break;             /* ldnl */
	case 0x9: call(s); break;
	case 0xA:                                                      /* cj */
		jumps(s);
		if (s->areg != 0)
			pop_made(s);
		break;
	case 0xD: write_all(s, regs, 1); pop_made(s); break;           /* stl */
	case 0xE: write_all(s, regs, 2); pop_made(s), pop_made(s); break; /* stnl */
	default: break; /* Areg's value is worked on, or nothing is */
	}
}

/* finish: the pending instruction has been executed. */
static void
finish(Slicer *s)
{
	Word operand = 0;

	if (s->pending)
		s->control = controller(s);
	for (int i = 0; s->pending; i++) {
		uint32_t fn = s->code[i] >> 4;

		operand |= s->code[i] & 15;
		if (fn == 0x2) {
			operand <<= 4;
		} else if (fn == 0x6) {
			operand = ~operand << 4;
		} else {
			if (fn == 0xF)
				operation(s, operand);
			else
				direct(s, fn);
			if (fn == 0x9)
				enter(s, s->iptr + i + 1 + operand);
			break;
		}
	}
	s->pending = false;
	s->naccesses = 0;
}

static void
see_accesses(void *context, NodeId n, const Access *a, uint32_t naccesses)
{
	Slicer *s = context;

	(void)n;
	for (uint32_t i = 0; i < naccesses; i++, a++) {
		bool own = s->pending && a->count == s->count
			&& (a->kind == ACCESS_READ || a->kind == ACCESS_WRITE);

		if (own && s->naccesses < 2048) {
			s->access[s->naccesses++] = *a;
		} else if (a->kind != ACCESS_READ && a->kind != ACCESS_SENT) {
			finish(s);
			for (uint32_t k = 0; k < a->nbytes; k++)
				s->byte[a->addr + k - MOSTNEG] = 0;
		}
	}
}

static void
see_instruction(void *context, NodeId n)
{
	Slicer *s = context;
	const T800 *c = s->w->nodes[n];

	finish(s);
	s->pending = true;
	s->count = t800_count(c);
	s->areg = c->r.areg;
	s->breg = c->r.breg;
	s->creg = c->r.creg;
	s->wptr = c->r.wptr;
	s->iptr = c->r.iptr;
	memcpy(s->code, c->r.mem + (c->r.iptr - MOSTNEG), sizeof s->code);
}

static void
watch(void *context, Network *w)
{
	Slicer *s = context;

	s->watcher = watcher_new(w, &(WatcherOptions){see_accesses, see_instruction, NULL, s});
	watcher_all(s->watcher, 0, ACCESS_ALL);
	watcher_mark_all(s->watcher, 0);
}

static void
unwatch(void *context, Network *w)
{
	Slicer *s = context;

	(void)w;
	watcher_free(s->watcher);
}

static void
slice_run(Slicer *s, Past *past, const Routines *routines)
{
	*s = (Slicer){.w = past_network(past), .routines = *routines};
	s->byte = xcalloc(s->w->nodes[0]->r.size, sizeof *s->byte);
	past_goto(past, place_at(past_beginning(past)));
	past_forward(past, &(Search){watch, unwatch, s}, NEVER, NULL);
	finish(s);
}

/* ---- comparison ---- */

/* Instructions, and what they are in the answer for. */
enum { WRITES = 1, MAX_JUMPS = 2 };
typedef struct Set {
	uint8_t *has;
	uint64_t n;
} Set;

static void
collect(Slicer *s, uint32_t made, uint8_t *seen, Set *set)
{
	uint32_t *work = xmalloc((s->nmade + 2) * sizeof *work), n = 0;

	work[n++] = made;
	while (n > 0) {
		uint32_t one = work[--n];
		const Made *m = &s->made[one];

		if (one == 0 || seen[one])
			continue;
		seen[one] = 1;
		if (m->is_write || m->is_jump)
			set->has[m->count] |= m->is_write ? WRITES : MAX_JUMPS;
		if (m->control && !seen[m->control])
			work[n++] = m->control;
		for (int i = 0; i < MAX_MADE_OF; i++)
			if (m->of[i] && !seen[m->of[i]])
				work[n++] = m->of[i];
		if (m->more && !seen[m->more])
			work[n++] = m->more;
		work = xrealloc(work, (s->nmade + n + MAX_MADE_OF + 4) * sizeof *work);
	}
	free(work);
}

static void
by_flowback(const CauseGraph *g, const Cause *c, bool *seen, Set *set)
{
	if (seen[c->number])
		return;
	seen[c->number] = true;
	if (c->key.kind == CAUSE_ASSIGNMENT)
		set->has[c->key.count] |= WRITES;
	if (c->key.kind == CAUSE_PREDICATE)
		set->has[c->key.count] |= MAX_JUMPS;
	for (uint32_t i = 0; i < c->ncauses; i++)
		by_flowback(g, g->nodes[c->causes[i].cause], seen, set);
}

/* A program whose run is looked at. */
typedef struct Subject {
	Past *past;
	Target *target;
	Flowback *flowback;
	Slicer slicer;
	ProgramInfo *program;
} Subject;

static uint64_t njumps; /* in all answers */

/* executed: instructions of the whole run. */
static uint64_t
executed(Subject *x)
{
	past_go_present(x->past);
	return t800_count(past_network(x->past)->nodes[0]);
}

static int
compare(Subject *x, const char *name, Addr a, const char *what)
{
	FlowbackOptions o = {.copies = true};
	uint64_t n = executed(x) + 1;
	Set brute = {xcalloc(n, 1), n}, lazy = {xcalloc(n, 1), n};
	uint8_t *seen = xcalloc(x->slicer.nmade + 1, 1);
	const Cause *first = flowback_why(x->flowback, &o, 0, NEVER, a, 4);
	bool *reached = xcalloc(flowback_graph(x->flowback)->nnodes, sizeof *reached);
	int differ = 0;

	for (int i = 0; i < 4; i++)
		collect(&x->slicer, x->slicer.byte[a + i - MOSTNEG], seen, &brute);
	by_flowback(flowback_graph(x->flowback), first, reached, &lazy);
	for (uint64_t i = 0; i < n; i++)
		njumps += (brute.has[i] & MAX_JUMPS) != 0;
	for (uint64_t i = 0; i < n && differ < 5; i++)
		if (brute.has[i] != lazy.has[i]) {
			print_error("%s: %s depends on instruction %llu: the slicer says %d, "
				"flowback %d (1: a write; 2: a jump)\n",
				what, name, (unsigned long long)i, brute.has[i], lazy.has[i]);
			differ++;
		}
	free(brute.has), free(lazy.has), free(seen), free(reached);
	return differ;
}

static Subject
open_subject(const char *dir, const char *elf)
{
	Subject x = {.past = past_open(dir)};
	Past *other = past_open(dir);
	Routines routines = {.n = 0};

	x.target = target_new(past_network(x.past));
	x.program = program_open(elf, "random");
	for (size_t i = 0; i < x.program->image.nsymbols; i++) {
		const Symbol *y = &x.program->image.symbols[i];

		if (y->kind == SYMBOL_FUNCTION && y->size > 0)
			add_routine(&routines, &x.program->image, y->addr, y->size);
	}
	slice_run(&x.slicer, other, &routines);
	past_free(other);
	target_add_program(x.target, x.program);
	past_go_present(x.past);
	x.flowback = flowback_new(x.past, x.target);
	return x;
}

static void
close_subject(Subject *x)
{
	flowback_free(x->flowback);
	target_free(x->target);
	past_free(x->past);
	for (size_t i = 0; i < x->slicer.routines.n; i++) {
		Routine *f = &x->slicer.routines.routine[i];

		for (Word at = 0; at < f->size; at++)
			free(f->deciders[at]);
		free(f->deciders);
		free(f->begins);
	}
	free(x->slicer.routines.routine);
	while (x->slicer.nframes > 0)
		free(x->slicer.frames[--x->slicer.nframes].jump);
	free(x->slicer.made);
	free(x->slicer.byte);
}

static void
run_command(const char *fmt, ...)
{
	char command[600];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(command, sizeof command, fmt, ap);
	va_end(ap);
	if (system(command) != 0)
		fail_msg("%s", command);
}

static const char *
trellis(void)
{
	const char *name = getenv("TRELLIS");

	return name ? name : "build/trellis";
}

/* check: a program of a seed. */
static int
check(const char *dir, unsigned seed)
{
	Random r = {seed};
	char name[TEMP_NAME + 8], elf[TEMP_NAME + 8], what[40];
	FILE *f;
	Subject x;
	GlobalList globals;
	int differ = 0;

	snprintf(name, sizeof name, "%s/p.c", dir);
	f = fopen(name, "w");
	assert_non_null(f);
	put_program(&r, f);
	fclose(f);
	run_command("%s cc %s -w -g -o %s/p.elf %s/p.c", trellis(), seed % 2 ? "-O2" : "-O0", dir,
		dir);
	run_command("rm -rf %s/run && %s boot --record %s/run %s/p.elf 2> %s/err", dir, trellis(),
		dir, dir, dir);
	snprintf(name, sizeof name, "%s/run", dir);
	snprintf(what, sizeof what, "program %u", seed);
	snprintf(elf, sizeof elf, "%s/p.elf", dir);
	x = open_subject(name, elf);
	globals = program_globals(x.program);
	for (size_t i = 0; i < globals.n && !x.slicer.failed; i++) {
		const Symbol *s = image_symbol(&x.program->image, globals.v[i].name);

		if (s && s->size == 4 && s->name[0] == 'g')
			differ += compare(&x, s->name, s->addr, what);
	}
	differ += x.slicer.failed;
	close_subject(&x);
	return differ;
}

static void
random_programs(void **state)
{
	char dir[TEMP_NAME];
	const char *many = getenv("PROGRAMS");
	int differ = 0;

	(void)state;
	if (access("build/trellis-cc", X_OK) != 0 && !many)
		skip();
	temp_directory(dir);
	for (unsigned seed = 1; seed <= (many ? (unsigned)atoi(many) : 10); seed++)
		differ += check(dir, seed);
	run_command("rm -rf %s", dir);
	print_message("# %llu times, a jump is a cause\n", (unsigned long long)njumps);
	assert_int_equal(differ, 0);
	assert_true(njumps > 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(random_programs)};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
