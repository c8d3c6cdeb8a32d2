/*
 * perfetto.c - writes JSON in Chrome's Trace Event Format, which Perfetto reads.
 *
 * A node is shown as a process; its tracks are the processor and the outgoing side of each link. A
 * message is a slice on the sender's track, from its first byte to its last acknowledge, with a
 * flow arrow to an instant on the receiver's processor track. Each of the user's functions has a
 * track on every node where it ran, with a slice for each call. A slice of the processor's track is
 * named by the function at which the process continued or, if that is not known, by the priority
 * and workspace of the process, which are always the slice's category. A track is named at its
 * first event.
 *
 * Times are microseconds. Events are in order of time, and a slice consists of two events. So a
 * reader gets the same number for the end of a slice and the beginning of the next one; adding a
 * duration to a beginning would round.
 */
#include "export.h"

#include "sim/node/node_words.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
	TRACK_NODE, /* names the node */
	TRACK_PROCESSOR, /* what the processor executes */
	TRACK_LINK0, /* messages out of link 0; other links follow */
	/* executions of user function 0; others follow */
	TRACK_FUNCTION0 = TRACK_LINK0 + MAX_HOST_LINKS,
	NTRACKS = TRACK_FUNCTION0 + NFUNCTIONS
};

enum { PROCESS_TEXT = 16, CALL_ARGS = 100 }; /* room for texts of processes, of arguments */

/* The state while a trace is written. */
typedef struct State {
	FILE *out;
	const Topology *t;
	const Functions *functions;
	const Calls *calls;
	uint32_t edge;    /* index of the next edge of `calls` */
	bool some;        /* an event has been written */
	bool *named;      /* [node * NTRACKS + track] the track has its name */
	uint32_t *wdesc;  /* [node] descriptor of the running process */
	uint32_t *name;   /* [node] name of the running process's function (functions_find) */
	bool *running;    /* [node] a process is running */
	Sending *sending; /* [end] */
	uint64_t serial;  /* number of the last message */
} State;

/* begin_record: separate a record from the previous one. */
static void
begin_record(State *s)
{
	fputs(s->some ? ",\n" : "\n", s->out);
	s->some = true;
}

/* put_name: write the name of a node's track; `what` says whose name it is. */
static void
put_name(State *s, const char *what, uint32_t node, int track, const char *name)
{
	begin_record(s);
	fprintf(s->out,
		"{\"ph\":\"M\",\"name\":\"%s\",\"pid\":%u,\"tid\":%d,\"args\":{\"name\":\"%s\"}}",
		what, node, track, name);
	s->named[node * NTRACKS + track] = true;
}

/* name_track: write the name of a track, and of its node, before their first event. */
static void
name_track(State *s, uint32_t node, int track)
{
	const bool *named = &s->named[node * NTRACKS];
	char link[24];

	if (!named[TRACK_NODE])
		put_name(s, "process_name", node, TRACK_NODE, export_node_name(s->t, node));
	if (named[track])
		return;
	snprintf(link, sizeof link, "link %d out", track - TRACK_LINK0);
	put_name(s, "thread_name", node, track, track == TRACK_PROCESSOR ? "processor"
		: track < TRACK_FUNCTION0 ? link : call_function_name(track - TRACK_FUNCTION0));
}

/*
 * put_event: write an event; phase: B begins a slice, E ends it; more: further members, each after
 * a comma.
 */
static void
put_event(State *s, char phase, const char *name, uint32_t node, int track, Time at,
	const char *more)
{
	char us[EXPORT_US_TEXT];

	name_track(s, node, track);
	begin_record(s);
	fprintf(s->out, "{\"ph\":\"%c\",\"name\":\"%s\",\"pid\":%u,\"tid\":%d,\"ts\":%s%s}", phase,
		name, node, track, export_us_text(at, us), more);
}

/* ---- the user's functions ---- */

/* put_edge: write the beginning or end of a call of a user's function. */
static void
put_edge(State *s, const CallEdge *e)
{
	const Call *c = &s->calls->call[e->call];
	char text[CALL_TEXT], args[CALL_ARGS];

	snprintf(args, sizeof args,
		",\"cat\":\"function\",\"args\":{\"task\":%u,\"part\":%" PRIu64 ",\"ended\":%s}",
		c->task, c->part, c->open ? "false" : "true");
	put_event(s, e->begins ? 'B' : 'E', call_text(c, text), c->node,
		TRACK_FUNCTION0 + c->function, e->at, args);
}

/* put_calls: write the functions that began or ended up to a time. */
static void
put_calls(State *s, Time until)
{
	for (; s->edge < 2 * s->calls->n && s->calls->edge[s->edge].at <= until; s->edge++)
		put_edge(s, &s->calls->edge[s->edge]);
}

/* ---- processors ---- */

/* put_run: write that the running process begins or ends. */
static void
put_run(State *s, char phase, uint32_t n, Time at)
{
	char process[PROCESS_TEXT], category[PROCESS_TEXT + 10];

	snprintf(process, sizeof process, "%s %08x", s->wdesc[n] & 1 ? "low" : "high",
		s->wdesc[n] & ~1u);
	snprintf(category, sizeof category, ",\"cat\":\"%s\"", process);
	put_event(s, phase, s->name[n] == NOWHERE ? process : s->functions->name[s->name[n]], n,
		TRACK_PROCESSOR, at, phase == 'B' ? category : "");
}

