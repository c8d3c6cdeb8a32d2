/*
 * unroll.cpp - unrolls loops by the costs of a T800 (unroll.hpp).
 *
 * For a machine of this kind, LLVM itself unrolls only loops whose number of turns is known and
 * small. This pass handles the inner loops that are left. In each turn it can save
 *
 * - the jump back, the test of the end, and the steps of counters and pointers, since a load at a
 *   constant offset from a pointer costs nothing more;
 * - moves, if words only move on from turn to turn, as in a digest;
 * - loads of what an earlier turn has loaded, as in a filter.
 *
 * A loop is unrolled if these savings are a good part of its time. The more is saved, the longer
 * the copies may be. The number of words that the loop uses does not matter: only shared loads
 * increase it, and a slot that needs a prefix costs one cycle more, but a load costs five.
 *
 * If the number of turns can be computed before the loop, only one turn in several is tested, and a
 * copy of the loop does the turns that are left over. Otherwise (a list, the end of a string) each
 * copy has its test, and only jumps are saved; such loops are often left soon, and are unrolled
 * only if that is asked for.
 */
#include "unroll.hpp"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/MemoryLocation.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

using namespace llvm;

namespace {

/* cycles */
enum {
	TURN = 12, /* a jump back, a counter's step and the test of it */
	JUMP = 5,  /* a jump back, and the steps that a copy shares with the next */
	MOVE = 4,  /* ldl, stl */
	LOAD = 5,  /* ldl, ldnl, and what the type needs */
};

/* most blocks of a loop that is unrolled; most turns of a longer loop execute only some of them */
const unsigned most_blocks = 3;

/* Effort - how far loops are unrolled. */
struct Effort {
	unsigned share;     /* the least that is saved of a turn, per cent */
	unsigned length;    /* most instructions of LLVM in all copies, for each cycle saved */
	unsigned known;     /* most copies, if the number of turns is a constant; they divide it */
	unsigned counted;   /* copies, if the number is computed before the loop */
	unsigned uncounted; /* copies, if each turn has its test */
};

const Effort usual = {10, 5, 8, 4, 1}, eager = {5, 10, 8, 4, 4};

/* Analyses - LLVM's results for a function, which follow its changes. */
struct Analyses {
	DominatorTree &dominators;
	LoopInfo &loops;
	ScalarEvolution &evolution;
	AssumptionCache &assumptions;
	const TargetTransformInfo &costs;
	OptimizationRemarkEmitter &remarks;
	AAResults &aliases;
	const DataLayout &layout;

