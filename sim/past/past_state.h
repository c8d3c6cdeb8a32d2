/* past_state.h - the state of a past. Private to this folder. */
#ifndef PAST_STATE_H
#define PAST_STATE_H

#include "moments.h"
#include "past.h"

/*
 * While the past is replayed, a moment is kept after this many s of processor time, so that going
 * to a nearby time is faster later. The first value is for a whole network, the second for a lone
 * node, whose moments are smaller.
 */
#define KEEP_EVERY 0.05
#define KEEP_EVERY_LONE 0.008

/* The present of a network that is in its past. */
typedef struct Present {
	Time at;          /* the time of the present */
	RunEnd end;       /* how the run reached the present */
	uint64_t fingerprint; /* of the network at the present */
	/* of a live network: saved while the network is in its past */
	Moment machine;
	bool finishing; /* as in Network */
	Time finish;    /* as in Network */
	char **text;         /* [ntext] the faults as text */
	uint32_t ntext;
	struct Trace *trace; /* the trace of the network's user */
	NodeObserver *observer; /* as in Network */
	void *observer_context; /* as in Network */
} Present;

/* The hits of an observer in a piece of the run: the first ones or, backward, the last ones. */
typedef struct Hits {
	bool backward;   /* the search goes back in time */
	Place from;      /* where the search began */
	Time bound;      /* hits at a time must be after this time (backward: before it) */
	bool *hit;       /* [node] the node has a hit */
	uint64_t *count; /* [node] Place.count of its first (backward: last) hit */
	Time time;       /* time of the first (last) hit at a time; NEVER (0) if there is none */
} Hits;

typedef struct Recorder Recorder;
typedef struct Recording Recording;
typedef struct Echo Echo;

struct Past {
	Network *w;
	bool live;       /* the run may continue after the present */
	Tape tape;       /* the host's orders */
	Moments moments; /* saved states of the network */
	Place here;      /* where the network is, unless is_present */
	bool is_present; /* the network is at the present, at its own time */
	bool running;    /* the live network is running from the present */
	bool acted;      /* the acts of the network's present time have been applied */
	Time piece;      /* simulated time of one of the pieces in which the run is replayed */
	bool even;       /* `piece` does not change (past_even) */
	/* processor time (s) when a moment was last kept or restored, and until the next is kept */
	double kept, keep_every;
	Present present; /* the present, while the network is in its past */
	Hits *hits;      /* NULL if no search is in progress */
	Driver *drive;   /* NULL if the past has no driver */
	void *driver;    /* the context of `drive` */
	Time allowed;    /* how far a driver may advance the run */
	Recorder *recorder;   /* writes a live past to disk; NULL if it is not recorded */
	Recording *recording; /* the recording; NULL for a live past */
	Echo *echo;           /* the host of a branch; NULL for any other past */
	/*
	 * [node] when the node passed the place for which time_place or first_hit_place searches;
	 * NULL: they are not searching
	 */
	Time *passed;
};

/* ---- past.c ---- */

/* past_leave_present: save the present, so that the network can be moved to other times. */
void past_leave_present(Past *p);
/* past_load_moment: set the network to the state of a moment. */
void past_load_moment(Past *p, const Moment *m);
/* past_advance: run from the network's time to a later one, at most to the present. */
void past_advance(Past *p, Time at);
/* past_continue: run on at the present, as past_run does, but without the driver. */
RunEnd past_continue(Past *p, Time until);
/*
 * past_continue_alone: like past_continue, but for a branch without the acts of its echo (the
 * recorded host).
 */
RunEnd past_continue_alone(Past *p, Time until);
/* past_cut: discard everything after the network's place in the past, which becomes the present. */
void past_cut(Past *p);
/* past_apply_acts: apply the acts of the network's present time. */
void past_apply_acts(Past *p);
/*
 * past_hold: move the network to a place whose time is the network's time. Returns false if the
 * place has another time.
 */
bool past_hold(Past *p, Place to);

/* ---- search.c ---- */

/*
 * past_backward_to: as past_backward, for the last hit before the place `from`, which is at or
 * after the network's place. The search ends at a moment at or before the time `floor`; if nothing
 * was found, the network stays there.
 */
bool past_backward_to(Past *p, const Search *s, Place from, Time floor, Place *found);

/* ---- branch.c ---- */

/* branch_network: a new network in the same state as w. */
Network *branch_network(Network *w);
/*
 * branch_echo: let the past's host give the answers that are left on a tape, which must be playing,
 * and repeat its acts between two runs.
 */
void branch_echo(Past *p, const Tape *of);
/* branch_free: free the echo of a past, if it has one. */
void branch_free(Past *p);
/* branch_continue: as past_continue, for a past with an echo. */
RunEnd branch_continue(Past *p, Time until);

/* ---- lone.c ---- */

/*
 * lone_machine: a network with the state of one node of w, in which all other nodes are absent;
 * free it with network_free.
 */
Network *lone_machine(const Network *w, NodeId node);

#endif
