/*
 * insert.c - inserts the calls that write a log (kernel/libc/eblock.c).
 *
 * An e-block f becomes two functions: its code, f.eblock, and f, which calls it:
 *
 * 	f(arguments)
 * 		logged = --__log_wait < 0 ? __log_prelog(&description, &open, Wptr) : 0
 * 		result = f.eblock(arguments)
 * 		if (logged) __log_postlog(&description, &result, Wptr)
 * 		return result
 *
 * `open` is an OpenBlock of eblock.c, which ends with the arguments. A recursion calls f.eblock, so
 * it is one e-block. After each call that is not emulated, the program logs the call's result and
 * the memory that the call may have changed. A function that TrEK calls begins by logging the
 * memory that TrEK passes:
 *
 * 	__log_root(&root, its first argument, its second, Wptr)
 */
#include "log_parts.h"

#include "kernel/include/kernel_calls.h"

#include <stdlib.h>
#include <string.h>

enum { OPEN_WORDS = 3 }; /* words of an open e-block without its arguments */

/* The state while the logging is inserted. */
typedef struct Insertion {
	Sets *s;
	Module *program;
	LLVMContextRef context;
	LLVMBuilderRef b;
	LLVMTypeRef word;          /* type of a word */
	bool *eblock;              /* [nobjects] true for a function that is an e-block */
	LLVMValueRef *body;        /* [nobjects]: an e-block's code in the program; or NULL */
} Insertion;

/* ---- parts of the program ---- */

/*
 * own_value: the function or variable of the user's program that corresponds to `whole`, one of
 * the whole program.
 */
static LLVMValueRef
own_value(const Insertion *in, LLVMValueRef whole)
{
	LLVMModuleRef ir = in->program->ir;
	LLVMValueRef v = LLVMIsAFunction(whole) ? LLVMGetNamedFunction(ir, name_of(whole))
		: LLVMGetNamedGlobal(ir, name_of(whole));

	if (v)
		return v;
	if (LLVMIsAFunction(whole))
		fatal("--log: %s() is not in the program", name_of(whole));
	return LLVMAddGlobal(ir, LLVMGlobalGetValueType(whole), name_of(whole));
}

/* declare_function: a function of the library, which is declared if it is not yet. */
static LLVMValueRef
declare_function(Insertion *in, const char *name, LLVMTypeRef result, unsigned n)
{
	LLVMValueRef f = LLVMGetNamedFunction(in->program->ir, name);
	LLVMTypeRef parameter[5] = {in->word, in->word, in->word, in->word, in->word};

	return f ? f : LLVMAddFunction(in->program->ir, name,
		LLVMFunctionType(result, parameter, n, false));
}

/* word_constant: the number n as a constant word. */
static LLVMValueRef
word_constant(const Insertion *in, uint32_t n)
{
	return LLVMConstInt(in->word, n, false);
}

static LLVMTypeRef
void_type(const Insertion *in)
{
	return LLVMVoidTypeInContext(in->context);
}

/* build_call: call a function whose parameters are all words. */
static LLVMValueRef
build_call(Insertion *in, const char *name, LLVMTypeRef result, LLVMValueRef *v, unsigned n)
{
	LLVMTypeRef parameter[5] = {in->word, in->word, in->word, in->word, in->word};
	LLVMValueRef f = declare_function(in, name, result, n);

	return LLVMBuildCall2(in->b, LLVMFunctionType(result, parameter, n, false), f, v, n, "");
}

/* call_wptr: a call of the intrinsic that returns Wptr. */
static LLVMValueRef
call_wptr(Insertion *in)
{
	return build_call(in, "__t800_wptr", in->word, NULL, 0);
}

/* as_word: an address as a constant number. */
static LLVMValueRef
as_word(const Insertion *in, LLVMValueRef address)
{
	return LLVMConstPtrToInt(address, in->word);
}

/* word_global: the global word with this name, declared if it is new. */
static LLVMValueRef
word_global(Insertion *in, const char *name)
{
	LLVMValueRef v = LLVMGetNamedGlobal(in->program->ir, name);

	return v ? v : LLVMAddGlobal(in->program->ir, in->word, name);
}

/* ---- descriptions ---- */

/* A list of words. */
typedef struct WordList {
	LLVMValueRef *v; /* [n] */
	unsigned n;
} WordList;

