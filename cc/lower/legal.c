/*
 * legal.c - the same program in less of LLVM's language.
 *
 * What the lowering does not know is written in terms of what it knows: minima as selects, overflow
 * as comparisons, 64-bit division and rare conversions as calls of the runtime library, structures
 * passed by value as copies. Rules are rows: an opcode or a name, and what makes the new value.
 */
#include "lower.h"

#include <llvm-c/Support.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include <stdlib.h>
#include <string.h>

/* An instruction being replaced; the builder stands before it. */
typedef struct Old {
	Module *m;
	LLVMBuilderRef b;
	LLVMContextRef c;
	LLVMValueRef v;
	LLVMTypeRef t;         /* of its result */
	LLVMValueRef x, y, z;  /* its first operands */
} Old;

typedef LLVMValueRef Rule(Old *o);

static LLVMTypeRef
int_type(Old *o, unsigned bits)
{
	return LLVMIntTypeInContext(o->c, bits);
}

static LLVMValueRef
number(LLVMTypeRef t, uint64_t n)
{
	return LLVMConstInt(t, n, 0);
}

static unsigned
width(LLVMValueRef v)
{
	return LLVMGetIntTypeWidth(LLVMTypeOf(v));
}

static bool
is_single(LLVMTypeRef t)
{
	return LLVMGetTypeKind(t) == LLVMFloatTypeKind;
}

static LLVMValueRef
library(Old *o, const char *name, LLVMTypeRef ret, LLVMValueRef *args, unsigned n)
{
	LLVMTypeRef types[4], type;
	LLVMValueRef f = LLVMGetNamedFunction(o->m->ir, name);

	for (unsigned i = 0; i < n; i++)
		types[i] = LLVMTypeOf(args[i]);
	type = LLVMFunctionType(ret, types, n, 0);
	if (!f)
		f = LLVMAddFunction(o->m->ir, name, type);
	return LLVMBuildCall2(o->b, type,
		LLVMBuildBitCast(o->b, f, LLVMPointerType(type, 0), ""), args, n, "");
}

/* ---- minima, saturation, overflow ---- */

static LLVMValueRef
choose(Old *o, LLVMIntPredicate p)
{
	return LLVMBuildSelect(o->b, LLVMBuildICmp(o->b, p, o->x, o->y, ""), o->x, o->y, "");
}

static LLVMValueRef
smax(Old *o)
{
	return choose(o, LLVMIntSGT);
}

static LLVMValueRef
smin(Old *o)
{
	return choose(o, LLVMIntSLT);
}

static LLVMValueRef
umax(Old *o)
{
	return choose(o, LLVMIntUGT);
}

static LLVMValueRef
umin(Old *o)
{
	return choose(o, LLVMIntULT);
}

static LLVMValueRef
absolute(Old *o)
{
	LLVMValueRef negative = LLVMBuildICmp(o->b, LLVMIntSLT, o->x, number(o->t, 0), "");

	return LLVMBuildSelect(o->b, negative, LLVMBuildNeg(o->b, o->x, ""), o->x, "");
}

/* A result and whether the true one is outside the type's range. */
typedef struct Overflow {
	LLVMValueRef value, flag;
} Overflow;

static Overflow
unsigned_overflow(Old *o, bool add)
{
	Overflow r;

	if (add) {
		r.value = LLVMBuildAdd(o->b, o->x, o->y, "");
		r.flag = LLVMBuildICmp(o->b, LLVMIntULT, r.value, o->x, "");
	} else {
		r.value = LLVMBuildSub(o->b, o->x, o->y, "");
		r.flag = LLVMBuildICmp(o->b, LLVMIntULT, o->x, o->y, "");
	}
	return r;
}

/* signed_overflow: the result's sign differs from both (sum), or from x where y's does (difference). */
static Overflow
signed_overflow(Old *o, bool add)
{
	LLVMTypeRef t = LLVMTypeOf(o->x);
	LLVMValueRef a, b;
	Overflow r;

	r.value = add ? LLVMBuildAdd(o->b, o->x, o->y, "") : LLVMBuildSub(o->b, o->x, o->y, "");
	a = LLVMBuildXor(o->b, o->x, r.value, "");
	b = LLVMBuildXor(o->b, o->y, add ? r.value : o->x, "");
	r.flag = LLVMBuildICmp(o->b, LLVMIntSLT, LLVMBuildAnd(o->b, a, b, ""), number(t, 0), "");
	return r;
}

