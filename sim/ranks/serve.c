/* serve.c - a rank other than 0: it executes its nodes when rank 0 requests this. */
#include "rank_state.h"

#include "sim/past/snapshot.h"

#include <stdlib.h>

/* A rank's copy of the network of rank 0; NULL at first. */
typedef struct Server {
	const Transport *t;
	Topology *topology;
	Network *w;
} Server;

/* end_run: send the state of this rank's nodes to rank 0, at the end of a run. */
static void
end_run(Ranks *r)
{
	Buf state = {0};

	part_write(r->w, &r->known, &state);
	r->t->deliver(&state);
	buf_free(&state);
	r->running = false;
}

/* drop_network: free the network that rank 0 has described, if there is one. */
static void
drop_network(Server *s)
{
	if (!s->w)
		return;
	network_free(s->w);
	topology_free(s->topology);
}

/* make_network: make the network that a REQUEST_MAKE describes, from offset `at` of the message. */
static void
make_network(Server *s, const Buf *message, size_t at)
{
	static const RankCalls calls = {.round = ranks_round,
		.end = end_run,
		.ordered = ranks_queue_orders,
		.joined = ranks_update_cuts,
		.changed = ranks_note_change,
		.free = ranks_free};
	const char *text;
	uint8_t *of;
	NetworkMessage m;

	drop_network(s);
	memcpy(&m, ranks_take(message, &at, sizeof m), sizeof m);
	text = ranks_take(message, &at, m.ntext);
	of = xmalloc(m.nnodes);
	memcpy(of, ranks_take(message, &at, m.nnodes), m.nnodes);
	s->topology = topology_parse(text, m.ntext, "the topology of rank 0");
	s->topology->seed = m.seed;
	s->w = network_new(s->topology);
	s->w->sync = m.sync;
	s->w->by_byte = m.by_byte;
	ranks_new(s->w, s->t, &calls, of);
	network_set_engine(s->w, m.engine);
	network_set_threads(s->w, m.threads);
}

/* take_state: set the network to the state that rank 0 has sent. */
static void
take_state(const Server *s, const Buf *message, size_t at)
{
	Buf state = {.data = message->data + at, .len = message->len - at};

	snapshot_reload(s->w, NULL, "the state of rank 0", state);
	ranks_note_same_state(s->w->ranks);
	part_known_init(&s->w->ranks->known, s->w);
}

/* run_part: simulate this rank's part of a run. */
static void
run_part(const Server *s, const Buf *message, size_t at)
{
	Network *w = s->w;
	RunMessage run;

	memcpy(&run, ranks_take(message, &at, sizeof run), sizeof run);
	w->now = run.now;
	w->finishing = run.finish != NEVER;
	w->finish = run.finish;
	ranks_begin_run(w->ranks);
	network_run_part(w, run.until);
}

/* execute_task: do the task in a REQUEST_TASK, and send the result to rank 0. */
static void
execute_task(const Transport *t, RanksTask *task, const Buf *message, size_t at)
{
	const Buf what = {.data = message->data + at, .len = message->len - at};
	Buf result = {0};

	task(&what, t->rank, t->size, &result);
	t->deliver(&result);
	buf_free(&result);
}

void
ranks_serve(const Transport *t, RanksTask *task)
{
	Server s = {.t = t};
	Buf message = {0};

	for (;;) {
		size_t at = 0;
		uint32_t what;

		t->await(&message);
		memcpy(&what, ranks_take(&message, &at, sizeof what), sizeof what);
		if (what == REQUEST_FINISH)
			break;
		if (what == REQUEST_MAKE)
			make_network(&s, &message, at);
		else if (what == REQUEST_STATE)
			take_state(&s, &message, at);
		else if (what == REQUEST_TASK)
			execute_task(t, task, &message, at);
		else
			run_part(&s, &message, at);
	}
	drop_network(&s);
	buf_free(&message);
}