/* put_word: append a value to a list of words. */
static void
put_word(WordList *l, LLVMValueRef v)
{
	l->v = xrealloc(l->v, (l->n + 1) * sizeof *l->v);
	l->v[l->n++] = v;
}

/* put_variable: append the address and the size in words of a variable. */
static void
put_variable(const Insertion *in, WordList *l, LLVMValueRef whole)
{
	LLVMValueRef v = own_value(in, whole);
	uint32_t bytes = LLVMABISizeOfType(in->program->layout, LLVMGlobalGetValueType(v));

	put_word(l, as_word(in, v));
	put_word(l, word_constant(in, (bytes + 3) / 4));
}

/* put_set: append the variables and regions of the set; returns their number. */
static uint32_t
put_set(const Insertion *in, WordList *l, const ValueSet *set)
{
	const bool whole[NINSIDEREGIONS] = {[INSIDE_STACK] = set->stack,
		[INSIDE_HEAP] = set->heap, [INSIDE_ENTERED] = set->entered};
	uint32_t n = 0;

	for (uint32_t i = 0; i < in->s->nobjects; i++)
		if (set->global[i]) {
			put_variable(in, l, in->s->object[i].value);
			n++;
		}
	for (int kind = 0; kind < NINSIDEREGIONS; kind++)
		if (whole[kind]) {
			put_word(l, word_constant(in, kind));
			put_word(l, word_constant(in, 0));
			n++;
		}
	return n;
}

/* build_words: a constant of these words; the list is freed. Returns its address as a word. */
static LLVMValueRef
build_words(Insertion *in, WordList *l)
{
	LLVMTypeRef type = LLVMArrayType(in->word, l->n);
	LLVMValueRef v = LLVMAddGlobal(in->program->ir, type, "log.description");

	LLVMSetInitializer(v, LLVMConstArray(in->word, l->v, l->n));
	LLVMSetLinkage(v, LLVMInternalLinkage);
	LLVMSetGlobalConstant(v, true);
	free(l->v);
	*l = (WordList){0};
	return as_word(in, v);
}

/* result_kind: how a log stores a result of this type (LOG_...). */
static unsigned
result_kind(LLVMTypeRef t)
{
	switch (LLVMGetTypeKind(t)) {
	case LLVMVoidTypeKind: return LOG_NO_RESULT;
	case LLVMFloatTypeKind: return LOG_SINGLE;
	case LLVMDoubleTypeKind: return LOG_DOUBLE;
	case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(t) > 32 ? LOG_TWO : LOG_WORD;
	default: return LOG_WORD;
	}
}

/* result_words: the number of words of a result of this type. */
static uint32_t
result_words(LLVMTypeRef t)
{
	unsigned result = result_kind(t);

	return result == LOG_TWO || result == LOG_DOUBLE ? 2 : 1;
}

/*
 * describe_eblock: make the constant that describes an e-block to the library, and return its
 * address.
 */
static LLVMValueRef
describe_eblock(Insertion *in, uint32_t f, LLVMValueRef body)
{
	ValueSet used = sets_used(in->s, f), defined = sets_defined(in->s, f);
	WordList l = {0};
	uint32_t nargs = 0;

	for (unsigned i = 0; i < LLVMCountParams(body); i++)
		nargs += result_words(LLVMTypeOf(LLVMGetParam(body, i)));
	put_word(&l, as_word(in, body));
	put_word(&l, word_constant(in, nargs));
	put_word(&l,
		word_constant(in, result_kind(LLVMGetReturnType(LLVMGlobalGetValueType(body)))));
	put_word(&l, NULL);
	put_word(&l, NULL);
	l.v[3] = word_constant(in, put_set(in, &l, &used));
	l.v[4] = word_constant(in, put_set(in, &l, &defined));
	return build_words(in, &l);
}

/* new_attribute: LLVM's attribute of this name, without a value. */
static LLVMAttributeRef
new_attribute(const Insertion *in, const char *name)
{
	return LLVMCreateEnumAttribute(in->context,
		LLVMGetEnumAttributeKindForName(name, strlen(name)), 0);
}

/* ---- e-blocks ---- */

/*
 * build_room: make an array of words in the workspace of the function being built; returns its
 * address.
 */
static LLVMValueRef
build_room(Insertion *in, uint32_t nwords)
{
	return LLVMBuildAlloca(in->b, LLVMArrayType(in->word, nwords ? nwords : 1), "");
}