/* product_overflow: the product in twice the width; 64 bits by the library. */
static Overflow
product_overflow(Old *o, bool is_signed)
{
	LLVMTypeRef t = LLVMTypeOf(o->x), twice = int_type(o, 2 * width(o->x));
	LLVMValueRef p, back;
	Overflow r;

	if (width(o->x) > 32) {
		LLVMTypeRef i64 = int_type(o, 64);
		LLVMValueRef args[2], flag;

		args[0] = is_signed ? LLVMBuildSExt(o->b, o->x, i64, "") : LLVMBuildZExt(o->b, o->x, i64, "");
		args[1] = is_signed ? LLVMBuildSExt(o->b, o->y, i64, "") : LLVMBuildZExt(o->b, o->y, i64, "");
		flag = library(o, is_signed ? "__mulodi" : "__umulodi", int_type(o, 32), args, 2);
		r.value = LLVMBuildMul(o->b, o->x, o->y, "");
		r.flag = LLVMBuildICmp(o->b, LLVMIntNE, flag, number(int_type(o, 32), 0), "");
		if (width(o->x) < 64) {
			p = LLVMBuildMul(o->b, args[0], args[1], "");
			back = is_signed ? LLVMBuildSExt(o->b, r.value, i64, "")
				: LLVMBuildZExt(o->b, r.value, i64, "");
			r.flag = LLVMBuildOr(o->b, r.flag,
				LLVMBuildICmp(o->b, LLVMIntNE, p, back, ""), "");
		}
		return r;
	}
	if (is_signed)
		p = LLVMBuildMul(o->b, LLVMBuildSExt(o->b, o->x, twice, ""),
			LLVMBuildSExt(o->b, o->y, twice, ""), "");
	else
		p = LLVMBuildMul(o->b, LLVMBuildZExt(o->b, o->x, twice, ""),
			LLVMBuildZExt(o->b, o->y, twice, ""), "");
	r.value = LLVMBuildTrunc(o->b, p, t, "");
	back = is_signed ? LLVMBuildSExt(o->b, r.value, twice, "") : LLVMBuildZExt(o->b, r.value, twice, "");
	r.flag = LLVMBuildICmp(o->b, LLVMIntNE, p, back, "");
	return r;
}

static Overflow
overflow_of(Old *o, const char *name)
{
	bool is_signed = name[0] == 's';

	if (strncmp(name + 1, "mul", 3) == 0)
		return product_overflow(o, is_signed);
	return is_signed ? signed_overflow(o, name[1] == 'a') : unsigned_overflow(o, name[1] == 'a');
}

/* with_overflow: extracts of the pair are replaced at once, so that mostly no pair is left. */
static LLVMValueRef
with_overflow(Old *o)
{
	Overflow r = overflow_of(o, callee_name(o->v) + strlen("llvm."));
	LLVMUseRef next;

	for (LLVMUseRef u = LLVMGetFirstUse(o->v); u; u = next) {
		LLVMValueRef user = LLVMGetUser(u);

		next = LLVMGetNextUse(u);
		if (LLVMIsAExtractValueInst(user))
			LLVMReplaceAllUsesWith(user, LLVMGetIndices(user)[0] ? r.flag : r.value);
	}
	if (!LLVMGetFirstUse(o->v))
		return LLVMGetUndef(o->t);
	return LLVMBuildInsertValue(o->b,
		LLVMBuildInsertValue(o->b, LLVMGetUndef(o->t), r.value, 0, ""), r.flag, 1, "");
}

static LLVMValueRef
saturated(Old *o)
{
	const char *name = callee_name(o->v) + strlen("llvm.");
	Overflow r = overflow_of(o, name);
	LLVMValueRef limit;

	if (name[0] == 'u') {
		limit = name[1] == 'a' ? LLVMConstAllOnes(o->t) : number(o->t, 0);
	} else { /* towards the sign of x */
		LLVMValueRef sign = LLVMBuildAShr(o->b, o->x, number(o->t, width(o->x) - 1), "");
		LLVMValueRef most = LLVMConstLShr(LLVMConstAllOnes(o->t), number(o->t, 1));

		limit = LLVMBuildXor(o->b, sign, most, "");
	}
	return LLVMBuildSelect(o->b, r.flag, limit, r.value, "");
}

/* ---- bits ---- */

