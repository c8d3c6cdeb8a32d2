/*
 * ops_long.c - the instructions of long arithmetic and the checks. Blocks as in ops.c.
 */
/* ---- long arithmetic ---- */

/* ladd: checked Breg + Areg + carry. */
OPER(0x16, ladd, 2, 3, 1, ALL, PLAIN)
{
	int64_t a = (int32_t)pop(t), b = (int32_t)pop(t), sum = b + a + (pop(t) & 1);

	if (sum != (int32_t)as_word(t, sum))
		set_error(t, ERROR_OVERFLOW);
	push(t, as_word(t, sum));
}

/* lsub: checked Breg - Areg - borrow. */
OPER(0x38, lsub, 2, 3, 1, ALL, PLAIN)
{
	int64_t a = (int32_t)pop(t), b = (int32_t)pop(t), difference = b - a - (pop(t) & 1);

	if (difference != (int32_t)as_word(t, difference))
		set_error(t, ERROR_OVERFLOW);
	push(t, as_word(t, difference));
}

/* lsum: Breg + Areg + carry, unsigned; Breg := the new carry. */
OPER(0x37, lsum, 3, 3, 2, ALL, PLAIN)
{
	uint64_t a = as_unsigned(t, pop(t)), b = as_unsigned(t, pop(t));
	uint64_t sum = b + a + (pop(t) & 1);

	push(t, sum >> word_bits(t));
	push(t, as_word(t, sum));
}

/* ldiff: Breg - Areg - borrow, unsigned; Breg := the new borrow. */
OPER(0x4F, ldiff, 3, 3, 2, ALL, PLAIN)
{
	uint64_t a = as_unsigned(t, pop(t)), b = as_unsigned(t, pop(t));
	uint64_t difference = b - a - (pop(t) & 1);

	push(t, difference >> 63);
	push(t, as_word(t, difference));
}

/* lmul: unsigned Breg * Areg + Creg. */
OPER(0x31, lmul, 33, 3, 2, ALL, PLAIN)
{
	uint64_t a = as_unsigned(t, pop(t)), b = as_unsigned(t, pop(t));
	uint64_t product = b * a + as_unsigned(t, pop(t));

	spend_less(t, 16);
	push(t, as_word(t, product >> word_bits(t)));
	push(t, as_word(t, product));
}

/* ldiv: unsigned Creg:Breg / Areg; sets Error if the quotient does not fit. */
OPER(0x1A, ldiv, 35, 3, 2, ALL, PLAIN)
{
	uint64_t a = as_unsigned(t, pop(t)), low = as_unsigned(t, pop(t));
	uint64_t high = as_unsigned(t, pop(t)), b = high << word_bits(t) | low;

	spend_less(t, 16);
	if (high >= a) {
		set_error(t, a == 0 ? ERROR_BY_ZERO : ERROR_OVERFLOW);
		push(t, as_word(t, low));
		push(t, as_word(t, high));
		return;
	}
	push(t, as_word(t, b % a));
	push(t, as_word(t, b / a));
}

/*
 * long_shift_cost: add the cycles of a long shift: one a place, but one for the places of a whole
 * word together (data sheet: n + 3 cycles, or n - 28; with words of 16 bits n - 12).
 */
static inline void
long_shift_cost(Regs *t, Word places)
{
	Word bits = word_bits(t);

	t->cycles += places < bits ? places : places < 2 * bits ? places - (bits - 1) : bits + 1;
}

/* lshl: Creg:Breg shifted left. */
OPER(0x36, lshl, 3, 3, 2, ALL, PLAIN)
{
	Word places = as_unsigned(t, pop(t));
	uint64_t low = as_unsigned(t, pop(t));
	uint64_t b = (uint64_t)as_unsigned(t, pop(t)) << word_bits(t) | low;

	long_shift_cost(t, places);
	b = places < 64 ? b << places : 0;
	push(t, as_word(t, b >> word_bits(t)));
	push(t, as_word(t, b));
}

/* lshr: Creg:Breg shifted right, logically. */
OPER(0x35, lshr, 3, 3, 2, ALL, PLAIN)
{
	Word places = as_unsigned(t, pop(t));
	uint64_t low = as_unsigned(t, pop(t));
	uint64_t b = (uint64_t)as_unsigned(t, pop(t)) << word_bits(t) | low;

	long_shift_cost(t, places);
	b = places < 64 ? b >> places : 0;
	push(t, as_word(t, b >> word_bits(t)));
	push(t, as_word(t, b));
}

