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
	Trial like;      /* one of these runs, to compare others with; without its texts */
	/* the stops of the run with the fewest messages before them; owns the faults */
	CrashStops first;
	uint32_t n;      /* runs that have ended so */
	uint32_t nzero;  /* runs in which node 0 stops */
	uint32_t nparted; /* other runs, in which a running node is cut off from node 0 */
	uint32_t *of_row; /* [nrows] how many of the n runs stop the nodes of each row */
	uint32_t nrows;
	/* recording of the first of these runs; NULL if it ended as the run without faults */
	char *recording;
	Buf command; /* the command that replays the recording */
} CrashEnding;

/* Which nodes stop, and how many runs stop them. */
typedef struct CrashRow {
	uint32_t node[2]; /* NOWHERE: only one stops */
	uint32_t n;       /* runs that stop them */
} CrashRow;

/* How all runs of a study have ended. */
typedef struct CrashEndings {
	/*
	 * [n] the ending of the run without faults comes first, even if no run with crashes has it
	 */
	CrashEnding *ending;
	uint32_t n;
	CrashRow *row;     /* [nrows] in the order of the runs */
	uint32_t nrows;
	uint32_t nruns;
	/* runs that were not made, since they would end as without the second crash */
	uint32_t nequal;
	bool complete;                /* all runs were made */
	uint32_t nfirst, nfirst_done; /* first crashes; those that are completely done */
	uint32_t nleft;    /* second crashes not run, of the first crash that was begun */
} CrashEndings;

/* The lines of the machine, and the places of the application's nodes. */
typedef struct CrashPlaces {
	const CrashLines *lines;
	const RunSummary *base; /* the run without faults, with its nodes */
} CrashPlaces;

/*
 * crash_endings_new: the endings of a study of crashes, of which base is the run without a crash.
 */
CrashEndings crash_endings_new(const Trial *base);
/* crash_endings_add: count a run with these stops, which ended like this trial. */
void crash_endings_add(CrashEndings *e, const CrashStops *stops, const Trial *t,
	const CrashPlaces *places);
void crash_endings_free(CrashEndings *e);

/* ---- crash_report.c ---- */

/* crash_endings_print: print the endings as text. */
void crash_endings_print(const CrashEndings *e);
/* crash_endings_json: print the endings as JSON. */
void crash_endings_json(const CrashEndings *e);

#endif
