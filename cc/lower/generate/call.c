/*
 * call.c - calling functions, and receiving what they return.
 *
 * The instruction call stores Creg, Breg, Areg and the return address below Wptr, so the words of
 * the arguments lie one after another from the callee's Wptr + 1 on: gsb (Areg), two words (Breg,
 * Creg), and those that the caller stored at the start of its own workspace. Results are returned
 * in Areg, in Areg and Breg, in FAreg, or in memory at the address in the first argument.
 */
#include "generate.h"

#include <assert.h>

enum {
	MAX_RETURNED = 2, /* words of a result that can be returned in registers */
};

/* A call being generated. */
typedef struct Call {
	Fn *f;
	LLVMValueRef v; /* the call */
	int nargs;
	int words;             /* number of argument words so far, gsb included */
	LLVMValueRef reg[IN_REGISTERS]; /* for each register, the value whose word it gets */
	int part[IN_REGISTERS];         /* which word of this value */
	Gen *extend[IN_REGISTERS];      /* how this word is pushed */
	/* slot that holds the word if it was computed before; -1 otherwise */
	int temp[IN_REGISTERS];
	int place;             /* slot for a result in memory; -1 for none */
} Call;

/*
 * argument_extension: the function that pushes argument `arg` with its upper bits as the
 * convention asks; a truth value is always 0 or 1.
 */
static Gen *
argument_extension(const Call *c, int arg)
{
	if (word_bits(LLVMGetOperand(c->v, arg)) == 1)
		return word_push;
	if (call_has_attribute(c->v, arg + 1, "zeroext"))
		return word_zext;
	return call_has_attribute(c->v, arg + 1, "signext") ? word_sext : word_push;
}

/*
 * is_in_memory: true if the argument is in memory, so that it can be copied from there; *p: the
 * place.
 */
static bool
is_in_memory(Fn *f, LLVMValueRef v, Place *p)
{
	const Val *x = fn_val(f, value_peel(v));

	if (type_kind(LLVMTypeOf(v)) != KIND_WIDE)
		return real_in_memory(f, v, p);
	if (!x || x->folded)
		return false;
	*p = place_slot(x->web, 0);
	return true;
}

/* argument_slot: store a large argument in a slot, and return the slot. */
static int
argument_slot(Fn *f, LLVMValueRef v)
{
	Place p;
	int t;

	if (is_in_memory(f, v, &p) && p.base == BASE_SLOT && p.offset == 0
		&& !is_in_moving_slot(f, p.slot))
		return p.slot;
	t = temp_new(f, type_words(f->m, LLVMTypeOf(v)));
	value_store(f, v, t, 0);
	return t;
}

/* add_kept_argument: add the words of an argument that is in a slot. */
static void
add_kept_argument(Call *c, LLVMValueRef v, int slot)
{
	int n = type_words(c->f->m, LLVMTypeOf(v));

	for (int k = 0; k < n; k++, c->words++) {
		if (c->words < IN_REGISTERS) {
			c->reg[c->words] = v;
			c->part[c->words] = k;
			c->temp[c->words] = slot;
			continue;
		}
		ins_slot(c->f, FN_LDL, slot, k);
		ins_slot(c->f, FN_STL, c->f->out, c->words - IN_REGISTERS);
	}
}

/* add_argument: add the words of argument `arg` to those of the call. */
static void
add_argument(Call *c, int arg)
{
	LLVMValueRef v = LLVMGetOperand(c->v, arg);
	Fn *f = c->f;

	if (type_kind(LLVMTypeOf(v)) == KIND_WORD) {
		if (c->words < IN_REGISTERS) {
			c->reg[c->words] = v;
			c->extend[c->words] = argument_extension(c, arg);
			c->temp[c->words] = -1;
		} else {
			argument_extension(c, arg)(f, v);
			ins_slot(f, FN_STL, f->out, c->words - IN_REGISTERS);
		}
		c->words++;
	} else if (c->words < IN_REGISTERS) {
		add_kept_argument(c, v, argument_slot(f, v));
	} else {
		value_store(f, v, f->out, c->words - IN_REGISTERS);
		c->words += type_words(f->m, LLVMTypeOf(v));
	}
}

