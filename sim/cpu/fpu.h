/*
 * fpu.h - the floating-point unit's arithmetic, for all operands, lengths and modes.
 *
 * Private to sim/. fpu.c handles the common case itself, with the host's arithmetic; all else comes
 * here. These functions work on bit patterns with integers only, so that their results depend on
 * nothing but the standard and the T800's rules.
 *
 * Each function of an Fpu takes its operands from the unit's registers, leaves the result in FAreg
 * and the stack as its instruction has it, uses up the rounding mode, and sets FP_Error where the
 * T800 does. A bool result tells whether a denormal number was an operand or the result: then the
 * operation takes the data sheet's maximum time instead of the typical one.
 */
#ifndef FLOAT_H
#define FLOAT_H

#include "cpu.h"

/* The host's arithmetic must round each result once, to its own length. */
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

/* How FBreg compares with FAreg. */
typedef enum Order {
	LESS,
	EQUAL,
	GREATER,
	UNORDERED, /* one of them is not a number */
} Order;

/* Lengths of integers. */
enum {
	INT32 = 32,
	INT64 = 64,
};

/*
 * Bits that one step of the remainder takes off the quotient. The divider yields two bits a cycle
 * (the double's 29 further bits cost 15 cycles), so the 32 cycles of a step are one double
 * division.
 */
enum { REMAINDER_BITS = 53 };

bool float_arithmetic(Fpu *f, Arithmetic what);

/*
 * float_remainder: a step of the IEEE remainder of FBreg by FAreg. When it is complete, FAreg is
 * the remainder and FBreg the quotient, the integer nearest to FBreg / FAreg; until then the two
 * registers hold what the next step needs. After more than one step the quotient is the last
 * step's: what the earlier ones took off, an even multiple of FAreg, is not in it.
 *
 * done    set to whether the remainder is complete
 */
bool float_remainder(Fpu *f, bool *done);

/* float_order: compares FBreg with FAreg; keeps both. Infinities and NaNs set FP_Error. */
Order float_order(Fpu *f, bool *denormal);

bool float_root(Fpu *f);                 /* FAreg := square root of FAreg */
bool float_scale(Fpu *f, int power);     /* FAreg := FAreg * 2^power */
bool float_widen(Fpu *f);                /* single to double */
bool float_narrow(Fpu *f);               /* double to single, rounded */
void float_truncate(Fpu *f);             /* double to single, cut off; never sets FP_Error */
bool float_integral(Fpu *f);             /* FAreg := FAreg rounded to an integral value */
bool float_check(Fpu *f, unsigned bits); /* FP_Error if FAreg is not in INT32 or INT64 */
void float_absolute(Fpu *f);             /* FAreg := FAreg without sign */

/* float_from_int: a single for an int32, rounded in the unit's mode, which is used up. */
uint64_t float_from_int(Fpu *f, int32_t value);

/*
 * float_word: the low 32 bits of a number as an integer of any length in two's complement; a
 * fraction is cut off. Infinities and NaNs give 0, as all very large numbers do.
 */
Word float_word(uint64_t bits, bool dbl);

/* float_shift: x / 2^n; lost bits are collected in the lowest one. */
uint64_t float_shift(uint64_t x, unsigned n);

/* float_pack_single: roundsn of the T414: exponent and 64-bit fraction to the nearest single. */
Word float_pack_single(Word exponent, uint64_t fraction);

#endif
