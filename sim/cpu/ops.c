/*
 * ops.c - the instructions of the integer processor, one block each; see also ops_long.c and
 * ops_process.c.
 *
 * The head of a block is its row in the instruction table: code, name, cycles, words popped, words
 * pushed, chips that have it; and, for an operation, its further effects (cc/isa/isa.h: PLAIN,
 * YIELDS, ENDS, STORES). `DIRECT` blocks have the operand n, `OPER` blocks are reached by opr.
 * Cycles that depend on data are added in the body. This file is #included wherever the blocks are
 * needed, with these macros defined; it has no state and does no output.
 *
 * Sources: T800 data sheet (cycles), compiler writer's guide (meanings); docs/machine.md defines
 * the results that they leave undefined.
 */
#include "execute.h"

/* bit_top: the number of the highest set bit of w; 0 if w is 0. */
static inline uint32_t
bit_top(Word w)
{
	return w ? 31 - __builtin_clz(w) : 0;
}

/* ---- functions ---- */

/* j: jump; a timeslice point. */
DIRECT(0x0, j, 3, 0, 0, ALL)
{
	if (unlikely(n == 0 && t->node->j0break)) {
		t->cycles += 8;
		outline(t, breakpoint);
		return;
	}
	transfer_by(t, n);
	if (unlikely(t->node->slicing))
		outline(t, process_slice);
}

/* ldlp: load local pointer. */
DIRECT(0x1, ldlp, 1, 0, 1, ALL)
{
	push(t, as_word(t, t->wptr + word_bytes(t, n)));
}

/* pfix: prefix; decoding has consumed it. */
DIRECT(0x2, pfix, 1, 0, 0, ALL)
{
	(void)t, (void)n;
}

/* ldnl: load non-local. */
DIRECT(0x3, ldnl, 2, 1, 1, ALL)
{
	t->areg = load_word(t, t->areg + word_bytes(t, n));
}

/* ldc: load constant. */
DIRECT(0x4, ldc, 1, 0, 1, ALL)
{
	push(t, n);
}

/* ldnlp: load non-local pointer. */
DIRECT(0x5, ldnlp, 1, 1, 1, ALL)
{
	t->areg = as_word(t, t->areg + word_bytes(t, n));
}

/* nfix: negative prefix; decoding has consumed it. */
DIRECT(0x6, nfix, 1, 0, 0, ALL)
{
	(void)t, (void)n;
}

/* ldl: load local. */
DIRECT(0x7, ldl, 2, 0, 1, ALL)
{
	push(t, read_local(t, word_bytes(t, n)));
}

/* adc: add constant, checked. */
DIRECT(0x8, adc, 1, 1, 1, ALL)
{
	t->areg = add_checked(t, t->areg, n);
}

/* call: store the three registers and the return address below the workspace. */
DIRECT(0x9, call, 7, 3, 1, ALL)
{
	write_local(t, scaled(t, -4), t->creg);
	write_local(t, scaled(t, -8), t->breg);
	write_local(t, scaled(t, -12), t->areg);
	write_local(t, scaled(t, -16), as_word(t, t->iptr));
	t->wptr = as_word(t, t->wptr - scaled(t, 16));
	t->areg = as_word(t, t->iptr);
	transfer_by(t, n);
}

/* cj: jump if Areg is false (0), otherwise pop Areg. */
DIRECT(0xA, cj, 2, 1, 0, ALL)
{
	if (t->areg == 0) {
		t->cycles += 2;
		transfer_by(t, n);
	} else {
		pop(t);
		transfer_not(t);
	}
}

/* ajw: adjust workspace. */
DIRECT(0xB, ajw, 1, 0, 0, ALL)
{
	t->wptr = as_word(t, t->wptr + word_bytes(t, n));
}

/* eqc: equals constant. */
DIRECT(0xC, eqc, 2, 1, 1, ALL)
{
	t->areg = t->areg == n;
}

/* stl: store local. */
DIRECT(0xD, stl, 1, 1, 0, ALL)
{
	write_local(t, word_bytes(t, n), pop(t));
}

