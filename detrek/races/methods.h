/*
 * methods.h - what other methods say of a recorded run's words, beside RecPlay: the locks that are
 * held (lockset.c), and the parallel dynamic graph (ppd.c).
 */
#ifndef METHODS_H
#define METHODS_H

#include "live.h"

/* The words of one variable of which a method says the same. */
typedef struct MethodGroup {
	const Owner *owner;
	NodeId node;
	Addr addr;         /* of the first word */
	uint32_t nwords;
	bool raced;        /* RecPlay finds races on them */
	bool suspect;      /* none of the locks is held at all of their accesses */
	uint64_t only;     /* pairs of segments that only the graph leaves without an order */
	Difference *shown; /* one of them; NULL: none is among those that were kept */
} MethodGroup;

/* The groups are in order of nodes and addresses. */
typedef struct Methods {
	const LiveResult *base;
	const Lockset *lockset; /* NULL: not asked for */
	const Races *graph;     /* likewise */
	MethodGroup *locks;     /* nlocks */
	MethodGroup *orders;    /* norders */
	uint32_t nlocks, norders;
	uint32_t alarms, missed; /* words */
} Methods;

/*
 * methods_find: replays the run of a result once more if there are variables to name; the arena of
 * the run has the answer.
 */
Methods methods_find(const LiveResult *base, bool lockset, bool graph);

/* methods_found: has the graph races that RecPlay has not? */
bool methods_found(const Methods *m);

/* methods_text: print what was asked for. methods_json: as members of an object. */
void methods_text(const Methods *m);
json_t *methods_json(const Methods *m);

#endif