static LLVMValueRef
machine(Old *o, const char *name, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c)
{
	LLVMValueRef args[3] = {a, b, c};

	return library(o, name, int_type(o, 32), args, c ? 3 : b ? 2 : 1);
}

static LLVMValueRef
low_half(Old *o)
{
	return LLVMBuildTrunc(o->b, o->x, int_type(o, 32), "");
}

static LLVMValueRef
high_half(Old *o)
{
	return LLVMBuildTrunc(o->b, LLVMBuildLShr(o->b, o->x, number(o->t, 32), ""), int_type(o, 32), "");
}

static LLVMValueRef
zero_word(Old *o)
{
	return number(int_type(o, 32), 0);
}

static LLVMValueRef
resize(Old *o, LLVMValueRef v, LLVMTypeRef t)
{
	if (LLVMGetIntTypeWidth(t) > width(v))
		return LLVMBuildZExt(o->b, v, t, "");
	return LLVMGetIntTypeWidth(t) < width(v) ? LLVMBuildTrunc(o->b, v, t, "") : v;
}

static LLVMValueRef
count_ones(Old *o)
{
	LLVMValueRef n;

	if (width(o->x) <= 32) {
		n = machine(o, "__t800_bitcnt", zero_word(o), resize(o, o->x, int_type(o, 32)), NULL);
	} else {
		n = machine(o, "__t800_bitcnt", zero_word(o), low_half(o), NULL);
		n = machine(o, "__t800_bitcnt", n, high_half(o), NULL);
	}
	return resize(o, n, o->t);
}

static LLVMValueRef
is_zero(Old *o, LLVMValueRef v)
{
	return LLVMBuildICmp(o->b, LLVMIntEQ, v, number(LLVMTypeOf(v), 0), "");
}

static LLVMValueRef
plus(Old *o, LLVMValueRef v, int32_t n)
{
	return LLVMBuildAdd(o->b, v, LLVMConstInt(LLVMTypeOf(v), n, 1), "");
}

static LLVMValueRef
leading_zeros(Old *o)
{
	LLVMValueRef high, low, n;

	if (width(o->x) <= 32) {
		n = machine(o, "__t800_clz", resize(o, o->x, int_type(o, 32)), NULL, NULL);
		return resize(o, plus(o, n, (int)width(o->x) - 32), o->t);
	}
	high = machine(o, "__t800_clz", high_half(o), NULL, NULL);
	low = plus(o, machine(o, "__t800_clz", low_half(o), NULL, NULL), 32);
	n = LLVMBuildSelect(o->b, is_zero(o, high_half(o)), low, high, "");
	return resize(o, plus(o, n, (int)width(o->x) - 64), o->t);
}

static LLVMValueRef
word_trailing(Old *o, LLVMValueRef w)
{
	return machine(o, "__t800_clz", machine(o, "__t800_bitrevword", w, NULL, NULL), NULL, NULL);
}

static LLVMValueRef
trailing_zeros(Old *o)
{
	LLVMTypeRef word = int_type(o, 32);
	LLVMValueRef n, w;

	if (width(o->x) <= 32) { /* a bit above the type stops the count */
		w = resize(o, o->x, word);
		if (width(o->x) < 32)
			w = LLVMBuildOr(o->b, w, number(word, 1u << width(o->x)), "");
		return resize(o, word_trailing(o, w), o->t);
	}
	n = plus(o, word_trailing(o, high_half(o)), 32);
	n = LLVMBuildSelect(o->b, is_zero(o, low_half(o)), n, word_trailing(o, low_half(o)), "");
	return resize(o, n, o->t);
}

static LLVMValueRef
join_halves(Old *o, LLVMValueRef low, LLVMValueRef high)
{
	LLVMTypeRef t = int_type(o, 64);

	high = LLVMBuildShl(o->b, LLVMBuildZExt(o->b, high, t, ""), number(t, 32), "");
	return LLVMBuildOr(o->b, high, LLVMBuildZExt(o->b, low, t, ""), "");
}

static LLVMValueRef
swap_word(Old *o, LLVMValueRef w)
{
	LLVMTypeRef t = LLVMTypeOf(w);
	LLVMValueRef outer, inner;

	outer = LLVMBuildOr(o->b, LLVMBuildShl(o->b, w, number(t, 24), ""),
		LLVMBuildLShr(o->b, w, number(t, 24), ""), "");
	inner = LLVMBuildOr(o->b,
		LLVMBuildAnd(o->b, LLVMBuildShl(o->b, w, number(t, 8), ""), number(t, 0xFF0000), ""),
		LLVMBuildAnd(o->b, LLVMBuildLShr(o->b, w, number(t, 8), ""), number(t, 0xFF00), ""), "");
	return LLVMBuildOr(o->b, outer, inner, "");
}

