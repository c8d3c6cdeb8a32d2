/*
 * cpu.h - one transputer: its registers and state, and the functions that run and change it.
 *
 * Private to sim/.
 *
 * Source: processor.md of the machine's facts (T800 data sheet, compiler writer's guide).
 */
#ifndef T800_H
#define T800_H

#include "dram.h"
#include "error.h"
#include "node_code.h"
#include "post.h"
#include "subsystem.h"
#include "unaligned.h"
#include "sim/topology/topology.h"
#include "watcher.h"

#include <assert.h>
#include <string.h>

#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

/*
 * For functions that get the address of the interpreter's registers. Without inlining, a call would
 * force these registers into memory.
 */
#define FORCE_INLINE inline __attribute__((always_inline))

enum {
	HIGH, /* high priority */
	LOW,  /* low priority */
};

/* The longest stretch of instructions without a checkpoint (docs/machine.md). */
enum { STRETCH_MAX = 64 };

/*
 * Reserved words of memory, with words of 32 bits. Others have them at the same place among all
 * words (execute.h: reserved).
 */
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

/* Words of a workspace below Wptr, as offsets in bytes with words of 32 bits (section 4). */
enum {
	W_TEMP = 0,      /* the word of outbyte and outword; an ALT's selection */
	W_IPTR = -4,     /* Iptr of a process that is not running */
	W_LINK = -8,     /* the next process of the ready queue */
	W_STATE = -12,   /* state of an ALT, or of a wait for a time */
	W_POINTER = -12, /* address of the message, while the process waits on a channel */
	W_TLINK = -16,   /* the next process of the timer queue; state of a timer guard */
	W_TIME = -20,    /* the time for which the process waits */
};

/* Values of W_STATE and W_TLINK, and of an ALT's selection, with words of 32 bits. */
#define ENABLING (MOSTNEG + 1)   /* W_STATE: the process enables the guards of an ALT */
#define WAITING (MOSTNEG + 2)    /* W_STATE: the process waits for a guard or a time */
#define READY (MOSTNEG + 3)      /* W_STATE: a guard is ready */
#define TIMESET (MOSTNEG + 1)    /* W_TLINK: W_TIME holds the time of a timer guard */
#define TIMENOTSET (MOSTNEG + 2) /* W_TLINK: no timer guard is enabled */
#define NONESELECTED 0xFFFFFFFFu /* W_TEMP: no branch is selected yet */

/* Reasons why a node does not run. They are results, never an exit of the simulator. */
#define STOPS(X) \
	X(NONE, "runs") \
	X(BOOT, "waits to be booted") \
	X(ERROR, "halted by Error") \
	X(ANALYSE, "halted by Analyse") \
	X(OUTSIDE, "accessed an address outside its memory") \
	X(ILLEGAL, "executed an undefined operation") \
	X(HANG, "loops forever in one instruction") \
	X(CRASH, "crashed") \
	X(ABSENT, "is absent") \
	X(RESET, "held in reset")
typedef enum Stop {
#define X(name, text) STOP_##name,
	STOPS(X)
#undef X
	NSTOPS
} Stop;

typedef struct T800 T800;

/* The state that instruction blocks work on. */
typedef struct Regs {
	Word areg, breg, creg;
	Word wptr;
	Word iptr;      /* next instruction */
	uint32_t left;  /* instructions until the next checkpoint, the current one included */
	Word start;     /* first byte of the current instruction, prefixes included */
	Word from;      /* first byte of the present straight-line stretch */
	Cycles cycles;
	Cycles limit;   /* the run stops at the first checkpoint whose clock has reached this */
	uint64_t count; /* instructions executed: count + STRETCH_MAX - left */
	Cycles began;   /* clock when the current instruction, with its prefixes, began */
	Cycles since;   /* clock when the stretch began */
	/* constant while the node runs */
	uint32_t size;   /* bytes of memory */
	uint32_t onchip; /* bytes of memory without wait states */
	uint32_t wait;   /* wait states of an access to other memory */
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
	/* FAreg, FBreg, FCreg: bit patterns; a single-length number in the low word */
	uint64_t reg[3];
	uint8_t dbl[3];   /* 1: reg holds a double */
	uint8_t mode;     /* rounding mode of the next operation */
	uint8_t error;    /* FP_Error */
} Fpu;

