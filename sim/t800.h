/*
 * t800.h - one transputer: its registers, and what instruction blocks are written with.
 *
 * Private to sim/. The blocks of ops.c and fpu.c work on a Regs whose address goes nowhere else
 * on the common path, so that a compiler can hold it in host registers. What is rare goes through
 * `outline`, which puts the registers into the node, calls a function on the node, and takes them
 * back.
 *
 * Source: processor.md of the machine's facts (T800 data sheet, compiler writer's guide).
 */
#ifndef T800_H
#define T800_H

#include "sim.h"

#include <string.h>

#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

enum {
	HIGH, /* priorities */
	LOW,
};

/* The longest stretch of instructions without a checkpoint (architecture, determinism). */
enum { STRETCH = 64 };

/* Reserved words of memory. */
enum {
	LINK_OUT0 = 0x80000000,
	LINK_IN0 = 0x80000010,
	EVENT_CHANNEL = 0x80000020,
	TPTRLOC0 = 0x80000024,
	TPTRLOC1 = 0x80000028,
	SAVE_WDESC = 0x8000002C,
	SAVE_IPTR = 0x80000030,
	SAVE_AREG = 0x80000034,
	SAVE_BREG = 0x80000038,
	SAVE_CREG = 0x8000003C,
	SAVE_STATUS = 0x80000040,
	SAVE_EREG = 0x80000044,
};

/* Words of a workspace below Wptr, byte offsets (processor.md, section 4). */
enum {
	W_TEMP = 0,
	W_IPTR = -4,
	W_LINK = -8,
	W_STATE = -12,
	W_POINTER = -12,
	W_TLINK = -16,
	W_TIME = -20,
};

/* Values of W_STATE and W_TLINK, and of an ALT's selection. */
#define ENABLING (MOSTNEG + 1)
#define WAITING (MOSTNEG + 2)
#define READY (MOSTNEG + 3)
#define TIMESET (MOSTNEG + 1)
#define TIMENOTSET (MOSTNEG + 2)
#define NONESELECTED 0xFFFFFFFFu

/* Why a node does not run; data, never an exit. */
#define STOPS(X) \
	X(NONE, "runs") \
	X(BOOT, "waits for its boot link") \
	X(ERROR, "halted by Error") \
	X(ANALYSE, "halted by Analyse") \
	X(OUTSIDE, "accessed an address outside its memory") \
	X(ILLEGAL, "executed an undefined operation") \
	X(CRASH, "crashed")
typedef enum Stop {
#define X(name, text) STOP_##name,
	STOPS(X)
#undef X
} Stop;

typedef struct T800 T800;

/* What instruction blocks work on. */
typedef struct Regs {
	Word areg, breg, creg;
	Word wptr;
	Word iptr;      /* next instruction */
	uint32_t left;  /* instructions until a checkpoint is due; 1: after this one */
	Cycles cycles;
	Cycles limit;   /* a checkpoint whose clock has reached this stops the run */
	uint64_t count; /* instructions executed: count + STRETCH - left */
	Word start;     /* first byte of a prefixed instruction */
	Word from;      /* first byte of the straight stretch being executed */
	Cycles since;   /* when it began */
	/* constant while the node runs */
	uint32_t size;   /* bytes of memory */
	uint32_t onchip; /* bytes of it without wait states */
	uint32_t wait;
	uint8_t *mem; /* borrowed from the node */
	T800 *node;
} Regs;

/* Rounding modes. */
enum {
	ROUND_NEAREST,
	ROUND_ZERO,
	ROUND_PLUS,
	ROUND_MINUS,
};

/* The floating-point unit's registers; one set for each priority. */
typedef struct Fpu {
	uint64_t reg[3];  /* FAreg, FBreg, FCreg: bit patterns; a single in the low word */
	uint8_t dbl[3];   /* 1: reg holds a double */
	uint8_t mode;     /* rounding of the next operation */
	uint8_t error;    /* FP_Error */
} Fpu;

/* The boot logic (processor.md, section 14.3). */
typedef struct Boot {
	uint8_t bytes[256]; /* what has come so far */
	uint32_t have, need;
} Boot;

/* One transputer: everything a snapshot holds but its memory. */
struct T800 {
	Regs r;
	Word fptr[2], bptr[2]; /* FPtrReg, BPtrReg */
	uint8_t priority;      /* of the running process */
	bool idle;             /* no process runs */
	bool error, haltonerror, j0break, analysed;
	bool slicing;       /* j and lend give way now */
	bool sliced;        /* the running process has seen a timeslice boundary */
	Cycles slice;       /* next timeslice boundary */
	bool clock_on;      /* sttimer has been executed */
	Word clock_base[2]; /* ClockReg at clock_start */
	Cycles clock_start;
	bool timer_off[2];   /* timerdisableh/l */
	Word tnext[2];       /* TNextReg */
	bool tvalid[2];      /* the timer queue is not empty */
	Fpu fpu[2];
	Cycles fpu_free;    /* when the floating-point unit ends its operation */
	Word ereg;          /* cycles that an interruptible instruction has still to spend */
	Word rows, dst_stride, src_stride; /* of move2dinit */
	Stop stop;
	Addr fault;         /* the address or operation that stopped the node */
	Boot boot;
	/* constant */
	Chip chip;
	uint8_t unmapped;
	uint32_t khz;
	/* counters; instructions are in r */
	Cycles busy[2];     /* spent by priority */
};

