/*
 * logs.h - takes the log of a process, at no simulated cost, and emulates its e-blocks later from
 * the log alone (Miller and Choi, PPD, section 5). docs/flowback.md describes the method.
 *
 * An e-block is a function of the program. One execution of an e-block is a log interval
 * (LogBlock). Its prelog contains the words that the e-block reads before it writes them; its
 * postlog contains the words that it has written. The intervals of a process are nested; the
 * outermost one, with number 0, is the process itself from the program's first instruction on.
 */
#ifndef LOGS_H
#define LOGS_H

#include "base/arena.h"
#include "cc/isa/executed.h"
#include "detrek/sync/operations.h"
#include "kernel/include/inside_log.h"
#include "kernel/include/kernel_calls.h"
#include "sim/past/past.h"

/* The registers of a process before an instruction. */
typedef struct LogState {
	Word areg, breg, creg, wptr, iptr;
	Addr from; /* first byte of the code without jumps that is being executed (Regs.from) */
	Cycles cycles, since, fpu_free; /* as in Regs and T800 */
	Fpu fpu;                        /* floating-point registers of the process's priority */
	bool error, haltonerror;
	uint8_t priority;
} LogState;

/* log_state: the present registers of a node. */
LogState log_state(const T800 *c);

/* A word of memory. */
typedef struct LogWord {
	Addr addr;
	Word value;
} LogWord;

/* The kinds of events in an e-block that its own instructions do not cause. */
typedef enum LogItemKind {
	LOG_BLOCK,    /* a nested e-block */
	LOG_RECEIVED, /* a link has written up to four bytes for the waiting process */
	LOG_CHANGED,  /* another process, or a fault, has changed a word that the e-block reads */
	LOG_RESUMED,  /* the process continues with these registers */
	LOG_WAITED,   /* if the program wrote the log: __log_wait is set to word.value */
	LOG_CLOCK,    /* if the program wrote the log: the clock was read as word.value */
} LogItemKind;

/* Set in LogItem.writer if the writing process has received the word in a message. */
#define LOG_BY_MESSAGE (1u << 31)

/* An event in an e-block that its own instructions do not cause. */
typedef struct LogItem {
	LogItemKind kind;
	uint64_t count;   /* instructions that the process had executed before the event */
	uint32_t block;   /* LOG_BLOCK: number of the nested interval */
	/* LOG_RECEIVED: the bytes, from the address of the first one; LOG_CHANGED: the new word */
	LogWord word;
	uint8_t nbytes;   /* LOG_RECEIVED: number of bytes */
	/*
	 * LOG_CHANGED: writer: 1 plus the number of the node's process that has written the word;
	 * LOG_BY_MESSAGE is set if that process has received the word in a message; 0: not known.
	 * written: instructions that the writer had executed before
	 */
	uint32_t writer;
	uint64_t written;
	Cycles cycles;    /* the node's clock */
	LogState *state;  /* LOG_RESUMED: the registers */
} LogItem;

/* A log interval. Instructions are counted for the process, from 0. */
typedef struct LogBlock {
	uint32_t parent;       /* number of the enclosing interval; 0 for the outermost interval */
	/* the interval executes instructions `begin` to `end` - 1 of the process */
	uint64_t begin, end;
	bool open; /* the run ended before the interval, which therefore has no postlog */
	bool jumped;           /* a longjmp has left the interval */
	/*
	 * if the program wrote the log: the interval is a call that is not emulated
	 */
	bool is_outside;
	/*
	 * the interval is a call that has received a message; `defined` begins with the message's
	 * head
	 */
	bool is_message;
	/*
	 * the interval is TrEK's call of a user function; `defined`: the memory and arguments that
	 * TrEK passes
	 */
	bool is_root;
	/*
	 * if `is_root`: the task and part for which the function is called; both 0 if there is none
	 */
	uint32_t task, part;
	LogResult result;      /* if the program wrote the log: the kind of the function's result */
	/*
	 * if the program wrote the log: __log_wait at the interval's beginning
	 */
	Word wait;
	Word waited;           /* if the program wrote the log: __log_wait at the interval's end */
	Addr site; /* if the program wrote the log: the address after the call of the interval */
	Word back;             /* the return address: the word at Wptr when the interval began */
	Addr lowest;           /* the lowest Wptr of the e-block and of its callees */
	Addr last;             /* address of the interval's last instruction */
	Cycles last_began;     /* the clock when that instruction began; not set if `open` */
	LogState entered;      /* the registers before the interval's first instruction */
	/* the registers before the first instruction after the interval; not set if `open` */
	LogState left;
	LogWord *used;         /* the prelog: nused words */
	uint32_t nused;
	LogWord *defined;      /* the postlog: ndefined words */
	uint32_t ndefined;
	LogItem *items;        /* nitems, in the order in which they happened */
	uint32_t nitems;
} LogBlock;

