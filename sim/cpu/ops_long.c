/*
 * ops_long.c - the instructions of long arithmetic and the checks. Blocks as in ops.c.
 */
/* ---- long arithmetic ---- */

/* ladd: checked Breg + Areg + carry. */
OPER(0x16, ladd, 2, 3, 1, ALL, PLAIN)
{
	int64_t a = (int32_t)pop(t), b = (int32_t)pop(t), sum = b + a + (pop(t) & 1);

	if (sum != (int32_t)sum)
		set_error(t, ERROR_OVERFLOW);
	push(t, sum);
}

/* lsub: checked Breg - Areg - borrow. */
OPER(0x38, lsub, 2, 3, 1, ALL, PLAIN)
{
	int64_t a = (int32_t)pop(t), b = (int32_t)pop(t), difference = b - a - (pop(t) & 1);

	if (difference != (int32_t)difference)
		set_error(t, ERROR_OVERFLOW);
	push(t, difference);
}

/* lsum: Breg + Areg + carry, unsigned; Breg := the new carry. */
OPER(0x37, lsum, 3, 3, 2, ALL, PLAIN)
{
	uint64_t a = pop(t), b = pop(t), sum = b + a + (pop(t) & 1);

	push(t, sum >> 32);
	push(t, sum);
}

/* ldiff: Breg - Areg - borrow, unsigned; Breg := the new borrow. */
OPER(0x4F, ldiff, 3, 3, 2, ALL, PLAIN)
{
	uint64_t a = pop(t), b = pop(t), difference = b - a - (pop(t) & 1);

	push(t, difference >> 63);
	push(t, difference);
}

/* lmul: unsigned Breg * Areg + Creg. */
OPER(0x31, lmul, 33, 3, 2, ALL, PLAIN)
{
	uint64_t a = pop(t), b = pop(t), product = b * a + pop(t);

	push(t, product >> 32);
	push(t, product);
}

/* ldiv: unsigned Creg:Breg / Areg; sets Error if the quotient does not fit. */
OPER(0x1A, ldiv, 35, 3, 2, ALL, PLAIN)
{
	uint64_t a = pop(t), low = pop(t), high = pop(t), b = high << 32 | low;

	if (high >= a) {
		set_error(t, a == 0 ? ERROR_BY_ZERO : ERROR_OVERFLOW);
		push(t, low);
		push(t, high);
		return;
	}
	push(t, b % a);
	push(t, b / a);
}

/*
 * long_shift_cost: add the cycles of a long shift: one a place, but one for 32
 * places together (data sheet: n + 3 cycles, or n - 28).
 */
static inline void
long_shift_cost(Regs *t, Word places)
{
	t->cycles += places < 32 ? places : places < 64 ? places - 31 : 33;
}

/* lshl: Creg:Breg shifted left. */
OPER(0x36, lshl, 3, 3, 2, ALL, PLAIN)
{
	Word places = pop(t);
	uint64_t low = pop(t), b = (uint64_t)pop(t) << 32 | low;

	long_shift_cost(t, places);
	b = places < 64 ? b << places : 0;
	push(t, b >> 32);
	push(t, b);
}

/* lshr: Creg:Breg shifted right, logically. */
OPER(0x35, lshr, 3, 3, 2, ALL, PLAIN)
{
	Word places = pop(t);
	uint64_t low = pop(t), b = (uint64_t)pop(t) << 32 | low;

	long_shift_cost(t, places);
	b = places < 64 ? b >> places : 0;
	push(t, b >> 32);
	push(t, b);
}

/* norm: Breg:Areg shifted left until its top bit is set; Creg := the number of places. */
OPER(0x19, norm, 5, 2, 3, ALL, PLAIN)
{
	uint64_t v = (uint64_t)t->breg << 32 | t->areg;
	Word places = v ? __builtin_clzll(v) : 64;

	v = v ? v << places : 0;
	if (places == 64)
		t->cycles -= 2;
	else
		t->cycles += places < 32 ? places : places - 31;
	t->areg = v;
	t->breg = v >> 32;
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

	push(t, b >= sign ? b - 2 * sign : b);
}

/* cword: check that Breg fits the part word whose sign bit is Areg. */
OPER(0x56, cword, 5, 2, 1, ALL, PLAIN)
{
	int64_t sign = (int64_t)pop(t), b = (int32_t)t->areg;

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