/* stnl: store non-local. */
DIRECT(0xE, stnl, 2, 2, 0, ALL)
{
	Addr a = pop(t) + word_bytes(t, n);

	store_word(t, a, pop(t));
}

/* opr: operate; decoding has consumed it. */
DIRECT(0xF, opr, 0, 0, 0, ALL)
{
	(void)t, (void)n;
}

/* ---- stack and constants ---- */

/* rev: exchange Areg and Breg. */
OPER(0x00, rev, 1, 2, 2, ALL, PLAIN)
{
	Word a = t->areg;

	t->areg = t->breg;
	t->breg = a;
}

/* dup: duplicate the top of the stack. */
OPER(0x5A, dup, 1, 1, 2, LATER_CHIPS, PLAIN)
{
	push(t, t->areg);
}

/* pop: drop the top of the stack. */
OPER(0x79, pop, 1, 1, 0, DEBUG_CHIPS, PLAIN)
{
	pop(t);
}

/* mint: load the most negative integer. */
OPER(0x42, mint, 1, 0, 1, ALL, PLAIN)
{
	push(t, lowest(t));
}

/* ---- arithmetic and logic ---- */

/* add: checked sum of Breg and Areg. */
OPER(0x05, add, 1, 2, 1, ALL, PLAIN)
{
	Word a = pop(t), b = pop(t);

	push(t, add_checked(t, b, a));
}

/* sub: checked difference Breg - Areg. */
OPER(0x0C, sub, 1, 2, 1, ALL, PLAIN)
{
	Word a = pop(t), b = pop(t);

	push(t, sub_checked(t, b, a));
}

/* sum: unchecked sum. */
OPER(0x52, sum, 1, 2, 1, ALL, PLAIN)
{
	Word a = pop(t), b = pop(t);

	push(t, as_word(t, b + a));
}

/* diff: unchecked difference. */
OPER(0x04, diff, 1, 2, 1, ALL, PLAIN)
{
	Word a = pop(t), b = pop(t);

	push(t, as_word(t, b - a));
}

/* mul: checked product. */
OPER(0x53, mul, 38, 2, 1, ALL, PLAIN)
{
	int32_t a = pop(t), b = pop(t), product;

	spend_less(t, 15);
	if (__builtin_mul_overflow(b, a, &product) || (SHORT(t) && product != (int16_t)product))
		set_error(t, ERROR_OVERFLOW);
	push(t, as_word(t, product));
}

/* prod: unchecked product; the time depends on Areg. */
OPER(0x08, prod, 4, 2, 1, ALL, PLAIN)
{
	Word a = pop(t), b = pop(t);
	bool quick = (int32_t)a < 0 && t->node->chip != CHIP_T414 && !SHORT(t);

	t->cycles += quick ? bit_top(~a) + 1 : bit_top(as_unsigned(t, a));
	push(t, as_word(t, b * a));
}

/* fmul: product of fractions, rounded to nearest even; only -1 * -1 overflows. */
OPER(0x72, fmul, 35, 2, 1, ALL_32, PLAIN)
{
	int32_t a = pop(t), b = pop(t);
	int64_t product = (int64_t)a * b;
	Word result = product >> 31, rest = product & 0x7FFFFFFF;

	if ((Word)a == MOSTNEG && (Word)b == MOSTNEG)
		set_error(t, ERROR_OVERFLOW);
	if (rest != 0)
		t->cycles += 5;
	if (rest > 0x40000000 || (rest == 0x40000000 && (result & 1)))
		result++;
	push(t, result);
}

/* div: checked quotient, truncated. */
OPER(0x2C, div, 39, 2, 1, ALL, PLAIN)
{
	int32_t a = pop(t), b = pop(t);
	bool bad = a == 0 || (a == -1 && (Word)b == lowest(t));

	spend_less(t, 15);
	if (bad)
		set_error(t, a == 0 ? ERROR_BY_ZERO : ERROR_OVERFLOW);
	push(t, bad ? (Word)b : (Word)(b / a));
}