static LLVMValueRef
swap_bytes(Old *o)
{
	unsigned bits = width(o->x);
	LLVMTypeRef word = int_type(o, 32), i64 = int_type(o, 64);
	LLVMValueRef x;

	if (bits <= 32) {
		x = swap_word(o, resize(o, o->x, word));
		return resize(o, LLVMBuildLShr(o->b, x, number(word, 32 - bits), ""), o->t);
	}
	x = join_halves(o, swap_word(o, high_half(o)), swap_word(o, low_half(o)));
	if (bits < 64)
		x = LLVMBuildLShr(o->b, x, number(i64, 64 - bits), "");
	return resize(o, x, o->t);
}

static LLVMValueRef
reverse_bits(Old *o)
{
	LLVMTypeRef word = int_type(o, 32);
	LLVMValueRef low, high;

	if (width(o->x) <= 32) {
		low = resize(o, o->x, word);
		return resize(o, machine(o, "__t800_bitrevnbits", low, number(word, width(o->x)), NULL), o->t);
	}
	high = machine(o, "__t800_bitrevword", low_half(o), NULL, NULL);
	low = machine(o, "__t800_bitrevword", high_half(o), NULL, NULL);
	return LLVMBuildTrunc(o->b, LLVMBuildLShr(o->b, join_halves(o, low, high),
		number(int_type(o, 64), 64 - width(o->x)), ""), o->t, "");
}

/* funnel: x above y, shifted by z modulo the width; words by the machine's long shift. */
static LLVMValueRef
funnel(Old *o, bool left)
{
	LLVMTypeRef t = o->t;
	unsigned bits = width(o->x);
	LLVMValueRef size = number(t, bits), n, rest, high, low;

	if ((bits & (bits - 1)) == 0)
		n = LLVMBuildAnd(o->b, o->z, number(t, bits - 1), "");
	else
		n = LLVMBuildURem(o->b, o->z, size, "");
	if (bits == 32)
		return machine(o, left ? "__t800_fshl" : "__t800_fshr", o->x, o->y, n);
	rest = LLVMBuildSub(o->b, number(t, bits - 1), n, ""); /* one less, so that it is a legal shift */
	if (left) {
		high = LLVMBuildShl(o->b, o->x, n, "");
		low = LLVMBuildLShr(o->b, LLVMBuildLShr(o->b, o->y, number(t, 1), ""), rest, "");
	} else {
		low = LLVMBuildLShr(o->b, o->y, n, "");
		high = LLVMBuildShl(o->b, LLVMBuildShl(o->b, o->x, number(t, 1), ""), rest, "");
	}
	return LLVMBuildOr(o->b, high, low, "");
}

static LLVMValueRef
funnel_left(Old *o)
{
	return funnel(o, true);
}

static LLVMValueRef
funnel_right(Old *o)
{
	return funnel(o, false);
}

/* ---- memory ---- */

static LLVMValueRef
set_memory(Old *o)
{
	LLVMTypeRef word = int_type(o, 32);
	LLVMValueRef args[3] = {o->x, resize(o, o->y, word), resize(o, o->z, word)};
	LLVMValueRef p, w;
	Word n, c;

	if (!value_const(args[2], &n) || !value_const(o->y, &c) || n > 16 || n % 4
		|| call_alignment(o->v, 1) % 4) {
		library(o, "memset", LLVMTypeOf(o->x), args, 3);
		return LLVMGetUndef(o->t);
	}
	p = LLVMBuildBitCast(o->b, o->x, LLVMPointerType(word, 0), "");
	w = number(word, 0x01010101u * c);
	for (unsigned i = 0; i < n / 4; i++) {
		LLVMValueRef index = number(word, i);

		LLVMSetAlignment(LLVMBuildStore(o->b, w,
			LLVMBuildGEP2(o->b, word, p, &index, 1, "")), 4);
	}
	return LLVMGetUndef(o->t);
}

static LLVMValueRef
move_memory(Old *o)
{
	LLVMValueRef args[3] = {o->x, o->y, resize(o, o->z, int_type(o, 32))};

	library(o, "memmove", LLVMTypeOf(o->x), args, 3);
	return LLVMGetUndef(o->t);
}

