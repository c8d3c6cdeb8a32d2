/* value.c - values that are known after a receive whose sender is known. */
#include "flow.h"

enum { MAX_DEPTH = 16 };

/* truncate_value: the lowest bits of a value, as many as the type t has. */
static uint64_t
truncate_value(uint64_t value, LLVMTypeRef t)
{
	unsigned bits = LLVMGetIntTypeWidth(t);

	return bits < 64 ? value & ((UINT64_C(1) << bits) - 1) : value;
}

/* extend_value: a value of the integer type t as a signed number of 64 bits. */
static int64_t
extend_value(uint64_t value, LLVMTypeRef t)
{
	unsigned bits = LLVMGetIntTypeWidth(t);

	return bits < 64 ? (int64_t)(value << (64 - bits)) >> (64 - bits) : (int64_t)value;
}

/* compare_values: true if a and b of type t compare as the predicate says. */
static bool
compare_values(LLVMIntPredicate p, LLVMTypeRef t, uint64_t a, uint64_t b)
{
	int64_t x = extend_value(a, t), y = extend_value(b, t);

	switch (p) {
	case LLVMIntEQ: return a == b;
	case LLVMIntNE: return a != b;
	case LLVMIntUGT: return a > b;
	case LLVMIntUGE: return a >= b;
	case LLVMIntULT: return a < b;
	case LLVMIntULE: return a <= b;
	case LLVMIntSGT: return x > y;
	case LLVMIntSGE: return x >= y;
	case LLVMIntSLT: return x < y;
	default: return x <= y;
	}
}

/*
 * combine_values: compute a binary operation v of a and b into *r; false if the operation is not
 * handled here.
 */
static bool
combine_values(LLVMValueRef v, uint64_t a, uint64_t b, uint64_t *r)
{
	LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(v, 0));

	switch (value_opcode(v)) {
	case LLVMAdd: *r = a + b; break;
	case LLVMSub: *r = a - b; break;
	case LLVMMul: *r = a * b; break;
	case LLVMAnd: *r = a & b; break;
	case LLVMOr: *r = a | b; break;
	case LLVMXor: *r = a ^ b; break;
	case LLVMShl: *r = b < 64 ? a << b : 0; break;
	case LLVMLShr: *r = b < 64 ? a >> b : 0; break;
	case LLVMUDiv: *r = b ? a / b : 0; break;
	case LLVMURem: *r = b ? a % b : 0; break;
	case LLVMICmp: *r = compare_values(LLVMGetICmpPredicate(v), t, a, b); return true;
	default: return false;
	}
	*r = truncate_value(*r, t);
	return true;
}

/*
 * known_value: compute v from constants and the known result of a receive; false if it is not
 * known.
 */
static bool
known_value(LLVMValueRef v, const Received *known, uint64_t *value, int depth)
{
	uint64_t a, b;
	LLVMTypeRef t = LLVMTypeOf(v);

	if (LLVMGetTypeKind(t) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(t) > 64
		|| depth == MAX_DEPTH)
		return false;
	if (LLVMIsAConstantInt(v)) {
		*value = LLVMConstIntGetZExtValue(v);
		return true;
	}
	if (known->receive && v == known->receive) {
		*value = known->sender;
		return true;
	}
	if (!LLVMIsAInstruction(v) || LLVMIsAPHINode(v) || LLVMGetNumOperands(v) == 0
		|| !known_value(LLVMGetOperand(v, 0), known, &a, depth + 1))
		return false;
	switch (value_opcode(v)) {
	case LLVMTrunc: case LLVMZExt:
		*value = truncate_value(a, t);
		return true;
	case LLVMSExt:
		*value = truncate_value(extend_value(a, LLVMTypeOf(LLVMGetOperand(v, 0))), t);
		return true;
	case LLVMSelect:
		return known_value(LLVMGetOperand(v, a ? 1 : 2), known, value, depth + 1);
	default:
		return LLVMGetNumOperands(v) == 2
			&& known_value(LLVMGetOperand(v, 1), known, &b, depth + 1)
			&& combine_values(v, a, b, value);
	}
}

bool
graph_value(LLVMValueRef v, const Received *known, uint64_t *value)
{
	return known_value(v, known, value, 0);
}

/* Values found so far, and the phi nodes on the way to them. */
typedef struct Values {
	const Received *known;
	uint32_t *value;
	uint32_t n, most; /* found so far, and allowed */
	LLVMValueRef phi[MAX_DEPTH]; /* nphis phi nodes, to stop at a cycle */
	uint32_t nphis;
} Values;

/* add_values: add the values that v may have; false if they are unknown, or too many. */
static bool
add_values(Values *s, LLVMValueRef v)
{
	uint64_t value;

	if (graph_value(v, s->known, &value)) {
		for (uint32_t i = 0; i < s->n; i++)
			if (s->value[i] == (uint32_t)value)
				return true;
		if (s->n == s->most)
			return false;
		s->value[s->n++] = value;
		return true;
	}
	if (LLVMIsASelectInst(v))
		return add_values(s, LLVMGetOperand(v, 1)) && add_values(s, LLVMGetOperand(v, 2));
	if (!LLVMIsAPHINode(v))
		return false;
	for (uint32_t i = 0; i < s->nphis; i++)
		if (s->phi[i] == v)
			return true;
	if (s->nphis == MAX_DEPTH)
		return false;
	s->phi[s->nphis++] = v;
	for (unsigned i = 0; i < LLVMCountIncoming(v); i++)
		if (!add_values(s, LLVMGetIncomingValue(v, i)))
			return false;
	return true;
}

uint32_t
graph_values(LLVMValueRef v, const Received *known, uint32_t *values, uint32_t most)
{
	Values s = {.known = known, .value = values, .most = most};

	return add_values(&s, v) ? s.n : 0;
}