/*
 * store_value: store a value of a plain type from word `nth` of `at` on, as function f has it in a
 * register or its workspace. index: the number of f's parameter, from 1 on, or
 * LLVMAttributeReturnIndex.
 */
static void
store_value(Insertion *in, LLVMValueRef at, uint32_t nth, LLVMValueRef v, LLVMValueRef f,
	unsigned index)
{
	LLVMTypeRef t = LLVMTypeOf(v);
	LLVMValueRef words[] = {word_constant(in, 0), word_constant(in, nth)}, to;

	if (LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) < 32) {
		v = has_attribute(f, index, "signext") ? LLVMBuildSExt(in->b, v, in->word, "")
			: LLVMBuildZExt(in->b, v, in->word, "");
		t = in->word;
	}
	to = LLVMBuildGEP2(in->b, LLVMGetElementType(LLVMTypeOf(at)), at, words, 2, "");
	LLVMSetAlignment(LLVMBuildStore(in->b, v,
		LLVMBuildBitCast(in->b, to, LLVMPointerType(t, 0), "")), 4);
}

/* build_address: build the conversion of an address to a word. */
static LLVMValueRef
build_address(Insertion *in, LLVMValueRef at)
{
	return LLVMBuildPtrToInt(in->b, at, in->word, "");
}

/* new_parameters: the parameters of f, in a new array. */
static LLVMValueRef *
new_parameters(LLVMValueRef f)
{
	LLVMValueRef *v = xcalloc(LLVMCountParams(f) + 1, sizeof *v);

	LLVMGetParams(f, v);
	return v;
}

/* word_parameter: parameter i of f as a word; 0 if f has no such parameter. */
static LLVMValueRef
word_parameter(Insertion *in, LLVMValueRef f, unsigned i)
{
	LLVMValueRef v = i < LLVMCountParams(f) ? LLVMGetParam(f, i) : word_constant(in, 0);

	return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind ? build_address(in, v) : v;
}

/* store_word: build the store of v into the word of index `nth` of a global array. */
static void
store_word(Insertion *in, LLVMValueRef words, uint32_t nth, LLVMValueRef v)
{
	LLVMValueRef at[] = {word_constant(in, 0), word_constant(in, nth)};

	LLVMBuildStore(in->b, v,
		LLVMBuildGEP2(in->b, LLVMGlobalGetValueType(words), words, at, 2, ""));
}

/*
 * build_root: build the calls that log f, a function that TrEK calls: its Root (eblock.c) and its
 * arguments. body: the function's old body.
 */
static void
build_root(Insertion *in, const Root *root, LLVMValueRef f, LLVMValueRef body)
{
	enum { WORDS = 6, TASK = 4, PART = 5 };
	LLVMTypeRef type = LLVMArrayType(in->word, WORDS);
	LLVMValueRef v = LLVMAddGlobal(in->program->ir, type, "log.root");
	LLVMValueRef name = LLVMBuildGlobalStringPtr(in->b, root->name, "log.name");
	LLVMValueRef words[] = {word_constant(in, 0), as_word(in, name), as_word(in, body),
		word_constant(in, root->enters), word_constant(in, 0), word_constant(in, 0)};
	LLVMValueRef arg[] = {as_word(in, v), word_parameter(in, f, 0), word_parameter(in, f, 1),
		call_wptr(in)};

	LLVMSetInitializer(v, LLVMConstArray(in->word, words, WORDS));
	LLVMSetLinkage(v, LLVMInternalLinkage);
	if (root->enters == ENTERS_BYTES || root->enters == ENTERS_PARTS) {
		store_word(in, v, TASK, build_call(in, "task_number", in->word, NULL, 0));
		store_word(in, v, PART, build_call(in, "task_part", in->word, NULL, 0));
	}
	build_call(in, "__log_root", void_type(in), arg, 4);
}

/*
 * build_prelog: build the call that writes a prelog with f's parameters, and the store of its
 * result in `logged`: whether the prelog was written.
 */
static void
build_prelog(Insertion *in, LLVMValueRef f, LLVMValueRef body, LLVMValueRef description,
	LLVMValueRef args, LLVMValueRef logged)
{
	LLVMValueRef *v = new_parameters(f),
		     arg[] = {description, build_address(in, args), call_wptr(in)};
	uint32_t at = OPEN_WORDS;

	for (uint32_t i = 0; i < LLVMCountParams(f); at += result_words(LLVMTypeOf(v[i])), i++)
		store_value(in, args, at, v[i], body, i + 1);
	LLVMBuildStore(in->b, build_call(in, "__log_prelog", in->word, arg, 3), logged);
	free(v);
}

