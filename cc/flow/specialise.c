/*
 * specialise.c - makes the program of one node: links it with the model of the message calls, makes
 * the numbers of the node and of the network's nodes constants, and lets LLVM's passes simplify it.
 */
#include "flow.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include <string.h>

static const char inlining_passes[] = "always-inline,function(sroa)";
static const char folding_passes[] =
	"always-inline,require<globals-aa>,ipsccp,"
	"function(sroa,early-cse<memssa>,instcombine,simplifycfg,sccp,gvn,jump-threading,"
	"correlated-propagation,instcombine,simplifycfg,adce,loop-simplify,lcssa,"
	"loop(loop-rotate,indvars,loop-deletion)),globaldce";
static const char unrolling_passes[] = "function(loop-unroll<O3;no-partial;no-runtime;no-peeling>)";

/* most rounds of unrolling; each round reaches one more level of nested loops */
enum { MAX_UNROLLINGS = 8 };

/* run_passes: run LLVM's passes, given as opt's option -passes names them. */
static void
run_passes(LLVMModuleRef m, const char *passes)
{
	LLVMPassBuilderOptionsRef o = LLVMCreatePassBuilderOptions();
	LLVMErrorRef error = LLVMRunPasses(m, passes, NULL, o);

	if (error)
		fatal("LLVM refuses its own passes: %s", LLVMGetErrorMessage(error));
	LLVMDisposePassBuilderOptions(o);
}

/* new_attribute: LLVM's attribute of this name, without a value. */
static LLVMAttributeRef
new_attribute(LLVMModuleRef m, const char *name)
{
	return LLVMCreateEnumAttribute(LLVMGetModuleContext(m),
		LLVMGetEnumAttributeKindForName(name, strlen(name)), 0);
}

/* ---- linking ---- */

/*
 * add_bitcode: link bitcode into the module. If `places` is false, the bitcode loses its places in
 * the source: its instructions, when inlined, get the places of the calls that they replace.
 */
static void
add_bitcode(LLVMModuleRef all, const char *name, const Buf *bitcode, bool places)
{
	Module m = {0};

	module_read(&m, LLVMGetModuleContext(all), name, bitcode->data, bitcode->len);
	if (!places)
		LLVMStripModuleDebugInfo(m.ir);
	if (LLVMLinkModules2(all, m.ir))
		fatal("%s: does not link with the program's other files", name);
}

/* make_constant: let all calls of a function without arguments have this value as their result. */
static void
make_constant(LLVMModuleRef m, const char *function, uint32_t value)
{
	LLVMValueRef f = LLVMGetNamedFunction(m, function);
	LLVMUseRef next;

	for (LLVMUseRef u = f ? LLVMGetFirstUse(f) : NULL; u; u = next) {
		LLVMValueRef call = LLVMGetUser(u);

		next = LLVMGetNextUse(u);
		if (LLVMIsACallInst(call) && LLVMGetCalledValue(call) == f) {
			LLVMReplaceAllUsesWith(call, LLVMConstInt(LLVMTypeOf(call), value, 0));
			LLVMInstructionEraseFromParent(call);
		}
	}
}

/* inline_functions: inline all functions into main, except those that call themselves. */
static void
inline_functions(LLVMModuleRef m)
{
	LLVMAttributeRef always = new_attribute(m, "alwaysinline");
	unsigned never = LLVMGetEnumAttributeKindForName("noinline", strlen("noinline"));
	size_t len;

	for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
		if (LLVMIsDeclaration(f) || strcmp(LLVMGetValueName2(f, &len), "main") == 0)
			continue;
		LLVMSetLinkage(f, LLVMInternalLinkage);
		LLVMRemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, never);
		LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, always);
	}
}

/*
 * make_variables_internal: make all variables of the module internal, so that LLVM may fold them.
 */
