/*
 * monitor_host.h - the host side of the monitor: collects the records that nodes unload, and sorts
 * them afterwards.
 */
#ifndef MONITOR_HOST_H
#define MONITOR_HOST_H

#include "sim/host/station/station.h"
#include "tmon/monitor.h"

/* A booted network of n nodes on machine w. Its node i is node place[i] of the machine. */
typedef struct PlacedNodes {
	Network *w;
	uint32_t n;
	const NodeId *place; /* borrowed */
} PlacedNodes;

/*
 * placed_by_station: the network that a station has booted; valid until the station boots the next
 * one.
 */
static inline PlacedNodes
placed_by_station(const Station *s)
{
	const BootPlan *plan = station_plan(s);

	return (PlacedNodes){station_network(s), station_nnodes(s), plan ? plan->place : NULL};
}

/* ---- records.c: PREFIX.all and PREFIX.config ---- */

typedef struct Records Records;

/*
 * records_new: create an empty PREFIX.all, and remove the files into which another run's records
 * were sorted. A file that cannot be written is fatal.
 */
Records *records_new(const char *prefix);
/* records_free: close the file and free the records. */
void records_free(Records *r);
/* records_name: the name of the file PREFIX.all. */
const char *records_name(const Records *r);
/*
 * records_append: write the next block of a node, which consists of `count` encoded records, and
 * flush it to the file.
 */
void records_append(Records *r, uint32_t node, uint32_t serial, uint32_t count,
	const uint8_t *records);
/* record_encode: encode a record in sizeof(MonitorRecord) bytes at p. */
void record_encode(uint8_t *p, const MonitorRecord *r);
/*
 * records_put_config: write PREFIX.config: the application, and how the records were taken (`how`).
 */
void records_put_config(const Records *r, const NodeSet *set, uint32_t network, const char *how);

/* ---- stops.c ---- */

/*
 * stop_note_halt: call this when h, the report that a process of node c was halted, has arrived. If
 * *first is not yet a record of a halt (first->kind is not MONITOR_STOPPED), it becomes a record of
 * this halt. The record's time is the time at which the node became idle or, if the node still
 * runs, the time of the arrival. Both are times of the node's clock, counted from `start`.
 */
void stop_note_halt(MonitorRecord *first, const T800 *c, Cycles start, Cycles arrival,
	const Halt *h);
/* The end of a node's records. */
typedef struct NodeEnd {
	uint32_t node;
	uint32_t serial; /* serial number of the next block */
	Cycles start;    /* the node's clock when its records began */
	const MonitorRecord *halted; /* result of stop_note_halt */
} NodeEnd;

/*
 * records_append_end: append a block, if necessary, that says where a node has stopped and which of
 * its links lost data. If the node has not stopped, the block says where a process was halted (the
 * result of stop_note_halt). If a node has stopped outside of user functions after a process was
 * halted, it counts as stopped in the function of this process.
 */
void records_append_end(Records *r, const PlacedNodes *p, const NodeEnd *e);

/* ---- lost_links.c ---- */

/*
 * lost_links: make a record in `missing_blocks` for each link of a node on which a byte that the
 * node sent was lost; returns the number of records.
 */
uint32_t lost_links(const PlacedNodes *p, uint32_t node, Cycles start, MonitorRecord lost[NLINKS]);

/* ---- records_read.c ---- */

enum { RECORDS_MAX_FILE = 1 << 30 }; /* bytes */

/* The contents of a file of records, and its defects. */
typedef struct RecordsRead {
	/* number of these blocks; the latter are left out */
	uint32_t missing_blocks, repeated_blocks;
	uint32_t unknown_records;     /* number of records of unknown kinds, which are left out */
	uint64_t records;     /* number of records of known kinds */
} RecordsRead;

/* A function that records_read calls for each record. */
typedef void RecordHandler(void *context, uint32_t node, const MonitorRecord *r);

/*
 * records_read: call `handle` for each record of known kind in a file's bytes; the records of one
 * node come in order. A file of another kind, or a truncated one, is fatal.
 */
RecordsRead records_read(const char *name, const uint8_t *data, size_t len, RecordHandler *handle,
	void *context);
extern const char *const monitor_kind[NMONITORKINDS]; /* names of the kinds: "send", ... */

/* ---- use.c: samples of a node's use, from outside ---- */

