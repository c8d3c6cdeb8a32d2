/*
 * fpu.c - the instructions of the floating-point unit, and the T414's support for floating point in
 * software; one block each.
 *
 * The head of a block is its row in the instruction table: code, name, cycles, words popped from
 * the integer stack, words pushed on it, chips that have it; numbers that it first loads from
 * memory onto the floating-point stack, numbers that it then pops, and numbers that it pushes;
 * further effects. `FPOPER` blocks are reached by opr and `FPENTRY` blocks by fpentry; both occupy
 * the floating-point unit for their cycles while the processor continues. `OPER` blocks run on the
 * integer processor. Like ops.c, this file is #included wherever the blocks are needed, with the
 * macros defined. CYCLES_name are the cycles of a block's head.
 *
 * If both operands have the same length, operands and result are zero or normal, and the mode is
 * round to nearest, the host's IEEE 754 arithmetic computes the result; otherwise float.c does.
 * Cycles are the data sheet's typical ones, or its maximum if an operand or the result is denormal.
 *
 * Sources: T800 data sheet (cycles), processor.md section 12 (meanings); docs/fpu.md defines the
 * results that these sources leave open.
 *
 * Functions with a Regs parameter are always inlined: a call would put all registers into memory.
 */
#include "fpu.h"

/* ---- numbers ---- */

/* to_double: the double with these bits. */
static inline double
to_double(uint64_t bits)
{
	double d;

	memcpy(&d, &bits, sizeof d);
	return d;
}

/* double_bits: the bits of a double. */
static inline uint64_t
double_bits(double d)
{
	uint64_t bits;

	memcpy(&bits, &d, sizeof bits);
	return bits;
}

/* to_single: the single with these low bits. */
static inline float
to_single(uint64_t bits)
{
	uint32_t word = bits;
	float s;

	memcpy(&s, &word, sizeof s);
	return s;
}

/* single_bits: the bits of a single. */
static inline uint64_t
single_bits(float s)
{
	uint32_t word;

	memcpy(&word, &s, sizeof word);
	return word;
}

/* is_ordinary_double: true if a double is zero or normalized: no denormal, infinity or NaN. */
static inline bool
is_ordinary_double(uint64_t bits)
{
	uint64_t magnitude = bits << 1;

	return magnitude - (1ull << 53) < 0x7FEull << 53 || magnitude == 0;
}

/* is_ordinary_single: true if a single is zero or normalized: no denormal, infinity or NaN. */
static inline bool
is_ordinary_single(uint64_t bits)
{
	uint32_t magnitude = bits << 1;

	return magnitude - (1u << 24) < 0xFEu << 24 || magnitude == 0;
}

/* register_value: the number in a register, exact for either length; it must not be a NaN. */
static inline double
register_value(const Fpu *f, int i)
{
	return f->dbl[i] ? to_double(f->reg[i]) : to_single(f->reg[i]);
}

/* is_ordinary: true if register i holds zero or a normalized number. */
static inline bool
is_ordinary(const Fpu *f, int i)
{
	return f->dbl[i] ? is_ordinary_double(f->reg[i]) : is_ordinary_single(f->reg[i]);
}

/*
 * register_magnitude: the absolute value of a register, scaled so that singles and doubles compare
 * alike.
 */
static inline uint64_t
register_magnitude(const Fpu *f, int i)
{
	return f->dbl[i] ? f->reg[i] << 1 : f->reg[i] << 33;
}

/*
 * magnitude_of_infinity: the bits of infinity without sign, shifted left by one, in the length of
 * register i.
 */
static inline uint64_t
magnitude_of_infinity(const Fpu *f, int i)
{
	return f->dbl[i] ? 0x7FFull << 53 : 0xFFull << 56;
}

static inline bool
is_nan(const Fpu *f, int i)
{
	return register_magnitude(f, i) > magnitude_of_infinity(f, i);
}

static inline bool
is_denormal(const Fpu *f, int i)
{
	return register_magnitude(f, i) - 1 < (f->dbl[i] ? 1ull << 53 : 1ull << 56) - 1;
}

/* ---- floating-point stack ---- */

/*
 * fpu_reset_rounding: reset the rounding mode, for an instruction that consumes the mode without
 * rounding.
 */
static inline Fpu *
fpu_reset_rounding(Regs *t)
{
	Fpu *f = fpu(t);

	f->mode = ROUND_NEAREST;
	return f;
}

