/*
 * interp.c - the reference interpreter: decodes an instruction and jumps to its block.
 *
 * Every block of ops*.c and fpu.c becomes a label here, generated from the instruction table. The
 * registers are a local struct whose address is not passed on, so the compiler keeps them in host
 * registers; rare operations use `outline`. Each instruction decrements `left`. When `left` is 0,
 * there is a checkpoint, the only place where the clock is checked. A block that transfers control
 * sets `left` to 1; the compiler then replaces the test of `left` by a jump.
 *
 * This file is compiled nine times: once as it is, and once by each of these files:
 *
 *   interp_watch.c   reports memory accesses and marked instructions
 *   interp_mark.c    reports marked instructions only
 *   interp_first.c   reports marked instructions, and the first write of each word in an interval
 *   interp_one.c     executes a single instruction
 *   interp_warm.c    looks for code that runs often
 *   interp_dram.c    computes the time of each access to dynamic memory
 *   interp_short.c, interp_short_watch.c  execute words of 16 bits
 */
#ifndef WATCHED
#define WATCHED(t) false
#endif
#ifndef MARKED
#define MARKED(t) WATCHED(t) /* true: marked instructions are reported */
#endif
#ifndef GUARDED
#define GUARDED(t) false
#endif
#ifndef DRAM
#define DRAM(t) false
#endif
#ifndef SHORT
#define SHORT(t) ((void)(t), false)
#endif

#include "call_marks.h"

#ifndef ONLY_ONE
#define ONLY_ONE false /* true: return after one instruction */
#endif
#ifndef WARM
#define WARM false /* true: return where code runs so often that it may be translated */
#endif

/* In the tables, a few special entries override earlier rows; the labels of these stay unused. */
#pragma GCC diagnostic ignored "-Woverride-init"
#pragma GCC diagnostic ignored "-Wunused-label"

#include "blocks.h"

enum {
#include "isa.codes"
};

enum {
	NOPERS = 0x200, /* codes of operations */
	NFPENTRIES = 0xA0, /* codes of operations behind fpentry */
	BYTES = 256, /* possible values of a byte of code */
};

/* FETCH: read the next byte of code. */
#define FETCH() (r.mem[r.iptr++ - lowest(&r)])

/* is_marked: true if the instruction at this offset in memory is marked. */
static inline bool
is_marked(const uint8_t *marks, Word mask, Word offset)
{
	return marks[offset & mask];
}

/* code_is_hot: true if the code after a transfer runs so often that it may be translated. */
static inline bool
code_is_hot(const Regs *r)
{
	uint16_t *heat;

	if (r->from != r->iptr || r->since != r->cycles)
		return false;
	heat = &r->node->code->heat[heat_of(r->iptr)];
	if (*heat != TRANSLATED)
		++*heat;
	return *heat >= r->node->code->hot;
}

/*
 * REPORT_MARKED: report that the next instruction is marked; the process may be withheld before it.
 */
#define REPORT_MARKED() \
	do { \
		if (MARKED(&r) && unlikely(is_marked(marks, mask, r.iptr - lowest(&r)))) { \
			bool withheld; \
\
			c->r = r; \
			withheld = watch_report_marked(c); \
			r = c->r; \
			if (withheld) \
				goto out; \
		} \
	} while (0)

/*
 * NEXT: continue with the next instruction, directly or after a checkpoint. is_call: true in the
 * block of a call or return.
 */
#define NEXT(is_call) \
	do { \
		if (unlikely(--r.left == 0)) { \
			r.count += STRETCH_MAX; \
			r.left = STRETCH_MAX; \
			if ((is_call) && unlikely(c->call_marks) \
				&& is_call_marked(c->call_marks, r.iptr)) { \
				c->called = true; \
				goto out; \
			} \
			if (unlikely(r.cycles >= r.limit)) \
				goto out; \
			if (!ONLY_ONE && MARKED(&r)) \
				c->checkpoint = r.cycles; \
			if (WARM && code_is_hot(&r)) \
				goto out; \
		} \
		if (ONLY_ONE) \
			goto out; \
		REPORT_MARKED(); \
		n = FETCH(); \
		goto *first[n]; \
	} while (0)

/* DECODE_AFTER_PREFIX: decode the byte after a prefix. */
#define DECODE_AFTER_PREFIX() \
	do { \
		n = FETCH(); \
		goto *second[n >> 4]; \
	} while (0)