/* ---- stack ---- */

static inline Word
pop(Regs *t)
{
	Word w = t->areg;

	t->areg = t->breg;
	t->breg = t->creg;
	return w;
}

static inline void
push(Regs *t, Word w)
{
	t->creg = t->breg;
	t->breg = t->areg;
	t->areg = w;
}

/* ---- rare things ---- */

/* outline: call f on the node with the registers in it. */
static inline void
outline(Regs *t, void (*f)(T800 *))
{
	T800 *c = t->node;

	c->r = *t;
	f(c);
	*t = c->r;
}

/* stop_now: the run ends at the checkpoint after this instruction. */
static inline void
stop_now(Regs *t)
{
	t->count -= t->left - 1;
	t->left = 1;
	t->limit = 0;
}

static inline void
stop_because(Regs *t, Stop why, Addr fault)
{
	if (t->node->stop == STOP_NONE) {
		t->node->stop = why;
		t->node->fault = fault;
	}
	stop_now(t);
}

/* set_error: the Error flag; halts the processor if HaltOnError is set. */
static inline void
set_error(Regs *t)
{
	t->node->error = true;
	if (unlikely(t->node->haltonerror))
		stop_because(t, STOP_ERROR, t->iptr);
}

/* ---- memory: words are aligned, the two lowest address bits are not looked at ---- */

/* An access outside memory, as the node's unmapped policy has it. */
static inline void
outside(Regs *t, Addr a)
{
	if (t->node->unmapped == UNMAPPED_STOP)
		stop_because(t, STOP_OUTSIDE, a);
}

static inline void
spend_access(Regs *t, Word offset)
{
	t->cycles += offset >= t->onchip ? t->wait : 0;
}

static inline Word
read_word(Regs *t, Addr a)
{
	Word offset = (a - MOSTNEG) & ~3u, w;

	spend_access(t, offset);
	if (unlikely(offset >= t->size)) {
		outside(t, a);
		return 0xFFFFFFFF;
	}
	memcpy(&w, t->mem + offset, sizeof w);
	return w;
}

static inline void
write_word(Regs *t, Addr a, Word w)
{
	Word offset = (a - MOSTNEG) & ~3u;

	spend_access(t, offset);
	if (unlikely(offset >= t->size)) {
		outside(t, a);
		return;
	}
	memcpy(t->mem + offset, &w, sizeof w);
}

static inline uint8_t
read_byte(Regs *t, Addr a)
{
	Word offset = a - MOSTNEG;

	spend_access(t, offset);
	if (unlikely(offset >= t->size)) {
		outside(t, a);
		return 0xFF;
	}
	return t->mem[offset];
}

static inline void
write_byte(Regs *t, Addr a, uint8_t b)
{
	Word offset = a - MOSTNEG;

	spend_access(t, offset);
	if (unlikely(offset >= t->size)) {
		outside(t, a);
		return;
	}
	t->mem[offset] = b;
}

/* ---- checked arithmetic ---- */

static inline Word
add_checked(Regs *t, Word a, Word b)
{
	int32_t sum;

	if (unlikely(__builtin_add_overflow((int32_t)a, (int32_t)b, &sum)))
		set_error(t);
	return sum;
}

static inline Word
sub_checked(Regs *t, Word a, Word b)
{
	int32_t difference;

	if (unlikely(__builtin_sub_overflow((int32_t)a, (int32_t)b, &difference)))
		set_error(t);
	return difference;
}

/* ---- floating-point unit ---- */

static inline Fpu *
fpu(Regs *t)
{
	return &t->node->fpu[t->node->priority];
}

/*
 * An instruction of the floating-point unit occupies it for its cycles, while the processor goes on
 * at once; the next such instruction waits until it is free (processor.md, section 12.3).
 * fpu_spend adds data-dependent cycles to the operation just begun; fpu_wait makes the processor
 * wait for its result.
 */
static inline void
fpu_spend(Regs *t, Cycles n)
{
	t->node->fpu_free += n;
}

static inline void
fpu_wait(Regs *t)
{
	if (t->cycles < t->node->fpu_free)
		t->cycles = t->node->fpu_free;
}

#endif