/* fpu_error: FP_Error of the running process. */
static inline uint8_t *
fpu_error(Regs *t)
{
	return &t->node->fpu[t->node->priority].error;
}

/* fcopy: copy register `from` with its length to register `to`. */
static inline void
fcopy(Fpu *f, int to, int from)
{
	f->reg[to] = f->reg[from];
	f->dbl[to] = f->dbl[from];
}

/* fpush: push a number given by its bits; `dbl` says whether it is a double. */
static inline void
fpush(Fpu *f, uint64_t bits, bool dbl)
{
	fcopy(f, 2, 1);
	fcopy(f, 1, 0);
	f->reg[0] = bits;
	f->dbl[0] = dbl;
}

/* fpop: pop FAreg; FCreg keeps its value. */
static inline uint64_t
fpop(Fpu *f)
{
	uint64_t bits = f->reg[0];

	fcopy(f, 0, 1);
	fcopy(f, 1, 2);
	return bits;
}

/* ---- memory ---- */

/*
 * read_number: load a number from memory for an instruction of n cycles. The unit must be free when
 * it takes the first word, `early` cycles and the word's wait states after the instruction's
 * beginning; it then waits for the second word.
 */
static inline __attribute__((always_inline)) uint64_t
read_number(Regs *t, Addr a, bool dbl, Cycles n, Cycles early)
{
	uint64_t bits = load_word(t, a);
	Cycles begin;

	fpu_load(t, n, early);
	begin = t->cycles;
	if (dbl)
		bits |= (uint64_t)read_word(t, a + 4) << 32;
	fpu_spend(t, t->cycles - begin);
	return bits;
}

/*
 * load_operand: load a number, but keep the rounding mode for the operation in the same
 * instruction, which takes n cycles.
 */
static inline __attribute__((always_inline)) void
load_operand(Regs *t, Addr a, bool dbl, Cycles n)
{
	fpush(fpu(t), read_number(t, a, dbl, n, ACCESS_CYCLES), dbl);
}

/* load_number: load a number into FAreg in n cycles, and reset the rounding mode. */
static inline __attribute__((always_inline)) void
load_number(Regs *t, Addr a, bool dbl, Cycles n)
{
	fpu(t)->mode = ROUND_NEAREST;
	fpush(fpu(t), read_number(t, a, dbl, n, load_early(n, dbl)), dbl);
}

/* read_integer: load a word for a conversion of n cycles. */
static inline __attribute__((always_inline)) Word
read_integer(Regs *t, Addr a, Cycles n)
{
	return read_number(t, a, false, n, ACCESS_CYCLES);
}

/* store_number: pop FAreg and store it at the address in Areg, when the unit is free. */
static inline __attribute__((always_inline)) void
store_number(Regs *t, bool dbl)
{
	Addr a = pop(t);
	uint64_t bits = fpop(fpu_reset_rounding(t));

	fpu_wait(t);
	store_word(t, a, bits);
	if (dbl)
		write_word(t, a + 4, bits >> 32);
}

/* ---- arithmetic; a bool result: a denormal number took part ---- */

/* compute_double: the result of an operation on two doubles; b is the left operand. */
static inline double
compute_double(Arithmetic what, double b, double a)
{
	switch (what) {
	case ADD:
		return b + a;
	case SUBTRACT:
		return b - a;
	case MULTIPLY:
		return b * a;
	default:
		return b / a;
	}
}

/* compute_single: the result of an operation on two singles; b is the left operand. */
static inline float
compute_single(Arithmetic what, float b, float a)
{
	switch (what) {
	case ADD:
		return b + a;
	case SUBTRACT:
		return b - a;
	case MULTIPLY:
		return b * a;
	default:
		return b / a;
	}
}

/* set_binary_result: replace two operands by a result of their length. */
static inline bool
set_binary_result(Fpu *f, uint64_t bits)
{
	f->reg[0] = bits;
	fcopy(f, 1, 2);
	return false;
}

