/*
 * steps.h - the trace of a node: the instructions that it has executed, with registers and accesses
 * to memory. A replay of the run records the trace, interval by interval.
 *
 * An interval is traced when it is first needed, and kept until others need its room. Memory before
 * and after each of its instructions can be read from the trace, without moving the network there.
 */
#ifndef STEPS_H
#define STEPS_H

#include "detrek/target/target.h"
#include "sim/past/circuit_history.h"

enum {
	INTERVAL_BITS = 15,
	INTERVAL = 1 << INTERVAL_BITS, /* instructions of an interval */
	MAX_INTERVALS = 160, /* traces that are kept at once: some 3 MB each */
	/*
	 * in so many intervals at the run's beginning, the search for a writer traces every
	 * interval, and does not use the index (writes.h)
	 */
	FEW_INTERVALS = 64,
	MAX_SINGLES = 16,    /* at most so many nodes are kept that are replayed alone */
	NO_EVENT = UINT32_MAX, /* in place of the index of an event */
	/*
	 * further kinds of events: a nested e-block has written a word; its number is in wdesc
	 */
	STEP_NESTED = NACCESSKINDS,
	STEP_CHANGED, /* another process has written a word */
};

/* An instruction, before it is executed. */
typedef struct Step {
	Addr iptr;
	Word wdesc;      /* Wptr with the priority */
	Word areg, breg, creg;
	uint32_t event;  /* index of its first event; earlier events belong to earlier steps */
	uint32_t cycles; /* time, in cycles since the interval began */
} Step;

/* An access to one to four bytes in a word of memory. */
typedef struct StepEvent {
	/* the instruction that makes the access, or that follows it if the machine makes it */
	uint32_t step;
	uint32_t before; /* the previous write to the word; NO_EVENT: none in the interval */
	Addr addr;
	Word value;      /* the value that was read or written */
	/*
	 * the process that makes the access; if a link makes it: the process that waits for the
	 * message; for STEP_CHANGED: the number of the LogItem in the interval
	 */
	Word wdesc;
	uint32_t cycles; /* time, in cycles since the interval began */
	uint8_t nbytes;
	uint8_t kind;    /* AccessKind, STEP_NESTED or STEP_CHANGED */
	/* made by a link, the scheduler, a fault or a nested e-block, between two instructions */
	bool by_machine;
} StepEvent;

/*
 * The trace of a node's instructions from number `first` on, up to number `end` if the interval is
 * full, otherwise to the run's end. An interval may end at a time at which the node waits for long;
 * the next interval begins at that time.
 */
typedef struct Interval {
	NodeId node;
	uint64_t first, end; /* number of the first instruction; that of the last one, plus 1 */
	Step *steps;
	uint32_t nsteps, steps_cap;
	uint64_t *counts;   /* [step] number of its instruction; NULL: first, first + 1, ... */
	uint32_t block;     /* if the steps are of a log: the number of the log interval */
	StepEvent *events;
	uint32_t nevents, events_cap;
	bool full;          /* the interval ends before the run does */
	Time cut;           /* the time at which it ends; 0: it ends with the instruction `end` */
	Cycles began;       /* the node's clock when the interval began */
	uint32_t memory_bytes;
	uint8_t *memory;    /* the node's memory when the interval began */
	bool *has_page;     /* [page of memory] the page was not all zeros then; NULL: of a log */
	uint32_t *last;     /* [word of memory]: the last write to it, + 1; 0 if there is none */
	Loaded *loaded;     /* [nloaded] programs that were on the node in the interval */
	uint32_t nloaded;
	Thread *threads;    /* [nthreads] processes that were on the node in the interval */
	uint32_t nthreads;
	uint64_t used;      /* number of the interval's last use, counted for all intervals */
	/* the next five fields are used only while the interval is being traced */
	Network *w;
	Target *target;
	Addr ending;        /* target_ending_address */
	struct Watcher *watcher;
	struct HeapBlocks *blocks; /* finds the allocations during the trace */
} Interval;

/*
 * An instruction, as a step of an interval. The step number nsteps stands for the place after the
 * node's last instruction. `in` is NULL if no instruction was found.
 */
typedef struct At {
	Interval *in;
	uint32_t step;
} At;

typedef struct Steps Steps;
typedef struct LogSteps LogSteps; /* log_steps.h */

/*
 * steps_new: the steps of a past's run. Each replay of a part moves the past to another place.
 * target: a target with the programs of the past's network. Both must outlive the result.
 */
Steps *steps_new(Past *past, Target *target);
/*
 * steps_logged: the steps of processes, by emulation from their logs, which the result owns. The
 * instructions of log i have numbers from i * LOG_MAX_COUNT on.
 */