/* copy_memory: some passes write the length in 64 bits. */
static LLVMValueRef
copy_memory(Old *o)
{
	if (width(o->z) == 32)
		return NULL;
	LLVMBuildMemCpy(o->b, o->x, call_alignment(o->v, 1), o->y, call_alignment(o->v, 2),
		resize(o, o->z, int_type(o, 32)));
	return LLVMGetUndef(o->t);
}

static LLVMValueRef
copy_list(Old *o)
{
	LLVMTypeRef pointer = LLVMTypeOf(o->x);
	LLVMValueRef to = LLVMBuildBitCast(o->b, o->x, LLVMPointerType(pointer, 0), "");
	LLVMValueRef from = LLVMBuildBitCast(o->b, o->y, LLVMPointerType(pointer, 0), "");

	LLVMBuildStore(o->b, LLVMBuildLoad2(o->b, pointer, from, ""), to);
	return LLVMGetUndef(o->t);
}

/* ---- mathematics ---- */

static const struct {
	const char *llvm, *library;
} functions[] = {
	{"floor", "floor"}, {"ceil", "ceil"}, {"trunc", "trunc"}, {"rint", "rint"},
	{"nearbyint", "nearbyint"}, {"roundeven", "roundeven"}, {"round", "round"}, {"sin", "sin"},
	{"cos", "cos"}, {"exp2", "exp2"}, {"exp", "exp"}, {"log2", "log2"}, {"log10", "log10"},
	{"log", "log"}, {"powi", "__powi"}, {"pow", "pow"}, {"fma", "fma"}, {"copysign", "copysign"},
	{"minnum", "fmin"}, {"maxnum", "fmax"}, {"lround", "lround"}, {"llround", "llround"},
	{"lrint", "lrint"}, {"llrint", "llrint"},
};

static LLVMValueRef
mathematics(Old *o)
{
	const char *name = callee_name(o->v) + strlen("llvm.");
	LLVMValueRef args[3] = {o->x, o->y, o->z};
	char with_f[32];

	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		size_t n = strlen(functions[i].llvm);

		if (strncmp(name, functions[i].llvm, n) != 0 || name[n] != '.')
			continue;
		snprintf(with_f, sizeof with_f, "%s%s", functions[i].library,
			is_single(LLVMTypeOf(o->x)) ? "f" : "");
		return library(o, with_f, o->t, args, LLVMGetNumArgOperands(o->v));
	}
	return NULL;
}

static LLVMValueRef
multiply_and_add(Old *o)
{
	return LLVMBuildFAdd(o->b, LLVMBuildFMul(o->b, o->x, o->y, ""), o->z, "");
}

static LLVMValueRef
first_operand(Old *o)
{
	return o->x;
}

static LLVMValueRef
nothing_known(Old *o)
{
	return LLVMConstNull(o->t);
}

/* ---- operations the machine does not have ---- */

static LLVMValueRef
divide(Old *o)
{
	static const char *const names[] = {
		[LLVMUDiv] = "__udivdi3", [LLVMSDiv] = "__divdi3",
		[LLVMURem] = "__umoddi3", [LLVMSRem] = "__moddi3",
	};
	LLVMOpcode op = LLVMGetInstructionOpcode(o->v);
	bool is_signed = op == LLVMSDiv || op == LLVMSRem;
	LLVMTypeRef i64 = int_type(o, 64);
	LLVMValueRef args[2] = {o->x, o->y};

	if (width(o->v) <= 32)
		return NULL;
	if (width(o->v) > 64)
		fatal_at(o->m->name, value_where(o->v).line,
			"division of %u-bit integers; 64 bits can be divided", width(o->v));
	for (int i = 0; i < 2 && width(o->v) < 64; i++)
		args[i] = is_signed ? LLVMBuildSExt(o->b, args[i], i64, "")
			: LLVMBuildZExt(o->b, args[i], i64, "");
	return resize(o, library(o, names[op], i64, args, 2), o->t);
}

static LLVMValueRef
remainder_real(Old *o)
{
	LLVMValueRef args[2] = {o->x, o->y};

	return library(o, is_single(o->t) ? "fmodf" : "fmod", o->t, args, 2);
}

