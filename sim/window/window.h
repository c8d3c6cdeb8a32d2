/*
 * window.h - data shared by the two threads of a view: the one that runs the network (view.c) and
 * the one of the window (window.c).
 */
#ifndef WINDOW_H
#define WINDOW_H

#include "drive.h"
#include "pace.h"
#include "paint.h"
#include "sim/fault/fault.h"

enum {
	WIDTH = 1280,
	HEIGHT = 800,
	LEAST_WIDTH = 800, /* wide enough for the buttons */
	LEAST_HEIGHT = 400,
	ORDINARY_DPI = 96, /* dots per inch of a display with one pixel per unit */
	MOST_SCALE = 4, /* pixels per unit at most */
	FRAME_MS = 32, /* ms per frame; about 30 frames a second */
	REPLAY_SECONDS = 10, /* seconds that a short run takes when it is replayed in the window */
};

/* What the user has requested. */
typedef struct Orders {
	bool running, quit; /* the network is to run; the window is to close */
	Step step;
	int pace;      /* pace.h */
	NodeId chosen; /* the node to describe in text; NOWHERE for none */
	EndId link;    /* an end of the link to describe in text; NOWHERE_END for none */
	char fault[FAULT_TEXT]; /* a fault to inject now, written without its time; "" for none */
	Time at;       /* to go to; NEVER: stay */
	bool dragging; /* another time follows soon: take no closeup of this one */
	Span part;     /* the part of the run that the timeline shows */
	bool source;   /* show the source of the chosen node */
	int scroll, nlines; /* the lines to show (SourceReader) */
	char *toggle_file;  /* set or remove a breakpoint here; owned; NULL for none */
	int toggle_line;
	bool changed;       /* the user has given another order since the runner looked */
} Orders;

/* The effect of the next click on the network. */
typedef enum Armed {
	ARMED_NONE,  /* select a node */
	ARMED_CRASH, /* stop a node */
	ARMED_CUT,   /* cut a link */
} Armed;

/* A press of a mouse button. */
typedef struct Press {
	bool down, moved; /* the button is held; the mouse has moved since */
	bool time;  /* in the timeline: dragging goes to the time under the mouse */
	float x, y; /* where it was pressed */
} Press;

/* Where the run was at a time of the host. */
typedef struct Mark {
	uint64_t ms; /* of the host's clock */
	Time at;
	uint64_t events; /* messages sent so far */
} Mark;

struct View {
	ViewOptions o;
	Network *w;
	SDL_Thread *thread; /* the window's thread; NULL for none */
	/* a thread that moves the resting network into its past and back; NULL while it runs */
	SDL_Thread *guide;
	/* protects the fields below */
	SDL_mutex *lock;
	SDL_cond *wake; /* signalled when these fields have changed, for threads that wait */
	Orders orders; /* the user's orders for the runner */
	Frame shared;  /* the last frame published by the runner */
	bool fresh;    /* `shared` has not been shown yet */
	bool over;     /* the run has ended */
	bool resting;  /* the network waits for a command */
	bool open;     /* there is a window */
	bool closed;   /* the user has closed the window */
	char doing[SOURCE_TEXT]; /* the long task that the runner is doing; "" for none */
	uint64_t doing_since;    /* when that task began, in ms of the host's clock */
	uint32_t outcome; /* the other outcome that the user wants to see; 0: none */
	uint32_t frames; /* frames drawn by the window */
	double drawing;  /* processor time for drawing them, in seconds */
	bool relayout; /* the network's circuits differ from those drawn */
	/* used by the runner only */
	Drive drive;
	FunctionNames *names;
	Source *source; /* NULL without a debugger */
	char stopped[SOURCE_TEXT]; /* why the run has stopped; "" if it has not by itself */
	Meter meter;
	Frame captured;            /* the frame being made */
	/* simulated time of the next run at full speed, so that it takes a few ms of the host */
	Time piece;
	/* when a frame was last published, and a moment kept: in ms of the host's clock */
	uint64_t published, kept;
	double ran;               /* seconds of processor time spent running the network */
	double rested;            /* seconds spent waiting to keep the pace */
	/* ran + rested at the last frame, and how long taking this frame took */
	double captured_at, cost;
	double keep_at;           /* value of `ran` from which the next moment may be kept */
	uint64_t paced_from;      /* host clock in ms, and the simulated time then */
	Time paced_at;
	int pace;
	Mark mark[2]; /* the earlier one first */
	Time next_frame; /* the next frame of the requested picture */
	struct Trace *trace; /* owned; NULL if the network's user has one */
	KernelDebug *kernel;  /* NULL if unknown or not yet requested */
	bool has_asked_kernel; /* the kernel's tables have been asked for */
	/* used by the window's thread; without a window, by the runner */
	SDL_Window *window;
	SDL_Renderer *renderer;
	bool has_lost_display;     /* the display is lost; set by the window's thread */
	Painter painter;
	float display; /* pixels per unit on an ordinary window on this display */
	float type;    /* the user's factor for the size of text */
	Frame shown;   /* the frame that the window shows */
	Viewport viewport;
	EndRef *peers; /* [nodes * NLINKS] the links to draw, as topology_peers returns them */
	LayoutWay way; /* how the network is laid out */
	Press press;
	Armed armed;
	char notice[128]; /* the result of the last order, shown to the user */
	bool help;        /* the list of keys is shown */
	bool tree;        /* the tree of outcomes is shown */
	int nlines;       /* number of source lines that have been asked for */
	uint32_t nhits;   /* Frame.nhits when a hit was last shown */
	int under;        /* the button under the mouse, counted from 1; 0 for none */
};

