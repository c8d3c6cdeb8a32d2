/*
 * events.h - events that span nodes, on a live machine: local events, which are C expressions over
 * the variables of a process, and an operator between them (Spezialetti and Gupta).
 *
 *	{temp > 90}@boiler == {valve == 0}@tank
 *
 * The machine evaluates them from outside, at no simulated time: whenever a store, a link or a
 * fault changes one of the words that an expression reads, in the order of places (docs/past.md).
 * The programs are the plain ones.
 */
#ifndef EVENTS_H
#define EVENTS_H

#include "detrek/target/target.h"
#include "sim/past/past.h"

typedef enum EventOperator {
	EVENT_SIMULTANEOUS, /* ==: they are true together */
	EVENT_CONCURRENT,   /* ||: none has become true before another */
	EVENT_ORDERED,      /* ->: each has become true before the next */
	NEVENTOPERATORS
} EventOperator;

extern const char *const event_operator[NEVENTOPERATORS]; /* in a word */

enum {
	MAX_EVENT_TERMS = 16,
	EVENT_MISTAKE = 500, /* bytes of a message */
};

/* A local event: the expression is not 0 in a process of the place. */
typedef struct EventTerm {
	const char *expression;
	const char *place;
} EventTerm;

typedef struct EventQuery {
	const char *text;
	EventOperator op;
	EventTerm term[MAX_EVENT_TERMS];
	uint32_t nterms;
} EventQuery;

/* ---- query.c ---- */

/*
 * event_parse: NULL: the text is not an event, and mistake says why. All that is made is the
 * arena's.
 */
EventQuery *event_parse(Arena *a, const char *text, char mistake[EVENT_MISTAKE]);

/* ---- watch.c ---- */

typedef struct EventWatch EventWatch;

/*
 * event_watch_new: of a target that has all programs that will be loaded. The query must outlive
 * it. NULL: some expression means nothing in the programs of its place; mistake says what.
 */
EventWatch *event_watch_new(Target *t, const EventQuery *q, char mistake[EVENT_MISTAKE]);
void event_watch_free(EventWatch *v);

/*
 * event_watch_begin: the network stands still; what it has loaded now is watched from here on, and
 * what was before is forgotten. The watcher's owner hands on what it reports of the nodes' run:
 * changes, and instructions that are marked.
 */
void event_watch_begin(EventWatch *v, Watcher *o);
void event_watch_accesses(EventWatch *v, NodeId n, const Access *a, uint32_t naccesses);
void event_watch_marked(EventWatch *v, NodeId n);
/*
 * event_watch_attach: begin with a watcher of the network that this watch alone uses; the caller
 * frees it.
 */
Watcher *event_watch_attach(EventWatch *v, Network *w);

/* Where an event has begun to hold. */
typedef struct EventHit {
	/*
	 * before the instruction that makes it hold; if a link or fault does, the time just after
	 */
	Place made;
	Place place;  /* behind that instruction; or that time */
	/*
	 * before the instruction that changes the words next; node NOWHERE: that is not known, or
	 * none does
	 */
	Place before;
	Place other;  /* another place at which it may still hold */
} EventHit;

/*
 * event_watch_next: all that happens before the time where the network is has been reported: go on
 * from where this was left to the next place at which the event begins to hold. false if there is
 * none up to now.
 */
bool event_watch_next(EventWatch *v, EventHit *hit);
/* A local event becomes true in a process. */
typedef struct EventOccurrence {
	uint32_t term;
	NodeId node;
	int32_t pid;
	Place made;     /* as of EventHit */
	/* instructions that the node had executed then, with the one that makes it true */
	uint64_t count;
	Time at;        /* of the stretch with that instruction; or when the link or fault acts */
} EventOccurrence;

/*
 * event_watch_occurrences: `occurred` is called with each, in the order of places, while
 * event_watch_next goes on.
 */
void event_watch_occurrences(EventWatch *v, void (*occurred)(void *context,
	const EventOccurrence *o), void *context);

/*
 * event_watch_unmet: a local event whose place has had no process up to now with the variables it
 * names; NULL: none.
 */
const EventTerm *event_watch_unmet(const EventWatch *v);

/*
 * event_goto: bring the network to a place at which the event holds, from the hit on until it
 * ceases. false: it holds between two places only, and the network is anywhere.
 */
bool event_goto(Past *p, Target *t, const EventQuery *q, const EventHit *hit);

/*
 * event_text: the network stands where the event holds: a line for each local event with its
 * process, and its variables.
 */
void event_text(Target *t, const EventQuery *q, Buf *out);

/* ---- recorded.c ---- */

/* What a recorded run had of an event. */
typedef struct EventsFound {
	uint32_t began[MAX_EVENT_TERMS]; /* how often each local event became true */
	/* nfound of them by operator, in the order of places */
	EventOccurrence *found[NEVENTOPERATORS];
	uint32_t nfound[NEVENTOPERATORS];
} EventsFound;

/*
 * events_recorded: go through the run of a recording, from its beginning; the target is a
 * sync_target. Found are
 *
 *	simultaneous  where the local events begin to hold together: the one that makes it so
 *	concurrent    occurrences of the last local event such that there are occurrences of the
 *	              others, no two ordered
 *	ordered       occurrences of the last one such that there are occurrences of the others,
 *	              each before the next
 *
 * all in different processes. One occurrence is before another if it is in the same process and
 * earlier, or if messages of the kernel lead from the one process to the other between them. More
 * work than can be done is the user's mistake (fatal).
 */
EventsFound events_recorded(Past *p, Target *t, const EventQuery *q);
void events_found_free(EventsFound *f);

#endif
