/*
 * trace.h - the machine's events in a file: what the fingerprint is made of, and more if asked for.
 *
 * A file is the line "trellis trace 1", the machine's canonical text behind its length, and records
 * of 24 bytes in order of (time, kind, where). All numbers are little-endian. A file that was cut
 * off is whole up to its last complete record.
 */
#ifndef TRACE_H
#define TRACE_H

#include "sim/topology/topology.h"

/* kind, name in text, what `where`, `other` and `value` are */
#define TRACE_KINDS(X) \
	X(RUN, "run")           /* node; -; Wdesc of the process that the processor takes up */ \
	X(IDLE, "idle")         /* node; -; - */ \
	X(STOP, "stop")         /* node; -; Stop */ \
	X(SEND, "send")         /* end; -; bytes of a message that begins to go out */ \
	X(SENT, "sent")         /* end; -; - its last byte has been acknowledged */ \
	X(RECEIVED, "received") /* end; the end that sent, or NOWHERE; bytes */ \
	X(DATA, "data")         /* end; period of a bit, ps; byte: a data packet begins */ \
	X(ACK, "ack")           /* end; period of a bit, ps; -: an acknowledge packet begins */

typedef enum TraceKind {
#define X(name, text) TRACE_##name,
	TRACE_KINDS(X)
#undef X
	NTRACEKINDS
} TraceKind;

typedef struct TraceRecord {
	Time at;
	TraceKind kind;
	uint32_t where, other, value;
} TraceRecord;

/* ---- write.c ---- */

typedef struct Trace Trace;

/*
 * trace_open: a new file for the events of a network (network_trace); packets: those of the lines,
 * too. NULL: no file, but the last events of each node are kept (trace_remember).
 */
Trace *trace_open(const char *file, const Topology *t, bool packets);
/* trace_close: writes what is left; a full disk is fatal. The network must no longer be traced. */
void trace_close(Trace *t);
bool trace_packets(const Trace *t);
void trace_note(Trace *t, TraceRecord r);
/* trace_flush: every event before `until` has been noted. */
void trace_flush(Trace *t, Time until);

enum { RECENT = 8 }; /* events of each node that are kept */
/* trace_remember: keep the last events of each node from now on. */
void trace_remember(Trace *t);
/* trace_recent: those of a node not after `until`, the oldest first. returns how many */
uint32_t trace_recent(const Trace *t, NodeId n, Time until, TraceRecord *records);

/* ---- read.c ---- */

typedef struct TraceFile {
	const char *name;
	Topology *topology;
	Buf bytes;
	size_t at; /* next record */
} TraceFile;

/*
 * trace_file_read: a file that is not one is the user's mistake (fatal). Released by
 * trace_file_free.
 * trace_file_open: of bytes, which become the result's.
 */
TraceFile trace_file_read(const char *name);
TraceFile trace_file_open(const char *name, Buf bytes);
bool trace_file_next(TraceFile *f, TraceRecord *r); /* false: the end */
void trace_file_rewind(TraceFile *f);
void trace_file_free(TraceFile *f);

/* trace_end: the end that a record's number names. */
EndRef trace_end(const Topology *t, uint32_t end);
uint32_t trace_nends(const Topology *t);
const char *trace_kind_name(TraceKind k);

#endif