/* arithmetic: FAreg := FBreg op FAreg; FBreg is popped. */
static inline __attribute__((always_inline)) bool
arithmetic(Fpu *f, Arithmetic what)
{
	uint64_t a = f->reg[0], b = f->reg[1], c;

	if (likely(f->dbl[0] & f->dbl[1] & (f->mode == ROUND_NEAREST))) {
		c = double_bits(compute_double(what, to_double(b), to_double(a)));
		if (likely(is_ordinary_double(c) && is_ordinary_double(a) && is_ordinary_double(b)))
			return set_binary_result(f, c);
	} else if (likely(!(f->dbl[0] | f->dbl[1] | (f->mode != ROUND_NEAREST)))) {
		c = single_bits(compute_single(what, to_single(b), to_single(a)));
		if (likely(is_ordinary_single(c) && is_ordinary_single(a) && is_ordinary_single(b)))
			return set_binary_result(f, c);
	}
	return float_arithmetic(f, what);
}

/* compare: compare FBreg with FAreg; both are popped. */
static inline __attribute__((always_inline)) Order
compare(Fpu *f, bool *denormal)
{
	Order order;

	if (likely(is_ordinary(f, 0) && is_ordinary(f, 1))) {
		double b = register_value(f, 1), a = register_value(f, 0);

		*denormal = false;
		f->mode = ROUND_NEAREST;
		order = b < a ? LESS : b > a ? GREATER : EQUAL;
	} else {
		order = float_order(f, denormal);
	}
	fpop(f);
	fpop(f);
	return order;
}

/* ---- loads and stores ---- */

/* fpldnldbi: load a double, indexed. */
FPOPER(0x82, fpldnldbi, 6, 2, 0, ONLY_FP, 1, 1, 1, PLAIN)
{
	Addr a = pop(t);

	load_number(t, a + 8 * pop(t), true, CYCLES_fpldnldbi);
}

/* fpstnldb: store a double; FAreg is popped. */
FPOPER(0x84, fpstnldb, 3, 1, 0, ONLY_FP, 0, 1, 0, STORES(AREG, 8))
{
	store_number(t, true);
}

/* fpldnlsni: load a single, indexed. */
FPOPER(0x86, fpldnlsni, 4, 2, 0, ONLY_FP, 1, 1, 1, PLAIN)
{
	Addr a = pop(t);

	load_number(t, a + 4 * pop(t), false, CYCLES_fpldnlsni);
}

/* fpstnlsn: store a single; FAreg is popped. */
FPOPER(0x88, fpstnlsn, 2, 1, 0, ONLY_FP, 0, 1, 0, STORES(AREG, 4))
{
	store_number(t, false);
}

/* fpldnldb: load a double. */
FPOPER(0x8A, fpldnldb, 3, 1, 0, ONLY_FP, 1, 1, 1, PLAIN)
{
	load_number(t, pop(t), true, CYCLES_fpldnldb);
}

/* fpldnlsn: load a single. */
FPOPER(0x8E, fpldnlsn, 2, 1, 0, ONLY_FP, 1, 1, 1, PLAIN)
{
	load_number(t, pop(t), false, CYCLES_fpldnlsn);
}

/* fpstnli32: store FAreg as an integer, low 32 bits; FAreg is popped. */
FPOPER(0x9E, fpstnli32, 4, 1, 0, ONLY_FP, 0, 1, 0, STORES(AREG, 4))
{
	Fpu *f = fpu_reset_rounding(t);
	bool dbl = f->dbl[0];
	Addr a = pop(t);

	fpu_wait(t);
	store_word(t, a, float_word(fpop(f), dbl));
}

/* fpldzerosn: load a single zero. */
FPOPER(0x9F, fpldzerosn, 2, 0, 0, ONLY_FP, 0, 0, 1, PLAIN)
{
	fpush(fpu_reset_rounding(t), 0, false);
}

/* fpldzerodb: load a double zero. */
FPOPER(0xA0, fpldzerodb, 2, 0, 0, ONLY_FP, 0, 0, 1, PLAIN)
{
	fpush(fpu_reset_rounding(t), 0, true);
}

/* fpdup: duplicate FAreg. */
FPOPER(0xA3, fpdup, 1, 0, 0, ONLY_FP, 0, 1, 2, PLAIN)
{
	Fpu *f = fpu_reset_rounding(t);

	fpush(f, f->reg[0], f->dbl[0]);
}