Steps *steps_logged(LogSteps *const *logs, uint32_t nlogs, Network *w);
/* steps_choose: choose the log to which steps_end and steps_stop refer. */
void steps_choose(Steps *s, uint32_t log);
/* steps_log_of: the log of an instruction. */
LogSteps *steps_log_of(const Steps *s, At at);
/* steps_log_of_process: the log of a process of a node. */
LogSteps *steps_log_of_process(const Steps *s, NodeId n, uint32_t process);
/* steps_free: free the steps with all traces. */
void steps_free(Steps *s);
/* steps_trim: drop the traces of intervals if there are too many; every At then becomes invalid. */
void steps_trim(Steps *s);
/* steps_replay_together: from now on, replay the whole network instead of single nodes. */
void steps_replay_together(Steps *s);
/* steps_chosen_log: the chosen log; NULL: the steps are those of a past. */
LogSteps *steps_chosen_log(const Steps *s);
/* steps_is_process: true if the chosen log is that of a process under a kernel. */
bool steps_is_process(const Steps *s);
/* steps_is_limited: true if searches are limited to one log interval (log_steps_limit). */
bool steps_is_limited(const Steps *s);
/* steps_network: the network of the run. */
Network *steps_network(const Steps *s);
/* steps_end: the number of instructions that the node executes in the run. */
uint64_t steps_end(Steps *s, NodeId n);
/* steps_stop: why the node stopped after its last instruction. */
Stop steps_stop(Steps *s, NodeId n);
/*
 * steps_last_error: find where node n set Error last, with error_last at the run's end; false if it
 * did not set Error, or if the steps are of logs.
 */
bool steps_last_error(Steps *s, NodeId n, ErrorRise *r);
/* steps_count_alone: number of nodes that are replayed alone. */
uint32_t steps_count_alone(const Steps *s);
/* steps_feed: the feed of the run. */
Feed *steps_feed(Steps *s);
/* steps_circuits: the history of the run's circuits. */
const CircuitHistory *steps_circuits(Steps *s);
/* steps_peer: the end that was connected to e at a time, or NOWHERE_END. */
EndId steps_peer(Steps *s, EndId e, Time at);

/*
 * steps_note_thread: note that a process began after its node had executed `count` instructions.
 * Without this note, a process that ends soon may remain unknown.
 */
void steps_note_thread(Steps *s, const Thread *t, uint64_t count);

/* steps_at: instruction number `count`, from 0, of a node, or the end of the node's run. */
At steps_at(Steps *s, NodeId n, uint64_t count);
/* steps_at_time: the first instruction that a node begins at a time or after it, or the end. */
At steps_at_time(Steps *s, NodeId n, Time time);
/* steps_before: the node's previous instruction; its `in` is NULL if `at` is the first. */
At steps_before(Steps *s, At at);

static inline const Step *
at_step(At at)
{
	return &at.in->steps[at.step];
}

static inline uint64_t
at_count(At at)
{
	return at.in->counts && at.step < at.in->nsteps ? at.in->counts[at.step]
		: at.in->counts ? at.in->end
		: at.in->first + at.step;
}

/* at_program: the program of the instruction; NULL: not known. */
const Loaded *at_program(At at);
/* at_thread: the process that executes the instruction; NULL: not known. */
const Thread *at_thread(At at);

/*
 * steps_with_memory: the same instruction in an interval with memory. If a log interval was not
 * emulated, steps_before gives its last instruction with only registers and program.
 */
At steps_with_memory(Steps *s, At at);

/* at_first_event: the index of an instruction's first event in its interval. */
uint32_t at_first_event(At at);
/* at_event_behind: the index, in its interval, of the first event after those of an instruction. */
uint32_t at_event_behind(At at);

/* interval_step: append an instruction to an interval that is being made. */
void interval_step(Interval *in, const T800 *c);
/* interval_event: append an event to an interval that is being made. */
void interval_event(Interval *in, StepEvent e);
/*
 * interval_add_programs: add the programs and processes that are on the node at the network's
 * present time to those of the interval.
 */
void interval_add_programs(Interval *in, Target *target);
/* interval_free: free the trace of an interval. */
void interval_free(Interval *in);

/* interval_writer: the last event before `event` that wrote the byte at a; NO_EVENT: none did. */
uint32_t interval_writer(const Interval *in, uint32_t event, Addr a);
/*
 * interval_read: read memory as it was before an event of the interval; false if the node has
 * no memory at the address.
 */
bool interval_read(const Interval *in, uint32_t event, Addr a, void *to, Word nbytes);

/* The last writer of a byte. */
typedef struct LastWrite {
	At at;          /* the instruction of the write */
	uint32_t event; /* the write's index in the interval at.in */
	bool known;     /* false: the byte was not written since the run's beginning */
} LastWrite;

/*
 * steps_writer: the last writer of the byte at address a before an event in the interval of `at`.
 * If the write is not in this interval, the node's whole run is replayed, but only once (writes.h).
 */
LastWrite steps_writer(Steps *s, At at, uint32_t event, Addr a);

/*
 * steps_last_allocation: the last instruction between `from` and `at` that returned a newly
 * allocated block which contains address a. from.in NULL: search from the run's beginning on. The
 * result's `in` is NULL if there is none, or if the steps are of a log.
 */
At steps_last_allocation(Steps *s, At from, At at, Addr a);

/*
 * steps_closed_reason: the reason why the log interval of an instruction cannot be emulated, as a
 * text in the arena; NULL if it can be emulated.
 */
const char *steps_closed_reason(const Steps *s, uint64_t count, Arena *arena);
/*
 * steps_is_loaded: true if the steps are of logs, and address a has an initial value from the
 * program of the process that executes `read`.
 */
bool steps_is_loaded(Steps *s, At read, Addr a);

/*
 * steps_last_execution: the last execution of an instruction before `at` and after `from`, by a
 * process with the workspace and priority of `desc`; its `in` is NULL if there is none.
 */
At steps_last_execution(Steps *s, At at, At from, Addr instruction, Word wdesc);

#endif
