/*
 * translate.h - translating T800 code by copying and patching stencils (stencils.c).
 *
 * A unit is a piece of T800 code that is translated as a whole. It begins at the target of a
 * transfer. It ends at the next transfer that is always taken, before the first instruction without
 * a stencil, or after a conditional transfer where another unit begins; a long unit ends at a
 * checkpoint. A unit is entered at a checkpoint. So it need not count each instruction or cycle:
 * both are added at its checkpoints and where it is left.
 *
 * The head of a unit tests once that the workspace is in the same part of memory (on the chip or
 * outside) as at translation; then no local access needs a test. There is another unit for the
 * other part. The head also tests the lengths of the floating-point registers.
 *
 * A stretch is straight-line code from one transfer, taken or not, to the next. A unit that begins
 * within a stretch knows where the stretch began, but not when.
 *
 * If an observer has marked the address of a unit (CallMarks), only translated_run enters the unit,
 * and reports a call or return to it. Units are shared by all nodes with memory of the same sizes
 * and the same marks; node_code.h says when a unit is valid. The host's pages for code are mapped
 * twice: host code is written in one mapping and executed in the other.
 */
#ifndef TRANSLATE_H
#define TRANSLATE_H

#include "cpu.h"

enum {
	/* bytes of host code for all units; when it is full, all units are dropped */
	ARENA = 64 << 20,
	EXITS_MAX = 1 << 20, /* exits of all units */
	UNIT_MAX = 3 * STRETCH_MAX, /* instructions of a unit */
	UNIT_MIN = 4, /* least number of instructions of a unit without a transfer at the end */
	UNIT_HOST = 48 << 10, /* bytes of host code that a unit may need */
	/* a local access is translated if it is at most this many bytes from Wptr */
	LOCAL_REACH_MAX = 1 << 20,
	INSTRUCTION_MAX = 255, /* bytes of a translated instruction */
	HASHES = 1 << 12, /* entries of MemoryKind.hash */
	LONGEST_RUN = 1 << 30, /* cycles for which translated code may run at once */
	HOT = 64,             /* number of executions of code after which its translation pays */
};

/* Stencils, by instruction. */
enum {
#define DIRECT(code, name, ...) S_D_##name,
#define OPER(code, name, ...) S_O_##name,
/*
 * four stencils: F4 with singles, F8 with doubles; K4 and K8: the same if it is known when the
 * floating-point unit becomes free
 */
#define FPOPER(code, name, ...) S_F4_##name, S_F8_##name, S_K4_##name, S_K8_##name,
#define FPENTRY FPOPER
	S_NONE,
#include "isa.tab"
#undef DIRECT
#undef OPER
#undef FPOPER
#undef FPENTRY
	/*
	 * pieces of a unit other than its instructions: tests at its beginning; jumps within
	 * translated code (go); jumps out of it (away), which end with depart: it stores the
	 * registers, and returns to C. stencils.c describes each.
	 */
	S_within, S_clean, S_valid, S_exact, S_lengths, S_stretch, S_fetch, S_go, S_go_to,
	S_away, S_away_to, S_depart, S_enter,
	NSTENCILS
};

/* A range of bytes of the workspace, as offsets from Wptr; empty if low == high. */
typedef struct Range {
	int32_t low, high;
} Range;

/* Which floating-point registers hold doubles: FAreg, FBreg, FCreg from bit 0 on. */
typedef uint8_t Lengths;

/* A decoded instruction. */
typedef struct Decoded {
	Addr at, next;    /* address of the instruction, and of the next one */
	Word n;           /* operand */
	uint32_t prefixes; /* number of prefixes */
	/* cycles of the prefixes and the instruction, without those of the floating-point unit */
	uint32_t cycles;
	uint16_t stencil; /* S_D_..., S_O_... or S_F4_... */
	uint8_t transfer; /* Transfer */
	bool always;      /* the transfer is always taken */
	uint8_t nlocals;  /* number of accesses to the workspace */
	Range range;      /* bytes of the workspace that these accesses reach */
	bool stores;      /* these accesses write */
	int32_t adjust;   /* what the instruction adds to Wptr, in bytes */
	bool varies;      /* wait states or certain operands may cost more than `cycles` */
	bool floating;    /* an instruction of the floating-point unit */
	Lengths lengths;  /* if floating: the lengths of the registers after the instruction */
	uint8_t issue;    /* cycles for which it occupies the floating-point unit with singles */
	uint8_t further;  /* additional cycles with doubles */
	uint8_t early;    /* cycles of a load before it needs the floating-point unit */
	bool waits;       /* the processor waits until the floating-point unit has finished */
	bool unsure;      /* the operands may change when the operation ends */
	bool operation;   /* an operation of the processor without a stencil, for operate() */
} Decoded;

typedef enum Transfer {
	TRANSFER_NONE,  /* the instruction is no transfer */
	TRANSFER_KNOWN, /* a transfer to the address next + n */
	TRANSFER_COMPUTED, /* a transfer to an address that is known only at its execution */
} Transfer;