/* fprev: exchange FAreg and FBreg. */
FPOPER(0xA4, fprev, 1, 0, 0, ONLY_FP, 0, 2, 2, PLAIN)
{
	Fpu *f = fpu_reset_rounding(t);
	uint64_t bits = f->reg[0];
	uint8_t dbl = f->dbl[0];

	f->reg[0] = f->reg[1];
	f->reg[1] = bits;
	f->dbl[0] = f->dbl[1];
	f->dbl[1] = dbl;
}

/* ---- arithmetic ---- */

/* fpadd: FAreg := FBreg + FAreg, rounded. */
FPOPER(0x87, fpadd, 6, 0, 0, ONLY_FP, 0, 2, 1, PLAIN)
{
	fpu_spend(t, arithmetic(fpu(t), ADD) ? 3 : 0);
}

/* fpsub: FAreg := FBreg - FAreg, rounded. */
FPOPER(0x89, fpsub, 6, 0, 0, ONLY_FP, 0, 2, 1, PLAIN)
{
	fpu_spend(t, arithmetic(fpu(t), SUBTRACT) ? 3 : 0);
}

/* fpmul: FAreg := FBreg * FAreg, rounded; a double takes 18 cycles. */
FPOPER(0x8B, fpmul, 11, 0, 0, ONLY_FP, 0, 2, 1, PLAIN)
{
	Fpu *f = fpu(t);
	bool denormal = arithmetic(f, MULTIPLY);

	fpu_spend(t, f->dbl[0] ? (denormal ? 16 : 7) : (denormal ? 7 : 0));
}

/* fpdiv: FAreg := FBreg / FAreg, rounded; a double takes 31 cycles. */
FPOPER(0x8C, fpdiv, 16, 0, 0, ONLY_FP, 0, 2, 1, PLAIN)
{
	Fpu *f = fpu(t);
	bool denormal = arithmetic(f, DIVIDE);

	fpu_spend(t, f->dbl[0] ? (denormal ? 27 : 15) : (denormal ? 12 : 0));
}

/* fpldnladddb: fpldnldb and fpadd. */
FPOPER(0xA6, fpldnladddb, 9, 1, 0, ONLY_FP, 1, 2, 1, PLAIN)
{
	load_operand(t, pop(t), true, CYCLES_fpldnladddb);
	fpu_spend(t, arithmetic(fpu(t), ADD) ? 3 : 0);
}

/* fpldnlmuldb: fpldnldb and fpmul. */
FPOPER(0xA8, fpldnlmuldb, 21, 1, 0, ONLY_FP, 1, 2, 1, PLAIN)
{
	load_operand(t, pop(t), true, CYCLES_fpldnlmuldb);
	fpu_spend(t, arithmetic(fpu(t), MULTIPLY) ? 9 : 0);
}

/* fpldnladdsn: fpldnlsn and fpadd. */
FPOPER(0xAA, fpldnladdsn, 8, 1, 0, ONLY_FP, 1, 2, 1, PLAIN)
{
	load_operand(t, pop(t), false, CYCLES_fpldnladdsn);
	fpu_spend(t, arithmetic(fpu(t), ADD) ? 3 : 0);
}

/* fpldnlmulsn: fpldnlsn and fpmul. */
FPOPER(0xAC, fpldnlmulsn, 13, 1, 0, ONLY_FP, 1, 2, 1, PLAIN)
{
	load_operand(t, pop(t), false, CYCLES_fpldnlmulsn);
	fpu_spend(t, arithmetic(fpu(t), MULTIPLY) ? 7 : 0);
}

/*
 * fpremfirst: begin FBreg rem FAreg; push whether it is complete, in which case FBreg is the
 * quotient.
 */
FPOPER(0x8F, fpremfirst, 36, 0, 1, ONLY_FP, 0, 2, 2, PLAIN)
{
	bool done;

	fpu_spend(t, float_remainder(fpu(t), &done) ? 10 : 0);
	fpu_wait(t);
	push(t, done);
}

/* fpremstep: continue a remainder; push whether it is complete. */
FPOPER(0x90, fpremstep, 32, 0, 1, ONLY_FP, 0, 2, 2, PLAIN)
{
	bool done;

	fpu_spend(t, float_remainder(fpu(t), &done) ? 4 : 0);
	fpu_wait(t);
	push(t, done);
}

/*
 * fpusqrtfirst: FAreg := square root of FAreg. This computes the whole root; the further steps only
 * take time.
 */
