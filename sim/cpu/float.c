/*
 * float.c - the floating-point arithmetic of the T800; see fpu.h and docs/fpu.md.
 *
 * It follows IEEE 754, with denormal numbers and four rounding modes. The T800 has its own rules
 * for two subjects:
 *
 *   FP_Error   is set by an infinite or NaN operand, an invalid operation, overflow, division by
 *              zero; never by underflow or inexactness
 *   NaNs       of two NaNs, the result is the one with the larger fraction (FBreg if equal);
 *              multiplication and division give it the product's sign, subtraction changes the
 *              sign of FAreg; a newly made NaN has one fraction bit set, which encodes the reason
 *
 * A finite operand is split into a sign, an exponent and a 64-bit significand with its highest bit
 * set. The result is computed with more bits than any format has, with all lost bits ORed into the
 * lowest one (sticky bit), and `pack` rounds it once.
 *
 * Source: processor.md, section 12; the conformance data's README for NaNs.
 */
#include "fpu.h"

/* A number of 128 bits, such as the product of two significands. */
typedef unsigned __int128 Wide;

/* The layout of a single (element 0 of `formats`) or a double (element 1). */
typedef struct Format {
	int fraction; /* bits */
	int bias;     /* added to the exponent */
	uint64_t infinity; /* bits of infinity */
	uint64_t sign; /* the sign bit */
} Format;

static const Format formats[] = {
	{ .fraction = 23, .bias = 127, .infinity = 0x7F800000, .sign = 0x80000000 },
	{ .fraction = 52, .bias = 1023, .infinity = 0x7FF0ull << 48, .sign = 1ull << 63 },
};

/*
 * The reasons for a new NaN; the value is the position of the fraction bit that is set, counted
 * from the highest bit.
 */
typedef enum NanReason {
	ZERO_BY_ZERO,
	INFINITY_BY_INFINITY,
	ZERO_TIMES_INFINITY,
	INFINITY_MINUS_INFINITY,
	ROOT_OF_NEGATIVE,
	NARROWED, /* a NaN was converted from double to single */
	REMAINDER_OF_INFINITY = 8,
	REMAINDER_BY_ZERO = 9,
	QUOTIENT_OF_NO_REMAINDER = 10,
} NanReason;

/* The kind of a number. */
typedef enum NumberKind {
	ZERO,
	FINITE,
	INFINITE,
	NOT_A_NUMBER,
} NumberKind;

/* A FINITE number is significand / 2^63 * 2^exponent; the highest bit of significand is set. */
typedef struct Number {
	NumberKind kind;
	bool negative;
	int exponent;
	uint64_t significand;
	uint64_t bits; /* the number as it was given */
} Number;

/* One operation: its parameters and the exceptions so far. */
typedef struct Operation {
	const Format *format;
	uint8_t mode; /* rounding mode */
	bool error; /* FP_Error is to be set */
	bool denormal; /* an operand or the result is denormal */
} Operation;

/* begin_operation: begin an operation in the format of FAreg and the unit's rounding mode. */
static Operation
begin_operation(Fpu *f)
{
	Operation o = { .format = &formats[f->dbl[0]], .mode = f->mode };

	f->mode = ROUND_NEAREST;
	return o;
}

/* end_operation: set FP_Error if o->error is set; returns whether a number was denormal. */
static bool
end_operation(Fpu *f, const Operation *o)
{
	f->error |= o->error;
	return o->denormal;
}

/* set_result: replace FAreg by a result, and end the operation. */
static bool
set_result(Fpu *f, const Operation *o, uint64_t bits)
{
	f->reg[0] = bits;
	f->dbl[0] = o->format == &formats[1];
	return end_operation(f, o);
}

/* set_popped_result: pop an operand, replace the other by the result, and end the operation. */
static bool
set_popped_result(Fpu *f, const Operation *o, uint64_t bits)
{
	f->reg[1] = f->reg[2];
	f->dbl[1] = f->dbl[2];
	return set_result(f, o, bits);
}

/* ---- taking apart and putting together ---- */

