/*
 * frame.h - what the window shows at one moment, taken from the network; no SDL here.
 */
#ifndef FRAME_H
#define FRAME_H

#include "sim/node/node_state.h"
#include "view.h"

/* What a node is seen to do. */
typedef enum NodeActivity {
	ACTIVITY_RESET,   /* waits to be booted */
	ACTIVITY_IDLE,    /* nothing to run for the whole interval: it waits */
	ACTIVITY_BUSY,
	ACTIVITY_STOPPED, /* the machine's fault: stop says which */
	NACTIVITIES,
} NodeActivity;

typedef struct NodeFrame {
	NodeActivity activity;
	Stop stop;
	bool error;
	float use[2];  /* part of the interval spent, by priority */
	uint32_t task; /* that a program says it works at; 0: none told, else its number plus one */
} NodeFrame;

/* One direction of a link: what goes out at an end. */
typedef struct WayFrame {
	float use;      /* part of the interval that the line carried a packet */
	float progress; /* of the message being sent, 0 to 1; negative: none */
} WayFrame;

enum { HISTORY = 256 }; /* intervals in the time line */

/* What a node did in one of them. */
typedef struct Past {
	uint8_t activity;   /* NodeActivity */
	uint8_t use[2]; /* 255ths of the interval, by priority */
} Past;

typedef struct Frame {
	uint32_t nnodes, nends;
	NodeFrame *nodes; /* [place of the layout] */
	WayFrame *ways;   /* [EndId] */
	Time now;
	uint64_t instructions, events, faults;
	uint64_t tasks, made; /* of TrEK: finished, generated */
	double speed;     /* simulated seconds a second of the host's */
	double rate;      /* messages a second of the host's */
	const char *status; /* why it stands; NULL: it runs */
	bool past;        /* it is a moment before the present */
	Past *history; /* [interval][node] */
	Time ends[HISTORY];     /* of the intervals */
	uint32_t first, filled; /* ring of HISTORY intervals */
	char *detail;     /* text on the node selected; NULL if there is none */
} Frame;

/* frame.c: counters of the interval before belong to the meter. */
typedef struct Meter {
	Cycles *busy; /* [node][priority] */
	Time *line;   /* [end] */
	Time at;
} Meter;

void frame_init(Frame *f, const Network *w);
void frame_copy(Frame *to, const Frame *from); /* both initialised for one network */
void frame_free(Frame *f);
void meter_init(Meter *m, const Network *w);
void meter_free(Meter *m);

/*
 * frame_capture: what w is now, and did since the meter was read last; if no time has passed,
 * before that. If it has gone back, what comes after now leaves the time line.
 */
void frame_capture(Frame *f, Meter *m, const Network *w);

/*
 * detail.c: a node's processes, queues, links and memory as text; the caller frees it. k NULL: no
 * kernel is known
 */
char *detail_text(const Network *w, NodeId n, const KernelText *k);

#endif
