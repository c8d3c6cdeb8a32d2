/*
 * session.h - a debugging session: a past, the process that is looked at, where to stop, and how to
 * get there.
 *
 * Private to detrek/debug/. The terminal (terminal.c) and the Debug Adapter Protocol (dap.c) are
 * faces of the same session. session_fail reports a mistake of the user's and returns to the user
 * interface.
 */
#ifndef SESSION_H
#define SESSION_H

#include "detrek/events/events.h"
#include "detrek/expr/process.h"

#include "cc/debug/source_lines.h"
#include "detrek/flowback/flowback.h"
#include "detrek/target/target.h"
#include "sim/past/past.h"

#include <setjmp.h>

enum { MAX_MESSAGE = 400 };

/* ---- where to stop ---- */

typedef enum PointKind {
	POINT_CODE,     /* before an instruction */
	POINT_WATCH,    /* a variable changes */
	POINT_READ,     /* ... or is read */
	POINT_ERROR,    /* a process or node ends badly */
	POINT_STOP,     /* a node stops */
	POINT_MESSAGE,  /* a message has come over a link */
	POINT_TASK,     /* a user's function begins with a task */
	POINT_EVENT,    /* an event that spans nodes begins to hold */
	NPOINTKINDS
} PointKind;

/* A place in a program. */
typedef struct CodePlace {
	ProgramInfo *program;
	Addr addr; /* linked */
} CodePlace;

/* A task, or one part of it, and which of the user's functions works at it. */
typedef struct TaskName {
	uint64_t task;
	bool any;          /* whatever its number */
	bool has_part;     /* only the part with this SubTid */
	uint32_t part;
	uint32_t function; /* enum NodeFunction; FN_NONE: any of a slave's */
} TaskName;

typedef struct Point {
	uint32_t number;    /* from 1; 0: the slot is free */
	PointKind kind;
	bool enabled, once; /* tbreak */
	bool has_process;   /* only of the process with this stack: */
	NodeId node;        /* NOWHERE: of all nodes */
	Addr low;
	Word nbytes;
	char *text;         /* as it was typed */
	char *condition;    /* NULL if there is none */
	char *owner;        /* which list of a DAP client's it is on; NULL if there is none */
	uint64_t hits, ignore;
	/* nplaces of them; those of a function or line in every program that has it */
	CodePlace places[MAX_PLACES];
	size_t nplaces;
	/* watched: on its node; the type is of the arena */
	Arena arena;
	Addr addr;
	Word size;
	const Type *type;
	struct Life *life;  /* of a local variable, else NULL */
	uint32_t link;      /* POINT_MESSAGE: NOWHERE: any */
	TaskName task;      /* POINT_TASK */
	struct EventPoint *event; /* POINT_EVENT, else NULL */
} Point;

/* How a process is moved on: see step.c. */
typedef enum StepKind {
	STEP_NONE,
	STEP_INTO,
	STEP_OVER,
	STEP_OUT,
	STEP_UNTIL,
	STEP_INSTRUCTION,
	STEP_ENTRY
} StepKind;

typedef struct Step {
	StepKind kind;
	bool over;         /* STEP_INSTRUCTION: not into calls */
	NodeId node;
	Addr low;          /* the process, by its stack */
	Word nbytes;
	Word desc;         /* ... or, without one, by its workspace */
	ProgramInfo *program;
	Addr cfa, pc;      /* of the function from which it goes; linked */
	Addr wptr;
	const char *function;
	int line;
	Addr back;         /* STEP_OUT: the linked address to return to ... */
	Addr back_wptr;    /* ... with this workspace */
} Step;

/* Why the network stands where it stands. */
typedef enum Reason {
	REASON_NONE,
	REASON_POINT,
	REASON_STEP,
	REASON_GOTO,
	REASON_BEGINNING,
	REASON_END,
	REASON_INTERRUPTED,
} Reason;

typedef struct Event {
	Reason reason;
	uint32_t point;    /* its number */
	Place place;
	Word old, new;     /* of a watched word */
	Addr addr;
	char text[160];    /* more of it; "": nothing */
	bool of_node;      /* it happened on this node, whatever `place` says: */
	NodeId node;
} Event;