/* fraction_of: the bits of a number's fraction, without its exponent and sign. */
static uint64_t
fraction_of(const Format *f, uint64_t bits)
{
	return bits & ((1ull << f->fraction) - 1);
}

/*
 * unpack_number: unpack an operand of an arithmetic operation; an infinity or a NaN sets FP_Error.
 */
static Number
unpack_number(Operation *o, uint64_t bits)
{
	const Format *f = o->format;
	int exponent = (bits & f->infinity) >> f->fraction;
	uint64_t fraction = fraction_of(f, bits);
	Number n = { .negative = (bits & f->sign) != 0, .bits = bits };

	if (exponent == f->infinity >> f->fraction) {
		n.kind = fraction ? NOT_A_NUMBER : INFINITE;
		o->error = true;
	} else if (exponent) {
		n.kind = FINITE;
		n.exponent = exponent - f->bias;
		n.significand = (fraction << (63 - f->fraction)) | 1ull << 63;
	} else if (fraction) {
		int shift = __builtin_clzll(fraction);

		n.kind = FINITE;
		n.exponent = 1 - f->bias + 63 - f->fraction - shift;
		n.significand = fraction << shift;
		o->denormal = true;
	}
	return n;
}

uint64_t
float_shift(uint64_t x, unsigned n)
{
	if (n == 0)
		return x;
	if (n > 63)
		return x != 0;
	return x >> n | ((x << (64 - n)) != 0);
}

/*
 * rounds_up: true if a magnitude must be rounded away from zero.
 *
 * odd     true if the lowest kept bit is set
 * rest    the part cut off, scaled to 2^64
 */
static bool
rounds_up(uint8_t mode, bool negative, bool odd, uint64_t rest)
{
	switch (mode) {
	case ROUND_NEAREST:
		return rest > 1ull << 63 || (rest == 1ull << 63 && odd);
	case ROUND_PLUS:
		return rest && !negative;
	case ROUND_MINUS:
		return rest && negative;
	}
	return false;
}

/*
 * overflow_bits: the result of an operation whose magnitude is too large, according to the rounding
 * mode.
 */
static uint64_t
overflow_bits(Operation *o, bool negative)
{
	const Format *f = o->format;
	bool away = rounds_up(o->mode, negative, true, UINT64_MAX);

	o->error = true;
	return (negative ? f->sign : 0) | (f->infinity - !away);
}

/* zero_bits: the bits of zero with this sign, in the format of the operation. */
static uint64_t
zero_bits(const Operation *o, bool negative)
{
	return negative ? o->format->sign : 0;
}

/*
 * pack_number: the number significand / 2^63 * 2^exponent rounded to the operation's format and
 * mode.
 *
 * significand  any value; its lowest bit may be a sticky bit if at least two bits follow the
 *              format's last bit
 */
static uint64_t
pack_number(Operation *o, bool negative, int exponent, uint64_t significand)
{
	const Format *f = o->format;
	unsigned cut = 63 - f->fraction;
	uint64_t kept, bits;
	int biased, shift;

	if (!significand)
		return zero_bits(o, negative);
	shift = __builtin_clzll(significand);
	significand <<= shift;
	biased = exponent - shift + f->bias;
	if (biased >= (int)(f->infinity >> f->fraction))
		return overflow_bits(o, negative);
	if (biased < 1) {
		significand = float_shift(significand, 1 - biased);
		biased = 1;
	}
	/*
	 * a denormal number has the exponent of the smallest normal number, without the highest bit
	 */
	kept = significand >> cut;
	bits = ((uint64_t)(biased - 1) << f->fraction) + kept +
		rounds_up(o->mode, negative, kept & 1, significand << (64 - cut));
	if (bits >= f->infinity)
		return overflow_bits(o, negative);
	if (bits && bits < 1ull << f->fraction)
		o->denormal = true;
	return zero_bits(o, negative) | bits;
}

/* ---- NaNs ---- */

/* invalid_bits: the NaN for an invalid operation. */
static uint64_t
invalid_bits(Operation *o, NanReason why)
{
	o->error = true;
	return o->format->infinity | 1ull << (o->format->fraction - 1 - why);
}

