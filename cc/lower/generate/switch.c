/* switch.c - switch statements: a jump table where the cases are dense, otherwise binary search. */
#include "generate.h"

#include <stdlib.h>
#include <string.h>

enum {
	LINEAR = 3,     /* up to this many cases are tested one after the other */
	TABLE_MIN = 6,  /* from this many cases on a table is worthwhile */
	TABLE_PART = 3, /* at least 1/TABLE_PART of the table's entries must be used */
};

/* A case: a value of the selector, and the label to which it leads. */
typedef struct Case {
	int32_t value;
	int label;
} Case;

/* A switch being generated. */
typedef struct Switch {
	Fn *f;
	int slot;  /* holds the selector, zero-extended */
	int other; /* label of the default case */
	bool natural; /* the selector is not negative as a word */
} Switch;

/* by_value: for qsort: order cases by their values. */
static int
by_value(const void *a, const void *b)
{
	const Case *x = a, *y = b;

	return (x->value > y->value) - (x->value < y->value);
}

/*
 * try_each_case: compare the selector with each of n cases in turn, and jump to the one that
 * matches, or else to the default.
 */
static void
try_each_case(const Switch *s, const Case *c, int n)
{
	Fn *f = s->f;

	for (int i = 0; i < n; i++) {
		ins_slot(f, FN_LDL, s->slot, 0);
		if (c[i].value != 0) {
			word_const(f, c[i].value);
			ins_oper(f, "diff");
		}
		ins_jump(f, FN_CJ, c[i].label);
	}
	ins_jump(f, FN_J, s->other);
}

/*
 * jump_if_above: jump to s->other if the index is above span. natural: the selector is not
 * negative, and cases start at 0.
 */
static void
jump_if_above(const Switch *s, int index, Word span, bool natural)
{
	Fn *f = s->f;

	if (natural) {
		word_const(f, span + 1);
		ins_slot(f, FN_LDL, index, 0);
		ins_oper(f, "gt");
	} else { /* use the borrow of span - index */
		ins_direct(f, FN_LDC, 0);
		word_const(f, span);
		ins_slot(f, FN_LDL, index, 0);
		ins_oper(f, "ldiff");
		ins_oper(f, "rev");
		f->depth = 1;
		ins_direct(f, FN_EQC, 0);
	}
	ins_jump(f, FN_CJ, s->other);
}

/*
 * use_table: jump by a table of n cases, whose entries are distances from the table to the cases'
 * code.
 */
static void
use_table(const Switch *s, const Case *c, int n)
{
	Fn *f = s->f;
	int table = label_new(f), t = temp_new(f, 1), index = s->slot, i = 0;
	char text[64];

	if (c[0].value != 0) {
		index = temp_new(f, 1);
		ins_slot(f, FN_LDL, s->slot, 0);
		add_const(f, -(Word)c[0].value);
		ins_slot(f, FN_STL, index, 0);
	}
	jump_if_above(s, index, (Word)c[n - 1].value - c[0].value, s->natural && c[0].value == 0);
	snprintf(text, sizeof text, "\tldpi\t.L%d_%d", f->serial, table);
	ins_verbatim(f, arena_strndup(f->arena, text, strlen(text)));
	f->depth = 1;
	ins_slot(f, FN_STL, t, 0);
	ins_slot(f, FN_LDL, index, 0);
	ins_slot(f, FN_LDL, t, 0);
	ins_oper(f, "wsub");
	ins_direct(f, FN_LDNL, 0);
	ins_slot(f, FN_LDL, t, 0);
	ins_oper(f, "bsub");
	ins_oper(f, "gcall");
	f->depth = 0;
	table_begin(f, table);
	for (int64_t v = c[0].value; v <= c[n - 1].value; v++) {
		bool used = c[i].value == v;

		table_entry(f, table, used ? c[i].label : s->other);
		i += used;
	}
	table_end(f);
}

/* choose_case: search the n cases: by a table, one after the other, or in both halves. */
static void
choose_case(const Switch *s, const Case *c, int n)
{
	Fn *f = s->f;
	int upper;

	if (n >= TABLE_MIN && (int64_t)c[n - 1].value - c[0].value < (int64_t)TABLE_PART * n) {
		use_table(s, c, n);
		return;
	}
	if (n <= LINEAR) {
		try_each_case(s, c, n);
		return;
	}
	upper = label_new(f);
	word_const(f, c[n / 2].value);
	ins_slot(f, FN_LDL, s->slot, 0);
	ins_oper(f, "gt");
	ins_jump(f, FN_CJ, upper);
	choose_case(s, c, n / 2);
	ins_label(f, upper);
	choose_case(s, c + n / 2, n - n / 2);
}

/*
 * wide_switch: generate a switch over a value of several words: all words are compared for each
 * case.
 */
static void
wide_switch(Fn *f, LLVMValueRef v, LLVMValueRef selector, int other)
{
	uint32_t words = type_words(f->m, LLVMTypeOf(selector));
	uint32_t extra = type_bits(f->m, LLVMTypeOf(selector)) % 32;

	for (unsigned i = 1; i < LLVMGetNumSuccessors(v); i++) {
		LLVMValueRef value = LLVMGetOperand(v, 2 * i);

		for (uint32_t k = 0; k < words; k++) {
			wide_push_word(f, selector, k);
			if (extra && k == words - 1) {
				word_const(f, (1u << extra) - 1);
				ins_oper(f, "and");
			}
			wide_push_word(f, value, k);
			ins_oper(f, "xor");
			if (k > 0)
				ins_oper(f, "or");
		}
		ins_jump(f, FN_CJ, f->blocks[fn_block(f, LLVMGetSuccessor(v, i))].label);
	}
	ins_jump(f, FN_J, other);
}

/* selector_slot: the slot with the zero-extended selector, which is stored there if necessary. */
static int
selector_slot(Fn *f, LLVMValueRef selector)
{
	const Val *x = fn_val(f, value_peel(selector));
	int slot;

	if (x && !x->folded && is_clean(f, selector) && LLVMTypeOf(x->v) == LLVMTypeOf(selector))
		return x->web;
	slot = temp_new(f, 1);
	word_zext(f, selector);
	ins_slot(f, FN_STL, slot, 0);
	return slot;
}

void
lower_switch(Fn *f, LLVMValueRef v)
{
	LLVMValueRef selector = LLVMGetOperand(v, 0);
	unsigned n = LLVMGetNumSuccessors(v) - 1;
	Switch s = {.f = f, .other = f->blocks[fn_block(f, LLVMGetSuccessor(v, 0))].label};
	Case *cases = arena_alloc(f->arena, n + 1, sizeof *cases);

	if (type_kind(LLVMTypeOf(selector)) == KIND_WIDE) {
		wide_switch(f, v, selector, s.other);
		return;
	}
	for (unsigned i = 0; i < n; i++) {
		Word w = 0;

		value_const(LLVMGetOperand(v, 2 * i + 2), &w);
		cases[i].value = (int32_t)w;
		cases[i].label = f->blocks[fn_block(f, LLVMGetSuccessor(v, i + 1))].label;
	}
	qsort(cases, n, sizeof *cases, by_value);
	s.slot = selector_slot(f, selector);
	s.natural = is_natural(f, selector);
	choose_case(&s, cases, n);
}
