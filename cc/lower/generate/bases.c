/*
 * bases.c - keeps in slots what loops use: addresses of variables, constants, and words whose upper
 * half is 0.
 *
 * The address of a variable in the data is gsb plus a constant, which usually needs one or two
 * prefixes; loading it from a slot takes one instruction. Loads and stores of words do not need
 * this: their instructions add the constant themselves. A constant needs up to seven prefixes, a
 * cycle each. A block move brings a halfword into a slot whose upper half stays 0.
 */
#include "generate.h"

/* weighted uses that justify a slot; words from the base that need no prefix */
enum { MIN_WEIGHT = 8, NEAR_WORDS = 16 };

/* ---- addresses ---- */

/* A variable whose address may be kept in a slot. */
typedef struct Candidate {
	LLVMValueRef global;
	uint64_t weight; /* uses of its address, weighted by the frequency of their blocks */
} Candidate;

/* All such variables of a function. */
typedef struct Candidates {
	Fn *f;
	Map *index; /* global -> index in `all` */
	Candidate *all;
	int n;
} Candidates;

/*
 * base_of: the variable of a constant address near its beginning; NULL if it is something else.
 */
static LLVMValueRef
base_of(Fn *f, LLVMValueRef v)
{
	Place p;

	if (!LLVMIsAConstant(v) || type_kind(LLVMTypeOf(v)) != KIND_WORD
		|| (!LLVMIsAGlobalVariable(v) && !LLVMIsAConstantExpr(v)))
		return NULL;
	p = place_of(f, v);
	return p.base == BASE_DATA && p.offset >= 0 && p.offset < 4 * NEAR_WORDS ? p.v : NULL;
}

/* is_word_access: true if operand i of v is the address of an aligned word access. */
static bool
is_word_access(Fn *f, LLVMValueRef v, int i)
{
	bool is_load = LLVMIsALoadInst(v) != NULL;
	LLVMTypeRef t;

	if (!is_load && !(LLVMIsAStoreInst(v) && i == 1))
		return false;
	t = LLVMTypeOf(is_load ? v : LLVMGetOperand(v, 0));
	return type_kind(t) == KIND_WORD && LLVMStoreSizeOfType(f->m->layout, t) == 4;
}

/* count_use: add a use of a variable's address, with its weight. */
static void
count_use(Candidates *s, LLVMValueRef global, uint64_t weight)
{
	intptr_t at;

	if (!map_get(s->index, global, &at)) {
		at = s->n;
		map_put(s->index, global, at);
		s->all = arena_more(s->f->arena, s->all, s->n, sizeof *s->all);
		s->all[s->n++] = (Candidate){.global = global};
	}
	s->all[at].weight += weight;
}

void
fn_choose_bases(Fn *f)
{
	Candidates s = {.f = f, .index = map_new()};

	for (int b = 0; b < f->nblocks; b++)
		for (int i = 0; i < f->blocks[b].nins; i++) {
			LLVMValueRef v = f->blocks[b].ins[i];
			const Val *x = fn_val(f, v);

			if (is_ignored(v) || (x && !x->live))
				continue;
			for (int k = 0; k < LLVMGetNumOperands(v); k++) {
				LLVMValueRef g = base_of(f, LLVMGetOperand(v, k));

				if (g && !is_word_access(f, v, k))
					count_use(&s, g, f->blocks[b].weight);
			}
		}
	map_free(s.index);
	for (int i = 0; i < s.n; i++)
		if (s.all[i].weight >= MIN_WEIGHT) {
			f->bases = arena_more(f->arena, f->bases, f->nbases, sizeof *f->bases);
			f->bases[f->nbases++] = (Base){s.all[i].global, slot_new(f, SLOT_OWN, 1)};
		}
}

int
base_slot(const Fn *f, LLVMValueRef global)
{
	for (int i = 0; i < f->nbases; i++)
		if (f->bases[i].global == global)
			return f->bases[i].slot;
	return -1;
}

/* ---- constants ---- */

/*
 * is_long: true for a constant with at least four prefixes. Loading it by ldc takes longer than a
 * load from a slot, even if the code is on the chip and the workspace is not.
 */
static bool
is_long(Word w)
{
	int32_t n = w;

	return n >= 1 << 16 || n < -(1 << 16);
}

void
push_number(Fn *f, Word w)
{
	int i;

	if (!is_long(w)) {
		ins_direct(f, FN_LDC, w);
		return;
	}
	for (i = 0; i < f->nnumbers && f->numbers[i].value != w; i++)
		;
	if (i == f->nnumbers) {
		f->numbers = arena_more(f->arena, f->numbers, f->nnumbers, sizeof *f->numbers);
		f->numbers[f->nnumbers++] = (Number){.value = w, .slot = -1};
	}
	f->numbers[i].weight += f->blocks[f->block].weight;
	ins_add(f, (Ins){INS_NUMBER, .n = i});
	f->depth++;
}

void
fn_choose_numbers(Fn *f)
{
	for (int i = 0; i < f->nnumbers; i++) {
		Number *n = &f->numbers[i];

		if (n->weight < MIN_WEIGHT)
			continue;
		n->slot = slot_new(f, SLOT_OWN, 1);
		f->slots[n->slot].weight = n->weight;
	}
}

/* ---- halfwords ---- */

int
half_slot(Fn *f)
{
	if (f->half < 0 && f->blocks[f->block].weight >= MIN_WEIGHT)
		f->half = slot_new(f, SLOT_OWN, 1);
	return f->half;
}

/* ---- at the entry ---- */

void
load_bases(Fn *f)
{
	for (int i = 0; i < f->nbases; i++) {
		ins_slot(f, FN_LDL, f->gsb, 0);
		ins_text(f, FN_LDNLP, "(%s - __data_start) / 4",
			unit_symbol(f->unit, f->bases[i].global));
		ins_slot(f, FN_STL, f->bases[i].slot, 0);
	}
	for (int i = 0; i < f->nnumbers; i++) {
		if (f->numbers[i].slot < 0)
			continue;
		ins_direct(f, FN_LDC, f->numbers[i].value);
		ins_slot(f, FN_STL, f->numbers[i].slot, 0);
	}
	if (f->half >= 0) {
		ins_direct(f, FN_LDC, 0);
		ins_slot(f, FN_STL, f->half, 0);
	}
}
