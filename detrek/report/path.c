/*
 * path.c - finds the critical path of a run in a trace of the machine: the chain of activities for
 * which the end of the run had to wait.
 *
 * The path is found backwards. It begins with the last message that a host received, or, if there
 * is none, where the last node stopped computing. At a node it follows the processor's work back to
 * the preceding idle time; the message that ended that idle time leads to its sender, at the time
 * when it was sent. Without such a message (a timer ended it, or the acknowledge of the node's own
 * message) the path stays at its node and waits. A host computes from a message that it receives to
 * the next one that it sends. So at each time the path is in one of three states: a node computes,
 * a message is on its way, or a node waits.
 */
#include "page.h"

#include <stdlib.h>
#include <string.h>

/* A period in which a processor was never idle, and the message that began it. */
typedef struct BusyPeriod {
	Time begin, end;
	uint32_t from; /* the node that sent the message; NONE: there was none */
	Time sent;     /* when that message was sent */
} BusyPeriod;

/* The periods in which a node or host was busy, in order. */
typedef struct BusyPeriods {
	BusyPeriod *busy;    /* [n] */
	size_t n, cap;
	bool on;       /* the last period has not ended yet */
	uint32_t from; /* sender of the last message since the node became idle */
	Time sent;     /* when that message was sent */
} BusyPeriods;

/* The courses of all nodes and hosts. */
typedef struct AllPeriods {
	BusyPeriods *node; /* [node], hosts after the nodes */
	uint32_t n;
	Time *sent;   /* [link end] when the message that the end is sending began */
	uint32_t last; /* node where the path ends */
	Time at;       /* when the path ends */
	uint32_t nstops; /* number of nodes that the machine has stopped */
	TraceRecord stop; /* the record of the first node that stopped */
} AllPeriods;

/* begin_busy: note that the course is busy from `at`, unless it already is. */
static void
begin_busy(BusyPeriods *c, Time at)
{
	if (c->on)
		return;
	if (c->n == c->cap) {
		c->cap = c->cap ? 2 * c->cap : 16;
		c->busy = xrealloc(c->busy, c->cap * sizeof *c->busy);
	}
	c->busy[c->n++] = (BusyPeriod){at, at, c->from, c->sent};
	c->on = true;
}

/* end_busy: note that the course is no longer busy at `at`. */
static void
end_busy(BusyPeriods *c, Time at)
{
	if (!c->on)
		return;
	c->busy[c->n - 1].end = at;
	c->on = false;
	c->from = NONE;
}

/*
 * receive_at_node: note a message that a node receives while it is idle, or at the moment at which
 * it becomes busy.
 */
static void
receive_at_node(AllPeriods *c, uint32_t to, uint32_t from, const TraceRecord *record)
{
	BusyPeriods *course = &c->node[to];
	Time sent = c->sent[record->other];

	if (sent >= record->at)
		return;
	if (!course->on) {
		course->from = from;
		course->sent = sent;
	} else if (course->busy[course->n - 1].begin == record->at) {
		course->busy[course->n - 1].from = from;
		course->busy[course->n - 1].sent = sent;
	}
}

/*
 * receive_at_host: note that a host receives a message, and is busy from then on; the path ends
 * with the last such message.
 */
static void
receive_at_host(AllPeriods *c, uint32_t host, uint32_t from, const TraceRecord *record)
{
	BusyPeriods *course = &c->node[host];

	end_busy(course, record->at);
	course->from = from;
	course->sent = c->sent[record->other];
	begin_busy(course, record->at);
	c->last = from;
	c->at = record->at;
}

/* note_send: note when a link's end began to send; a host that sends is no longer busy. */
static void
note_send(AllPeriods *c, const Topology *t, const TraceRecord *record)
{
	uint32_t from = page_node_of_end(t, record->where);

	c->sent[record->where] = record->at;
	if (from != NONE && from >= t->nnodes)
		end_busy(&c->node[from], record->at);
}

/* follow_record: note from a record when nodes are busy, and for which message they wait. */
static void
follow_record(AllPeriods *c, const Topology *t, const TraceRecord *record)
{
	uint32_t to, from;

	switch (record->kind) {
	case TRACE_RUN: begin_busy(&c->node[record->where], record->at); break;
	case TRACE_STOP:
		if (c->nstops++ == 0)
			c->stop = *record;
		/* fall through */
	case TRACE_IDLE: end_busy(&c->node[record->where], record->at); break;
	case TRACE_SEND: note_send(c, t, record); break;
	case TRACE_RECEIVED:
		to = page_node_of_end(t, record->where);
		from = record->other == NOWHERE ? NONE : page_node_of_end(t, record->other);
		if (to == NONE || from == NONE)
			break;
		if (to < t->nnodes)
			receive_at_node(c, to, from, record);
		else
			receive_at_host(c, to, from, record);
		break;
	default: break;
	}
}

/*
 * begin_at_latest: set the end of the path, where its search begins, to where the last node stopped
 * computing.
 */
