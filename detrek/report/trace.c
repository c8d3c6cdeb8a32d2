/*
 * trace.c - converts a trace of the machine to the data of the space-time diagram: in how much of
 * each bin of time a node computed and a link sent, and the messages or, if they are too many,
 * bundles of messages.
 */
#include "page.h"

#include "sim/cpu/cpu.h"

#include <stdlib.h>
#include <string.h>

uint32_t
page_node_of_end(const Topology *t, uint32_t end)
{
	EndRef e = trace_end(t, end);

	return e.kind == END_NODE ? e.part
		: e.kind == END_HOST || e.kind == END_CONTROL ? t->nnodes + e.part : NONE;
}

/* find_row: the row of the node or host to which the link's end belongs; NONE if it has none. */
static uint32_t
find_row(const PageRows *rows, const Topology *t, uint32_t end)
{
	uint32_t node = page_node_of_end(t, end);

	return node == NONE ? NONE : rows->of_node[node];
}

/* ---- rows ---- */

/* last_trace_time: the time of the last record of the machine's trace. */
static Time
last_trace_time(PageRun *r)
{
	TraceRecord record = {0};

	while (trace_file_next(&r->trace, &record))
		continue;
	trace_file_rewind(&r->trace);
	return record.at;
}

/* last_trek_time: the network time of the last event of TrEK. */
static Time
last_trek_time(const PageRun *r)
{
	Time last = 0;

	for (uint32_t i = 0; i < r->trek.trace->n; i++)
		if (r->trek.trace->stamp_data[i].ptime > last)
			last = r->trek.trace->stamp_data[i].ptime;
	return r->began + last * 1000000;
}

Time
page_last_time(PageRun *r)
{
	Time end = 1, trek;

	if (r->traced)
		end = last_trace_time(r) + 1;
	trek = r->analysed ? last_trek_time(r) + 1 : 0;
	return trek > end ? trek : end;
}

/* add_row: append a row; its number is stored in *of. */
static void
add_row(PageRows *rows, const char *name, uint32_t *of)
{
	*of = rows->n;
	rows->name[rows->n++] = name;
}

/*
 * add_machine: add rows for the application's nodes in order, then for all other nodes and hosts
 * that were active.
 */
static void
add_machine(PageRun *r, PageRows *rows)
{
	const Topology *t = r->trace.topology;
	bool *active = xcalloc(t->nnodes + t->nhosts, sizeof *active);
	TraceRecord record;
	json_t *node;
	size_t i;

	json_array_foreach(json_object_get(r->run, "nodes"), i, node) {
		const char *place = page_string(node, "place");

		for (uint32_t n = 0; n < t->nnodes; n++)
			if (strcmp(t->nodes[n].name, place) == 0 && rows->of_node[n] == NONE)
				add_row(rows, t->nodes[n].name, &rows->of_node[n]);
	}
	while (trace_file_next(&r->trace, &record)) {
		uint32_t n = record.kind <= TRACE_STOP ? record.where
			: page_node_of_end(t, record.where);

		if (n != NONE)
			active[n] = true;
	}
	trace_file_rewind(&r->trace);
	for (uint32_t n = 0; n < t->nnodes + t->nhosts; n++)
		if (active[n] && rows->of_node[n] == NONE)
			add_row(rows,
				n < t->nnodes ? t->nodes[n].name : t->hosts[n - t->nnodes].name,
				&rows->of_node[n]);
	free(active);
}

PageRows
page_rows(PageRun *r)
{
	uint32_t machine = r->traced ? r->trace.topology->nnodes + r->trace.topology->nhosts : 0;
	uint32_t trek = r->analysed ? r->trek.trace->spec->nnodes : 0;
	PageRows rows = {.name = xcalloc(machine + trek + 1, sizeof *rows.name)};

	rows.of_node = xcalloc(machine + 1, sizeof *rows.of_node);
	memset(rows.of_node, 0xFF, (machine + 1) * sizeof *rows.of_node); /* NONE */
	rows.of_trek = xcalloc(trek + 1, sizeof *rows.of_trek);
	if (r->traced)
		add_machine(r, &rows);
	for (uint32_t i = 0; i < trek; i++) {
		char *name;

		if (i < rows.n) { /* the application's nodes come first */
			rows.of_trek[i] = i;
			continue;
		}
		name = xasprintf("n%u", i);
		add_row(&rows, arena_strndup(&r->arena, name, strlen(name)), &rows.of_trek[i]);
		free(name);
	}
	return rows;
}