/* choose_nan: the NaN that results from operands of which at least one is a NaN. */
static uint64_t
choose_nan(const Operation *o, const Number *b, const Number *a)
{
	if (b->kind != NOT_A_NUMBER)
		return a->bits;
	if (a->kind != NOT_A_NUMBER)
		return b->bits;
	if (fraction_of(o->format, a->bits) > fraction_of(o->format, b->bits))
		return a->bits;
	return b->bits;
}

/* ---- add, subtract, multiply, divide ---- */

/* add_finite: the sum of two finite, non-zero numbers. */
static uint64_t
add_finite(Operation *o, Number b, Number a)
{
	uint64_t large, small;

	if (a.exponent > b.exponent ||
	    (a.exponent == b.exponent && a.significand > b.significand)) {
		Number t = a;

		a = b;
		b = t;
	}
	large = b.significand >> 1;
	small = float_shift(a.significand >> 1, b.exponent - a.exponent);
	if (a.negative == b.negative)
		return pack_number(o, b.negative, b.exponent + 1, large + small);
	if (large == small)
		return zero_bits(o, o->mode == ROUND_MINUS);
	return pack_number(o, b.negative, b.exponent + 1, large - small);
}

/* add_numbers: the bits of b + a, which is FBreg + FAreg. */
static uint64_t
add_numbers(Operation *o, Number b, Number a)
{
	if (a.kind == NOT_A_NUMBER || b.kind == NOT_A_NUMBER)
		return choose_nan(o, &b, &a);
	if (a.kind == INFINITE && b.kind == INFINITE && a.negative != b.negative)
		return invalid_bits(o, INFINITY_MINUS_INFINITY);
	if (b.kind == INFINITE)
		return b.bits;
	if (a.kind == INFINITE)
		return a.bits;
	if (a.kind == ZERO && b.kind == ZERO)
		return zero_bits(o, a.negative == b.negative ? a.negative : o->mode == ROUND_MINUS);
	if (a.kind == ZERO)
		return b.bits;
	if (b.kind == ZERO)
		return a.bits;
	return add_finite(o, b, a);
}

/* subtract_numbers: the bits of b - a, which is FBreg - FAreg. */
static uint64_t
subtract_numbers(Operation *o, Number b, Number a)
{
	a.negative = !a.negative;
	a.bits ^= o->format->sign;
	return add_numbers(o, b, a);
}

/* multiply_numbers: the bits of b * a, which is FBreg * FAreg. */
static uint64_t
multiply_numbers(Operation *o, Number b, Number a)
{
	bool negative = a.negative != b.negative;
	Wide product;

	if (a.kind == NOT_A_NUMBER || b.kind == NOT_A_NUMBER)
		return (choose_nan(o, &b, &a) & ~o->format->sign) | zero_bits(o, negative);
	if (a.kind == INFINITE || b.kind == INFINITE) {
		if (a.kind == ZERO || b.kind == ZERO)
			return invalid_bits(o, ZERO_TIMES_INFINITY);
		return o->format->infinity | zero_bits(o, negative);
	}
	if (a.kind == ZERO || b.kind == ZERO)
		return zero_bits(o, negative);
	product = (Wide)a.significand * b.significand;
	return pack_number(o, negative, a.exponent + b.exponent + 1,
		(uint64_t)(product >> 64) | ((uint64_t)product != 0));
}

/* divide_numbers: the bits of b / a, which is FBreg / FAreg. */
static uint64_t
divide_numbers(Operation *o, Number b, Number a)
{
	bool negative = a.negative != b.negative;
	Wide dividend;

	if (a.kind == NOT_A_NUMBER || b.kind == NOT_A_NUMBER)
		return (choose_nan(o, &b, &a) & ~o->format->sign) | zero_bits(o, negative);
	if (a.kind == INFINITE && b.kind == INFINITE)
		return invalid_bits(o, INFINITY_BY_INFINITY);
	if (a.kind == ZERO && b.kind == ZERO)
		return invalid_bits(o, ZERO_BY_ZERO);
	if (a.kind == ZERO)
		o->error = true;
	if (a.kind == ZERO || b.kind == INFINITE)
		return o->format->infinity | zero_bits(o, negative);
	if (a.kind == INFINITE || b.kind == ZERO)
		return zero_bits(o, negative);
	dividend = (Wide)b.significand << 63;
	return pack_number(o, negative, b.exponent - a.exponent,
		(uint64_t)(dividend / a.significand) | (dividend % a.significand != 0));
}