/*
 * Events from outside a node's instruction stream. due[] holds for each the clock at which it is
 * due. Events with the same clock act in this order, those of the links each from link 0 to 3.
 */
enum {
	DUE_TIMER_HIGH,               /* the first time in the timer queue of high priority */
	DUE_TIMER_LOW,                /* the first time in the timer queue of low priority */
	DUE_SLICE,                    /* the next timeslice boundary */
	DUE_EVENT,                    /* the event pin rises */
	DUE_OUT,                      /* a link has sent a message */
	DUE_IN = DUE_OUT + NLINKS,    /* a link has received a message */
	DUE_GUARD = DUE_IN + NLINKS,  /* a byte has arrived on an enabled link */
	NDUE = DUE_GUARD + NLINKS,
};

/* a run returns at the checkpoint after the first instruction that posts a request */
enum { NPOSTS = NLINKS }; /* requests that one instruction can post */

/* The kind of wait on the event channel. */
enum { EVENT_NONE, EVENT_INPUT, EVENT_GUARD }; /* no wait, an in, a guard of an ALT */

/* An additional observer for the node's events, besides the fingerprint. */
typedef struct NoteObserver {
	void (*note)(const T800 *c, Word what, Word value); /* NULL: no observer */
	void *context;
	NodeId node;
} NoteObserver;

/* The addresses at which an observer wants to see the node when a call or return has led there. */
typedef struct CallMarks {
	Addr base;            /* the first address that may be marked */
	Word size;            /* bytes from base on */
	const uint8_t *marks; /* [size] not 0: marked; NULL: all are marked */
} CallMarks;

/* One transputer: all state of a snapshot except the memory. */
struct T800 {
	Regs r;
	/* belongs to the host program, not to the simulated machine */
	NoteObserver note_observer;
	NodeWatch *watch;  /* NULL: nothing is watched */
	NodeCode *code;    /* the translations of the node's code; NULL: it is interpreted */
	/* borrowed from an observer; NULL: none. After a change translator_mark is called */
	const CallMarks *call_marks;
	/* called when Error has been set; changes only r->kept. NULL: nothing is kept */
	void (*keep_error)(const T800 *c, ErrorRise *r);
	bool called;       /* the last run has ended at a marked address */
	/* number of instructions after which the node is held; NEVER: it is not held */
	uint64_t hold_count;
	bool held;         /* the node has executed `hold_count` instructions and is held */
	bool withheld;     /* the node is held, and its process was withheld (process_withhold) */
	/* clock of the last checkpoint, while the node is held or watched */
	Cycles checkpoint;
	Word fptr[2], bptr[2]; /* FPtrReg, BPtrReg */
	uint8_t priority;      /* the priority of the running process */
	bool idle;             /* no process runs */
	bool error, haltonerror, j0break;
	bool analysed;      /* the last reset was an analyse */
	bool slicing;       /* j and lend now end the timeslice */
	bool sliced;        /* the running process has passed a timeslice boundary */
	Cycles slice;       /* next timeslice boundary */
	bool clock_on;      /* sttimer has been executed */
	bool halting;       /* Analyse is high: stop at the next descheduling point */
	Word clock_base[2]; /* ClockReg at clock_start */
	Cycles clock_start; /* clock of the last sttimer */
	bool timer_off[2];   /* timerdisableh/l */
	Word tnext[2];       /* TNextReg */
	bool tvalid[2];      /* [priority] the timer queue is not empty */
	Fpu fpu[2];          /* [priority] */
	Dram dram;          /* the node's external memory, if that is dynamic */
	Subsystem subsystem; /* the registers by which the node resets other nodes */
	Cycles fpu_free;    /* clock when the floating-point unit finishes its operation */
	Word ereg;          /* cycles that an interruptible instruction still has to spend */
	Word ereg_above;    /* the saved Ereg's bits that a word of 16 bits does not hold */
	/* by priority: the process that becomes ready when the cycles of an in or out are spent */
	Word partner[2];
	Word dreg; /* Dreg, a register that only testldd and teststd use */
	Word rows, dst_stride, src_stride; /* of move2dinit */
	Stop stop;
	Addr fault;         /* the address or operation code that stopped the node */
	Cycles due[NDUE];   /* NEVER: none pending; due_set changes an entry */
	uint8_t first_due;  /* the entry that acts next; NDUE: none */
	/* completions up to this clock (outputs, inputs) were cancelled by a reset */
	Cycles cancelled[2 * NLINKS];
	Post posts[NPOSTS]; /* requests that the network has not collected yet */
	uint32_t nposts;
	bool asking; /* the node has stopped before an instruction that needs to know `waiting` */
	uint8_t asked;      /* the link whose bit in `waiting` that instruction needs */
	Cycles exact;       /* the clock for which `waiting` is valid; the network sets both */
	uint8_t waiting;    /* bit l is set if a byte waits in the input of link l */
	uint8_t event_waiter; /* what waits on the event channel: EVENT_NONE, EVENT_INPUT, ... */
	bool event_pending; /* the event pin has risen, and no process has received this yet */
	/* constant */
	Chip chip;
	/* what unmapped addresses and undefined operations do: as in NodeSpec */
	uint8_t unmapped, undefined;
	uint32_t khz;
	uint32_t rom;       /* bytes of the ROM that it boots from, up to MostPos; 0: none */
	/* counters; the instruction count is in r */
	Cycles busy[2];     /* cycles spent by each priority */
	Cycles accounted;   /* clock up to which busy[] counts */
	uint64_t fingerprint;     /* hash of the node's events */
	Errors errors;      /* where Error was set */
	Unaligned unaligned; /* which instructions have accessed unaligned words */
};

