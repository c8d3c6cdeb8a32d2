/*
 * drive.h - how the window's user lets the network run: at a pace, in steps, and back.
 */
#ifndef DRIVE_H
#define DRIVE_H

#include "../network.h"

typedef enum Step {
	STEP_NONE,
	STEP_EVENT,    /* until the next event of the machine */
	STEP_MESSAGE,  /* until a message has crossed a link */
	STEP_INTERVAL, /* one interval of simulated time */
	STEP_FAULT,    /* until a node stops */
	STEP_BACK,     /* to the latest moment kept before this one */
	NSTEPS,
} Step;

/* Moments to go back to: snapshots in memory, oldest first. */
enum { MAX_MOMENTS = 64 };
typedef struct Moment {
	Time at;
	Buf bytes;
} Moment;

typedef struct Drive {
	Network *w;
	Time until;
	Time interval;
	Step step;       /* that is not yet done; STEP_NONE: none */
	uint64_t before; /* what it waits to change */
	Time goal;       /* where STEP_INTERVAL ends */
	Moment moments[MAX_MOMENTS];
	uint32_t nmoments;
	RunEnd end; /* of the last run; RUN_REACHED: it can go on */
} Drive;

void drive_init(Drive *c, Network *w, Time until);
void drive_free(Drive *c);
/* drive_until: it may go on to a later end. */
void drive_until(Drive *c, Time until);

/* drive_over: until is reached, or nothing can happen any more. */
bool drive_over(const Drive *c);

/* drive_run: run to `at`, or to the run's end. */
void drive_run(Drive *c, Time at);

/*
 * drive_step: do one step. returns false if there is none: over before it is done, or nothing to go back
 * to. drive_step_on: on with the one that met the end, now that this is later.
 */
bool drive_step(Drive *c, Step step);
bool drive_step_on(Drive *c);

/* drive_keep: remember this moment; does nothing without a host, or for one with state outside the machine. */
void drive_keep(Drive *c);

#endif
