/*
 * view.h - shows a network while it runs: a window, and pictures of it.
 *
 * A view reads the network between two runs and does not change it, unless its user injects a
 * fault. If the user goes back in time, the present is restored before the network is used
 * otherwise. So a run has the same fingerprint with and without a view. The window has a thread of
 * its own. It is part of the program trellis-view, which is trellis with a window; `trellis --view`
 * starts that program.
 */
#ifndef VIEW_H
#define VIEW_H

#include "sim/network/network.h"
#include "sim/node/node_state.h"
#include "sim/node/source_reader.h"

#include <signal.h>

typedef struct View View;

typedef struct ViewOptions {
	const char *title;
	/* the configuration to draw; NULL: all nodes, fixed cables only */
	const Config *config;
	/* ELF file of the nodes' kernel; NULL: the one supplied with this program */
	const char *kernel;
	struct Past *past;    /* the network's past; borrowed; NULL: create one now */
	/*
	 * an event over several nodes, or NULL; nodes on which one of its local events holds are
	 * framed, and a window pauses the run when the event begins to hold
	 */
	const char *event;
	/* functions that read the kernel's tables and programs' sources; NULL: none are shown */
	const KernelReader *kernels;
	const SourceReader *sources;
	/*
	 * the tree of outcomes (`trellis outcomes`) to which the run belongs, as lines; NULL for
	 * none; and the run's number in the tree
	 */
	const char *outcomes;
	uint32_t outcome;
	bool window;          /* show a window; otherwise only make pictures */
	bool standing;        /* start paused, until the window's user starts the run */
	const char *picture;  /* PNG file for a picture; NULL for none */
	Time picture_at;      /* time of `picture`; if not reached, drawn when the view is freed */
	const char *screen;   /* PNG file for the nodes' screens, side by side; NULL for none */
	Time screen_at;
	const char *movie;    /* .webm or .gif file for a movie of the run; NULL for none */
	int width, height;    /* of pictures and movies, in pixels; 0: those of a new window */
	/* set by a signal handler to end waiting; may be NULL */
	const volatile sig_atomic_t *enough;
} ViewOptions;

/* The cost of a view; times are s of the host's processor. */
typedef struct ViewCost {
	uint32_t frames; /* frames drawn by the window */
	double drawing;  /* processor time of the window's thread */
	/*
	 * time that view_run has spent in the network itself; the rest of its time is the view's
	 * cost
	 */
	double ran;
} ViewCost;

/* view_wanted: true if the options ask for a window or a file. */
static inline bool
view_wanted(const ViewOptions *o)
{
	return o->window || o->picture || o->screen || o->movie;
}

/*
 * view_start: a command that is to have a view must call this first, with its arguments; it
 * replaces `trellis` by trellis-view with the same arguments.
 */
void view_start(int argc, char **argv);

/* view_new: create a view of a network, which must outlive it. Fatal if there is no display. */
View *view_new(Network *w, const ViewOptions *o);
/* view_free: free a view; NULL is allowed. */
void view_free(View *v);

/*
 * view_run: like network_run, at the pace the window's user asks for. It returns before `until`
 * (RUN_REACHED) after the user has closed the window, and from time to time while the network is
 * paused.
 */
RunEnd view_run(View *v, Time until);
/* view_wait_closed: show a run that is over until the window is closed or `enough` is set. */
RunEnd view_wait_closed(View *v);
/* view_closed: true if the user has closed the window; the network is to run without it. */
bool view_closed(View *v);
/*
 * view_outcome: the number of another outcome, if the user has closed the window in order to see
 * it; otherwise 0.
 */
uint32_t view_outcome(View *v);
/*
 * view_set_config: from now on draw the circuits of a configuration (NULL: those of the network).
 */
void view_set_config(View *v, const Config *c);
/*
 * view_add_program: note that nodes may execute the program in this ELF file, so that its source
 * can be shown. With v NULL it does nothing.
 */
void view_add_program(View *v, const char *file);
/* view_set_remark: show a remark about the run from now on. With v NULL it does nothing. */
void view_set_remark(View *v, const char *remark);
/* view_cost: the cost of a view since it was made; not while the network rests. */
ViewCost view_cost(View *v);
/*
 * view_set_resting: while the network rests (it does not run or change), the window's user may
 * inspect it and its past. When resting ends, the network's state is the same as before.
 */
void view_set_resting(View *v, bool resting);

#endif