/* build_body_call: build the call of the body with f's own parameters; returns its result. */
static LLVMValueRef
build_body_call(Insertion *in, LLVMValueRef f, LLVMValueRef body)
{
	LLVMValueRef *v = new_parameters(f);
	LLVMValueRef called = LLVMBuildCall2(in->b, LLVMGlobalGetValueType(body), body, v,
		LLVMCountParams(f), "");

	for (unsigned i = LLVMAttributeReturnIndex; i <= LLVMCountParams(f); i++) {
		LLVMAttributeRef a[32];
		unsigned n = LLVMGetAttributeCountAtIndex(body, i);

		if (n > sizeof a / sizeof *a)
			fatal("--log: %s() has a parameter or a result with more than 32 "
				"attributes", name_of(f));
		LLVMGetAttributesAtIndex(body, i, a);
		for (unsigned k = 0; k < n; k++) {
			LLVMAddAttributeAtIndex(f, i, a[k]);
			LLVMAddCallSiteAttribute(called, i, a[k]);
		}
	}
	free(v);
	return called;
}

/* build_postlog: insert the writing of a postlog with the result, which may be NULL. */
static void
build_postlog(Insertion *in, LLVMValueRef body, LLVMValueRef description, LLVMValueRef kept,
	LLVMValueRef result)
{
	LLVMValueRef arg[] = {description, build_address(in, kept), call_wptr(in)};

	if (result)
		store_value(in, kept, 0, result, body, LLVMAttributeReturnIndex);
	build_call(in, "__log_postlog", void_type(in), arg, 3);
}

/*
 * build_condition: build the test whether the e-block is logged: an outermost one always, others
 * when enough entries have passed.
 */
static LLVMValueRef
build_condition(Insertion *in, bool outermost)
{
	LLVMValueRef wait = word_global(in, "__log_wait"), left;

	if (outermost)
		return LLVMConstInt(LLVMInt1TypeInContext(in->context), 1, false);
	left = LLVMBuildSub(
		in->b, LLVMBuildLoad2(in->b, in->word, wait, ""), word_constant(in, 1), "");
	LLVMBuildStore(in->b, left, wait);
	return LLVMBuildICmp(in->b, LLVMIntSLT, left, word_constant(in, 0), "");
}

/* build_eblock: build f, which logs and calls the body of an e-block. */
static void
build_eblock(Insertion *in, LLVMValueRef f, LLVMValueRef body, LLVMValueRef description,
	uint32_t object)
{
	static const char *const names[] = {"entry", "prelog", "body", "postlog", "end"};
	LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(body));
	LLVMBasicBlockRef block[5];
	LLVMValueRef args, kept, logged, result;
	const Root *root = root_of(in->s, object);
	bool returns = LLVMGetTypeKind(type) != LLVMVoidTypeKind;
	uint32_t nargs = 0;

	for (unsigned i = 0; i < LLVMCountParams(f); i++)
		nargs += result_words(LLVMTypeOf(LLVMGetParam(f, i)));
	for (int i = 0; i < 5; i++)
		block[i] = LLVMAppendBasicBlockInContext(in->context, f, names[i]);
	LLVMPositionBuilderAtEnd(in->b, block[0]);
	args = build_room(in, OPEN_WORDS + nargs);
	kept = build_room(in, 2);
	logged = LLVMBuildAlloca(in->b, in->word, "logged");
	LLVMBuildStore(in->b, word_constant(in, 0), logged);
	LLVMBuildCondBr(in->b, build_condition(in, sets_is_outermost(in->s, object)), block[1],
		block[2]);
	LLVMPositionBuilderAtEnd(in->b, block[1]);
	if (root)
		build_root(in, root, f, body);
	build_prelog(in, f, body, description, args, logged);
	LLVMBuildBr(in->b, block[2]);
	LLVMPositionBuilderAtEnd(in->b, block[2]);
	result = build_body_call(in, f, body);
	logged = LLVMBuildLoad2(in->b, in->word, logged, "");
	LLVMBuildCondBr(in->b, LLVMBuildICmp(in->b, LLVMIntNE, logged, word_constant(in, 0), ""),
		block[3], block[4]);
	LLVMPositionBuilderAtEnd(in->b, block[3]);
	build_postlog(in, body, description, kept, returns ? result : NULL);
	LLVMBuildBr(in->b, block[4]);
	LLVMPositionBuilderAtEnd(in->b, block[4]);
	if (returns)
		LLVMBuildRet(in->b, result);
	else
		LLVMBuildRetVoid(in->b);
}

