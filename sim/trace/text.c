/* text.c - exports a trace as text lines or, unchanged, as a trace file. */
#include "export.h"

#include <inttypes.h>

/* print_end: print the name of an end of a link, after a space. */
static void
print_end(const Topology *t, uint32_t end, FILE *out)
{
	char name[END_NAME];

	fprintf(out, " %s", end_name(t, trace_end(t, end), name));
}

/* export_text: write the machine's events as text, one in each line; c is not used. */
void
export_text(TraceFile *f, const Calls *c, FILE *out)
{
	const Topology *t = f->topology;
	TraceRecord r;

	(void)c; /* the calls of functions are not events of the machine */
	while (trace_file_next(f, &r)) {
		fprintf(out, "%" PRIu64 ".%03u %s", r.at / 1000, (unsigned)(r.at % 1000),
			trace_kind_name(r.kind));
		if (r.kind <= TRACE_STOP)
			fprintf(out, " %s", t->nodes[r.where].name);
		else
			print_end(t, r.where, out);
		switch (r.kind) {
		case TRACE_RUN: fprintf(out, " %08x", r.value); break;
		case TRACE_STOP:
		case TRACE_SEND: fprintf(out, " %u", r.value); break;
		case TRACE_DATA: fprintf(out, " %02x", r.value); break;
		case TRACE_RECEIVED:
			fprintf(out, " %u", r.value);
			if (r.other != NOWHERE)
				print_end(t, r.other, out);
			break;
		default: break;
		}
		fputc('\n', out);
	}
}

/*
 * export_trace: write all bytes of the trace in memory, which are those of a trace file. If a part
 * was chosen, trace_file_choose has left only that part in memory. c is not used.
 */
void
export_trace(TraceFile *f, const Calls *c, FILE *out)
{
	(void)c;
	fwrite(f->bytes.data, 1, f->bytes.len, out);
}
