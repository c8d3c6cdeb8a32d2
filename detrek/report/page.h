/*
 * page.h - internal header of `trellis report`, which shows a run as one HTML page. See
 * docs/report.md.
 *
 * page.c is the command, run.c reads the files of a run; trace.c, path.c and trek.c make the data
 * that the page's script (script/) draws; html.c writes the page, conclusion.c its beginning,
 * failure.c the failures, compare.c and probe.c the differences from another run.
 */
#ifndef PAGE_H
#define PAGE_H

#include "sim/trace/trace.h"
#include "detrek/tasks/tasks.h"

/* Limits that keep a page of 75 nodes below 2 MB, and one of 4,000 nodes not far above. */
enum {
	/* rows times bins in the diagram of the nodes' use, and in that of the links' use */
	PAGE_CELLS = 150000,
	PAGE_BINS = 1000,       /* bins of time */
	PAGE_MESSAGES = 12000, /* messages over links; beyond that, messages are drawn in bundles */
	PAGE_PARTS = 16000,     /* messages of TrEK */
	PAGE_GRAPHS = 300000,   /* bytes of event graphs */
	PAGE_ROWS = 500,        /* rows of the error table */
	PAGE_STEPS = 8000,      /* steps of the critical path */
};

/* A run, read from the files made from a recording, or only from a trace; NULL: missing file. */
typedef struct PageRun {
	const char *name;   /* of the recording, or of the trace */
	const char *folder; /* of the files; NULL for a trace */
	Arena arena;
	char *command;      /* the command line of the run */
	/* the report of trellis outcomes about other orders of the run; NULL: there is none */
	char *outcomes;
	char *report;       /* TrEK's report, and other output of the application */
	char *prefix;       /* start of the names of the files that trellis probe reads */
	TrekRunEnd ran;        /* how the run has ended */
	json_t *run;        /* the work of each node: trellis run --json */
	bool traced;        /* there is a trace of the machine */
	TraceFile trace;    /* the machine's trace, if `traced` */
	bool analysed;      /* deTrEK has analysed the run */
	TrekResult trek;    /* the result of deTrEK, if `analysed` */
	Time began;         /* network time that is 0 in the times of TrEK's trace */
} PageRun;

/* The rows of the space-time diagram: nodes and hosts. */
typedef struct PageRows {
	uint32_t n;
	const char **name;  /* [n] owned by the run */
	uint32_t *of_node;  /* [node of the machine, then host] row of the node or host, or NONE */
	/* [node of TrEK] row of the node; NULL: there was no application of TrEK */
	uint32_t *of_trek;
} PageRows;

/* The time span that is shown. */
typedef struct PageTime {
	Time from, to;
} PageTime;

/* What a step of the critical path is. */
typedef enum PathKind {
	/* a node computes; a message is on its way; a node waits */
	PATH_COMPUTES, PATH_MESSAGE, PATH_WAITS, NPATHKINDS
} PathKind;

/* A step of the critical path. */
typedef struct PathStep {
	PathKind kind;
	/*
	 * Numbers of the nodes (or, counted after all nodes, of the hosts) at which the step begins
	 * and ends. The two are equal unless kind is PATH_MESSAGE.
	 */
	uint32_t from, to;
	Time begin, end;
} PathStep;

/* The critical path, and the nodes that the machine has stopped. */
typedef struct PagePath {
	PathStep *step; /* steps from the end backwards; each begins where the next entry ends */
	size_t n, cap;
	Time time[NPATHKINDS]; /* total time of the steps of each kind */
	Time *of_node;  /* [node] time that the path spends in computing on the node */
	uint32_t nstops; /* number of nodes that the machine has stopped */
	TraceRecord stop; /* the record of the first node that stopped */
} PagePath;

/* ---- run.c ---- */

/*
 * page_run_read: read the folder that was made from the recording `name`; folder NULL: name is a
 * file with a trace of the machine. r must not be moved afterwards.
 */
void page_run_read(PageRun *r, const char *name, const char *folder);
/* page_run_free: free all that was read of a run. */
void page_run_free(PageRun *r);
/*
 * page_number: the number `key` of a JSON object in the run's figures; 0 if it is missing.
 */
double page_number(const json_t *object, const char *key);
/* page_string: the string `key` of a JSON object; "" if it is missing. */
const char *page_string(const json_t *object, const char *key);

