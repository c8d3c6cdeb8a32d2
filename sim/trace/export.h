/*
 * export.h - one writer a format; all read the trace from its beginning.
 */
#ifndef EXPORT_H
#define EXPORT_H

#include "trace.h"

typedef void Exporter(TraceFile *f, FILE *out);

Exporter export_text, export_perfetto, export_shiviz, export_paraver, export_vcd;

/* export_otf2: an archive is a directory; it is made. */
void export_otf2(TraceFile *f, const char *directory);

/*
 * export_node: the node that an end belongs to, or one number per host behind the nodes' (control
 * links belong to their host; chains belong to no node: NOWHERE).
 */
uint32_t export_node(const Topology *t, uint32_t end);
/* export_name: of a node or host by that number. */
const char *export_name(const Topology *t, uint32_t node);

/* Messages on their way: what each end has sent that has not been received. */
typedef struct Sending {
	bool on;
	Time at;
	uint32_t nbytes;
	uint64_t serial; /* of all messages, from 1 */
} Sending;

/* export.c: `trellis export` */
extern const Command export_command;

#endif
