/*
 * write.c - writes events into a file, in order of time.
 *
 * Nodes run ahead of each other within a window, so events are noted out of order; they are kept
 * and sorted until no earlier event can follow.
 */
#include "sort.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFER = 1 << 16 }; /* bytes that one write() writes to the file */

/* The last events of a node, in a ring buffer. */
typedef struct Recent {
	TraceRecord records[RECENT];
	uint32_t n; /* number of events so far */
} Recent;

struct Trace {
	const char *name;
	FILE *file;     /* NULL if no file is written */
	char *buffer;   /* of the file */
	Recent *recent; /* [node]; NULL if not requested */
	const Topology *topology;
	bool packets;   /* packets on the lines are included */
	TraceRecord *kept;  /* [n] events that are not written yet */
	TraceRecord *spare; /* [cap] for sorting */
	size_t n, cap;
	TraceFollower *follow; /* NULL for none */
	void *follow_context;
};

Trace *
trace_open(const char *file, const Topology *topology, bool packets)
{
	Trace *t = xcalloc(1, sizeof *t);
	Buf text = {0};
	uint8_t length[4];

	*t = (Trace){.name = file, .topology = topology, .packets = packets};
	if (!file) {
		trace_keep_recent(t);
		return t;
	}
	t->file = fopen(file, "wb");
	if (!t->file)
		fatal("cannot write %s:", file);
	t->buffer = xmalloc(BUFFER);
	setvbuf(t->file, t->buffer, _IOFBF, BUFFER);
	topology_print(topology, &text);
	fputs("trellis trace 1\n", t->file);
	put32(length, text.len);
	fwrite(length, 1, sizeof length, t->file);
	fwrite(text.data, 1, text.len, t->file);
	buf_free(&text);
	return t;
}

bool
trace_has_packets(const Trace *t)
{
	return t->packets;
}

void
trace_keep_recent(Trace *t)
{
	if (!t->recent)
		t->recent = xcalloc(t->topology->nnodes, sizeof *t->recent);
}

/* remember_recent: keep a record among the last RECENT ones of its node. */
static void
remember_recent(Trace *t, const TraceRecord *r)
{
	NodeId n = r->kind <= TRACE_STOP ? r->where : r->where / NLINKS;

	if (n < t->topology->nnodes)
		t->recent[n].records[t->recent[n].n++ % RECENT] = *r;
}

void
trace_note(Trace *t, TraceRecord r)
{
	if (t->recent)
		remember_recent(t, &r);
	if (t->follow)
		t->follow(t->follow_context, &r);
	if (!t->file)
		return;
	if (t->n == t->cap) {
		t->cap = t->cap ? 2 * t->cap : 1024;
		t->kept = xrealloc(t->kept, t->cap * sizeof *t->kept);
		t->spare = xrealloc(t->spare, t->cap * sizeof *t->spare);
	}
	t->kept[t->n++] = r;
}

void
trace_follow(Trace *t, TraceFollower *follow, void *context)
{
	t->follow = follow;
	t->follow_context = context;
}

uint8_t *
trace_encode(uint8_t *to, const TraceRecord *r)
{
	uint32_t word[TRACE_RECORD / 4] = {
		r->at, r->at >> 32, r->kind, r->where, r->other, r->value};

	for (uint32_t i = 0; i < TRACE_RECORD / 4; i++, to += 4)
		put32(to, word[i]);
	return to;
}

/* write_records: write n records to the file. */
static void
write_records(Trace *t, const TraceRecord *records, size_t n)
{
	enum { MOST = 256 };
	uint8_t bytes[TRACE_RECORD * MOST], *end = bytes;

	for (size_t i = 0; i < n; i++) {
		end = trace_encode(end, &records[i]);
		if (end == bytes + sizeof bytes || i + 1 == n) {
			fwrite(bytes, 1, end - bytes, t->file);
			end = bytes;
		}
	}
}

/*
 * drop_repeats: drop the duplicates of events in a part of the run that was executed twice; returns
 * the number of records left.
 */
static uint32_t
drop_repeats(TraceRecord *records, uint32_t n)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < n; i++)
		if (kept == 0 || trace_compare(&records[kept - 1], &records[i]) != 0)
			records[kept++] = records[i];
	return kept;
}

uint32_t
trace_recent(const Trace *t, NodeId n, Time until, TraceRecord *records)
{
	const Recent *r = t->recent ? &t->recent[n] : NULL;
	TraceRecord spare[RECENT];
	uint32_t found = 0;

	for (uint32_t i = 0; r && i < RECENT && i < r->n; i++)
		if (r->records[i].at <= until)
			records[found++] = r->records[i];
	trace_sort(records, found, spare);
	return drop_repeats(records, found);
}

void
trace_flush(Trace *t, Time until)
{
	size_t n = 0;

	trace_sort(t->kept, t->n, t->spare);
	while (n < t->n && t->kept[n].at < until)
		n++;
	write_records(t, t->kept, n);
	t->n -= n;
	if (n > 0)
		memmove(t->kept, t->kept + n, t->n * sizeof *t->kept);
	if (t->file && ferror(t->file))
		fatal("cannot write %s:", t->name);
}

void
trace_close(Trace *t)
{
	trace_flush(t, NEVER);
	if (t->file && fclose(t->file) != 0)
		fatal("cannot write %s:", t->name);
	free(t->buffer);
	free(t->recent);
	free(t->kept);
	free(t->spare);
	free(t);
}
