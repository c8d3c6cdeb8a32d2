/*
 * session.h - a debugging session: the run that is debugged (a past, sim/past), the selected
 * process and the breakpoints; and the functions that move the run forward and backward in time.
 *
 * Private to detrek/debug/. The terminal (terminal.c) and the Debug Adapter Protocol (dap.c) are
 * two interfaces to the same session. session_fail reports a mistake of the user and returns to the
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
	POINT_CODE,     /* a process reaches an instruction */
	POINT_WATCH,    /* a variable changes */
	POINT_READ,     /* a variable is read */
	POINT_ERROR,    /* a process or node fails */
	POINT_UNALIGNED, /* an instruction accesses a word at an address that is not aligned */
	POINT_STOP,     /* a node stops for any reason */
	POINT_MESSAGE,  /* a message has arrived over a link */
	POINT_TASK,     /* a user function begins a task */
	POINT_EVENT,    /* an event over several nodes begins to hold */
	NPOINTKINDS
} PointKind;

/* A position in a program. */
typedef struct CodePlace {
	ProgramInfo *program;
	Addr addr;    /* link address */
	/*
	 * depth of the function's frame; deeper frames belong to inlined calls that begin at addr
	 */
	size_t depth;
} CodePlace;

/* Which task, or part of a task, and which user functions a point or a command refers to. */
typedef struct TaskName {
	uint64_t task;     /* number of the task */
	bool any;          /* every task number matches */
	bool has_part;     /* only the part with the SubTid `part` matches */
	uint32_t part;
	uint32_t function; /* enum NodeFunction; FN_NONE: any function of a slave */
} TaskName;

/* A reason to stop that the user has set: a breakpoint, a watchpoint or the like. */
typedef struct Point {
	uint32_t number;    /* the user's number of the point, from 1; 0 if the slot is free */
	PointKind kind;
	bool enabled, once; /* once: the first stop at the point disables it (`tbreak`) */
	/* the point stops only the process whose stack has nbytes bytes from `low` on */
	bool has_process;
	NodeId node;        /* NOWHERE for all nodes */
	Addr low;
	Word nbytes;
	char *text;         /* the place or object as the user has typed it */
	char *condition;    /* NULL if none */
	char *log;          /* text to print at each hit instead of stopping; NULL if none */
	char *owner; /* name of the DAP client's list that contains the point; NULL if none */
	char **commands;    /* [ncommands] to execute when it stops */
	uint32_t ncommands;
	/* number of hits so far; number of further hits that do not stop the run */
	uint64_t hits, ignore;
	/* [nplaces] where the function or line begins; it may be in several programs */
	CodePlace places[MAX_PLACES];
	size_t nplaces;
	/*
	 * for a watchpoint: the object that it watches on its node; the object's type is in the
	 * arena
	 */
	Arena arena;
	Addr addr;
	Word size;
	const Type *type;
	struct Life *life;  /* how long a watched local variable exists; NULL for other points */
	bool of_program;    /* the watched object exists only while its program is loaded */
	uint32_t link;      /* POINT_MESSAGE: number of the link; NOWHERE: any link */
	TaskName task;      /* POINT_TASK */
	struct EventPoint *event; /* POINT_EVENT, otherwise NULL */
} Point;

/* How far a process is moved: see step.c. */
typedef enum StepKind {
	STEP_NONE, /* no step: run until another reason to stop */
	STEP_INTO, /* to another line, also in a called function */
	STEP_OVER, /* to another line, not in called functions */
	STEP_OUT,  /* until the function returns */
	STEP_OUT_INLINED, /* leave the step's frame, which is an inlined call */
	STEP_UNTIL, /* to a line at a higher address of the function, or out of the function */
	STEP_INSTRUCTION, /* one instruction */
	STEP_ENTRY /* backward, to the beginning of the function */
} StepKind;

