/*
 * drive.h - how the window's user lets the network run: at a pace, in steps, and back (sim/past).
 *
 * While the network is in its past, the host stands at the present and is not concerned: it is
 * neither told anything, nor does it write or read again. Where the past meets the present, the
 * network is what it was there.
 */
#ifndef DRIVE_H
#define DRIVE_H

#include "sim/past/past.h"

typedef enum Step {
	STEP_NONE,
	STEP_EVENT,    /* until the next event of the machine */
	STEP_MESSAGE,  /* until a message has crossed a link */
	STEP_INTERVAL, /* one interval of simulated time */
	STEP_FAULT,    /* until a node stops */
	STEP_BACK,     /* to the latest moment kept before this one */
	STEP_EVENT_BACK, /* to before the last event of the machine */
	NSTEPS,
} Step;

typedef struct Drive {
	Network *w;
	Past *past;
	bool own;        /* the past is the drive's, else it is borrowed */
	Time until;
	Time interval;
	Step step;       /* that is not yet done; STEP_NONE: none */
	uint64_t before; /* what it waits to change */
	Time goal;       /* where STEP_INTERVAL ends */
	RunEnd end; /* of the last run; RUN_REACHED: it can go on */
	/*
	 * called on the way back, an interval before where that ends: what the network does from
	 * there on can be seen; or NULL
	 */
	void (*before_arrival)(void *context);
	void *context;
} Drive;

/* drive_init: past NULL: one that begins now; before_arrival is NULL. */
void drive_init(Drive *c, Network *w, Past *past, Time until);
void drive_free(Drive *c);
/*
 * drive_until: it may go on to a later end; its caller, or the window's user, may have acted on the
 * network since the last run.
 */
void drive_until(Drive *c, Time until);

/* drive_over: until is reached, or nothing can happen any more. */
bool drive_over(const Drive *c);
/* drive_is_past: the network is before its present. */
bool drive_is_past(const Drive *c);

/* drive_run: run to `at`, or to the run's end; from the past, over the present. */
void drive_run(Drive *c, Time at);

/*
 * drive_step: do one step. returns false if there is none, or if it is not yet done: it takes long,
 * it has met the end, or there is nothing to go back to. drive_step_on: on with the one that is in
 * c->step.
 */
bool drive_step(Drive *c, Step step);
bool drive_step_on(Drive *c);

/* drive_keep: remember this moment. */
void drive_keep(Drive *c);

/* drive_present: leave the past of a live network, if that is where it is. */
void drive_present(Drive *c);

#endif