/* ---- lengths ---- */

/*
 * widen_single: convert a single to a double; a NaN's fraction is aligned to the top of the
 * double's fraction.
 */
static uint64_t
widen_single(Operation *o, uint64_t bits)
{
	Number n = unpack_number(o, bits);
	Operation wide = { .format = &formats[1] };
	uint64_t sign = n.negative ? wide.format->sign : 0;

	if (n.kind == NOT_A_NUMBER || n.kind == INFINITE)
		return sign | wide.format->infinity | fraction_of(o->format, bits) << (52 - 23);
	return pack_number(&wide, n.negative, n.exponent, n.significand);
}

/*
 * align_lengths: convert the single of two operands with different lengths to a double; the T800
 * leaves this case undefined.
 */
static void
align_lengths(Fpu *f, Operation *o)
{
	int shorter = f->dbl[0];

	if (f->dbl[0] == f->dbl[1])
		return;
	o->format = &formats[0];
	f->reg[shorter] = widen_single(o, f->reg[shorter]);
	f->dbl[shorter] = 1;
	o->format = &formats[1];
}

bool
float_arithmetic(Fpu *f, Arithmetic what)
{
	static uint64_t (*const operation[])(Operation *, Number, Number) = {
		[ADD] = add_numbers,
		[SUBTRACT] = subtract_numbers,
		[MULTIPLY] = multiply_numbers,
		[DIVIDE] = divide_numbers,
	};
	Operation o = begin_operation(f);
	Number a, b;

	align_lengths(f, &o);
	a = unpack_number(&o, f->reg[0]);
	b = unpack_number(&o, f->reg[1]);
	return set_popped_result(f, &o, operation[what](&o, b, a));
}

bool
float_widen(Fpu *f)
{
	Operation o = begin_operation(f);
	uint64_t bits;

	if (f->dbl[0]) {
		unpack_number(&o, f->reg[0]);
		return end_operation(f, &o);
	}
	bits = widen_single(&o, f->reg[0]);
	o.format = &formats[1];
	return set_result(f, &o, bits);
}

bool
float_narrow(Fpu *f)
{
	Operation o = begin_operation(f);
	Number n = unpack_number(&o, f->reg[0]);

	if (!f->dbl[0])
		return end_operation(f, &o);
	o.format = &formats[0];
	if (n.kind == NOT_A_NUMBER)
		return set_result(f, &o, invalid_bits(&o, NARROWED));
	if (n.kind == INFINITE)
		return set_result(f, &o, o.format->infinity | zero_bits(&o, n.negative));
	return set_result(f, &o, pack_number(&o, n.negative, n.exponent, n.significand));
}

void
float_truncate(Fpu *f)
{
	Operation o = begin_operation(f), cut = { .format = &formats[0], .mode = ROUND_ZERO };
	Number n = unpack_number(&o, f->reg[0]);
	uint64_t bits;

	if (!f->dbl[0])
		return;
	if (n.kind == NOT_A_NUMBER)
		bits = invalid_bits(&cut, NARROWED);
	else if (n.kind == INFINITE)
		bits = cut.format->infinity | zero_bits(&cut, n.negative);
	else
		bits = pack_number(&cut, n.negative, n.exponent, n.significand);
	cut.error = false;
	set_result(f, &cut, bits);
}

/* ---- operations on FAreg ---- */

/*
 * root_bits: the truncated square root of a number of at least 2^126. Only the `needed` upper bits
 * are exact, and the lowest bit is sticky.
 */
static uint64_t
root_bits(Wide square, int needed)
{
	uint64_t root = 0;

	for (int i = 63; i > 63 - needed; i--) {
		uint64_t next = root | 1ull << i;

		if ((Wide)next * next <= square)
			root = next;
	}
	return root | ((Wide)root * root != square);
}

