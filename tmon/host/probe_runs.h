/*
 * probe_runs.h - what `trellis probe` compares, for the report on two runs, too.
 */
#ifndef PROBE_RUN_H
#define PROBE_RUN_H

#include "monitor_host.h"

#include <jansson.h>

/* What one node has done in a run. */
typedef struct ProbeNode {
	MonitorRecord *message; /* its sends and receives, in order; nmessages */
	uint32_t nmessages, cap;
	uint64_t tasks, splits, joins; /* it computed, ... */
	uint64_t instructions;
	uint64_t low, high;     /* cycles, by priority */
} ProbeNode;

/* A task, or a part of one, and the node that computed it. */
typedef struct ProbeWork {
	uint32_t task, part;
	uint32_t node;
} ProbeWork;

typedef struct ProbeRun {
	const char *prefix;
	json_t *figures;  /* PREFIX.json */
	bool events;      /* there is a PREFIX.all */
	ProbeNode *nodes;
	uint32_t nnodes;
	ProbeWork *work;  /* nwork of them, by task and part */
	uint32_t nwork, cap;
	bool began;       /* node 0's generator has */
	uint32_t begin, end; /* us: from there to the receiver's end, or the last event of node 0 */
} ProbeRun;

/* Where two runs part. */
typedef struct ProbeDifference {
	bool *messages;     /* of each node: the order of its messages differs ... */
	uint32_t *first;    /* ... from this one on */
	/* tasks and parts that were computed by another node, or as other parts */
	uint32_t nelsewhere;
	const ProbeWork *a, *b; /* the first of them; NULL: not in that run */
	bool same;
} ProbeDifference;

/* ---- probe.c ---- */

/*
 * probe_read: the files of a run that begin with a prefix; what is none is the user's mistake
 * (fatal). Released by probe_free.
 */
ProbeRun probe_read(const char *prefix);
void probe_free(ProbeRun *r);
/* probe_compare: two runs of as many nodes. Released by probe_difference_free. */
ProbeDifference probe_compare(const ProbeRun *a, const ProbeRun *b);
void probe_difference_free(ProbeDifference *d);

/* ---- probe_print.c ---- */

/* A figure of both. */
typedef struct ProbeFigure {
	const char *what;
	uint64_t a, b;
} ProbeFigure;

enum { PROBE_FIGURES = 4 };
/* probe_figures: those of all nodes together that are known of both; how many. */
uint32_t probe_figures(const ProbeRun *a, const ProbeRun *b, ProbeFigure figures[PROBE_FIGURES]);
/* probe_text: of a key such as "monitor". probe_message: the i-th message of a node, in words. */
const char *probe_text(const ProbeRun *r, const char *key);
void probe_message(const ProbeRun *r, uint32_t node, uint32_t i, Buf *out);
/* probe_share: of a figure of a node, as part of the other run's. */
double probe_share(uint64_t a, uint64_t b);
/* probe_verdict: is the behaviour the same? In words. */
const char *probe_verdict(const ProbeRun *a, const ProbeRun *b, const ProbeDifference *d);
void probe_print(const ProbeRun *a, const ProbeRun *b, const ProbeDifference *d, FILE *f);
void probe_json(const ProbeRun *a, const ProbeRun *b, const ProbeDifference *d, FILE *f);
/* probe_ratio: how much longer b took; 0: one of them tells no time. */
double probe_ratio(const ProbeRun *a, const ProbeRun *b);

#endif
