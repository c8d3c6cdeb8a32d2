/*
 * place.c - locations and values of variables; callers.
 *
 * DWARF expressions (DWARF 4, section 2.5) are evaluated in words. An address in an expression is a
 * link address: an address within the code moves with the code, any other with the data.
 */
#include "debug_data.h"

#include <dwarf.h>
#include <string.h>

/* DWARF's numbers of registers; words of the stack; bytes of a variable */
enum { REG_WPTR = 3, REG_IPTR = 4, MAX_STACK = 64, MAX_VARIABLE = 4 << 20 };

/* An expression being evaluated. */
typedef struct Eval {
	Debug *d;
	const Stopped *s;
	Dwarf_Die *function; /* provides the frame base; NULL for none */
	Dwarf_Attribute *at; /* the attribute that has the expression */
	Word stack[MAX_STACK]; /* n words */
	int n;
	bool ok;       /* false: the expression cannot be evaluated */
	bool is_value; /* the stack holds the value itself (DW_OP_stack_value), not its address */
	DebugValue *out; /* receives the value */
	Arena *arena; /* for the pieces of *out */
	Word done; /* bytes of the value already set by pieces */
	Word size; /* of the value in bytes */
} Eval;

/* pop: take a word from the stack; e->ok becomes false if it is empty. */
static Word
pop(Eval *e)
{
	if (e->n == 0) {
		e->ok = false;
		return 0;
	}
	return e->stack[--e->n];
}

/* push: put a word onto the stack; e->ok becomes false if it is full. */
static void
push(Eval *e, Word w)
{
	if (e->n == MAX_STACK)
		e->ok = false;
	else
		e->stack[e->n++] = w;
}

/*
 * word_at: the n bytes at the address as a word; n is at most 4, and the missing high bytes are
 * zero.
 */
static Word
word_at(Eval *e, Addr a, Word n)
{
	uint8_t bytes[4] = {0};

	if (n > sizeof bytes || !e->s->read(e->s->of, a, bytes, n)) {
		e->ok = false;
		return 0;
	}
	return get32(bytes);
}

/* moved_addr: the address at run time of an address in the image. */
static Addr
moved_addr(const Eval *e, Addr a)
{
	return a
		+ (a - e->d->code < e->d->code_end - e->d->code ? e->s->code_moved
								: e->s->data_moved);
}

/* apply_binary: replace the two topmost words of the stack by the result of the operation. */
static void
apply_binary(Eval *e, uint8_t op)
{
	Word b = pop(e), a = pop(e);

	switch (op) {
	case DW_OP_plus:
		push(e, a + b);
		break;
	case DW_OP_minus:
		push(e, a - b);
		break;
	case DW_OP_mul:
		push(e, a * b);
		break;
	case DW_OP_and:
		push(e, a & b);
		break;
	case DW_OP_or:
		push(e, a | b);
		break;
	case DW_OP_xor:
		push(e, a ^ b);
		break;
	case DW_OP_shl:
		push(e, b < 32 ? a << b : 0);
		break;
	case DW_OP_shr:
		push(e, b < 32 ? a >> b : 0);
		break;
	case DW_OP_shra:
		push(e, (int32_t)a >> (b < 32 ? b : 31));
		break;
	case DW_OP_div:
	case DW_OP_mod:
		if (b == 0 || (a == 0x80000000 && b == 0xFFFFFFFF))
			e->ok = false;
		else if (op == DW_OP_div)
			push(e, (int32_t)a / (int32_t)b);
		else
			push(e, a % b);
		break;
	default:
		e->ok = false;
	}
}

/* ---- pieces of the value ---- */

/* set_bytes: set n bytes of the value, from offset `at` on. */
static void
set_bytes(Eval *e, Word at, const void *bytes, Word n)
{
	for (Word i = 0; i < n && at + i < e->size; i++) {
		e->out->bytes[at + i] = ((const uint8_t *)bytes)[i];
		e->out->known[at + i] = true;
	}
}

/* set_from_memory: set n bytes of the value from memory at `a`; unreadable bytes stay unknown. */
static void
set_from_memory(Eval *e, Word at, Addr a, Word n)
{
	uint8_t byte;

	for (Word i = 0; i < n && at + i < e->size; i++)
		if (e->s->read(e->s->of, a + i, &byte, 1))
			set_bytes(e, at + i, &byte, 1);
}

