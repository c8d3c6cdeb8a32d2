/*
 * translate_decode.c - the facts about T800 code that are known before it is executed: instructions
 * with their operands and cycles, and which part of the workspace they access.
 */
#include "translate.h"

enum {
#include "isa.codes"
};

enum {
	NOPERS = 0x200, /* codes of operations */
	NFPENTRIES = 0xA0, /* codes of operations behind fpentry */
};

/* The facts about an instruction that decoding needs. Tables of them are indexed by its code. */
typedef struct InstructionRow {
	uint16_t stencil; /* S_D_..., S_O_... or S_F4_... */
	uint8_t cycles;
	uint16_t chips;   /* a bit for each chip that has the instruction */
	bool floating;    /* an instruction of the floating-point unit */
	uint8_t issue;    /* cycles for which it occupies the floating-point unit */
} InstructionRow;

static const InstructionRow directs[16] = {
#define DIRECT(code, name, cycles, pops, pushes, chips, ...) [code] = {S_D_##name, cycles, chips},
#define OPER(...)
#define FPOPER(...)
#define FPENTRY(...)
#include "isa.tab"
#undef DIRECT
#undef OPER
#undef FPOPER
#undef FPENTRY
};

static const InstructionRow operations[NOPERS] = {
#define DIRECT(...)
#define OPER(code, name, cycles, pops, pushes, chips, ...) [code] = {S_O_##name, cycles, chips},
#define FPOPER(code, name, cycles, pops, pushes, chips, ...) \
	[code] = {S_F4_##name, 0, chips, true, cycles},
#define FPENTRY(...)
#include "isa.tab"
#undef OPER
#undef FPOPER
#undef FPENTRY
};

static const InstructionRow fpentries[NFPENTRIES] = {
#define OPER(...)
#define FPOPER(...)
#define FPENTRY(code, name, cycles, pops, pushes, chips, ...) \
	[code] = {S_F4_##name, 0, chips, true, cycles},
#include "isa.tab"
#undef DIRECT
#undef OPER
#undef FPOPER
#undef FPENTRY
};

/*
 * read_code: read an instruction with its prefixes; false if it is not completely in memory, or is
 * too long.
 */
static bool
read_code(const T800 *c, Decoded *d, Word *function)
{
	Addr at = d->at;

	d->n = 0;
	for (;;) {
		Word offset = at++ - MOSTNEG, byte;

		if (offset >= c->r.size || at - d->at > INSTRUCTION_MAX)
			return false;
		byte = c->r.mem[offset];
		*function = byte >> 4;
		d->n |= byte & 15;
		if (*function == FN_PFIX)
			d->n <<= 4;
		else if (*function == FN_NFIX)
			d->n = ~d->n << 4;
		else
			break;
	}
	d->next = at;
	d->prefixes = d->next - d->at - 1;
	return true;
}

/*
 * find_row: the row of an instruction in the table; NULL if there is none, or if it depends on
 * unknown values.
 */
static const InstructionRow *
find_row(const Decoded *d, Word function, const Decoded *before)
{
	if (function != FN_OPR)
		return &directs[function];
	if (d->n >= NOPERS)
		return NULL;
	if (d->n != OPER_FPENTRY)
		return &operations[d->n];
	if (!before || before->stencil != S_D_ldc || before->n >= NFPENTRIES)
		return NULL;
	return &fpentries[before->n];
}

/*
 * note_local_range: note that the instruction accesses n words of the workspace, from `low` bytes
 * above Wptr on.
 */
static void
note_local_range(Decoded *d, int32_t low, uint32_t n, bool stores)
{
	d->range = (Range){low, low + 4 * n};
	d->nlocals = n;
	d->stores = stores;
}

/* describe_instruction: find the effect of an instruction on workspace and Iptr. */
static void
describe_instruction(Decoded *d)
{
	switch (d->stencil) {
	case S_D_ldl: note_local_range(d, 4 * d->n, 1, false); break;
	case S_D_stl: note_local_range(d, 4 * d->n, 1, true); break;
	case S_D_ajw: d->adjust = 4 * d->n; break;
	case S_D_cj: d->transfer = TRANSFER_KNOWN; break;
	case S_D_j:
		d->transfer = TRANSFER_KNOWN;
		d->always = true;
		break;
	case S_D_call:
		note_local_range(d, -16, 4, true);
		d->adjust = -16;
		d->transfer = TRANSFER_KNOWN;
		d->always = true;
		break;
	case S_O_ret:
		note_local_range(d, 0, 1, false);
		d->transfer = TRANSFER_COMPUTED;
		d->always = true;
		break;
	case S_O_gcall:
	case S_O_altend:
		d->transfer = TRANSFER_COMPUTED;
		d->always = true;
		break;
	}
}

/* fits_unit: true if the instruction can be part of a unit. */
static bool
fits_unit(const Decoded *d, const T800 *c)
{
	switch (d->stencil) {
	case S_D_j:
		if (d->n == 0) /* maybe a breakpoint */
			return false;
		break;
	case S_D_ldl:
	case S_D_stl:
	case S_D_ajw:
		if (d->n + LOCAL_REACH_MAX / 4 >= LOCAL_REACH_MAX / 2)
			return false;
		break;
	case S_O_norm: /* it takes fewer cycles than its row says if its operands are 0 */
	case S_O_gajw: /* afterwards the place of locals is unknown */
	case S_O_lend: /* it changes memory before its last test for a rare case */
		return false;
	}
	return d->transfer != TRANSFER_KNOWN || d->next + d->n - MOSTNEG < c->r.size;
}

/*
 * is_steady: true if an instruction of the processor always takes as many cycles as its row says.
 */
static bool
is_steady(uint16_t stencil)
{
	switch (stencil) {
	case S_D_j:
	case S_D_ldlp:
	case S_D_ldc:
	case S_D_ldnlp:
	case S_D_ldl:
	case S_D_adc:
	case S_D_call:
	case S_D_cj:
	case S_D_ajw:
	case S_D_eqc:
	case S_D_stl:
	case S_O_rev:
	case S_O_dup:
	case S_O_add:
	case S_O_sub:
	case S_O_sum:
	case S_O_diff:
	case S_O_gcall:
	case S_O_ret:
	case S_O_gt:
	case S_O_and:
	case S_O_or:
	case S_O_xor:
	case S_O_not:
	case S_O_mint:
	case S_O_ldpi:
	case S_O_bsub:
	case S_O_wsub:
	case S_O_wsubdb:
	case S_O_bcnt:
	case S_O_wcnt:
		return true;
	}
	return false;
}

/* is_operation: true if operate() can execute the instruction. */
static bool
is_operation(const Decoded *d, Word function)
{
	return function == FN_OPR && d->n != OPER_FPENTRY && !operations[d->n].floating;
}

/*
 * decode_instruction: decode the instruction at d->at; false if the interpreter must execute it.
 * d->lengths: the lengths of the floating-point registers before the instruction.
 */
static bool
decode_instruction(const T800 *c, Decoded *d, const Decoded *before)
{
	Word function;
	const InstructionRow *row;

	if (!read_code(c, d, &function))
		return false;
	row = find_row(d, function, before);
	if (!row || !(row->chips & 1 << c->chip))
		return false;
	d->stencil = row->stencil;
	d->cycles = d->prefixes + row->cycles;
	d->operation = is_operation(d, function);
	d->issue = row->issue;
	d->varies = !is_steady(d->stencil);
	if ((row->floating && !float_describe(d)) || !emit_has_stencil(d->stencil))
		return false;
	describe_instruction(d);
	return fits_unit(d, c);
}

Range
range_hull(Range a, Range b)
{
	if (a.low == a.high)
		return b;
	if (b.low == b.high)
		return a;
	return (Range){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

/*
 * note_locals: add the accesses to the workspace to the ranges of the unit; false if they are too
 * far from Wptr.
 */
static bool
note_locals(Source *s, const Decoded *d)
{
	Range wptr = {s->adjust, s->adjust + 4}; /* the range must not wrap around */
	Range range = {s->adjust + d->range.low, s->adjust + d->range.high};

	if (d->nlocals == 0)
		return true;
	s->accessed = range_hull(range_hull(s->accessed, wptr), range);
	if (d->stores)
		s->stored = range_hull(s->stored, range);
	return s->accessed.low > -LOCAL_REACH_MAX && s->accessed.high < LOCAL_REACH_MAX;
}

/* continues_after: true if a unit continues after a conditional transfer. */
static bool
continues_after(const Decoded *d, T800 *c, bool inside)
{
	Start next = {.begin = d->next, .from = d->next, .inside = inside};

	return !d->always && c->code->heat[heat_of(d->next)] > 0 && unit_find(c, &next) == 0;
}

bool
source_read(Source *s, T800 *c, const Start *start)
{
	Decoded *d = NULL;
	uint32_t checkpoint = 0; /* number of instructions before the last checkpoint */

	memset(s, 0, offsetof(Source, code));
	s->start = *start;
	s->end = start->begin;
	s->lengths = lengths_of(&c->fpu[c->priority]);
	for (;;) {
		Decoded *before = d;

		assert(s->n < UNIT_MAX);
		d = &s->code[s->n];
		*d = (Decoded){.at = s->end, .lengths = before ? before->lengths : s->lengths};
		if (!decode_instruction(c, d, before) || !note_locals(s, d)) {
			s->last = *d;
			s->end = d->operation ? d->next : d->at;
			s->checked = false;
			return s->n >= (d->operation ? 1 : UNIT_MIN);
		}
		s->n++;
		s->floating |= d->floating;
		s->adjust += d->adjust;
		s->end = d->next;
		s->checked = d->transfer == TRANSFER_NONE && s->n - checkpoint == STRETCH_MAX;
		if (d->transfer != TRANSFER_NONE && !continues_after(d, c, start->inside))
			break;
		if (d->transfer != TRANSFER_NONE || s->checked)
			checkpoint = s->n;
		/* the unit might end before the next checkpoint */
		if (checkpoint + STRETCH_MAX > UNIT_MAX)
			break;
	}
	return true;
}
