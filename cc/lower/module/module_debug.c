/*
 * module_debug.c - a module's debugging metadata: nodes with operands and text; bindings of
 * variables.
 *
 * The text of a node is as LLVM prints it: !DIBasicType(name: "int", size: 32, encoding:
 * DW_ATE_signed). For a node that an instruction mentions, LLVM would number the whole module
 * first; therefore bindings_collect removes those mentions, and expressions are printed as part of
 * a list with one element.
 */
#include "module_debug.h"
#include "map.h"
#include "base/arena.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

struct ModuleDebug {
	Arena arena;
	Map *texts;    /* Node -> const char * */
	Map *first;    /* from a function to the index of its first binding, + 1 */
	Map *inlined;  /* the subprograms that are inlined anywhere */
	Binding *bindings;
	size_t nbindings;
};

void
module_debug_new(Module *m)
{
	if (m->debug)
		return;
	m->debug = xcalloc(1, sizeof *m->debug);
	m->debug->texts = map_new();
	m->debug->first = map_new();
	m->debug->inlined = map_new();
}

void
module_debug_free(ModuleDebug *d)
{
	if (!d)
		return;
	map_free(d->texts);
	map_free(d->first);
	map_free(d->inlined);
	arena_free(&d->arena);
	free(d);
}

/* ---- operands ---- */

/* as_value: the node in the form of an LLVM value. */
static LLVMValueRef
as_value(const Module *m, Node n)
{
	return LLVMMetadataAsValue(LLVMGetModuleContext(m->ir), n);
}

LLVMMetadataKind
node_kind(Node n)
{
	return LLVMGetMetadataKind(n);
}

static bool
has_operands(Node n)
{
	return n && node_kind(n) != LLVMMDStringMetadataKind
		&& node_kind(n) != LLVMConstantAsMetadataMetadataKind
		&& node_kind(n) != LLVMLocalAsMetadataMetadataKind;
}

unsigned
node_count(const Module *m, Node n)
{
	return has_operands(n) ? LLVMGetMDNodeNumOperands(as_value(m, n)) : 0;
}

/*
 * field_of_node: an operand as LLVM represents it: a constant is a value, anything else is
 * metadata; NULL if the node has fewer operands.
 */
static LLVMValueRef
field_of_node(const Module *m, Node n, unsigned i)
{
	unsigned count = node_count(m, n);
	LLVMValueRef few[16], *all = few, v;

	if (i >= count)
		return NULL;
	if (count > sizeof few / sizeof *few)
		all = xcalloc(count, sizeof *all);
	LLVMGetMDNodeOperands(as_value(m, n), all);
	v = all[i];
	if (all != few)
		free(all);
	return v;
}

Node
node_operand(const Module *m, Node n, unsigned i)
{
	LLVMValueRef v = field_of_node(m, n, i);

	return v && LLVMIsAMDNode(v) ? LLVMValueAsMetadata(v) : NULL;
}

const char *
node_name(const Module *m, Node n, unsigned i)
{
	LLVMValueRef v = field_of_node(m, n, i);
	unsigned len;
	const char *s = v ? LLVMGetMDString(v, &len) : NULL;

	return s ? s : "";
}

bool
node_constant(const Module *m, Node n, unsigned i, int64_t *value)
{
	LLVMValueRef v = field_of_node(m, n, i);

	if (!v || !LLVMIsAConstantInt(v))
		return false;
	*value = LLVMConstIntGetSExtValue(v);
	return true;
}

/* ---- text ---- */

/* node_text: the text of a node as LLVM prints it. */
static const char *
node_text(const Module *m, Node n)
{
	ModuleDebug *d = m->debug;
	intptr_t known;
	char *text;

	if (map_get(d->texts, n, &known))
		return (const char *)known;
	text = LLVMPrintValueToString(as_value(m, n));
	known = (intptr_t)arena_strndup(&d->arena, text, strlen(text));
	LLVMDisposeMessage(text);
	map_put(d->texts, n, known);
	return (const char *)known;
}

/*
 * skip_string: s is at a quotation mark; returns the position after the closing one. Quotes inside
 * are escaped as \22.
 */
static const char *
skip_string(const char *s)
{
	for (s++; *s && *s != '"'; s++)
		;
	return *s ? s + 1 : s;
}

/* word_at: the start of the value of a key; NULL if the key does not occur. */
static const char *
word_at(const char *s, const char *key)
{
	size_t n = strlen(key);

	while (*s) {
		if (*s == '"') {
			s = skip_string(s);
			continue;
		}
		if ((*s == '(' || *s == ' ') && strncmp(s + 1, key, n) == 0
			&& strncmp(s + 1 + n, ": ", 2) == 0)
			return s + n + 3;
		s++;
	}
	return NULL;
}

bool
node_word(const Module *m, Node n, const char *key, char *word, size_t size)
{
	const char *s = word_at(node_text(m, n), key);

	if (!s)
		return false;
	snprintf(word, size, "%.*s", (int)strcspn(s, ",)"), s);
	return true;
}

