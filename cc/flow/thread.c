/*
 * thread.c - threads, and processes made by kclone: each becomes a process of the graph, whose
 * `main` calls the function that it starts with.
 */
#include "flow.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_THREADS = 64 }; /* most threads of a process, including processes made by kclone */

const char *
flow_channel(Arena *a, const char *kind, const char *name)
{
	char *s = xasprintf("%s/%s", kind, name);
	const char *kept = arena_strndup(a, s, strlen(s));

	free(s);
	return kept;
}

bool
flow_is_call(LLVMValueRef v, const char *name)
{
	const char *callee = LLVMIsACallInst(v) ? callee_name(v) : NULL;

	return callee && strcmp(callee, name) == 0;
}

/* ---- operations ---- */

/* without_casts: the value to which bit casts are applied. */
static LLVMValueRef
without_casts(LLVMValueRef v)
{
	while (value_opcode(v) == LLVMBitCast)
		v = LLVMGetOperand(v, 0);
	return v;
}

/* thread_name: FUNCTION, FUNCTION.2, ... in the order in which they are found */
static const char *
thread_name(FlowHome *h, LLVMValueRef function)
{
	size_t len;
	const char *plain = LLVMGetValueName2(function, &len);
	uint32_t same = 1;
	char *s;

	for (uint32_t i = 0; i < h->nthreads; i++)
		same += strncmp(h->thread[i], plain, len) == 0
			&& (h->thread[i][len] == '\0' || h->thread[i][len] == '.');
	s = same == 1 ? xasprintf("%s", plain) : xasprintf("%s.%u", plain, same);
	h->thread = arena_more(h->arena, h->thread, h->nthreads, sizeof *h->thread);
	h->thread[h->nthreads++] = arena_strndup(h->arena, s, strlen(s));
	free(s);
	return h->thread[h->nthreads - 1];
}

/* start_number: the number of the start v in the flow; a new start is added. */
static uint32_t
start_number(const Module *m, Flow *f, LLVMValueRef v)
{
	LLVMValueRef function = without_casts(LLVMGetOperand(v, 0));
	bool copies = LLVMConstIntGetZExtValue(LLVMGetOperand(v, 2));

	for (uint32_t i = 0; i < f->nstarts; i++)
		if (f->start[i].at == v)
			return i;
	if (!LLVMIsAFunction(function) || LLVMIsDeclaration(function)
		|| LLVMCountParams(function) != 1)
		refuse(m, v, "the graph of a program that starts a thread in a function that is "
			"not known is not supported: name the function, of one argument, in the "
			"call");
	if (f->home->nthreads == MAX_THREADS)
		refuse(m, v, "the graph of a process with more than %d threads is not supported",
			MAX_THREADS);
	f->start = arena_more(f->arena, f->start, f->nstarts, sizeof *f->start);
	f->start[f->nstarts] = (FlowStart){.at = v, .copies = copies,
		.name = thread_name(f->home, function)};
	return f->nstarts++;
}

/* set_start: make the node the start of a thread: a send to the thread. */
static void
set_start(const Module *m, Flow *f, uint32_t node, LLVMValueRef v)
{
	uint32_t k = start_number(m, f, v);

	f->node[node].kind = FLOW_SEND;
	f->node[node].channel = flow_channel(f->arena, f->start[k].copies ? "clone" : "start",
		f->start[k].name);
	f->node[node].starts = k + 1;
}

/* set_join: make the node a join: a receive of the thread's end. */
static void
set_join(const Module *m, Flow *f, uint32_t node, LLVMValueRef v)
{
	LLVMValueRef thread = without_casts(LLVMGetOperand(v, 0));
	uint32_t k;

	if (!flow_is_call(thread, "__graph_start"))
		refuse(m, v, "the graph of a program that joins a thread that is not known is not "
			"supported: keep what starts it has returned in a local variable");
	k = start_number(m, f, thread);
	f->node[node].kind = FLOW_RECEIVE;
	f->node[node].channel = flow_channel(f->arena, "end", f->start[k].name);
	f->node[node].joins = k + 1;
}

/* set_object: make the node an operation on a semaphore or channel. */
static void
set_object(const Module *m, Flow *f, uint32_t node, LLVMValueRef v)
{
	static const char *const kinds[] = {"semaphore", "channel", "answer"};
	uint64_t kind = LLVMConstIntGetZExtValue(LLVMGetOperand(v, 1));
	const FlowObject *o;

	if (f->copied)
		refuse(m, v, "the graph of a process made by kclone that uses a %s is not "
			"supported: its state is a copy of the parent's", kind ? "channel"
			: kinds[0]);
	o = flow_object(m, f->home, v, kind == 0);
	f->node[node].kind = flow_is_call(v, "__graph_put") ? FLOW_SEND : FLOW_RECEIVE;
	f->node[node].channel = flow_channel(f->arena, kinds[kind], o->name);
}

/* set_thread_border: make the node the thread's first operation or (ends) its last one. */
static void
set_thread_border(Flow *f, uint32_t node, bool ends)
{
	const FlowStart *s = &f->parent->start[f->started];

	f->node[node].kind = ends ? FLOW_SEND : FLOW_RECEIVE;
	f->node[node].channel = flow_channel(f->arena, ends ? "end" : s->copies ? "clone" : "start",
		f->thread);
}

