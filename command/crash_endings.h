/* crash_endings.h - how runs in which nodes stop have ended. Private to `trellis swarm`. */
#ifndef CRASH_ENDINGS_H
#define CRASH_ENDINGS_H

#include "crash_points.h"

/* The nodes that stop in a run, in the order in which they do. */
typedef struct CrashStops {
	uint32_t n;        /* 1 or 2 */
	CrashPoint point[2]; /* [n] */
} CrashStops;

/* Runs that have ended alike. */
typedef struct CrashEnding {
	Trial like;      /* one of them; it has no texts */
	CrashStops first; /* of the run with the fewest messages before; owns the faults */
	uint32_t n;
	uint32_t nzero;  /* in which node 0 stops */
	uint32_t nparted; /* the others in which a node that runs is cut off from node 0 */
	uint32_t *of_row; /* [nrows] how many of these runs stop the nodes of each row */
	uint32_t nrows;
	char *recording; /* of the first; NULL if it ended as the run without faults */
	Buf command;     /* which shows it */
} CrashEnding;

/* Which nodes stop, and how many runs stop them. */
typedef struct CrashRow {
	uint32_t node[2]; /* NOWHERE: only one stops */
	uint32_t n;
} CrashRow;

typedef struct CrashEndings {
	CrashEnding *ending; /* [n] first that of the run without faults, which may have no run */
	uint32_t n;
	CrashRow *row;     /* [nrows] in the order of the runs */
	uint32_t nrows;
	uint32_t nruns;
	uint32_t nequal;   /* of these, not run: they end as without the second crash */
	bool complete;
	uint32_t nfirst, nfirst_done; /* first crashes, and those with all their second ones */
	uint32_t nleft;    /* of the first crash that was begun, second ones not run */
} CrashEndings;

/* What is known of the machine: its lines, and where node n of the application is. */
typedef struct CrashPlaces {
	const CrashLines *lines;
	const RunSummary *base;
} CrashPlaces;

CrashEndings crash_endings_new(const Trial *base);
/* crash_endings_add: count one more run, which ended like this trial. */
void crash_endings_add(CrashEndings *e, const CrashStops *stops, const Trial *t,
	const CrashPlaces *places);
void crash_endings_free(CrashEndings *e);

/* ---- crash_report.c ---- */

void crash_endings_print(const CrashEndings *e);
void crash_endings_json(const CrashEndings *e);

#endif