/* end_run: end the slice of the running process, which loses the processor. */
static void
end_run(State *s, uint32_t n, Time at)
{
	if (s->running[n])
		put_run(s, 'E', n, at);
	s->running[n] = false;
}

/* begin_run: write that a process begins to run, and that the one before has ended. */
static void
begin_run(State *s, const TraceRecord *r)
{
	end_run(s, r->where, r->at);
	s->running[r->where] = true;
	s->wdesc[r->where] = r->value;
	s->name[r->where] = functions_find(s->functions, r->where, r->other);
	put_run(s, 'B', r->where, r->at);
}

/* put_stop: write that a node stops. */
static void
put_stop(State *s, const TraceRecord *r)
{
	end_run(s, r->where, r->at);
	put_event(s, 'i', "stops", r->where, TRACK_PROCESSOR, r->at, ",\"s\":\"p\"");
}

/* ---- messages ---- */

/* put_message: write that a message begins or ends on its sender's track. */
static void
put_message(State *s, char phase, uint32_t end, Time at)
{
	char name[32];

	snprintf(name, sizeof name, "%u bytes", s->sending[end].nbytes);
	put_event(s, phase, name, export_node_number(s->t, end),
		TRACK_LINK0 + trace_end(s->t, end).index, at, "");
}

/*
 * put_flow: write an arrow of a message; phase: s where it begins, t where a part of it is
 * received, f for the last part.
 */
static void
put_flow(State *s, char phase, uint64_t serial, uint32_t node, int track, Time at)
{
	char more[80];

	snprintf(more, sizeof more, ",\"cat\":\"link\",\"id\":%" PRIu64 "%s", serial,
		phase == 's' ? "" : ",\"bp\":\"e\"");
	put_event(s, phase, "message", node, track, at, more);
}

/* end_message: write that the end's present message has been sent, if there is one. */
static void
end_message(State *s, uint32_t end, Time at)
{
	if (s->sending[end].on)
		put_message(s, 'E', end, at);
	s->sending[end].on = false;
}

/* begin_message: write that an end begins to send a message. */
static void
begin_message(State *s, const TraceRecord *r)
{
	end_message(s, r->where, r->at);
	s->sending[r->where] = (Sending){true, r->at, r->value, r->value, ++s->serial};
	put_message(s, 'B', r->where, r->at);
	put_flow(s, 's', s->serial, export_node_number(s->t, r->where),
		TRACK_LINK0 + trace_end(s->t, r->where).index, r->at);
}

/* put_received: write that a node has received a message or a piece of one. */
static void
put_received(State *s, const TraceRecord *r)
{
	uint32_t node = export_node_number(s->t, r->where);
	Sending *m = r->other == NOWHERE ? NULL : &s->sending[r->other];
	char name[32];

	snprintf(name, sizeof name, "received %u bytes", r->value);
	put_event(s, 'i', name, node, TRACK_PROCESSOR, r->at, ",\"s\":\"t\"");
	if (!m || m->left == 0)
		return;
	m->left -= r->value < m->left ? r->value : m->left;
	put_flow(s, m->left > 0 ? 't' : 'f', m->serial, node, TRACK_PROCESSOR, r->at);
}

/* ---- all events ---- */

/* put_record: write what corresponds to a record of the trace. */
static void
put_record(State *s, const TraceRecord *r)
{
	if (r->kind > TRACE_STOP && export_node_number(s->t, r->where) == NOWHERE)
		return;
	switch (r->kind) {
	case TRACE_RUN: begin_run(s, r); break;
	case TRACE_IDLE: end_run(s, r->where, r->at); break;
	case TRACE_STOP: put_stop(s, r); break;
	case TRACE_SEND: begin_message(s, r); break;
	case TRACE_SENT: end_message(s, r->where, r->at); break;
	case TRACE_RECEIVED: put_received(s, r); break;
	default: break;
	}
}

/* put_ends: end what is under way at the end of the trace. */
static void
put_ends(State *s, Time end)
{
	put_calls(s, end);
	for (uint32_t n = 0; n < s->t->nnodes; n++)
		end_run(s, n, end);
	for (uint32_t e = 0; e < trace_nends(s->t); e++)
		end_message(s, e, end);
}

/* export_perfetto: write the trace as JSON in Chrome's format, which Perfetto reads. */
void
export_perfetto(TraceFile *f, const Calls *c, FILE *out)
{
	const Topology *t = f->topology;
	State s = {
		.out = out,
		.t = t,
		.functions = &f->functions,
		.calls = c,
		.named = xcalloc((size_t)(t->nnodes + t->nhosts) * NTRACKS, sizeof *s.named),
		.wdesc = xcalloc(t->nnodes, sizeof *s.wdesc),
		.name = xcalloc(t->nnodes, sizeof *s.name),
		.running = xcalloc(t->nnodes, sizeof *s.running),
		.sending = xcalloc(trace_nends(t), sizeof *s.sending),
	};
	TraceRecord r;

	fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[", out);
	while (trace_file_next(f, &r)) {
		put_calls(&s, r.at);
		put_record(&s, &r);
	}
	put_ends(&s, f->end);
	fputs("\n]}\n", out);
	free(s.named);
	free(s.wdesc);
	free(s.name);
	free(s.running);
	free(s.sending);
}