static void
begin_at_latest(AllPeriods *c, uint32_t nnodes)
{
	for (uint32_t i = 0; i < nnodes; i++) {
		const BusyPeriods *course = &c->node[i];

		if (course->n > 0 && course->busy[course->n - 1].end > c->at) {
			c->last = i;
			c->at = course->busy[course->n - 1].end;
		}
	}
}

/*
 * read_periods: read from the trace when each node and host was busy, and on which message it
 * waited.
 */
static AllPeriods
read_periods(PageRun *r)
{
	const Topology *t = r->trace.topology;
	AllPeriods c = {.n = t->nnodes + t->nhosts, .last = NONE};
	TraceRecord record = {0};

	c.node = xcalloc(c.n, sizeof *c.node);
	c.sent = xcalloc(trace_nends(t), sizeof *c.sent);
	for (uint32_t i = 0; i < c.n; i++)
		c.node[i].from = NONE;
	while (trace_file_next(&r->trace, &record))
		follow_record(&c, t, &record);
	trace_file_rewind(&r->trace);
	for (uint32_t i = 0; i < t->nnodes; i++)
		end_busy(&c.node[i], record.at);
	if (c.last == NONE)
		begin_at_latest(&c, t->nnodes);
	return c;
}

/* periods_free: free the times of all nodes and hosts. */
static void
periods_free(AllPeriods *c)
{
	for (uint32_t i = 0; i < c->n; i++)
		free(c->node[i].busy);
	free(c->node);
	free(c->sent);
}

/* ---- the way back ---- */

/*
 * add_step: append a step to the critical path and add its time to the sums; a step of no time is
 * left out.
 */
static void
add_step(PagePath *p, PathStep step)
{
	if (step.begin >= step.end)
		return;
	p->time[step.kind] += step.end - step.begin;
	if (step.kind == PATH_COMPUTES)
		p->of_node[step.to] += step.end - step.begin;
	if (p->n == p->cap) {
		p->cap = p->cap ? 2 * p->cap : 64;
		p->step = xrealloc(p->step, p->cap * sizeof *p->step);
	}
	p->step[p->n++] = step;
}

/*
 * last_busy_before: the last of the node's busy periods that began before `at`; NULL if there is
 * none.
 */
static const BusyPeriod *
last_busy_before(const BusyPeriods *c, Time at)
{
	size_t low = 0, high = c->n;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (c->busy[middle].begin < at)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 ? &c->busy[low - 1] : NULL;
}

PagePath
page_path(PageRun *r)
{
	AllPeriods c = read_periods(r);
	PagePath p = {.of_node = xcalloc(c.n, sizeof *p.of_node), .nstops = c.nstops,
		.stop = c.stop};
	uint32_t node = c.last;
	Time at = c.at;
	const BusyPeriod *b;

	while (node != NONE && at > 0) {
		b = last_busy_before(&c.node[node], at);
		if (!b) {
			add_step(&p, (PathStep){PATH_WAITS, node, node, 0, at});
			break;
		}
		if (b->end < at)
			add_step(&p, (PathStep){PATH_WAITS, node, node, b->end, at});
		add_step(&p, (PathStep){PATH_COMPUTES, node, node, b->begin,
			b->end < at ? b->end : at});
		at = b->begin;
		if (b->from == NONE)
			continue;
		add_step(&p, (PathStep){PATH_MESSAGE, b->from, node, b->sent, at});
		at = b->sent;
		node = b->from;
	}
	periods_free(&c);
	return p;
}

void
page_path_free(PagePath *p)
{
	free(p->step);
	free(p->of_node);
}

/* ---- into the page ---- */

/*
 * is_shown: true if the step is long enough to be seen. Between two shown steps the script draws a
 * straight line.
 */
static bool
is_shown(const PathStep *s, PageTime t)
{
	return s->end > t.from && s->begin < t.to
		&& s->end - s->begin >= (t.to - t.from) / PAGE_STEPS;
}

void
page_path_json(const PagePath *p, const PageRows *rows, PageTime t, json_t *data)
{
	static const PageColumn columns[] = {
		{"from", 2}, {"to", 2}, {"begin", 4}, {"end", 4}, {"kind", 1},
	};
	enum { NCOLUMNS = sizeof columns / sizeof *columns };
	uint32_t *words = xcalloc(NCOLUMNS * (PAGE_STEPS + 2), sizeof *words), n = 0;

	for (size_t i = p->n; i-- > 0;) {
		const PathStep *s = &p->step[i];
		uint32_t row[NCOLUMNS] = {rows->of_node[s->from], rows->of_node[s->to],
			page_scale_time(t, s->begin), page_scale_time(t, s->end), s->kind};

		if (is_shown(s, t) && row[0] != NONE && row[1] != NONE)
			memcpy(words + NCOLUMNS * n++, row, sizeof row);
	}
	json_object_set_new(data, "path", page_table(columns, NCOLUMNS, words, n));
	free(words);
}
