"""real.py - the floating-point unit's numbers in exact rational arithmetic: a second opinion, written from the documents
(docs/t800/processor.md section 12, docs/fpu.md) and not from the simulator's blocks.

A number is a pair (bits, double). Arithmetic is done on fractions and rounded once, by the definition: the two neighbours
among all numbers of the format are found, and the mode chooses."""

from fractions import Fraction
from math import isqrt

NEAREST, ZERO, PLUS, MINUS = range(4)
PRECISION = (24, 53)        # bits of a significand
EXPONENT = (8, 11)          # bits of an exponent
LOWEST = (-149, -1074)      # the smallest denormal number is 2 to this
LENGTH = (32, 64)

# New NaNs: the bit of the fraction that tells the reason, counted from its highest.
(ZERO_BY_ZERO, INF_BY_INF, ZERO_TIMES_INF, INF_MINUS_INF, ROOT, NARROWED) = range(6)
REM_OF_INF, REM_BY_ZERO, NO_QUOTIENT = 8, 9, 10


def sign_bit(dbl):
    return 1 << LENGTH[dbl] - 1


def infinity(dbl):
    return (1 << EXPONENT[dbl]) - 1 << PRECISION[dbl] - 1


def magnitude(bits, dbl):
    return bits & sign_bit(dbl) - 1


def negative(bits, dbl):
    return bits & sign_bit(dbl) != 0


def is_nan(bits, dbl):
    return magnitude(bits, dbl) > infinity(dbl)


def is_infinite(bits, dbl):
    return magnitude(bits, dbl) == infinity(dbl)


def finite(bits, dbl):
    return magnitude(bits, dbl) < infinity(dbl)


def fraction_field(bits, dbl):
    return bits & (1 << PRECISION[dbl] - 1) - 1


def new_nan(why, dbl):
    return infinity(dbl) | 1 << PRECISION[dbl] - 2 - why


def value(bits, dbl):
    """The value of a finite number."""
    size = magnitude(bits, dbl)
    exponent = size >> PRECISION[dbl] - 1
    significand = fraction_field(bits, dbl)
    if exponent:
        significand |= 1 << PRECISION[dbl] - 1
    v = significand * Fraction(2) ** (max(exponent, 1) - 1 + LOWEST[dbl])
    return -v if negative(bits, dbl) else v


def log2(v):
    """The largest n with 2 to the n at most v, a positive fraction."""
    n = v.numerator.bit_length() - v.denominator.bit_length()
    return n if Fraction(2) ** n <= v else n - 1


def rounded_whole(v, mode):
    """The integer that a fraction is rounded to; its sign is the fraction's."""
    low = v.numerator // v.denominator
    rest = v - low
    if rest == 0 or mode == MINUS:
        return low
    if mode == PLUS:
        return low + 1
    if mode == ZERO:
        return low if v > 0 else low + 1
    if rest == Fraction(1, 2):
        return low + (low & 1)
    return low + (rest > Fraction(1, 2))


def encode(v, dbl, mode, zero_negative=False):
    """(bits, overflow): the number nearest to v by the mode; the sign of a zero that v is."""
    if v == 0:
        return (sign_bit(dbl) if zero_negative else 0), False
    sign = sign_bit(dbl) if v < 0 else 0
    unit = max(log2(abs(v)) - PRECISION[dbl] + 1, LOWEST[dbl])
    steps = abs(rounded_whole(v / Fraction(2) ** unit, mode))
    if steps >= 1 << PRECISION[dbl]:
        steps >>= 1
        unit += 1
    if steps < 1 << PRECISION[dbl] - 1:
        return sign | steps, False
    exponent = unit - LOWEST[dbl] + 1
    if exponent >= (1 << EXPONENT[dbl]) - 1:
        away = mode == NEAREST or mode == (MINUS if sign else PLUS)
        return sign | infinity(dbl) - (not away), True
    return sign | (exponent << PRECISION[dbl] - 1) + fraction_field(steps, dbl), False


def widen(bits, dbl):
    if dbl:
        return bits
    sign = 1 << 63 if negative(bits, 0) else 0
    if finite(bits, 0):
        return sign | encode(abs(value(bits, 0)), 1, NEAREST)[0]
    return sign | infinity(1) | fraction_field(bits, 0) << 29