/* is_cycle_call: true if the instruction `user` calls f from a function that f may call, too. */
static bool
is_cycle_call(const Insertion *in, LLVMValueRef user, LLVMValueRef f, uint32_t object)
{
	LLVMValueRef from;

	if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != f)
		return false;
	from = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
	for (uint32_t g = 0; g < in->s->nobjects; g++)
		if (in->s->object[g].kind == MEMORY_CODE && in->s->object[g].own
			&& (in->body[g] == from || (!in->body[g]
				&& strcmp(name_of(in->s->object[g].value), name_of(from)) == 0)))
			return sets_share_cycle(in->s, g, object);
	return false;
}

/*
 * hide_body: hide from LLVM's passes what the body of an e-block does, so that they keep the order
 * of its calls.
 */
static void
hide_body(const Insertion *in, LLVMValueRef body)
{
	static const char *const known[] = {"argmemonly", "inaccessiblememonly",
		"inaccessiblemem_or_argmemonly", "readnone", "readonly", "speculatable",
		"writeonly"};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		LLVMRemoveEnumAttributeAtIndex(body, LLVMAttributeFunctionIndex,
			LLVMGetEnumAttributeKindForName(known[i], strlen(known[i])));
	LLVMSetLinkage(body, LLVMWeakAnyLinkage);
	LLVMAddAttributeAtIndex(body, LLVMAttributeFunctionIndex, new_attribute(in, "noinline"));
}

/*
 * rename_eblock: rename the body, and replace f by the new function in all uses, except calls
 * within a cycle. The new function of a root is called by TrEK only.
 */
static LLVMValueRef
rename_eblock(Insertion *in, uint32_t object, LLVMValueRef body)
{
	char *name = xstrdup(name_of(body)), *inner = xasprintf("%s.eblock", name);
	LLVMValueRef f, *cycle = NULL;
	size_t ncycle = 0;

	for (LLVMUseRef u = LLVMGetFirstUse(body); u; u = LLVMGetNextUse(u))
		if (is_cycle_call(in, LLVMGetUser(u), body, object)) {
			cycle = xrealloc(cycle, (ncycle + 1) * sizeof *cycle);
			cycle[ncycle++] = LLVMGetUser(u);
		}
	LLVMSetValueName2(body, inner, strlen(inner));
	f = LLVMAddFunction(in->program->ir, name, LLVMGlobalGetValueType(body));
	LLVMSetLinkage(f, LLVMGetLinkage(body));
	if (!root_of(in->s, object))
		LLVMReplaceAllUsesWith(body, f);
	for (size_t i = 0; i < ncycle; i++)
		LLVMSetOperand(cycle[i], LLVMGetNumOperands(cycle[i]) - 1, body);
	hide_body(in, body);
	free(cycle);
	free(name);
	free(inner);
	return f;
}

/* insert_eblock: wrap the body of an e-block in a new function, which writes its logs. */
static void
insert_eblock(Insertion *in, uint32_t object)
{
	LLVMValueRef body = in->body[object], f = rename_eblock(in, object, body);
	bool outermost = sets_is_outermost(in->s, object);

	build_eblock(in, f, body, describe_eblock(in, object, body), object);
	if (outermost)
		LLVMAddAttributeAtIndex(
			f, LLVMAttributeFunctionIndex, new_attribute(in, "noinline"));
}

/* ---- calls that are not emulated ---- */

/* A call that is not emulated. */
typedef struct OutsideCall {
	LLVMValueRef call;   /* in the program */
	LLVMValueRef function;
	uint32_t called;     /* the number of the function */
	bool allocates, clock; /* it allocates memory; it reads the clock */
} OutsideCall;