/* set_value_part: set n bytes of the value, from `at` on, according to the stack. */
static void
set_value_part(Eval *e, Word at, Word n)
{
	uint8_t bytes[4];

	if (e->n == 0)
		return; /* a piece without location, or set before */
	if (!e->is_value) {
		set_from_memory(e, at, pop(e), n);
		return;
	}
	put32(bytes, pop(e));
	set_bytes(e, at, bytes, n < 4 ? n : 4);
}

/* put_implicit: set the value to the bytes in the expression (DW_OP_implicit_value). */
static void
put_implicit(Eval *e, const Dwarf_Op *op)
{
	Dwarf_Block block;

	if (dwarf_getlocation_implicit_value(e->at, op, &block) == 0)
		set_bytes(e, e->done, block.data, block.length);
}

/* put_piece: set the next n bytes of the value from where the stack says (DW_OP_piece). */
static void
put_piece(Eval *e, Word n)
{
	DebugValue *v = e->out;

	if (e->n > 0 && !e->is_value) {
		v->pieces = arena_more(e->arena, v->pieces, v->npieces, sizeof *v->pieces);
		v->pieces[v->npieces++] = (DebugPiece){e->done, n, e->stack[e->n - 1]};
	}
	set_value_part(e, e->done, n);
	e->done = n < e->size - e->done ? e->done + n : e->size;
	e->is_value = false;
}

/* ---- operations ---- */

static bool evaluate_ops(Eval *e, const Dwarf_Op *ops, size_t n);

/* frame_base: the value of DW_AT_frame_base; e->ok becomes false without it. */
static Word
frame_base(Eval *e)
{
	Eval base = {.d = e->d, .s = e->s, .ok = true};
	Dwarf_Attribute at;
	Dwarf_Op *ops;
	size_t n;

	if (!e->function || !dwarf_attr(e->function, DW_AT_frame_base, &at)
		|| dwarf_getlocation(&at, &ops, &n) != 0 || !evaluate_ops(&base, ops, n)) {
		e->ok = false;
		return 0;
	}
	return pop(&base);
}

/* apply_operation: execute one operation of an expression. */
static void
apply_operation(Eval *e, const Dwarf_Op *op)
{
	Addr cfa = 0;
	Word w;

	switch (op->atom) {
	case DW_OP_addr:
		push(e, moved_addr(e, op->number));
		break;
	case DW_OP_const1u:
	case DW_OP_const1s:
	case DW_OP_const2u:
	case DW_OP_const2s:
	case DW_OP_const4u:
	case DW_OP_const4s:
	case DW_OP_constu:
	case DW_OP_consts:
		push(e, op->number);
		break;
	case DW_OP_lit0 ... DW_OP_lit31:
		push(e, op->atom - DW_OP_lit0);
		break;
	case DW_OP_breg0 + REG_WPTR:
		push(e, e->s->wptr + op->number);
		break;
	case DW_OP_fbreg:
		push(e, frame_base(e) + op->number);
		break;
	case DW_OP_call_frame_cfa:
		e->ok = e->ok && debug_cfa(e->d, e->s, &cfa);
		push(e, cfa);
		break;
	case DW_OP_deref:
		push(e, word_at(e, pop(e), 4));
		break;
	case DW_OP_deref_size:
		push(e, word_at(e, pop(e), op->number));
		break;
	case DW_OP_plus_uconst:
		push(e, pop(e) + op->number);
		break;
	case DW_OP_neg:
		push(e, -pop(e));
		break;
	case DW_OP_not:
		push(e, ~pop(e));
		break;
	case DW_OP_dup:
		push(e, w = pop(e));
		push(e, w);
		break;
	case DW_OP_stack_value:
		e->is_value = true;
		break;
	case DW_OP_implicit_value:
		put_implicit(e, op);
		break;
	case DW_OP_piece:
		put_piece(e, op->number);
		break;
	default:
		apply_binary(e, op->atom);
	}
}