/* ---- view.c ---- */

/* view_update_layout: compute the layout again, in the way v->way. */
void view_update_layout(View *v);
/* view_capture: a frame of the network for a picture, in v->captured. */
void view_capture(View *v);

/* ---- orders.c ---- */

/* order_step: request a step. */
void order_step(View *v, Step step);
/* order_run_or_pause: start or pause the run. */
void order_run_or_pause(View *v);
/* order_pace: change the pace by a number of steps. */
void order_pace(View *v, int by);
/* order_choice: note that the user has chosen other nodes or another link. */
void order_choice(View *v);
/* order_go_to_time: go to a time. */
void order_go_to_time(View *v, Time at);
/* order_drag: begin or end a drag, during which many times are requested. */
void order_drag(View *v, bool dragging);
/* order_shown_part: note the part of the run that the timeline shows now. */
void order_shown_part(View *v, Span part);
/* order_layout: let the window compute the layout again, with nothing chosen. */
void order_layout(View *v);
/* order_source: show or hide the source. */
void order_source(View *v, bool shown);
/* order_source_lines: request nlines of source, scrolled by `scroll` lines. */
void order_source_lines(View *v, int scroll, int nlines);
/* order_toggle_breakpoint: set or remove a breakpoint at a line. */
void order_toggle_breakpoint(View *v, const char *file, int line);
/* order_fault: inject a fault now: the kind `word` for the node or link `what`. */
void order_fault(View *v, const char *word, const char *what);

/* ---- keys.c ---- */

/* window_buttons: the buttons of the window, *n of them. */
const Button *window_buttons(int *n);
/* window_handle_key: handle a key; returns false if it closes the window. */
bool window_handle_key(View *v, const SDL_Keysym *key);
/* window_act_on_key: perform the action of a key without modifiers. */
void window_act_on_key(View *v, SDL_Keycode key);
/* window_handle_text: handle typed text. */
void window_handle_text(View *v, const char *text);
/* window_help: the list of keys and what they do, *n of them. */
const Help *window_help(int *n);
/*
 * window_open_outcome: ask for another outcome (view_outcome) if it is known and not the one shown;
 * returns false in that case, so that the window closes.
 */
bool window_open_outcome(View *v, uint32_t outcome);

/* ---- mouse.c ---- */

/*
 * window_handle_mouse: handle an event of the mouse and ignore others; returns false if it closes
 * the window.
 */
bool window_handle_mouse(View *v, const SDL_Event *e);
/* window_areas: where the parts of the window are, in pixels. */
Areas window_areas(const View *v);
/* window_timeline_parts: where the parts of the timeline are, in pixels. */
TimelineAreas window_timeline_parts(const View *v);
/*
 * window_choose_item: choose an item of the layout, a node; also: add it to the chosen ones, or
 * remove it from them.
 */
void window_choose_item(View *v, uint32_t item, bool also);

/* ---- picture.c ---- */

/* window_size: the size of pictures of the window, in pixels. */
void window_size(const View *v, int *width, int *height);
/*
 * window_surface: draw a frame with n buttons on a new surface, which the caller frees. If this
 * fails, it returns NULL and sets *why, which is valid until the next call of SDL.
 */
SDL_Surface *window_surface(View *v, const Frame *f, int width, int height, const Button *buttons,
	int n, const char **why);
/*
 * window_draw: append a frame as PNG, with n buttons, to a buffer. Returns NULL, or an error text,
 * which is valid until the next call of SDL.
 */
const char *window_draw(View *v, Buf *png, const Frame *f, int width, int height,
	const Button *buttons, int n);
/*
 * screens_draw: append only a frame's screens as PNG, side by side, at their own size. Returns
 * NULL, or an error text, which is valid until the next call of SDL.
 */
const char *screens_draw(Buf *png, const Frame *f);
/* window_save_picture: draw the window into the first free of trellis-1.png, trellis-2.png, ... */
void window_save_picture(View *v);

/* ---- movie.c ---- */

/* movie_check: check that a movie can be written into a file of this name; otherwise fatal. */
void movie_check(const char *file);
/* movie_write: write a movie of the run up to the present. */
void movie_write(View *v);

/* ---- window.c ---- */

/* window_thread: open the window, and serve it until it is closed or the runner ends it. */
int window_thread(void *view);
/*
 * window_scale: pixels per unit as set by TRELLIS_SCALE; 0 if it is not set. An invalid value is
 * fatal.
 */
float window_scale(void);
/*
 * window_size_factor: the factor by which text is enlarged in a window of this size, in units. If
 * the window is larger than usual by some part, text is larger by half of that part, rounded down
 * to eighths.
 */
float window_size_factor(float width, float height);
/*
 * window_enlarge_text: enlarge text, and all that is measured by it, by a factor relative to the
 * user's choice, and fit it to the window.
 */
void window_enlarge_text(View *v, float factor);

#endif