typedef struct Display {
	uint32_t number;
	char *text;
	char format; /* 0: as the type has it */
} Display;

/* A run that can be gone through: the one that the session was begun with, or a branch. */
typedef struct Line {
	char *name;
	Past *past;
	uint32_t from; /* of a branch: the line that it leaves, ... */
	Place left;    /* ... where */
} Line;

typedef struct Session {
	Past *past; /* of the line at hand, as is w */
	const Past *files; /* of which recording the programs and sources are */
	Network *w;
	const char *end;   /* why the run ends; NULL: as the network says */
	Line *lines;       /* nlines of them; the first is the run */
	uint32_t nlines, line, last_line;
	Target *target;
	Sources *sources;
	char **folders;    /* sources are looked for here, too */
	uint32_t nfolders;
	FILE *out;         /* what commands print */
	Arena arena;       /* of the command at hand */
	jmp_buf escape;    /* session_fail's */
	char message[MAX_MESSAGE];
	/* the selected process */
	NodeId node;
	uint32_t number;   /* of its process; 0 if there is none */
	Thread thread;     /* as it stands now */
	bool has_thread;
	ChainFrame chain[MAX_CHAIN];
	size_t nchain, frame;
	/* where to stop */
	Point **points;
	uint32_t npoints, last_point;
	Display *displays;
	uint32_t ndisplays, last_display;
	Event event;       /* the last */
	/* a search under way: see stop.c */
	Watcher *watcher;
	Step step;
	bool backward;
	Event *events;     /* nevents that were seen */
	uint32_t nevents, events_cap;
	bool failed;       /* a condition could not be evaluated: message says why */
	bool quit;
	int status;
	Flowback *flowback; /* NULL: `why` has not been asked yet */
	/* for `list` */
	char *list_file;
	int list_line;
	uint32_t nvalues;
} Session;