void
page_rows_free(PageRows *rows)
{
	free(rows->name);
	free(rows->of_node);
	free(rows->of_trek);
}

/* ---- numbers as text ---- */

/* words_json: n numbers as text: the low `size` bytes of words that are `step` words apart. */
static json_t *
words_json(const uint32_t *words, size_t n, size_t step, int size)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	Buf b = {0};
	json_t *j;

	for (size_t at = 0; at < n * size; at += 3) {
		uint32_t three = 0;

		for (size_t k = at; k < at + 3; k++)
			three = three << 8
				| (k < n * size ? words[k / size * step] >> 8 * (k % size) & 0xFF
						: 0);
		for (int k = 0; k < 4; k++)
			buf_byte(&b, at + k > n * size ? '=' : digits[three >> (18 - 6 * k) & 63]);
	}
	j = json_stringn(b.data ? (char *)b.data : "", b.len);
	buf_free(&b);
	return j;
}

json_t *
page_table(const PageColumn *columns, size_t ncolumns, const uint32_t *words, size_t n)
{
	json_t *j = json_object();

	for (size_t c = 0; c < ncolumns; c++)
		json_object_set_new(j, columns[c].name, words_json(words + c, n, ncolumns,
			columns[c].size));
	return j;
}

uint32_t
page_scale_time(PageTime t, Time at)
{
	if (at <= t.from)
		return 0;
	if (at >= t.to)
		return UINT32_MAX;
	return (double)(at - t.from) / (t.to - t.from) * UINT32_MAX;
}

/* ---- use ---- */

/* Busy time per bin, row by row. */
typedef struct UseChart {
	PageTime t;  /* the time span of all bins */
	uint32_t nrows, nbins;
	float *part; /* [nrows * nbins] busy part of each bin, 0 to 1 */
} UseChart;

/* new_use: the use of nrows rows during t, divided into bins of equal length, all 0. */
static UseChart
new_use(PageTime t, uint32_t nrows)
{
	UseChart u = {.t = t, .nrows = nrows, .nbins = PAGE_CELLS / (nrows ? nrows : 1)};

	if (u.nbins > PAGE_BINS)
		u.nbins = PAGE_BINS;
	if (u.nbins == 0)
		u.nbins = 1;
	u.part = xcalloc((size_t)nrows * u.nbins + 1, sizeof *u.part);
	return u;
}

/* add_use: add the time from `begin` to `end` to the bins of the row. */
static void
add_use(UseChart *u, uint32_t row, Time begin, Time end)
{
	double scale = (double)u->nbins / (u->t.to - u->t.from), from, to;
	float *part = u->part + (size_t)row * u->nbins;

	if (begin < u->t.from)
		begin = u->t.from;
	if (end > u->t.to)
		end = u->t.to;
	if (begin >= end)
		return;
	from = (begin - u->t.from) * scale;
	to = (end - u->t.from) * scale;
	for (uint32_t bin = from; bin < u->nbins && bin < to; bin++)
		part[bin] += (to < bin + 1 ? to : bin + 1) - (from > bin ? from : bin);
}

/* use_json: the use as one byte per bin, 255 for a full bin; frees u. */
static json_t *
use_json(UseChart *u)
{
	size_t n = (size_t)u->nrows * u->nbins;
	uint32_t *words = xcalloc(n + 1, sizeof *words);
	json_t *j;

	for (size_t i = 0; i < n; i++)
		words[i] = u->part[i] >= 1 ? 255 : 255 * u->part[i] + 0.5;
	j = words_json(words, n, 1, 1);
	free(words);
	free(u->part);
	return j;
}

/* What the processor of a node is doing. */
typedef struct ProcessorState {
	bool on;      /* it executes a process */
	int priority; /* 0 high, 1 low */
	Time since;   /* when it began */
} ProcessorState;

