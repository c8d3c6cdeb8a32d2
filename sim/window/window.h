/*
 * window.h - what the two threads of a view share: the one that runs the network (view.c) and the
 * one that has the window (window.c).
 */
#ifndef WINDOW_H
#define WINDOW_H

#include "drive.h"
#include "paint.h"
#include "sim/fault/fault.h"

enum {
	WIDTH = 1280,
	HEIGHT = 800,
	LEAST_WIDTH = 800, /* for the buttons */
	LEAST_HEIGHT = 400,
	ORDINARY_DPI = 96,
	MOST_SCALE = 4,
	FRAME_MS = 32, /* 30 frames a second and a little more */
	SLOWEST = -7,   /* powers of ten: simulated seconds a second of the host's */
	FULL_SPEED = 1,
};

/* What the window's user wants. */
typedef struct Orders {
	bool running, quit;
	Step step;
	int pace;      /* power of ten, or FULL_SPEED */
	NodeId chosen; /* node whose words are wanted; NOWHERE if there is none */
	char fault[FAULT_TEXT]; /* to be injected now, without its time; "": none */
	bool changed;
} Orders;

/* What the next click on the network does. */
typedef enum Armed {
	ARMED_NONE,  /* choose a node */
	ARMED_CRASH, /* stop one */
	ARMED_CUT,   /* cut a link */
} Armed;

struct View {
	ViewOptions o;
	Network *w;
	SDL_Thread *thread; /* the window's; NULL if there is none */
	/* runs the network, into its past and back, while it rests; NULL: it does not */
	SDL_Thread *guide;
	/* under the lock */
	SDL_mutex *lock;
	SDL_cond *wake;
	Orders orders;
	Frame shared;
	bool fresh;    /* it has not yet been shown */
	bool over;     /* the run has come to its end */
	bool resting;  /* the network waits for a command */
	bool open;     /* there is a window */
	bool closed;   /* by its user */
	uint32_t frames; /* drawn ... */
	double drawing;  /* ... in this many seconds of the host's processor */
	bool relayout; /* the network has other circuits than those that are drawn */
	/* the runner's */
	Drive drive;
	Meter meter;
	Frame captured;
	Time piece;
	uint64_t published, kept; /* ms of the host's clock */
	double ran;               /* s of the processor that the network was run, ... */
	double rested;            /* ... and s that it waited, to go no faster than it is to */
	double captured_at, cost;    /* of both at the last frame, and how many it took */
	double keep_at;           /* of `ran` when the next moment may be kept */
	uint64_t paced_from;      /* ms; and the simulated time then */
	Time paced_at;
	int pace;
	Time last_time;
	uint64_t last_events;
	Time next_frame; /* of the picture that is to be made */
	struct Trace *trace; /* its own; NULL: the network's user has one */
	KernelText *kernel;  /* NULL: not known, or not asked for yet */
	bool asked;
	/* the window's; of a view without one, the runner's */
	SDL_Window *window;
	SDL_Renderer *renderer;
	Painter painter;
	Frame shown;
	Viewport viewport;
	EndRef *peers; /* what is drawn as joined */
	LayoutWay way;
	bool dragging;
	Armed armed;
	char notice[128]; /* what became of the last order, for the user */
	int under;        /* the button under the mouse, counted from 1; 0 if there is none */
};

/* ---- view.c ---- */

/* view_layout: place the network anew, in the way v->way. */
void view_layout(View *v);

/* ---- window.c ---- */

/* window_thread: opens the window, and lives until it is closed or the runner says so. */
int window_thread(void *view);
/* window_scale: pixels a unit that the user asks for by TRELLIS_SCALE; 0 if there is none. Another
 * word is the user's mistake (fatal). */
float window_scale(void);
/*
 * window_draw: a frame as PNG, with n buttons, added to a buffer. returns NULL, or why it could not
 * be; valid until the next call of SDL
 */
const char *window_draw(View *v, Buf *png, const Frame *f, int width, int height,
	const Button *buttons, int n);

#endif
