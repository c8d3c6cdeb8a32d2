/*
 * trace.h - a file of the machine's events: those that the fingerprint includes, and more on
 * request.
 *
 * A file consists of the line "trellis trace 1", the length and text of the machine's canonical
 * description, and records of 24 bytes in order of (time, kind, where). All numbers are
 * little-endian. A truncated file is valid up to its last complete record.
 */
#ifndef TRACE_H
#define TRACE_H

#include "functions.h"

/* the kind, its name in text; in the comment: the meaning of `where`, `other` and `value` */
#define TRACE_KINDS(X) \
	X(RUN, "run")           /* node; Iptr and Wdesc of the process that starts to run */ \
	X(IDLE, "idle")         /* node; -; - */ \
	X(STOP, "stop")         /* node; -; Stop */ \
	X(SEND, "send")         /* end; -; bytes of a message that starts to be sent */ \
	X(SENT, "sent")         /* end; -; - the last byte has been acknowledged */ \
	X(RECEIVED, "received") /* end; the end that sent, or NOWHERE; bytes */ \
	X(DATA, "data")         /* end; bit period in ps; byte: a data packet begins */ \
	X(ACK, "ack")           /* end; bit period in ps; -: an acknowledge packet begins */

typedef enum TraceKind {
#define X(name, text) TRACE_##name,
	TRACE_KINDS(X)
#undef X
	NTRACEKINDS
} TraceKind;

/* An event; TRACE_KINDS says what the last three fields mean. */
typedef struct TraceRecord {
	Time at;
	TraceKind kind;
	uint32_t where, other, value;
} TraceRecord;

enum { TRACE_RECORD = 24 }; /* bytes of a record in the file */

/* ---- write.c ---- */

typedef struct Trace Trace;

/*
 * trace_open: create a file for the events of a network (network_trace); packets: include those on
 * the lines. file NULL: write no file, but keep the last events of each node (trace_keep_recent).
 */
Trace *trace_open(const char *file, const Topology *t, bool packets);
/*
 * trace_close: write the buffered part and close; a full disk is fatal. The network must no longer
 * use the trace.
 */
void trace_close(Trace *t);
/* trace_has_packets: true if the trace includes packets on the lines. */
bool trace_has_packets(const Trace *t);
/* trace_note: add an event to the trace. */
void trace_note(Trace *t, TraceRecord r);
/* trace_flush: write the events before `until`, all of which the caller must have noted. */
void trace_flush(Trace *t, Time until);

/* TraceFollower: a callback for each event. */
typedef void TraceFollower(void *context, const TraceRecord *r);
/*
 * trace_follow: from now on call `follow` for each event as it is noted. The events of one node
 * come in their order, those of different nodes do not. NULL ends this.
 */
void trace_follow(Trace *t, TraceFollower *follow, void *context);

/*
 * trace_encode: write a record as TRACE_RECORD bytes of the file; returns the end of these bytes.
 */
uint8_t *trace_encode(uint8_t *to, const TraceRecord *r);

enum { RECENT = 8 }; /* events kept for each node */
/* trace_keep_recent: from now on keep the last events of each node. */
void trace_keep_recent(Trace *t);
/*
 * trace_recent: the kept events of a node that are not after `until`, the oldest first. Returns how
 * many.
 */
uint32_t trace_recent(const Trace *t, NodeId n, Time until, TraceRecord *records);

/* ---- read.c ---- */

/* A trace file in memory, and the place of the next record to be read. */
typedef struct TraceFile {
	const char *name;
	Topology *topology;
	Buf bytes;
	size_t at; /* offset of the next record */
	Time begin, end;   /* 0 and the time of the last record, or the chosen time */
	const bool *nodes; /* [node] the chosen ones, borrowed; NULL: all */
	Functions functions; /* the functions at which processes continue; {0} if not known */
} TraceFile;

/* trace_file_read: read a trace file; any other file is fatal. Released by trace_file_free. */
TraceFile trace_file_read(const char *name);
/*
 * trace_file_open: read a trace from the bytes of a file, which the result then owns; anything else
 * is fatal. Released by trace_file_free.
 */
TraceFile trace_file_open(const char *name, Buf bytes);
/* trace_file_next: read the next chosen record; false at the end. */
bool trace_file_next(TraceFile *f, TraceRecord *r);
/* trace_file_rewind: let trace_file_next read the first record again. */
void trace_file_rewind(TraceFile *f);
void trace_file_free(TraceFile *f);

/* ---- choose.c: a part of a trace ---- */

/* The part of a trace that is wanted. */
typedef struct TraceChoice {
	Time from, to;     /* the events of [from, to) */
	const bool *nodes; /* [node] true if chosen; NULL: all nodes, and the hosts */
} TraceChoice;

/*
 * trace_file_choose: leave only the chosen records in the trace. A process that runs at `from`, and
 * a message that is being sent then, begin at `from`. c->nodes is borrowed by the file.
 */
void trace_file_choose(TraceFile *f, const TraceChoice *c);

/* trace_end: the end with this number in records. */
EndRef trace_end(const Topology *t, uint32_t end);
/* trace_nends: the number of ends that records can name. */
uint32_t trace_nends(const Topology *t);
/* trace_kind_name: the name of a kind of event: "received". */
const char *trace_kind_name(TraceKind k);

#endif