/*
 * t800_in_stretch: true if the node has left the checkpoint where its stretch began and not yet
 * reached the next one.
 */
static inline bool
t800_in_stretch(const T800 *c)
{
	return c->r.left != STRETCH_MAX;
}

/* regs_count: instructions executed, excluding the current one. */
static inline uint64_t
regs_count(const Regs *t)
{
	return t->count + STRETCH_MAX - t->left;
}

/* t800_count: instructions executed by a node that is not running now. */
static inline uint64_t
t800_count(const T800 *c)
{
	return regs_count(&c->r);
}

/*
 * t800_instruction: the address of the instruction before Iptr, including its prefixes. r.start is
 * the address of the last instruction that had a prefix.
 */
Addr t800_instruction(const T800 *c);

/* clock_read: ClockReg of a priority; 1 us a tick for high, 64 us for low (section 8). */
static inline Word
clock_read(const T800 *c, Cycles now, int priority)
{
	uint64_t us = c->clock_on ? (now - c->clock_start) * 1000 / c->khz : 0;

	return c->clock_base[priority] + (Word)(priority == HIGH ? us : us / 64);
}

/* t800_offset: the offset in memory of an address; beyond c->r.size if the address lies outside. */
static inline Word
t800_offset(const T800 *c, Addr a)
{
	return a - lowest_address(c->chip);
}

/*
 * t800_reserved: the address on the node of a reserved word (LINK_OUT0); also what NOTPROCESS is
 * there.
 */
static inline Addr
t800_reserved(const T800 *c, Addr a)
{
	return is_16bit(c->chip) ? MOSTNEG_16 + (a - MOSTNEG) / 2 : a;
}

/* t800_get: the word of a node at a place of its memory. */
static inline Word
t800_get(const T800 *c, const uint8_t *at)
{
	return is_16bit(c->chip) ? (Word)(int16_t)(at[0] | at[1] << 8) : get32(at);
}

/* rom_has: true if an offset from MostNeg lies in the node's ROM. */
static inline bool
rom_has(const T800 *c, Word offset)
{
	return c->rom != 0 && offset >= 0u - c->rom;
}

