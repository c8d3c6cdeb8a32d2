/*
 * flowback.h - flowback analysis of a run by replaying the run: the analysis goes from a value
 * backward to the statements, messages and inputs that determined the value. docs/flowback.md
 * describes the method.
 */
#ifndef FLOWBACK_H
#define FLOWBACK_H

#include "cause.h"
#include "detrek/target/target.h"
#include "sim/past/past.h"

typedef struct Flowback Flowback;

/* How far and in which way a graph is expanded. */
typedef struct FlowbackOptions {
	bool stacks;      /* add the call stack of each node */
	bool copies;      /* show statements that only pass a value on, and what libraries do */
	uint32_t depth;   /* edges from the first node, at most; 0: any number */
	bool actual;      /* leave out potential dependences: show only what happened */
	bool each;        /* treat each execution of a statement as a statement of its own */
	uint32_t most;    /* number of statements whose causes are added, at most; 0: any number */
} FlowbackOptions;

/*
 * flowback_new: an analysis of a past's run. target: a target with the programs of the past's
 * network. Both must outlive the result.
 */
Flowback *flowback_new(Past *past, Target *target);
typedef struct Log Log;
/* A process whose log is analysed. */
typedef struct LoggedProcess {
	const Log *log; /* borrowed, as is the program */
	ProgramInfo *program;
} LoggedProcess;

/*
 * flowback_logged: an analysis of n processes of one run, by emulation from their logs. The logs
 * and their programs must outlive the result. `first` of log i must be the node's count plus i *
 * LOG_MAX_COUNT. Before a question, call flowback_set_target, to pass a target with the programs
 * for flowback_network, and to choose a process. Until the first question, the memory of the
 * process's node is that at the end of the log, as far as the process knows it. Only the questions
 * flowback_why, flowback_stop and flowback_reached are answered. A value that another process has
 * written is followed if there is a log of that process.
 */
Flowback *flowback_logged(const LoggedProcess *processes, uint32_t n);
/*
 * flowback_set_target: use this target for an analysis of logs; the questions that follow are about
 * log number `chosen`.
 */
void flowback_set_target(Flowback *f, Target *target, uint32_t chosen);
/* flowback_network: the network of the run. */
Network *flowback_network(const Flowback *f);
/* flowback_count_emulated: number of log intervals emulated so far. */
uint32_t flowback_count_emulated(const Flowback *f);
/* flowback_intervals: list the chosen log's prelogs and postlogs, a line each (intervals.c). */
void flowback_intervals(Flowback *f, const Log *log, Buf *out);
struct CauseText;

/*
 * flowback_eblock_graph: append the dynamic program dependence graph of one interval alone
 * (eblock_graph.c). Its edges do not leave the interval, so no question may follow.
 */
void flowback_eblock_graph(Flowback *f, const Log *log, uint32_t block, const struct CauseText *t,
	Buf *out);
/* flowback_free: free the analysis. */
void flowback_free(Flowback *f);
/*
 * flowback_replay_together: replay the whole network for each node. Without this call, each node is
 * replayed alone where that is possible. The answers are the same.
 */
void flowback_replay_together(Flowback *f);
/* flowback_count_alone: number of nodes that were replayed alone. */
uint32_t flowback_count_alone(const Flowback *f);

/*
 * flowback_why: explain the values of some bytes in the memory of node n, before the node's
 * instruction number `count` or, with NEVER, at the end of the run. Returns the first node of the
 * graph, which is expanded as far as the options say; NULL if the memory does not exist. The graph
 * grows with each question. Afterwards the past is at another place.
 */
const Cause *flowback_why(Flowback *f, const FlowbackOptions *o, NodeId n, uint64_t count, Addr a,
	Word nbytes);

/*
 * flowback_stop: explain why a node's last instruction stopped the node; if it did not, explain why
 * Error is set. NULL if neither has happened.
 */
const Cause *flowback_stop(Flowback *f, const FlowbackOptions *o, NodeId n);

/*
 * flowback_wait: explain why a process waits, before instruction number `count` of the node or,
 * with NEVER, at the end. word: address of a word of the process's stack, written by the
 * instruction with which the wait began: the saved Iptr, or the return address of the call. note:
 * the name of the object that the process waits for. NULL: it is not known where the wait began.
 */
const Cause *flowback_wait(Flowback *f, const FlowbackOptions *o, NodeId n, uint64_t count,
	Addr word, const char *note);
/* flowback_reached: explain why instruction number `count` was executed; NULL: it was not. */
const Cause *flowback_reached(Flowback *f, const FlowbackOptions *o, NodeId n, uint64_t count);
/*
 * flowback_wait_word: the argument `word` of flowback_wait for a process that waits. own: the word
 * written by that instruction of the program itself which led to the wait, if it is known;
 * otherwise the word written by the last instruction.
 */
Addr flowback_wait_word(Target *t, const Thread *thread, bool own);

/* Bytes of the buffer for the reason why a question has no answer. */
enum { FLOWBACK_WHY = 200 };
/*
 * flowback_waits: explain, at the present place of the past, which threads a thread waits for, and
 * which threads these wait for in turn (waits.c). number 0: any thread of node n; n NOWHERE: any
 * thread, preferably one that waits for ever. closed: no program will be loaded after that place.
 * NULL, with the reason in `why`: no such thread waits.
 */
const Cause *flowback_waits(Flowback *f, const FlowbackOptions *o, NodeId n, uint32_t number,
	bool closed, char why[FLOWBACK_WHY]);
