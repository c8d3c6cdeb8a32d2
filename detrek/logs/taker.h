/*
 * taker.h - takes the log of one process of a node. The machine reports each instruction and each
 * access to memory (sim/cpu/watcher.h), at no simulated time.
 */
#ifndef TAKER_H
#define TAKER_H

#include "logs.h"
#include "known_words.h"
#include "node_memory.h"

/* An execution of an e-block that has not ended. */
typedef struct OpenInterval {
	Addr wptr;   /* Wptr when the e-block was entered */
	Addr lowest; /* the lowest value of Wptr since the e-block was entered */
	Words known; /* the words whose values the e-block knows */
} OpenInterval;

/* The log of a process, while it is taken. */
typedef struct Taker {
	NodeMemory *memory;         /* borrowed, like the program */
	const ProgramInfo *program;
	LogPlace place;
	NodeId node;
	Buf out;            /* the log so far, as bytes */
	OpenInterval *open; /* [nopen] the executions that have not ended, the innermost last */
	uint32_t nopen, cap;
	/* words that others wrote and whose values the log has, with the serials of the writes */
	Words seen;
	uint64_t since;     /* serial of the last write that loaded the program */
	uint64_t first;     /* instructions that the node had executed at the start */
	bool ended;
	/* the number of instructions that the process had executed before the present one */
	uint64_t count;
	/* the number of instructions that the node had executed before the present one */
	uint64_t node_count;
	Executed now; /* the present instruction, decoded */
	Addr iptr;    /* address of the present instruction */
	Word desc;          /* Wdesc of the process before the present instruction */
	Cycles began;       /* the node's clock when the present instruction began */
	bool postponed;     /* the node executes another process before the present instruction */
	Word next;          /* Wdesc of the process after the present instruction */
	bool executing;     /* the node executes this process, not another one or the kernel */
	bool resumed;       /* registers may change before the next instruction */
} Taker;

/*
 * taker_new: begin the log of a process whose first instruction the node is about to execute;
 * released by taker_free.
 */
Taker *taker_new(NodeMemory *m, NodeId n, const ProgramInfo *program, const LogPlace *place,
	uint64_t since);
/* taker_free: free the taker, with the log in memory. */
void taker_free(Taker *t);

/* taker_in_text: true if the address is in the program's code. */
bool taker_in_text(const Taker *t, Addr a);
/*
 * taker_put_range: add those words of a range that are not 0 to the prelog of the outermost
 * interval.
 */
void taker_put_range(Taker *t, Addr low, Word nbytes);

/* taker_instruction: handle the process's next instruction, which the node is about to execute. */
void taker_instruction(Taker *t);
/* taker_is_repeating: true if the node is about to repeat the process's present instruction. */
bool taker_is_repeating(const Taker *t);
/*
 * taker_leave: note that the node executes another process next, or the kernel's code in this one.
 */
void taker_leave(Taker *t);
/*
 * taker_access: handle an access to a node's memory; t: the taker of the process that the node
 * executed last, or NULL.
 */
void taker_access(NodeMemory *m, Taker *t, const Access *a);
/* taker_sync: log an operation that the process is doing now. */
void taker_sync(Taker *t, const LogSync *s);

/* taker_log_foreign: log those words of a range that others have written and that the log lacks. */
void taker_log_foreign(Taker *t, Addr low, Word nbytes);
/* taker_end: write the last record; stop: why this process has stopped the node, or STOP_NONE. */
void taker_end(Taker *t, Stop stop);
/*
 * taker_write: write the log's file. program: the program's file name in it; run: a number that is
 * the same in all logs of the run.
 */
void taker_write(const Taker *t, const char *file, const char *program, const Topology *machine,
	uint64_t run);

#endif