/* wdesc: the descriptor of the running process: Wptr, with the priority in bit 0. */
static inline Word
wdesc(const T800 *c)
{
	return c->r.wptr | c->priority;
}

/* ---- watch.c: watching (watcher.h) ---- */

/*
 * watch_report: report to the watcher an access to nbytes by a move of a block, boot code, a fault
 * or a change; old: the bytes before, new: the bytes after the access.
 */
void watch_report(T800 *c, AccessKind kind, Addr a, Word nbytes, const uint8_t *old,
	const uint8_t *new, Word desc);
/*
 * watch_message: report to the watcher that a link has read or written the bytes of a message;
 * desc: the process to which the message belongs.
 */
void watch_message(T800 *c, AccessKind kind, int link, Addr a, Word nbytes, const uint8_t *old,
	const uint8_t *new, Word desc);
/*
 * watch_report_marked: report that the node is about to execute a marked instruction. Returns true
 * if the watcher has withheld its process (watch_note_withheld).
 */
bool watch_report_marked(T800 *c);
/*
 * watch_note_withheld: note that the watcher withholds the process of the marked instruction, so
 * that it is not executed now.
 */
void watch_note_withheld(T800 *c);
/*
 * watch_report_leave: report that an intervention (a Force) is about to take the running process
 * from the processor.
 */
void watch_report_leave(T800 *c);
/*
 * watch_report_event: report an event of the node's fingerprint to the watcher, and begin a new
 * epoch.
 */
void watch_report_event(T800 *c, Word what, Word value);

/* ---- translated code (translate.h) ---- */

/*
 * code_note_store: note that nbytes are about to be stored: translations of code among them must be
 * checked again, and the bytes are kept if the store may have to be undone (undo.h).
 */
void code_note_store(T800 *c, Addr a, Word nbytes);
/* code_note_change: note that memory has been changed at unknown places. */
void code_note_change(T800 *c);

/* ---- node.c: a node's life ---- */

/*
 * t800_new: create a node in its state after power-up, waiting to be booted by a link, or about to
 * execute its ROM. Its memory is zero; the host allocates a page when it is first touched. Released
 * by t800_free.
 */
T800 *t800_new(const NodeSpec *spec);
void t800_free(T800 *c);
/* t800_erase: clear all its memory and return the pages to the host. */
void t800_erase(T800 *c);

/*
 * t800_reset: reset as by a pulse on the Reset pin; the contents of memory stay. analyse: the
 * Analyse pin is high, so that flags, queues and clocks also stay and can be inspected.
 */
void t800_reset(T800 *c, bool analyse);

/* boot_rom: start the code in the node's ROM, as after a reset. */
void boot_rom(T800 *c);

/* t800_halt: stop the node at once; t800_reset(c, true) then shows where it stopped. */
void t800_halt(T800 *c);
/*
 * t800_analyse: raise the Analyse pin: the node stops at its next descheduling point, an idle node
 * at once.
 */
void t800_analyse(T800 *c);

/*
 * t800_run: execute until a checkpoint whose clock has reached limit, or until the node stops,
 * idles, asks, is held, has posts for its links, or has called a marked address (c->call_marks). It
 * handles timers and timeslices itself; the caller must deliver pending link events before the call
 * (due_next, docs/machine.md).
 */
void t800_run(T800 *c, Cycles limit);

/*
 * t800_release: stop holding the node and run it to its next checkpoint. Returns true if the node
 * was inside a stretch (instructions between two checkpoints), or at the beginning of one in which
 * an intervention has already taken time. The caller then handles this stretch before all events
 * that have become due while the node was held.
 */
bool t800_release(T800 *c);

/* due_set: let an entry of due[] act at a clock. */
void due_set(T800 *c, int slot, Cycles when);
/* due_find_first: recompute first_due after due[] was changed in another way than by due_set. */
void due_find_first(T800 *c);

/* due_next: the entry of due[] that acts next, and its clock; NDUE and NEVER if there is none. */
static inline int
due_next(const T800 *c, Cycles *when)
{
	*when = c->first_due < NDUE ? c->due[c->first_due] : NEVER;
	return c->first_due;
}

