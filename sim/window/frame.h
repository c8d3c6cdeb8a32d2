/*
 * frame.h - the data that the window shows for one moment, copied from the network. This does not
 * use SDL.
 */
#ifndef FRAME_H
#define FRAME_H

#include "closeup.h"
#include "history.h"
#include "function_names.h"

#include "sim/node/node_state.h"
#include "sim/node/source_reader.h"
#include "sim/view/view.h"

/* What a node does. */
typedef struct NodeFrame {
	NodeActivity activity;
	Stop stop;
	bool error;
	bool holds;    /* a local event of the view's global event holds on this node */
	float use[2];  /* fraction of the interval spent at each priority */
	uint32_t task; /* task number plus one that a program works at; 0 if unknown */
	uint16_t place; /* the function it executes (function_names.h); 0: unknown, or none */
} NodeFrame;

/* One direction of a link: the line out of an end. */
typedef struct WayFrame {
	float use;      /* fraction of the interval during which the line carried a packet */
	float progress; /* progress of the message being sent, 0 to 1; negative if there is none */
} WayFrame;

/* What a node's frame buffer shows. */
typedef struct ScreenFrame {
	NodeId node;
	uint32_t width, height;
	uint32_t *pixels; /* row by row: blue in the lowest byte, then green, then red */
} ScreenFrame;

enum { REMARK_TEXT = 100, MAX_WAITS = 48, MAX_NOTES = 12 }; /* bytes of a remark; limits */

/* In a deadlock: a process of `node` waits for one of `on`, which may be the same node. */
typedef struct Wait {
	NodeId node, on; /* the node that waits, and the one it waits for */
} Wait;

/* Where a process of a node is in its source. */
typedef struct Note {
	NodeId node;
	char place[SOURCE_TEXT]; /* "slave: compute_fn() at queens.c:42" */
	char line[SOURCE_TEXT];  /* the text of that line */
} Note;

/* All that the window shows at one moment of the run. */
typedef struct Frame {
	uint32_t nnodes, nends;
	NodeFrame *nodes; /* [place of the layout] */
	WayFrame *ways;   /* [EndId] */
	ScreenFrame *screens; /* [nscreens] in the order of nodes */
	uint32_t nscreens;
	Time now;
	/* so far: executed, messages sent, nodes stopped */
	uint64_t instructions, events, faults;
	EndId sender;     /* end that sent a message which has just arrived; NOWHERE_END for none */
	uint64_t tasks, made; /* TrEK's tasks: finished, generated */
	int pace;         /* the chosen one (pace.h) */
	double speed;     /* simulated seconds per second of the host, lately; 0: unknown */
	double rate;      /* messages per second of the host */
	char remark[REMARK_TEXT]; /* a remark about the run; "" for none */
	const char *status; /* why the network is not running; NULL if it runs */
	bool past;        /* the moment lies before the present */
	Time present;     /* the network's time or, in the past, the time of the present after it */
	History history;
	Closeup closeup;  /* closeup of what the user looks at, while the network does not run */
	const FunctionNames *names; /* borrowed */
	Wait wait[MAX_WAITS];
	uint32_t nwaits;
	Note note[MAX_NOTES]; /* on the chosen node, and on those that wait */
	uint32_t nnotes;
	char *detail;     /* text about the selected node or link; NULL for none */
	bool has_source;  /* `source` is wanted, for the selected node */
	SourcePane source;
	uint32_t nhits;   /* how often the network has come to a breakpoint */
	NodeId hit;       /* node that has come to a breakpoint last */
} Frame;

/* frame.c: counters at the end of the previous interval; owned by the meter. */
typedef struct Meter {
	FunctionNames *names; /* borrowed */
	Source *source; /* borrowed; NULL if the programs are unknown */
	const SourceReader *sources; /* the functions that read `source` */
	Cycles *busy; /* [node][priority] cycles spent so far */
	Time *line;   /* [end] how long its line has carried packets so far */
	Time at;      /* end of the previous interval */
} Meter;

/* frame_init: prepare an empty frame for a network; the names are borrowed. */
void frame_init(Frame *f, const Network *w, const FunctionNames *names);
/* frame_copy: copy all of a frame; both must be initialised for the same network. */
void frame_copy(Frame *to, const Frame *from);
void frame_free(Frame *f);
/* meter_init: prepare a meter whose first interval begins now; the names are borrowed. */
void meter_init(Meter *m, const Network *w, FunctionNames *names);
void meter_free(Meter *m);

/*
 * frame_capture: copy the present state of w into the frame, with the activity since the meter was
 * last read; if no time has passed, the activity stays as it was.
 */
void frame_capture(Frame *f, Meter *m, const Network *w);
/*
 * frame_show_ended: show no activity of waiting nodes and idle links, since the run has ended; the
 * last interval may have had some.
 */
void frame_show_ended(Frame *f, const Network *w);
/*
 * frame_function_at: the number of the name of the function at iptr: the user's function, or the
 * program's name; sets *task if the function works on a task.
 */
uint16_t frame_function_at(const Meter *m, const Network *w, NodeId n, Addr iptr, uint32_t *task);

/*
 * frame_find_waits: list in the frame the waits that form a cycle or a knot of a deadlock. closed:
 * no other program will be loaded; then waits for links on nodes without a kernel are looked for
 * first. If there are none, the list has waits of the programs' threads, provided that there are
 * few threads. k NULL: the kernel is unknown, so threads are left out.
 */
void frame_find_waits(Frame *f, const Network *w, const KernelReader *by, const KernelDebug *k,
	bool closed);

/* ---- detail.c ---- */

/*
 * detail_text: a node's processes, queues, links and memory as text, which the caller frees. k
 * NULL: the kernel is unknown.
 */
char *detail_text(const Network *w, NodeId n, const KernelReader *by, const KernelDebug *k);

/* ---- link_detail.c ---- */

/* link_text: a description of the link that has this end, which the caller frees. */
char *link_text(const Network *w, EndId e);

#endif
