/*
 * dap.h - a session that a client drives by the Debug Adapter Protocol; private to dap*.c.
 *
 * Source: the protocol's specification, version 1.6x (microsoft.github.io/debug-adapter-protocol).
 */
#ifndef DAP_H
#define DAP_H

#include "debug_main.h"

#include <jansson.h>

/* What a client's number for a frame stands for. All numbers are of one stop. */
typedef struct DapFrame {
	NodeId node;
	uint32_t process;
	size_t frame;
} DapFrame;

typedef enum DapKind { DAP_LOCALS, DAP_ARGUMENTS, DAP_GLOBALS, DAP_REGISTERS, DAP_VALUE } DapKind;

/* What a variablesReference stands for. */
typedef struct DapVariables {
	DapKind kind;
	DapFrame frame;
	Value value; /* DAP_VALUE: in the arena of the stop */
} DapVariables;

typedef struct Dap {
	Session *s;         /* NULL: nothing is debugged yet */
	Debugged debugged;
	const char *what;   /* of the command line; NULL: the client says */
	int out;
	int64_t seq;
	bool lines_from_0, columns_from_0;
	bool ended;
	bool stop_on_entry;
	bool deadlock;      /* the client wants to be told of one as of an exception */
	Arena stop;         /* of what the numbers stand for */
	DapFrame *frames;
	uint32_t nframes, frames_cap;
	DapVariables *variables;
	uint32_t nvariables, variables_cap;
	/* done when the answer has been sent */
	void (*after)(struct Dap *d);
	StepKind step;
	bool over, backward;
	Place to;
	json_t *list;       /* that an answer is being made of; released if that fails */
} Dap;

/* ---- dap.c ---- */

/* dap_new: answers go to the descriptor `out`. dap_message: one that has come. */
Dap *dap_new(const char *what, int out);
void dap_free(Dap *d);
void dap_message(Dap *d, const char *text, size_t n);

void dap_event(Dap *d, const char *event, json_t *body); /* takes the body */
void dap_output(Dap *d, const char *category, const char *text);
_Noreturn void dap_fail(Dap *d, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Of a request's arguments: what is missing or of another kind fails, or is the default. */
const char *dap_string(Dap *d, const json_t *args, const char *key, const char *otherwise);
int64_t dap_number(Dap *d, const json_t *args, const char *key, int64_t otherwise);
bool dap_flag(const json_t *args, const char *key);
Session *dap_session(Dap *d); /* none fails */
/* a new list for the answer, which it goes into: one for each request */
json_t *dap_list(Dap *d);

/* ---- dap_run.c: requests that stop and move; each returns the answer's body, or NULL ---- */

json_t *dap_set_breakpoints(Dap *d, const json_t *args);
json_t *dap_set_function_breakpoints(Dap *d, const json_t *args);
json_t *dap_set_instruction_breakpoints(Dap *d, const json_t *args);
json_t *dap_set_exception_breakpoints(Dap *d, const json_t *args);
json_t *dap_data_breakpoint_info(Dap *d, const json_t *args);
json_t *dap_set_data_breakpoints(Dap *d, const json_t *args);
json_t *dap_continue(Dap *d, const json_t *args);
json_t *dap_reverse_continue(Dap *d, const json_t *args);
json_t *dap_next(Dap *d, const json_t *args);
json_t *dap_step_in(Dap *d, const json_t *args);
json_t *dap_step_out(Dap *d, const json_t *args);
json_t *dap_step_back(Dap *d, const json_t *args);
json_t *dap_pause(Dap *d, const json_t *args);
json_t *dap_goto_targets(Dap *d, const json_t *args);
json_t *dap_goto(Dap *d, const json_t *args);
json_t *dap_restart(Dap *d, const json_t *args);
/* dap_stopped: send the event that the machine has stopped, with the reason. */
void dap_stopped(Dap *d, const char *reason);

/* ---- dap_show.c: requests that look ---- */

json_t *dap_threads(Dap *d, const json_t *args);
json_t *dap_stack_trace(Dap *d, const json_t *args);
json_t *dap_scopes(Dap *d, const json_t *args);
json_t *dap_variables(Dap *d, const json_t *args);
json_t *dap_evaluate(Dap *d, const json_t *args);
json_t *dap_source(Dap *d, const json_t *args);
json_t *dap_disassemble(Dap *d, const json_t *args);
json_t *dap_read_memory(Dap *d, const json_t *args);
json_t *dap_exception_info(Dap *d, const json_t *args);

/*
 * dap_put_value: value, type, variablesReference into an object of the protocol; `key` is the
 * value's.
 */
void dap_put_value(Dap *d, json_t *out, const char *key, Value v);
/* dap_variables_of: what a request's variablesReference stands for, in its frame. */
DapVariables dap_variables_of(Dap *d, const json_t *args);
/* dap_part: the part of a value that dap_variables lists by that name; false if there is none. */
bool dap_part(Dap *d, Value v, const char *name, Value *part);

/* ---- dap_change.c ---- */

json_t *dap_set_variable(Dap *d, const json_t *args);
json_t *dap_set_expression(Dap *d, const json_t *args);

/* dap_choose: the process that a client's thread number names. */
void dap_choose(Dap *d, int64_t thread);
int64_t dap_thread_id(const Session *s, NodeId n, uint32_t number);
/* dap_frame: choose the frame of a client's number; 0: that of the chosen process. */
void dap_frame(Dap *d, int64_t id);
void dap_forget(Dap *d); /* the machine has moved: numbers mean nothing any more */
int dap_line(const Dap *d, int line); /* as the client counts */

#endif
