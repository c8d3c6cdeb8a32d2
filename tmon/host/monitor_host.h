/*
 * monitor_host.h - the monitor on the host: collects what the nodes unload, and sorts it
 * afterwards.
 */
#ifndef MONITOR_HOST_H
#define MONITOR_HOST_H

#include "sim/host/station/station.h"
#include "tmon/monitor.h"

/* ---- records.c: PREFIX.all and PREFIX.config ---- */

typedef struct Records Records;

/* records_new: an empty PREFIX.all. Files that cannot be written are the user's mistake (fatal). */
Records *records_new(const char *prefix);
void records_free(Records *r);
const char *records_name(const Records *r); /* PREFIX.all */
/* records_block: the next block of a node's, in the file at once: count records as they travel. */
void records_block(Records *r, uint32_t node, uint32_t serial, uint32_t count,
	const uint8_t *records);
/* record_put: a record as it travels. */
void record_put(uint8_t *p, const MonitorRecord *r);
/* records_config: whose records they are, and how they were taken: whole lines. */
void records_config(const Records *r, const NodeSet *set, uint32_t network, const char *how);

/* ---- stops.c ---- */

/*
 * stop_halted: a process has just been halted on a node: the record of that, if none was before;
 * until then first->kind is not MONITOR_STOPPED. Times count from the node's clock `start`.
 */
void stop_halted(MonitorRecord *first, const T800 *c, Cycles start, const HaltReport *r);
/* The end of a node's records. */
typedef struct NodeEnd {
	uint32_t node;
	uint32_t serial; /* of the next block */
	Cycles start;    /* by its clock, when its records began */
	const MonitorRecord *halted; /* by stop_halted */
} NodeEnd;

/*
 * records_end: where a node has stopped, or else its process by stop_halted, and on which of its
 * links something was
 * lost: a block that says so, if there is anything. A node that has stopped in no function of the
 * user's, after a process was halted, did so in that.
 */
void records_end(Records *r, const Station *s, const NodeEnd *e);

/* ---- lost_links.c ---- */

/* lost_links: a record for each link of a node on which a byte out of it was lost; how many. */
uint32_t lost_links(const Station *s, uint32_t node, Cycles start, MonitorRecord lost[NLINKS]);

/* ---- records_read.c ---- */

enum { RECORDS_MAX_FILE = 1 << 30 }; /* bytes */

/* What a file of records has, and what was wrong with it. */
typedef struct RecordsRead {
	uint32_t lost, again; /* blocks that are missing; that came again and were left out */
	uint32_t nothing;     /* records of no known kind, left out */
	uint64_t records;     /* of a known kind */
} RecordsRead;

typedef void RecordHandler(void *context, uint32_t node, const MonitorRecord *r);

/*
 * records_read: each record of a file's bytes; those of a node in order. What is no such file, or
 * cut off, is fatal.
 */
RecordsRead records_read(const char *name, const uint8_t *data, size_t len, RecordHandler *handle,
	void *context);
extern const char *const monitor_kind[NMONITORKINDS]; /* "send", ... */

/* ---- use.c: samples of a node's use, from outside ---- */

typedef struct UseSampler {
	Cycles period, next; /* of samples, by the node's clock */
	Cycles low;          /* spent at low priority when the last record was made */
	uint32_t taken;      /* samples for the next record, ... */
	/* ... so many of which found a process that waited for the link's output */
	uint32_t link[NLINKS];
	bool idle;           /* the node was, when it was last looked at, ... */
	bool sends[NLINKS];  /* ... and such processes waited then */
} UseSampler;

/* use_start: samples count from the node's clock `start`, as its records' times do. */
void use_start(UseSampler *u, const T800 *c, Cycles start);
/*
 * use_sample: the node has run, or fallen idle. returns whether a record is due: *r; then there may
 * be another one.
 */
bool use_sample(UseSampler *u, const T800 *c, Cycles start, MonitorRecord *r);

/* ---- outside.c: the same records, taken by the machine itself at no cost ---- */

typedef struct Outside Outside;

/*
 * outside_new: what TrEK's programs do on nodes 0 to n - 1 from now on goes into PREFIX.all; no
 * time passes for that. master, slave: their ELF files. meter: not what they do, but what their
 * probes have noted on nodes with a monitor.
 */
Outside *outside_new(Station *s, uint32_t n, const char *prefix, const char *master,
	const char *slave, bool meter);
/* outside_free: what was seen last is in the file, too, and what nodes have stopped in. */
void outside_free(Outside *o);
void outside_halted(Outside *o, const HaltReport *r); /* has just come */

/* ---- bounds.c ---- */

/* Bounds that follow each other; at least one. */
typedef struct BoundsSequence {
	Bounds step[MONITOR_STEPS];
	uint32_t n;
} BoundsSequence;

BoundsSequence bounds_default(void);
/*
 * bounds_option: triples TIME LOWER UPPER, or @FILE that has some. What is none is the user's
 * mistake (fatal).
 */
void bounds_option(BoundsSequence *q, const char *value);
/* bounds_parse: a text of triples; file is for messages, NULL: the command line. */
void bounds_parse(BoundsSequence *q, const char *file, const char *text);
/* bounds_print: each triple, its numbers separated by blanks, with texts before and after it. */
void bounds_print(const BoundsSequence *q, const char *before, const char *after, Buf *b);

/* ---- collect.c ---- */

typedef struct Collector Collector;

/*
 * collector_new: takes blocks of the set's nodes (copied) into PREFIX.all, and writes
 * PREFIX.config. Files that cannot be written are the user's mistake (fatal).
 */
Collector *collector_new(Station *s, const NodeSet *set, const char *prefix);
/* collector_free: what nodes have stopped in is in the file, too. */
void collector_free(Collector *c);
void collector_halted(Collector *c, const HaltReport *r); /* has just come */
const NodeSet *collector_nodes(const Collector *c);

/*
 * collector_command: tell the monitors of a set of nodes, and wait for their answers. returns how
 * many have done it; nodes that have not answered are reported on `say`. q: for MONITOR_BEGIN, else
 * NULL.
 */
uint32_t collector_command(Collector *c, const NodeSet *set, uint32_t command,
	const BoundsSequence *q, FILE *say);
/* how many have answered the last command with an error */
uint32_t collector_refused(const Collector *c);

/*
 * collector_print: of each node its records, events and blocks, the last event's time (us), and
 * what was lost.
 */
void collector_print(const Collector *c, FILE *f);

/* ---- probe.c, probe_print.c: trellis probe ---- */
extern const Command probe_command;

/* ---- filter.c: trellis tvmfilter ---- */
/*
 * records_filter: PREFIX.all, sorted into PREFIX.tvm, .std and .use. What is no such file is the
 * user's mistake (fatal); so is one without records, unless `empty` allows it.
 */
void records_filter(const char *prefix, bool empty);
extern const Command tvmfilter_command;

/* ---- monitor_shell.c: hostmon and monctrl, for shell_extend ---- */
extern const struct ShellExtension monitor_shell;

#endif
