/*
 * bases.c - keeps addresses of variables that loops use in slots.
 *
 * The address of a variable in the data is gsb plus a constant, which usually needs one or two
 * prefixes; loading it from a slot takes one instruction. Loads and stores of words do not need
 * this: their instructions add the constant themselves.
 */
#include "generate.h"

/* weighted uses that justify a slot; words from the base that need no prefix */
enum { LOOP = 8, NEAR = 16 };

typedef struct Candidate {
	LLVMValueRef global;
	uint64_t weight; /* uses of its address, weighted by the frequency of their blocks */
} Candidate;

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
	return p.base == BASE_DATA && p.offset >= 0 && p.offset < 4 * NEAR ? p.v : NULL;
}

/* is_word_access: operand i of v is the address of an aligned word access. */
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

static void
count(Candidates *s, LLVMValueRef global, uint64_t weight)
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
fn_bases(Fn *f)
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
					count(&s, g, f->blocks[b].weight);
			}
		}
	map_free(s.index);
	for (int i = 0; i < s.n; i++)
		if (s.all[i].weight >= LOOP) {
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

void
load_bases(Fn *f)
{
	for (int i = 0; i < f->nbases; i++) {
		slot_op(f, FN_LDL, f->gsb, 0);
		text_op(f, FN_LDNLP, "(%s - __data_start) / 4",
			unit_symbol(f->unit, f->bases[i].global));
		slot_op(f, FN_STL, f->bases[i].slot, 0);
	}
}
