/*
 * isa.c - the instruction set as a table, from the heads of the instruction blocks.
 */
#include "isa.h"
#include "base/table.h"

#include <assert.h>
#include <string.h>

const Instr instrs[] = {
#define DIRECT(code, name, cycles, pops, pushes, chips) \
	{#name, INSTR_DIRECT, code, cycles, pops, pushes, chips},
#define OPER(code, name, cycles, pops, pushes, chips, does) \
	{#name, INSTR_OPER, code, cycles, pops, pushes, chips, false, 0, 0, 0, does},
#define FPOPER(code, name, cycles, pops, pushes, chips, loads, real_pops, real_pushes, does) \
	{#name, INSTR_OPER, code, cycles, pops, pushes, chips, true, loads, real_pops, \
		real_pushes, does},
#define FPENTRY(code, name, cycles, pops, pushes, chips, loads, real_pops, real_pushes, does) \
	{#name, INSTR_FPENTRY, code, cycles, pops, pushes, chips, true, loads, real_pops, \
		real_pushes, does},
#include "isa.tab"
#undef DIRECT
#undef OPER
#undef FPOPER
#undef FPENTRY
};

const size_t ninstrs = sizeof instrs / sizeof *instrs;

/*
 * codes_differ: never called: two instructions with the same code would make two equal case
 * labels, which do not compile.
 */
static inline void __attribute__((unused))
codes_differ(uint32_t code)
{
	switch (code) {
#define DIRECT(code, ...) case INSTR_DIRECT << 16 | code:
#define OPER(code, ...) case INSTR_OPER << 16 | code:
#define FPOPER(code, ...) case INSTR_OPER << 16 | code:
#define FPENTRY(code, ...) case INSTR_FPENTRY << 16 | code:
#include "isa.tab"
		break;
	}
}

const Instr *
instr_named(const char *name, size_t len)
{
	static Table named; /* the instructions by their names; filled at the first call */
	const TableSlot *s;

	for (size_t i = named.n; i < ninstrs; i++)
		table_put(&named, table_hash(instrs[i].name, strlen(instrs[i].name)), i);
	for (s = table_find(&named, table_hash(name, len)); s; s = table_next(&named, s)) {
		const Instr *i = &instrs[s->number];

		if (strncmp(i->name, name, len) == 0 && i->name[len] == '\0')
			return i;
	}
	return NULL;
}

enum { NCODES = 0x200 };

const Instr *
instr_by_code(InstrKind kind, Word code)
{
	static const Instr *coded[INSTR_FPENTRY + 1][NCODES];

	if (!coded[INSTR_DIRECT][0])
		for (const Instr *i = instrs; i < instrs + ninstrs; i++) {
			assert(i->code < NCODES);
			coded[i->kind][i->code] = i;
		}
	return code < NCODES ? coded[kind][code] : NULL;
}

Store
instr_store(const Instr *in)
{
	return (Store){in->does >> 8 & 1, in->does >> 12 & 15, in->does >> 16};
}

/*
 * encode_prefixes: encode the prefixes that put `operand` (its low four bits 0) into Oreg; returns
 * how many.
 */
static size_t
encode_prefixes(uint8_t *out, Word operand)
{
	int32_t v = operand;
	uint32_t fn = v < 0 ? FN_NFIX : FN_PFIX;
	Word above = v < 0 ? ~operand >> 4 : operand >> 4;
	size_t n = above >> 4 ? encode_prefixes(out, above & ~15u) : 0;

	out[n] = fn << 4 | (above & 15);
	return n + 1;
}

size_t
instr_encode(uint8_t out[MAX_INSTR], uint32_t fn, Word operand)
{
	size_t n = operand < 16 ? 0 : encode_prefixes(out, operand);

	out[n] = fn << 4 | (operand & 15);
	return n + 1;
}

size_t
instr_length(Word operand)
{
	uint8_t out[MAX_INSTR];

	return instr_encode(out, FN_LDC, operand);
}