/* rem: checked remainder with the sign of Breg. */
OPER(0x1F, rem, 37, 2, 1, ALL, PLAIN)
{
	int32_t a = pop(t), b = pop(t);

	spend_less(t, 16);
	if (a == 0)
		set_error(t, ERROR_BY_ZERO);
	push(t, a == 0 ? (Word)b : a == -1 ? 0 : (Word)(b % a));
}

/* gt: push whether Breg > Areg, as signed numbers. */
OPER(0x09, gt, 2, 2, 1, ALL, PLAIN)
{
	int32_t a = pop(t), b = pop(t);

	push(t, b > a);
}

/* and: bitwise and of Breg and Areg. */
OPER(0x46, and, 1, 2, 1, ALL, PLAIN)
{
	Word a = pop(t), b = pop(t);

	push(t, b & a);
}

/* or: bitwise or of Breg and Areg. */
OPER(0x4B, or, 1, 2, 1, ALL, PLAIN)
{
	Word a = pop(t), b = pop(t);

	push(t, b | a);
}

/* xor: bitwise exclusive or of Breg and Areg. */
OPER(0x33, xor, 1, 2, 1, ALL, PLAIN)
{
	Word a = pop(t), b = pop(t);

	push(t, b ^ a);
}

/* not: bitwise complement of Areg. */
OPER(0x32, not, 1, 1, 1, ALL, PLAIN)
{
	t->areg = ~t->areg;
}

enum { MOST_PLACES = 1 << 16 }; /* places that cost a cycle each */

/*
 * shift_cost: add the cycles of a shift. The shifter moves one place a cycle, also beyond the last
 * bit: ispy, the network tester, measures a chip's clock by a shift of 1000 places. A shift by a
 * number that is no count does not stop the machine for minutes, as it would stop the chip.
 */
static inline void
shift_cost(Regs *t, Word places)
{
	t->cycles += places < MOST_PLACES ? places : MOST_PLACES;
}

/* shl: shift left; 32 places and more give 0. */
OPER(0x41, shl, 2, 2, 1, ALL, PLAIN)
{
	Word places = as_unsigned(t, pop(t)), b = pop(t);

	shift_cost(t, places);
	push(t, places < 32 ? as_word(t, b << places) : 0);
}

/* shr: logical shift right. */
OPER(0x40, shr, 2, 2, 1, ALL, PLAIN)
{
	Word places = as_unsigned(t, pop(t)), b = as_unsigned(t, pop(t));

	shift_cost(t, places);
	push(t, places < 32 ? as_word(t, b >> places) : 0);
}

/* ---- addresses, bytes, bits ---- */

/* bsub: byte subscript. */
OPER(0x02, bsub, 1, 2, 1, ALL, PLAIN)
{
	Word a = pop(t);

	t->areg = as_word(t, t->areg + a);
}

/* wsub: word subscript. */
OPER(0x0A, wsub, 2, 2, 1, ALL, PLAIN)
{
	Word a = pop(t);

	t->areg = as_word(t, a + scaled(t, 4) * t->areg);
}

/* wsubdb: double word subscript. */
OPER(0x81, wsubdb, 3, 2, 1, LATER_CHIPS, PLAIN)
{
	Word a = pop(t);

	t->areg = as_word(t, a + scaled(t, 8) * t->areg);
}

/* bcnt: bytes of a count of words. */
OPER(0x34, bcnt, 2, 1, 1, ALL, PLAIN)
{
	t->areg = as_word(t, word_size(t) * t->areg);
}

/* wcnt: word and byte parts of an address. */
OPER(0x3F, wcnt, 5, 1, 2, ALL, PLAIN)
{
	t->creg = t->breg;
	t->breg = t->areg & (word_size(t) - 1);
	t->areg = (int32_t)t->areg >> (SHORT(t) ? 1 : 2);
}

/* lb: load byte. */
OPER(0x01, lb, 5, 1, 1, ALL, PLAIN)
{
	t->areg = read_byte(t, t->areg);
}

/* sb: store byte. */
OPER(0x3B, sb, 4, 2, 0, ALL, STORES(AREG, 1))
{
	Addr a = pop(t);

	write_byte(t, a, pop(t));
}