/* value_words: a value of a plain type as one or two words. */
static void
value_words(Insertion *in, LLVMValueRef v, LLVMValueRef word[2])
{
	LLVMTypeRef t = LLVMTypeOf(v), wide = LLVMInt64TypeInContext(in->context);
	unsigned result = result_kind(t);

	word[0] = word[1] = word_constant(in, 0);
	if (result == LOG_DOUBLE)
		v = LLVMBuildBitCast(in->b, v, wide, "");
	if (result == LOG_SINGLE)
		word[0] = LLVMBuildBitCast(in->b, v, in->word, "");
	else if (LLVMGetTypeKind(t) == LLVMPointerTypeKind)
		word[0] = LLVMBuildPtrToInt(in->b, v, in->word, "");
	else if (result == LOG_WORD)
		word[0] = call_has_attribute(v, LLVMAttributeReturnIndex, "signext")
			? LLVMBuildSExtOrBitCast(in->b, v, in->word, "")
			: LLVMBuildZExtOrBitCast(in->b, v, in->word, "");
	if (result != LOG_TWO && result != LOG_DOUBLE)
		return;
	word[0] = LLVMBuildTrunc(in->b, v, in->word, "");
	word[1] = LLVMBuildTrunc(in->b, LLVMBuildLShr(in->b, v, LLVMConstInt(wide, 32, false), ""),
		in->word, "");
}

/* insert_allocation: log the block that a call of malloc or a similar function has returned. */
static void
insert_allocation(Insertion *in, const OutsideCall *c)
{
	const char *name = name_of(c->function);
	bool clears = strcmp(name, "calloc") == 0;
	LLVMValueRef size = LLVMGetOperand(c->call, LLVMGetNumArgOperands(c->call) - 1);
	LLVMValueRef arg[5] = {as_word(in, c->function), call_wptr(in), build_address(in, c->call)};

	if (clears)
		size = LLVMBuildMul(in->b, LLVMGetOperand(c->call, 0), size, "");
	arg[3] = size;
	arg[4] = word_constant(in, clears || strcmp(name, "realloc") == 0);
	build_call(in, "__log_block", void_type(in), arg, 5);
}

/* insert_clock: log the value of the clock, which the program has read. */
static void
insert_clock(Insertion *in, const OutsideCall *c)
{
	LLVMValueRef value = c->call;

	build_call(in, "__log_clock", void_type(in), &value, 1);
}

/*
 * buffer_room: the size of a message's buffer, read before the call: the call replaces it by the
 * message's length.
 */
static LLVMValueRef
buffer_room(Insertion *in, LLVMValueRef call, LLVMValueRef message)
{
	LLVMTypeRef words = LLVMPointerType(in->word, 0);
	LLVMValueRef at, index = word_constant(in, NMSG_LENGTH / 4);

	LLVMPositionBuilderBefore(in->b, call);
	at = LLVMBuildGEP2(in->b, in->word, LLVMBuildBitCast(in->b, message, words, ""), &index,
		1, "");
	return LLVMBuildLoad2(in->b, in->word, at, "");
}

/* insert_message: log the message that the call has received. */
static void
insert_message(Insertion *in, const OutsideCall *c, const MessageCall *m)
{
	LLVMValueRef next = LLVMGetNextInstruction(c->call), arg[5];
	LLVMValueRef message = LLVMGetOperand(c->call, m->received);

	arg[4] = m->body ? buffer_room(in, c->call, message) : word_constant(in, 0);
	LLVMPositionBuilderBefore(in->b, next);
	arg[0] = as_word(in, c->function);
	arg[1] = call_wptr(in);
	arg[2] = c->call;
	arg[3] = build_address(in, message);
	build_call(in, "__log_message", void_type(in), arg, 5);
}

/* insert_get_result: log the result that get_result has copied to the program. */
static void
insert_get_result(Insertion *in, const OutsideCall *c)
{
	LLVMValueRef arg[] = {as_word(in, c->function), call_wptr(in), c->call,
		build_address(in, LLVMGetOperand(c->call, 0)),
		build_address(in, LLVMGetOperand(c->call, 2))};

	build_call(in, "__log_taken", void_type(in), arg, 5);
}

/*
 * insert_lent_memory: log the bytes of memory that a call of shared() or get_border() has
 * returned.
 */
static void
insert_lent_memory(Insertion *in, const OutsideCall *c)
{
	unsigned n = LLVMGetNumArgOperands(c->call);
	LLVMValueRef arg[] = {as_word(in, c->function), call_wptr(in), build_address(in, c->call),
		build_address(in, LLVMGetOperand(c->call, n - 1)),
		n > 1 ? LLVMGetOperand(c->call, 0) : word_constant(in, -1)};

	build_call(in, "__log_lent", void_type(in), arg, 5);
}