/* flatten: inline all calls; any other call would get the address of the registers. */
__attribute__((flatten)) void
interpret(T800 *c)
{
	static const void *const second[16] = {
#define DIRECT(code, name, ...) [code] = &&L_##name,
#define OPER(...)
#define FPOPER(...)
#define FPENTRY(...)
#include "isa.tab"
#undef DIRECT
		/* handled by decoding */
		[FN_PFIX] = &&more_pfix, [FN_NFIX] = &&more_nfix, [FN_OPR] = &&operate,
	};
	static const void *const first[BYTES + 1] = {
#define DIRECT(code, name, ...) [code << 4 ... code << 4 | 15] = &&D_##name,
#undef OPER
#undef FPOPER
/* Operations whose code has more than one digit have no entry. */
#define OPER(code, name, ...) [code < 16 ? FN_OPR << 4 | code : BYTES] = &&O_##name,
#define FPOPER OPER
#include "isa.tab"
#undef DIRECT
		[FN_PFIX << 4 ... FN_PFIX << 4 | 15] = &&pfix,
		[FN_NFIX << 4 ... FN_NFIX << 4 | 15] = &&nfix,
	};
	static const void *const opers[NOPERS] = {
		[0 ... NOPERS - 1] = &&undefined,
#define DIRECT(...)
#undef OPER
#undef FPOPER
#define OPER(code, name, ...) [code] = &&O_##name,
#define FPOPER OPER
#include "isa.tab"
		[OPER_FPENTRY] = &&enter_fpu,
	};
	static const uint16_t has_oper[NOPERS] = {
#undef OPER
#undef FPOPER
#define OPER(code, name, cycles, pops, pushes, chips, ...) [code] = chips,
#define FPOPER OPER
#include "isa.tab"
	};
	static const void *const fpentries[NFPENTRIES] = {
		[0 ... NFPENTRIES - 1] = &&undefined_entry,
#undef OPER
#undef FPOPER
#undef FPENTRY
#define OPER(...)
#define FPOPER(...)
#define FPENTRY(code, name, ...) [code] = &&O_##name,
#include "isa.tab"
	};
	Regs r = c->r;
	const uint8_t *marks = MARKED(&r) ? c->watch->marks : NULL;
	const Word mask = MARKED(&r) ? c->watch->mask : 0;
	uint16_t chip = 1 << c->chip;
	Word n, oreg = 0;

	if (!ONLY_ONE && !WARM) {
		r.count += STRETCH_MAX - r.left;
		r.left = STRETCH_MAX;
		if (MARKED(&r))
			c->checkpoint = r.cycles;
	}
	REPORT_MARKED();
	n = FETCH();
	goto *first[n];

pfix:
	r.start = r.iptr - 1;
	r.began = r.cycles;
	oreg = (n & 15) << 4;
	r.cycles++;
	DECODE_AFTER_PREFIX();
nfix:
	r.start = r.iptr - 1;
	r.began = r.cycles;
	oreg = ~(n & 15) << 4;
	r.cycles++;
	DECODE_AFTER_PREFIX();
more_pfix:
	oreg = (oreg | (n & 15)) << 4;
	r.cycles++;
	DECODE_AFTER_PREFIX();
more_nfix:
	oreg = ~(oreg | (n & 15)) << 4;
	r.cycles++;
	DECODE_AFTER_PREFIX();
operate:
	n = as_word(&r, oreg | (n & 15));
	if (unlikely(n >= NOPERS || !(has_oper[n] & chip)))
		goto undefined;
	goto *opers[n];
enter_fpu:
	n = pop(&r);
	if (unlikely(n >= NFPENTRIES))
		goto undefined_entry;
	goto *fpentries[n];

#undef DIRECT
#undef OPER
#undef FPOPER
#undef FPENTRY
#define DIRECT(code, name, base, ...) \
	L_##name: \
	n = as_word(&r, oreg | (n & 15)); \
	r.cycles += base; \
	fn_##name(&r, n); \
	NEXT((code) == FN_CALL); \
	D_##name: \
	n &= 15; \
	r.cycles += base; \
	fn_##name(&r, n); \
	NEXT((code) == FN_CALL);
#define OPER(code, name, base, ...) \
	O_##name: \
	r.cycles += base; \
	op_##name(&r); \
	NEXT((code) == OPER_GCALL || (code) == OPER_RET);
#define FPOPER(code, name, base, pops, pushes, chips, loads, ...) \
	O_##name: \
	if (!(loads)) \
		fpu_issue(&r, base, 0); \
	op_##name(&r); \
	NEXT(false);
#define FPENTRY FPOPER
#include "isa.tab"
out:
	c->r = r;
	return;
undefined:
	undefined_operation(&r, n);
	NEXT(false);
undefined_entry:
	undefined_entry(&r, n);
	NEXT(false);
}