def root(v, dbl, mode):
    """The square root of a positive fraction: enough bits of it, and whether more follow."""
    shift = 2 * (PRECISION[dbl] + 4) - 2 * (log2(v) // 2)
    whole = v * Fraction(2) ** shift
    r = isqrt(whole.numerator // whole.denominator)
    exact = r * r == whole
    more = Fraction(0) if exact else Fraction(1, 3)
    return encode((r + more) / Fraction(2) ** (shift // 2), dbl, mode)


class Unit:
    """Three registers, each (bits, double); a rounding mode; FP_Error."""

    def __init__(self, reg, mode, error):
        self.reg, self.mode, self.error = list(reg), mode, error

    def push(self, bits, dbl):
        self.reg = [(bits, dbl), self.reg[0], self.reg[1]]

    def pop(self):
        r = self.reg[0]
        self.reg = [self.reg[1], self.reg[2], self.reg[2]]
        return r

    def operand(self, bits, dbl):
        self.error |= not finite(bits, dbl)
        return bits

    def give(self, v, dbl, mode, zero_negative=False):
        bits, overflow = encode(v, dbl, mode, zero_negative)
        self.error |= overflow
        return bits

    def invalid(self, why, dbl):
        self.error = True
        return new_nan(why, dbl)

    def two(self):
        """FBreg and FAreg, of one length."""
        (a, da), (b, db) = self.reg[0], self.reg[1]
        if da != db:
            a, b, da = widen(a, da), widen(b, db), 1
        return self.operand(b, da), self.operand(a, da), da

    def chosen_nan(self, b, a, dbl):
        if not is_nan(b, dbl):
            return a
        if not is_nan(a, dbl) or fraction_field(a, dbl) <= fraction_field(b, dbl):
            return b
        return a

    # ---- operations on FBreg and FAreg

    def sum_of(self, b, a, dbl, mode):
        if is_nan(b, dbl) or is_nan(a, dbl):
            return self.chosen_nan(b, a, dbl)
        if is_infinite(b, dbl) and is_infinite(a, dbl) and a != b:
            return self.invalid(INF_MINUS_INF, dbl)
        if is_infinite(b, dbl):
            return b
        if is_infinite(a, dbl):
            return a
        both = negative(a, dbl) and negative(b, dbl)
        either = negative(a, dbl) or negative(b, dbl)
        return self.give(value(b, dbl) + value(a, dbl), dbl, mode, both or (either and mode == MINUS))

    def add(self, b, a, dbl, mode):
        return self.sum_of(b, a, dbl, mode)

    def subtract(self, b, a, dbl, mode):
        return self.sum_of(b, a ^ sign_bit(dbl), dbl, mode)

    def sign_of_product(self, b, a, dbl):
        return (a ^ b) & sign_bit(dbl)

    def multiply(self, b, a, dbl, mode):
        sign = self.sign_of_product(b, a, dbl)
        if is_nan(b, dbl) or is_nan(a, dbl):
            return magnitude(self.chosen_nan(b, a, dbl), dbl) | sign
        if is_infinite(b, dbl) or is_infinite(a, dbl):
            if not magnitude(b, dbl) or not magnitude(a, dbl):
                return self.invalid(ZERO_TIMES_INF, dbl)
            return infinity(dbl) | sign
        return self.give(value(b, dbl) * value(a, dbl), dbl, mode, sign != 0)

    def divide(self, b, a, dbl, mode):
        sign = self.sign_of_product(b, a, dbl)
        if is_nan(b, dbl) or is_nan(a, dbl):
            return magnitude(self.chosen_nan(b, a, dbl), dbl) | sign
        if is_infinite(b, dbl) and is_infinite(a, dbl):
            return self.invalid(INF_BY_INF, dbl)
        if not magnitude(b, dbl) and not magnitude(a, dbl):
            return self.invalid(ZERO_BY_ZERO, dbl)
        if not magnitude(a, dbl):
            self.error = True
            return infinity(dbl) | sign
        if is_infinite(b, dbl):
            return infinity(dbl) | sign
        if is_infinite(a, dbl):
            return sign
        return self.give(value(b, dbl) / value(a, dbl), dbl, mode, sign != 0)

    def arithmetic(self, operation):
        b, a, dbl = self.two()
        result = operation(b, a, dbl, self.mode)
        self.reg = [(result, dbl), self.reg[2], self.reg[2]]

    def remainder(self):
        """A step; whether it was the last. The quotient goes into FBreg."""
        b, a, dbl = self.two()
        sign = self.sign_of_product(b, a, dbl)
        left = None
        if is_nan(b, dbl) or is_nan(a, dbl):
            left = self.chosen_nan(b, a, dbl)
        elif is_infinite(b, dbl):
            left = self.invalid(REM_OF_INF, dbl)
        elif not magnitude(a, dbl):
            left = self.invalid(REM_BY_ZERO, dbl)
        if left is not None:
            self.reg[0], self.reg[1] = (left, dbl), (new_nan(NO_QUOTIENT, dbl), dbl)
            return True
        if is_infinite(a, dbl) or not magnitude(b, dbl):
            self.reg[0], self.reg[1] = (b, dbl), (sign, dbl)
            return True
        x, y = abs(value(b, dbl)), abs(value(a, dbl))
        too_far = log2(x) - log2(y) - 53
        if too_far > 0:
            y *= Fraction(2) ** too_far
            bits, _ = encode(x - x // y * y, dbl, NEAREST)
            self.reg[0] = (a, dbl)
            self.reg[1] = (bits | (b & sign_bit(dbl)), dbl)
            return False
        n = rounded_whole(x / y, NEAREST)
        rest = x - n * y
        bits, _ = encode(-rest if negative(b, dbl) else rest, dbl, NEAREST, negative(b, dbl))
        self.reg[0] = (bits, dbl)
        self.reg[1] = (encode(Fraction(n), dbl, NEAREST)[0] | sign, dbl)
        return True

    def compare(self):
        """-1, 0, 1, or None where there is no order; both are popped."""
        b, a, dbl = self.two()
        self.reg = [self.reg[2]] * 3
        if is_nan(b, dbl) or is_nan(a, dbl):
            return None
        big = Fraction(2) ** 2000

        def place(bits):
            if is_infinite(bits, dbl):
                return -big if negative(bits, dbl) else big
            return value(bits, dbl)
        return (place(b) > place(a)) - (place(b) < place(a))

    # ---- operations on FAreg

    def square_root(self):
        a, dbl = self.reg[0]
        self.operand(a, dbl)
        if is_nan(a, dbl) or not magnitude(a, dbl):
            return
        if negative(a, dbl):
            self.reg[0] = (self.invalid(ROOT, dbl), dbl)
        elif finite(a, dbl):
            self.reg[0] = (root(value(a, dbl), dbl, self.mode)[0], dbl)

    def scale(self, power):
        a, dbl = self.reg[0]
        self.operand(a, dbl)
        if finite(a, dbl):
            v = value(a, dbl) * Fraction(2) ** power
            self.reg[0] = (self.give(v, dbl, self.mode, negative(a, dbl)), dbl)

    def absolute(self):
        a, dbl = self.reg[0]
        self.operand(a, dbl)
        self.reg[0] = (magnitude(a, dbl), dbl)

    def integral(self):
        a, dbl = self.reg[0]
        self.operand(a, dbl)
        if finite(a, dbl):
            whole = Fraction(rounded_whole(value(a, dbl), self.mode))
            self.reg[0] = (encode(whole, dbl, NEAREST, negative(a, dbl))[0], dbl)

    def check(self, bits):
        a, dbl = self.reg[0]
        if not finite(a, dbl) or not -2 ** (bits - 1) <= value(a, dbl) <= 2 ** (bits - 1) - 1:
            self.error = True

    def to_double(self):
        a, dbl = self.reg[0]
        self.operand(a, dbl)
        self.reg[0] = (widen(a, dbl), 1)

    def to_single(self):
        a, dbl = self.reg[0]
        self.operand(a, dbl)
        if dbl:
            self.reg[0] = (self.narrowed(a, self.mode), 0)

    def narrowed(self, a, mode):
        if is_nan(a, 1):
            return new_nan(NARROWED, 0)
        if is_infinite(a, 1):
            return infinity(0) | a >> 63 << 31
        return self.give(value(a, 1), 0, mode, negative(a, 1))

    def cut_to_single(self):
        a, dbl = self.reg[0]
        error = self.error
        if dbl:
            self.reg[0] = (self.narrowed(a, ZERO), 0)
        self.error = error

    def word(self):
        """FAreg as an integer, cut off: its low 32 bits; popped."""
        a, dbl = self.pop()
        if not finite(a, dbl):
            return 0
        return rounded_whole(value(a, dbl), ZERO) & 0xFFFFFFFF
