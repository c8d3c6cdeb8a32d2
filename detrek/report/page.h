/*
 * page.h - private face of `trellis report`: a run as one page of HTML. See docs/report.md.
 *
 * page.c is the command, run.c reads what a run has left, trace.c, path.c and trek.c make of it
 * the data that the page's script draws (script/), html.c writes the page, conclusion.c what it
 * begins with, compare.c and probe.c what differs in another run.
 */
#ifndef PAGE_H
#define PAGE_H

#include "sim/trace/trace.h"
#include "detrek/tasks/tasks.h"

/* So that a page of 75 nodes stays below 2 MB, and one of 4,000 not far above. */
enum {
	PAGE_CELLS = 150000,    /* of use: rows times bins, for nodes and for links */
	PAGE_BINS = 1000,       /* at most */
	PAGE_MESSAGES = 12000,  /* of links; more are drawn in bundles */
	PAGE_PARTS = 16000,     /* messages of TrEK */
	PAGE_GRAPHS = 300000,   /* bytes of event graphs */
	PAGE_ROWS = 500,        /* of the error table */
	PAGE_STEPS = 8000,      /* of the critical path */
};

/* What a run has left in its folder; what is not there is NULL. */
typedef struct PageRun {
	const char *name;
	Arena arena;
	char *command;      /* that made it */
	char *report;       /* TrEK's, and what else was said */
	char *prefix;       /* of the files that trellis probe reads */
	json_t *run;        /* what each node has done: trellis run --json */
	bool traced;
	TraceFile trace;    /* if traced */
	bool analysed;
	TrekResult trek;    /* if analysed */
	Time began;         /* of the network, when the times of trek's trace begin */
} PageRun;

/* The rows of the space-time diagram: nodes, hosts. */
typedef struct PageRows {
	uint32_t n;
	const char **name;  /* borrowed from the run */
	uint32_t *of_node;  /* of the machine's nodes, and hosts behind them: row, or NONE */
	uint32_t *of_trek;  /* the same of TrEK's nodes; NULL: nothing of them is known */
} PageRows;

/* The time that is shown. */
typedef struct PageTime {
	Time from, to;
} PageTime;

/* Of the critical path. */
typedef enum PathKind {
	PATH_COMPUTES, PATH_MESSAGE, PATH_WAITS, NPATHKINDS
} PathKind;

typedef struct PathStep {
	PathKind kind;
	uint32_t from, to; /* nodes; hosts behind them; the same if it is no message */
	Time begin, end;
} PathStep;

/* The critical path, and the nodes that the machine has stopped. */
typedef struct PagePath {
	PathStep *step; /* from the end backwards; each begins where the one behind it ends */
	size_t n, cap;
	Time time[NPATHKINDS];
	Time *of_node;  /* [node] that it computes on the path */
	uint32_t nstops;
	TraceRecord stop; /* the first of them */
} PagePath;

/* ---- run.c ---- */

/* page_run_read: r stays where it is. A folder, or a file with a trace of the machine; anything
 * else is the user's mistake. */
void page_run_read(PageRun *r, const char *name);
void page_run_free(PageRun *r);
/* page_member: of the run's figures or of an object among them; 0, "" if it is not there */
double page_number(const json_t *object, const char *key);
const char *page_string(const json_t *object, const char *key);

/* ---- trace.c ---- */

/* page_end: of all that is known of the run. */
Time page_end(PageRun *r);
PageRows page_rows(PageRun *r);
void page_rows_free(PageRows *rows);
/* page_trace: use of nodes and links, messages over links, into the page's data. */
void page_trace(PageRun *r, const PageRows *rows, PageTime t, json_t *data);
/* page_table: n rows of words, a column after the other as text (base64, the lowest byte first). */
typedef struct PageColumn {
	const char *name;
	int size; /* bytes of a number: 1, 2, 4 */
} PageColumn;
json_t *page_table(const PageColumn *columns, size_t ncolumns, const uint32_t *words, size_t n);
/* page_scaled: a time as a part of 2^32 - 1 of what is shown. */
uint32_t page_scaled(PageTime t, Time at);

/* page_node: the node of an end, or a number per host behind the nodes; NONE: a crossbar. */
uint32_t page_node(const Topology *t, uint32_t end);

/* ---- path.c ---- */

/* page_path: of a run that was traced; released by page_path_free. */
PagePath page_path(PageRun *r);
void page_path_free(PagePath *p);
/* page_path_json: what can be seen of it, into the page's data. */
void page_path_json(const PagePath *p, const PageRows *rows, PageTime t, json_t *data);

/* ---- trek.c ---- */

/* page_trek: TrEK's messages and event graphs, into the page's data. */
void page_trek(PageRun *r, const PageRows *rows, PageTime t, json_t *data);

/* ---- html.c ---- */

/* page_html: the whole page. other: a run to compare with; NULL if there is none. data becomes the
 * function's. path: {0} without a trace. */
Buf page_html(PageRun *r, PageRun *other, const PagePath *path, json_t *data);

/* ---- conclusion.c ---- */

/*
 * page_conclusion: three sentences: how the run ended, what failed, where the time went; and, if a
 * monitor was on its nodes, how much longer that has made it than the other run, if there is one.
 * end: of all that is known.
 */
void page_conclusion(Buf *b, const PageRun *r, const PageRun *other, const PagePath *path,
	Time end);
/* page_end_text: "ended" or "did not end: ..." for a result in run.json. */
const char *page_end_text(const char *result);

/* ---- compare.c ---- */

/* page_compare: the section on what differs. */
void page_compare(Buf *b, PageRun *r, PageRun *other);
/*
 * page_names, page_figure: rows of a table of two runs: the heads; a figure of both with their
 * ratio.
 */
void page_names(Buf *b, const char *one, const char *other);
void page_figure(Buf *b, const char *what, double one, double other, const char *fmt);

/* ---- probe.c ---- */

/* page_probe: the part of it that trellis probe finds; both have a prefix. */
void page_probe(Buf *b, const PageRun *r, const PageRun *other);

#endif
