/*
 * taken.h - finds the channels that the alternatives of a run have taken, and others that they
 * could have taken. A thread that sends on a channel does nothing else before its message is
 * received. So whether the thread arrives before or after an alternative affects only the
 * alternative's choice.
 */
#ifndef TAKEN_H
#define TAKEN_H

#include "operations.h"
#include "sem_text.h"

/* The alternatives of a run, and the arrivals at channels. */
typedef struct TakenList TakenList;

/* taken_new: an empty list of what alternatives have taken. */
TakenList *taken_new(void);
/* taken_free: free the list. */
void taken_free(TakenList *l);

/*
 * taken_add_choice: note that an alternative has taken a channel in memory, or none; nobjects: the
 * number of objects of the run so far. Returns the alternative's number.
 */
uint32_t taken_add_choice(TakenList *l, const ChannelChoice *c, uint32_t nobjects);
/*
 * taken_note_miss: note the event in which an alternative has taken no channel; place: its place in
 * the program, or NULL. The list owns event and place.
 */
void taken_note_miss(TakenList *l, uint32_t number, char *event, char *place);
/* Stands for the number of an alternative if there is none. */
enum { NO_ALTERNATIVE = UINT32_MAX };

/*
 * taken_note_meeting: note that a thread meets another one at a channel. Returns the number of the
 * thread's alternative that has found the other one there, or NO_ALTERNATIVE.
 */
uint32_t taken_note_meeting(TakenList *l, uint32_t thread, Addr channel);

/* An arrival of a thread at a channel. */
typedef struct Arrival {
	uint32_t channel; /* number of the channel's object */
	uint32_t thread;
	bool input;       /* the thread arrives to receive; false: to send */
	char *event;      /* the name of the arrival's event; the list owns it and `place` */
	char *place;      /* place of the arrival in the program, or NULL */
	/*
	 * number of the thread's alternative that found the other thread at the channel, or
	 * NO_ALTERNATIVE
	 */
	uint32_t number;
	/* name of the event in which that alternative found it, owned by the list; or NULL */
	char *found;
} Arrival;

/* taken_add_arrival: append the arrival of a thread at a channel, to send or receive. */
void taken_add_arrival(TakenList *l, const Arrival *c);

/*
 * taken_list_others: append the other channels that the alternatives could have taken. object_at:
 * the object of the channel at an address when the run had nobjects objects or, if there was none
 * yet, the next one; UINT32_MAX: there is none.
 */
void taken_list_others(const TakenList *l, SemMessages *m,
	uint32_t (*object_at)(void *context, NodeId n, Addr channel, uint32_t nobjects),
	void *context);

#endif