/* evaluate_ops: execute the operations of an expression; false on failure. */
static bool
evaluate_ops(Eval *e, const Dwarf_Op *ops, size_t n)
{
	for (size_t i = 0; i < n && e->ok; i++)
		apply_operation(e, &ops[i]);
	return e->ok;
}

/* ---- frames ---- */

bool
debug_cfa(Debug *d, const Stopped *s, Addr *cfa)
{
	Eval e = {.d = d, .s = s, .ok = true};
	int64_t return_at;
	CfaRule rule;

	if (!debug_cfa_rule(d, s->iptr - s->code_moved, &rule, &return_at))
		return false;
	if (rule.reg != REG_WPTR)
		return false;
	*cfa = (rule.indirect ? word_at(&e, s->wptr + rule.at, 4) : s->wptr) + rule.offset;
	return e.ok;
}

bool
debug_unwind(Debug *d, Stopped *s)
{
	Eval e = {.d = d, .s = s, .ok = true};
	int64_t return_at;
	CfaRule rule;
	Addr cfa;
	Word iptr;

	if (!debug_cfa_rule(d, s->iptr - s->code_moved, &rule, &return_at)
		|| !debug_cfa(d, s, &cfa))
		return false;
	iptr = word_at(&e, cfa + return_at, 4);
	if (!e.ok)
		return false;
	s->iptr = iptr;
	s->wptr = cfa;
	return true;
}

/* ---- values ---- */

static const Type *type_with_length(Debug *d, const Entry *around, const Type *named,
				    const Stopped *s, Arena *a);

/*
 * variable_location: get a variable's expression at an address; false if the variable has no
 * location there.
 */
static bool
variable_location(const DebugVariable *v, Addr a, Dwarf_Attribute *at, Dwarf_Op **ops, size_t *n)
{
	Dwarf_Die die = ((const Entry *)v->entry)->die;

	return dwarf_attr_integrate(&die, DW_AT_location, at)
		&& dwarf_getlocation_addr(at, a, ops, n, 1) == 1;
}

bool
debug_is_located(const DebugVariable *v, Addr a)
{
	Dwarf_Attribute at;
	Dwarf_Op *ops;
	size_t n;

	return variable_location(v, a, &at, &ops, &n);
}

/*
 * is_record: true for a structure or union, which is passed as the address of the caller's copy
 * (docs/compiler.md).
 */
static bool
is_record(const Type *t)
{
	t = type_plain(t);
	return t->kind == TYPE_STRUCT || t->kind == TYPE_UNION;
}

/*
 * is_at_entry: true if the process stands at the first instruction of a function that other files
 * may call.
 */
static bool
is_at_entry(const Entry *e, const Stopped *s)
{
	Dwarf_Die function = e->function;
	Dwarf_Attribute at;
	Dwarf_Addr low;
	bool external = false;

	return dwarf_tag(&function) == DW_TAG_subprogram && dwarf_lowpc(&function, &low) == 0
		&& low == (Addr)(s->iptr - s->code_moved)
		&& dwarf_attr_integrate(&function, DW_AT_external, &at)
		&& dwarf_formflag(&at, &external) == 0 && external;
}

/*
 * argument_address: set *a to the address of a parameter's argument, where the caller stored it.
 * Returns false unless the process stands at the first instruction of the function. Only a function
 * that other files may call is sure to have all its parameters.
 */
static bool
argument_address(Debug *d, const Entry *e, const DebugVariable *v, const Stopped *s, Addr *a)
{
	Dwarf_Die function = e->function, die, child;
	uint8_t word[4];

	if (!v->is_parameter || !e->has_function || !is_at_entry(e, s)
		|| dwarf_child(&function, &child) != 0)
		return false;
	*a = s->wptr + 8 + (is_record(debug_type(d, &function)) ? 4 : 0);
	die = e->die;
	do {
		const Type *t = debug_type(d, &child);

		if (dwarf_tag(&child) != DW_TAG_formal_parameter)
			continue;
		if (dwarf_dieoffset(&child) != dwarf_dieoffset(&die)) {
			*a += is_record(t) ? 4 : (type_plain(t)->size + 3) & -4u;
			continue;
		}
		if (!is_record(t))
			return true;
		if (!s->read(s->of, *a, word, sizeof word))
			return false;
		*a = get32(word);
		return true;
	} while (dwarf_siblingof(&child, &child) == 0);
	return false;
}