bool
is_thread_operation(LLVMValueRef v)
{
	static const char *const names[] = {"__graph_put", "__graph_take", "__graph_start",
		"__graph_join", "__graph_begin", "__graph_end"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (flow_is_call(v, names[i]))
			return true;
	return false;
}

void
flow_set_thread_operation(const Module *m, Flow *f, uint32_t node, LLVMValueRef v)
{
	if (flow_is_call(v, "__graph_start"))
		set_start(m, f, node, v);
	else if (flow_is_call(v, "__graph_join"))
		set_join(m, f, node, v);
	else if (flow_is_call(v, "__graph_put") || flow_is_call(v, "__graph_take"))
		set_object(m, f, node, v);
	else
		set_thread_border(f, node, flow_is_call(v, "__graph_end"));
}

/* ---- the module of a thread ---- */

/*
 * find_start: find a call in a module that starts a thread. If `of` is NULL: the call with number
 * *k, in the module's order. Otherwise: the call `of`, whose number is stored in *k. Returns NULL
 * if there is none.
 */
static LLVMValueRef
find_start(LLVMModuleRef m, LLVMValueRef of, uint32_t *k)
{
	uint32_t n = 0;

	for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
			b = LLVMGetNextBasicBlock(b))
			for (LLVMValueRef v = LLVMGetFirstInstruction(b); v;
				v = LLVMGetNextInstruction(v)) {
				if (!flow_is_call(v, "__graph_start"))
					continue;
				if (of ? v == of : n == *k) {
					*k = n;
					return v;
				}
				n++;
			}
	return NULL;
}

/* call_operation: build a call of an operation without arguments, declared if it is not yet. */
static void
call_operation(LLVMModuleRef m, LLVMBuilderRef b, const char *name)
{
	LLVMContextRef c = LLVMGetModuleContext(m);
	LLVMTypeRef t = LLVMFunctionType(LLVMVoidTypeInContext(c), NULL, 0, false);
	LLVMValueRef f = LLVMGetNamedFunction(m, name);

	LLVMBuildCall2(b, t, f ? f : LLVMAddFunction(m, name, t), NULL, 0, "");
}

/*
 * start_argument: the argument for the thread's function: the argument that the start passes, if it
 * is a constant; otherwise an undefined value.
 */
static LLVMValueRef
start_argument(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef argument, LLVMTypeRef t)
{
	LLVMTypeRef word = LLVMInt32TypeInContext(LLVMGetModuleContext(m));
	LLVMTypeRef any = LLVMFunctionType(word, NULL, 0, false);
	LLVMValueRef f = LLVMGetNamedFunction(m, "__graph_any");

	if (LLVMIsConstant(argument) && !LLVMIsUndef(argument))
		return LLVMBuildBitCast(b, argument, t, "");
	f = f ? f : LLVMAddFunction(m, "__graph_any", any);
	return LLVMBuildIntToPtr(b, LLVMBuildCall2(b, any, f, NULL, 0, ""), t, "");
}

/*
 * build_main: build a main that marks the thread's begin, calls the function of the start, and
 * marks the thread's end.
 */
static void
build_main(LLVMModuleRef m, LLVMValueRef start)
{
	LLVMContextRef c = LLVMGetModuleContext(m);
	LLVMTypeRef word = LLVMInt32TypeInContext(c), t = LLVMFunctionType(word, NULL, 0, false);
	LLVMValueRef f = without_casts(LLVMGetOperand(start, 0)), argument;
	LLVMValueRef main = LLVMAddFunction(m, "main", t);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(c);

	LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(c, main, ""));
	call_operation(m, b, "__graph_begin");
	argument = start_argument(m, b, LLVMGetOperand(start, 1),
		LLVMTypeOf(LLVMGetParam(f, 0)));
	LLVMBuildCall2(b, LLVMGlobalGetValueType(f), f, &argument, 1, "");
	call_operation(m, b, "__graph_end");
	LLVMBuildRet(b, LLVMConstInt(word, 0, 0));
	LLVMDisposeBuilder(b);
}

Module
flow_thread_module(const Module *m, LLVMValueRef start, uint32_t nnodes)
{
	Module thread = *m;
	LLVMValueRef old, copy;
	uint32_t k;

	find_start(m->ir, start, &k);
	thread.ir = LLVMCloneModule(m->ir);
	thread.debug = NULL;
	thread.layout = LLVMGetModuleDataLayout(thread.ir);
	old = LLVMGetNamedFunction(thread.ir, "main");
	if (LLVMGetFirstUse(old))
		refuse(&thread, LLVMGetUser(LLVMGetFirstUse(old)), "the graph of a program that "
			"calls main is not supported");
	LLVMSetValueName2(old, "", 0);
	copy = find_start(thread.ir, NULL, &k);
	build_main(thread.ir, copy);
	LLVMDeleteFunction(old);
	graph_fold(thread.ir, nnodes);
	return thread;
}
