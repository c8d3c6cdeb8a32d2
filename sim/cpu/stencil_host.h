/*
 * stencil_host.h - how a stencil gets its numbers and continues with the next stencil, on each kind
 * of host. Included by stencil.h.
 *
 * STATE lists the machine's registers, which lie in registers of the host between stencils. `mem`
 * is the host address of the machine's address 0, so that an address needs no subtraction. w is
 * Wptr; the bits above its 32 are 0. count is the number of instructions executed. fa, fb and fc
 * are the bit patterns of the floating-point stack; free is the clock at which the floating-point
 * unit ends its operation. to is the target of a transfer.
 *
 * HOLE(name) is a number of 32 bits that replaces the hole when the stencil is copied;
 * SIGNED_HOLE(name), part of an address, has a sign. PIECE(name) begins a stencil, GO_ON(name) ends
 * it with a jump to the code that `name` stands for, GO_TO(address) ends it with a jump to an
 * address. RUN(address) calls stencils from C; the stencil `depart` returns to C.
 */
#ifndef STENCIL_HOST_H
#define STENCIL_HOST_H

#define STATE \
	uint8_t *mem, Word a, NodeCode *code, Word b, T800 *node, Word c, uint64_t w, \
		Cycles cycles, uint64_t count, Cycles free, double fa, double fb, double fc, \
		double to
#define REGISTERS mem, a, code, b, node, c, w, cycles, count, free, fa, fb, fc, to

#if defined __x86_64__

/*
 * Arguments in registers: the order gives the stack registers with short codes. A hole is the
 * address of no object.
 */
#define REGCALL __attribute__((regcall))

typedef REGCALL void Stencil(STATE);

extern Stencil next, taken, side, leave; /* holes: HOLE_next, ... of translate_emit.c */

#define PIECE(name) REGCALL void name(STATE)
#define GO_ON(where) __attribute__((musttail)) return where(REGISTERS)
#define GO_TO(address) GO_ON(((Stencil *)(address)))
#define RUN(address) ((Stencil *)(address))(REGISTERS)

#define X(name) extern char hole_##name[];
HOLES(X)
#undef X

#define HOLE(name) ((uintptr_t)hole_##name)
#define SIGNED_HOLE HOLE

#elif defined __aarch64__

/*
 * The compiler has no convention with so many arguments in registers and a jump at the end. So a
 * stencil is a function without arguments, and an empty piece of assembly at its beginning defines
 * the registers. A hole is a pair of instructions, each with one half of the number.
 */
#define FIXED(INIT) \
	register uint8_t *x0 __asm__("x0") INIT(mem); \
	register Word x1 __asm__("w1") INIT(a); \
	register NodeCode *x2 __asm__("x2") INIT(code); \
	register Word x3 __asm__("w3") INIT(b); \
	register T800 *x4 __asm__("x4") INIT(node); \
	register Word x5 __asm__("w5") INIT(c); \
	register uint64_t x6 __asm__("x6") INIT(w); \
	register Cycles x7 __asm__("x7") INIT(cycles); \
	register uint64_t x8 __asm__("x8") INIT(count); \
	register Cycles x9 __asm__("x9") INIT(free); \
	register double d0 __asm__("d0") INIT(fa); \
	register double d1 __asm__("d1") INIT(fb); \
	register double d2 __asm__("d2") INIT(fc); \
	register double d3 __asm__("d3") INIT(to)
#define FIXED_AS(kind) \
	kind "r"(x0), kind "r"(x1), kind "r"(x2), kind "r"(x3), kind "r"(x4), kind "r"(x5), \
		kind "r"(x6), kind "r"(x7), kind "r"(x8), kind "r"(x9), kind "w"(d0), \
		kind "w"(d1), kind "w"(d2), kind "w"(d3)
#define UNSET(name)
#define SET(name) = name

#define PIECE(name) \
	static FORCE_INLINE void name##_piece(STATE); \
	void name(void) \
	{ \
		FIXED(UNSET); \
		__asm__ volatile("" : FIXED_AS("=")); \
		name##_piece(x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, d0, d1, d2, d3); \
	} \
	static FORCE_INLINE void name##_piece(STATE)
#define GO(jump, after, ...) \
	do { \
		FIXED(SET); \
		__asm__ volatile(jump : : FIXED_AS(""), ##__VA_ARGS__ : "memory"); \
		after; \
	} while (0)
#define GO_ON(where) GO("b\t" #where, AFTER_##where)
#define GO_TO(address) GO("br\t%[to]", return, [to] "r"(address))

/* What follows the jump: the compiler takes code before an unreachable place for rare code. */
#define AFTER_next return
#define AFTER_taken return
#define AFTER_leave return
#define AFTER_side __builtin_unreachable()
#define RUN(address) \
	do { \
		FIXED(SET); \
		__asm__ volatile("blr\t%[to]" \
			: FIXED_AS("+") \
			: [to] "r"(address) \
			: "memory", "cc", "x10", "x11", "x12", "x13", "x14", "x15", "x16", "x17", \
			"x18", "x30", "v4", "v5", "v6", "v7", "v16", "v17", "v18", "v19", "v20", \
			"v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", \
			"v31"); \
	} while (0)

#define X(name) \
	static FORCE_INLINE Word hole_##name(void) \
	{ \
		Word number; \
		__asm__("movz\t%w0, #:abs_g0_nc:hole_" #name "\n" \
			"\tmovk\t%w0, #:abs_g1_nc:hole_" #name \
			: "=r"(number)); \
		return number; \
	}
HOLES(X)
#undef X

#define HOLE(name) ((uintptr_t)hole_##name())
#define SIGNED_HOLE(name) ((uintptr_t)(int32_t)hole_##name())

#else
#error there are no stencils for this host
#endif

#endif