/* t800_raise_event: raise the event pin; this takes effect at once. */
void t800_raise_event(T800 *c);

/* Kinds of events in a node's fingerprint. */
enum { NOTE_START, NOTE_IDLE, NOTE_STOP, NOTE_MESSAGE, NOTE_FAULT, NOTE_RESUME, NOTE_ERROR,
	NOTE_UNALIGNED };

/* t800_note: add an event, with its clock, to the node's fingerprint. */
void t800_note(T800 *c, Word what, Word value);

/* stop_text: a stop reason as text. */
const char *stop_text(Stop why);

/* ---- interp.c ---- */

/* interpret: run from r.iptr to the first checkpoint at or after r.limit. */
void interpret(T800 *c);
/* interpret_watched: run as interpret does, and report every access to c->watch. */
void interpret_watched(T800 *c);
/*
 * interpret_marked: run as interpret does, and report marked instructions only; for a node that is
 * not translated and whose memory is not dynamic.
 */
void interpret_marked(T800 *c);
/*
 * interpret_first: run as interpret_marked does, and also report the first write of each word in an
 * interval.
 */
void interpret_first(T800 *c);

/* ---- interp_dram.c ---- */

/* interpret_dram: as interpret, for a node whose external memory is dynamic. */
void interpret_dram(T800 *c);

/* ---- interp_short.c, interp_short_watch.c ---- */

/* interpret_short: as interpret, for a node whose words have 16 bits. */
void interpret_short(T800 *c);
/* interpret_short_watched: as interpret_watched, for a node whose words have 16 bits. */
void interpret_short_watched(T800 *c);

/* ---- interp_one.c ---- */

/* interpret_one: execute one instruction; the node may then be inside a stretch. */
void interpret_one(T800 *c);

/* ---- process.c ---- */
enum {
	/* from the last bit of a message to the first instruction of an idle node */
	CYCLES_WAKE = 20,
	/* from low to high priority; 19 is typical, with the wait for a checkpoint */
	CYCLES_PREEMPT = 14,
	CYCLES_RESUME = 17,  /* back to the interrupted low-priority process */
	/*
	 * the most elements of a list in memory; a longer list must be a ring and stops the node
	 * (STOP_HANG)
	 */
	STEPS_MAX = 1 << 20,
};

/*
 * process_ready: put a process at the end of its ready queue; the caller must call
 * process_reschedule afterwards.
 */
void process_ready(T800 *c, Word desc);
/* process_reschedule: let a ready high-priority process take over, or wake an idle node. */
void process_reschedule(T800 *c);
/* process_account: charge the cycles since the last call to the priority that was running. */
void process_account(T800 *c);
/*
 * process_wait: deschedule the running process, which will continue at Iptr, and start the next
 * process.
 */
void process_wait(T800 *c);
/*
 * process_withhold: take the running process from the processor before its next instruction, and
 * put it on no queue; process_ready lets it continue. The contents of its registers are lost.
 * Afterwards the node is at a checkpoint.
 */
void process_withhold(T800 *c);
/*
 * process_slice: end the time slice of a low-priority process if another one is ready; stop the
 * node if it is halting.
 */
void process_slice(T800 *c);
/* process_start: the instruction startp. */
void process_start(T800 *c);
/* process_end: the instruction endp. */
void process_end(T800 *c);
/* process_run: the instruction runp: put the process that Areg names on its queue. */
void process_run(T800 *c);
/* process_stop: the instruction stopp: save Iptr and run the next process. */
void process_stop(T800 *c);
/* breakpoint: exchange Iptr and Wdesc with the two words reserved for the priority (j 0). */
void breakpoint(T800 *c);

