/*
 * events.h - finds events over several nodes of a running machine (Spezialetti and Gupta). An event
 * combines local events by an operator; a local event is a C expression over the variables of one
 * process.
 *
 * 	{temp > 90}@boiler == {valve == 0}@tank
 *
 * The simulator evaluates an expression whenever a store, a link or a fault changes a word that the
 * expression reads, in the order of places (docs/past.md). This takes no simulated time. The
 * programs need no changes.
 */
#ifndef EVENTS_H
#define EVENTS_H

#include "detrek/target/target.h"
#include "sim/past/past.h"

typedef enum EventOperator {
	EVENT_SIMULTANEOUS, /* ==: all are true at the same time */
	EVENT_CONCURRENT,   /* ||: none became true before another */
	EVENT_ORDERED,      /* ->: each became true before the next */
	NEVENTOPERATORS
} EventOperator;

extern const char *const event_operator_words[NEVENTOPERATORS]; /* the operators as words */

enum {
	MAX_EVENT_TERMS = 16, /* local events of an event, at most */
	EVENT_MISTAKE = 500, /* size of the buffer for an error message, in bytes */
};

/*
 * A local event as text. It is true if the expression is not 0 in one of the processes that `place`
 * describes.
 */
typedef struct EventTerm {
	const char *expression;
	const char *place; /* the text after the @: nodes, programs or roles */
} EventTerm;

typedef struct EventQuery {
	const char *text;
	EventOperator op;
	EventTerm term[MAX_EVENT_TERMS];
	uint32_t nterms;
} EventQuery;

/* ---- query.c ---- */

/*
 * event_parse: parse an event, into the arena; NULL if the text is not an event; mistake then says
 * why.
 */
EventQuery *event_parse(Arena *a, const char *text, char mistake[EVENT_MISTAKE]);
/* event_parse_stop: parse an event that stops a run, which must be simultaneous. */
EventQuery *event_parse_stop(Arena *a, const char *text, char mistake[EVENT_MISTAKE]);

/* ---- watch.c ---- */

typedef struct EventWatch EventWatch;

/*
 * event_watch_new: prepare to watch for an event; the target must already have all programs that
 * will be loaded. The query must outlive the watch. NULL if an expression cannot be evaluated in
 * any program of its place; `mistake` then says why.
 */
EventWatch *event_watch_new(Target *t, const EventQuery *q, char mistake[EVENT_MISTAKE]);
/* event_watch_free: free the watch with its local events. */
void event_watch_free(EventWatch *v);

/*
 * event_watch_begin: watch the programs that are loaded, from now on, and forget everything before.
 * The network must not be running. The owner of the watcher must pass on its reports: changes of
 * memory, and marked instructions.
 */
void event_watch_begin(EventWatch *v, Watcher *o);
/* event_watch_note_accesses: take a report of accesses from the owner's watcher. */
void event_watch_note_accesses(EventWatch *v, NodeId n, const Access *a, uint32_t naccesses);
/* event_watch_note_mark: pass on the watcher's report that a node has reached a mark. */
void event_watch_note_mark(EventWatch *v, NodeId n);
/*
 * event_watch_attach: create a watcher of the network for this watch alone, and begin; the caller
 * frees the watcher.
 */
Watcher *event_watch_attach(EventWatch *v, Network *w);

/* The start of a period in which an event holds. */
typedef struct EventHit {
	/*
	 * the place before the instruction that makes the event hold; if a link or a fault makes it
	 * hold, just after that time
	 */
	Place made;
	Place place;  /* the place after that instruction; for a link or a fault, that time */
	/*
	 * the place before the next instruction that changes the event's words; its node is NOWHERE
	 * if that is unknown, or if there is none
	 */
	Place before;
	Place other;  /* another place at which the event may still hold */
} EventHit;

/*
 * event_watch_next: find the next place at which the event begins to hold, once all changes up to
 * now were reported; false if there is none before now.
 */
bool event_watch_next(EventWatch *v, EventHit *hit);
/* A local event becomes true in a process. */
typedef struct EventOccurrence {
	uint32_t term; /* number of the local event in the query */
	NodeId node;
	int32_t pid;
	Place made;     /* as in EventHit */
	/* instructions that the node has executed, including the one that makes the event true */
	uint64_t count;
	/*
	 * when the node began to execute without interruption up to that instruction; or when the
	 * link or fault acts
	 */
	Time at;
} EventOccurrence;

/*
 * event_watch_occurrences: during event_watch_next, call `occurred` for each occurrence, in the
 * order of places.
 */
void event_watch_occurrences(EventWatch *v, void (*occurred)(void *context,
	const EventOccurrence *o), void *context);

/*
 * event_watch_find_holding: set holds[node] for each node to whether a local event holds in one of
 * its processes. The network must not be running. Earlier observations are forgotten.
 */
void event_watch_find_holding(EventWatch *v, bool *holds);

/*
 * event_watch_unmet_term: the first term of the event for which no process so far had the place and
 * the variables; NULL if there is none.
 */
const EventTerm *event_watch_unmet_term(const EventWatch *v);

/*
 * event_goto: move the network to a place in the hit's period at which the event holds. false if
 * the event holds only between two places; then the network may be at any place.
 */
bool event_goto(Past *p, Target *t, const EventQuery *q, const EventHit *hit);

/* event_holds_now: true if the event holds in a network that is not running. */
bool event_holds_now(Target *t, const EventQuery *q);

/* event_text: print the process and the variables of each local event; the event must hold. */
void event_text(Target *t, const EventQuery *q, Buf *out);

/* ---- recorded.c ---- */

/* The occurrences of an event in a recorded run. */
typedef struct EventsFound {
	uint32_t began[MAX_EVENT_TERMS]; /* [term] how often the local event became true */
	/*
	 * [operator][nfound] the occurrences by which the event has occurred, in the order of
	 * places
	 */
	EventOccurrence *found[NEVENTOPERATORS];
	uint32_t nfound[NEVENTOPERATORS];
} EventsFound;

/*
 * events_find_recorded: replay a recording from its beginning and find all occurrences; the target
 * is a sync_target. It finds
 *
 * 	simultaneous  the occurrence from which on all local events hold together
 * 	concurrent    occurrences of the last local event for which there are occurrences of the
 * 	              others, no two of them ordered
 * 	ordered       occurrences of the last one for which there are occurrences of the others,
 * 	              each before the next
 *
 * with all local events in different processes. One occurrence is before another if it is earlier
 * in the same process, or if kernel messages lead from its process to the other between them. A
 * query that needs too much work is refused (fatal).
 */
EventsFound events_find_recorded(Past *p, Target *t, const EventQuery *q);
/* events_found_free: free what was found. */
void events_found_free(EventsFound *f);

#endif
