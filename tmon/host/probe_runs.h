/* probe_runs.h - the comparison of two runs, for `trellis probe` and for the report on two runs. */
#ifndef PROBE_RUN_H
#define PROBE_RUN_H

#include "monitor_host.h"

#include <jansson.h>

/* The work of one node in a run. */
typedef struct ProbeNode {
	MonitorRecord *message; /* [nmessages] the node's sends and receives, in order */
	uint32_t nmessages, cap;
	uint64_t tasks, splits, joins; /* counts of what the node computed */
	uint64_t instructions;
	uint64_t low, high;     /* cycles spent at each priority */
} ProbeNode;

/* A task, or a part of one, and the node that computed it. */
typedef struct ProbeWork {
	uint32_t task, part;
	uint32_t node;
} ProbeWork;

typedef struct ProbeRun {
	const char *prefix, *name; /* start of the files' names; name of the run, to be printed */
	json_t *figures;  /* PREFIX.json */
	bool has_events;      /* PREFIX.all exists */
	ProbeNode *nodes;
	uint32_t nnodes;
	ProbeWork *work;  /* [nwork] sorted by task and part */
	uint32_t nwork, cap;
	bool has_begun;       /* node 0's generator has begun */
	/* us: when the generator begins; when the receiver ends, or of node 0's last event */
	uint32_t begin, end;
} ProbeRun;

/* The differences of two runs. */
typedef struct ProbeDifference {
	bool *order_differs;     /* [node] the order of its messages differs */
	uint32_t *first_difference;    /* [node] index of the first message that differs */
	uint32_t nelsewhere; /* number of tasks and parts computed by another node, or not at all */
	/* the first of these tasks or parts in both runs; NULL if it is not in that run */
	const ProbeWork *first_a, *first_b;
	bool is_same;          /* there is no difference */
} ProbeDifference;

/* ---- probe.c ---- */

/*
 * probe_read: read the files of the run with this prefix; a file of another kind is fatal. name:
 * the run's name in the output. probe_free releases the result.
 */
ProbeRun probe_read(const char *prefix, const char *name);
/* probe_free: free the records of a run. */
void probe_free(ProbeRun *r);
/*
 * probe_compare: compare two runs with the same number of nodes. probe_difference_free releases the
 * result.
 */
ProbeDifference probe_compare(const ProbeRun *a, const ProbeRun *b);
/* probe_difference_free: free the result of a comparison. */
void probe_difference_free(ProbeDifference *d);

/* ---- probe_print.c ---- */

/* A figure of both runs. */
typedef struct ProbeFigure {
	const char *what;
	uint64_t a, b;
} ProbeFigure;

enum { PROBE_FIGURES = 4 }; /* the most figures of probe_figures */
/* probe_figures: store the totals over all nodes that both runs know; returns how many. */
uint32_t probe_figures(const ProbeRun *a, const ProbeRun *b, ProbeFigure figures[PROBE_FIGURES]);
/* probe_text: the text that PREFIX.json has for a key such as "monitor". */
const char *probe_text(const ProbeRun *r, const char *key);
/* probe_put_message: append the i-th message of a node as text, or "nothing more". */
void probe_put_message(const ProbeRun *r, uint32_t node, uint32_t i, Buf *out);
/* probe_figure_ratio: the ratio of b, a node's figure in the second run, to a. */
double probe_figure_ratio(uint64_t a, uint64_t b);
/* probe_verdict: a line that says whether the behaviour of the runs is the same. */
const char *probe_verdict(const ProbeRun *a, const ProbeRun *b, const ProbeDifference *d);
/* probe_print: print the comparison of two runs as a table. */
void probe_print(const ProbeRun *a, const ProbeRun *b, const ProbeDifference *d, FILE *f);
/* probe_json: print the comparison of two runs as JSON. */
void probe_json(const ProbeRun *a, const ProbeRun *b, const ProbeDifference *d, FILE *f);
/* probe_ratio: the ratio of b's time to a's; 0 if one of them has none. */
double probe_ratio(const ProbeRun *a, const ProbeRun *b);

#endif
