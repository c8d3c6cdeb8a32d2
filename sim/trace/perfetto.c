/*
 * perfetto.c - writes JSON in Chrome's Trace Event Format, which Perfetto reads.
 *
 * A node is shown as a process; its tracks are the processor and the outgoing side of each link. A
 * message is a slice on the sender's track, from its first byte to its last acknowledge, with a
 * flow arrow to an instant on the receiver's processor track. Each of the user's functions has a
 * track on every node where it ran, with a slice for each call. A slice of the processor's track is
 * named by the function at which the process continued or, if that is not known, by its priority
 * and workspace. Times are microseconds.
 */
#include "export.h"

#include "sim/node/node_words.h"

#include <inttypes.h>
#include <stdlib.h>

enum { TRACK_PROCESSOR = 1, TRACK_LINK0 = 2, TRACK_FUNCTION0 = TRACK_LINK0 + NLINKS };

typedef struct State {
	FILE *out;
	const Topology *t;
	const Functions *functions;
	bool some;        /* an event has been written */
	Time *since;      /* [node] when the running process started */
	uint32_t *wdesc;  /* [node] */
	uint32_t *name;   /* [node] of its function (functions_find) */
	bool *running;    /* [node] */
	Sending *sending; /* [end] */
	uint64_t serial;
} State;

static void
begin_record(State *s)
{
	fputs(s->some ? ",\n" : "\n", s->out);
	s->some = true;
}

static double
us(Time t)
{
	return t / 1e6;
}

static void
write_names(State *s, uint32_t node)
{
	static const char *const tracks[] = {
		"processor", "link 0 out", "link 1 out", "link 2 out", "link 3 out"};

	begin_record(s);
	fprintf(s->out,
		"{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":%u,\"args\":{\"name\":\"%s\"}}",
		node, export_name(s->t, node));
	for (int i = 0; i <= NLINKS; i++) {
		begin_record(s);
		fprintf(s->out, "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":%u,\"tid\":%d,"
			"\"args\":{\"name\":\"%s\"}}", node, TRACK_PROCESSOR + i, tracks[i]);
	}
}

static void
put_call(State *s, const Call *c)
{
	char text[CALL_TEXT];

	begin_record(s);
	fprintf(s->out, "{\"ph\":\"X\",\"name\":\"%s\",\"cat\":\"function\",\"pid\":%u,"
		"\"tid\":%d,\"ts\":%.6f,\"dur\":%.6f,\"args\":{\"task\":%u,\"part\":%" PRIu64
		",\"ended\":%s}}", call_text(c, text), c->node, TRACK_FUNCTION0 + c->function,
		us(c->begin), us(c->end - c->begin), c->task, c->part,
		c->open ? "false" : "true");
}

/* write_functions: the calls of the user's functions, and the names of their tracks. */
static void
write_functions(State *s, const Calls *c)
{
	bool *named = xcalloc((size_t)s->t->nnodes * NFUNCTIONS + 1, sizeof *named);

	for (uint32_t i = 0; i < c->n; i++) {
		const Call *call = &c->call[i];
		bool *known = &named[call->node * NFUNCTIONS + call->function];

		if (!*known) {
			begin_record(s);
			fprintf(s->out, "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":%u,"
				"\"tid\":%d,\"args\":{\"name\":\"%s\"}}", call->node,
				TRACK_FUNCTION0 + call->function, call_function(call->function));
		}
		*known = true;
		put_call(s, call);
	}
	free(named);
}

static int
end_track(const State *s, uint32_t end)
{
	return TRACK_LINK0 + trace_end(s->t, end).index;
}

/* end_run: the running process loses the processor. */
static void
end_run(State *s, uint32_t n, Time at)
{
	char process[16];

	if (!s->running[n])
		return;
	begin_record(s);
	snprintf(process, sizeof process, "%s %08x", s->wdesc[n] & 1 ? "low" : "high",
		s->wdesc[n] & ~1u);
	fprintf(s->out,
		"{\"ph\":\"X\",\"name\":\"%s\",\"pid\":%u,\"tid\":%d,\"ts\":%.6f,\"dur\":%.6f,"
		"\"args\":{\"process\":\"%s\"}}",
		s->name[n] == NOWHERE ? process : s->functions->name[s->name[n]], n,
		TRACK_PROCESSOR, us(s->since[n]), us(at - s->since[n]), process);
	s->running[n] = false;
}

