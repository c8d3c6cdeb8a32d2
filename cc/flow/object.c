/*
 * object.c - semaphores and channels in a process's memory: which one an operation names, and how
 * many signals a semaphore has at the beginning.
 */
#include "flow.h"

#include <string.h>

enum { SEMAPHORE_BYTES = 16, MAX_COUNT = 4 }; /* MAX_COUNT: of a semaphore at the beginning */

/*
 * An address: `offset` bytes after the beginning of a variable, plus an unknown multiple of `step`
 * bytes. If step is 0, nothing is added.
 */
typedef struct Address {
	LLVMValueRef variable; /* the variable in which the address lies, or any other base */
	int32_t offset;
	uint32_t step; /* bytes; 0: the address is exactly at `offset` */
} Address;

/* common_divisor: the greatest common divisor of two numbers. */
static uint32_t
common_divisor(uint32_t a, uint32_t b)
{
	while (b) {
		uint32_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/*
 * add_index_scale: callback of gep_offset for an index with this scale: reduce the address's step
 * to a divisor of the scale.
 */
static void
add_index_scale(void *to, LLVMValueRef index, uint32_t scale)
{
	Address *a = to;

	(void)index;
	a->step = common_divisor(a->step, scale);
}

/*
 * split_address: split an address into the variable in which it lies and the known part of its
 * offset there.
 */
static Address
split_address(const Module *m, LLVMValueRef v)
{
	Address a = {0};

	for (;;) {
		LLVMOpcode op = value_opcode(v);

		if (op != LLVMGetElementPtr && op != LLVMBitCast)
			break;
		if (op == LLVMGetElementPtr)
			a.offset += gep_offset(m, v, add_index_scale, &a);
		v = LLVMGetOperand(v, 0);
	}
	a.variable = v;
	return a;
}

/* ---- the objects of operations ---- */

/*
 * write_name: write the name of an object: VARIABLE, VARIABLE[I] of an array of such objects, or
 * VARIABLE+BYTES.
 */
static void
write_name(const Module *m, const Address *a, uint32_t nbytes, Buf *b)
{
	LLVMTypeRef t = LLVMGlobalGetValueType(a->variable);
	size_t len;

	buf_printf(b, "%s", LLVMGetValueName2(a->variable, &len));
	if (LLVMGetTypeKind(t) == LLVMArrayTypeKind
		&& type_size(m, LLVMGetElementType(t)) == nbytes)
		buf_printf(b, "[%u]", (unsigned)a->offset / nbytes);
	else if (a->offset)
		buf_printf(b, "+%u", (unsigned)a->offset);
}

/* word_at: read the word at a byte offset of a constant; false if it is not known. */
static bool
word_at(const Module *m, LLVMValueRef v, uint32_t offset, Word *w)
{
	LLVMTypeRef t = LLVMTypeOf(v);
	LLVMTypeKind kind = LLVMGetTypeKind(t);
	unsigned i = 0;

	if (LLVMIsNull(v) || (kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind))
		return value_word(m, v, offset / sizeof *w, w);
	while (i + 1 < part_count(t) && part_offset(m, t, i + 1) <= offset)
		i++;
	return word_at(m, const_element(v, i), offset - part_offset(m, t, i), w);
}

/* initial_count: the count by which the semaphore at the address is initialised. */
static int32_t
initial_count(const Module *m, LLVMValueRef v, const Address *a)
{
	Word w;

	if (!word_at(m, LLVMGetInitializer(a->variable), a->offset, &w))
		refuse(m, v, "the graph of a program whose semaphore has a count that is not a "
			"constant is not supported");
	if ((int32_t)w < 0 || w > MAX_COUNT)
		refuse(m, v, "the graph of a program with a semaphore whose count is %d is not "
			"supported: 0 to %d at the beginning", (int)w, MAX_COUNT);
	return w;
}

const FlowObject *
flow_object(const Module *m, FlowHome *h, LLVMValueRef v, bool semaphore)
{
	Address a = split_address(m, LLVMGetOperand(v, 0));
	const char *kind = semaphore ? "semaphore" : "channel";
	FlowObject *o;
	Buf b = {0};

	if (!LLVMIsAGlobalVariable(a.variable) || a.step || LLVMIsDeclaration(a.variable))
		refuse(m, v, "the graph of a program with a %s that is not known is not supported: "
			"it must be a global or static variable, or part of one, and its index "
			"constant", kind);
	write_name(m, &a, semaphore ? SEMAPHORE_BYTES : sizeof(Word), &b);
	for (uint32_t i = 0; i < h->nobjects; i++)
		if (h->object[i].semaphore == semaphore && strlen(h->object[i].name) == b.len
			&& memcmp(h->object[i].name, b.data, b.len) == 0) {
			buf_free(&b);
			return &h->object[i];
		}
	h->object = arena_more(h->arena, h->object, h->nobjects, sizeof *h->object);
	o = &h->object[h->nobjects++];
	*o = (FlowObject){.name = arena_strndup(h->arena, (char *)b.data, b.len),
		.variable = arena_strndup(h->arena, LLVMGetValueName(a.variable),
			strlen(LLVMGetValueName(a.variable))),
		.offset = a.offset, .semaphore = semaphore};
	if (semaphore)
		o->count = initial_count(m, v, &a);
	buf_free(&b);
	return o;
}

/* ---- other stores to semaphores ---- */

/* may_overlap: true if nbytes at the address may be part of the semaphore. */
static bool
may_overlap(const Address *a, uint64_t nbytes, const FlowObject *o)
{
	/* distance of the address from the semaphore's first byte */
	int64_t from = (int64_t)a->offset - o->offset;

	if (!LLVMIsAGlobalVariable(a->variable)
		|| strcmp(LLVMGetValueName(a->variable), o->variable) != 0)
		return false;
	if (a->step)
		from = (from % a->step + a->step) % a->step;
	return (from < SEMAPHORE_BYTES && from + (int64_t)nbytes > 0)
		|| (a->step && from + nbytes > a->step);
}

/* is_in_semaphore: true if the type of the pointer shows that it points into a Semaphore. */
static bool
is_in_semaphore(LLVMValueRef pointer)
{
	LLVMTypeRef t;
	const char *name;

	if (value_opcode(pointer) != LLVMGetElementPtr)
		return false;
	t = LLVMGetGEPSourceElementType(pointer);
	name = LLVMGetTypeKind(t) == LLVMStructTypeKind ? LLVMGetStructName(t) : NULL;
	return name && strncmp(name, "struct.Semaphore", 16) == 0;
}

/* check_store: refuse a store of nbytes that may change a semaphore. */
static void
check_store(const Module *m, const FlowHome *h, LLVMValueRef v, LLVMValueRef to, uint64_t nbytes)
{
	Address a = split_address(m, to);
	bool found = !LLVMIsAAllocaInst(a.variable) && is_in_semaphore(to);

	for (uint32_t i = 0; i < h->nobjects; i++)
		found |= h->object[i].semaphore && may_overlap(&a, nbytes, &h->object[i]);
	if (found)
		refuse(m, v, "the graph of a program that stores into a semaphore is not "
			"supported: sem_init sets its count");
}

/*
 * check_instruction: check a store or a copying call by check_store; other instructions are passed
 * over.
 */
static void
check_instruction(const Module *m, const FlowHome *h, LLVMValueRef v)
{
	LLVMValueRef n;

	if (LLVMIsAStoreInst(v))
		check_store(m, h, v, LLVMGetOperand(v, 1),
			type_size(m, LLVMTypeOf(LLVMGetOperand(v, 0))));
	if (!LLVMIsACallInst(v) || !call_copies(v))
		return;
	n = LLVMGetOperand(v, 2);
	check_store(m, h, v, LLVMGetOperand(v, 0),
		LLVMIsAConstantInt(n) ? LLVMConstIntGetZExtValue(n) : INT32_MAX);
}

void
flow_check_stores(const Module *m, const FlowHome *h)
{
	if (h->nobjects == 0)
		return;
	for (LLVMValueRef f = LLVMGetFirstFunction(m->ir); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
			b = LLVMGetNextBasicBlock(b))
			for (LLVMValueRef v = LLVMGetFirstInstruction(b); v;
				v = LLVMGetNextInstruction(v))
				check_instruction(m, h, v);
}

/* ---- the first signals ---- */

/*
 * add_signal: add a node after the node `after`: a send that is the semaphore's signal. Returns the
 * new node.
 */
static uint32_t
add_signal(Flow *f, const FlowObject *o, uint32_t after)
{
	uint32_t node = flow_add_node(f, FLOW_SEND);

	f->node[node].channel = flow_channel(f->arena, "semaphore", o->name);
	flow_add_edge(f, after, node);
	return node;
}

void
flow_add_initial_signals(Flow *f, const FlowHome *h)
{
	uint32_t nedges = f->nedges, last = FLOW_START;

	for (uint32_t i = 0; i < h->nobjects; i++)
		for (int32_t k = 0; k < h->object[i].count; k++)
			last = add_signal(f, &h->object[i], last);
	for (uint32_t i = 0; last != FLOW_START && i < nedges; i++)
		if (f->edge[i].from == FLOW_START)
			f->edge[i].from = last;
}
