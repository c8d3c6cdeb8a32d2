/*
 * flowback.h - flowback analysis of a run by replaying it: from a value back to the statements,
 * messages and inputs that determined it. docs/flowback.md describes how.
 */
#ifndef FLOWBACK_H
#define FLOWBACK_H

#include "cause.h"
#include "detrek/target/target.h"
#include "sim/past/past.h"

typedef struct Flowback Flowback;

typedef struct FlowbackOptions {
	bool stacks;      /* nodes get their call stacks */
	bool copies;      /* show statements that only pass a value on, and what libraries do */
	uint32_t depth;   /* edges from the first node; 0: any number */
	bool actual;      /* no potential dependences: only what happened */
	bool each;        /* each execution of a statement counts, not only the nearest one */
	uint32_t most;    /* statements whose causes are looked for; 0: any number */
} FlowbackOptions;

/*
 * flowback_new: an analysis of a past's run; the target has the programs of its network. Both must
 * outlive the result.
 */
Flowback *flowback_new(Past *past, Target *target);
/*
 * flowback_logged: likewise of n processes of one run, by emulation from their logs; those and
 * their programs must outlive the result. `first` of log i must be the node's count plus
 * i * LOG_MAX_COUNT. Before a question, flowback_target passes a target for its network that has
 * the programs, and chooses a process. Until the first question, the memory of the process's node
 * is that at the end of the log, as far as the process knows it. Of the questions, flowback_why,
 * flowback_stop and flowback_reached are answered; a value that another process has written is
 * followed if there is a log of that process.
 */
typedef struct Log Log;
typedef struct LoggedProcess {
	const Log *log;
	ProgramInfo *program;
} LoggedProcess;
Flowback *flowback_logged(const LoggedProcess *processes, uint32_t n);
void flowback_target(Flowback *f, Target *target, uint32_t chosen);
Network *flowback_network(const Flowback *f);
uint32_t flowback_emulated(const Flowback *f); /* log intervals so far */
/* flowback_intervals: list the chosen log's prelogs and postlogs, a line each (intervals.c). */
void flowback_intervals(Flowback *f, const Log *log, Buf *out);
/*
 * flowback_eblock: the dynamic program dependence graph of one interval alone (eblock_graph.c). Its
 * nodes do not lead out of the interval; so no question may follow.
 */
struct CauseText;
void flowback_eblock(Flowback *f, const Log *log, uint32_t block, const struct CauseText *t,
	Buf *out);
void flowback_free(Flowback *f);
/*
 * flowback_together: replay the whole network for each node; else each node is replayed alone,
 * where that is possible. The answers are the same.
 */
void flowback_together(Flowback *f);
uint32_t flowback_alone(const Flowback *f); /* nodes that were replayed alone */

/*
 * flowback_why: why some bytes of a node's memory have their values, before an instruction of the
 * node or, with count NEVER, at the end of the run. Returns the first node of the graph, which is
 * expanded as far as the options say; NULL if the memory does not exist. The graph grows with each
 * question. The past is at another place afterwards.
 */
const Cause *flowback_why(Flowback *f, const FlowbackOptions *o, NodeId n, uint64_t count, Addr a,
	Word nbytes);

/*
 * flowback_stop: why a node has stopped by its last instruction, or else has set Error; NULL: it
 * has done neither.
 */
const Cause *flowback_stop(Flowback *f, const FlowbackOptions *o, NodeId n);

/*
 * flowback_wait: why a process waits before an instruction of the node, or with count NEVER at the
 * end. `word`: a word of its stack that was last written by the instruction with which it began to
 * wait: its saved Iptr, or the return address of its call. note names the object that it waits for.
 * NULL: it is not known where it began to wait. flowback_reached: why an instruction was executed;
 * NULL: it was not.
 */
const Cause *flowback_wait(Flowback *f, const FlowbackOptions *o, NodeId n, uint64_t count,
	Addr word, const char *note);
const Cause *flowback_reached(Flowback *f, const FlowbackOptions *o, NodeId n, uint64_t count);
/*
 * flowback_wait_word: such a word of a process that waits. own: of the program's own instruction
 * that has led to the wait, if it is known; otherwise of the last one.
 */
Addr flowback_wait_word(Target *t, const Thread *thread, bool own);

enum { FLOWBACK_WHY = 200 };
/*
 * flowback_waits: whom a thread waits for, and those in turn, at the place where the past is
 * (waits.c). number 0: any thread of the node; n NOWHERE: any thread, those that wait for ever
 * first. closed: no program will be loaded after that place. NULL: there is none, and `why` says
 * so. flowback_others: the threads that wait for ever, and are not in the last such answer: "0.5 in
 * main() queue.c:12"; NULL: none.
 */
