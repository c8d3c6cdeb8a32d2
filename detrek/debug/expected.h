/*
 * expected.h - the question `why --expected`: takes the value that the run should have given, and
 * searches for changes of executions that would give it.
 */
#ifndef EXPECTED_H
#define EXPECTED_H

#include "output_part.h"

/* A value that an expression, or a part of the output, should have. */
typedef struct Expected {
	const WhyOptions *options;
	const char *expression, *text; /* borrowed; text: the value, as the user has typed it */
	Spot spot;        /* where the expression is evaluated */
	bool is_output;   /* the question is about a part of the output, not an expression */
	OutputPart part;  /* if is_output: that part */
	uint64_t offset;  /* offset, in the output, of the text or the byte in question */
	Buf bytes;        /* the expected bytes at that offset */
	Buf before;       /* the run's output before that offset */
	bool exists;      /* the expression has a value at `spot` */
	bool is_number;   /* the expected value is `number`, not bytes */
	double number, tolerance; /* the value, and the difference from it that is allowed */
} Expected;

/*
 * expected_new: the value o->expected of an expression at the session's place. Fails if
 * o->expected cannot be read as a value, or if the expression already has this value. The result is
 * released by expected_free.
 */
Expected expected_new(Session *s, const WhyOptions *o, const char *expression);
/* expected_free: free the expected value. */
void expected_free(Expected *e);
/*
 * expected_holds: true if the session's run gives the expected value; the run may be at another
 * place afterwards.
 */
bool expected_holds(Session *s, const Expected *e);
struct Output;

/*
 * expected_in_output: true if an output has the part that the question is about. *right: that part
 * has the expected value. *kept: the output before the part is the same as in the recorded run.
 */
bool expected_in_output(const Expected *e, const struct Output *o, bool *right, bool *kept);
/*
 * expected_is_forward_only: true if expected_holds, called at the beginning of the run, only goes
 * forward.
 */
bool expected_is_forward_only(const Session *s, const Expected *e);

/* ---- trials.c ---- */

struct Alternative;
struct Mutation;

typedef enum TrialEnd {
	TRIAL_WRONG,   /* the run gave another result */
	TRIAL_RIGHT,   /* the run gave the expected result */
	TRIAL_RIGHT_CHANGED,   /* the run gave the right result, but earlier output has changed */
	TRIAL_NOT_REACHED, /* the run did not reach a place where the change could be made */
	/* the run gave another result, but the host could not answer one of its requests */
	TRIAL_UNANSWERED,
	NTRIALENDS
} TrialEnd;

/* A change of the run: of one execution of a statement (once), or of each execution (always). */
typedef struct Trial {
	const struct Alternative *once; /* NULL: the change is `always` */
	const struct Mutation *always;
} Trial;

/* A statement, and the changes that are tried at it. */
typedef struct ChangeTrials {
	const Cause *cause;
	Trial *list;   /* [n] the changes */
	uint32_t n, next; /* next: index of the first change that was not tried yet */
	const Trial *right; /* the best change of those that gave the value; NULL: none */
	uint32_t merit;     /* how good the change `right` is, up to BEST_MERIT; 0: there is none */
} ChangeTrials;

/* The highest merit: with it, the search for a better change of the statement ends. */
enum { BEST_MERIT = 4 };

/* The results of all trials. */
typedef struct Trials {
	uint32_t ends[NTRIALENDS]; /* number of trials that ended in each way */
	uint32_t left; /* changes that were not tried, for lack of time */
	double seconds; /* the host's time that the trials took */
} Trials;

/*
 * trials_run: try the changes of n statements, in several processes at a time, for a number of
 * seconds of the host's time (e->options gives both numbers). The session must be in the recorded
 * run.
 */
Trials trials_run(Session *s, const Expected *e, ChangeTrials *tried, uint32_t n);

#endif
