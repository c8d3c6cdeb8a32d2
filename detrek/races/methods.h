/*
 * methods.h - compares the races that RecPlay finds in a recorded run with the results of two other
 * methods: lock sets (lockset.c), and the parallel dynamic graph (ppd.c).
 */
#ifndef METHODS_H
#define METHODS_H

#include "live.h"

/* The words of one variable with the same result. */
typedef struct MethodGroup {
	const Owner *owner;
	NodeId node;
	Addr addr;         /* address of the first word */
	uint32_t nwords;
	bool raced;        /* RecPlay finds races on these words */
	bool suspect;      /* no lock is held at all accesses of these words */
	uint64_t only_in_graph;     /* pairs of segments that only the graph leaves unordered */
	/* one of the pairs that only the graph leaves unordered; NULL: none of them was kept */
	Difference *shown;
} MethodGroup;

/* The groups are in order of nodes and addresses. */
typedef struct Methods {
	const LiveResult *base;
	const Lockset *lockset; /* NULL: not requested */
	const Races *graph;     /* NULL: not requested */
	MethodGroup *locks;     /* [nlocks] results of the lockset method */
	MethodGroup *orders;    /* [norders] results of the graph */
	uint32_t nlocks, norders;
	/* number of words that only the lockset method suspects; that only RecPlay finds racing */
	uint32_t false_alarms, missed;
} Methods;

/*
 * methods_find: find where the results of the requested methods, lockset and graph, differ from
 * those of RecPlay; in the run's arena. Replays the run once more if there are variables to name.
 */
Methods methods_find(const LiveResult *base, bool lockset, bool graph);

/* methods_found_races: true if the graph has races that RecPlay does not find. */
bool methods_found_races(const Methods *m);

/* methods_text: print the requested results. */
void methods_text(const Methods *m);
/* methods_json: the results as members of an object. */
json_t *methods_json(const Methods *m);

#endif