/* norm: Breg:Areg shifted left until its top bit is set; Creg := the number of places. */
OPER(0x19, norm, 5, 2, 3, ALL, PLAIN)
{
	Word bits = word_bits(t);
	uint64_t v = (uint64_t)as_unsigned(t, t->breg) << bits | as_unsigned(t, t->areg);
	Word places = v ? __builtin_clzll(v) - (64 - 2 * bits) : 2 * bits;

	v = v ? v << places : 0;
	if (places == 2 * bits)
		t->cycles -= 2;
	else
		t->cycles += places < bits ? places : places - (bits - 1);
	t->areg = as_word(t, v);
	t->breg = as_word(t, v >> bits);
	t->creg = places;
}

/* xdble: extend the word in Areg to a double word. */
OPER(0x1D, xdble, 2, 1, 2, ALL, PLAIN)
{
	t->creg = t->breg;
	t->breg = (int32_t)t->areg < 0 ? 0xFFFFFFFF : 0;
}

/* csngl: check that Breg:Areg fits a word. */
OPER(0x4C, csngl, 3, 2, 1, ALL, PLAIN)
{
	if (t->breg != ((int32_t)t->areg < 0 ? 0xFFFFFFFF : 0))
		set_error(t, ERROR_RANGE);
	t->breg = t->creg;
}

/* xword: extend the part word in Breg, whose sign bit is Areg, to a word. */
OPER(0x3A, xword, 4, 2, 1, ALL, PLAIN)
{
	Word sign = pop(t), b = pop(t);

	push(t, b >= sign ? as_word(t, b - 2 * sign) : b);
}

/* cword: check that Breg fits the part word whose sign bit is Areg. */
OPER(0x56, cword, 5, 2, 1, ALL, PLAIN)
{
	int64_t sign = (int64_t)as_unsigned(t, pop(t)), b = (int32_t)t->areg;

	if (b < -sign || b >= sign)
		set_error(t, ERROR_RANGE);
}

/* ---- checks ---- */

/* csub0: check that the subscript Breg is below Areg. */
OPER(0x13, csub0, 2, 2, 1, ALL, PLAIN)
{
	Word a = pop(t);

	if (t->areg >= a)
		set_error(t, ERROR_INDEX);
}

/* ccnt1: check that the count Breg is 1 to Areg. */
OPER(0x4D, ccnt1, 3, 2, 1, ALL, PLAIN)
{
	Word a = pop(t);

	if (t->areg == 0 || t->areg > a)
		set_error(t, ERROR_INDEX);
}

/* seterr: set Error. */
OPER(0x10, seterr, 1, 0, 0, ALL, PLAIN)
{
	set_error(t, ERROR_SETERR);
}

/* testerr: push whether Error was clear; clear Error. */
OPER(0x29, testerr, 2, 0, 1, ALL, PLAIN)
{
	push(t, !t->node->error);
	if (unlikely(t->node->error)) {
		t->cycles++;
		outline(t, error_clear);
	}
}

/* stoperr: stop the process if Error is set. */
OPER(0x55, stoperr, 2, 0, 0, ALL, YIELDS)
{
	if (t->node->error)
		outline(t, process_stop);
}

/* clrhalterr: clear HaltOnError, so that Error does not halt the processor. */
OPER(0x57, clrhalterr, 1, 0, 0, ALL, PLAIN)
{
	t->node->haltonerror = false;
}

/* sethalterr: set HaltOnError, so that Error halts the processor. */
OPER(0x58, sethalterr, 1, 0, 0, ALL, PLAIN)
{
	t->node->haltonerror = true;
}

/* testhalterr: push whether Error halts the processor. */
OPER(0x59, testhalterr, 2, 0, 1, ALL, PLAIN)
{
	push(t, t->node->haltonerror);
}

/* testpranal: push whether the last reset was an analyse. */
OPER(0x2A, testpranal, 2, 0, 1, ALL, PLAIN)
{
	push(t, t->node->analysed);
}
