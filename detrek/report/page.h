/*
 * page.h - internal header of `trellis report`, which shows a run as one HTML page. See
 * docs/report.md.
 *
 * page.c is the command, run.c reads what a run has left, trace.c, path.c and trek.c make of it
 * the data that the page's script draws (script/), html.c writes the page, conclusion.c what it
 * begins with, failure.c what failed, compare.c and probe.c what differs in another run.
 */
#ifndef PAGE_H
#define PAGE_H

#include "sim/trace/trace.h"
#include "detrek/tasks/tasks.h"

/* Limits that keep a page of 75 nodes below 2 MB, and one of 4,000 nodes not far above. */
enum {
	/* of the use of nodes and links: rows times bins, for each of the two */
	PAGE_CELLS = 150000,
	PAGE_BINS = 1000,       /* at most */
	PAGE_MESSAGES = 12000, /* messages over links; beyond that, messages are drawn in bundles */
	PAGE_PARTS = 16000,     /* messages of TrEK */
	PAGE_GRAPHS = 300000,   /* bytes of event graphs */
	PAGE_ROWS = 500,        /* of the error table */
	PAGE_STEPS = 8000,      /* of the critical path */
};

/* The files made from a recording, or only a trace; NULL for each missing file. */
typedef struct PageRun {
	const char *name;   /* of the recording, or of the trace */
	const char *folder; /* of the files; NULL for a trace */
	Arena arena;
	char *command;      /* the command line of the run */
	char *outcomes;     /* of other orders: what trellis outcomes has found; NULL: nothing */
	char *report;       /* TrEK's report, and other output of the application */
	char *prefix;       /* start of the names of the files that trellis probe reads */
	TrekRan ran;        /* how the run has ended */
	json_t *run;        /* what each node did: trellis run --json */
	bool traced;
	TraceFile trace;    /* if the run was traced */
	bool analysed;
	TrekResult trek;    /* if it was analysed */
	Time began;         /* network time at which the times of trek's trace start */
} PageRun;

/* The rows of the space-time diagram: nodes and hosts. */
typedef struct PageRows {
	uint32_t n;
	const char **name;  /* owned by the run */
	uint32_t *of_node;  /* for each node of the machine, then each host: its row, or NONE */
	uint32_t *of_trek;  /* the same for TrEK's nodes; NULL: nothing is known about them */
} PageRows;

/* The time span that is shown. */
typedef struct PageTime {
	Time from, to;
} PageTime;

/* Of the critical path. */
typedef enum PathKind {
	PATH_COMPUTES, PATH_MESSAGE, PATH_WAITS, NPATHKINDS
} PathKind;

typedef struct PathStep {
	PathKind kind;
	uint32_t from, to; /* nodes, then hosts; equal unless kind is PATH_MESSAGE */
	Time begin, end;
} PathStep;

/* The critical path, and the nodes that the machine has stopped. */
typedef struct PagePath {
	PathStep *step; /* from the end backwards; each begins where the next entry ends */
	size_t n, cap;
	Time time[NPATHKINDS];
	Time *of_node;  /* [node] time for which the node computes on the path */
	uint32_t nstops;
	TraceRecord stop; /* the first of them */
} PagePath;

/* ---- run.c ---- */

/*
 * page_run_read: r must not be moved afterwards. Reads the folder that has been made from the
 * recording with this name; NULL: the name is that of a file with a trace of the machine.
 */
void page_run_read(PageRun *r, const char *name, const char *folder);
void page_run_free(PageRun *r);
/*
 * page_number, page_string: a member of the run's figures, or of an object in them; 0 or "" if it
 * is missing.
 */
double page_number(const json_t *object, const char *key);
const char *page_string(const json_t *object, const char *key);

/* ---- trace.c ---- */

/* page_end: the latest time of anything known about the run. */
Time page_end(PageRun *r);
PageRows page_rows(PageRun *r);
void page_rows_free(PageRows *rows);
/* page_trace: adds the use of nodes and links, and the messages over links, to the page's data. */
void page_trace(PageRun *r, const PageRows *rows, PageTime t, json_t *data);
/* page_table: n rows of numbers, stored column by column as text (base64, lowest byte first). */
typedef struct PageColumn {
	const char *name;
	int size; /* bytes per number: 1, 2 or 4 */
} PageColumn;
json_t *page_table(const PageColumn *columns, size_t ncolumns, const uint32_t *words, size_t n);
/* page_scaled: a time as a fraction of the time span shown, in units of 1 / (2^32 - 1). */
uint32_t page_scaled(PageTime t, Time at);

/* page_node: the node of an end, or a number per host after the nodes; NONE: a crossbar. */
uint32_t page_node(const Topology *t, uint32_t end);

/* ---- path.c ---- */

/* page_path: the critical path of a traced run; released by page_path_free. */
PagePath page_path(PageRun *r);
void page_path_free(PagePath *p);
/* page_path_json: what can be seen of it, into the page's data. */
void page_path_json(const PagePath *p, const PageRows *rows, PageTime t, json_t *data);

/* ---- trek.c ---- */

/* page_trek: adds TrEK's messages and event graphs to the page's data. */
void page_trek(PageRun *r, const PageRows *rows, PageTime t, json_t *data);

/* ---- html.c ---- */

/*
 * page_html: the whole page. other: a run to compare with; NULL if there is none. the function
 * takes over data. path: {0} without a trace.
 */
Buf page_html(PageRun *r, PageRun *other, const PagePath *path, json_t *data);
/* page_table_begin, page_table_end: a table of rows that can be wider than the page. */
void page_table_begin(Buf *b, const char *label);
void page_table_end(Buf *b);
/* page_words: words and what they mean, which the reader can open; the last word is NULL. */
typedef struct PageWord {
	const char *word, *meaning;
} PageWord;
void page_words(Buf *b, const char *title, const PageWord *words);

/* ---- failure.c ---- */

/* page_nfailures: the processes and nodes of which the run has said that they were stopped. */
size_t page_nfailures(const PageRun *r);
/* page_failures: each of them, with its source and the commands that lead to the cause. */
void page_failures(Buf *b, const PageRun *r);
/* page_first_failure: the first of them as a sentence, if there is one. */
void page_first_failure(Buf *b, const PageRun *r);

/* ---- conclusion.c ---- */

/*
 * page_conclusion: three sentences: how the run ended, what failed, where the time went; and, if a
 * monitor was on its nodes, how much longer that has made it than the other run, if there is one.
 * end: the last known time.
 */
void page_conclusion(Buf *b, const PageRun *r, const PageRun *other, const PagePath *path,
	Time end);
/* page_end_text: "ended" or "did not end: ..." for a result in run.json. */
const char *page_end_text(const char *result);

/* ---- compare.c ---- */

/* page_compare: writes the section on the differences of two runs. */
void page_compare(Buf *b, PageRun *r, PageRun *other);
/*
 * page_names, page_figure: rows of a table that compares two runs: the head, and one figure of both
 * runs with their ratio.
 */
void page_names(Buf *b, const char *one, const char *other);
void page_figure(Buf *b, const char *what, double one, double other, const char *fmt);

/* ---- probe.c ---- */

/*
 * page_probe: writes the part of that section that uses trellis probe; both runs must have a
 * prefix.
 */
void page_probe(Buf *b, const PageRun *r, const PageRun *other);

#endif