const Cause *flowback_waits(Flowback *f, const FlowbackOptions *o, NodeId n, uint32_t number,
	bool closed, char why[FLOWBACK_WHY]);
const char *flowback_others(const Flowback *f);

/*
 * flowback_last: the count before the node's last instruction that is of a program or function with
 * a variable of a name; NEVER: there is none.
 */
uint64_t flowback_last(Flowback *f, NodeId n, const char *name);

/*
 * flowback_output: likewise, of bytes that the run has written to standard output; NULL: there
 * are none, and `why` says so. flowback_column: of the byte in a column of a line, both from 1.
 * flowback_text: of the nth occurrence of a text, from 1; *times: how often it is there.
 * flowback_pixel: of a pixel, if the output is a picture (PPM).
 */
const Cause *flowback_output(Flowback *f, const FlowbackOptions *o, uint64_t offset, Word nbytes,
	char why[FLOWBACK_WHY]);
const Cause *flowback_column(Flowback *f, const FlowbackOptions *o, uint32_t line, uint32_t column,
	char why[FLOWBACK_WHY]);
const Cause *flowback_text(Flowback *f, const FlowbackOptions *o, const char *text, uint32_t nth,
	uint32_t *times, char why[FLOWBACK_WHY]);
const Cause *flowback_pixel(Flowback *f, const FlowbackOptions *o, uint32_t x, uint32_t y,
	char why[FLOWBACK_WHY]);

/* flowback_output_read: the run's standard output; not for logs. It belongs to the analysis. */
const struct Output *flowback_output_read(Flowback *f);

/*
 * flowback_reach: what the bytes reach after the place where the past is, which is at an
 * instruction of the node or at a time; a past's run only. Of the graph the edges lead from a node
 * to what was made of it; nothing else may be asked of the analysis. Returns the bytes' node; NULL
 * if the memory does not exist.
 */
typedef struct FlowbackReach {
	uint32_t statements; /* that use the value, shown or not */
	uint32_t other;      /* bytes for the host that are not of standard output */
	bool lost;           /* a message that was followed was broken by a fault or a reset */
} FlowbackReach;
const Cause *flowback_reach(Flowback *f, const FlowbackOptions *o, NodeId n, Addr a, Word nbytes,
	FlowbackReach *told);

const CauseGraph *flowback_graph(const Flowback *f);
/* flowback_left_out: the last question's `most` has left out causes. */
bool flowback_left_out(const Flowback *f);
/* flowback_expand: add the causes of a node of the graph, with the options of the last question. */
void flowback_expand(Flowback *f, const Cause *c);
/*
 * flowback_caller: a statement of the kernel, TrEK or a library gets the place of the call in the
 * program's own code during which it was executed, if there is one.
 */
void flowback_caller(Flowback *f, const Cause *c);
/* flowback_further: expand the graph from a node on as for a question with these options. */
void flowback_further(Flowback *f, const FlowbackOptions *o, const Cause *first);

/* ---- show.c ---- */

/*
 * How a graph is shown. line: returns a line of a source file, NULL if it cannot be read; node:
 * returns the number by which the user knows a node.
 */
typedef struct CauseText {
	const char *(*line)(void *of, const char *file, int line);
	uint32_t (*node)(void *of, NodeId n);
	void *of;
	uint32_t most; /* most statements to show; 0: all that are expanded */
	bool each;     /* show each execution of a statement, not only the nearest one */
	bool forward;  /* edges lead to what was made of a node (flowback_reach) */
	bool own;      /* no statements of the kernel, TrEK and libraries */
	const char *recording; /* its name, for commands; NULL: there is none */
} CauseText;

/* cause_text: a node in a few words. */
void cause_text(const Cause *c, Buf *out);

/*
 * cause_place: where and when a node was executed, and its source. effect: NULL, or the node shown
 * before, whose process is not printed again.
 */
void cause_place(const Cause *c, const Cause *effect, const CauseText *t, Buf *out);
/* cause_edge: what a cause is to its effect, in a word. */
void cause_edge(const Dependence *d, const Cause *c, Buf *out);

/* The graph from one of its nodes on: as a tree in text, as JSON's objects, in DOT. */
void causes_text(const CauseGraph *g, const Cause *first, const CauseText *t, Buf *out);
void causes_json(const CauseGraph *g, const Cause *first, const CauseText *t);
void causes_dot(const CauseGraph *g, const Cause *first, const CauseText *t, Buf *out);
/* cause_data: a node as a JSON object, the caller's. */
struct json_t *cause_data(const Cause *c, const CauseText *t);
/* causes_data: what causes_json prints, the caller's. causes_html: a page (html.c). */
struct json_t *causes_data(const CauseGraph *g, const Cause *first, const CauseText *t);
void causes_html(const CauseGraph *g, const Cause *first, const CauseText *t, Buf *out);

#endif
