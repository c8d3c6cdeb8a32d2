/*
 * dap.h - a debugging session that a client controls by the Debug Adapter Protocol. Private to
 * dap*.c.
 *
 * Source: the protocol's specification, version 1.6x (microsoft.github.io/debug-adapter-protocol).
 */
#ifndef DAP_H
#define DAP_H

#include "debug_main.h"

#include <jansson.h>
#include <pthread.h>

/* What a frame number of the client stands for. The client's numbers are valid during one stop. */
typedef struct DapFrame {
	NodeId node;
	uint32_t process;
	size_t frame; /* number of the frame, 0 for the innermost */
} DapFrame;

/* What a variablesReference stands for. */
typedef enum DapKind {
	DAP_LOCALS,
	DAP_ARGUMENTS,
	DAP_GLOBALS,
	DAP_REGISTERS,
	DAP_VALUE,
	DAP_TAKEN, /* the process that took a semaphore last; searched for when the client asks */
	DAP_PLACE, /* a source line, for a locationReference */
} DapKind;

/* What a variablesReference of the client stands for. */
typedef struct DapVariables {
	DapKind kind;
	DapFrame frame;
	/* DAP_VALUE, DAP_TAKEN: the value; `value` and `expression` are in the arena `stop` */
	Value value;
	const char *expression; /* an expression for the value in its frame; NULL: there is none */
	SourcePlace place; /* DAP_PLACE: borrowed from the program */
} DapVariables;

/* The highest number of stopped threads that are remembered. */
enum { DAP_MAX_STOPPED = 16 };

typedef struct Dap {
	Session *s;         /* NULL if nothing is being debugged yet */
	Debugged debugged;
	const char *what; /* recording of the command line; NULL if the client chooses one */
	char *outcome;      /* the recording of the outcome whose number the client has given */
	int out;            /* descriptor to which messages for the client are written */
	FILE *console;      /* the session's output */
	pthread_mutex_t sending; /* guards `out` and `seq`: another thread sends output, too */
	int64_t seq;             /* sequence number of the last message sent */
	struct DapInput *in;     /* reads the client's messages */
	MakeRun *make;      /* NULL: a client cannot launch a run */
	const json_t *request; /* the request being handled */
	json_t *launch;     /* the unanswered request to make a run, or NULL */
	bool is_live;       /* the session debugs a run that is being made */
	bool goes_on;       /* the run continues when the client leaves */
	bool lines_from_0, columns_from_0; /* the client counts lines, or columns, from 0 */
	bool ended;                        /* the client has ended the session */
	Place beginning;    /* beginning of the session: of the run, or of a task's function */
	bool stop_on_entry; /* the client wants a stop at the beginning */
	/* the client has attached to a recording: the session begins at the Error that ended it */
	bool attached;
	bool deadlock;      /* the client wants a deadlock to be reported as an exception */
	/* the listed threads: those of the node `listed_node`, and those that stopped last */
	NodeId listed_node;
	int64_t stopped[DAP_MAX_STOPPED]; /* 0: none */
	/* number of threads noted in `stopped` in the session, including overwritten ones */
	uint32_t nstopped;
	Arena stop; /* the data to which the client's numbers refer; emptied at the next move */
	DapFrame *frames; /* [nframes] by the client's number less 1 */
	uint32_t nframes, frames_cap;
	DapVariables *variables; /* [nvariables] by the client's number less 1 */
	uint32_t nvariables, variables_cap;
	void (*after)(struct Dap *d); /* called after the answer has been sent; may be NULL */
	StepKind step; /* the arguments of `after`: kind of step */
	bool over, backward; /* further arguments of `after`: step over calls; go backward */
	json_t *list; /* a part of the answer that is being made; released if the request fails */
} Dap;

/* ---- dap.c ---- */

typedef struct DapInput DapInput;

/* dap_new: an adapter whose answers go to the descriptor `out`; what: as for dap_main. */
Dap *dap_new(const char *what, int out);
/* dap_free: free the adapter and its session. */
void dap_free(Dap *d);
/* dap_handle_message: handle a message of n bytes from the client. */
void dap_handle_message(Dap *d, const char *text, size_t n);