/* A step of a process, and the place where it begins. */
typedef struct Step {
	StepKind kind;
	bool over;         /* STEP_INSTRUCTION: do not enter calls */
	NodeId node;
	Addr low;          /* lowest address of the process's stack, which identifies it */
	Word nbytes;
	Word desc;         /* for a process without a stack: its workspace identifies it */
	ProgramInfo *program;
	/* where the step starts: the function's frame address, and the link address */
	Addr cfa, pc;
	size_t depth;      /* depth of the frame in which the step starts */
	Addr wptr;
	const char *function;
	int line;
	Addr back;         /* STEP_OUT: link address of the return */
	Addr back_wptr;    /* STEP_OUT: Wptr at the return */
} Step;

/* The reason why the network has stopped. */
typedef enum Reason {
	REASON_NONE, /* no reason, or one that does not count */
	REASON_POINT, /* a point that the user has set */
	REASON_STEP,  /* the step has ended */
	REASON_STOPPED, /* the node stopped during a step */
	REASON_GOTO,    /* the command `goto` has reached its place */
	REASON_BEGINNING, /* the run's beginning was reached */
	REASON_END,       /* the run's end was reached */
	REASON_INTERRUPTED, /* the user has interrupted the command */
} Reason;

/* A stop of the network, or a possible reason to stop. */
typedef struct Event {
	Reason reason;
	uint32_t point;    /* number of the breakpoint */
	Place place;
	Word old, new;     /* the value of a watched word before and after */
	Addr addr;         /* address of this word */
	char text[160];    /* further text for the user; may be empty */
	bool of_node;      /* the event happened on `node`, even if `place` is on another node */
	NodeId node;
	/* depth of the process's frame at `place`, without inlined calls that begin there */
	size_t depth;
} Event;

/* An expression that is printed at each stop. */
typedef struct Display {
	uint32_t number;
	char *text;
	char format; /* 0: according to the type */
} Display;

/* A value that was printed, which later expressions can name: $1 is the first. */
typedef struct KeptValue {
	const char *text; /* the expression */
	Value value;      /* a copy that is not in memory, except for a function */
} KeptValue;

/* A line of history: the run with which the session began, or a branch of it. */
typedef struct HistoryLine {
	char *name;
	Past *past;
	uint32_t from; /* for a branch: the line from which it branched off */
	Place left;    /* for a branch: the place where it branched off */
} HistoryLine;

typedef struct Live Live;

typedef struct Session {
	Past *past; /* the past of the current line of history */
	const Past *files; /* the recording with the programs and sources */
	Network *w; /* the network of `past` */
	const char *end;   /* why the run ends, as a text; NULL: as the network reports */
	Live *live;        /* for a run that is debugged while it is being made; otherwise NULL */
	HistoryLine *lines;       /* [nlines] the lines of history; the first is the recorded run */
	/* number of lines; the present one; number in the last generated name */
	uint32_t nlines, line, last_line;
	Target *target;
	Sources *sources;
	char **folders;    /* further folders to search for sources */
	uint32_t nfolders;
	FILE *out;         /* output of commands */
	Arena arena;       /* reset for each command */
	jmp_buf escape;    /* where session_fail continues */
	char message[MAX_MESSAGE];
	/* the selected process */
	NodeId node;
	uint32_t number;   /* number of the process on the node; 0 if none is selected */
	Thread thread;     /* present state of the process */
	bool has_thread;   /* a process is selected: `thread` is valid */
	ChainFrame chain[MAX_CHAIN]; /* [nchain] active functions of the process */
	size_t nchain, frame; /* frame: index of the selected frame in `chain` */
	/* where to stop */
	Point **points;
	uint32_t npoints, last_point; /* last_point: the number that was given last */
	uint32_t hit;      /* the point at which the command has stopped; 0: none */
	uint32_t collecting_point; /* the point whose commands are being typed; 0: none */
	Display *displays;
	uint32_t ndisplays, last_display; /* last_display: the number that was given last */
	Event event;       /* the reason and the place of the last stop */
	/* state of a search: see stop.c */
	Watcher *watcher;
	Step step;
	bool backward;     /* the search goes backward */
	Event *events;     /* [nevents] possible reasons to stop, observed in the search */
	uint32_t nevents, events_cap;
	bool failed;       /* a condition could not be evaluated; `message` says why */
	bool quit;         /* the user has ended the session */
	Flowback *flowback; /* the analysis for `why`; NULL before the first `why` */
	/* where the command `list` continues */
	char *list_file;
	int list_line;
	Addr x_next; /* where the command `x` continues if it is given no address */
	bool x_any;  /* the command `x` has been given an address before */
	/* [nkept] the values printed so far, with their own arena */
	KeptValue *kept;
	uint32_t nkept;
	Arena kept_arena;
} Session;

