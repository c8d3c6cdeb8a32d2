/* model.c - finds the inputs of each result of an instruction. */
#include "model.h"

/* ---- registers ---- */

/*
 * popped_register: the register that held, before n pops, the value that is in `reg` after the
 * pops. The lowest register of the stack keeps its value.
 */
static int
popped_register(int reg, int n)
{
	return reg + n < 2 ? reg + n : 2;
}

/*
 * register_before: the register that held, before the instruction, the value that is in register
 * `after` after it; -1 if the instruction has computed the value. The other arguments are how many
 * words the instruction loads, pops and pushes.
 */
static int
register_before(int after, uint32_t loads, uint32_t pops, uint32_t pushes)
{
	int reg = after - (int)pushes;

	if (reg < 0)
		return -1;
	reg = popped_register(reg, pops) - (int)loads;
	return reg < 0 ? -1 : reg;
}

/*
 * float_register_before: the floating-point register that held, before the instruction, the value
 * that is in register `after` after it.
 */
static FlowRegister
float_register_before(const Instr *in, FlowRegister after)
{
	int reg = register_before(after - FLOW_FA, in->loads, in->real_pops, in->real_pushes);

	return reg < 0 ? FLOW_MADE : FLOW_FA + reg;
}

/*
 * moved_register: as register_before, for an instruction that only moves values in the stacks;
 * false: the instruction does more.
 */
static bool
moved_register(const Executed *e, FlowRegister after, FlowRegister *before)
{
	static const FlowRegister rev[] = {FLOW_B, FLOW_A, FLOW_C},
		dup[] = {FLOW_A, FLOW_A, FLOW_B};
	bool real = after >= FLOW_FA;
	int i = real ? after - FLOW_FA : after, shift = real ? FLOW_FA : 0;

	if (executed_is(e, real ? OPER_FPREV : OPER_REV))
		*before = shift + rev[i];
	else if (executed_is(e, real ? OPER_FPDUP : OPER_DUP))
		*before = shift + dup[i];
	else if (!real && e->fn == FN_CJ && e->taken)
		*before = after;
	else if (!real && e->fn == FN_CALL)
		*before = after == FLOW_A ? FLOW_MADE : after;
	else
		return false;
	return true;
}

FlowRegister
model_source_register(const Executed *e, FlowRegister after)
{
	FlowRegister before;
	int reg;

	if (!e->instr)
		return after;
	if (moved_register(e, after, &before))
		return before;
	if (after >= FLOW_FA)
		return float_register_before(e->instr, after);
	/* fpentry itself has popped Areg */
	reg = register_before(
		after, 0, e->instr->pops + (e->instr->kind == INSTR_FPENTRY), e->instr->pushes);
	return reg < 0 ? FLOW_MADE : (FlowRegister)reg;
}

bool
model_keeps_process(const Executed *e, Word before, Word after)
{
	return before == after || e->fn == FN_CALL || e->fn == FN_AJW || executed_is(e, OPER_RET)
		|| executed_is(e, OPER_GAJW);
}

bool
model_is_2d_move(const Executed *e)
{
	return executed_is(e, OPER_MOVE2DALL) || executed_is(e, OPER_MOVE2DNONZERO)
		|| executed_is(e, OPER_MOVE2DZERO);
}

/* ---- inputs ---- */

/* top_registers: a bit for each of the uppermost n registers of a stack. */
static uint8_t
top_registers(uint32_t n, FlowRegister first)
{
	return ((1 << (n < 3 ? n : 3)) - 1) << first;
}

/*
 * takes_addresses: true if the words that the instruction pops are addresses of values in memory.
 */
static bool
takes_addresses(const Executed *e)
{
	return e->fn == FN_LDNL || executed_is(e, OPER_LB)
		|| (e->fn == FN_OPR && e->instr->fpu && e->instr->pops > 0);
}

/* converts_number: true if the instruction converts an integer to a real or back. */
static bool
converts_number(const Executed *e)
{
	return executed_is(e, OPER_FPI32TOR32) || executed_is(e, OPER_FPI32TOR64)
		|| executed_is(e, OPER_FPB32TOR64) || executed_is(e, OPER_FPSTNLI32);
}

/* copies_bytes: true if the instruction writes the bytes that it reads. */
static bool
copies_bytes(const Executed *e)
{
	return executed_is(e, OPER_MOVE) || executed_is(e, OPER_IN) || executed_is(e, OPER_OUT)
		|| model_is_2d_move(e);
}

/*
 * operand_registers: the floating-point registers, as bits, that the instruction uses, without
 * those that it loads itself.
 */
static uint8_t
operand_registers(const Instr *in)
{
	return top_registers(in->real_pops - in->loads, FLOW_FA);
}

Inputs
model_register_inputs(const Executed *e)
{
	const Instr *in = e->instr;
	uint8_t words = in ? top_registers(in->pops, FLOW_A) : 0;
	bool load = e->fn == FN_LDL || e->fn == FN_LDNL || executed_is(e, OPER_LB);

	if (!in || e->fn == FN_CALL)
		return (Inputs){0};
	if (takes_addresses(e))
		return (Inputs){.values = operand_registers(in), .addresses = words, .reads = true,
			.same = load || (!converts_number(e) && in->real_pops <= 1)};
	return (Inputs){.values = words | operand_registers(in), .reads = true, .same = load};
}

/*
 * stored_register: the register that the instruction `call` stores in the word at an offset from
 * Wptr; FLOW_MADE for the word with the return address.
 */
static FlowRegister
stored_register(int32_t at)
{
	return at == -4 ? FLOW_C : at == -8 ? FLOW_B : at == -12 ? FLOW_A : FLOW_MADE;
}

Inputs
model_word_inputs(const Executed *e, int32_t at)
{
	const Instr *in = e->instr;

	if (!in)
		return (Inputs){0};
	if (e->fn == FN_CALL)
		return stored_register(at) == FLOW_MADE ? (Inputs){0}
			: (Inputs){.values = 1 << stored_register(at), .same = true};
	if (e->fn == FN_STL)
		return (Inputs){.values = 1 << FLOW_A, .same = true};
	if (e->fn == FN_STNL || executed_is(e, OPER_SB))
		return (Inputs){.values = 1 << FLOW_B, .addresses = 1 << FLOW_A, .same = true};
	if (copies_bytes(e))
		return (Inputs){
			.addresses = top_registers(in->pops, FLOW_A), .reads = true, .same = true};
	if (takes_addresses(e)) /* fpstnl... */
		return (Inputs){.values = operand_registers(in),
			.addresses = top_registers(in->pops, FLOW_A),
			.same = !converts_number(e)};
	return (Inputs){
		.values = top_registers(in->pops, FLOW_A) | operand_registers(in), .reads = true};
}
