/*
 * view.h - looking at a network while it runs: the window, and pictures of it.
 *
 * A view reads the network between two runs and never changes it, unless its user injects a fault;
 * so a run has the same fingerprint with and without it. It lives in the program trellis-view,
 * which is trellis with a window; `trellis --view` starts that one.
 */
#ifndef VIEW_H
#define VIEW_H

#include "network.h"

typedef struct View View;

typedef struct ViewOptions {
	const char *title;
	const Config *config; /* whose nodes and circuits are drawn; NULL: all nodes, fixed cables */
	bool window;          /* show one; otherwise only pictures are made */
	bool standing;        /* the window's run waits for its user to start it */
	const char *picture;  /* a PNG file of the view at ... */
	Time picture_at;      /* ... this time; NULL: none */
} ViewOptions;

/*
 * view_start: called with a command's arguments before anything else is done, if it is to have a
 * view; in trellis, trellis-view takes over with the same arguments.
 */
void view_start(int argc, char **argv);

/* view_new: a view of a network, which must outlive it. No display is the user's mistake (fatal). */
View *view_new(Network *w, const ViewOptions *o);
void view_free(View *v);

/*
 * view_run: as network_run, at the pace that the window's user asks for. It returns when the user
 * closes the window, which may be before `until` (RUN_REACHED).
 */
RunEnd view_run(View *v, Time until);

#endif
