/*
 * frame.h - the data that the window shows for one moment, copied from the network. This does not
 * use SDL.
 */
#ifndef FRAME_H
#define FRAME_H

#include "sim/node/node_state.h"
#include "view.h"

/* A node's displayed state. */
typedef enum NodeActivity {
	ACTIVITY_RESET,   /* waits to be booted */
	ACTIVITY_IDLE,    /* no process ran in the whole interval */
	ACTIVITY_BUSY,
	ACTIVITY_STOPPED, /* stopped by the machine's fault; `stop` has the reason */
	NACTIVITIES,
} NodeActivity;

typedef struct NodeFrame {
	NodeActivity activity;
	Stop stop;
	bool error;
	float use[2];  /* fraction of the interval spent at each priority */
	uint32_t task; /* task number plus one that a program works at; 0 if unknown */
} NodeFrame;

/* One direction of a link: the line out of an end. */
typedef struct WayFrame {
	float use;      /* fraction of the interval during which the line carried a packet */
	float progress; /* of the message being sent, 0 to 1; negative for none */
} WayFrame;

/* What a node's frame buffer shows. */
typedef struct ScreenFrame {
	NodeId node;
	uint32_t width, height;
	uint32_t *pixels; /* row by row: blue in the lowest byte, then green, then red */
} ScreenFrame;

enum { HISTORY = 256 }; /* number of intervals in the time line */

/* A node's activity in one interval. */
typedef struct Past {
	uint8_t activity;   /* NodeActivity */
	uint8_t use[2]; /* by priority, in 1/255 of the interval */
} Past;

typedef struct Frame {
	uint32_t nnodes, nends;
	NodeFrame *nodes; /* [place of the layout] */
	WayFrame *ways;   /* [EndId] */
	ScreenFrame *screens; /* nscreens, by node */
	uint32_t nscreens;
	Time now;
	uint64_t instructions, events, faults;
	uint64_t tasks, made; /* TrEK's tasks: finished, generated */
	double speed;     /* simulated seconds per second of the host */
	double rate;      /* messages per second of the host */
	const char *status; /* why the network is not running; NULL if it runs */
	bool past;        /* the moment lies before the present */
	Past *history; /* [interval][node] */
	Time ends[HISTORY];     /* end times of the intervals */
	uint32_t first, filled; /* ring buffer of HISTORY intervals */
	char *detail;     /* text about the selected node; NULL for none */
} Frame;

/* frame.c: counters at the end of the previous interval; owned by the meter. */
typedef struct Meter {
	Cycles *busy; /* [node][priority] */
	Time *line;   /* [end] */
	Time at;
} Meter;

void frame_init(Frame *f, const Network *w);
void frame_copy(Frame *to, const Frame *from); /* both must be initialised for the same network */
void frame_free(Frame *f);
void meter_init(Meter *m, const Network *w);
void meter_free(Meter *m);

/*
 * frame_capture: the present state of w, and its activity since the meter was last read; if no time
 * has passed, the activity before that. If the network has gone back in time, the time line loses
 * later intervals.
 */
void frame_capture(Frame *f, Meter *m, const Network *w);

/*
 * detail.c: a node's processes, queues, links and memory as text; the caller frees it. k NULL: the
 * kernel is unknown
 */
char *detail_text(const Network *w, NodeId n, const KernelText *k);

#endif