int64_t
node_number(const Module *m, Node n, const char *key, int64_t otherwise)
{
	char word[32];

	if (!node_word(m, n, key, word, sizeof word))
		return otherwise;
	return *word == '-' ? strtoll(word, NULL, 10) : (int64_t)strtoull(word, NULL, 10);
}

/* ---- DWARF's names ---- */

typedef struct Name {
	const char *name;
	unsigned number;
} Name;

#define N(x) {#x, x}

static const Name names[] = {
	N(DW_TAG_array_type),
	N(DW_TAG_atomic_type),
	N(DW_TAG_const_type),
	N(DW_TAG_enumeration_type),
	N(DW_TAG_member),
	N(DW_TAG_pointer_type),
	N(DW_TAG_restrict_type),
	N(DW_TAG_structure_type),
	N(DW_TAG_typedef),
	N(DW_TAG_union_type),
	N(DW_TAG_unspecified_type),
	N(DW_TAG_volatile_type),
	N(DW_ATE_boolean),
	N(DW_ATE_complex_float),
	N(DW_ATE_float),
	N(DW_ATE_signed),
	N(DW_ATE_signed_char),
	N(DW_ATE_unsigned),
	N(DW_ATE_unsigned_char),
	N(DW_ATE_UTF),
	N(DW_LANG_C89),
	N(DW_LANG_C99),
	N(DW_LANG_C11),
	N(DW_LANG_C),
};

static const struct {
	Name op;
	int args; /* number of operands */
} dwarf_operations[] = {
	{N(DW_OP_deref), 0},
	{N(DW_OP_plus), 0},
	{N(DW_OP_minus), 0},
	{N(DW_OP_mul), 0},
	{N(DW_OP_div), 0},
	{N(DW_OP_mod), 0},
	{N(DW_OP_and), 0},
	{N(DW_OP_or), 0},
	{N(DW_OP_xor), 0},
	{N(DW_OP_shl), 0},
	{N(DW_OP_shr), 0},
	{N(DW_OP_shra), 0},
	{N(DW_OP_neg), 0},
	{N(DW_OP_not), 0},
	{N(DW_OP_dup), 0},
	{N(DW_OP_swap), 0},
	{N(DW_OP_stack_value), 0},
	{N(DW_OP_plus_uconst), 1},
	{N(DW_OP_deref_size), 1},
	{N(DW_OP_constu), 1},
	{N(DW_OP_consts), 1},
	{{"DW_OP_LLVM_fragment", STEP_FRAGMENT}, 2},
	{{"DW_OP_LLVM_convert", STEP_CONVERT}, 2},
};

/* dwarf_number: DWARF's number for a name such as DW_TAG_member; 0 if unknown. */
static unsigned
dwarf_number(const char *name, size_t len)
{
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strlen(names[i].name) == len && strncmp(names[i].name, name, len) == 0)
			return names[i].number;
	return 0;
}

unsigned
node_dwarf_number(const Module *m, Node n, const char *key)
{
	char word[64];

	return node_word(m, n, key, word, sizeof word) ? dwarf_number(word, strlen(word)) : 0;
}

/* ---- expressions ---- */

/* read_word: copy a word of a node's text, and advance *s. */
static void
read_word(const char **s, char *word, size_t size)
{
	size_t n = strcspn(*s, ",)");

	snprintf(word, size, "%.*s", (int)n, *s);
	*s += n;
	*s += strspn(*s, ", ");
}

/* read_step: read a step of an expression from a node's text, and advance *s. */
static Step
read_step(const char **s)
{
	Step step = {.op = STEP_OTHER};
	char word[64];
	int args = 0;

	read_word(s, word, sizeof word);
	for (size_t i = 0; i < sizeof dwarf_operations / sizeof *dwarf_operations; i++)
		if (strcmp(dwarf_operations[i].op.name, word) == 0) {
			step.op = dwarf_operations[i].op.number;
			args = dwarf_operations[i].args;
		}
	for (int i = 0; i < args; i++) {
		read_word(s, word, sizeof word);
		step.arg[i] = *word == 'D' ? dwarf_number(word, strlen(word))
			: (int64_t)strtoull(word, NULL, 10);
	}
	return step;
}

int
expression_steps(const Module *m, Node expression, Step steps[MAX_STEPS])
{
	LLVMContextRef c = LLVMGetModuleContext(m->ir);
	const char *s = strstr(node_text(m, LLVMMDNodeInContext2(c, &expression, 1)),
		"DIExpression(");
	int n = 0;

	for (s = s ? strchr(s, '(') + 1 : ")"; *s && *s != ')'; n++) {
		if (n == MAX_STEPS)
			return -1;
		steps[n] = read_step(&s);
	}
	return n;
}

/* ---- scopes ---- */

static bool
is_block(Node n)
{
	return node_kind(n) == LLVMDILexicalBlockMetadataKind
		|| node_kind(n) == LLVMDILexicalBlockFileMetadataKind;
}