/* from_integer: 64 bits by the library; the machine converts words. */
static LLVMValueRef
from_integer(Old *o)
{
	bool is_signed = LLVMGetInstructionOpcode(o->v) == LLVMSIToFP;
	LLVMTypeRef i64 = int_type(o, 64);
	LLVMValueRef x = o->x;

	if (width(x) <= 32)
		return NULL;
	if (width(x) < 64)
		x = is_signed ? LLVMBuildSExt(o->b, x, i64, "") : LLVMBuildZExt(o->b, x, i64, "");
	if (is_single(o->t))
		return library(o, is_signed ? "__floatdisf" : "__floatundisf", o->t, &x, 1);
	return library(o, is_signed ? "__floatdidf" : "__floatundidf", o->t, &x, 1);
}

static LLVMValueRef
to_integer(Old *o)
{
	bool is_signed = LLVMGetInstructionOpcode(o->v) == LLVMFPToSI;
	unsigned bits = LLVMGetIntTypeWidth(o->t);
	LLVMTypeRef dbl = LLVMDoubleTypeInContext(o->c);
	LLVMValueRef x = o->x;

	if (bits < 32 || (bits == 32 && is_signed))
		return NULL;
	if (is_single(LLVMTypeOf(x)))
		x = LLVMBuildFPExt(o->b, x, dbl, "");
	if (bits == 32)
		return library(o, "__fixunsdfsi", o->t, &x, 1);
	return resize(o, library(o, is_signed ? "__fixdfdi" : "__fixunsdfdi", int_type(o, 64), &x, 1), o->t);
}

/* ---- rules ---- */

static const struct {
	LLVMOpcode op;
	Rule *rule;
} opcode_rules[] = {
	{LLVMUDiv, divide}, {LLVMSDiv, divide}, {LLVMURem, divide}, {LLVMSRem, divide},
	{LLVMFRem, remainder_real},
	{LLVMSIToFP, from_integer}, {LLVMUIToFP, from_integer},
	{LLVMFPToSI, to_integer}, {LLVMFPToUI, to_integer},
};

static const struct {
	const char *prefix;
	Rule *rule;
} call_rules[] = {
	{"llvm.smax.", smax}, {"llvm.smin.", smin}, {"llvm.umax.", umax}, {"llvm.umin.", umin},
	{"llvm.abs.", absolute},
	{"llvm.uadd.with", with_overflow}, {"llvm.usub.with", with_overflow},
	{"llvm.umul.with", with_overflow}, {"llvm.sadd.with", with_overflow},
	{"llvm.ssub.with", with_overflow}, {"llvm.smul.with", with_overflow},
	{"llvm.uadd.sat", saturated}, {"llvm.usub.sat", saturated},
	{"llvm.sadd.sat", saturated}, {"llvm.ssub.sat", saturated},
	{"llvm.ctpop.", count_ones}, {"llvm.ctlz.", leading_zeros}, {"llvm.cttz.", trailing_zeros},
	{"llvm.bswap.", swap_bytes}, {"llvm.bitreverse.", reverse_bits},
	{"llvm.fshl.", funnel_left}, {"llvm.fshr.", funnel_right},
	{"llvm.memset.", set_memory}, {"llvm.memmove.", move_memory}, {"llvm.memcpy.", copy_memory},
	{"llvm.va_copy", copy_list},
	{"llvm.fmuladd.", multiply_and_add},
	{"llvm.expect.", first_operand}, {"llvm.launder.", first_operand}, {"llvm.strip.", first_operand},
	{"llvm.ptr.annotation.", first_operand},
	{"llvm.returnaddress", nothing_known}, {"llvm.frameaddress", nothing_known},
	{"llvm.", mathematics},
};

static Rule *
rule_for(LLVMValueRef v)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(v);

	if (op == LLVMCall && callee_is(v, "llvm.") && !intrinsic_of(v)) {
		for (size_t i = 0; i < sizeof call_rules / sizeof *call_rules; i++)
			if (callee_is(v, call_rules[i].prefix))
				return call_rules[i].rule;
		return NULL;
	}
	for (size_t i = 0; i < sizeof opcode_rules / sizeof *opcode_rules; i++)
		if (opcode_rules[i].op == op)
			return opcode_rules[i].rule;
	return NULL;
}