/* Where the program and its process are on the node. */
typedef struct LogPlace {
	uint32_t node;    /* the kernel's number of the node; without a kernel its index */
	uint32_t process; /* number of the process on its node; 0: its node has no kernel */
	int32_t pid;
	Addr text, data;  /* where the program's code and data are */
	Addr stack;       /* lowest address of the stack; not known without a kernel */
	Word stack_bytes; /* 0: not known */
} LogPlace;

/* An operation by which the process is ordered with other processes, such as a rendezvous. */
typedef struct LogSync {
	OperationKind kind;
	uint64_t count;   /* instructions of the process before it */
	uint64_t order;   /* operations of the run before it */
	uint32_t object;  /* number, in the run, of the object at which the processes meet */
	const char *name; /* the object's name (sync_object_name) */
	uint32_t value;   /* if the object is a semaphore: its value when it was first seen */
	MovedMessage moved;      /* if the operation sends or receives: the message */
} LogSync;

/*
 * Addresses in the program that are needed to read a log that the program has written itself
 * (inside.c). In such a log, a count of instructions is LOG_RECORD times the number of records,
 * plus the number of emulated instructions since the last record.
 */
typedef struct LogInside {
	bool is;             /* the program has written the log itself */
	Addr prelog, postlog, result, block, end, clock, left; /* functions of eblock.c */
	Addr message;        /* a function of eblock.c; 0: the program has no kernel */
	Addr root, taken, lent; /* functions of eblock.c in an application of TrEK */
	bool roots; /* the outermost interval is TrEK's own code, which calls the other intervals */
	Addr wait;           /* address of __log_wait */
	Addr highest;        /* the highest address in the log */
	uint8_t priority;    /* of the process */
	Addr data;           /* the program's gsb */
} LogInside;

#define LOG_RECORD (1ull << 32)

/* The log of a process. */
typedef struct Log {
	Arena arena;
	/* file name of the program's image; under a kernel, a file beside the log */
	const char *program;
	uint64_t image;       /* hash of the image's file */
	uint64_t run; /* a number that is the same in all logs of a run: a hash of their records */
	LogInside inside;
	Topology *topology;
	NodeId node;
	LogPlace place;
	/* instructions that the node had executed before the log's first one */
	uint64_t first;
	uint64_t end;         /* number of instructions of the process */
	Stop stop;            /* STOP_NONE: the node had not stopped when the run ended */
	Addr fault;           /* if `stop` is a fault: the address that caused it */
	LogBlock *blocks;     /* nblocks, in the order of their prelogs */
	uint32_t nblocks;
	LogSync *syncs;       /* nsyncs, in order */
	uint32_t nsyncs;
} Log;

/* log_code_distance: the distance of the program's code on the node from its linked address. */
static inline Word
log_code_distance(const LogPlace *place, const ProgramInfo *program)
{
	return place->text - program->text;
}

/* log_loaded: the program as the debugger sees it on the log's node (rules.c). */
Loaded log_loaded(const Log *log, ProgramInfo *program);

enum { LOG_MAX_FILE = 512 << 20 }; /* bytes of a log's file */
#define LOG_MAX_COUNT (1ull << 44) /* instructions of a node */

/* ---- read.c ---- */

/*
 * log_read: read the bytes of a log; file is for messages. A log that is truncated, damaged or
 * inconsistent is fatal (fatal_at); even then, the log owns all memory. Released by log_free.
 */
void log_read(Log *log, const char *file, const uint8_t *data, size_t n);
/* log_add_item: append an item to an interval, while a log is read. */
LogItem *log_add_item(Log *log, uint32_t block, LogItemKind kind, uint64_t count);
/*
 * log_add_block: append an interval to the log, and to the items of the interval `within`; the
 * first interval is not in another one.
 */
LogBlock *log_add_block(Log *log, uint32_t within, uint64_t count, LogBlock b);
/* log_free: free the log. */
void log_free(Log *log);
/* log_hash: the hash of the bytes of an image, or of a log without its last eight bytes. */
uint64_t log_hash(const void *data, size_t n);