/*
 * flowback_other_waits: a text that lists the threads that wait for ever and are not in the last
 * answer of flowback_waits: "0.5 in main() queue.c:12"; NULL if there are none.
 */
const char *flowback_other_waits(const Flowback *f);

/*
 * flowback_last_scope: find the node's last instruction in a program or function that has a
 * variable with this name. Returns the number of instructions that the node had executed before;
 * NEVER: it has executed none there.
 */
uint64_t flowback_last_scope(Flowback *f, NodeId n, const char *name);

/*
 * flowback_output: explain bytes that the run has written to standard output; NULL, with the reason
 * in `why`, if they do not exist.
 */
const Cause *flowback_output(Flowback *f, const FlowbackOptions *o, uint64_t offset, Word nbytes,
	char why[FLOWBACK_WHY]);
/* flowback_column: explain the byte in a column of a line, both counted from 1. */
const Cause *flowback_column(Flowback *f, const FlowbackOptions *o, uint32_t line, uint32_t column,
	char why[FLOWBACK_WHY]);
/*
 * flowback_text: explain the nth occurrence of a text, counted from 1; *times: the number of
 * occurrences.
 */
const Cause *flowback_text(Flowback *f, const FlowbackOptions *o, const char *text, uint32_t nth,
	uint32_t *times, char why[FLOWBACK_WHY]);
/* flowback_pixel: explain a pixel, if the output is a picture (PPM). */
const Cause *flowback_pixel(Flowback *f, const FlowbackOptions *o, uint32_t x, uint32_t y,
	char why[FLOWBACK_WHY]);

/* flowback_output_read: the run's standard output; not for logs. It belongs to the analysis. */
const struct Output *flowback_output_read(Flowback *f);

/* What flowback_reach found besides the graph. */
typedef struct FlowbackReach {
	uint32_t statements; /* number of instructions that use the value, shown or not */
	uint32_t other;      /* number of reached bytes for the host outside of standard output */
	bool lost;           /* the value was in a message that a fault or a reset broke */
} FlowbackReach;

/*
 * flowback_reach: find the statements and the output that some bytes influence after the present
 * place of the past: an instruction of the node, or a time. Not for logs. The edges of this graph
 * lead from a node to its effects, so no other question may follow. Returns the node of the bytes;
 * NULL if the memory does not exist.
 */
const Cause *flowback_reach(Flowback *f, const FlowbackOptions *o, NodeId n, Addr a, Word nbytes,
	FlowbackReach *told);

/* flowback_graph: the graph with all nodes so far. */
const CauseGraph *flowback_graph(const Flowback *f);
/*
 * flowback_has_left_out: true if the answer to the last question lacks causes because of the limit
 * in FlowbackOptions.most.
 */
bool flowback_has_left_out(const Flowback *f);
/* flowback_expand: add the causes of a node of the graph, with the options of the last question. */
void flowback_expand(Flowback *f, const Cause *c);
/*
 * flowback_set_caller: if c is a statement of the kernel, TrEK or a library: store the place of the
 * call, in the program's own code, during which the statement was executed, if there is one.
 */
void flowback_set_caller(Flowback *f, const Cause *c);
/*
 * flowback_expand_further: add causes to the graph from the node `first` on, as far as a question
 * with these options would.
 */
void flowback_expand_further(Flowback *f, const FlowbackOptions *o, const Cause *first);

/* ---- show.c ---- */

/*
 * How a graph is shown. line: returns a line of a source file, or NULL if it cannot be read. node:
 * returns the number that a node has for the user.
 */
typedef struct CauseText {
	const char *(*line)(void *of, const char *file, int line);
	uint32_t (*node)(void *of, NodeId n);
	void *of;      /* context of `line` and `node` */
	uint32_t most; /* most statements to show; 0: all that are expanded */
	bool each;     /* show each execution of a statement, not only the nearest one */
	bool forward;  /* the graph's edges lead to effects (flowback_reach) */
	bool own;      /* leave out statements of the kernel, TrEK and libraries */
	const char *recording; /* name of the recording, for commands; NULL: there is none */
} CauseText;

/* cause_text: describe a node in a few words. */
void cause_text(const Cause *c, Buf *out);

/*
 * cause_place: append where and when a node was executed, and its source line. effect: NULL, or the
 * node shown before, whose process is not printed again.
 */
void cause_place(const Cause *c, const Cause *effect, const CauseText *t, Buf *out);
/* cause_edge: describe a dependence in a word. */
void cause_edge(const Dependence *d, const Cause *c, Buf *out);

/* causes_text: append the graph of causes from `first` on, as a tree in text. */
void causes_text(const CauseGraph *g, const Cause *first, const CauseText *t, Buf *out);
/* causes_json: print the graph of causes from `first` on, as JSON. */
void causes_json(const CauseGraph *g, const Cause *first, const CauseText *t);
/* causes_dot: append the graph of causes from `first` on, in the language of DOT. */
void causes_dot(const CauseGraph *g, const Cause *first, const CauseText *t, Buf *out);
/* cause_data: a node as a JSON object, which the caller owns. */
struct json_t *cause_data(const Cause *c, const CauseText *t);
/* causes_data: the object that causes_json prints; the caller owns it. */
struct json_t *causes_data(const CauseGraph *g, const Cause *first, const CauseText *t);
/* causes_html: append a page (HTML) with the graph of causes from `first` on. */
void causes_html(const CauseGraph *g, const Cause *first, const CauseText *t, Buf *out);

#endif