FPENTRY(0x01, fpusqrtfirst, 27, 0, 0, ONLY_FP, 0, 1, 1, PLAIN)
{
	fpu_spend(t, float_root(fpu(t)) ? 2 : 0);
}

/* fpusqrtstep: executed twice for a single, five times for a double. */
FPENTRY(0x02, fpusqrtstep, 42, 0, 0, ONLY_FP, 0, 1, 1, PLAIN)
{
	fpu(t)->mode = ROUND_NEAREST;
}

/* fpusqrtlast: end of a square root. */
FPENTRY(0x03, fpusqrtlast, 8, 0, 0, ONLY_FP, 0, 1, 1, PLAIN)
{
	fpu(t)->mode = ROUND_NEAREST;
}

/* fpuexpdec32: FAreg := FAreg / 2^32. */
FPENTRY(0x09, fpuexpdec32, 6, 0, 0, ONLY_FP, 0, 1, 1, PLAIN)
{
	fpu_spend(t, float_scale(fpu(t), -32) ? 3 : 0);
}

/* fpuexpinc32: FAreg := FAreg * 2^32. */
FPENTRY(0x0A, fpuexpinc32, 6, 0, 0, ONLY_FP, 0, 1, 1, PLAIN)
{
	fpu_spend(t, float_scale(fpu(t), 32) ? 3 : 0);
}

/* fpuabs: FAreg := FAreg without its sign. */
FPENTRY(0x0B, fpuabs, 2, 0, 0, ONLY_FP, 0, 1, 1, PLAIN)
{
	float_absolute(fpu(t));
}

/* fpudivby2: FAreg := FAreg / 2. */
FPENTRY(0x11, fpudivby2, 6, 0, 0, ONLY_FP, 0, 1, 1, PLAIN)
{
	fpu_spend(t, float_scale(fpu(t), -1) ? 3 : 0);
}

/* fpumulby2: FAreg := FAreg * 2. */
FPENTRY(0x12, fpumulby2, 6, 0, 0, ONLY_FP, 0, 1, 1, PLAIN)
{
	fpu_spend(t, float_scale(fpu(t), 1) ? 3 : 0);
}

/* ---- comparisons and tests ---- */

/* fpgt: push whether FBreg > FAreg; both are popped. */
FPOPER(0x94, fpgt, 4, 0, 1, ONLY_FP, 0, 2, 0, PLAIN)
{
	bool denormal;
	Order order = compare(fpu(t), &denormal);

	fpu_spend(t, denormal ? 2 : 0);
	fpu_wait(t);
	push(t, order == GREATER);
}

/* fpeq: push whether FBreg = FAreg; both are popped. */
FPOPER(0x95, fpeq, 3, 0, 1, ONLY_FP, 0, 2, 0, PLAIN)
{
	bool denormal;
	Order order = compare(fpu(t), &denormal);

	fpu_spend(t, denormal ? 2 : 0);
	fpu_wait(t);
	push(t, order == EQUAL);
}

/* fpnan: push whether FAreg is a NaN. */
FPOPER(0x91, fpnan, 2, 0, 1, ONLY_FP, 0, 1, 1, PLAIN)
{
	Fpu *f = fpu_reset_rounding(t);

	fpu_spend(t, is_denormal(f, 0));
	fpu_wait(t);
	push(t, is_nan(f, 0));
}

/* fpordered: push whether neither FAreg nor FBreg is a NaN. */
FPOPER(0x92, fpordered, 3, 0, 1, ONLY_FP, 0, 2, 2, PLAIN)
{
	Fpu *f = fpu_reset_rounding(t);

	fpu_spend(t, is_denormal(f, 0) || is_denormal(f, 1));
	fpu_wait(t);
	push(t, !is_nan(f, 0) && !is_nan(f, 1));
}

/* fpnotfinite: push whether FAreg is an infinity or a NaN. */
FPOPER(0x93, fpnotfinite, 2, 0, 1, ONLY_FP, 0, 1, 1, PLAIN)
{
	Fpu *f = fpu_reset_rounding(t);

	fpu_wait(t);
	push(t, register_magnitude(f, 0) >= magnitude_of_infinity(f, 0));
}

/* fpuchki32: set FP_Error if FAreg is not in the range of an int32. */
FPENTRY(0x0E, fpuchki32, 3, 0, 0, ONLY_FP, 0, 1, 1, PLAIN)
{
	fpu_spend(t, float_check(fpu(t), INT32));
}

