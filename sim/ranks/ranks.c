/* ranks.c - rank 0: the network of a command, which the other ranks help to execute. */
#include "rank_state.h"

#include "sim/past/snapshot.h"

#include <inttypes.h>
#include <stdlib.h>

static const Transport *transport; /* NULL without ranks */
static const Ranks *current;       /* has the network that the other ranks have; NULL: none */
static bool tasked;                /* the other ranks are doing a task */
static bool finished;              /* ranks_finish has let the other ranks end */

void
ranks_init(const Transport *t)
{
	transport = t;
}

uint32_t
ranks_number(void)
{
	return transport ? transport->size : 1;
}

/* ---- requests ---- */

/* send_request: let rank 0 send a request with n bytes of arguments to all other ranks. */
static void
send_request(Request what, const void *p, size_t n)
{
	uint32_t word = what;
	Buf message = {0};

	buf_put(&message, &word, sizeof word);
	if (n > 0)
		buf_put(&message, p, n);
	transport->publish(&message);
	buf_free(&message);
}

/* send_network: let the other ranks make the same network. */
static void
send_network(const Ranks *r)
{
	const Network *w = r->w;
	Buf text = {0}, message = {0};
	NetworkMessage m;

	topology_print(w->topology, &text);
	memset(&m, 0, sizeof m);
	m.seed = w->seed;
	m.sync = w->sync;
	m.engine = w->engine;
	m.threads = network_nthreads(w);
	m.by_byte = w->by_byte;
	m.nnodes = w->nnodes;
	m.ntext = text.len;
	buf_put(&message, &m, sizeof m);
	buf_put(&message, text.data, text.len);
	buf_put(&message, r->rank_of, w->nnodes);
	send_request(REQUEST_MAKE, message.data, message.len);
	buf_free(&text);
	buf_free(&message);
}

/* send_state: send the state of the network to the other ranks. */
static void
send_state(Ranks *r)
{
	Buf state = {0};

	snapshot_keep(r->w, NULL, &state);
	send_request(REQUEST_STATE, state.data, state.len);
	buf_free(&state);
	ranks_note_same_state(r);
	r->changed = false;
	r->nfaults = r->w->faults.n;
}

/* ---- the network's calls ---- */

/*
 * reason_against_ranks: why other processes cannot execute the network's nodes; NULL if they can.
 */
static const char *
reason_against_ranks(const Network *w)
{
	for (NodeId n = 0; n < w->nnodes; n++)
		if (w->nodes[n]->watch || w->nodes[n]->call_marks)
			return "nodes are watched";
	return w->links.trace ? "events are traced"
		: w->observer ? "all nodes are observed"
		: w->ordered  ? "all messages are recorded"
		: w->passed   ? "places of the run are searched for"
		: w->tape     ? "the run is recorded"
			      : NULL;
}

/* begin_run: RankCalls.begin: let the other ranks begin their parts of a run. */
static void
begin_run(Ranks *r, Time until)
{
	const Network *w = r->w;
	const char *why = reason_against_ranks(w);
	RunMessage run = {w->now, until, w->finishing ? w->finish : NEVER};

	if (why)
		ranks_refuse(why);
	if (current != r)
		send_network(r);
	if (current != r || r->changed || r->nfaults != w->faults.n)
		send_state(r);
	current = r;
	send_request(REQUEST_RUN, &run, sizeof run);
	ranks_begin_run(r);
}

/* end_run: RankCalls.end: collect the states of all nodes. */
static void
end_run(Ranks *r)
{
	r->t->collect(r->in);
	for (uint32_t i = 1; i < r->t->size; i++)
		part_read(r->w, i, r->in[i]);
	r->running = false;
}

/* forget_ranks: RankCalls.free of rank 0. */
static void
forget_ranks(Ranks *r)
{
	if (current == r)
		current = NULL;
	ranks_free(r);
}

void
ranks_attach(Network *w)
{
	static const RankCalls calls = {.begin = begin_run,
		.round = ranks_round,
		.end = end_run,
		.ordered = ranks_queue_orders,
		.joined = ranks_update_cuts,
		.changed = ranks_note_change,
		.free = forget_ranks};
	uint8_t *of;

	if (!transport)
		return;
	of = xcalloc(w->nnodes, 1);
	ranks_partition(w, transport->size, of);
	ranks_new(w, transport, &calls, of);
}

void
ranks_refuse(const char *what)
{
	if (transport)
		fatal("%s: this needs one process; leave out mpirun", what);
}

void
ranks_give_task(const Buf *task)
{
	tasked = true;
	send_request(REQUEST_TASK, task->data, task->len);
}

Buf *
ranks_gather_results(void)
{
	Buf *in = xcalloc(transport->size, sizeof *in);

	transport->collect(in);
	tasked = false;
	return in;
}

void
ranks_leave(void)
{
	transport = NULL;
}

bool
ranks_finish(void)
{
	if (!transport || finished)
		return true;
	if (tasked || (current && current->running))
		return false;
	finished = true;
	send_request(REQUEST_FINISH, NULL, 0);
	return true;
}

void
ranks_print_stats(const Network *w, FILE *f)
{
	const Ranks *r = w->ranks;

	if (!r)
		return;
	fprintf(f, "%u ranks; %u links join nodes of different ranks; rank 0 has sent %" PRIu64
		" orders and %" PRIu64 " bytes in %" PRIu64 " rounds\n", r->t->size,
		partition_cut_links(w, r->rank_of), r->norders, r->nbytes, r->nrounds);
}
