/* executed.c - decodes an instruction that a processor executes. */
#include "executed.h"

bool
executed_is(const Executed *e, Word operation)
{
	return e->instr && e->fn == FN_OPR && e->instr->kind == INSTR_OPER
		&& e->operand == operation;
}

bool
executed_decode(const uint8_t *code, Word nbytes, Word areg, Executed *e)
{
	Word operand = 0;

	for (Word i = 0; i < nbytes; i++) {
		uint32_t fn = code[i] >> 4;

		operand |= code[i] & 15;
		if (fn == FN_PFIX) {
			operand <<= 4;
		} else if (fn == FN_NFIX) {
			operand = ~operand << 4;
		} else {
			bool entry = fn == FN_OPR && operand == OPER_FPENTRY;

			*e = (Executed){.fn = fn, .operand = operand, .size = i + 1,
				.taken = fn == FN_CJ && areg == 0};
			e->instr = entry       ? instr_by_code(INSTR_FPENTRY, areg)
				: fn == FN_OPR ? instr_by_code(INSTR_OPER, operand)
				: instr_by_code(INSTR_DIRECT, fn);
			return true;
		}
	}
	return false;
}
