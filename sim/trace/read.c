/* read.c - reads traces of the machine, record by record. */
#include "trace.h"

#include "base/files.h"

#include <string.h>

enum { MAX_TRACE = 1 << 30 }; /* bytes */

static const char magic[] = "trellis trace 1\n";

/* take_record: read the record at f->at; false at the end of the file. */
static bool
take_record(TraceFile *f, TraceRecord *r)
{
	const uint8_t *p = f->bytes.data + f->at;

	if (f->bytes.len - f->at < TRACE_RECORD)
		return false;
	*r = (TraceRecord){
		.at = get64(p),
		.kind = get32(p + 8),
		.where = get32(p + 12),
		.other = get32(p + 16),
		.value = get32(p + 20),
	};
	f->at += TRACE_RECORD;
	return true;
}

/* is_record_valid: true if the kind is valid and the node or end exists. */
static bool
is_record_valid(const Topology *t, const TraceRecord *r)
{
	if (r->kind >= NTRACEKINDS)
		return false;
	if (r->kind <= TRACE_STOP)
		return r->where < t->nnodes;
	if (r->kind == TRACE_RECEIVED && r->other != NOWHERE && r->other >= trace_nends(t))
		return false;
	return r->where < trace_nends(t);
}

/* check_records: fatal if a record is not valid; sets f->end to the time of the last record. */
static void
check_records(TraceFile *f)
{
	TraceRecord r;

	for (; take_record(f, &r); f->end = r.at)
		if (r.at < f->end || !is_record_valid(f->topology, &r)) {
			topology_free(f->topology);
			fatal("%s is damaged: the record that ends at byte %zu has an unknown "
				"kind", f->name, f->at);
		}
	if (f->at != f->bytes.len)
		warning("%s is cut off; only its complete records are read", f->name);
	trace_file_rewind(f);
}

TraceFile
trace_file_read(const char *name)
{
	return trace_file_open(name, file_read(name, MAX_TRACE));
}

TraceFile
trace_file_open(const char *name, Buf bytes)
{
	TraceFile f = {.name = name, .bytes = bytes, .at = sizeof magic - 1 + 4};
	uint32_t n;

	if (f.bytes.len < f.at || memcmp(f.bytes.data, magic, sizeof magic - 1) != 0)
		fatal("%s is not a trace of the machine; 'trellis export trace' makes one",
			name);
	n = get32(f.bytes.data + sizeof magic - 1);
	if (n > f.bytes.len - f.at)
		fatal("%s was cut off before its first record", name);
	f.topology = topology_parse((const char *)f.bytes.data + f.at, n, name);
	f.at += n;
	check_records(&f);
	return f;
}

bool
trace_file_next(TraceFile *f, TraceRecord *r)
{
	return take_record(f, r);
}

void
trace_file_rewind(TraceFile *f)
{
	f->at = sizeof magic - 1 + 4 + get32(f->bytes.data + sizeof magic - 1);
}

void
trace_file_free(TraceFile *f)
{
	functions_free(&f->functions);
	topology_free(f->topology);
	buf_free(&f->bytes);
}

uint32_t
trace_nends(const Topology *t)
{
	uint32_t n = t->nnodes * NLINKS + 2 * t->ncontrols;

	for (uint32_t h = 0; h < t->nhosts; h++)
		n += t->hosts[h].nlinks;
	return n;
}

EndRef
trace_end(const Topology *t, uint32_t end)
{
	if (end < t->nnodes * NLINKS)
		return (EndRef){END_NODE, end / NLINKS, end % NLINKS};
	end -= t->nnodes * NLINKS;
	for (uint32_t h = 0; h < t->nhosts; h++) {
		if (end < t->hosts[h].nlinks)
			return (EndRef){END_HOST, h, end};
		end -= t->hosts[h].nlinks;
	}
	/* two ends for each control link, the host's first */
	return end % 2 ? (EndRef){END_SWITCH, t->controls[end / 2].switches[0], 0}
		: t->controls[end / 2].end;
}

const char *
trace_kind_name(TraceKind k)
{
	static const char *const names[] = {
#define X(name, text) text,
		TRACE_KINDS(X)
#undef X
	};

	return names[k];
}