static void
make_variables_internal(LLVMModuleRef m)
{
	for (LLVMValueRef v = LLVMGetFirstGlobal(m); v; v = LLVMGetNextGlobal(v))
		if (!LLVMIsDeclaration(v))
			LLVMSetLinkage(v, LLVMInternalLinkage);
}

/* ---- attributes of the model's operations, for the passes ---- */

/*
 * restrict_memory: note for LLVM that a function of the model touches only this kind of memory,
 * and that its calls must not be merged.
 */
static void
restrict_memory(LLVMModuleRef m, const char *function, const char *memory)
{
	LLVMValueRef f = LLVMGetNamedFunction(m, function);

	if (!f)
		return;
	LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, new_attribute(m, memory));
	LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, new_attribute(m, "nounwind"));
	for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u))
		LLVMAddCallSiteAttribute(LLVMGetUser(u), LLVMAttributeFunctionIndex,
			new_attribute(m, "nomerge"));
}

/* restrict_model: tell LLVM what memory the functions of the model touch. */
static void
restrict_model(LLVMModuleRef m)
{
	LLVMValueRef fill = LLVMGetNamedFunction(m, "__graph_fill");

	restrict_memory(m, "__graph_send", "inaccessiblememonly");
	restrict_memory(m, "__graph_receive", "inaccessiblememonly");
	restrict_memory(m, "__graph_change", "inaccessiblememonly");
	restrict_memory(m, "__graph_any", "inaccessiblememonly");
	restrict_memory(m, "__graph_put", "inaccessiblememonly");
	restrict_memory(m, "__graph_take", "inaccessiblememonly");
	restrict_memory(m, "__graph_join", "inaccessiblememonly");
	restrict_memory(m, "__graph_begin", "inaccessiblememonly");
	restrict_memory(m, "__graph_end", "inaccessiblememonly");
	/* so that LLVM does not duplicate the call: each start exists once */
	restrict_memory(m, "__graph_start", "convergent");
	restrict_memory(m, "__graph_fill", "argmemonly");
	if (fill)
		LLVMAddAttributeAtIndex(fill, 1, new_attribute(m, "nocapture"));
}

void
graph_fold(LLVMModuleRef m, uint32_t nnodes)
{
	inline_functions(m);
	make_variables_internal(m);
	restrict_model(m);
	run_passes(m, folding_passes);
	for (int i = 0; i < MAX_UNROLLINGS && unroll_choose(m, nnodes); i++) {
		run_passes(m, unrolling_passes);
		run_passes(m, folding_passes);
	}
}

Module
graph_specialise(LLVMContextRef context, const GraphProgram *p, const Buf *model, uint32_t nmodels,
	uint32_t node, uint32_t nnodes, Flow *flow)
{
	Module m = {.name = p->name};

	module_read(&m, context, p->file[0], p->bitcode[0].data, p->bitcode[0].len);
	for (uint32_t i = 1; i < p->nfiles; i++)
		add_bitcode(m.ir, p->file[i], &p->bitcode[i], true);
	if (!LLVMGetNamedFunction(m.ir, "main")
		|| LLVMIsDeclaration(LLVMGetNamedFunction(m.ir, "main")))
		fatal("%s: main is not defined; a program is the files FILE+FILE...", p->file[0]);
	if (LLVMGetNamedGlobal(m.ir, "llvm.global_ctors")
		|| LLVMGetNamedGlobal(m.ir, "llvm.global_dtors"))
		fatal("%s: the graph of a program with constructors or destructors is not "
			"supported: a process begins and ends with main", p->file[0]);
	make_constant(m.ir, "getnodeid", node);
	make_constant(m.ir, "getnnodes", nnodes);
	inline_functions(m.ir);
	run_passes(m.ir, inlining_passes);
	changes_mark(m.ir, flow);
	memory_mark_shared(m.ir);
	for (uint32_t i = 0; i < nmodels; i++)
		add_bitcode(m.ir, "the model of the kernel's calls", &model[i], false);
	make_constant(m.ir, "getnodeid", node);
	graph_fold(m.ir, nnodes);
	return m;
}