/* fpuchki64: set FP_Error if FAreg is not in the range of an int64. */
FPENTRY(0x0F, fpuchki64, 3, 0, 0, ONLY_FP, 0, 1, 1, PLAIN)
{
	fpu_spend(t, float_check(fpu(t), INT64));
}

/* ---- conversions ---- */

/* fpi32tor32: load an int32 as a single, rounded. */
FPOPER(0x96, fpi32tor32, 8, 1, 0, ONLY_FP, 1, 1, 1, PLAIN)
{
	Fpu *f = fpu(t);
	int32_t value = read_integer(t, pop(t), CYCLES_fpi32tor32);

	if (likely(f->mode == ROUND_NEAREST))
		fpush(f, single_bits((float)value), false);
	else
		fpush(f, float_from_int(f, value), false);
}

/* fpi32tor64: load an int32 as a double. */
FPOPER(0x98, fpi32tor64, 8, 1, 0, ONLY_FP, 1, 1, 1, PLAIN)
{
	Fpu *f = fpu_reset_rounding(t);
	int32_t value = read_integer(t, pop(t), CYCLES_fpi32tor64);

	fpush(f, double_bits(value), true);
}

/* fpb32tor64: load an unsigned word as a double. */
FPOPER(0x9A, fpb32tor64, 8, 1, 0, ONLY_FP, 1, 1, 1, PLAIN)
{
	Fpu *f = fpu_reset_rounding(t);
	Word value = read_integer(t, pop(t), CYCLES_fpb32tor64);

	fpush(f, double_bits(value), true);
}

/* fprtoi32: FAreg := FAreg rounded to an integral value; set FP_Error if it exceeds an int32. */
FPOPER(0x9D, fprtoi32, 7, 0, 0, ONLY_FP, 0, 1, 1, PLAIN)
{
	Fpu *f = fpu(t);

	fpu_spend(t, float_integral(f) ? 2 : 0);
	float_check(f, INT32);
}

/* fpint: FAreg := FAreg rounded to an integral value. */
FPOPER(0xA1, fpint, 5, 0, 0, ONLY_FP, 0, 1, 1, PLAIN)
{
	fpu_spend(t, float_integral(fpu(t)));
}

/* fpur32tor64: FAreg, a single, becomes a double. */
FPENTRY(0x07, fpur32tor64, 3, 0, 0, ONLY_FP, 0, 1, 1, PLAIN)
{
	Fpu *f = fpu(t);

	if (likely(!f->dbl[0] && is_ordinary_single(f->reg[0]))) {
		f->reg[0] = double_bits(to_single(f->reg[0]));
		f->dbl[0] = true;
		f->mode = ROUND_NEAREST;
	} else {
		fpu_spend(t, float_widen(f));
	}
}

/* fpur64tor32: FAreg, a double, becomes a single, rounded. */
FPENTRY(0x08, fpur64tor32, 6, 0, 0, ONLY_FP, 0, 1, 1, PLAIN)
{
	Fpu *f = fpu(t);
	uint64_t bits = single_bits((float)to_double(f->reg[0]));

	if (likely(f->dbl[0] && f->mode == ROUND_NEAREST && is_ordinary_double(f->reg[0]) &&
		   is_ordinary_single(bits))) {
		f->reg[0] = bits;
		f->dbl[0] = false;
	} else {
		fpu_spend(t, float_narrow(f) ? 3 : 0);
	}
}

/* fpunoround: FAreg, a double, becomes a single, truncated. */
FPENTRY(0x0D, fpunoround, 2, 0, 0, ONLY_FP, 0, 1, 1, PLAIN)
{
	float_truncate(fpu(t));
}

/* ---- rounding mode of the next operation ---- */

/* fpurp: round to plus infinity. */
FPENTRY(0x04, fpurp, 1, 0, 0, ONLY_FP, 0, 0, 0, PLAIN)
{
	fpu(t)->mode = ROUND_PLUS;
}

/* fpurm: round to minus infinity. */
FPENTRY(0x05, fpurm, 1, 0, 0, ONLY_FP, 0, 0, 0, PLAIN)
{
	fpu(t)->mode = ROUND_MINUS;
}

/* fpurz: round to zero. */
FPENTRY(0x06, fpurz, 1, 0, 0, ONLY_FP, 0, 0, 0, PLAIN)
{
	fpu(t)->mode = ROUND_ZERO;
}

