/*
 * drive.h - controls how the window's user runs the network: at a pace, in steps, and backwards
 * (sim/past).
 *
 * While the network is in its past, the host stays at the present: it receives no outcomes, and
 * reads and writes nothing again. When the network reaches the present, its state is the same as
 * before.
 */
#ifndef DRIVE_H
#define DRIVE_H

#include "closeup.h"

#include "sim/node/source_reader.h"
#include "sim/past/past.h"

typedef enum Step {
	STEP_NONE,
	STEP_EVENT,    /* run until the next event of the machine */
	STEP_MESSAGE,  /* run until a message has crossed a link: its last byte is acknowledged */
	STEP_INTERVAL, /* run for one interval of simulated time */
	STEP_FAULT,    /* run until a node stops by a fault */
	STEP_BACK,     /* back to where the last step began; one interval if no step ended here */
	STEP_EVENT_BACK, /* back to before the last event of the machine */
	NSTEPS,
} Step;

enum { STEPS = 64 }; /* the number of steps that can be taken back */

typedef struct Drive {
	Network *w;
	Past *past;
	bool owns_past;        /* the drive owns the past; otherwise it is borrowed */
	Time until;      /* end of the run */
	Time interval;   /* length of STEP_INTERVAL */
	Step step;       /* the step in progress; STEP_NONE for none */
	uint64_t before; /* when the step began: the counter whose change ends the step */
	Time goal;       /* end time of STEP_INTERVAL */
	Span done[STEPS + 1]; /* [ndone] the last steps forward; then the one in progress */
	uint32_t ndone;
	uint64_t *sent;  /* [end] messages when the step began; owned */
	EndId sender;    /* which sent the message that the last STEP_MESSAGE waited for */
	Time sent_at;    /* when this message had arrived */
	RunEnd end; /* how the last run ended; RUN_REACHED: it can continue */
	/*
	 * called on the way back, one interval before its end, so that the observer sees the
	 * network's activity from there on; may be NULL
	 */
	void (*before_arrival)(void *context);
	void *context;
	struct Source *source; /* the nodes' programs; borrowed; NULL: no breakpoints */
	const SourceReader *sources; /* the functions that read `source` */
	/* true if the last run or step has come to a breakpoint, on hit_node, as hit_text says */
	bool has_hit;
	NodeId hit_node;
	char hit_text[SOURCE_TEXT];
} Drive;

/*
 * drive_init: prepare to control a network up to `until`. If past is NULL, create a past that
 * begins now. before_arrival and source become NULL.
 */
void drive_init(Drive *c, Network *w, Past *past, Time until);
void drive_free(Drive *c);
/*
 * drive_set_until: set a later end time. The caller, or the window's user, may have changed the
 * network since the last run.
 */
void drive_set_until(Drive *c, Time until);

/* drive_is_over: true if `until` is reached, or no event is left. */
bool drive_is_over(const Drive *c);
/* drive_is_past: true if the network is before its present. */
bool drive_is_past(const Drive *c);

/*
 * drive_run: run to `at`, to a breakpoint, or to the run's end; this may lead from the past to the
 * present and beyond.
 */
void drive_run(Drive *c, Time at);

/*
 * drive_step: start a step. Returns false if the step is not completed: it takes long, has reached
 * the end, or there is no earlier moment.
 */
bool drive_step(Drive *c, Step step);
/* drive_step_on: continue the step in c->step; returns false if it is still not completed. */
bool drive_step_on(Drive *c);

/* drive_goto: go to a time, or to the nearest one between the beginning and the present. */
void drive_goto(Drive *c, Time at);

/*
 * drive_sender: the link end that sent the message for which the last step waited; NOWHERE_END if
 * the network has moved on since, or no step waited for one.
 */
EndId drive_sender(const Drive *c);

/* drive_save_moment: save the network's state as a moment of its past (sim/past). */
void drive_save_moment(Drive *c);

/* drive_return_to_present: move a live network from its past to the present. */
void drive_return_to_present(Drive *c);

#endif