/* put_nodes: add to the page's data when each node computed, and the stops. */
static void
put_nodes(PageRun *r, const PageRows *rows, PageTime t, json_t *data)
{
	uint32_t nnodes = r->trace.topology->nnodes;
	ProcessorState *running = xcalloc(nnodes, sizeof *running);
	UseChart use[2] = {new_use(t, rows->n), new_use(t, rows->n)};
	json_t *stops = json_array();
	TraceRecord record;

	while (trace_file_next(&r->trace, &record)) {
		ProcessorState *n = &running[record.where];

		if (record.kind > TRACE_STOP)
			continue;
		if (record.kind == TRACE_STOP && record.at >= t.from && record.at <= t.to)
			json_array_append_new(stops,
				json_pack("[ifs]", (int)rows->of_node[record.where],
					record.at / 1e12,
					record.value < NSTOPS ? stop_text(record.value)
						: "stopped"));
		if (n->on)
			add_use(&use[n->priority], rows->of_node[record.where], n->since,
				record.at);
		*n = (ProcessorState){record.kind == TRACE_RUN, record.value & 1, record.at};
	}
	for (uint32_t i = 0; i < nnodes; i++)
		if (running[i].on)
			add_use(&use[running[i].priority], rows->of_node[i], running[i].since,
				t.to);
	trace_file_rewind(&r->trace);
	json_object_set_new(data, "stops", stops);
	json_object_set_new(data, "bins", json_integer(use[0].nbins));
	json_object_set_new(data, "high", use_json(&use[0]));
	json_object_set_new(data, "low", use_json(&use[1]));
	free(running);
}

/* ---- links and messages ---- */

/* A message, or many messages over one link. */
typedef struct Bundle {
	uint32_t from, to; /* rows of sender and receiver */
	Time first[2];     /* start and end of the first message */
	Time last[2];      /* start and end of the last message */
	uint32_t count, nbytes;
} Bundle;

/* Bytes sent from one link end. */
typedef struct SendingEnd {
	bool on, known; /* on: a message is being sent; known: `peer` is valid */
	Time at;        /* when the message began */
	uint32_t peer;  /* the link end that receives them */
	uint32_t row;   /* number of its row among the drawn rows */
	uint32_t count; /* number of messages in the time span shown */
} SendingEnd;

/* The link ends of the machine, and the messages that they send in the time span shown. */
typedef struct Links {
	SendingEnd *out; /* [nends] */
	uint32_t nends, nrows, nmessages;
} Links;

/* is_shown: tell if a part of the time from `begin` to `end` is shown. */
static bool
is_shown(PageTime t, Time begin, Time end)
{
	return end > t.from && begin < t.to;
}

/*
 * receive_message: handles a message that a link end has received; returns false if it is not
 * drawn.
 */
static bool
receive_message(const PageRun *r, const PageRows *rows, Links *l, PageTime t,
		const TraceRecord *record, Bundle *m)
{
	SendingEnd *o;

	if (record->other == NOWHERE || !l->out[record->other].known)
		return false;
	o = &l->out[record->other];
	*m = (Bundle){
		.from = find_row(rows, r->trace.topology, record->other),
		.to = find_row(rows, r->trace.topology, record->where),
		.first = {o->at, record->at}, .last = {o->at, record->at},
		.count = 1, .nbytes = record->value,
	};
	o->peer = record->where;
	return m->from != NONE && m->to != NONE && is_shown(t, o->at, record->at);
}

/* note_sent: note that a link's end begins or ends to send. */
static void
note_sent(Links *l, const TraceRecord *record)
{
	SendingEnd *o = &l->out[record->where];

	if (record->kind == TRACE_SEND) {
		o->on = o->known = true;
		o->at = record->at;
	} else if (record->kind == TRACE_SENT) {
		o->on = false;
	}
}

/*
 * count_messages: finds the link ends that send in the time span shown, and their numbers of
 * messages.
 */
static Links
count_messages(PageRun *r, const PageRows *rows, PageTime t)
{
	Links l = {.nends = trace_nends(r->trace.topology)};
	TraceRecord record;
	Bundle m;

	l.out = xcalloc(l.nends, sizeof *l.out);
	while (trace_file_next(&r->trace, &record)) {
		if (record.kind == TRACE_RECEIVED && receive_message(r, rows, &l, t, &record, &m)) {
			l.out[record.other].count++;
			l.nmessages++;
		} else if (record.kind == TRACE_SEND || record.kind == TRACE_SENT) {
			note_sent(&l, &record);
		}
	}
	trace_file_rewind(&r->trace);
	for (uint32_t e = 0; e < l.nends; e++) {
		l.out[e].row = l.out[e].count ? l.nrows++ : NONE;
		l.out[e].on = l.out[e].known = false;
	}
	return l;
}

