/*
 * collect.c - stores blocks of records from the nodes in a file, and sends commands to the
 * monitors.
 *
 * A block is written to the file before it is acknowledged to its node; so records that the node
 * has discarded are never lost. At the end, the functions in which nodes have stopped are found in
 * the nodes' memories and added.
 */
#include "monitor_host.h"

#include <inttypes.h>
#include <stdlib.h>

/* What the collector has received from one node of the set. */
typedef struct Source {
	uint64_t records;
	uint64_t events; /* events of the application: all records except those of processor use */
	uint32_t last;   /* time stamp of the last event, us */
	uint32_t blocks;
	uint32_t next;   /* expected serial number of the node's next block */
	uint32_t gaps;   /* number of missing blocks */
	bool began;      /* the node's monitor was sent a MONITOR_BEGIN */
	Cycles start;    /* the node's clock at the first MONITOR_BEGIN */
	MonitorRecord halted; /* record of a halted process, made by stop_note_halt */
} Source;

struct Collector {
	Station *s;
	NodeSet set;
	Records *records;
	uint32_t event;  /* the host's event to which the nodes send their blocks */
	Source *sources; /* one for each node of the set */
	uint32_t done;   /* successful answers to the last command */
	uint32_t refused; /* errors in answer to the last command */
	FILE *report_file;       /* for reports on nodes that cannot begin or do not answer */
};

/*
 * source_index: the index, in the collector, of the node's entry; the number of entries if the node
 * is outside the set.
 */
static uint32_t
source_index(const Collector *c, uint32_t node)
{
	uint32_t i = 0;

	while (i < c->set.n && c->set.nodes[i] != node)
		i++;
	return i;
}

/* count_events: count a block's events in s->events; set s->last to the time of the last event. */
static void
count_events(Source *s, uint32_t count, const uint8_t *records)
{
	for (uint32_t i = 0; i < count; i++) {
		const uint8_t *r = records + i * sizeof(MonitorRecord);

		if ((get32(r + offsetof(MonitorRecord, kind)) & 0xFFFF) == MONITOR_USE)
			continue;
		s->events++;
		s->last = get32(r);
	}
}

/*
 * receive_block: a listener for station_listen: write the block in message m to the file, count it,
 * and acknowledge it. A block of a node outside the set, or an invalid one, is ignored.
 */
static void
receive_block(void *context, const Message *m, Time at)
{
	Collector *c = context;
	Message answer = {.node = m->node, .event = EVENT_NODEMON_ACK};
	uint32_t i = source_index(c, m->node), count = m->data[BLOCK_COUNT];
	Source *s = &c->sources[i];

	if (i == c->set.n || !(m->flags & PACKET_DATA)
		|| m->body.len != count * sizeof(MonitorRecord))
		return;
	records_append(c->records, m->node, m->data[BLOCK_SERIAL], count, m->body.data);
	s->records += count;
	count_events(s, count, m->body.data);
	s->blocks++;
	s->gaps += m->data[BLOCK_SERIAL] - s->next;
	s->next = m->data[BLOCK_SERIAL] + 1;
	station_answer(c->s, at, &answer);
}

/* write_config: write PREFIX.config; q: the bounds in use, or NULL. */
static void
write_config(const Collector *c, const BoundsSequence *q)
{
	Buf how = {0};

	if (q)
		bounds_print(q, "bounds ", "\n", &how);
	buf_byte(&how, '\0');
	records_put_config(c->records, &c->set, station_nnodes(c->s), (char *)how.data);
	buf_free(&how);
}

Collector *
collector_new(Station *s, const NodeSet *set, const char *prefix)
{
	Records *records = records_new(prefix);
	Collector *c = xcalloc(1, sizeof *c);

	*c = (Collector){
		.s = s,
		.set = {.nodes = xmalloc(set->n * sizeof *set->nodes), .n = set->n},
		.records = records,
		.event = station_new_event(s),
		.sources = xcalloc(set->n, sizeof *c->sources),
	};
	for (uint32_t i = 0; i < set->n; i++)
		c->set.nodes[i] = set->nodes[i];
	station_listen(s, c->event, receive_block, c);
	write_config(c, NULL);
	return c;
}

void
collector_halted(Collector *c, const Halt *h, Time at)
{
	const Network *w = station_network(c->s);
	NodeId n = station_plan(c->s)->place[h->report.node];
	uint32_t i = source_index(c, h->report.node);
	Source *s = &c->sources[i];

	if (i < c->set.n)
		stop_note_halt(&s->halted, w->nodes[n], s->start, node_clock(w, n, at), h);
}

/*
 * write_ends: write, for each node that is still in the network, a record of where it stopped, and
 * of its links that lost data.
 */