/* Where a unit begins: a node's place at a checkpoint. */
typedef struct Start {
	Addr begin;      /* where the unit begins */
	Addr from;       /* where the stretch began; `begin` unless it continues */
	bool continues;  /* the unit continues a stretch that began before it */
	bool inside;     /* the workspace is on the chip */
} Start;

/* Decoded code that becomes a unit. */
typedef struct Source {
	Start start;
	Addr end;        /* the address after the code */
	/* bytes of the workspace that the unit accesses, and to which it stores */
	Range accessed, stored;
	int32_t adjust;  /* what the unit adds to Wptr, in bytes */
	bool floating;   /* the unit uses the floating-point unit */
	Lengths lengths; /* if floating: the lengths of the registers at the unit's beginning */
	bool checked;    /* the unit ends at a checkpoint within a stretch */
	Decoded last;    /* the instruction after `code`, if operate() executes it */
	uint32_t n;
	Decoded code[UNIT_MAX]; /* [n] */
} Source;

typedef enum ExitKind {
	EXIT_HEAD,   /* the unit must not be entered */
	EXIT_BEFORE, /* before an instruction that the interpreter must execute */
	EXIT_OPERATE, /* before an operation for operate() */
	EXIT_INSIDE, /* at a checkpoint within a stretch */
	EXIT_AT,     /* where a stretch begins, at a known place */
	EXIT_TO,     /* where a stretch begins, at a computed place */
} ExitKind;

/* A place where translated code is left. No exit extends over two lines of the host's cache. */
typedef struct Exit {
	uint32_t unit;  /* number of the unit that is left */
	Addr iptr;      /* the instruction before which it is left */
	Addr from;      /* where the stretch began */
	uint32_t spent; /* cycles that have passed and are not yet added to the clock */
	int32_t adjust; /* what the unit has added to Wptr */
	/*
	 * of EXIT_AT, and of EXIT_INSIDE at the end of a unit: the place in the arena of the jump
	 * to this exit; 0 after that jump was changed to lead to another unit
	 */
	uint32_t link;
	/* of EXIT_OPERATE: the operation, its cycles, and its bytes with the prefixes */
	uint16_t operation, cycles;
	uint8_t nbytes;
	uint8_t left;      /* instructions until a checkpoint is due */
	uint8_t kind : 4;  /* ExitKind */
	bool since : 1;    /* the clock when the stretch began was noted in NodeCode */
	bool is_call : 1;  /* the exit follows a call or return */
	bool floating : 1; /* the exit leaves a unit that uses the floating-point unit */
	Lengths lengths;   /* if floating: the lengths of the registers */
} Exit;
_Static_assert(CACHE_LINE % sizeof(Exit) == 0, "an exit lies in one line");

/*
 * The entries of a unit's host code. `all` begins with all tests. `within` leaves out the tests of
 * the workspace and of the lengths. `valid` has no tests, for a transfer to the unit itself.
 */
typedef struct Entry {
	const uint8_t *all, *within, *valid;
} Entry;

/* A unit that has been translated. */
typedef struct Unit {
	Start start;
	uint32_t nbytes;
	uint8_t *bytes;   /* the code from which it was made; owned */
	Entry host;       /* entries of the host code */
	Range accessed, stored; /* as in Source */
	uint32_t next;    /* next unit with the same hash; 0: none */
	bool floating;    /* as in Source */
	Lengths lengths;  /* as in Source */
} Unit;

/* An element of the list of units that have bytes in a line of memory. */
typedef struct Place {
	uint32_t unit, next; /* next: index of the next element; 0: none */
} Place;

/* The entry of a unit that continues a stretch; host NULL: not known. */
typedef struct ContinuedEntry {
	const void *host;
	Addr addr, from; /* where the unit begins, and where the stretch began */
} ContinuedEntry;

/* The translations for nodes with memory of the same sizes, and the same marked calls. */
typedef struct MemoryKind {
	struct MemoryKind *next; /* of Translator.kinds */
	uint32_t size, onchip, wait; /* as in Regs */
	Chip chip;
	CallMarks calls; /* {0}: none */
	uint32_t nodes;  /* how many nodes have this kind of memory */
	uint32_t *first;  /* [line of memory] the first of its Places, as an index; 0: none */
	uint32_t hash[HASHES]; /* by hash, the first unit, as an index; 0: none */
	Jump jumps[2][JUMPS];  /* [workspace on the chip] */
	ContinuedEntry continued[2][JUMPS]; /* [workspace on the chip] */
} MemoryKind;

/* first_fetch: cycles to fetch the first word at the target of a transfer. */
static inline uint32_t
first_fetch(const MemoryKind *m, Addr target)
{
	return target - MOSTNEG < m->onchip ? 0 : m->wait + 1;
}