/* session_fail: report a mistake to the user interface, and end the command. */
_Noreturn void session_fail(Session *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* ---- session.c ---- */

/*
 * session_new: of a past, with the programs of a recording, which may be another one's; more may be
 * added to the target.
 */
Session *session_new(Past *past, const Past *files);
void session_free(Session *s);
/*
 * session_refresh: the network has moved: the chosen process is looked up anew, or another one is
 * chosen.
 */
void session_refresh(Session *s);
/* session_choose: a process to look at; 0: the one that runs there. */
void session_choose(Session *s, NodeId n, uint32_t number);
void session_frame(Session *s, size_t frame);
const ChainFrame *session_here(Session *s); /* the chosen frame; none fails */
Thread *session_thread(Session *s);         /* the chosen process; none fails */
/* session_parse_process: "NODE.PROCESS", "NODE", or "PROCESS" of the chosen node. */
void session_parse_process(Session *s, const char *text, NodeId *n, uint32_t *number);
NodeId session_parse_node(Session *s, const char *text);
EndRef session_parse_link(Session *s, const char *text); /* of a node: "n3.1" */
/* session_line: of a source file, wherever it is now; NULL: not there. */
const char *session_line(Session *s, const char *file, int line);
/* session_source: the file that it is read from. */
const char *session_source(Session *s, const char *file);
/* source_name: a source's path below the current directory without that. */
const char *source_name(const char *path);
Time session_time(const Session *s); /* where the network is */

/* ---- names.c: expressions ---- */

/* A frame in which expressions are evaluated; frame NULL: outside of all. */
typedef struct Scope {
	Session *s;
	NodeId node;
	Loaded in;
	const ChainFrame *frame;
} Scope;

Names scope_names(Scope *scope);
/* session_scope: the chosen frame's, or if there is none, of the node's kernel or only program. */
Scope session_scope(Session *s);
/* session_eval: in the chosen frame; failure is session_fail's. It is read from memory. */
Value session_eval(Session *s, const char *text);
Value session_object(Session *s, const char *text); /* the same, not yet read */
/* session_print_value: as `print` does; format: x, d, u, o, t, c, a, f, s or 0. */
void session_value_text(Session *s, Value v, char format, Buf *out);

/* ---- point.c ---- */

Point *point_new(Session *s, PointKind kind, const char *text);
Point *point_find(Session *s, uint32_t number); /* NULL if there is none */
void point_delete(Session *s, Point *p);
void points_free(Session *s);
/*
 * point_locate: a place as `break` takes it: FUNCTION, FILE:LINE, LINE, *ADDRESS; with a program's
 * name and :: before it, in that program only. No such place fails.
 */
void point_locate(Session *s, const char *text, Point *p);
void point_text(Session *s, const Point *p, Buf *out); /* "breakpoint 1 at split_fn, split.c:12" */
/* point_here: the code point stands at the place of a process. */
bool point_process(const Point *p, NodeId n, Addr wptr);

/* ---- task.c ---- */

/*
 * task_parse: "49", "49.0010", with " compute", " split", " join", " generator" or " receiver"
 * behind it.
 */
bool task_parse(const char *text, TaskName *t);
void task_text(const TaskName *t, Buf *out);
/*
 * task_marks: where task_begins is to be asked. task_ranges: what task_noted is to be shown, in a
 * search under way.
 */
void task_marks(Session *s, NodeId n, const TaskName *t, const Loaded *in,
	void (*mark)(Session *s, NodeId n, Addr a));
void task_ranges(Session *s, NodeId n, const TaskName *t);
/*
 * task_begins: the node stands before a function that begins with the task. task_noted: the access
 * tells that one has begun.
 */
bool task_begins(const Session *s, const TaskName *t, NodeId n, const Loaded *in);
bool task_noted(const Session *s, const TaskName *t, NodeId n, const Access *a);

/* ---- stop.c: from stop to stop ---- */

/* session_go: on, or back, until something is to be looked at; the step may be STEP_NONE. */
void session_go(Session *s, const Step *step, bool backward, Time until);
/* session_goto: false: there is no such place. */
bool session_goto(Session *s, Place to);

/* ---- lone_task.c ---- */

/*
 * session_task: go on (back) to the first (last) place at which a function begins with a task.
 * false if there is none.
 */
bool session_task(Session *s, const TaskName *t, bool backward);

/* ---- what_if.c ---- */

void session_lines_begin(Session *s);
void session_lines_free(Session *s);
/*
 * session_branch: go over to the line of that name, or make one that leaves the run here; NULL: a
 * new one, with some name.
 */
void session_branch(Session *s, const char *name);
/*
 * session_change: a node, here, in the branch at hand, or in a new one. What cannot be changed
 * fails.
 */
void session_change(Session *s, const Change *c);
/*
 * session_assign: an expression that assigns. session_call: FUNCTION(ARGUMENT, ...) by the chosen
 * process; TYPE_VOID: it returns no value that can be printed. Both change a branch, as above, and
 * return the value.
 */
Value session_assign(Session *s, const char *text);
/* an object becomes what an expression is */
Value session_set(Session *s, Value object, const char *value);
Value session_call(Session *s, const char *text);

/* ---- event.c: breakpoints at events that span nodes ---- */

typedef struct EventPoint EventPoint;

EventPoint *event_point_new(Session *s, const char *text); /* a wrong text fails */
void event_point_free(EventPoint *e);
/*
 * Around a piece of the run, and what the watcher reports of it; found: where instructions make
 * events hold.
 */
void event_points_begin(Session *s);
void event_points_marked(Session *s, NodeId n);
void event_points_accesses(Session *s, NodeId n, const Access *a, uint32_t naccesses);
void event_points_end(Session *s, void (*found)(Session *s, const Point *p, Place at));
/* event_point_goto: from such a place to one where the event holds; false if there is none. */
bool event_point_goto(Session *s, const Point *p, Place made);
/* its local events, where the network stands */
void event_point_text(Session *s, const Point *p, Buf *out);

/* ---- life.c: watched variables that are local to a call ---- */

typedef struct Life Life;

/* life_find: of a new watchpoint, in the chosen process; none if it is not local. */
void life_find(Session *s, Point *p);
/*
 * Around a search, of which the place it began at must be one where it is known whether variables
 * live: lives_update, lives_seen.
 */
void lives_update(Session *s);
void lives_seen(Session *s);
/* life_marks: what is to be marked, for life_marked: true if the life ends or begins; text: how. */
void life_marks(const Point *p, NodeId n, Watcher *o);
bool life_marked(const Session *s, const Point *p, NodeId n, char *text, size_t size);
/* life_has: an access by the instruction that follows so many. */
bool life_has(const Point *p, uint64_t count);

/* ---- step.c ---- */

/* step_from: from where the chosen process is. What cannot be stepped fails. */
Step step_from(Session *s, StepKind kind);
/* step_reached: the process stands before an instruction at which the step may end. */
bool step_reached(Session *s, const Step *step, NodeId n, const Loaded *in);
/* step_marks: all places at which step_reached is to be asked. */
void step_marks(Session *s, const Step *step, void (*mark)(Session *s, NodeId n, Addr a));
/* session_step: `count` steps of a kind, on or back. */
void session_step(Session *s, StepKind kind, bool over, bool backward, uint64_t count);
void session_finish(Session *s, bool backward);

/* ---- show.c ---- */

void show_event(Session *s);               /* why it stands, and where */
void show_where(Session *s, bool source);  /* frame line, and the source line */
void show_frame(Session *s, size_t frame);
void show_frame_text(Session *s, const ChainFrame *f, Buf *out, bool arguments);
void show_chain(Session *s, size_t most, bool locals);
void show_locals(Session *s, const ChainFrame *f, bool parameters, const char *indent);
void show_list(Session *s, const char *argument);
void show_displays(Session *s);
void show_some_place(Session *s, Place at, Buf *out);
void show_place(Session *s, Buf *out);     /* "0.123456789 s" and so on */
void show_memory(Session *s, const char *format, const char *argument);
void show_disassembly(Session *s, const char *argument);
/* show_decode: an instruction with its prefixes; returns its bytes, 0: there is no memory. */
Word show_decode(Session *s, Addr a, Buf *out);
/* show_instruction_at: the instruction so many behind (before) the one at an address. */
Addr show_instruction_at(Session *s, Addr a, int64_t skip);
void show_registers(Session *s);
void show_time(Time t, Buf *out);
void thread_name(Session *s, const Thread *t, Buf *out); /* "3.2 slave: compute_fn" */

/* ---- why.c ---- */

typedef enum WhyForm { WHY_TEXT, WHY_JSON, WHY_DOT, WHY_HTML } WhyForm;

typedef struct WhyOptions {
	FlowbackOptions flowback;
	WhyForm form;
	uint32_t most; /* nodes shown; 0: all */
	bool ended;    /* a variable that is gone is looked at where it existed last */
} WhyOptions;

/*
 * session_why: print where an expression's value comes from, in the chosen frame; "": why the node
 * has stopped. No answer fails.
 */
void session_why(Session *s, const WhyOptions *o, const char *expression);

/* ---- info.c ---- */

void info_command(Session *s, const char *argument);

/* ---- command.c; commands are in command_*.c ---- */

typedef struct DebugCommand {
	const char *name;
	const char *alias; /* NULL if there is none */
	void (*run)(Session *s, const char *argument);
	const char *args;
	const char *help; /* one line */
} DebugCommand;

extern const DebugCommand debug_commands[];
extern const int ndebug_commands;
/*
 * debug_command_named: that of the name, or the only one that begins so; NULL if there is none, or
 * several.
 */
const DebugCommand *debug_command_named(const char *name, size_t len);
/* session_command: runs a line; false: it has failed, and s->message says why. */
bool session_command(Session *s, const char *line);

/* ---- terminal.c ---- */

/* session_script: the commands of a file; false: one has failed. */
bool session_script(Session *s, const char *file, bool echo);
void session_terminal(Session *s);

#endif