Node
scope_parent(const Module *m, Node scope)
{
	do
		scope = node_operand(m, scope, SCOPE_PARENT);
	while (scope && node_kind(scope) == LLVMDILexicalBlockFileMetadataKind);
	return scope;
}

Node
scope_subprogram(const Module *m, Node scope)
{
	while (scope && is_block(scope))
		scope = node_operand(m, scope, SCOPE_PARENT);
	return scope && node_kind(scope) == LLVMDISubprogramMetadataKind ? scope : NULL;
}

/* note_inlined: record the subprograms from which the instruction was inlined. */
static void
note_inlined(const Module *m, LLVMValueRef v)
{
	Node at = LLVMInstructionGetDebugLoc(v);

	for (Node in; at && (in = LLVMDILocationGetInlinedAt(at)); at = in)
		map_put(m->debug->inlined, scope_subprogram(m, LLVMDILocationGetScope(at)), 1);
}

bool
is_inlined(const Module *m, Node subprogram)
{
	intptr_t yes;

	return map_get(m->debug->inlined, subprogram, &yes);
}

/* ---- bindings ---- */

/* bound_value: the value that a binding names; NULL if there is none, or several. */
LLVMValueRef
bound_value(LLVMValueRef call)
{
	LLVMValueRef wrapped = LLVMGetOperand(call, 0), v = NULL;
	LLVMMetadataKind kind = node_kind(LLVMValueAsMetadata(wrapped));

	if (kind != LLVMConstantAsMetadataMetadataKind && kind != LLVMLocalAsMetadataMetadataKind)
		return NULL;
	LLVMGetMDNodeOperands(wrapped, &v);
	return v;
}

/*
 * add_binding: add the binding that a call of llvm.dbg makes, which takes effect before the
 * instruction `before`.
 */
static void
add_binding(Module *m, LLVMValueRef f, LLVMValueRef call, LLVMValueRef before)
{
	ModuleDebug *d = m->debug;
	Node at = LLVMInstructionGetDebugLoc(call);
	intptr_t known;

	d->bindings = arena_more(&d->arena, d->bindings, d->nbindings, sizeof *d->bindings);
	if (!map_get(d->first, f, &known))
		map_put(d->first, f, d->nbindings + 1);
	d->bindings[d->nbindings++] = (Binding){
		.before = before,
		.value = bound_value(call),
		.is_address = !callee_is(call, "llvm.dbg.value"),
		.variable = LLVMValueAsMetadata(LLVMGetOperand(call, 1)),
		.expression = LLVMValueAsMetadata(LLVMGetOperand(call, 2)),
		.inlined = at ? LLVMDILocationGetInlinedAt(at) : NULL,
	};
}

bool
is_binding(LLVMValueRef v)
{
	return value_opcode(v) == LLVMCall && calls_llvm(v) && (callee_is(v, "llvm.dbg.value")
		|| callee_is(v, "llvm.dbg.declare") || callee_is(v, "llvm.dbg.addr"));
}

/*
 * collect_bindings: attach each binding in a block to the next instruction that is not a binding.
 */
static void
collect_bindings(Module *m, LLVMValueRef f, LLVMBasicBlockRef bb)
{
	LLVMValueRef next;

	for (LLVMValueRef v = LLVMGetFirstInstruction(bb); v; v = next) {
		LLVMValueRef before = LLVMGetNextInstruction(v);

		next = before;
		note_inlined(m, v);
		if (!is_binding(v))
			continue;
		while (is_binding(before) || LLVMIsAPHINode(before))
			before = LLVMGetNextInstruction(before);
		add_binding(m, f, v, before);
		LLVMInstructionEraseFromParent(v);
	}
}

void
bindings_collect(Module *m)
{
	module_debug_new(m);
	for (LLVMValueRef f = LLVMGetFirstFunction(m->ir); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb;
			bb = LLVMGetNextBasicBlock(bb))
			collect_bindings(m, f, bb);
}

const Binding *
function_bindings(const Module *m, LLVMValueRef f, size_t *n)
{
	const ModuleDebug *d = m->debug;
	intptr_t first;
	size_t end;

	*n = 0;
	if (!map_get(d->first, f, &first))
		return NULL;
	for (end = first; end < d->nbindings; end++)
		if (LLVMGetBasicBlockParent(LLVMGetInstructionParent(d->bindings[end].before)) != f)
			break;
	*n = end - (first - 1);
	return &d->bindings[first - 1];
}

/* ---- globals ---- */

Node
global_expression(LLVMValueRef global)
{
	size_t n;
	LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(global, &n);
	Node found = NULL;

	for (size_t i = 0; i < n && !found; i++) {
		Node x = LLVMValueMetadataEntriesGetMetadata(all, i);

		if (node_kind(x) == LLVMDIGlobalVariableExpressionMetadataKind)
			found = x;
	}
	LLVMDisposeValueMetadataEntries(all);
	return found;
}
