/*
 * stencils.c - the instruction blocks as pieces of host code that a translator copies and patches.
 *
 * clang compiles this file when trellis is built. The object file is never linked: mk/stencils
 * takes each function's bytes and holes from it. A stencil continues with the next one by a jump,
 * with the machine's registers in registers of the host (stencil_host.h).
 *
 * Cycles that are known when code is translated are not added to the clock at each instruction, but
 * where translated code may be left. The clock is also shifted: it is negative from the limit on
 * (node_code.h).
 */
#define STENCIL true
#define GUARDED(t) true
#define WATCHED(t) false
#define DRAM(t) false
#define SHORT(t) ((void)(t), false)

#include "execute.h"
#include "fpu.h"

/* ---- numbers that the host's arithmetic cannot handle ---- */

/*
 * mark_float_rare: stand-in for a rare case of an operation: leave the operation to the
 * interpreter.
 */
static FORCE_INLINE bool
mark_float_rare(Fpu *f)
{
	((StencilState *)((char *)f - offsetof(StencilState, fpu)))->rare = true;
	return false;
}

/*
 * mark_order_rare: stand-in for a rare case of a comparison: leave the comparison to the
 * interpreter.
 */
static FORCE_INLINE Order
mark_order_rare(Fpu *f, bool *denormal)
{
	*denormal = mark_float_rare(f);
	return UNORDERED;
}

#define float_arithmetic(f, what) mark_float_rare(f)
#define float_order mark_order_rare
#define float_widen mark_float_rare
#define float_narrow mark_float_rare
#define float_from_int(f, value) mark_float_rare(f)

#include "blocks.h"

/* make_registers: the Regs of an instruction block from the host's registers. */
static FORCE_INLINE Regs
make_registers(Word a, Word b, Word c, Word w, uint8_t *mem, Cycles cycles, T800 *node)
{
	return (Regs){
		.areg = a,
		.breg = b,
		.creg = c,
		.wptr = w,
		.iptr = (Word)HOLE(iptr),
		.cycles = cycles,
		.size = (Word)HOLE(size),
		.onchip = (Word)HOLE(onchip),
		.wait = (Word)HOLE(wait),
		.mem = mem,
		.node = node,
	};
}

/* BEGIN, END: load the registers into a Working, and pass them from there to the next code. */
#define BEGIN() \
	__builtin_assume(w <= 0xFFFFFFFF); \
	StencilState k; \
	k.r = make_registers(a, b, c, w, mem, cycles, node); \
	k.code = code; \
	k.target = double_bits(to); \
	k.taken = k.rare = k.overlaps = false
#define END() \
	if (unlikely(k.rare)) \
		GO_ON(side); \
	to = to_double(k.target); \
	a = k.r.areg, b = k.r.breg, c = k.r.creg; \
	w = k.r.wptr; \
	cycles = k.r.cycles; \
	if (k.taken) \
		GO_ON(taken); \
	GO_ON(next)

/*
 * FPU_BEGIN, FPU_END: the same with the floating-point unit, all of whose registers have one
 * length. known: the operation begins at a clock that is known when code is translated; otherwise
 * it waits for the previous one. loads: the block itself begins the operation.
 */
#define FPU_BEGIN(length, known, base, loads) \
	BEGIN(); \
	k.fpu = (Fpu){ \
		.reg = {double_bits(fa), double_bits(fb), double_bits(fc)}, \
		.dbl = {length, length, length}, \
		.mode = ROUND_NEAREST}; \
	k.scheduled = known; \
	k.overlaps = known && (loads); \
	if (known) { \
		k.fpu_free = k.r.cycles + HOLE(free); \
	} else { \
		k.fpu_free = free; \
		k.r.cycles += HOLE(spent); \
		if (!(loads)) \
			fpu_issue(&k.r, base, 0); \
	}
#define FPU_END() \
	if (unlikely(k.rare)) \
		GO_ON(side); \
	fa = to_double(k.fpu.reg[0]), fb = to_double(k.fpu.reg[1]); \
	fc = to_double(k.fpu.reg[2]); \
	free = k.fpu_free; \
	if (!k.scheduled) \
		k.r.cycles -= HOLE(spent); \
	END()