/* ---- inside.c: a log that a program has written itself (kernel/libc/eblock.c) ---- */

/* log_is_inside: true if the bytes begin a log that a program has written itself. */
bool log_is_inside(const void *magic);
/* log_inside_read: read the bytes of a log that a program has written; called by log_read. */
void log_inside_read(Log *log, const char *file, const uint8_t *data, size_t n);
/*
 * log_inside_machine: replace the log's topology by one of a single node whose memory contains the
 * address `highest`. file: the log's name, for messages.
 */
void log_inside_machine(Log *log, const char *file, Addr highest);
/*
 * log_inside_complete: complete the intervals of a log that the program wrote itself. The addresses
 * that the log lacks are taken from the program's code; a program that does not fit the log is
 * fatal. Call this before an emulation.
 */
void log_inside_complete(Log *log, const ProgramInfo *program);
/*
 * log_inside_build: the number that identifies a program in its logs; 0: the program writes no log.
 */
uint64_t log_inside_build(const ProgramInfo *program);

/* ---- write.c: the bytes of a log, in the order of the run ---- */

extern const char log_magic[];
/* log_has_magic: true if these are the LOG_MAGIC bytes with which each log begins. */
bool log_has_magic(const void *magic);

enum { LOG_MAGIC = 16 }; /* bytes of log_magic */

/* The records of a log. */
typedef enum LogRecord {
	RECORD_PRELOG = 1, /* the return address, the state */
	RECORD_USED,       /* a word of the innermost open e-block's prelog: address, value */
	RECORD_RECEIVED,   /* address, bytes, value, clock */
	/* address, value, clock, writer; the writer's count, if there is a writer */
	RECORD_CHANGED,
	RECORD_RESUMED,    /* the state */
	RECORD_POSTLOG,    /* jumped, lowest Wptr, last instruction, its cycles, state, words */
	RECORD_SYNC,       /* a LogSync without its count */
	RECORD_END,        /* the reason, the fault */
	NRECORDS
} LogRecord;

/* log_put_head: append the head of a log. */
void log_put_head(Buf *b, const Log *head);
/*
 * log_begin_record: begin a record with an instruction count, which must not decrease between
 * records.
 */
void log_begin_record(Buf *b, LogRecord kind, uint64_t count);
/* log_put_state: append the registers of a process. */
void log_put_state(Buf *b, const LogState *s);
/* log_put_words: append n words, in order of addresses. */
void log_put_words(Buf *b, const LogWord *words, uint32_t n);
/* log_put_sync: append an operation that orders processes. */
void log_put_sync(Buf *b, const LogSync *s);

/* ---- take.c: the log of a program without a kernel ---- */

typedef struct ProgramLogging ProgramLogging;

/*
 * program_logging_begin: observe a network that has not run yet, and that no watcher observes; the
 * program will be booted on the node. Its log is written to a file, in which the program is called
 * `name`.
 */
ProgramLogging *program_logging_begin(Network *w, NodeId n, const char *program, const char *name,
	const char *file);
/* program_logging_end: end the observation and write the log, between two runs of the network. */
void program_logging_end(ProgramLogging *t);

/* ---- take_kernel.c: the logs of all processes of a machine with kernels ---- */

typedef struct KernelLogging KernelLogging;

/*
 * logging_begin: observe a network that has not run yet, that no watcher observes, and that will
 * run this kernel. The logs are written to a new or empty folder. Pass each program to
 * logging_program before it runs.
 */
KernelLogging *logging_begin(Network *w, const char *kernel, const char *folder);
/* logging_program: pass a program that nodes will run: its file, and its name on the nodes. */
void logging_program(KernelLogging *l, const char *file, const char *name);
/* logging_end: end the observation and write the logs, between two runs of the network. */
void logging_end(KernelLogging *l);

/* ---- take_recorded.c ---- */

/*
 * logs_recorded_program: the program of a recorded machine without kernels; NULL if the machine has
 * kernels. The log uses the program's name in the recording.
 */
const RecordedFile *logs_recorded_program(const Past *p);
/*
 * logs_take: take the logs of a recorded run that is at its beginning, while `replay` runs it to
 * its end. path: for a machine with kernels a new or empty folder, for a program without a kernel
 * a file. A recording that has neither kernels nor a program is fatal.
 */
void logs_take(Past *p, const char *path, void (*replay)(Past *p));

