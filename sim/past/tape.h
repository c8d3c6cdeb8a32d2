/*
 * tape.h - records the host's orders, so that the network can receive the same orders again without
 * the host, whose files, programs and user cannot go back in time.
 *
 * For the network, the host consists only of its orders: answers to outcomes, and acts between two
 * runs. A tape stores the answers by the number of the outcome at its end, and the acts by their
 * time. While the tape plays, the host gets no outcomes, and the orders come from the tape.
 */
#ifndef TAPE_H
#define TAPE_H

#include "change.h"
#include "sim/network/network.h"

/* An order that the host gives in answer to what has happened (an Outcome) at one of its ends. */
typedef struct Answer {
	uint64_t number; /* number of the outcome, from 0 for each end */
	Outcome what;    /* the outcome's kind */
	EndId end;       /* the end that gets the order */
	Order order;     /* `at` is relative to the outcome; the tape owns its data */
} Answer;

/* The answers to one end's outcomes, in order. */
typedef struct Track {
	Answer *answers;   /* [n] */
	uint32_t n, cap;
	uint32_t gone;     /* number of earlier answers that have been dropped */
	uint32_t next;     /* the index of the next answer to play */
	/* number of outcomes that the end has had, at the network's present time */
	uint64_t outcomes;
} Track;

/* Acts on the network between two runs. */
typedef enum ActKind {
	ACT_ORDER, /* an end receives an order */
	ACT_SERVE,  /* an end takes bytes for a service */
	ACT_RESET,  /* all nodes or one are reset */
	ACT_FAULTS, /* the network has other faults from now on */
	ACT_FORCE,  /* an intervention in a node's run */
	NACTKINDS,
	/* in a branch, never written to disk: a node's memory or registers are changed */
	ACT_CHANGE = NACTKINDS,
} ActKind;

/* An act; only the fields of its kind are used. */
typedef struct Act {
	Time at;
	bool quiet; /* no event was left when the act took place, not even one at the same time */
	ActKind kind;
	EndId end;     /* ACT_ORDER, ACT_SERVE */
	Order order;   /* `at` is relative to the act; the tape owns its data */
	Receiver service; /* ACT_SERVE */
	uint32_t reset; /* ACT_RESET: which nodes (RESET_...) */
	Faults faults; /* ACT_FAULTS; owned by the tape */
	Change change; /* ACT_CHANGE; the tape owns its bytes */
	Force force;   /* ACT_FORCE */
	/*
	 * ACT_CHANGE, ACT_FORCE: true: the act takes place before a node's instruction, after the
	 * node has executed `count`; false: at the time `at`
	 */
	bool at_place;
	NodeId node;
	uint64_t count;
} Act;

/* The recorded answers and acts of a run, and the position on the tape. */
typedef struct Tape {
	Network *w;
	Track *tracks;    /* [end - first_host_end] */
	uint32_t ntracks;
	Act *acts;
	uint32_t nacts, acts_cap;
	uint32_t acts_gone; /* number of earlier acts, which have been forgotten */
	uint32_t repeatable_gone; /* number of repeatable acts among them */
	uint32_t next_act;     /* the index of the next act to play */
	size_t size;      /* bytes of answers and acts */
	bool playing;     /* orders come from the tape (tape_play) */
	/*
	 * an outcome differed from the recorded one: the run has become a different one, and the
	 * tape no longer answers
	 */
	bool parted;
	bool quiet;       /* no event was left after the last run */
	uint64_t faults;  /* hash of the network's faults after the last run */
	bool in_outcome;  /* the host is handling an outcome, which the next fields describe */
	EndId outcome_end;
	Outcome what;     /* the outcome's kind */
	Time at;          /* the outcome's time */
} Tape;

/* tape_init: record the acts on a network from now on. */
void tape_init(Tape *t, Network *w);
void tape_free(Tape *t);
/*
 * tape_mark: append the tape's present position to `mark`, TAPE_MARK_SIZE(t) bytes, for the
 * functions below.
 */
#define TAPE_MARK_SIZE(t) ((t)->ntracks * 12 + 4)
void tape_mark(const Tape *t, Buf *mark);
/*
 * tape_mark_is_valid: true if the bytes are a valid mark of this tape; nothing of the tape may have
 * been forgotten.
 */
bool tape_mark_is_valid(const Tape *t, const Buf *mark);
/* tape_count_acts: the number of the tape's acts before a mark. */
uint32_t tape_count_acts(const Tape *t, const Buf *mark);
/* tape_forget: forget all answers and acts before a mark. */
void tape_forget(Tape *t, const Buf *mark);
/* tape_has_acted: true if an act of time `at` is before a mark. */
bool tape_has_acted(const Tape *t, const Buf *mark, Time at);
/*
 * tape_play: play the tape from a mark; the network must have been restored to the state of the
 * mark. While the tape plays, the host receives no outcomes.
 */
void tape_play(Tape *t, const Buf *mark);
/* tape_record: end playing: record the host's orders again. */
void tape_record(Tape *t);

/* tape_note_run_end: note how a run of the network has ended. */
void tape_note_run_end(Tape *t, RunEnd end);
/*
 * tape_record_faults: record the network's faults as an act if they have changed since the last
 * run.
 */
void tape_record_faults(Tape *t);

/*
 * tape_copy: make a tape for another network that plays the rest of `from`, which must be playing;
 * marks within this rest are valid for both tapes.
 */
void tape_copy(Tape *t, Network *w, const Tape *from);
/* order_copy: a copy of an order's bytes; NULL if it has none. */
uint8_t *order_copy(const Order *o);
/* act_copy: a copy of an act and of all that it owns. */
Act act_copy(const Act *a);
void act_free(Act *a);
/* tape_cut: while playing, discard the rest, and record from here on. */
void tape_cut(Tape *t);

/* tape_next: while playing, the next act; NULL if there is none. */
const Act *tape_next(const Tape *t);
/* tape_apply: apply the next act to the network, which must be at the time of the act. */
void tape_apply(Tape *t);
/*
 * act_is_repeatable: true if an act can also take place in a run that has become different: it is
 * not an intervention at a place.
 */
bool act_is_repeatable(const Act *a);
/* tape_repeat: while recording, perform and record a repeatable act of another tape. */
void tape_repeat(Tape *t, const Act *a);
/* tape_count_repeatable: the number of repeatable acts since tape_init. */
uint32_t tape_count_repeatable(const Tape *t);
/* tape_is_forced: true if an observer has intervened in the run. */
bool tape_is_forced(const Tape *t);
/* tape_withheld: call `each` for each process that is withheld at the tape's position. */
void tape_withheld(const Tape *t, void (*each)(void *context, NodeId n, Word desc), void *context);
/* tape_next_fits: true if the next act is possible in the network's present state. */
bool tape_next_fits(const Tape *t);

/*
 * tape_add_answer: add an answer from another store to the track of the end `told`; the tape then
 * owns its data.
 */
void tape_add_answer(Tape *t, EndId told, Answer a);
/* tape_add_act: append an act from another store; the tape then owns all that the act owns. */
void tape_add_act(Tape *t, Act a);

#endif