/* bitcnt: add the bits set in Areg to Breg. */
OPER(0x76, bitcnt, 2, 2, 1, LATER_CHIPS, PLAIN)
{
	Word a = as_unsigned(t, pop(t));

	t->cycles += bit_top(a);
	t->areg = as_word(t, t->areg + __builtin_popcount(a));
}

/* bit_reverse: the 32 bits of w in reverse order. */
static inline Word
bit_reverse(Word w)
{
	w = (w >> 1 & 0x55555555) | (w & 0x55555555) << 1;
	w = (w >> 2 & 0x33333333) | (w & 0x33333333) << 2;
	w = (w >> 4 & 0x0F0F0F0F) | (w & 0x0F0F0F0F) << 4;
	return __builtin_bswap32(w);
}

/* bitrevword: reverse the bits of Areg. */
OPER(0x77, bitrevword, 36, 1, 1, LATER_CHIPS, PLAIN)
{
	spend_less(t, 16);
	t->areg = as_word(t, bit_reverse(t->areg) >> (32 - word_bits(t)));
}

/* bitrevnbits: reverse the lowest Areg bits of Breg. */
OPER(0x78, bitrevnbits, 4, 2, 1, LATER_CHIPS, PLAIN)
{
	Word nbits = as_unsigned(t, pop(t)), b = as_unsigned(t, pop(t)), most = word_bits(t);

	shift_cost(t, nbits);
	if (nbits > most)
		nbits = most;
	push(t, nbits == 0 ? 0 : as_word(t, bit_reverse(b) >> (32 - nbits)));
}

/* crc_steps: add n bits of data, most significant first, to the CRC in Breg. */
static inline void
crc_steps(Regs *t, int n)
{
	Word data = t->areg, crc = t->breg, generator = t->creg;

	while (n-- > 0) {
		bool out = crc >> 31; /* a word of 16 bits has its sign extended */

		crc = as_word(t, crc << 1 | data >> 31);
		data = as_word(t, data << 1);
		if (out)
			crc ^= generator;
	}
	t->areg = crc;
	t->breg = generator;
}

/* crcword: CRC of the word in Areg. */
OPER(0x74, crcword, 35, 3, 2, LATER_CHIPS, PLAIN)
{
	spend_less(t, 16);
	crc_steps(t, word_bits(t));
}

/* crcbyte: CRC of the top byte of Areg. */
OPER(0x75, crcbyte, 11, 3, 2, LATER_CHIPS, PLAIN)
{
	crc_steps(t, 8);
}

/* ---- control ---- */

/* gcall: exchange Areg and Iptr. */
OPER(0x06, gcall, 4, 1, 1, ALL, PLAIN)
{
	Addr target = t->areg;

	t->areg = as_word(t, t->iptr);
	transfer(t, target);
}

/* ret: return. */
OPER(0x20, ret, 5, 0, 0, ALL, PLAIN)
{
	Addr target = read_local(t, 0);

	t->wptr = as_word(t, t->wptr + scaled(t, 16));
	transfer(t, target);
}

/* gajw: exchange Areg and Wptr. */
OPER(0x3C, gajw, 2, 1, 1, ALL, PLAIN)
{
	Addr w = align_word(t, t->areg);

	t->areg = t->wptr;
	t->wptr = w;
}

/* ldpi: address relative to the next instruction. */
OPER(0x1B, ldpi, 2, 1, 1, ALL, PLAIN)
{
	t->areg = as_word(t, t->areg + t->iptr);
}

/* lend: loop end; a timeslice point when it loops. */
OPER(0x21, lend, 5, 2, 0, ALL, YIELDS)
{
	Word back = pop(t);
	Addr block = pop(t);
	Word left = as_word(t, read_word(t, block + scaled(t, 4)) - 1);

	write_word(t, block + scaled(t, 4), left);
	if ((int32_t)left <= 0)
		return;
	t->cycles += 5;
	write_word(t, block, read_word(t, block) + 1);
	transfer(t, as_word(t, t->iptr - back));
	if (unlikely(t->node->slicing))
		outline(t, process_slice);
}