/* push_register: push the word for register i, which may have been computed before. */
static void
push_register(Call *c, int i)
{
	if (c->temp[i] >= 0)
		ins_slot(c->f, FN_LDL, c->temp[i], c->part[i]);
	else
		c->extend[i](c->f, c->reg[i]);
}

/* load_registers: load Creg, Breg, then gsb into Areg. */
static void
load_registers(Call *c)
{
	Fn *f = c->f;

	if (c->words > 2 && c->temp[1] < 0 && need_as(f, c->extend[1], c->reg[1]) > 2) {
		c->temp[1] = temp_new(f, 1);
		c->part[1] = 0;
		c->extend[1](f, c->reg[1]);
		ins_slot(f, FN_STL, c->temp[1], 0);
	}
	if (c->words > 2)
		push_register(c, 2);
	if (c->words > 1)
		push_register(c, 1);
	ins_slot(f, FN_LDL, f->gsb, 0);
}

/* reserve_arguments: reserve room for the arguments before any is stored. */
static void
reserve_arguments(Call *c)
{
	Fn *f = c->f;
	int words = 1 + (c->place >= 0);

	for (int i = 0; i < c->nargs; i++)
		words += type_words(f->m, LLVMTypeOf(LLVMGetOperand(c->v, i)));
	words -= IN_REGISTERS;
	if (words > (int)f->outwords)
		f->outwords = words;
}

/* pointer_slot: the slot that holds the address of the function to call. */
static int
pointer_slot(Fn *f, LLVMValueRef function)
{
	const Val *x = fn_val(f, value_peel(function));
	int t;

	if (x && !x->folded)
		return x->web;
	t = temp_new(f, 1);
	word_push(f, function);
	ins_slot(f, FN_STL, t, 0);
	return t;
}

/* result_slot: the slot for a result that the callee stores; -1 if it returns in registers. */
static int
result_slot(Fn *f, LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(v);
	const Val *x = fn_val(f, v);

	if (type_kind(t) != KIND_WIDE || type_words(f->m, t) <= MAX_RETURNED)
		return -1;
	return x->web >= 0 ? x->web : temp_new(f, x->words);
}

void
call_receive(Fn *f, LLVMValueRef v)
{
	const Val *x = fn_val(f, v);

	if (!x || x->web < 0)
		return;
	if (x->kind == KIND_SINGLE || x->kind == KIND_DOUBLE) {
		f->fdepth = 1;
		real_store(f, x->kind, x->web, 0);
		return;
	}
	if (x->words > MAX_RETURNED)
		return; /* already stored */
	f->depth = x->words;
	for (uint32_t k = 0; k < x->words; k++)
		ins_slot(f, FN_STL, x->web, k);
}

/*
 * emit_call: call the function; if `pointer` is not -1, call instead the function whose address is
 * in this slot.
 */
static void
emit_call(Fn *f, LLVMValueRef function, int pointer)
{
	Buf b = {0};

	if (pointer >= 0) {
		ins_add(f, (Ins){INS_ICALL, .n = pointer});
		return;
	}
	buf_printf(&b, "\tcall\t%s", unit_symbol(f->unit, function));
	ins_verbatim(f, arena_strndup(f->arena, (char *)b.data, b.len));
	buf_free(&b);
}

void
call_emit(Fn *f, LLVMValueRef v)
{
	Call c = {.f = f, .v = v, .nargs = LLVMGetNumArgOperands(v), .words = 1};
	LLVMValueRef function = LLVMGetCalledValue(v);
	bool direct_call = LLVMIsAFunction(value_peel(function)) != NULL;
	int pointer = direct_call ? -1 : pointer_slot(f, function);

	c.place = result_slot(f, v);
	reserve_arguments(&c);
	if (c.place >= 0) {
		int t = temp_new(f, 1);

		ins_slot(f, FN_LDLP, c.place, 0);
		ins_slot(f, FN_STL, t, 0);
		c.temp[c.words++] = t;
	}
	for (int i = 0; i < c.nargs; i++)
		add_argument(&c, i);
	load_registers(&c);
	emit_call(f, value_peel(function), pointer);
	f->depth = 0;
	call_receive(f, v);
}