/* session_print: print text to the user interface, and free it. */
void session_print(Session *s, Buf *text);
/* session_fail: fail the command with a formatted message. */
_Noreturn void session_fail(Session *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* ---- session.c ---- */

/* session_check_chips: refuse (fatal) a network with a node whose words have 16 bits. */
void session_check_chips(const Network *w);
/*
 * session_new: debug a past. `files`: the recording that has the programs, which may be another
 * one. Further programs may be added to the session's target.
 */
Session *session_new(Past *past, const Past *files);
/* session_free: free the session. */
void session_free(Session *s);
/*
 * session_refresh: find the selected process again, after the network has moved, or select another
 * one.
 */
void session_refresh(Session *s);
/* session_select_process: select a process; 0: the running one on the node. */
void session_select_process(Session *s, NodeId n, uint32_t number);
/* session_select_frame: select a frame of the selected process. */
void session_select_frame(Session *s, size_t frame);
/*
 * session_is_folded: true if a backtrace shows the frame only on request, because its function
 * belongs to a part of the software (ProgramPart) that the user need not see, and the process does
 * not execute there.
 */
bool session_is_folded(const Session *s, size_t frame);
/* session_selected_frame: the selected frame; fails if there is none. */
const ChainFrame *session_selected_frame(Session *s);
/* session_thread: the selected process; fails if there is none. */
Thread *session_thread(Session *s);
/* session_parse_process: parse "NODE.PROCESS", "NODE", or "PROCESS" on the selected node. */
void session_parse_process(Session *s, const char *text, NodeId *n, uint32_t *number);
/* session_parse_node: parse the name or number of a node. */
NodeId session_parse_node(Session *s, const char *text);
/* session_parse_link: parse the name of a node's link, such as "n3.1". */
EndRef session_parse_link(Session *s, const char *text);
/* session_source_line: a line of a source file, wherever the file is now; NULL if not found. */
const char *session_source_line(Session *s, const char *file, int line);
/*
 * session_source_file: the name of the file from which the lines of a source file are read: perhaps
 * a copy.
 */
const char *session_source_file(Session *s, const char *file);
/* session_time: the network's present time. */
Time session_time(const Session *s);

/* Where a session was before a question that moves the run: session_return goes back there. */
typedef struct Spot {
	Place at;
	bool present; /* the session was at the end of the known run */
	Event event;
	NodeId node;
	uint32_t number;
	size_t frame;
} Spot;

/* session_spot: the present place and selection, for session_return. */
Spot session_spot(const Session *s);
/*
 * session_return: go back to a place that session_spot has noted, and select the same process and
 * frame.
 */
void session_return(Session *s, const Spot *spot);

/* ---- names.c: expressions ---- */

/* Where an expression is evaluated: in a frame; or, if `frame` is NULL, outside of functions. */
typedef struct Scope {
	Session *s;
	NodeId node;
	Loaded in; /* the program whose names are looked up */
	const ChainFrame *frame;
	/*
	 * the frame of the user's function that called the frame's function, for names that are
	 * unknown in the frame; NULL if there is none
	 */
	const ChainFrame *own;
} Scope;

/* scope_names: the functions by which expressions look up names in the scope. */
Names scope_names(Scope *scope);
/*
 * session_scope: the scope of the selected frame or, if there is none, of the node's kernel or only
 * program. Names that it lacks are searched in the application's program.
 */
Scope session_scope(Session *s);
/*
 * session_eval: the value of an expression in the selected frame, with its bytes read from memory;
 * fails the command if it has none.
 */
Value session_eval(Session *s, const char *text);
/*
 * session_object: the object or value of an expression in the selected frame, whose bytes are not
 * read yet; fails the command if it has none.
 */
Value session_object(Session *s, const char *text);
/*
 * session_find: find the object or value of an expression, as session_object; if it has none,
 * return false with the reason in error, instead of failing the command.
 */
bool session_find(Session *s, const char *text, Value *v, char error[EXPR_ERROR]);
/* session_read: read the value of an object from memory; false: the memory does not exist. */
bool session_read(Session *s, Value *v);
/* ---- history.c ---- */

/* session_keep: keep a value that was printed, as $1 and so on. */
void session_keep(Session *s, const char *text, const Value *v);
/*
 * session_find_kept: find the value named $, $$, $3 or $$3; false if there is none, for the reason
 * in why.
 */
bool session_find_kept(const Session *s, const char *name, Value *v, char why[EXPR_ERROR]);
/* session_show_kept: print the last values that were kept. */
void session_show_kept(Session *s);

/*
 * session_value_text: append a value as the command `print` shows it; format: x, d, u, o, t, c, a,
 * f, s or 0.
 */
void session_value_text(Session *s, Value v, char format, Buf *out);
/* session_address_text: append an address of the selected node, with the name of its function. */
void session_address_text(Session *s, Addr a, Buf *out);

/* ---- point.c ---- */

/* point_new: a new point of the session, with its number; `text` describes it to the user. */
Point *point_new(Session *s, PointKind kind, const char *text);
/* point_find: the point with this number; NULL if there is none. */
Point *point_find(Session *s, uint32_t number);
/* point_delete: remove a point from the session and free it. */
void point_delete(Session *s, Point *p);
/* session_free_points: delete all points. */
void session_free_points(Session *s);
/*
 * point_locate: parse a place as for `break`: FUNCTION, FILE:LINE, LINE, *ADDRESS, optionally with
 * PROGRAM:: in front. An unknown place fails the command.
 */
void point_locate(Session *s, const char *text, Point *p);
/*
 * point_source: the place in the source of a position in a program; its file is NULL if it is not
 * known.
 */
SourcePlace point_source(const CodePlace *at);
/* point_text: append the point in words: "breakpoint 1 at split_fn, split.c:12". */
void point_text(Session *s, const Point *p, Buf *out);
/* point_concerns_process: true if a process is at one of the breakpoint's places. */
bool point_concerns_process(const Point *p, NodeId n, Addr wptr);

/* ---- condition.c ---- */

/*
 * point_check_condition: fail the command if the text is not an expression, or has a name that has
 * no meaning at any of the breakpoint's places.
 */
void point_check_condition(Session *s, const Point *p, const char *text);
/*
 * point_holds: true if the condition of a breakpoint is not 0 at the place that a node has reached.
 * Also true if it has no value, which sets s->failed.
 */
bool point_holds(Session *s, const Point *p, const CodePlace *at, NodeId n, const Loaded *in);

/* ---- log_point.c: breakpoints that print a text and do not stop ---- */

/*
 * point_check_log: fail the command if an expression in the text is wrong, as point_check_condition
 * does for a condition.
 */
void point_check_log(Session *s, const Point *p, const char *text);
/*
 * point_log: print, on s->out, the text that a breakpoint logs, with its values at the present
 * place.
 */
void point_log(Session *s, const Point *p);

/* ---- task.c ---- */

/*
 * task_parse: parse "49" or "49.0010", optionally followed by " compute", " split", " join", "
 * generator" or " receiver".
 */
bool task_parse(const char *text, TaskName *t);
/* task_set_marks: call mark() for the instructions at which task_begins may become true. */
void task_set_marks(Session *s, NodeId n, const TaskName *t, const Loaded *in,
	void (*mark)(Session *s, NodeId n, Addr a));
/*
 * task_watch_ranges: have the watcher report those accesses to node n's memory that
 * task_begins_by_access needs.
 */
void task_watch_ranges(Session *s, NodeId n, const TaskName *t);
/* task_begins: true if the node is about to execute a function that begins the task. */
bool task_begins(const Session *s, const TaskName *t, NodeId n, const Loaded *in);
/* task_begins_by_access: true if the access shows that a function has begun the task. */
bool task_begins_by_access(const Session *s, const TaskName *t, NodeId n, const Access *a);
/*
 * session_go_before_task: go to a place of the run at which no function has begun the task yet: for
 * a recorded application, the last place known to lie before the task, because its generator was at
 * an earlier task there; for other runs, the beginning.
 */
void session_go_before_task(Session *s, const TaskName *t);

/* ---- stop.c: from stop to stop ---- */

/* session_go: run forward or backward until a reason to stop; the step may be STEP_NONE. */
void session_go(Session *s, const Step *step, bool backward, Time until);
/* session_is_deadlock: true if the session is at the end of a run that ends in a deadlock. */
bool session_is_deadlock(const Session *s);
/*
 * session_put_waits: append which threads wait for which, at a deadlock, and the command that
 * explains it.
 */
void session_put_waits(Session *s, Buf *out);
/*
 * session_find_first_error: of the last time that each node set Error up to now (error_last), find
 * the earliest; false if there is none.
 */
bool session_find_first_error(Session *s, NodeId *n, ErrorRise *r);
/* session_goto: go to a place; false if the run does not reach it. */
bool session_goto(Session *s, Place to);

/* ---- live.c: a run that is still being made ---- */

/*
 * live_let_host_act: let the run's host act, if the run waits for it (past_waits); false if the run
 * has ended.
 */
bool live_let_host_act(Live *l);
/* live_has_ended: true if the host of the run will not act any more. */
bool live_has_ended(const Live *l);
/*
 * live_set_interface: let a session on a run that is being made serve its user by this function,
 * not by the terminal. The function returns true if the run continues, false if the process must
 * end.
 */
void live_set_interface(bool (*session)(Session *s));

/* ---- lone_task.c ---- */

/*
 * session_go_to_task: go forward (backward) to the first (last) place at which a function begins a
 * task. false if there is none.
 */
bool session_go_to_task(Session *s, const TaskName *t, bool backward);

/* ---- what_if.c ---- */

/* session_lines_begin: make the first line of history: the run itself. */
void session_lines_begin(Session *s);
/* session_lines_free: free the branches of the run. */
void session_lines_free(Session *s);
/*
 * session_branch: switch to the line of that name, or create one that branches off here; NULL: a
 * new one with a generated name.
 */
void session_branch(Session *s, const char *name);
/*
 * session_change: change a node here, in the current branch or in a new one. Fails if this is
 * impossible.
 */
void session_change(Session *s, const Change *c);
/*
 * session_assign: evaluate an expression that assigns, in a branch of the run; returns its value.
 */
Value session_assign(Session *s, const char *text);
/*
 * session_set: assign the value of an expression to an object, in a branch; returns the new value.
 */
Value session_set(Session *s, Value object, const char *value);
/*
 * session_call: call FUNCTION(ARGUMENT, ...) in the selected process, in a branch of the run;
 * returns its result, whose type is TYPE_VOID if it cannot be printed.
 */
Value session_call(Session *s, const char *text);

/* ---- event.c: breakpoints at events that span nodes ---- */

typedef struct EventPoint EventPoint;

/* event_point_new: watch for the event in the text; fails if the text is wrong. */
EventPoint *event_point_new(Session *s, const char *text);
/* event_point_free: free the watch of an event. */
void event_point_free(EventPoint *e);
/*
 * event_points_begin: begin to watch for the enabled event points, before a piece of the run.
 */
void event_points_begin(Session *s);
/*
 * event_points_note_mark: tell the enabled event points that node n has reached a mark; for the
 * watcher.
 */
void event_points_note_mark(Session *s, NodeId n);
/*
 * event_points_note_accesses: tell the enabled event points of accesses by node n; for the watcher.
 */
void event_points_note_accesses(Session *s, NodeId n, const Access *a, uint32_t naccesses);
/*
 * event_points_end: call `found` with each place, in the piece of the run since event_points_begin,
 * at which an event begins to hold.
 */
void event_points_end(Session *s, void (*found)(Session *s, const Point *p, Place at));
/*
 * event_point_goto: go from the place `made`, where an instruction makes the event hold, to a place
 * where it holds; false if there is none.
 */
bool event_point_goto(Session *s, const Point *p, Place made);
/* event_point_text: append the local events of the point with their values at the present place. */
void event_point_text(Session *s, const Point *p, Buf *out);

/* ---- life.c: finds from when to when an object exists ---- */

typedef struct Life Life;

/*
 * life_new: the life of an object of nbytes bytes of the selected node: the object exists as long
 * as the call whose workspace contains it, or as the heap block that contains it. NULL if it is
 * always there. The caller frees the result.
 */
Life *life_new(const Session *s, Addr a, Word nbytes);
/*
 * life_go_to_begin: find the last instruction at which the memory began to belong to the object,
 * between the run's place and `count`, the node's count when the life was made. If there is one, go
 * there, set *at to the place and `text` to what happened there ("its memory was allocated"), and
 * return true. If there is none, return false; the run is at a later place than before.
 */
bool life_go_to_begin(Session *s, Life *l, uint64_t count, Place *at, char *text, size_t size);

/*
 * life_find: set p->life of a new watchpoint by life_new, and p->of_program: whether its object is
 * in a loaded program.
 */
void life_find(Session *s, Point *p);
/*
 * lives_update: call this before a search for a reason to stop: for each object of an enabled
 * watchpoint, look for the beginning or end of its life between the places where it is known to
 * exist and the present place. The session returns to the present place.
 */
void lives_update(Session *s);
/*
 * lives_extend: call this after a search for a reason to stop, at the place that is reached: for
 * each object of an enabled watchpoint, extend the range of the node's counts in which the object
 * is known to exist (low to high) to this place, unless the beginning or end of the object's life
 * in this direction is known.
 */
void lives_extend(Session *s);
/*
 * life_set_marks: mark the instructions at which the object of a watchpoint may begin or end to
 * exist.
 */
void life_set_marks(const Session *s, const Point *p, NodeId n, Watcher *o);
/*
 * life_changes_here: true if the object of the watchpoint begins or ends to exist at the node's
 * present instruction; text gets a description of how.
 */
bool life_changes_here(const Session *s, const Point *p, NodeId n, char *text, size_t size);
/*
 * life_includes: true if the memory belongs to the object of the point p while the node executes
 * the instruction that follows `count` others.
 */
bool life_includes(const Session *s, const Point *p, uint64_t count);

/* ---- semaphore.c ---- */

/* is_semaphore: whether the value is a semaphore in memory. */
bool is_semaphore(const Value *v);

/* Who took a semaphore last. */
typedef struct SemaphoreTaker {
	SourcePlace place;  /* in the user's function; the file is NULL if unknown */
	char text[200];     /* "1.3 prog: take() at store.c:14, at 40.7ms, node n1 before ..." */
} SemaphoreTaker;

/*
 * semaphore_find_taker: search backward from here for the last time that the semaphore at `at` was
 * taken.
 */
SemaphoreTaker semaphore_find_taker(Session *s, Addr at);
/*
 * semaphore_put_holder: print which process holds the semaphore at `at`: "1.3 prog: take() at
 * store.c:14"; returns the place where the holder is now. Its file is NULL if nobody holds the
 * semaphore.
 */
SourcePlace semaphore_put_holder(Session *s, Addr at, Buf *out);

/* ---- step.c ---- */

/*
 * step_reached: true if the process is at an instruction at which the step may end, in the frame
 * *depth.
 */
bool step_reached(Session *s, const Step *step, NodeId n, const Loaded *in, size_t *depth);
/* step_set_marks: mark all instructions at which to call step_reached. */
void step_set_marks(Session *s, const Step *step, void (*mark)(Session *s, NodeId n, Addr a));
/* session_step: make `count` steps of the kind, forward or backward; over: do not enter calls. */
void session_step(Session *s, StepKind kind, bool over, bool backward, uint64_t count);
/* session_finish: run until the selected frame returns or, backward, to its call. */
void session_finish(Session *s, bool backward);

/* ---- show.c ---- */

/* show_event: print why and where the machine has stopped. */
void show_event(Session *s);
/* show_where: print the frame's line and, with `source`, the source line. */
void show_where(Session *s, bool source);
/* show_frame: print a frame's number, function, arguments and place on a line. */
void show_frame(Session *s, size_t frame);
/*
 * show_chain: print up to `most` frames of the selected process; locals: with their variables; all:
 * also the folded frames (session_is_folded).
 */
void show_chain(Session *s, size_t most, bool locals, bool all);
/*
 * show_locals: print the variables, or with `parameters` the parameters, of a frame, behind
 * `indent`.
 */
void show_locals(Session *s, const ChainFrame *f, bool parameters, const char *indent);
/* show_list: do the command `list`: print source lines. */
void show_list(Session *s, const char *argument);
/* show_displays: print the expressions of `display`. */
void show_displays(Session *s);
/* show_place_at: append a place of the run, as show_place does. */
void show_place_at(Session *s, Place at, Buf *out);
/* show_place: append the present place of the run: "0.123456789 s" and so on. */
void show_place(Session *s, Buf *out);
/*
 * show_memory: do the command `x`: print memory at the address that the argument names. With "" it
 * continues behind the memory shown last; at first, at the process's Iptr.
 */
void show_memory(Session *s, const char *format, const char *argument);
/*
 * show_disassembly: do the command `disassemble`: print the instructions of a function or of a
 * range.
 */
void show_disassembly(Session *s, const char *argument);
/*
 * show_instruction: print an instruction with its prefixes; returns its size, 0 outside memory.
 */
Word show_instruction(Session *s, Addr a, Buf *out);
/* skip_instructions: the address `skip` instructions after a, or before it if skip < 0. */
Addr skip_instructions(Session *s, Addr a, int64_t skip);
/* show_registers: print the registers of the selected frame. */
void show_registers(Session *s);
/* show_time: append a simulated time. */
void show_time(Time t, Buf *out);
/* thread_name: append the name of a process: "3.2 slave: compute_fn". */
void thread_name(Session *s, const Thread *t, Buf *out);
/*
 * put_no_process: print the state of a node without a process: "node n3: no process; the node ..."
 */
void put_no_process(Session *s, NodeId n, Buf *out);

/* ---- why.c ---- */

typedef enum WhyForm { WHY_TEXT, WHY_JSON, WHY_DOT, WHY_HTML } WhyForm;

/* The options of a question of the kind of `why`. */
typedef struct WhyOptions {
	FlowbackOptions flowback; /* which causes to look for */
	WhyForm form;
	uint32_t most; /* nodes of the graph to show, at most; 0: all */
	bool usual;    /* `most` is the default, because the user has not given a number */
	bool own;      /* leave out statements of the kernel, TrEK and libraries */
	bool all;      /* the user wants all executions: warn if some are left out */
	bool ended;    /* a variable that no longer exists is examined where it last existed */
	bool forward;  /* show what the value has reached, not where it came from */
	bool peers;    /* compare with other values that the same statement has given */
	bool any;      /* the question is about any waiting process of the node */
	bool anywhere; /* the question is about any waiting process of any node */
	const char *expected; /* the right value; NULL: not known */
	/* for trials of changes: seconds on the host, and processes at a time */
	uint32_t seconds, jobs;
} WhyOptions;

#define WHY_WAITS "waits" /* the question whom the selected process waits for */

/*
 * session_why: explain where the value of an expression in the selected frame comes from. With "",
 * explain why the node has stopped. Fails with a message if neither can be explained.
 */
void session_why(Session *s, const WhyOptions *o, const char *expression);
/*
 * session_find_answer: the first node of the answer that session_why shows; it belongs to
 * s->flowback.
 */
const Cause *session_find_answer(Session *s, const WhyOptions *o, const char *expression);
/*
 * session_compare_causes: show where the causes of `first` begin to differ from those of
 * `right_first`, whose value was right. right: the session of right_first, which is s or one with
 * another run.
 */
void session_compare_causes(Session *s, const WhyOptions *o, const Cause *first, Session *right,
	const Cause *right_first);
/*
 * session_show_replacements: show the executions for which another value, or another decision,
 * would have led to the value o->expected (replaced.c).
 */
void session_show_replacements(Session *s, const WhyOptions *o, const char *expression);
/*
 * session_cause_text: how the session shows causes: where sources are read, and the limits of the
 * options.
 */
CauseText session_cause_text(Session *s, const WhyOptions *o);
/*
 * session_go_to_last_existence: go to the last place at which the first name of the expression
 * existed, if there is such a place.
 */
void session_go_to_last_existence(Session *s, const char *expression);
/*
 * session_reach: show the statements and output that the expression's value reaches after the
 * present place.
 */
void session_reach(Session *s, const WhyOptions *o, const char *expression);

/* ---- info.c ---- */

/* session_info: do the command `info`. */
void session_info(Session *s, const char *argument);
/* node_in_order: the node that is number i, from 0, when nodes are sorted by their own numbers. */
NodeId node_in_order(Session *s, uint32_t i);
/* put_node_state: append what the node does: "idle", "runs, task 3". */
void put_node_state(Session *s, NodeId n, Buf *out);

/* ---- command.c; commands are in command_*.c ---- */

/* A command of the debugger. */
typedef struct DebugCommand {
	const char *name;
	const char *alias; /* NULL if none */
	void (*run)(Session *s, const char *argument);
	const char *args; /* its arguments, as the help shows them */
	const char *help; /* one line */
} DebugCommand;

extern const DebugCommand debug_commands[];
extern const int ndebug_commands;
/*
 * debug_command_named: the command of that name, or the only one that begins with it; NULL if there
 * is none, or several.
 */
const DebugCommand *debug_command_named(const char *name, size_t len);
/*
 * session_command: execute a line, and the commands of the breakpoint at which it stops; false if
 * one failed; s->message explains it.
 */
bool session_command(Session *s, const char *line);

/* ---- command_list.c ---- */

/* commands_collect: add a line to the list that is being typed; false if there is none. */
bool commands_collect(Session *s, const char *line);
/* commands_execute: execute the commands of the point s->hit; false if one has failed. */
bool commands_execute(Session *s);
/*
 * commands_are_silent: true if the point's commands begin with 'silent', so that the stop is not
 * printed.
 */
bool commands_are_silent(const Point *p);
/* commands_free: free the list of commands of a point. */
void commands_free(Point *p);

/* ---- complete.c ---- */

/*
 * session_complete: call back with all names that may follow the first `word` bytes of a line:
 * commands, variables and functions, or members. A name may come more than once.
 */
void session_complete(Session *s, const char *line, size_t word,
	void (*use)(void *to, const char *name), void *to);

/* ---- terminal.c ---- */

/* session_script: execute the commands in a file; false if one has failed. */
bool session_script(Session *s, const char *file, bool echo);
/* session_terminal: serve the user until the session ends. */
void session_terminal(Session *s);

#endif