	Analyses(Function &f, FunctionAnalysisManager &m)
		: dominators(m.getResult<DominatorTreeAnalysis>(f)),
		  loops(m.getResult<LoopAnalysis>(f)),
		  evolution(m.getResult<ScalarEvolutionAnalysis>(f)),
		  assumptions(m.getResult<AssumptionAnalysis>(f)),
		  costs(m.getResult<TargetIRAnalysis>(f)),
		  remarks(m.getResult<OptimizationRemarkEmitterAnalysis>(f)),
		  aliases(m.getResult<AAManager>(f)), layout(f.getParent()->getDataLayout())
	{
	}
};

/* is_wide: true for a value of two words. */
bool
is_wide(const Value &v)
{
	return v.getType()->getPrimitiveSizeInBits() > 32;
}

/*
 * cycles_of: about how many cycles an instruction takes whose operands are in slots; 0 if it
 * becomes part of another instruction, or belongs to the cost of the turn (TURN).
 */
unsigned
cycles_of(const Instruction &i)
{
	switch (i.getOpcode()) {
	case Instruction::PHI:
	case Instruction::Br:
	case Instruction::BitCast:
	case Instruction::Trunc:
	case Instruction::GetElementPtr:
		return 0;
	case Instruction::Load:
	case Instruction::Store:
		return 5;
	case Instruction::Mul:
		return is_wide(i) ? 80 : isa<Constant>(i.getOperand(1)) ? 10 : 20;
	case Instruction::UDiv:
	case Instruction::SDiv:
	case Instruction::URem:
	case Instruction::SRem:
		return is_wide(i) ? 200 : 42;
	case Instruction::FAdd:
	case Instruction::FSub:
		return 8;
	case Instruction::FMul:
		return is_wide(i) ? 21 : 12;
	case Instruction::FDiv:
		return is_wide(i) ? 32 : 18;
	case Instruction::Call:
		return isa<DbgInfoIntrinsic>(i) ? 0 : 15;
	default:
		return is_wide(i) ? 12 : 4;
	}
}

/* loads_again: true if the addresses a and b are equal at most `turns` turns apart. */
bool
loads_again(const SCEV *a, const SCEV *b, unsigned turns, ScalarEvolution &evolution)
{
	const auto *row = dyn_cast<SCEVAddRecExpr>(a);
	const auto *apart = dyn_cast<SCEVConstant>(evolution.getMinusSCEV(a, b));
	const auto *step = row ? dyn_cast<SCEVConstant>(row->getStepRecurrence(evolution)) : nullptr;

	if (!apart || apart->isZero() || !step)
		return false;
	APInt distance = apart->getAPInt().abs(), size = step->getAPInt().abs();
	return distance.urem(size) == 0 && distance.udiv(size).ule(turns);
}

/* is_stored: true if the loop may store to an address from which the load reads in some turn. */
bool
is_stored(const Loop &loop, const LoadInst &load, AAResults &aliases)
{
	MemoryLocation at = MemoryLocation::getBeforeOrAfter(load.getPointerOperand());

	for (BasicBlock *block : loop.blocks())
		for (Instruction &i : *block)
			if (isModSet(aliases.getModRefInfo(&i, at)))
				return true;
	return false;
}

/* shared_loads: how many loads of a turn have an address that one of the next turns loads, too. */
unsigned
shared_loads(const Loop &loop, unsigned turns, Analyses &a)
{
	SmallVector<std::pair<const LoadInst *, const SCEV *>, 16> loads;
	unsigned n = 0;

	for (BasicBlock *block : loop.blocks())
		for (Instruction &i : *block)
			if (auto *load = dyn_cast<LoadInst>(&i))
				loads.push_back({load, a.evolution.getSCEV(load->getPointerOperand())});
	for (auto &first : loads)
		n += any_of(loads, [&](auto &again) {
			return loads_again(first.second, again.second, turns, a.evolution);
		}) && !is_stored(loop, *first.first, a.aliases);
	return n;
}

/* moved_words: how many words only move on from turn to turn, as b in c = b, b = a. */
unsigned
moved_words(const Loop &loop)
{
	unsigned n = 0;

	for (const PHINode &phi : loop.getHeader()->phis()) {
		const auto *next = dyn_cast<PHINode>(phi.getIncomingValueForBlock(loop.getLoopLatch()));

		n += next && next != &phi && next->getParent() == loop.getHeader();
	}
	return n;
}

/* has_calls: true if the loop calls functions, whose time is unknown. */
bool
has_calls(const Loop &loop)
{
	for (const BasicBlock *block : loop.blocks())
		for (const Instruction &i : *block)
			if (isa<CallBase>(i) && !isa<IntrinsicInst>(i))
				return true;
	return false;
}

/*
 * is_part: true if the address is the address of a variable, or of a part at a fixed offset in a
 * variable.
 */
bool
is_part(const Value *address, const DataLayout &layout)
{
	APInt at(layout.getIndexTypeSizeInBits(address->getType()), 0);
	const Value *base = address->stripAndAccumulateConstantOffsets(layout, at, true);

	return isa<AllocaInst>(base) || isa<GlobalVariable>(base);
}

/*
 * keeps_part: true if the loop keeps a part of a variable in memory as a value, and stores it after
 * the loop. Debuggers show such a part from turn to turn; in an unrolled loop, its value between
 * two copies of the body is in no slot.
 */
bool
keeps_part(const Loop &loop, const DataLayout &layout)
{
	SmallSetVector<const Instruction *, 32> values;

	for (const BasicBlock *block : loop.blocks())
		for (const Instruction &i : *block)
			values.insert(&i);
	for (unsigned n = 0; n < values.size(); n++)
		for (const User *user : values[n]->users()) {
			const auto *store = dyn_cast<StoreInst>(user);

			if (store && !loop.contains(store) && store->getValueOperand() == values[n]
				&& is_part(store->getPointerOperand(), layout))
				return true;
			if (isa<PHINode>(user))
				values.insert(cast<PHINode>(user));
		}
	return false;
}

/* is_counted: true if the number of turns can be computed before the loop. */
bool
is_counted(const Loop &loop, ScalarEvolution &evolution)
{
	return loop.getExitingBlock() && loop.getExitingBlock() == loop.getLoopLatch()
		&& evolution.hasLoopInvariantBackedgeTakenCount(&loop);
}

/* saved_cycles: the cycles of a turn that most turns of the unrolled loop save. */
unsigned
saved_cycles(const Loop &loop, unsigned copies, Analyses &a)
{
	return (is_counted(loop, a.evolution) ? TURN : JUMP) + MOVE * moved_words(loop)
		+ LOAD * shared_loads(loop, copies - 1, a);
}

/* most_copies: how many copies of the loop's body the number of its turns permits. */
unsigned
most_copies(const Loop &loop, unsigned turns, ScalarEvolution &evolution, const Effort &effort)
{
	return turns ? effort.known
		: is_counted(loop, evolution) ? effort.counted
		: effort.uncounted;
}

/* copies_of: how many copies of the loop's body to make; 1: the loop is not unrolled. */
unsigned
copies_of(const Loop &loop, Analyses &a, const Effort &effort)
{
	unsigned turns = a.evolution.getSmallConstantTripCount(&loop), cycles = 0, length = 0;
	unsigned copies = most_copies(loop, turns, a.evolution, effort), saved;

	if (!loop.isInnermost() || !loop.getLoopLatch() || loop.getNumBlocks() > most_blocks
		|| has_calls(loop) || keeps_part(loop, a.layout)
		|| hasUnrollTransformation(&loop) & TM_Disable)
		return 1;
	for (const BasicBlock *block : loop.blocks())
		for (const Instruction &i : *block) {
			cycles += cycles_of(i);
			length += cycles_of(i) > 0;
		}
	saved = saved_cycles(loop, copies, a);
	if (100 * saved < effort.share * cycles)
		return 1;
	while (copies > 1 && (copies * length > effort.length * saved || turns % copies != 0))
		copies--;
	return copies;
}

/* unroll: unroll a loop; true if the function has changed. */
bool
unroll(Loop &loop, unsigned copies, Analyses &a, const Effort &effort)
{
	UnrollLoopOptions options = {};
	bool changed = simplifyLoop(&loop, &a.dominators, &a.loops, &a.evolution, &a.assumptions,
		nullptr, false);

	changed |= formLCSSARecursively(loop, a.dominators, &a.loops, &a.evolution);
	options.Count = copies;
	options.Runtime = is_counted(loop, a.evolution);
	options.UnrollRemainder = effort.uncounted > 1;
	return UnrollLoop(&loop, options, &a.loops, &a.evolution, &a.dominators, &a.assumptions,
		&a.costs, &a.remarks, true) != LoopUnrollResult::Unmodified || changed;
}

/* unroll_function: unroll the loops of a function; true if it has changed. */
bool
unroll_function(Function &f, FunctionAnalysisManager &m, const Effort &effort)
{
	Analyses a(f, m);
	SmallVector<std::pair<Loop *, unsigned>, 8> chosen;
	unsigned copies;
	bool changed = false;

	for (Loop *loop : a.loops.getLoopsInPreorder())
		if ((copies = copies_of(*loop, a, effort)) > 1)
			chosen.push_back({loop, copies});
	for (auto &choice : chosen)
		changed |= unroll(*choice.first, choice.second, a, effort);
	return changed;
}

}

void
unroll_loops(Module &module, TargetMachine &machine, bool further)
{
	LoopAnalysisManager loops;
	FunctionAnalysisManager functions;
	CGSCCAnalysisManager graph;
	ModuleAnalysisManager modules;
	PassBuilder builder(&machine);
	FunctionPassManager simplify;

	builder.registerModuleAnalyses(modules);
	builder.registerCGSCCAnalyses(graph);
	builder.registerFunctionAnalyses(functions);
	builder.registerLoopAnalyses(loops);
	builder.crossRegisterProxies(loops, functions, graph, modules);
	simplify.addPass(InstCombinePass());
	simplify.addPass(EarlyCSEPass(true));
	simplify.addPass(SimplifyCFGPass());
	for (Function &f : module)
		if (!f.isDeclaration() && !f.hasOptSize() && !f.hasOptNone()
			&& unroll_function(f, functions, further ? eager : usual)) {
			functions.invalidate(f, PreservedAnalyses::none());
			simplify.run(f, functions);
		}
}
