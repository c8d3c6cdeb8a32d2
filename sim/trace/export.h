/* export.h - the writers, one for each format; all read the trace from its beginning. */
#ifndef EXPORT_H
#define EXPORT_H

#include "calls.h"

/*
 * Exporter: write a trace in another format. c: the calls of functions that a monitor noted in the
 * same run; none if c->n is 0.
 */
typedef void Exporter(TraceFile *f, const Calls *c, FILE *out);

Exporter export_text, export_perfetto, export_shiviz, export_paraver, export_vcd, export_trace;
/* files that Paraver reads beside the trace: the meanings of numbers (.pcf), the names (.row) */
Exporter export_paraver_config, export_paraver_names;

/* export_otf2: create an archive in the format OTF2; `directory` is its name. */
void export_otf2(TraceFile *f, const Calls *c, const char *directory);

/*
 * export_node_number: the number of an end's node or, for a host's end, the number of its host,
 * which is above those of the nodes. NOWHERE for ends of control links and chains, which belong to
 * no node.
 */
uint32_t export_node_number(const Topology *t, uint32_t end);
/* export_node_name: the name of the node or host with this number. */
const char *export_node_name(const Topology *t, uint32_t node);

enum { EXPORT_US_TEXT = 32 }; /* room for the text of a time */
/* export_us_text: write a time in microseconds, exactly: "136708.1235"; returns text. */
const char *export_us_text(Time t, char text[EXPORT_US_TEXT]);

/* The last message that a link end has begun to send, and how much of it was received. */
typedef struct Sending {
	bool on; /* the message is still being sent */
	Time at; /* when sending began */
	uint32_t nbytes, left; /* bytes of the message; bytes not yet received */
	uint64_t serial;       /* number of the message, from 1 */
} Sending;

#endif
