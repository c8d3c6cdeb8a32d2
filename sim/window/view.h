/*
 * view.h - looking at a network while it runs: the window, and pictures of it.
 *
 * A view reads the network between two runs and never changes it, unless its user injects a fault;
 * if its user goes back in time, the present is restored before the network is used otherwise. So a
 * run has the same fingerprint with and without it. Its window has a thread of its own. It lives in
 * the program trellis-view, which is trellis with a window; `trellis --view` starts that one.
 */
#ifndef VIEW_H
#define VIEW_H

#include "sim/network/network.h"

#include <signal.h>

typedef struct View View;

typedef struct ViewOptions {
	const char *title;
	/* whose nodes and circuits are drawn; NULL: all nodes, fixed cables */
	const Config *config;
	/* its nodes', an ELF file; NULL: the one that came with this program */
	const char *kernel;
	struct Past *past;    /* the network's; borrowed; NULL: one that begins with the view */
	bool window;          /* show one; otherwise only pictures are made */
	bool standing;        /* the window's run waits for its user to start it */
	const char *picture;  /* a PNG file of the view at ...; NULL if there is none */
	Time picture_at;      /* ... this time, or when the view is freed */
	const volatile sig_atomic_t *enough; /* set by a signal: stop waiting; may be NULL */
} ViewOptions;

/* What a view has cost; times are s of the host's processor. */
typedef struct ViewCost {
	uint32_t frames; /* that the window has drawn, ... */
	double drawing;  /* ... its thread, in so long */
	/* the runner's thread, in the network itself; what else view_run took is the view's own */
	double ran;
} ViewCost;

/*
 * view_start: called with a command's arguments before anything else is done, if it is to have a
 * view; in trellis, trellis-view takes over with the same arguments.
 */
void view_start(int argc, char **argv);

/*
 * view_new: a view of a network, which must outlive it. No display is the user's mistake (fatal).
 */
View *view_new(Network *w, const ViewOptions *o);
void view_free(View *v); /* NULL: nothing */

/*
 * view_run: as network_run, at the pace that the window's user asks for. It returns before `until`
 * (RUN_REACHED) once the user has closed the window, and now and then while the network stands.
 */
RunEnd view_run(View *v, Time until);
/*
 * view_wait_closed: the run is over; let its user look at it until the window is closed, or it is
 * enough.
 */
RunEnd view_wait_closed(View *v);
/* view_closed: by its user; the network is to be run without it. */
bool view_closed(View *v);
/* view_config: the circuits are those of a configuration now (NULL: as the network has them). */
void view_config(View *v, const Config *c);
/* view_cost: what a view has done since it was made; not while the network rests. */
ViewCost view_cost(View *v);
/*
 * view_set_resting: while the network rests (it does not run or change), the window's user may look
 * at it and its past. Not resting again, it is what it was before.
 */
void view_set_resting(View *v, bool resting);

#endif