bool
float_root(Fpu *f)
{
	Operation o = begin_operation(f);
	Number n = unpack_number(&o, f->reg[0]);
	bool odd = n.exponent & 1;
	uint64_t root;

	if (n.kind == NOT_A_NUMBER || n.kind == ZERO)
		return end_operation(f, &o);
	if (n.negative)
		return set_result(f, &o, invalid_bits(&o, ROOT_OF_NEGATIVE));
	if (n.kind == INFINITE)
		return end_operation(f, &o);
	root = root_bits((Wide)n.significand << (63 + odd), o.format->fraction + 3);
	return set_result(f, &o, pack_number(&o, false, (n.exponent - odd) / 2, root));
}

bool
float_scale(Fpu *f, int power)
{
	Operation o = begin_operation(f);
	Number n = unpack_number(&o, f->reg[0]);

	if (n.kind != FINITE)
		return end_operation(f, &o);
	return set_result(f, &o, pack_number(&o, n.negative, n.exponent + power, n.significand));
}

void
float_absolute(Fpu *f)
{
	Operation o = begin_operation(f);
	Number n = unpack_number(&o, f->reg[0]);

	set_result(f, &o, n.bits & ~o.format->sign);
}

bool
float_integral(Fpu *f)
{
	Operation o = begin_operation(f);
	Number n = unpack_number(&o, f->reg[0]);
	uint64_t whole, rest;

	if (n.kind != FINITE || n.exponent >= o.format->fraction)
		return end_operation(f, &o);
	if (n.exponent < 0) {
		whole = 0;
		rest = float_shift(n.significand, -1 - n.exponent);
	} else {
		whole = n.significand >> (63 - n.exponent);
		rest = n.significand << (n.exponent + 1);
	}
	whole += rounds_up(o.mode, n.negative, whole & 1, rest);
	return set_result(f, &o, pack_number(&o, n.negative, 63, whole));
}

/* is_in_range: true if a number is at least -2^(bits-1) and at most 2^(bits-1) - 1. */
static bool
is_in_range(const Number *n, int bits)
{
	if (n->kind == ZERO)
		return true;
	if (n->kind != FINITE || n->exponent > bits - 1)
		return false;
	if (n->exponent < bits - 2)
		return true;
	if (n->exponent == bits - 1)
		return n->negative && n->significand == 1ull << 63;
	/* 2^(bits-1) - 1 consists of bits - 1 one bits */
	return n->negative || n->significand <= ~0ull << (65 - bits);
}

bool
float_check(Fpu *f, unsigned bits)
{
	Operation o = begin_operation(f);
	Number n = unpack_number(&o, f->reg[0]);

	o.error = !is_in_range(&n, bits);
	return end_operation(f, &o);
}

/* ---- remainder and comparison ---- */

/* The result of the last step of a remainder. */
typedef struct Division {
	uint64_t remainder, quotient;
} Division;

/*
 * last_division: divide FBreg by FAreg when their exponents differ by -1 to REMAINDER_BITS. The
 * quotient is the nearest integer, the even one in a tie. The quotient has the length of the
 * operands, so it is rounded a second time if it has more bits than a significand.
 */
static Division
last_division(Operation *o, const Number *b, const Number *a)
{
	Operation nearest = { .format = o->format };
	uint64_t half = a->significand;
	Wide unit = 2 * (Wide)half; /* FAreg; doubled so that the shift is not negative */
	Wide dividend = (Wide)b->significand << (b->exponent - a->exponent + 1);
	uint64_t whole = dividend / unit;
	Wide rest = dividend % unit;
	bool up = rest > half || (rest == half && (whole & 1));

	if (up) {
		whole++;
		rest = unit - rest;
	}
	return (Division){
		.remainder = pack_number(o, b->negative != up, a->exponent - 1, rest),
		.quotient = pack_number(&nearest, a->negative != b->negative, 63, whole),
	};
}