/* insert_result: log the result and the changes of a call that is not emulated. */
static void
insert_result(Insertion *in, const OutsideCall *c)
{
	ValueSet set = sets_changed_by_call(in->s, c->called);
	LLVMTypeRef type = LLVMTypeOf(c->call);
	LLVMValueRef arg[4], *two = &arg[2];
	WordList l = {0};

	put_word(&l, as_word(in, c->function));
	put_word(&l, word_constant(in, result_kind(type)));
	put_word(&l, NULL);
	l.v[2] = word_constant(in, put_set(in, &l, &set));
	arg[0] = build_words(in, &l);
	arg[1] = call_wptr(in);
	arg[2] = arg[3] = word_constant(in, 0);
	if (result_kind(type) != LOG_NO_RESULT)
		value_words(in, c->call, two);
	build_call(in, "__log_result", void_type(in), arg, 4);
}

/* insert_longjmp: log that longjmp is called. */
static void
insert_longjmp(Insertion *in, const OutsideCall *c)
{
	LLVMValueRef arg[] = {build_address(in, LLVMGetOperand(c->call, 0)),
		LLVMGetOperand(c->call, 1)};

	build_call(in, "__log_left", void_type(in), arg, 2);
}

/* insert_call: insert the logging after a call that is not emulated. */
static void
insert_call(Insertion *in, const OutsideCall *c)
{
	LLVMValueRef next = LLVMGetNextInstruction(c->call);
	const MessageCall *m = message_call(in->s, c->called);
	const TrekCall *t = trek_call(in->s, c->called);

	/* no optimisation may replace it by a call of another function */
	LLVMAddCallSiteAttribute(c->call, LLVMAttributeFunctionIndex,
		new_attribute(in, "nobuiltin"));

	if (sets_jump_kind(in->s, c->called) == JUMP_SET)
		return;
	if (next && value_opcode(next) == LLVMUnreachable) { /* it does not return */
		LLVMPositionBuilderBefore(in->b, c->call);
		if (sets_jump_kind(in->s, c->called) == JUMP_LEAVE) {
			insert_longjmp(in, c);
			return;
		}
		build_call(in, "__log_end", void_type(in), NULL, 0);
		return;
	}
	LLVMPositionBuilderBefore(in->b, next);
	if (c->clock)
		insert_clock(in, c);
	else if (c->allocates)
		insert_allocation(in, c);
	else if (m && m->receives)
		insert_message(in, c, m);
	else if (t && t->kind == TREK_TAKES)
		insert_get_result(in, c);
	else if (t && t->kind == TREK_LENDS)
		insert_lent_memory(in, c);
	else
		insert_result(in, c);
}

/* is_clock_read: true if the call reads the transputer's clock. */
static bool
is_clock_read(LLVMValueRef call)
{
	const char *name = callee_name(call);

	return name && strcmp(name, "__t800_ldtimer") == 0;
}

/* is_outside_call: true for a call that is not emulated; *called: the function. */
static bool
is_outside_call(const Insertion *in, LLVMValueRef whole, uint32_t *called)
{
	LLVMValueRef to = LLVMIsACallInst(whole) ? LLVMGetCalledValue(whole) : NULL;

	*called = 0;
	if (!to || !LLVMIsAFunction(to))
		return false;
	if (effects_is_operation(whole))
		return is_clock_read(whole);
	*called = sets_function_number(in->s, to);
	return effects_allocates(whole) || in->s->class[*called] == CLASS_OUTSIDE;
}

/* first_real: v itself, or the first instruction after it that is not a call of llvm.dbg. */
static LLVMValueRef
first_real(LLVMValueRef v)
{
	while (v && LLVMIsACallInst(v) && callee_is(v, "llvm.dbg."))
		v = LLVMGetNextInstruction(v);
	return v;
}

/* next_instruction: the next instruction after v that is not a call of llvm.dbg. */
static LLVMValueRef
next_instruction(LLVMValueRef v)
{
	return first_real(LLVMGetNextInstruction(v));
}

/*
 * find_calls: find the outside calls of a function. The function has the same instructions in both
 * modules, except for calls of llvm.dbg.declare.
 */