/* read_argument: read an argument of this size from memory; false if this is not possible. */
static bool
read_argument(const Stopped *s, Addr a, Word size, DebugValue *value)
{
	if (!s->read(s->of, a, value->bytes, size))
		return false;
	memset(value->known, true, size);
	value->in_memory = true;
	value->addr = a;
	return true;
}

bool
debug_value(Debug *d, const DebugVariable *v, const Stopped *s, Arena *a, DebugValue *value)
{
	Addr at_entry;
	Entry entry = *(const Entry *)v->entry;
	Dwarf_Attribute at;
	Eval e = {.d = d, .s = s, .at = &at, .ok = true, .out = value, .arena = a};
	Dwarf_Op *ops;
	size_t n;

	*value = (DebugValue){.type = type_with_length(d, &entry, v->type, s, a)};
	e.size = type_plain(value->type)->size;
	value->bytes = arena_alloc(a, e.size + 1, 1);
	value->known = arena_alloc(a, e.size + 1, 1);
	if (argument_address(d, &entry, v, s, &at_entry))
		return read_argument(s, at_entry, e.size, value);
	if (entry.has_function)
		e.function = &entry.function;
	if (!variable_location(v, s->iptr - s->code_moved, &at, &ops, &n) ||
	    !evaluate_ops(&e, ops, n))
		return false;
	if (e.n > 0 && !e.is_value && e.done == 0) {
		value->in_memory = true;
		value->addr = e.stack[e.n - 1];
	}
	if (e.done == 0)
		set_value_part(&e, 0, e.size);
	return true;
}

/*
 * type_with_length: return the type itself or, for an array whose length is in a variable, a copy
 * with the present length.
 */
static const Type *
type_with_length(Debug *d, const Entry *around, const Type *named, const Stopped *s, Arena *a)
{
	const Type *t = type_plain(named);
	Entry length = *around;
	DebugVariable v = {.name = "", .entry = &length};
	DebugValue value;
	Type *new;
	Word size;

	if (t->kind != TYPE_ARRAY || !t->length)
		return named;
	length.die = *(const Dwarf_Die *)t->length;
	v.type = debug_type(d, &length.die);
	if (type_plain(v.type)->kind != TYPE_UNSIGNED || type_plain(v.type)->size != 4
		|| !debug_value(d, &v, s, a, &value) || !value.known[0])
		return named;
	size = type_plain(t->target)->size;
	new = arena_alloc(a, 1, sizeof *new);
	*new = *t;
	new->open = false;
	new->length = NULL;
	new->count = get32(value.bytes);
	if (size > 0 && new->count > MAX_VARIABLE / size)
		new->count = MAX_VARIABLE / size;
	new->size = new->count * size;
	return new;
}

/* has_location: true if the variable's entry gives a location or a constant value. */
static bool
has_location(const DebugVariable *v)
{
	Dwarf_Die die = ((const Entry *)v->entry)->die;

	return dwarf_hasattr_integrate(&die, DW_AT_location);
}

bool
debug_is_static(const DebugVariable *v)
{
	Dwarf_Attribute at;
	Dwarf_Op *ops;
	size_t n;

	return variable_location(v, 0, &at, &ops, &n) && n == 1 && ops->atom == DW_OP_addr;
}

void
debug_location_text(const DebugVariable *v, Addr a, Buf *out)
{
	Dwarf_Attribute at;
	Dwarf_Op *ops;
	size_t n;

	if (!variable_location(v, a, &at, &ops, &n))
		buf_printf(out, a == 0 && has_location(v) ? "varies" : "nowhere");
	else if (n == 1 && ops->atom == DW_OP_fbreg)
		buf_printf(out, "CFA%+d", (int)ops->number);
	else if (n == 1 && ops->atom == DW_OP_addr)
		buf_printf(out, "%08x", (Word)ops->number);
	else if (n == 2 && ops->atom == DW_OP_constu && ops[1].atom == DW_OP_stack_value)
		buf_printf(out, "= %d", (int32_t)ops->number);
	else
		buf_printf(out, "computed");
}