static void
write_ends(const Collector *c)
{
	PlacedNodes p = placed_by_station(c->s);

	for (uint32_t i = 0; i < c->set.n; i++) {
		const Source *s = &c->sources[i];

		if (c->set.nodes[i] < p.n)
			records_append_end(c->records, &p,
				&(NodeEnd){c->set.nodes[i], s->next, s->start, &s->halted});
	}
}

void
collector_free(Collector *c)
{
	write_ends(c);
	station_listen(c->s, c->event, NULL, NULL);
	station_forget_event(c->s, c->event);
	records_free(c->records);
	node_set_free(&c->set);
	free(c->sources);
	free(c);
}

const NodeSet *
collector_nodes(const Collector *c)
{
	return &c->set;
}

/* ---- commands ---- */

/*
 * note_answer: a callback, Ask.answer: count the answer of node number i of the set as done or
 * refused, and print an error. `at` is not used.
 */
static void
note_answer(Ask *a, uint32_t i, const Message *m, Time at)
{
	Collector *c = a->context;
	int32_t error = m->flags & PACKET_DATA ? (int32_t)m->data[1] : 0;

	(void)at;
	if (error == 0) {
		c->done++;
		return;
	}
	c->refused++;
	fprintf(c->report_file, "%s: the monitor cannot: %s\n",
		STATION_NODE(a->s, a->set->nodes[i]), kernel_error_text(error));
}

/* warn_silent: print which nodes have not answered. */
static void
warn_silent(const Ask *a, FILE *say)
{
	NodeSet silent = {.nodes = xmalloc(a->set->n * sizeof *silent.nodes)};
	Buf text = {0};

	for (uint32_t i = 0; i < a->set->n; i++)
		if (!a->answered[i])
			silent.nodes[silent.n++] = a->set->nodes[i];
	if (silent.n > 0) {
		node_set_print(&silent, &text);
		fprintf(say, "%s did not answer\n", (char *)text.data);
	}
	buf_free(&text);
	node_set_free(&silent);
}

/*
 * start_clocks: for each node of `set` whose records begin for the first time, note the node's
 * present clock, from which the times of its records count.
 */
static void
start_clocks(Collector *c, const NodeSet *set)
{
	const Network *w = station_network(c->s);

	for (uint32_t i = 0; i < set->n; i++) {
		uint32_t place = source_index(c, set->nodes[i]);
		Source *s = &c->sources[place];

		if (place == c->set.n || s->began)
			continue;
		s->began = true;
		s->start = node_clock(w, station_plan(c->s)->place[set->nodes[i]], w->now);
	}
}

/* put_bounds: append the bounds to the body of the message for the monitors; q NULL: nothing. */
static void
put_bounds(const BoundsSequence *q, Buf *body)
{
	for (uint32_t i = 0; q && i < q->n; i++) {
		buf_word(body, q->step[i].time);
		buf_word(body, q->step[i].lower);
		buf_word(body, q->step[i].upper);
	}
}

uint32_t
collector_command(Collector *c, const NodeSet *set, uint32_t command, const BoundsSequence *q,
	FILE *say)
{
	Ask a = {.answer = note_answer, .context = c};
	Buf body = {0};

	c->done = 0;
	c->refused = 0;
	c->report_file = say;
	if (command == MONITOR_BEGIN) {
		write_config(c, q);
		start_clocks(c, set);
	}
	put_bounds(q, &body);
	ask_begin(&a, c->s, set);
	for (uint32_t i = 0; i < set->n; i++) {
		Message m = {
			.node = set->nodes[i],
			.event = EVENT_NODEMON,
			.flags = PACKET_DATA,
			.data = {command, a.event, c->event},
			.body = body,
		};

		if (station_fate(c->s, set->nodes[i]) == FATE_UP)
			station_send(c->s, &m);
	}
	ask_wait(&a);
	warn_silent(&a, say);
	ask_end(&a);
	buf_free(&body);
	return c->done;
}

uint32_t
collector_nrefused(const Collector *c)
{
	return c->refused;
}

void
collector_print(const Collector *c, FILE *f)
{
	uint64_t records = 0;
	uint32_t blocks = 0;

	fprintf(f, "%-6s %10s %10s %10s %8s %6s\n", "NODE", "RECORDS", "EVENTS", "LAST", "BLOCKS",
		"LOST");
	for (uint32_t i = 0; i < c->set.n; i++) {
		const Source *s = &c->sources[i];

		fprintf(f, "n%-5u %10" PRIu64 " %10" PRIu64 " %10u %8u %6u\n", c->set.nodes[i],
			s->records, s->events, s->last, s->blocks, s->gaps);
		records += s->records;
		blocks += s->blocks;
	}
	fprintf(f, "%" PRIu64 " records in %u blocks, in %s\n", records, blocks,
		records_name(c->records));
}
