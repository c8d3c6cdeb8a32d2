/* trunk.c - keeps states of the recorded run, and its messages to the host, for trials. */
#include "trunk.h"

#include "base/list.h"

#include <stdlib.h>
#include <string.h>

static const char name[] = "beginning"; /* name of the branch */

/* The messages that a link's end has sent to the host. */
typedef struct SentMessages {
	Order *order; /* [n] the messages, with copies of their data */
	uint32_t n;
	uint32_t before[TRUNK_PIECES]; /* number of messages sent before each piece of the run */
} SentMessages;

struct Trunk {
	Session *s;
	Time begin[TRUNK_PIECES]; /* the time at which each piece begins */
	Time length; /* simulated time of a piece */
	SentMessages *sent; /* [nends] what each node's end of a link has sent to the host */
	uint32_t nends;
	Loaded kernel;
	bool has_kernel;
};

/* ---- what is sent ---- */

/*
 * is_to_host: true if, with the order o, end e begins to send a message to the host, and this
 * message was not kept yet. Parts of the run are repeated, so it may have been kept before.
 */
static bool
is_to_host(const Trunk *t, EndId e, const Order *o)
{
	const Links *l = &t->s->w->links;
	const SentMessages *x = &t->sent[e];

	return e < t->nends && o->kind == POST_OUT && l->ends[e].peer != NOWHERE_END
		&& l->ends[l->ends[e].peer].ref.kind == END_HOST
		&& (x->n == 0 || o->at > x->order[x->n - 1].at);
}

/*
 * note_order: keep a copy of a message that a link begins to send to the host, so that the messages
 * of trials can be compared with it.
 */
static void
note_order(void *context, EndId e, const Order *o)
{
	Trunk *t = context;
	SentMessages *x = &t->sent[e];

	if (!is_to_host(t, e, o))
		return;
	x->order = list_more(x->order, x->n, sizeof *x->order);
	x->order[x->n] = *o;
	x->order[x->n].data = xmalloc(o->len);
	memcpy(x->order[x->n++].data, o->data, o->len);
}

/* ---- the branch ---- */

/*
 * enter_branch: switch the session to the branch; what the session knows of the recorded run is put
 * aside.
 */
static void
enter_branch(Session *s)
{
	s->flowback = NULL;
	session_branch(s, name);
}

/*
 * make_branch: make the branch just after the run's beginning, behind the events that happen at
 * that time.
 */
static void
make_branch(Session *s)
{
	session_goto(s, place_at(past_beginning(s->past) + 1));
	enter_branch(s);
	network_set_threads(s->w, 1); /* further threads would not exist in forked processes */
}

/*
 * begin_piece: at the beginning of piece `number`, note the time and the number of messages sent to
 * the host, and keep the network's state.
 */
static void
begin_piece(Trunk *t, uint32_t number)
{
	t->begin[number] = t->s->w->now;
	past_keep_moment(t->s->past);
	for (EndId e = 0; e < t->nends; e++)
		t->sent[e].before[number] = t->sent[e].n;
}

/*
 * run_pieces: run the trunk, from which trials branch off, piece by piece; calls piece() before
 * each one, and once at the end.
 */
static void
run_pieces(Trunk *t, void (*piece)(void *context, uint32_t number), void *context)
{
	Past *p = t->s->past;

	network_on_order(t->s->w, note_order, t);
	for (uint32_t i = 0; i < TRUNK_PIECES; i++) {
		begin_piece(t, i);
		piece(context, i);
		past_run(p, t->begin[0] + (i + 1) * t->length);
	}
	piece(context, TRUNK_PIECES);
	network_on_order(t->s->w, NULL, NULL);
	past_goto(p, place_at(t->begin[0])); /* trials need not save the present */
}

Trunk *
trunk_new(Session *s, void (*piece)(void *context, uint32_t number), void *context)
{
	Trunk *t = xcalloc(1, sizeof *t);
	Flowback *flowback = s->flowback;
	Spot spot = session_spot(s);

	*t = (Trunk){.s = s, .nends = s->w->nnodes * NLINKS,
		.length = (past_present(s->past) - past_beginning(s->past)) / TRUNK_PIECES + 1,
		.sent = xcalloc(s->w->nnodes * NLINKS, sizeof *t->sent)};
	past_go_present(s->past);
	t->has_kernel = target_kernel_at(s->target, 0, &t->kernel);
	make_branch(s);
	run_pieces(t, piece, context);
	session_branch(s, s->lines[0].name);
	session_return(s, &spot);
	s->flowback = flowback;
	return t;
}

void
trunk_free(Trunk *t)
{
	for (EndId e = 0; e < t->nends; e++) {
		for (uint32_t i = 0; i < t->sent[e].n; i++)
			free(t->sent[e].order[i].data);
		free(t->sent[e].order);
	}
	free(t->sent);
	free(t);
}

/* ---- trials ---- */

/*
 * enter_branch_alone: enter the branch in a process made for a trial; translated code stays with
 * the process that made it.
 */
static void
enter_branch_alone(Session *s)
{
	enter_branch(s);
	network_set_engine(s->w, s->w->engine);
}

/*
 * go_to_piece: go to the beginning of a piece; the session is in the branch, and messages are noted
 * from now on.
 */
static void
go_to_piece(Trunk *t, uint32_t piece)
{
	past_goto(t->s->past, place_at(t->begin[piece]));
	for (EndId e = 0; e < t->nends; e++)
		t->sent[e].n = t->sent[e].before[piece];
	network_on_order(t->s->w, note_order, t);
}

void
trunk_begin(Trunk *t, uint32_t piece)
{
	enter_branch_alone(t->s);
	go_to_piece(t, piece);
	past_cut_here(t->s->past);
}

/* last_piece_before: the number of the last piece of the run that begins before a time. */
static uint32_t
last_piece_before(const Trunk *t, Time at)
{
	uint32_t i = TRUNK_PIECES - 1;

	while (i > 0 && t->begin[i] >= at)
		i--;
	return i;
}

bool
trunk_begin_at(Trunk *t, Place *at)
{
	Past *p;

	enter_branch_alone(t->s);
	p = t->s->past;
	if (!past_goto(p, *at))
		return false;
	*at = past_place(p);
	go_to_piece(t, last_piece_before(t, at->time));
	return past_goto(p, *at);
}

Time
trunk_piece_length(const Trunk *t)
{
	return t->length;
}

uint32_t
trunk_messages(const Trunk *t)
{
	uint32_t n = 0;

	for (EndId e = 0; e < t->nends; e++)
		n += t->sent[e].n;
	return n;
}

Output
trunk_output(const Trunk *t)
{
	OutputOrders *orders = xcalloc(t->nends, sizeof *orders);
	Output o;

	for (EndId e = 0; e < t->nends; e++)
		orders[e] = (OutputOrders){t->sent[e].order, t->sent[e].n};
	o = output_read(t->s->w, orders, NULL, t->has_kernel);
	free(orders);
	return o;
}
