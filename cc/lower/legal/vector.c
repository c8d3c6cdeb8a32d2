/*
 * vector.c - rewrites, element by element, operations on whole vectors that LLVM's scalarizer
 * leaves.
 */
#include "rule.h"

#include <string.h>

/* extract_element: build the extraction of element i of a vector. */
static LLVMValueRef
extract_element(Rewrite *o, LLVMValueRef v, unsigned i)
{
	return LLVMBuildExtractElement(o->b, v, int_constant(int_type(o, 32), i), "");
}

/* insert_element: build the insertion of x as element i of a vector. */
static LLVMValueRef
insert_element(Rewrite *o, LLVMValueRef v, LLVMValueRef x, unsigned i)
{
	return LLVMBuildInsertElement(o->b, v, x, int_constant(int_type(o, 32), i), "");
}

/* ---- values that are not defined ---- */

/* freeze_elements: build the freeze of each element of a vector. */
static LLVMValueRef
freeze_elements(Rewrite *o)
{
	LLVMValueRef all = LLVMConstNull(o->t);

	for (unsigned i = 0; i < part_count(o->t); i++)
		all = insert_element(
			o, all, LLVMBuildFreeze(o->b, extract_element(o, o->x, i), ""), i);
	return all;
}

/*
 * legal_freeze: rule for freeze: an undefined value becomes 0; each element of a vector is handled
 * separately.
 */
LLVMValueRef
legal_freeze(Rewrite *o)
{
	if (LLVMIsUndef(o->x) || LLVMIsAPoisonValue(o->x))
		return LLVMConstNull(o->t);
	return LLVMGetTypeKind(o->t) == LLVMVectorTypeKind ? freeze_elements(o) : NULL;
}

/* ---- their bits ---- */

/* as_integer: build the bits of v, which is not an aggregate, as an integer. */
static LLVMValueRef
as_integer(Rewrite *o, LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(v);

	if (LLVMGetTypeKind(t) == LLVMIntegerTypeKind)
		return v;
	if (LLVMGetTypeKind(t) == LLVMPointerTypeKind)
		return LLVMBuildPtrToInt(o->b, v, int_type(o, 32), "");
	return LLVMBuildBitCast(o->b, v, int_type(o, type_bits(o->m, t)), "");
}

/* vector_from_integer: build a vector of type t from its bits. */
static LLVMValueRef
vector_from_integer(Rewrite *o, LLVMValueRef v, LLVMTypeRef t)
{
	if (LLVMGetTypeKind(t) == LLVMPointerTypeKind)
		return LLVMBuildIntToPtr(o->b, v, t, "");
	return LLVMBuildBitCast(o->b, v, t, "");
}

/* gather_elements: the bits of a vector's elements as one integer. */
static LLVMValueRef
gather_elements(Rewrite *o, LLVMValueRef v, LLVMTypeRef whole)
{
	unsigned bits = type_bits(o->m, LLVMGetElementType(LLVMTypeOf(v)));
	LLVMValueRef all = int_constant(whole, 0);

	for (unsigned i = 0; i < part_count(LLVMTypeOf(v)); i++) {
		LLVMValueRef x = legal_resize(o, as_integer(o, extract_element(o, v, i)), whole);

		x = LLVMBuildShl(o->b, x, int_constant(whole, i * bits), "");
		all = LLVMBuildOr(o->b, all, x, "");
	}
	return all;
}

/* scatter_elements: build a vector of type t, element by element, from the bits of an integer. */
static LLVMValueRef
scatter_elements(Rewrite *o, LLVMValueRef v, LLVMTypeRef t)
{
	LLVMTypeRef part = LLVMGetElementType(t);
	unsigned bits = type_bits(o->m, part);
	LLVMValueRef all = LLVMConstNull(t);

	for (unsigned i = 0; i < part_count(t); i++) {
		LLVMValueRef x = LLVMBuildLShr(o->b, v, int_constant(LLVMTypeOf(v), i * bits), "");

		x = vector_from_integer(o, legal_resize(o, x, int_type(o, bits)), part);
		all = insert_element(o, all, x, i);
	}
	return all;
}

/* legal_bits_of_vector: rule for the conversion between a vector's bits and one integer. */
LLVMValueRef
legal_bits_of_vector(Rewrite *o)
{
	bool from = LLVMGetTypeKind(LLVMTypeOf(o->x)) == LLVMVectorTypeKind;
	bool to = LLVMGetTypeKind(o->t) == LLVMVectorTypeKind;
	LLVMTypeRef whole;
	LLVMValueRef bits;

	if (!from && !to)
		return NULL;
	whole = int_type(o, LLVMSizeOfTypeInBits(o->m->layout, o->t));
	bits = from ? gather_elements(o, o->x, whole) : as_integer(o, o->x);
	return to ? scatter_elements(o, bits, o->t) : vector_from_integer(o, bits, o->t);
}

/* ---- reductions ---- */

/* apply_to_both: build the operation of that name on x and y. */
static LLVMValueRef
apply_to_both(Rewrite *o, const char *name, LLVMValueRef x, LLVMValueRef y)
{
	static const struct {
		const char *name;
		LLVMOpcode op;
	} operations[] = {
		{"add", LLVMAdd},
		{"mul", LLVMMul},
		{"and", LLVMAnd},
		{"or", LLVMOr},
		{"xor", LLVMXor},
	};
	static const struct {
		const char *name;
		LLVMIntPredicate p;
	} choices[] = {
		{"smax", LLVMIntSGT},
		{"smin", LLVMIntSLT},
		{"umax", LLVMIntUGT},
		{"umin", LLVMIntULT},
	};

	for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
		if (strncmp(name, operations[i].name, strcspn(name, ".")) == 0)
			return LLVMBuildBinOp(o->b, operations[i].op, x, y, "");
	for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
		if (strncmp(name, choices[i].name, strcspn(name, ".")) == 0)
			return LLVMBuildSelect(o->b, LLVMBuildICmp(o->b, choices[i].p, x, y, ""), x,
				y, "");
	return NULL;
}

/* legal_reduction: rule for a reduction of integers; refuse.c reports others. */
LLVMValueRef
legal_reduction(Rewrite *o)
{
	const char *name = callee_name(o->v) + strlen("llvm.vector.reduce.");
	LLVMValueRef all;

	if (LLVMGetTypeKind(o->t) != LLVMIntegerTypeKind)
		return NULL;
	all = extract_element(o, o->x, 0);
	for (unsigned i = 1; all && i < part_count(LLVMTypeOf(o->x)); i++)
		all = apply_to_both(o, name, all, extract_element(o, o->x, i));
	return all;
}