static void
write_flow(State *s, char phase, uint64_t serial, uint32_t node, int tid, Time at)
{
	begin_record(s);
	fprintf(s->out,
		"{\"ph\":\"%c\",\"name\":\"message\",\"cat\":\"link\",\"id\":%llu,\"pid\":%u,"
		"\"tid\":%d,"
		"\"ts\":%.6f%s}",
		phase, (unsigned long long)serial, node, tid, us(at),
		phase == 'f' ? ",\"bp\":\"e\"" : "");
}

static void
write_sent(State *s, const TraceRecord *r)
{
	Sending *m = &s->sending[r->where];
	uint32_t node = export_node(s->t, r->where);

	if (!m->on)
		return;
	begin_record(s);
	fprintf(s->out,
		"{\"ph\":\"X\",\"name\":\"%u "
		"bytes\",\"pid\":%u,\"tid\":%d,\"ts\":%.6f,\"dur\":%.6f}",
		m->nbytes, node, end_track(s, r->where), us(m->at), us(r->at - m->at));
	m->on = false;
}

static void
write_received(State *s, const TraceRecord *r)
{
	uint32_t node = export_node(s->t, r->where);

	begin_record(s);
	fprintf(s->out,
		"{\"ph\":\"X\",\"name\":\"received %u "
		"bytes\",\"pid\":%u,\"tid\":%d,\"ts\":%.6f,\"dur\":0}",
		r->value, node, TRACK_PROCESSOR, us(r->at));
	if (r->other == NOWHERE || s->sending[r->other].serial == 0)
		return;
	write_flow(s, 's', s->sending[r->other].serial, export_node(s->t, r->other),
		end_track(s, r->other), s->sending[r->other].at);
	write_flow(s, 'f', s->sending[r->other].serial, node, TRACK_PROCESSOR, r->at);
}

static void
write_stop(State *s, const TraceRecord *r)
{
	end_run(s, r->where, r->at);
	begin_record(s);
	fprintf(s->out,
		"{\"ph\":\"i\",\"s\":\"p\",\"name\":\"stops\",\"pid\":%u,\"tid\":%d,\"ts\":%.6f}",
		r->where, TRACK_PROCESSOR, us(r->at));
}

static void
write_event(State *s, const TraceRecord *r)
{
	if (r->kind > TRACE_STOP && export_node(s->t, r->where) == NOWHERE)
		return;
	switch (r->kind) {
	case TRACE_RUN:
		end_run(s, r->where, r->at);
		s->running[r->where] = true;
		s->since[r->where] = r->at;
		s->wdesc[r->where] = r->value;
		s->name[r->where] = functions_find(s->functions, r->where, r->other);
		break;
	case TRACE_IDLE: end_run(s, r->where, r->at); break;
	case TRACE_STOP: write_stop(s, r); break;
	case TRACE_SEND:
		s->sending[r->where] = (Sending){true, r->at, r->value, ++s->serial};
		break;
	case TRACE_SENT: write_sent(s, r); break;
	case TRACE_RECEIVED: write_received(s, r); break;
	default: break;
	}
}

void
export_perfetto(TraceFile *f, const Calls *c, FILE *out)
{
	const Topology *t = f->topology;
	State s = {
		.out = out,
		.t = t,
		.functions = &f->functions,
		.name = xcalloc(t->nnodes, sizeof *s.name),
		.since = xcalloc(t->nnodes, sizeof *s.since),
		.wdesc = xcalloc(t->nnodes, sizeof *s.wdesc),
		.running = xcalloc(t->nnodes, sizeof *s.running),
		.sending = xcalloc(trace_nends(t), sizeof *s.sending),
	};
	TraceRecord r = {0};

	fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[", out);
	for (uint32_t n = 0; n < t->nnodes + t->nhosts; n++)
		write_names(&s, n);
	write_functions(&s, c);
	while (trace_file_next(f, &r))
		write_event(&s, &r);
	for (uint32_t n = 0; n < t->nnodes; n++)
		end_run(&s, n, r.at);
	fputs("\n]}\n", out);
	free(s.since);
	free(s.wdesc);
	free(s.name);
	free(s.running);
	free(s.sending);
}
