/*
 * isa.c - the instruction set as a table, from the heads of the instruction blocks.
 */
#include "cc/cc.h"

#include <string.h>
#include <strings.h>

const Instr instrs[] = {
#define DIRECT(code, name, cycles, pops, pushes, chips)                                            \
	{#name, INSTR_DIRECT, code, cycles, pops, pushes, chips, false},
#define OPER(code, name, cycles, pops, pushes, chips)                                              \
	{#name, INSTR_OPER, code, cycles, pops, pushes, chips, false},
#define FPOPER(code, name, cycles, pops, pushes, chips)                                            \
	{#name, INSTR_OPER, code, cycles, pops, pushes, chips, true},
#define FPENTRY(code, name, cycles, pops, pushes, chips)                                           \
	{#name, INSTR_FPENTRY, code, cycles, pops, pushes, chips, true},
#include "isa.tab"
#undef DIRECT
#undef OPER
#undef FPOPER
#undef FPENTRY
};

const size_t ninstrs = sizeof instrs / sizeof *instrs;

static const struct {
	const char *name;
	uint32_t number;
} chips[NCHIPS] = {
	[CHIP_T400] = {"T400", 400},
	[CHIP_T414] = {"T414", 414},
	[CHIP_T425] = {"T425", 425},
	[CHIP_T800] = {"T800", 800},
	[CHIP_T801] = {"T801", 801},
	[CHIP_T805] = {"T805", 805},
};

const Instr *
instr_named(const char *name, size_t len)
{
	for (const Instr *i = instrs; i < instrs + ninstrs; i++)
		if (strncmp(i->name, name, len) == 0 && i->name[len] == '\0')
			return i;
	return NULL;
}

const Instr *
instr_coded(InstrKind kind, Word code)
{
	for (const Instr *i = instrs; i < instrs + ninstrs; i++)
		if (i->kind == kind && i->code == code)
			return i;
	return NULL;
}

/* prefix: the prefixes that leave `operand` (its low four bits 0) in Oreg; returns how many. */
static size_t
prefix(uint8_t *out, Word operand)
{
	int32_t v = operand;
	uint32_t fn = v < 0 ? FN_NFIX : FN_PFIX;
	Word above = v < 0 ? ~operand >> 4 : operand >> 4;
	size_t n = above >> 4 ? prefix(out, above & ~15u) : 0;

	out[n] = fn << 4 | (above & 15);
	return n + 1;
}

size_t
instr_encode(uint8_t out[MAX_INSTR], uint32_t fn, Word operand)
{
	size_t n = operand < 16 ? 0 : prefix(out, operand);

	out[n] = fn << 4 | (operand & 15);
	return n + 1;
}

size_t
instr_length(Word operand)
{
	uint8_t out[MAX_INSTR];

	return instr_encode(out, FN_LDC, operand);
}

const char *
chip_name(Chip c)
{
	return chips[c].name;
}

bool
chip_named(const char *name, size_t len, Chip *c)
{
	for (Chip i = 0; i < NCHIPS; i++)
		if (strlen(chips[i].name) == len && strncasecmp(chips[i].name, name, len) == 0) {
			*c = i;
			return true;
		}
	return false;
}

uint32_t
chip_number(Chip c)
{
	return chips[c].number;
}