static void
replace(Module *m, LLVMBuilderRef b, LLVMValueRef v)
{
	Rule *rule = rule_for(v);
	int n = LLVMGetNumOperands(v);
	Old o = {
		.m = m, .b = b, .c = LLVMGetModuleContext(m->ir), .v = v, .t = LLVMTypeOf(v),
		.x = n > 0 ? LLVMGetOperand(v, 0) : NULL, .y = n > 1 ? LLVMGetOperand(v, 1) : NULL,
		.z = n > 2 ? LLVMGetOperand(v, 2) : NULL,
	};
	LLVMValueRef value;

	if (!rule)
		return;
	LLVMPositionBuilderBefore(b, v);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(v));
	value = rule(&o);
	if (!value)
		return;
	if (LLVMGetTypeKind(o.t) != LLVMVoidTypeKind)
		LLVMReplaceAllUsesWith(v, value);
	LLVMInstructionEraseFromParent(v);
}

/* ---- constant expressions ---- */

/* is_simple: an address that the lowering computes as such, or no expression at all. */
static bool
is_simple(LLVMValueRef v)
{
	if (!LLVMIsAConstantExpr(v))
		return true;
	switch (LLVMGetConstOpcode(v)) {
	case LLVMPtrToInt:
	case LLVMIntToPtr:
	case LLVMBitCast:
	case LLVMAddrSpaceCast:
		if (type_kind(LLVMTypeOf(v)) != KIND_WORD)
			return false;
		/* fall through */
	case LLVMGetElementPtr:
		return is_simple(LLVMGetOperand(v, 0));
	default:
		return false;
	}
}

/*
 * as_instruction: the same operation on stand-ins, which the builder cannot fold; then the stand-ins are
 * replaced by the constants.
 */
static LLVMValueRef
as_instruction(LLVMBuilderRef b, LLVMValueRef v)
{
	LLVMValueRef in[3] = {NULL}, new;
	LLVMOpcode op = LLVMGetConstOpcode(v);
	int n = LLVMGetNumOperands(v);

	if (n > 3 || op == LLVMGetElementPtr)
		return NULL;
	for (int i = 0; i < n; i++)
		in[i] = LLVMBuildFreeze(b, LLVMGetUndef(LLVMTypeOf(LLVMGetOperand(v, i))), "");
	if (op == LLVMSelect)
		new = LLVMBuildSelect(b, in[0], in[1], in[2], "");
	else if (op == LLVMICmp)
		new = LLVMBuildICmp(b, LLVMGetICmpPredicate(v), in[0], in[1], "");
	else if (op == LLVMFCmp)
		new = LLVMBuildFCmp(b, LLVMGetFCmpPredicate(v), in[0], in[1], "");
	else if (n == 1)
		new = LLVMBuildCast(b, op, in[0], LLVMTypeOf(v), "");
	else
		new = LLVMBuildBinOp(b, op, in[0], in[1], "");
	for (int i = 0; i < n; i++) {
		LLVMSetOperand(new, i, LLVMGetOperand(v, i));
		LLVMInstructionEraseFromParent(in[i]);
	}
	return new;
}

/* expand: constant expressions among the operands become instructions before v, and theirs in turn. */
static void
expand(LLVMBuilderRef b, LLVMValueRef v)
{
	if (LLVMGetInstructionOpcode(v) == LLVMSwitch || is_ignored(v))
		return;
	for (int i = 0; i < LLVMGetNumOperands(v); i++) {
		LLVMValueRef x = LLVMGetOperand(v, i), new;

		if (is_simple(x))
			continue;
		if (LLVMIsAPHINode(v))
			LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(v, i)));
		else
			LLVMPositionBuilderBefore(b, v);
		new = as_instruction(b, x);
		if (!new)
			continue;
		LLVMSetOperand(v, i, new);
		expand(b, new);
	}
}

/* ---- structures passed by value ---- */

/* stack_room: a variable at the function's entry. */
static LLVMValueRef
stack_room(LLVMBuilderRef b, LLVMValueRef function, LLVMTypeRef t)
{
	LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
	return LLVMBuildAlloca(b, t, "");
}

static void
copy_structure(Module *m, LLVMBuilderRef b, LLVMValueRef to, LLVMValueRef from)
{
	LLVMContextRef c = LLVMGetModuleContext(m->ir);
	uint32_t size = type_size(m, LLVMGetElementType(LLVMTypeOf(from)));

	LLVMBuildMemCpy(b, to, 4, from, 4, LLVMConstInt(LLVMInt32TypeInContext(c), size, 0));
}

