/*
 * tape.h - what the host has ordered, so that the network can have it again while the host itself,
 * with its files, its programs and its user, stands where it is.
 *
 * To the network, the host is only the orders it gives: answers to outcomes, and acts between two
 * runs. A tape keeps the answers under the number of the outcome among those of its end, and the
 * acts under their time. While the tape plays, the host gets no outcomes, and the orders come from
 * the tape.
 */
#ifndef TAPE_H
#define TAPE_H

#include "change.h"
#include "sim/network/network.h"

/* An order in answer to an outcome at an end. */
typedef struct Answer {
	uint64_t number; /* of the outcome, the end's first is 0 */
	Outcome what;
	EndId end;       /* that the order is for */
	Order order;     /* at: so long after the outcome; its data is the tape's */
} Answer;

/* The answers to one end's outcomes, in order. */
typedef struct Track {
	Answer *answers;
	uint32_t n, cap;
	uint32_t gone;     /* so many before these have been forgotten */
	uint32_t next;     /* while it plays */
	uint64_t outcomes; /* that the end has had, where the network is */
} Track;

/* What acts on the network between two runs. */
typedef enum ActKind {
	ACT_ORDER,  /* for an end */
	ACT_SERVE,  /* an end takes bytes for a service */
	ACT_RESET,  /* of all nodes, or one */
	ACT_FAULTS, /* those of the network are these now */
	NACTKINDS,
	/* of a branch, which is never written: a node's memory or registers become others */
	ACT_CHANGE = NACTKINDS,
} ActKind;

typedef struct Act {
	Time at;
	bool quiet;    /* nothing was left to happen then, not even at that time itself */
	ActKind kind;
	EndId end;     /* ACT_ORDER, ACT_SERVE */
	Order order;   /* at: so long after the act; its data is the tape's */
	Receiver service;
	uint32_t reset; /* ACT_RESET: which nodes */
	Faults faults; /* the tape's */
	Change change; /* its bytes are the tape's */
	/* ACT_CHANGE: before the instruction of a node that follows so many; else at the time */
	bool at_place;
	NodeId node;
	uint64_t count;
} Act;

typedef struct Tape {
	Network *w;
	Track *tracks;    /* [end - first_host_end] */
	uint32_t ntracks;
	Act *acts;
	uint32_t nacts, acts_cap;
	uint32_t acts_gone; /* forgotten before these */
	uint32_t act;     /* the next one, while it plays */
	size_t size;      /* bytes of answers and acts */
	bool playing;
	/*
	 * an outcome was another one than the tape's: it is of another run, and nothing more is
	 * played
	 */
	bool parted;
	bool quiet;       /* the last run has left nothing to happen */
	uint64_t faults;  /* those of the network as the last run has left them, hashed */
	/* while the host handles an outcome */
	bool in_outcome;
	EndId outcome_end;
	Outcome what;
	Time at;
} Tape;

/* tape_init: of what acts on a network from now on. */
void tape_init(Tape *t, Network *w);
void tape_free(Tape *t);
/* tape_mark: where it is, for the other functions; added to `mark`, TAPE_MARK(t) bytes. */
#define TAPE_MARK(t) ((t)->ntracks * 12 + 4)
void tape_mark(const Tape *t, Buf *mark);
/* tape_mark_ok: does a mark of a tape that has forgotten nothing make sense? */
bool tape_mark_ok(const Tape *t, const Buf *mark);
/* tape_forget: what is before a mark. tape_acted: an act of the time `at` is before it. */
void tape_forget(Tape *t, const Buf *mark);
bool tape_acted(const Tape *t, const Buf *mark, Time at);
/*
 * tape_play: the network is as it was at a mark; the host is no longer told. tape_record: it is
 * again.
 */
void tape_play(Tape *t, const Buf *mark);
void tape_record(Tape *t);

/*
 * tape_run_ended: a run of the network has ended so. tape_faults: faults that were added since are
 * an act.
 */
void tape_run_ended(Tape *t, RunEnd end);
void tape_faults(Tape *t);

/*
 * tape_copy: a tape of another network that plays what `from`, which plays, has behind where it is.
 */
void tape_copy(Tape *t, Network *w, const Tape *from);
/* order_copy: of an order's bytes; NULL: it has none. */
uint8_t *order_copy(const Order *o);
/* tape_cut: while it plays: what is behind where it is has never been; it records again. */
void tape_cut(Tape *t);

/* tape_next: while it plays, the next act; NULL if there is none. tape_apply: do it; the network
 * stands at its time. */
const Act *tape_next(const Tape *t);
void tape_apply(Tape *t);

/* tape_add_answer, tape_add_act: what was kept elsewhere; data and faults become the tape's. */
void tape_add_answer(Tape *t, EndId told, Answer a);
void tape_add_act(Tape *t, Act a);

#endif