/* fpurn: round to nearest. */
FPENTRY(0x22, fpurn, 1, 0, 0, ONLY_FP, 0, 0, 0, PLAIN)
{
	fpu(t)->mode = ROUND_NEAREST;
}

/* ---- FP_Error ---- */

/* fpchkerror: Error := Error or FP_Error. */
FPOPER(0x83, fpchkerror, 1, 0, 0, ONLY_FP, 0, 0, 0, PLAIN)
{
	fpu_wait(t);
	fpu_reset_rounding(t);
	if (*fpu_error(t))
		set_error(t, ERROR_FLOAT);
}

/* fptesterror: push whether FP_Error is clear; clear FP_Error. Chips without an FPU push true. */
FPOPER(0x9C, fptesterror, 2, 0, 1, SINCE_T800, 0, 0, 0, PLAIN)
{
	fpu_reset_rounding(t);
	fpu_wait(t);
	push(t, !*fpu_error(t));
	*fpu_error(t) = false;
}

/* fpuseterror: set FP_Error. */
FPENTRY(0x23, fpuseterror, 1, 0, 0, ONLY_FP, 0, 0, 0, PLAIN)
{
	fpu_reset_rounding(t);
	*fpu_error(t) = true;
}

/* fpuclearerror: clear FP_Error. */
FPENTRY(0x9C, fpuclearerror, 1, 0, 0, ONLY_FP, 0, 0, 0, PLAIN)
{
	fpu_reset_rounding(t);
	*fpu_error(t) = false;
}

/* ---- singles without a floating-point unit: exponent and 64-bit fraction ---- */

/*
 * unpacksn: split the single in Areg. Areg := fraction, with the leading one of a normal number;
 * Breg := exponent, 1 for a denormal number; Creg := 4 * the old Breg + type: 0 zero, 1 finite, 2
 * infinity, 3 NaN.
 */
OPER(0x63, unpacksn, 15, 2, 3, ONLY_T4, PLAIN)
{
	Word packed = pop(t), type = pop(t) * 4;
	Word exponent = packed >> 23 & 0xFF, fraction = packed << 9 >> 1;

	if (exponent == 0xFF)
		type += fraction ? 3 : 2;
	else if (exponent || fraction)
		type += 1;
	if (exponent && exponent != 0xFF)
		fraction |= MOSTNEG;
	push(t, type);
	push(t, exponent == 0 && fraction ? 1 : exponent);
	push(t, fraction);
}

/*
 * postnormsn: executed after norm. Creg := exponent in workspace word 0 minus Creg, the number of
 * places shifted. Above 255 it becomes 255; below 1 it becomes 0, and Breg:Areg is shifted right as
 * a denormal number requires. If this shift loses a bit that is 1, the lowest bit is set, so that
 * roundsn rounds only once.
 */
OPER(0x6C, postnormsn, 5, 3, 3, ONLY_T4, PLAIN)
{
	uint64_t fraction = (uint64_t)t->breg << 32 | t->areg;
	int64_t exponent = (int64_t)(int32_t)read_word(t, t->wptr + W_TEMP) - (int32_t)t->creg;

	if (exponent < 1) {
		t->cycles += 25;
		fraction = float_shift(fraction, 1 - exponent > 64 ? 64 : 1 - exponent);
		t->breg = fraction >> 32;
		t->areg = fraction;
		exponent = 0;
	}
	t->creg = exponent > 255 ? 255 : exponent;
}

/* roundsn: the single with exponent Creg and fraction Breg and Areg, rounded to nearest. */
OPER(0x6D, roundsn, 12, 3, 1, ONLY_T4, PLAIN)
{
	Word low = pop(t), high = pop(t), exponent = pop(t);

	push(t, float_pack_single(exponent, (uint64_t)high << 32 | low));
}

/* ldinf: load the single infinity. */
OPER(0x71, ldinf, 1, 0, 1, ONLY_T4, PLAIN)
{
	push(t, 0x7F800000);
}

/* cflerr: set Error if Areg is an infinity or a NaN. */
OPER(0x73, cflerr, 3, 1, 1, ONLY_T4, PLAIN)
{
	if ((t->areg & 0x7F800000) == 0x7F800000)
		set_error(t, ERROR_FLOAT);
}