/* ---- timer.c ---- */
/* timer_start: the instruction sttimer. */
void timer_start(T800 *c);
/* timer_input: the instruction tin. */
void timer_input(T800 *c);
/* timer_insert: put the running process on the timer queue of its priority, until `time`. */
void timer_insert(T800 *c, Word time);
/* timer_remove: take the running process from the timer queue of its priority. */
void timer_remove(T800 *c);
/* timer_expire: wake the processes of a priority whose time has come. */
void timer_expire(T800 *c, int priority);
/* timer_disable_high: the instruction timerdisableh. */
void timer_disable_high(T800 *c);
/* timer_disable_low: the instruction timerdisablel. */
void timer_disable_low(T800 *c);
/* timer_enable_high: the instruction timerenableh. */
void timer_enable_high(T800 *c);
/* timer_enable_low: the instruction timerenablel. */
void timer_enable_low(T800 *c);

/* ---- channel.c ---- */
/* channel_in: the instruction in. */
void channel_in(T800 *c);
/* channel_out: the instruction out. */
void channel_out(T800 *c);
/* channel_outbyte: the instruction outbyte. */
void channel_outbyte(T800 *c);
/* channel_outword: the instruction outword. */
void channel_outword(T800 *c);
/* channel_reset: the instruction resetch. */
void channel_reset(T800 *c);
/*
 * channel_done: wake the process whose message a link has transferred; the data is in memory. slot:
 * DUE_OUT + l or DUE_IN + l.
 */
void channel_done(T800 *c, int slot);
/* channel_guard_ready: handle the arrival of the first byte on a link that an ALT has enabled. */
void channel_guard_ready(T800 *c, int link);
/*
 * channel_ask: set *waiting to whether a byte waits in a link's input. Returns false if this is not
 * known yet, so that the node stops before the instruction.
 */
bool channel_ask(T800 *c, int link, bool *waiting);
/* link_post: post a request to a link that transfers no message. */
void link_post(T800 *c, PostKind kind, int link);

/*
 * channel_is_link: true if the address is one of the reserved words for link channels of a node
 * with words of 32 bits; execute.h converts addresses of others (as_reserved).
 */
static inline bool
channel_is_link(Addr a)
{
	return a - MOSTNEG < EVENT_CHANNEL - MOSTNEG;
}

/* ---- alt.c ---- */
/* alt_enable_channel: the instruction enbc. */
void alt_enable_channel(T800 *c);
/* alt_enable_timer: the instruction enbt. */
void alt_enable_timer(T800 *c);
/* alt_wait: the instruction altwt: wait until a guard is ready. */
void alt_wait(T800 *c);
/*
 * alt_wait_timer: the instruction taltwt: wait until a guard is ready or the earliest time has
 * come.
 */
void alt_wait_timer(T800 *c);
/* alt_disable_channel: the instruction disc. */
void alt_disable_channel(T800 *c);
/* alt_disable_timer: the instruction dist. */
void alt_disable_timer(T800 *c);
/*
 * alt_wake: let the process `desc`, which executes an ALT, continue if it waits, because a guard
 * has become ready.
 */
void alt_wake(T800 *c, Word desc);

/* ---- block.c ---- */

/*
 * block_copy: copy nbytes from src to dst at once, and add the cycles to Ereg. A range that is not
 * completely inside memory stops the node. Returns whether it copied.
 */
bool block_copy(T800 *c, Addr dst, Addr src, Word nbytes);
/* block_inside: true if the range lies inside memory; otherwise it stops the node. */
bool block_inside(T800 *c, Addr a, Word nbytes);
/* block_move: the instruction move. */
void block_move(T800 *c);
/* block_move_all: the instruction move2dall. */
void block_move_all(T800 *c);
/* block_move_nonzero: the instruction move2dnonzero. */
void block_move_nonzero(T800 *c);
/* block_move_zero: the instruction move2dzero. */
void block_move_zero(T800 *c);

/* ---- boot.c ---- */

/* boot_code: store n bytes of code received over a link, and start executing them. */
void boot_code(T800 *c, const uint8_t *code, Word n, int link);
/* boot_again: the instruction start: reset the node, and wait for boot code on any link. */
void boot_again(T800 *c);

/* ---- pages.c ---- */

/* pages_each: visit, in order, every page of a node's memory that is not all zeros. */
void pages_each(const T800 *c, void (*visit)(void *context, uint32_t page, const uint8_t *bytes),
	void *context);

#endif
