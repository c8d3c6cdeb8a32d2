/*
 * monitor_host.h - the monitor on the host: collects what the nodes unload, and sorts it afterwards.
 */
#ifndef MONITOR_HOST_H
#define MONITOR_HOST_H

#include "sim/station.h"
#include "tmon/monitor.h"

/* ---- collect.c ---- */

/* When the nodes unload: every `time` us what has `lower` records, and at `upper`. */
typedef struct Bounds {
	uint32_t time, lower, upper;
} Bounds;

typedef struct Collector Collector;

/*
 * collector_new: takes blocks of the set's nodes (copied) into PREFIX.all, and writes PREFIX.config. Files that
 * cannot be written are the user's mistake (fatal).
 */
Collector *collector_new(Station *s, const NodeSet *set, const char *prefix);
void collector_free(Collector *c);
const NodeSet *collector_nodes(const Collector *c);

/*
 * collector_command: tell the monitors of a set of nodes, and wait for their answers. returns how many
 * have done it; who has not is told on `say`. Bounds are for MONITOR_BEGIN.
 */
uint32_t collector_command(Collector *c, const NodeSet *set, uint32_t command, Bounds b, FILE *say);

/* collector_tell: how many records and blocks came from each node, and what was lost. */
void collector_tell(const Collector *c, FILE *f);

/* ---- filter.c: trellis tvmfilter ---- */
/* records_filter: PREFIX.all, sorted into PREFIX.tvm, .std and .use. What is no such file is the user's mistake. */
void records_filter(const char *prefix);
int tvmfilter_main(int argc, char **argv);

#endif