/* own_params: the caller passes a pointer to its structure; the callee works on a copy. */
static void
own_params(Module *m, LLVMBuilderRef b, LLVMValueRef f)
{
	unsigned i = 1;

	for (LLVMValueRef p = LLVMGetFirstParam(f); p; p = LLVMGetNextParam(p), i++) {
		LLVMValueRef copy;

		if (!has_attribute(f, i, "byval") || !LLVMGetFirstUse(p))
			continue;
		copy = stack_room(b, f, LLVMGetElementType(LLVMTypeOf(p)));
		LLVMReplaceAllUsesWith(p, copy);
		LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(copy));
		copy_structure(m, b, copy, p);
	}
}

/* own_arguments: variable arguments are read by va_arg later, so the caller makes the copy. */
static void
own_arguments(Module *m, LLVMBuilderRef b, LLVMValueRef f, LLVMValueRef call)
{
	LLVMTypeRef type = LLVMGetCalledFunctionType(call);
	unsigned n = LLVMGetNumArgOperands(call);

	if (!LLVMIsFunctionVarArg(type))
		return;
	for (unsigned i = LLVMCountParamTypes(type); i < n; i++) {
		LLVMValueRef from = LLVMGetOperand(call, i), copy;

		if (!call_has_attribute(call, i + 1, "byval"))
			continue;
		copy = stack_room(b, f, LLVMGetElementType(LLVMTypeOf(from)));
		LLVMPositionBuilderBefore(b, call);
		LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
		copy_structure(m, b, copy, from);
		LLVMSetOperand(call, i, copy);
	}
}

static void
rewrite(Module *m, LLVMBuilderRef b, LLVMValueRef f)
{
	LLVMValueRef next;

	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef v = LLVMGetFirstInstruction(bb); v; v = LLVMGetNextInstruction(v))
			expand(b, v);
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef v = LLVMGetFirstInstruction(bb); v; v = next) {
			next = LLVMGetNextInstruction(v);
			replace(m, b, v);
		}
}

static void
own_structures(Module *m, LLVMBuilderRef b, LLVMValueRef f)
{
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef v = LLVMGetFirstInstruction(bb); v; v = LLVMGetNextInstruction(v))
			if (LLVMGetInstructionOpcode(v) == LLVMCall && !LLVMIsAIntrinsicInst(v))
				own_arguments(m, b, f, v);
	own_params(m, b, f);
}

static void
run(Module *m, const char *passes)
{
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef e = LLVMRunPasses(m->ir, passes, NULL, options);

	LLVMDisposePassBuilderOptions(options);
	if (e)
		fatal_at(m->name, 0, "LLVM: %s", LLVMGetErrorMessage(e));
}

/* refuse_vectors: those that scalarizer leaves, since they cross a function's border. */
static void
refuse_vectors(const Module *m, LLVMValueRef v)
{
	for (int i = 0; i < LLVMGetNumOperands(v); i++)
		if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(v, i))) == LLVMVectorTypeKind)
			fatal_at(m->name, value_where(v).line,
				"a vector as an argument or result; use a structure or a pointer");
}

static void
check_vectors(const Module *m, LLVMValueRef f)
{
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef v = LLVMGetFirstInstruction(bb); v; v = LLVMGetNextInstruction(v))
			if (LLVMIsATerminatorInst(v) || LLVMIsAPHINode(v)
				|| (LLVMGetInstructionOpcode(v) == LLVMCall && !is_ignored(v)))
				refuse_vectors(m, v);
}

void
legalize_start(void)
{
	static const char *const options[] = {"trellis cc", "-scalarize-load-store"};

	LLVMParseCommandLineOptions(2, options, NULL);
}

/* legalize: the last passes fold some constants into expressions again, so there is a second round. */
void
legalize(Module *m, int level)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m->ir));

	run(m, "function(lower-constant-intrinsics,lower-expect,loweratomic,scalarizer)");
	for (LLVMValueRef f = LLVMGetFirstFunction(m->ir); f; f = LLVMGetNextFunction(f))
		if (LLVMGetFirstBasicBlock(f)) {
			check_vectors(m, f);
			own_structures(m, b, f);
			rewrite(m, b, f);
		}
	if (level > 0)
		run(m, "function(loop-simplify,lcssa,loop(loop-reduce),early-cse,dce)");
	run(m, "function(break-crit-edges)");
	for (LLVMValueRef f = LLVMGetFirstFunction(m->ir); f; f = LLVMGetNextFunction(f))
		if (LLVMGetFirstBasicBlock(f)) {
			rewrite(m, b, f);
			if (level > 0)
				copy_returns(b, f);
		}
	LLVMDisposeBuilder(b);
}