static void
find_calls(Insertion *in, LLVMValueRef whole, LLVMValueRef own, OutsideCall **calls, size_t *n)
{
	LLVMBasicBlockRef x = LLVMGetFirstBasicBlock(whole), y = LLVMGetFirstBasicBlock(own);
	uint32_t called;

	for (; x; x = LLVMGetNextBasicBlock(x), y = LLVMGetNextBasicBlock(y)) {
		LLVMValueRef v = first_real(LLVMGetFirstInstruction(x));
		LLVMValueRef w = first_real(LLVMGetFirstInstruction(y));

		for (; v; v = next_instruction(v), w = next_instruction(w)) {
			if (!w || LLVMGetInstructionOpcode(v) != LLVMGetInstructionOpcode(w))
				fatal("--log: %s() differs in the whole program", name_of(whole));
			if (!is_outside_call(in, v, &called))
				continue;
			*calls = xrealloc(*calls, (*n + 1) * sizeof **calls);
			(*calls)[(*n)++] = (OutsideCall){w, LLVMGetCalledValue(w), called,
				effects_allocates(v), is_clock_read(v)};
		}
	}
}

/* is_own_function: true if object i is a function of the program itself, not of a library. */
static bool
is_own_function(const Insertion *in, uint32_t i)
{
	return in->s->object[i].kind == MEMORY_CODE && in->s->object[i].own;
}

/* insert_calls: insert the logging after all calls that are not emulated. */
static void
insert_calls(Insertion *in)
{
	OutsideCall *calls = NULL;
	size_t n = 0;

	for (uint32_t f = 0; f < in->s->nobjects; f++)
		if (is_own_function(in, f))
			find_calls(in, in->s->object[f].value,
				own_value(in, in->s->object[f].value), &calls, &n);
	for (size_t i = 0; i < n; i++)
		insert_call(in, &calls[i]);
	free(calls);
}

/* ---- all ---- */

/* add_constant: add a named constant to the program. */
static void
add_constant(Insertion *in, const char *name, LLVMValueRef value)
{
	LLVMValueRef v = LLVMAddGlobal(in->program->ir, LLVMTypeOf(value), name);

	LLVMSetInitializer(v, value);
	LLVMSetGlobalConstant(v, true);
}

/* add_constants: add the constants by which the library knows the program and the log. */
static void
add_constants(Insertion *in, const LogOptions *o)
{
	LLVMValueRef words[] = {word_constant(in, 0), word_constant(in, 0)};

	add_constant(in, "__log_build", LLVMConstArray(in->word, words, 2));
	add_constant(in, "__log_share", word_constant(in, o->share));
	add_constant(in, "__log_file", LLVMConstStringInContext(in->context, o->file,
		strlen(o->file), false));
	add_constant(in, "__log_program", LLVMConstStringInContext(in->context, o->program,
		strlen(o->program), false));
}

/*
 * takes_structure: true if the function has a structure as a parameter. The caller's copy may lie
 * in a workspace that is in no prelog. So such a function belongs to its caller's e-block.
 */
static bool
takes_structure(LLVMValueRef f)
{
	for (unsigned i = 1; i <= LLVMCountParams(f); i++)
		if (has_attribute(f, i, "byval"))
			return true;
	return false;
}

void
log_insert(Module *program, const Module *whole, const Map *own, const LogOptions *o)
{
	Sets s;
	Insertion in = {.s = &s, .program = program,
		.context = LLVMGetModuleContext(program->ir)};

	sets_init(&s, whole, own);
	check_supported(&s);
	in.b = LLVMCreateBuilderInContext(in.context);
	in.word = LLVMInt32TypeInContext(in.context);
	in.eblock = choose_eblocks(&s, o->smallest);
	in.body = arena_alloc(&s.arena, s.nobjects, sizeof *in.body);
	insert_calls(&in);
	for (uint32_t f = 0; f < s.nobjects; f++) {
		LLVMValueRef own = in.eblock[f] ? own_value(&in, s.object[f].value) : NULL;

		in.eblock[f] = own && !takes_structure(own);
		in.body[f] = in.eblock[f] ? own : NULL;
	}
	for (uint32_t f = 0; f < s.nobjects; f++)
		if (in.eblock[f])
			insert_eblock(&in, f);
	add_constants(&in, o);
	LLVMDisposeBuilder(in.b);
	sets_free(&s);
}