/* All translated code, and the memory for it. */
typedef struct Translator {
	uint8_t *writable, *executable; /* the arena, twice; NULL before the first unit */
	bool refused;                   /* the host gives no memory for code */
	/*
	 * used: bytes used of the arena's first half, for frequent code; the first `fixed` of them
	 * are never dropped. used_rarely: the end of the used part of the second half, for rare
	 * code
	 */
	uint32_t used, fixed, used_rarely;
	uint64_t generation; /* grows when all units are dropped */
	MemoryKind *kinds; /* a list */
	Unit *units;                    /* from 1; NULL before the first */
	uint32_t nunits;
	Exit *exits;                    /* aligned */
	uint32_t nexits;
	Place *places;                  /* from 1 */
	uint32_t nplaces, cap_places;
	uint32_t depart;                /* place in the arena of the code that stores registers */
	void (*enter)(T800 *c, const void *unit); /* runs host code, from an entry of a unit */
	uint16_t hot, heat[HEATS]; /* as in NodeCode */
} Translator;

/* ---- translate.c ---- */

/*
 * translator_new: a translator for code that has run `hot` times; NULL if trellis has no stencils.
 * If the host gives no memory for code, all code is interpreted.
 */
Translator *translator_new(uint16_t hot);
void translator_free(Translator *t);
/* translator_possible: true if trellis has stencils for this host. */
bool translator_possible(void);
/* translator_join: translate a node's code from now on. */
void translator_join(Translator *t, T800 *c);
/* translator_leave: drop a node's translations and interpret its code from now on. */
void translator_leave(T800 *c);
/* translator_update_marks: note that the node's marked calls have changed. */
void translator_update_marks(T800 *c);
/* translated_run: run a node as interpret does, with translated code. */
void translated_run(T800 *c);
/* unit_find: the unit with this start that the node may execute; 0 if there is none. */
uint32_t unit_find(T800 *c, const Start *start);

/* ---- translate_decode.c ---- */

/* source_read: decode the code at the node's place; false if it cannot become a unit. */
bool source_read(Source *s, T800 *c, const Start *start);

/* range_has: true if `inner` lies in `outer`; an empty range lies in any other. */
static inline bool
range_has(Range outer, Range inner)
{
	return inner.low == inner.high || (outer.low <= inner.low && inner.high <= outer.high);
}

/* range_hull: the smallest range that contains both. */
Range range_hull(Range a, Range b);

/* ---- translate_float.c ---- */

/* lengths_of: the lengths of the registers of a floating-point unit. */
Lengths lengths_of(const Fpu *f);
/* lengths_set: set the lengths of the registers. */
void lengths_set(Fpu *f, Lengths l);
/* lengths_flags: the bytes `dbl` and `mode` of an Fpu that rounds to nearest, as a word. */
Word lengths_flags(Lengths l);
/*
 * float_describe: find which of its four stencils an instruction has, and what it does to the
 * floating-point unit. d->lengths: the lengths of the floating-point registers before the
 * instruction. Returns false if the interpreter must execute the instruction.
 */
bool float_describe(Decoded *d);

/* ---- translate_emit.c ---- */

/* emit_fixed: translate the code that all units share, into the empty arena. */
void emit_fixed(Translator *t);
/* emit_unit: translate a unit into the arena, which must have room; returns its entries. */
Entry emit_unit(Translator *t, const MemoryKind *m, const Source *s, uint32_t unit);
/* emit_link: let an exit continue with a unit from now on. */
void emit_link(Translator *t, Exit *e, uint32_t unit);
/*
 * emit_has_stencil: true if there is a stencil that does more than leave the instruction to the
 * interpreter.
 */
bool emit_has_stencil(uint16_t stencil);

/*
 * pass_checkpoint: note that the node is at a checkpoint, where the next STRETCH_MAX instructions
 * begin.
 */
static inline void
pass_checkpoint(Regs *r)
{
	r->count += STRETCH_MAX - r->left;
	r->left = STRETCH_MAX;
}

/* ---- process.c ---- */

/*
 * process_spend: spend some of the cycles that an interruptible instruction still takes, up to a
 * checkpoint. After the last ones, the process at the other end of its message becomes ready.
 * Returns whether this process continues.
 */
bool process_spend(T800 *c);

/* ---- operate.c ---- */

/*
 * operate: execute the operation before which translated code was left (EXIT_OPERATE), then
 * translated code and such operations in turn. Returns when translated code is left at an exit of
 * another kind: this exit, with the registers not yet prepared for the interpreter. Also returns
 * after an operation that ended the run, or after which no unit is known: the exit before this
 * operation. If t800_run would only continue to the same limit, `operate` continues after an
 * operation that ends the run.
 */
Exit *operate(T800 *c, Exit *e);

/* ---- interp_warm.c ---- */

/*
 * interpret_warm: run to a checkpoint at or after r.limit, or to one where code is hot; the node
 * may be in the middle of a stretch.
 */
void interpret_warm(T800 *c);

#endif
