/*
 * past_state.h - the past, for the files of this folder.
 */
#ifndef PAST_STATE_H
#define PAST_STATE_H

#include "moments.h"
#include "past.h"

/*
 * While the past is gone through, a moment is kept after so many s of the processor's time, so that
 * going near there again takes less.
 */
#define KEEP_EVERY 0.05

/* What a live network's present needs besides the machine, while the network is in the past. */
typedef struct Present {
	Time at;
	RunEnd end;       /* how the run has come there */
	uint64_t fingerprint;
	/* of a live network, while it is elsewhere */
	Moment machine;
	bool finishing;
	Time finish;
	char **text;         /* ntext of them, of the faults */
	uint32_t ntext;
	struct Trace *trace; /* of the network's user */
	void (*observer)(void *context, NodeId n);
	void *observer_context;
} Present;

/* What an observer has found in a piece of the run. */
typedef struct Hits {
	bool backward;
	Place from;      /* the search began there */
	Time bound;      /* hits at a time are after this, or before it */
	bool *hit;       /* [node] */
	uint64_t *count; /* [node] of the first, or the last one */
	Time time;       /* of the first, or the last one at a time; NEVER, or 0 if there is none */
} Hits;

typedef struct Recorder Recorder;
typedef struct Recording Recording;
typedef struct Echo Echo;

struct Past {
	Network *w;
	bool live;
	Tape tape;
	Moments moments;
	Place here;
	bool is_present;
	bool acted;      /* the acts of the time at which the network is have been done */
	Time piece;      /* of the run that is gone through in one go */
	/* when a moment was kept or loaded last, s of this thread's processor time */
	double kept;
	Present present;
	Hits *hits;      /* NULL: nothing is searched for */
	Recorder *recorder;   /* of a live past that is written to disk; NULL: it is not */
	Recording *recording; /* that the past is of; NULL: it is live */
	Echo *echo;           /* of a branch: its host; NULL: it is none */
	/* [nodes]: when each passed its place, of the last search for a time; NULL: none yet */
	Time *passed;
};

/* ---- past.c ---- */

/* past_leave_present: save the present, so that the network can be moved to other times. */
void past_leave_present(Past *p);
/*
 * past_load: to a moment. past_advance: from where the network is to a time, not before it nor
 * after the present.
 */
void past_load(Past *p, const Moment *m);
void past_advance(Past *p, Time at);
/*
 * past_cut: what is behind the place where the network is, which is in the past, has never been: it
 * is the present.
 */
void past_cut(Past *p);
/* past_act: do what is done at the time where the network is. */
void past_act(Past *p);
/*
 * past_hold: the network is at the place's time, T; bring it to the place. false: its time is
 * another one
 */
bool past_hold(Past *p, Place to);

/* ---- search.c ---- */

/*
 * past_backward_to: as past_backward, for the last hit before `from`, which is where the network is
 * or behind it; back to a moment at `floor` or before it, where the network is if nothing was
 * found.
 */
bool past_backward_to(Past *p, const Search *s, Place from, Time floor, Place *found);

/* ---- branch.c ---- */

void branch_free(Past *p);

/* ---- lone.c ---- */

/* lone_machine: a network of which all nodes are absent but one, which is as in w; network_free. */
Network *lone_machine(const Network *w, NodeId node);

#endif