typedef struct UseSampler {
	Cycles period, next; /* time between two samples; time of the next; by the node's clock */
	Cycles low;          /* time spent at low priority up to the last record */
	uint32_t taken;      /* samples so far for the next record */
	/* number of these samples that found a process waiting for the link's output */
	uint32_t link[NLINKS];
	bool idle;           /* the node was idle at the last check */
	bool link_waits[NLINKS];  /* a process waited for the link's output at the last check */
} UseSampler;

/*
 * use_start: begin to sample node c at its clock `start`, from which its records' times count.
 */
void use_start(UseSampler *u, const T800 *c, Cycles start);
/*
 * use_sample: call this at the first checkpoint at or after use_due, and when the node becomes
 * idle. If it returns true, *r is a record to write; then call it again, because there may be
 * another record.
 */
bool use_sample(UseSampler *u, const T800 *c, Cycles start, MonitorRecord *r);
/*
 * use_due: the time, by the node's clock, of the next sample. 0: the node is idle, and the sample
 * is taken as soon as the node executes again.
 */
Cycles use_due(const UseSampler *u);

/* ---- outside.c: the same records, made by the simulator at no simulated time ---- */

typedef struct Outside Outside;

/*
 * outside_new: from now on write the actions of TrEK's programs on nodes 0 to n - 1 to PREFIX.all,
 * at no simulated time. master, slave: the programs' ELF files. meter: instead, write the records
 * that the programs' probes make on nodes with a monitor.
 */
Outside *outside_new(PlacedNodes p, uint32_t n, const char *prefix, const char *master,
	const char *slave, bool meter);
/* outside_free: write the last records and the functions in which nodes have stopped, and free. */
void outside_free(Outside *o);
/* outside_halted: note that the report of a halted process has just arrived. */
void outside_halted(Outside *o, const Halt *h, Time at);

/* ---- bounds.c ---- */

/* A sequence of one or more bounds. */
typedef struct BoundsSequence {
	Bounds step[MONITOR_MAX_STEPS];
	uint32_t n;
} BoundsSequence;

/* bounds_default: the bounds that are used without an option. */
BoundsSequence bounds_default(void);
/*
 * bounds_parse_option: parse triples TIME LOWER UPPER, or @FILE that contains some. Anything else
 * is fatal.
 */
void bounds_parse_option(BoundsSequence *q, const char *value);
/* bounds_parse: parse a text of triples; file is for messages, NULL: the command line. */
void bounds_parse(BoundsSequence *q, const char *file, const char *text);
/*
 * bounds_print: append each triple to b, with blanks between its numbers, and the texts `before`
 * and `after` around it.
 */
void bounds_print(const BoundsSequence *q, const char *before, const char *after, Buf *b);

/* ---- collect.c ---- */

typedef struct Collector Collector;

/*
 * collector_new: from now on write blocks of the set's nodes (copied) to PREFIX.all, and write
 * PREFIX.config. A file that cannot be written is fatal.
 */
Collector *collector_new(Station *s, const NodeSet *set, const char *prefix);
/* collector_free: write the functions in which nodes have stopped, and free the collector. */
void collector_free(Collector *c);
/* collector_halted: note that the report of a halted process has just arrived. */
void collector_halted(Collector *c, const Halt *h, Time at);
/* collector_nodes: the nodes whose blocks are collected. */
const NodeSet *collector_nodes(const Collector *c);

/*
 * collector_command: send a command to the monitors of a set of nodes, and wait for their answers.
 * Returns how many nodes have executed the command. Nodes that do not answer are reported on `say`.
 * q: the bounds for MONITOR_BEGIN, otherwise NULL.
 */
uint32_t collector_command(Collector *c, const NodeSet *set, uint32_t command,
	const BoundsSequence *q, FILE *say);
/* collector_nrefused: how many nodes have answered the last command with an error. */
uint32_t collector_nrefused(const Collector *c);

/*
 * collector_print: print for each node its records, events and blocks, the time (us) of the last
 * event, and losses.
 */
void collector_print(const Collector *c, FILE *f);

/* ---- filter.c ---- */
/*
 * records_filter: sort PREFIX.all into PREFIX.tvm, .std and .use. A file of another kind is fatal;
 * a file without records is also fatal unless `empty` is true.
 */
void records_filter(const char *prefix, bool empty);
/*
 * records_sort_killed: if PREFIX.all exists, but has not been sorted (there is no PREFIX.tvm),
 * because the run was killed, sort it, with a warning. If the run has not ended (`unended`), sort
 * it in any case, because the run may still add records.
 */
void records_sort_killed(const char *prefix, bool unended);
/* records_unsort: remove PREFIX.tvm, .std and .use. */
void records_unsort(const char *prefix);

#endif