/* ---- rules that taking a log and emulating it share ---- */

/*
 * log_is_outside: true if the effect of the instruction depends on other processes, links or the
 * clock. Such an instruction is not emulated; its results are in the log.
 */
bool log_is_outside(const Executed *e);
/*
 * log_is_dead: true if the word at `a` is in the workspace of an e-block that has returned, or of
 * its callees. wptr: where the e-block began; lowest: its lowest Wptr.
 */
bool log_is_dead(Addr lowest, Addr wptr, Addr a);
/*
 * log_eblock: the function of the program that begins at a linked address and is an e-block, or
 * NULL.
 */
const DebugFunction *log_eblock(const ProgramInfo *p, Addr a);

/* ---- emulate.c ---- */

/*
 * Functions that an emulation calls. step: the node is about to execute or skip the instruction
 * number `count`. accesses: the accesses of that instruction. The others report effects from the
 * log before the next instruction. nested: a nested e-block's postlog is applied; received: a link
 * has written bytes; changed: another process has changed a word.
 */
typedef struct EmulateCalls {
	void (*step)(void *of, const T800 *c, uint64_t count);
	void (*accesses)(void *of, const Access *a, uint32_t naccesses);
	void (*nested)(void *of, uint32_t block, Cycles cycles);
	void (*received)(void *of, const LogItem *item, Word wdesc);
	void (*changed)(void *of, const LogItem *item);
} EmulateCalls;

typedef struct Emulator Emulator;

/*
 * emulator_new: an emulator with a network of a log's topology, of which it uses only one node at a
 * time. The topology must outlive the emulator.
 */
Emulator *emulator_new(const Topology *machine);
/* emulator_free: free the emulator with its network. */
void emulator_free(Emulator *e);
/* emulator_network: the network on a node of which the log's process is emulated. */
Network *emulator_network(Emulator *e);

/*
 * emulator_defines: true if a nested interval counts as the writer of a word of its postlog. For a
 * call that is not emulated, the postlog contains all words that the call may have changed; the
 * call counts as the writer only of those that it did change.
 */
bool emulator_defines(const Emulator *e, const LogBlock *nested, const LogWord *w);

/*
 * emulator_run: execute an interval of a log of this topology and this program. A program that does
 * not fit into the node is fatal. Afterwards the node's memory contains the words that the e-block
 * knows at its end.
 * begun: called when the memory has been set to the prelog. An end state that differs from the
 * postlog is fatal: the log does not belong to the program, or was changed.
 */
void emulator_run(Emulator *e, const Log *log, const ProgramInfo *program, uint32_t block,
	void (*begun)(void *of), const EmulateCalls *calls, void *of);

/* A number of steps, for emulator_advance, that is greater than that of any interval. */
#define EMULATE_ALL (UINT64_MAX >> 1)

/*
 * emulator_begin: begin to emulate an e-block, which emulator_advance then executes piece by piece
 * (emulator_run executes it at once); memory and registers are those of the prelog.
 */
void emulator_begin(Emulator *e, const Log *log, const ProgramInfo *program, uint32_t block,
	const EmulateCalls *calls, void *of);
/*
 * emulator_advance: execute up to nsteps instructions more; returns true if the interval has ended.
 */
bool emulator_advance(Emulator *e, uint64_t nsteps);

/* A point in the emulation of an interval. The memory of the node is not included. */
typedef struct EmulatorPlace {
	LogState state;
	uint64_t count; /* instructions that the process had executed before this place */
	uint64_t steps; /* instructions of the interval itself that were executed */
	uint32_t item;  /* index of the interval's next item */
	bool logged;    /* as in Emulator */
} EmulatorPlace;

/* emulator_place: the current point of the emulation: state, counts and next item. */
EmulatorPlace emulator_place(const Emulator *e);
/*
 * emulator_resume: continue from a place, after emulator_begin. The caller has given the memory the
 * contents that it had there. The end state is not compared with the postlog.
 */
void emulator_resume(Emulator *e, const EmulatorPlace *p);

/* ---- operations.c ---- */

/* log_operations: append the operations of n logs of one run, as `trellis races` reads them. */
void log_operations(const Log *const *logs, uint32_t n, Buf *out);

/* ---- check.c ---- */

/* log_check: emulate all intervals; an end state that differs from the postlog is fatal. */
void log_check(const Log *log, const ProgramInfo *program, Emulator *e);

#endif