/* ---- trace.c ---- */

/* page_last_time: the latest time of anything known about the run. */
Time page_last_time(PageRun *r);
/* page_rows: the rows of the diagram, released by page_rows_free. */
PageRows page_rows(PageRun *r);
/* page_rows_free: free the rows. */
void page_rows_free(PageRows *rows);
/*
 * page_add_trace: add the use of nodes and links, and the messages over links, to the page's data.
 */
void page_add_trace(PageRun *r, const PageRows *rows, PageTime t, json_t *data);
/* A column of a table in the page's data. */
typedef struct PageColumn {
	const char *name;
	int size; /* bytes per number: 1, 2 or 4 */
} PageColumn;

/* page_table: n rows of numbers, stored column by column as text (base64, lowest byte first). */
json_t *page_table(const PageColumn *columns, size_t ncolumns, const uint32_t *words, size_t n);
/* page_scale_time: a time as a fraction of the time span shown, in units of 1 / (2^32 - 1). */
uint32_t page_scale_time(PageTime t, Time at);

/*
 * page_node_of_end: the node to which a link's end belongs. Hosts have the numbers after those of
 * the nodes; NONE: the end belongs to a crossbar.
 */
uint32_t page_node_of_end(const Topology *t, uint32_t end);

/* ---- path.c ---- */

/* page_path: the critical path of a traced run; released by page_path_free. */
PagePath page_path(PageRun *r);
/* page_path_free: free the steps of the path. */
void page_path_free(PagePath *p);
/* page_path_json: add the visible part of the critical path to the page's data. */
void page_path_json(const PagePath *p, const PageRows *rows, PageTime t, json_t *data);

/* ---- trek.c ---- */

/* page_add_trek: add TrEK's messages and event graphs to the page's data. */
void page_add_trek(PageRun *r, const PageRows *rows, PageTime t, json_t *data);

/* ---- html.c ---- */

/*
 * page_html: the whole page. other: a run to compare with, or NULL. path: {0} if there is no trace.
 * `data` is released.
 */
Buf page_html(PageRun *r, PageRun *other, const PagePath *path, json_t *data);
/* page_table_begin: begin a table that can be wider than the page. */
void page_table_begin(Buf *b, const char *label);
/* page_table_end: end a table that page_table_begin has begun. */
void page_table_end(Buf *b);
/* A word that the page explains. */
typedef struct PageWord {
	const char *word, *meaning;
} PageWord;

/*
 * page_words: print words with their meanings, in a part of the page that the reader can unfold. A
 * word that is NULL ends the list.
 */
void page_words(Buf *b, const char *title, const PageWord *words);

/* ---- failure.c ---- */

/* page_nfailures: the number of processes and nodes that the run has reported as stopped. */
size_t page_nfailures(const PageRun *r);
/* page_failures: print each failure, with its source and the commands that lead to the cause. */
void page_failures(Buf *b, const PageRun *r);
/* page_first_failure: print the first failure as a sentence, if there is one. */
void page_first_failure(Buf *b, const PageRun *r);

/* ---- conclusion.c ---- */

/*
 * page_conclusion: print how the run ended, what failed, and how the time was spent. If a monitor
 * was on its nodes, and there is another run, print also how much longer the run took than the
 * other. end: the last known time.
 */
void page_conclusion(Buf *b, const PageRun *r, const PageRun *other, const PagePath *path,
	Time end);
/* page_end_text: "ended" or "did not end: ..." for a result in run.json. */
const char *page_end_text(const char *result);

/* ---- compare.c ---- */

/* page_compare: print the section on the differences between two runs. */
void page_compare(Buf *b, PageRun *r, PageRun *other);
/* page_table_of_runs: print the head of a table that compares two runs. */
void page_table_of_runs(Buf *b, const char *one, const char *other);
/* page_compare_row: print a row with one figure of both runs and the ratio. */
void page_compare_row(Buf *b, const char *what, double one, double other, const char *fmt);

/* ---- probe.c ---- */

/*
 * page_probe: print the probe effect, as `trellis probe` finds it; this is a part of the section on
 * the differences between two runs. Both runs must have a prefix.
 */
void page_probe(Buf *b, const PageRun *r, const PageRun *other);

#endif
