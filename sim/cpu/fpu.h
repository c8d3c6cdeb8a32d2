/*
 * fpu.h - the floating-point unit's arithmetic, for all operands, lengths and modes.
 *
 * Private to sim/. fpu.c handles the common case with the host's arithmetic and calls these
 * functions for the rest. These functions work on bit patterns with integers only, so that their
 * results depend on nothing but the standard and the T800's rules.
 *
 * Each function with an Fpu takes its operands from the unit's registers, leaves the result in
 * FAreg, pops the stack as its instruction does, resets the rounding mode, and sets FP_Error where
 * the T800 does. A bool result is true if an operand or the result was denormal: then the operation
 * takes the data sheet's maximum time instead of the typical one.
 */
#ifndef FLOAT_H
#define FLOAT_H

#include "execute.h"

/* The host's arithmetic must round each result once, to the result's own length. */
_Static_assert(__FLT_EVAL_METHOD__ == 0, "float and double are computed in their own length");
#ifdef __FAST_MATH__
#error "the T800's arithmetic is IEEE 754's: build without -ffast-math"
#endif

/* Operations on FBreg and FAreg. */
typedef enum Arithmetic {
	ADD,
	SUBTRACT, /* FBreg - FAreg */
	MULTIPLY,
	DIVIDE, /* FBreg / FAreg */
} Arithmetic;

/* The result of comparing FBreg with FAreg. */
typedef enum Order {
	LESS,
	EQUAL,
	GREATER,
	UNORDERED, /* at least one of them is a NaN */
} Order;

/* Bits of an integer type. */
enum {
	INT32 = 32,
	INT64 = 64,
};

/*
 * The quotient bits that one step of the remainder computes. The divider yields two bits a cycle (a
 * double has 29 more bits than a single and takes 15 more cycles), so the 32 cycles of a step are
 * one double division.
 */
enum { REMAINDER_BITS = 53 };

/* The cycles of an access to memory in which the unit can still be busy. */
enum { ACCESS_CYCLES = 1 };

/*
 * load_early: the cycles of a load of n cycles before the unit takes the first word; it takes a
 * word in a cycle.
 */
static inline Cycles
load_early(Cycles n, bool dbl)
{
	return n - (dbl ? 2 : 1);
}

/* float_arithmetic: replace FBreg and FAreg by the sum, difference, product or quotient. */
bool float_arithmetic(Fpu *f, Arithmetic what);

/*
 * float_remainder: a step of the IEEE remainder of FBreg by FAreg. When it is complete, FAreg is
 * the remainder and FBreg the quotient, the integer nearest to FBreg / FAreg; until then the two
 * registers hold what the next step needs. After more than one step the quotient is that of the
 * last step; it lacks the even multiple of FAreg that earlier steps subtracted.
 *
 * done    set to whether the remainder is complete
 */
bool float_remainder(Fpu *f, bool *done);

/* float_order: compare FBreg with FAreg, and keep both. Infinities and NaNs set FP_Error. */
Order float_order(Fpu *f, bool *denormal);

bool float_root(Fpu *f);                 /* FAreg := square root of FAreg */
bool float_scale(Fpu *f, int power);     /* FAreg := FAreg * 2^power */
bool float_widen(Fpu *f);                /* single to double */
bool float_narrow(Fpu *f);               /* double to single, rounded */
void float_truncate(Fpu *f);             /* double to single, truncated; never sets FP_Error */
bool float_integral(Fpu *f);             /* FAreg := FAreg rounded to an integral value */
bool float_check(Fpu *f, unsigned bits); /* set FP_Error if FAreg is not in INT32 or INT64 */
void float_absolute(Fpu *f);             /* FAreg := FAreg without sign */

/* float_from_int: convert an int32 to a single, rounded in the unit's mode, which is then reset. */
uint64_t float_from_int(Fpu *f, int32_t value);

/*
 * float_word: the low 32 bits of a number as an integer of any length in two's complement; the
 * fraction is cut off. Infinities, NaNs and very large numbers give 0.
 */
Word float_word(uint64_t bits, bool dbl);

/* float_shift: x / 2^n, with the lost bits ORed into the lowest bit. */
uint64_t float_shift(uint64_t x, unsigned n);

/*
 * float_pack_single: the T414's roundsn: round an exponent and a 64-bit fraction to the nearest
 * single.
 */
Word float_pack_single(Word exponent, uint64_t fraction);

#endif