/* link_names: the names of the links that send, as an array. */
static json_t *
link_names(const PageRun *r, const Links *l)
{
	const Topology *t = r->trace.topology;
	json_t *names = json_array();
	char from[END_NAME], to[END_NAME];

	for (uint32_t e = 0; e < l->nends; e++)
		if (l->out[e].row != NONE)
			json_array_append_new(names,
				json_sprintf("%s to %s", end_name(t, trace_end(t, e), from),
					end_name(t, trace_end(t, l->out[e].peer), to)));
	return names;
}

/* add_bundle: adds another message to the bundle of its link and bin. */
static void
add_bundle(Bundle *b, const Bundle *m)
{
	if (b->count == 0) {
		*b = *m;
		return;
	}
	b->to = m->to;
	memcpy(b->last, m->last, sizeof b->last);
	b->count++;
	b->nbytes += m->nbytes;
}

/* bundles_json: the table of bundles of messages, with times scaled to the shown part. */
static json_t *
bundles_json(const Bundle *b, size_t n, PageTime t)
{
	static const PageColumn columns[] = {
		{"from", 2}, {"to", 2}, {"first0", 4}, {"first1", 4}, {"last0", 4}, {"last1", 4},
		{"bytes", 4}, {"count", 4},
	};
	enum { NCOLUMNS = sizeof columns / sizeof *columns };
	uint32_t *words = xcalloc(n * NCOLUMNS + 1, sizeof *words);
	json_t *j;

	for (size_t i = 0; i < n; i++) {
		uint32_t row[NCOLUMNS] = {
			b[i].from, b[i].to,
			page_scale_time(t, b[i].first[0]), page_scale_time(t, b[i].first[1]),
			page_scale_time(t, b[i].last[0]), page_scale_time(t, b[i].last[1]),
			b[i].nbytes, b[i].count,
		};

		memcpy(words + i * NCOLUMNS, row, sizeof row);
	}
	j = page_table(columns, NCOLUMNS, words, n);
	free(words);
	return j;
}

/* put_links: add to the page's data the messages on the links, bundled if they are too many. */
static void
put_links(PageRun *r, const PageRows *rows, PageTime t, json_t *data)
{
	Links l = count_messages(r, rows, t);
	bool whole = l.nmessages <= PAGE_MESSAGES;
	uint32_t nbins = l.nrows ? PAGE_MESSAGES / l.nrows : 0;
	size_t n = 0, cap;
	UseChart use = new_use(t, l.nrows);
	Bundle *b, m;
	TraceRecord record;

	nbins = nbins ? nbins : 1;
	cap = whole ? l.nmessages : (size_t)nbins * l.nrows;
	b = xcalloc(cap + 1, sizeof *b);
	while (trace_file_next(&r->trace, &record)) {
		SendingEnd *o = &l.out[record.where];

		if (record.kind == TRACE_SENT && o->on && o->row != NONE)
			add_use(&use, o->row, o->at, record.at);
		if (record.kind == TRACE_SEND || record.kind == TRACE_SENT)
			note_sent(&l, &record);
		if (record.kind != TRACE_RECEIVED || !receive_message(r, rows, &l, t, &record, &m))
			continue;
		if (whole)
			b[n++] = m;
		else
			add_bundle(&b[l.out[record.other].row * (size_t)nbins
				+ (uint64_t)page_scale_time(t, m.first[0]) * nbins
				/ ((uint64_t)UINT32_MAX + 1)],
				&m);
	}
	trace_file_rewind(&r->trace);
	for (uint32_t e = 0; e < l.nends; e++)
		if (l.out[e].on && l.out[e].row != NONE)
			add_use(&use, l.out[e].row, l.out[e].at, t.to);
	for (size_t i = 0; !whole && i < cap; i++)
		if (b[i].count > 0)
			b[n++] = b[i];
	json_object_set_new(data, "links", link_names(r, &l));
	json_object_set_new(data, "linkBins", json_integer(use.nbins));
	json_object_set_new(data, "linkUse", use_json(&use));
	json_object_set_new(data, "messages", bundles_json(b, n, t));
	json_object_set_new(data, "nmessages", json_integer(l.nmessages));
	json_object_set_new(data, "bundled", json_boolean(!whole));
	free(b);
	free(l.out);
}

void
page_add_trace(PageRun *r, const PageRows *rows, PageTime t, json_t *data)
{
	put_nodes(r, rows, t, data);
	put_links(r, rows, t, data);
}