/* dap_serve: handle messages until the session ends, or the client asks for a run to be made. */
void dap_serve(Dap *d);
/* dap_send_event: send an event; takes ownership of the body. */
void dap_send_event(Dap *d, const char *event, json_t *body);
/* dap_send_output: send n bytes of text to the client's console. */
void dap_send_output(Dap *d, const char *category, const char *text, size_t n);
/* dap_answer: answer a request; good: it has succeeded. Takes ownership of the body. */
void dap_answer(Dap *d, const json_t *request, bool good, json_t *body);
/* dap_fail: fail the request with a formatted message. */
_Noreturn void dap_fail(Dap *d, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/*
 * dap_string: the text `key` of a request's arguments. If the key is missing, the result is
 * `otherwise`. The request fails if the key is missing and `otherwise` is NULL, or if the value is
 * not a text.
 */
const char *dap_string(Dap *d, const json_t *args, const char *key, const char *otherwise);
/*
 * dap_number: the number `key` of a request's arguments. If the key is missing, the result is
 * `otherwise`. The request fails if the key is missing and `otherwise` is INT64_MIN, or if the
 * value is not a number.
 */
int64_t dap_number(Dap *d, const json_t *args, const char *key, int64_t otherwise);
/* dap_session: the session; the request fails if there is none. */
Session *dap_session(Dap *d);
/* dap_new_list: a new list for the answer, which owns it: at most one for each request. */
json_t *dap_new_list(Dap *d);

/* dap_add_folders: add the folders that `sources` of a launch request names. */
void dap_add_folders(Dap *d, const json_t *args);

/* ---- dap_live.c: runs that are made ---- */

/*
 * dap_make_run: make the run that the client's launch request d->launch describes (see
 * dap_check_run), and debug it; does not return.
 */
_Noreturn void dap_make_run(Dap *d);
/*
 * dap_check_run: fail the request launch unless its arguments name a program that can be run, with
 * options as lists of strings.
 */
void dap_check_run(Dap *d, const json_t *args);
/* dap_end_output: send the rest of the run's output; later output is dropped. */
void dap_end_output(Dap *d);

/* ---- dap_run.c: requests to set stops and to run; each returns the answer's body, or NULL ---- */

/*
 * dap_set_breakpoints: answer the request setBreakpoints: replace the breakpoints of a source file.
 */
json_t *dap_set_breakpoints(Dap *d, const json_t *args);
/*
 * dap_set_function_breakpoints: answer the request setFunctionBreakpoints: replace the breakpoints
 * at functions.
 */
json_t *dap_set_function_breakpoints(Dap *d, const json_t *args);
/*
 * dap_set_instruction_breakpoints: answer the request setInstructionBreakpoints: replace the
 * breakpoints at addresses.
 */
json_t *dap_set_instruction_breakpoints(Dap *d, const json_t *args);
/* dap_exception_filters: the filters that a client can choose. */
json_t *dap_exception_filters(void);
/*
 * dap_set_exception_breakpoints: answer the request setExceptionBreakpoints: stop at what the
 * chosen filters name.
 */
json_t *dap_set_exception_breakpoints(Dap *d, const json_t *args);
/*
 * dap_data_breakpoint_info: answer the request dataBreakpointInfo: whether an object can be
 * watched, and the dataId for doing so.
 */
json_t *dap_data_breakpoint_info(Dap *d, const json_t *args);
/* dap_set_data_breakpoints: answer the request setDataBreakpoints: replace the watchpoints. */
json_t *dap_set_data_breakpoints(Dap *d, const json_t *args);
/* dap_continue: answer the request continue: run forward, after the answer. */
json_t *dap_continue(Dap *d, const json_t *args);
/* dap_reverse_continue: answer the request reverseContinue: run backward, after the answer. */
json_t *dap_reverse_continue(Dap *d, const json_t *args);
/* dap_next: answer the request next: step over calls, after the answer. */
json_t *dap_next(Dap *d, const json_t *args);
/* dap_step_in: answer the request stepIn: step into calls, after the answer. */
json_t *dap_step_in(Dap *d, const json_t *args);
/* dap_step_out: answer the request stepOut: run until the function returns, after the answer. */
json_t *dap_step_out(Dap *d, const json_t *args);
/* dap_step_back: answer the request stepBack: step backward, after the answer. */
json_t *dap_step_back(Dap *d, const json_t *args);
/* dap_pause: answer the request pause; the run has already been interrupted. */
json_t *dap_pause(Dap *d, const json_t *args);
/*
 * dap_goto_targets: answer the request gotoTargets with two places of a line: where it was last
 * executed before now, and where it is executed next.
 */
json_t *dap_goto_targets(Dap *d, const json_t *args);
/* dap_goto: answer the request goto: run to a line, forward or backward, after the answer. */
json_t *dap_goto(Dap *d, const json_t *args);
/*
 * dap_continued: report a move that the client did not request, so that the client forgets the last
 * stop.
 */
void dap_continued(Dap *d, int64_t thread);
/* dap_stopped: send the event that the machine has stopped, with the reason. */
void dap_stopped(Dap *d, const char *reason);

/* ---- dap_nodes.c: nodes and their processes ---- */

/* dap_threads: answer the request threads: the processes to be listed. */
json_t *dap_threads(Dap *d, const json_t *args);
/* dap_nodes: answer the request trellisNodes of our own: the nodes of the machine. */
json_t *dap_nodes(Dap *d, const json_t *args);
/* dap_processes: answer the request trellisProcesses of our own: the processes of a node. */
json_t *dap_processes(Dap *d, const json_t *args);
/* dap_list_stopped: choose the threads to be listed, after the machine has stopped. */
void dap_list_stopped(Dap *d);

/* ---- dap_ask.c: questions ---- */

/* dap_evaluate: answer the request evaluate: an expression, or a command in the console. */
json_t *dap_evaluate(Dap *d, const json_t *args);
/* dap_completions: answer the request completions: the names that can complete a text. */
json_t *dap_completions(Dap *d, const json_t *args);
/* dap_why: answer the request trellisWhy of our own: where a value comes from. */
json_t *dap_why(Dap *d, const json_t *args);

/* ---- dap_show.c: requests to show something ---- */

/* text_json: arbitrary bytes as a JSON string. */
json_t *text_json(const char *text, size_t n);
/* buf_json: a buffer's bytes as a JSON string; frees the buffer. */
json_t *buf_json(Buf *b);
/* dap_stack_trace: answer the request stackTrace: the calls of a process. */
json_t *dap_stack_trace(Dap *d, const json_t *args);
/* dap_scopes: answer the request scopes: the groups of variables of a frame. */
json_t *dap_scopes(Dap *d, const json_t *args);
/* dap_variables: answer the request variables: the parts of a value or of a group. */
json_t *dap_variables(Dap *d, const json_t *args);
/* dap_locations: answer the request locations: the source line of a locationReference. */
json_t *dap_locations(Dap *d, const json_t *args);
/* dap_source: answer the request source: the text of a source file. */
json_t *dap_source(Dap *d, const json_t *args);
/* dap_disassemble: answer the request disassemble. */
json_t *dap_disassemble(Dap *d, const json_t *args);
/* dap_read_memory: answer the request readMemory. */
json_t *dap_read_memory(Dap *d, const json_t *args);
/* dap_exception_info: answer the request exceptionInfo: why the machine has stopped. */
json_t *dap_exception_info(Dap *d, const json_t *args);

/*
 * dap_put_value: put value, type and variablesReference into an object of the protocol; `key` is
 * the value's name; `expression` is an expression for the value, or NULL.
 */
void dap_put_value(Dap *d, json_t *out, const char *key, Value v, const char *expression);
/*
 * dap_variables_of: what a request's variablesReference stands for; its frame is then selected.
 */
DapVariables dap_variables_of(Dap *d, const json_t *args);
/*
 * dap_find_part: the part of a value that dap_variables lists under that name; false if there is
 * none.
 */
bool dap_find_part(Dap *d, Value v, const char *name, Value *part);

/* ---- dap_change.c ---- */

/* dap_set_variable: answer the request setVariable: assign to a variable that the client shows. */
json_t *dap_set_variable(Dap *d, const json_t *args);
/* dap_set_expression: answer the request setExpression: assign to the object of an expression. */
json_t *dap_set_expression(Dap *d, const json_t *args);

/* dap_select_process: select the process that a thread number of the client stands for. */
void dap_select_process(Dap *d, int64_t thread);
enum { DAP_NO_PROCESS = 0 };

/* dap_thread_id: the client's thread number of a process, or of a node without one. */
int64_t dap_thread_id(const Session *s, NodeId n, uint32_t number);
/* dap_thread_node: the node of a client's thread number. */
NodeId dap_thread_node(int64_t thread);
/*
 * dap_select_frame: select the frame with a client's number; 0: the frame of the selected process.
 */
void dap_select_frame(Dap *d, int64_t id);
/*
 * dap_forget_numbers: make all frame and variable numbers that the client has invalid, after the
 * machine has moved.
 */
void dap_forget_numbers(Dap *d);
/* dap_client_line: a source line's number as the client counts it, from 0 or 1. */
int dap_client_line(const Dap *d, int line);

#endif
