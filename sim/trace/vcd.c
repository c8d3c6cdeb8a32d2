/*
 * vcd.c - writes the levels of the lines as a value change dump (IEEE 1364).
 *
 * An idle line is low. A data packet is two high bits, eight data bits, the lowest first, and a low
 * bit; an acknowledge is a high bit and a low one (links.md). Each end has one signal, for the line
 * on which it sends.
 */
#include "export.h"

#include <inttypes.h>
#include <stdlib.h>

/* A change of level not yet written. */
typedef struct Change {
	Time at;
	uint32_t end;
	int level; /* 0 low, 1 high */
} Change;

/* All changes, before they are sorted. */
typedef struct Changes {
	Change *all;
	size_t n, cap;
	int *level; /* [end] level after the last change added */
} Changes;

/*
 * add_change: append a change of the signal of an end's line, unless the signal already has this
 * level.
 */
static void
add_change(Changes *c, Time at, uint32_t end, int level)
{
	if (c->level[end] == level)
		return;
	c->level[end] = level;
	if (c->n == c->cap) {
		c->cap = c->cap ? 2 * c->cap : 1024;
		c->all = xrealloc(c->all, c->cap * sizeof *c->all);
	}
	c->all[c->n++] = (Change){at, end, level};
}

/* add_packet: append the changes of a line's signal during a packet, bit by bit. */
static void
add_packet(Changes *c, const TraceRecord *r)
{
	uint32_t bits = r->kind == TRACE_ACK ? 1 : 3 | r->value << 2,
		n = r->kind == TRACE_ACK ? 2 : 11;

	for (uint32_t i = 0; i < n; i++)
		add_change(c, r->at + (Time)i * r->other, r->where, bits >> i & 1);
}

static int
compare_changes(const void *x, const void *y)
{
	const Change *a = x, *b = y;

	if (a->at != b->at)
		return a->at < b->at ? -1 : 1;
	return a->end < b->end ? -1 : a->end > b->end;
}

/* signal_code: a short name of printable characters for a signal. */
static const char *
signal_code(uint32_t n, char text[8])
{
	int i = 0;

	do {
		text[i++] = '!' + n % 94;
		n /= 94;
	} while (n > 0);
	text[i] = '\0';
	return text;
}

/* write_header: declare a signal for each line, all of which begin low. */
static void
write_header(const Topology *t, FILE *out)
{
	char name[END_NAME], id[8];

	fputs("$timescale 1ps $end\n$scope module network $end\n", out);
	for (uint32_t e = 0; e < trace_nends(t); e++) {
		EndRef ref = trace_end(t, e);

		if (ref.kind == END_SWITCH)
			snprintf(name, sizeof name, "chain%u", ref.part);
		else
			end_name(t, ref, name);
		fprintf(out, "$var wire 1 %s %s $end\n", signal_code(e, id), name);
	}
	fputs("$upscope $end\n$enddefinitions $end\n#0\n$dumpvars\n", out);
	for (uint32_t e = 0; e < trace_nends(t); e++)
		fprintf(out, "0%s\n", signal_code(e, id));
	fputs("$end\n", out);
}

/* must_have_packets: fatal if the trace has messages but no packets. */
static void
must_have_packets(TraceFile *f)
{
	bool messages = false, packets = false;
	TraceRecord r;

	while (trace_file_next(f, &r)) {
		messages |= r.kind == TRACE_SEND;
		packets |= r.kind == TRACE_DATA;
	}
	if (messages && !packets)
		fatal("%s has no packets; record the trace with --packets", f->name);
	trace_file_rewind(f);
}

/* export_vcd: write the signals on the lines as VCD, which GTKWave reads. */
void
export_vcd(TraceFile *f, const Calls *calls, FILE *out)
{
	const Topology *t = f->topology;
	Changes c = {0};
	TraceRecord r;
	char id[8];

	(void)calls; /* levels of lines only */
	must_have_packets(f);
	c.level = xcalloc(trace_nends(t), sizeof *c.level);
	while (trace_file_next(f, &r))
		if (r.kind == TRACE_DATA || r.kind == TRACE_ACK)
			add_packet(&c, &r);
	if (c.n > 0)
		qsort(c.all, c.n, sizeof *c.all, compare_changes);
	write_header(t, out);
	for (size_t i = 0; i < c.n; i++) {
		if (i == 0 || c.all[i].at != c.all[i - 1].at)
			fprintf(out, "#%" PRIu64 "\n", c.all[i].at);
		fprintf(out, "%d%s\n", c.all[i].level, signal_code(c.all[i].end, id));
	}
	free(c.all);
	free(c.level);
}
