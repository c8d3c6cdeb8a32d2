/*
 * taken.h - what the alternatives of a run have taken, and what they could have: a thread that
 * outputs to a channel does nothing else before it is received, so whether it comes before or after
 * an alternative decides nothing but this.
 */
#ifndef TAKEN_H
#define TAKEN_H

#include "operations.h"
#include "sem_text.h"

typedef struct TakenList TakenList;

TakenList *taken_new(void);
void taken_free(TakenList *l);

/*
 * taken_chose: an alternative has taken a channel in memory, or none; nobjects: those of the run so
 * far. Returns its number.
 */
uint32_t taken_chose(TakenList *l, const ChannelChoice *c, uint32_t nobjects);
/* taken_missed: one has taken none, in that event; place: or NULL. Both are the list's. */
void taken_missed(TakenList *l, uint32_t number, char *event, char *place);
/*
 * taken_inputs: a thread meets another one at a channel. Returns the number of the alternative by
 * which it has found it there, or NOT_TAKEN.
 */
enum { NOT_TAKEN = UINT32_MAX };
uint32_t taken_inputs(TakenList *l, uint32_t thread, Addr channel);

/* A thread that comes to a channel. */
typedef struct Coming {
	uint32_t channel; /* its object */
	uint32_t thread;
	bool input;
	char *event;      /* the name of its event; the list's, like the next one */
	char *place;      /* or NULL */
	uint32_t number;  /* of the alternative by which it has found the other one, or NOT_TAKEN */
	char *found;      /* then the event in which it has, which is the list's, too */
} Coming;

void taken_comes(TakenList *l, const Coming *c);

/*
 * taken_alternatives: append what else the alternatives could have taken. object_at: the object of
 * the channel at an address, when the run had so many objects or, if there was none, the next one;
 * UINT32_MAX: there is none.
 */
void taken_alternatives(const TakenList *l, SemMessages *m,
	uint32_t (*object_at)(void *context, NodeId n, Addr channel, uint32_t nobjects),
	void *context);

#endif