#define DIRECT(number, name, ...) \
	PIECE(D_##name) \
	{ \
		BEGIN(); \
		fn_##name(&k.r, (Word)HOLE(n)); \
		END(); \
	}
#define OPER(number, name, ...) \
	PIECE(O_##name) \
	{ \
		BEGIN(); \
		op_##name(&k.r); \
		END(); \
	}
#define FLOATING(stencil, name, base, loads, length, scheduled, operand) \
	PIECE(stencil) \
	{ \
		FPU_BEGIN(length, scheduled, base, loads); \
		operand; \
		op_##name(&k.r); \
		FPU_END(); \
	}
#define FLOATING_ALL(name, base, loads, operand) \
	FLOATING(F4_##name, name, base, loads, false, false, operand) \
	FLOATING(F8_##name, name, base, loads, true, false, operand) \
	FLOATING(K4_##name, name, base, loads, false, true, operand) \
	FLOATING(K8_##name, name, base, loads, true, true, operand)
#define FPOPER(number, name, base, pops, pushes, chips, loads, ...) \
	FLOATING_ALL(name, base, loads, )
#define FPENTRY(number, name, base, ...) FLOATING_ALL(name, base, 0, pop(&k.r))
#include "isa.tab"

/* ---- units ---- */

/* within: test that the part of the workspace that the unit accesses is in memory. */
PIECE(within)
{
	if (unlikely((Word)(w + HOLE(low)) > (Word)HOLE(span)))
		GO_ON(side);
	GO_ON(next);
}

/*
 * clean: test that two adjacent lines of memory contain no code. A piece of the workspace to which
 * the unit stores, as long as one line, lies in these two lines.
 */
PIECE(clean)
{
	uint16_t both;

	memcpy(&both, code->lines + (Word)(w + HOLE(low)) / CODE_LINE, sizeof both);
	if (unlikely(both))
		GO_ON(side);
	GO_ON(next);
}

/* valid: test that the node may execute the unit. */
PIECE(valid)
{
	if (unlikely(!code->valid[HOLE(unit)]))
		GO_ON(side);
	GO_ON(next);
}

/* running_unit: the floating-point registers of the running priority. */
static FORCE_INLINE Fpu *
running_unit(T800 *node)
{
	return &node->fpu[node->priority];
}

/* exact: test that the floating-point registers have the lengths for which the unit was made. */
PIECE(exact)
{
	Word flags;

	memcpy(&flags, running_unit(node)->dbl, sizeof flags);
	if (unlikely(flags != (Word)HOLE(lengths)))
		GO_ON(side);
	GO_ON(next);
}

/* lengths: note the present lengths of the floating-point registers. */
PIECE(lengths)
{
	Word flags = HOLE(lengths);

	memcpy(running_unit(node)->dbl, &flags, sizeof flags);
	GO_ON(next);
}

/* stretch: note the clock at which the stretch began; instructions of unknown length follow. */
PIECE(stretch)
{
	code->since = cycles;
	GO_ON(next);
}

/* fetch: add those cycles of fetching the stretch that its execution has not hidden. */
PIECE(fetch)
{
	Cycles fetch = HOLE(fetch), spent = cycles + HOLE(spent) - code->since;

	cycles += fetch > spent ? fetch - spent : 0;
	GO_ON(next);
}

/* reached_limit: true if the shifted clock has reached the limit of the run (NodeCode.shift). */
static FORCE_INLINE bool
reached_limit(Cycles cycles)
{
	return (int64_t)cycles < 0;
}

/* go: a checkpoint, after which execution continues at a known place. */
PIECE(go)
{
	count += HOLE(count);
	cycles += HOLE(spent);
	if (unlikely(reached_limit(cycles)))
		GO_ON(side);
	GO_ON(next);
}

/* go_to: a checkpoint, after which execution continues at the address in `to`. */
PIECE(go_to)
{
	Addr target = double_bits(to);
	const Jump *jump = *(Jump **)((char *)code + HOLE(jumps)) + (target & (JUMPS - 1));

	count += HOLE(count);
	cycles += HOLE(spent);
	if (unlikely(jump->addr != target))
		GO_ON(side);
	if (unlikely(reached_limit(cycles + jump->fetch)))
		GO_ON(side);
	cycles += jump->fetch;
	GO_TO(jump->host);
}

/* away: leave translated code at a site. */
PIECE(away)
{
	code->exit_index = HOLE(exit_index);
	GO_ON(leave);
}

/* away_to: leave translated code at a site; Iptr is the address in `to`. */
PIECE(away_to)
{
	code->exit_index = HOLE(exit_index);
	node->r.iptr = double_bits(to);
	GO_ON(leave);
}

/* depart: store the registers in the node, and return from `enter`. */
PIECE(depart)
{
	node->r.areg = a;
	node->r.breg = b;
	node->r.creg = c;
	node->r.wptr = w;
	node->r.cycles = cycles - code->shift;
	node->r.count = count;
	node->fpu_free = free - code->shift;
	running_unit(node)->reg[0] = double_bits(fa);
	running_unit(node)->reg[1] = double_bits(fb);
	running_unit(node)->reg[2] = double_bits(fc);
}

/* enter: run translated code from `host` on; called from C, with C's calling convention. */
void
enter(T800 *node, const void *host)
{
	const Regs *r = &node->r;
	const Fpu *f = running_unit(node);
	NodeCode *code = node->code;
	uint8_t *mem = r->mem - MOSTNEG;
	Word a = r->areg, b = r->breg, c = r->creg;
	uint64_t w = r->wptr, count = r->count;
	Cycles cycles = r->cycles + code->shift, free = node->fpu_free + code->shift;
	double fa = to_double(f->reg[0]), fb = to_double(f->reg[1]), fc = to_double(f->reg[2]);
	double to = 0;

	RUN(host);
}