/*
 * next_remainder: do a step of float_remainder before the last one: subtract an even multiple of
 * FAreg, FAreg * 2^(shift - REMAINDER_BITS).
 */
static uint64_t
next_remainder(Operation *o, const Number *b, const Number *a)
{
	Wide rest = ((Wide)b->significand << REMAINDER_BITS) % a->significand;

	return pack_number(o, b->negative, b->exponent - REMAINDER_BITS, rest);
}

/*
 * trivial_division: handle operands that have no remainder, and those for which FBreg is the
 * remainder. Returns false in other cases.
 */
static bool
trivial_division(Operation *o, const Number *b, const Number *a, Division *d)
{
	d->quotient = zero_bits(o, a->negative != b->negative);
	if (a->kind == NOT_A_NUMBER || b->kind == NOT_A_NUMBER) {
		d->remainder = choose_nan(o, b, a);
	} else if (b->kind == INFINITE) {
		d->remainder = invalid_bits(o, REMAINDER_OF_INFINITY);
	} else if (a->kind == ZERO) {
		d->remainder = invalid_bits(o, REMAINDER_BY_ZERO);
	} else {
		d->remainder = b->bits;
		return a->kind == INFINITE || b->kind == ZERO || b->exponent - a->exponent < -1;
	}
	d->quotient = invalid_bits(o, QUOTIENT_OF_NO_REMAINDER);
	return true;
}

bool
float_remainder(Fpu *f, bool *done)
{
	Operation o = begin_operation(f);
	Number a, b;
	Division d;

	align_lengths(f, &o);
	a = unpack_number(&o, f->reg[0]);
	b = unpack_number(&o, f->reg[1]);
	*done = true;
	if (!trivial_division(&o, &b, &a, &d)) {
		*done = b.exponent - a.exponent <= REMAINDER_BITS;
		if (!*done) {
			f->reg[1] = next_remainder(&o, &b, &a);
			return end_operation(f, &o);
		}
		d = last_division(&o, &b, &a);
	}
	f->reg[1] = d.quotient;
	return set_result(f, &o, d.remainder);
}

/* ordered_integer: map a number to an integer such that integers have the same order as numbers. */
static int64_t
ordered_integer(const Operation *o, const Number *n)
{
	int64_t magnitude = n->bits & ~o->format->sign;

	return n->negative ? -magnitude : magnitude;
}

Order
float_order(Fpu *f, bool *denormal)
{
	Operation o = begin_operation(f);
	Number a, b;
	int64_t left, right;

	align_lengths(f, &o);
	a = unpack_number(&o, f->reg[0]);
	b = unpack_number(&o, f->reg[1]);
	*denormal = end_operation(f, &o);
	if (a.kind == NOT_A_NUMBER || b.kind == NOT_A_NUMBER)
		return UNORDERED;
	left = ordered_integer(&o, &b);
	right = ordered_integer(&o, &a);
	return left < right ? LESS : left == right ? EQUAL : GREATER;
}

/* ---- integers ---- */

uint64_t
float_from_int(Fpu *f, int32_t value)
{
	Operation o = { .format = &formats[0], .mode = f->mode };
	int64_t wide = value;

	f->mode = ROUND_NEAREST;
	return pack_number(&o, value < 0, 63, wide < 0 ? -wide : wide);
}

Word
float_word(uint64_t bits, bool dbl)
{
	Operation o = { .format = &formats[dbl] };
	Number n = unpack_number(&o, bits);
	Word word = 0;

	if (n.kind != FINITE || n.exponent < 0)
		return 0;
	if (n.exponent < 64)
		word = n.significand >> (63 - n.exponent);
	else if (n.exponent < 63 + 32)
		word = n.significand << (n.exponent - 63);
	return n.negative ? -word : word;
}

Word
float_pack_single(Word exponent, uint64_t fraction)
{
	const Format *f = &formats[0];
	Word kept = fraction >> 40;

	if (exponent >= f->infinity >> f->fraction)
		return f->infinity;
	return (exponent << f->fraction) + fraction_of(f, kept) +
		rounds_up(ROUND_NEAREST, false, kept & 1, fraction << 24);
}
