/*
 * branch.c - branches ("what if"): a run that branches off a recorded or live one at a place, where
 * the user changes a node.
 *
 * A branch is a live past. Its host is an echo: it has the original run's answers, and gives them
 * to the outcomes with the same numbers. The acts on the original run between two runs of the
 * network are repeated on the branch at the same times. The echo becomes deaf, so that it does
 * nothing any more, when it gets an outcome that the original host did not get, or when an act is
 * not possible because a link is busy.
 */
#include "past_state.h"

#include "sim/trace/trace.h"
#include "snapshot.h"

#include <stdlib.h>

/* The host of a branch. */
struct Echo {
	const Topology *topology;
	Track *tracks;  /* [host ends] the original run's answers since its beginning */
	uint32_t ntracks;
	Act *acts;      /* [nacts] acts of the original run between two runs, since its beginning */
	uint32_t nacts;
};

/* ---- the host ---- */

/*
 * is_ahead_of_run: true if an end of the branch's host has had more outcomes than in the recorded
 * run, so that no recorded answer is left for it.
 */
static bool
is_ahead_of_run(const Echo *h, const Tape *t, uint32_t track)
{
	const Track *k = &h->tracks[track], *own = &t->tracks[track];
	uint32_t given = own->gone + own->n - k->gone;

	return given < k->n && k->answers[given].number < own->outcomes;
}

/*
 * next_act: the next act of the echo that takes place between two runs of the network; NULL if
 * there is none.
 */
static const Act *
next_act(const Echo *h, const Tape *t)
{
	uint32_t acted = tape_count_repeatable(t);

	return acted < h->nacts ? &h->acts[acted] : NULL;
}

/*
 * is_late: true if the time of the echo's next act has passed, so that the act could not take
 * place.
 */
static bool
is_late(const Echo *h, const Tape *t)
{
	const Act *a = next_act(h, t);

	return a && a->at < t->w->now;
}

/*
 * is_deaf: true if the branch has made other requests to the host than the original run, so that
 * the echo does not answer any more.
 */
static bool
is_deaf(const Echo *h, const Tape *t)
{
	if (is_late(h, t))
		return true;
	for (uint32_t i = 0; i < h->ntracks; i++)
		if (is_ahead_of_run(h, t, i))
			return true;
	return false;
}

/*
 * replay_answers: give the orders with which the original host answered the outcome with the same
 * number.
 */
static void
replay_answers(Host *host, Network *w, EndId e, Outcome what, Time at)
{
	const Echo *h = (const Echo *)host;
	Tape *t = w->tape;
	uint32_t track = e - w->links.first_host_end, given;
	const Track *k = &h->tracks[track], *own = &t->tracks[track];

	while (!is_deaf(h, t)) {
		Order o;

		given = own->gone + own->n - k->gone;
		if (given == k->n || k->answers[given].number != own->outcomes
			|| k->answers[given].what != what)
			return;
		o = k->answers[given].order;
		o.at += at;
		o.data = order_copy(&o);
		w->tape_calls->order(t, k->answers[given].end, &o);
		network_add_order(w, k->answers[given].end, o);
	}
}

/* transfer_nothing: HostCalls.transfer of a host without state. */
static void
transfer_nothing(Host *h, const Network *w, struct Snap *s)
{
	(void)h;
	(void)w;
	(void)s;
}

static const HostCalls calls = {replay_answers, transfer_nothing};

/* copy_acts: copy the tape's repeatable acts between two runs, from its position on. */
static void
copy_acts(Echo *h, const Tape *t)
{
	h->acts = xcalloc(t->nacts - t->next_act, sizeof *h->acts);
	for (uint32_t i = t->next_act; i < t->nacts; i++)
		if (act_is_repeatable(&t->acts[i]))
			h->acts[h->nacts++] = act_copy(&t->acts[i]);
}

/*
 * echo_new: a host that repeats the answers of a tape from the tape's present position; the tape
 * must be playing.
 */
static Echo *
echo_new(const Tape *t)
{
	Echo *h = xcalloc(1, sizeof *h);

	h->ntracks = t->ntracks;
	h->tracks = xcalloc(t->ntracks, sizeof *h->tracks);
	for (uint32_t i = 0; i < t->ntracks; i++) {
		const Track *from = &t->tracks[i];
		Track *k = &h->tracks[i];

		k->gone = from->gone + from->next;
		k->n = from->n - from->next;
		k->answers = xcalloc(k->n, sizeof *k->answers);
		for (uint32_t a = 0; a < k->n; a++) {
			k->answers[a] = from->answers[from->next + a];
			k->answers[a].order.data = order_copy(&k->answers[a].order);
		}
	}
	copy_acts(h, t);
	return h;
}

void
branch_echo(Past *p, const Tape *of)
{
	p->echo = echo_new(of);
	p->w->host = (Host *)p->echo;
	p->w->host_calls = &calls;
}

void
branch_free(Past *p)
{
	Echo *h = p->echo;

	for (uint32_t i = 0; i < h->ntracks; i++) {
		for (uint32_t a = 0; a < h->tracks[i].n; a++)
			free(h->tracks[i].answers[a].order.data);
		free(h->tracks[i].answers);
	}
	for (uint32_t i = 0; i < h->nacts; i++)
		act_free(&h->acts[i]);
	free(h->acts);
	free(h->tracks);
	free(h);
	network_free(p->w);
}

bool
past_is_deaf(const Past *b)
{
	return b->echo && is_deaf(b->echo, &b->tape);
}

/* ---- acts between two runs ---- */

/* run_to_act: run the branch to the time of an act. */
static RunEnd
run_to_act(Past *p, const Act *a)
{
	RunEnd end = p->w->now < a->at ? past_continue_alone(p, a->at) : RUN_REACHED;

	if (a->quiet && end != RUN_FINISHED)
		end = past_continue_alone(p, a->at + 1);
	if (end == RUN_QUIET)
		p->w->now = a->at; /* a network without future events has stopped at another time */
	return end;
}

/*
 * is_possible: true if the host may give the act's order now: the end is not sending or receiving.
 */
static bool
is_possible(const Network *w, const Act *a)
{
	const End *e = &w->links.ends[a->end];

	if (a->kind != ACT_ORDER)
		return true;
	return a->order.kind == POST_OUT ? !e->sending : a->order.kind != POST_IN || !e->receiving;
}

RunEnd
branch_continue(Past *p, Time until)
{
	const Act *a;

	while (a = next_act(p->echo, &p->tape), a && a->at < until && !past_is_deaf(p)) {
		if (run_to_act(p, a) == RUN_FINISHED)
			return RUN_FINISHED;
		if (past_is_deaf(p) || !is_possible(p->w, a))
			break;
		tape_repeat(&p->tape, a);
	}
	return past_continue_alone(p, until);
}

/* ---- the branch ---- */

/* put_page: PageKeeper.put for a page store. */
static uint32_t
put_page(void *context, const uint8_t *page)
{
	return page_store_put(context, page);
}

/* get_page: PageKeeper.get for a page store. */
static const uint8_t *
get_page(void *context, uint32_t number)
{
	return page_store_get(context, number);
}

/* copy_machine: copy the state of one network to another. */
static void
copy_machine(Network *to, Network *from)
{
	PageStore *store = page_store_new();
	Buf bytes = {0};

	snapshot_keep(from, &(PageKeeper){store, put_page, get_page}, &bytes);
	snapshot_reload(to, &(PageKeeper){store, put_page, get_page}, "(a branch)", bytes);
	buf_free(&bytes);
	page_store_free(store);
}

Network *
branch_network(Network *w)
{
	Network *copy = network_new(w->topology);

	copy_machine(copy, w);
	copy->sync = w->sync;
	network_set_engine(copy, w->engine);
	copy->by_byte = w->by_byte;
	return copy;
}

/*
 * begin_branch: make a branch at the beginning of p, with a copy of all acts and answers on p's
 * tape.
 */
static Past *
begin_branch(Past *p)
{
	Past *b = xcalloc(1, sizeof *b);
	const Moment *first = &p->moments.moment[0];
	Time end = past_present(p);

	past_load_moment(p, first);
	*b = (Past){.w = branch_network(p->w), .live = true, .here = place_at(p->w->now),
		.acted = first->acted, .piece = p->piece, .keep_every = p->keep_every,
		.present = {.at = end, .finishing = true, .finish = 2 * end}};
	moments_init(&b->moments, b->w, &b->tape);
	tape_copy(&b->tape, b->w, &p->tape);
	branch_echo(b, &b->tape);
	moments_keep(&b->moments);
	b->moments.moment[0].acted = first->acted;
	network_trace(b->w, trace_open(NULL, b->w->topology, false)); /* until past_cut */
	return b;
}

/* skip_to_moment: move a branch that has just begun to one of p's moments, and keep that moment. */
static void
skip_to_moment(Past *b, Past *p, const Moment *m)
{
	past_load_moment(p, m);
	copy_machine(b->w, p->w);
	tape_play(&b->tape, &m->mark);
	b->here = place_at(m->at);
	b->acted = m->acted;
	moments_keep(&b->moments);
}

/*
 * run_on_after_change: discard what follows the branch's present place, so that its run continues
 * from there; if `c` is not NULL, make this change first.
 */
static void
run_on_after_change(Past *b, const Change *c)
{
	Place at = past_place(b);
	Act act = {.at = b->w->now,
		.kind = ACT_CHANGE,
		.at_place = at.node != NOWHERE,
		.node = at.node,
		.count = at.count};

	past_cut(b);
	if (c) {
		act.change = *c;
		act.change.bytes = xmalloc(c->nbytes);
		if (c->nbytes > 0)
			memcpy(act.change.bytes, c->bytes, c->nbytes);
		tape_add_act(&b->tape, act);
		change_apply(b->w, c);
	}
	if (at.node != NOWHERE) {
		past_run(b, at.time + 1);
		past_goto(b, at);
	}
}

Past *
past_branch(Past *p)
{
	Place at = past_place(p);
	bool was_present = past_is_present(p);
	const Moment *m = moments_at(&p->moments, at.time);
	uint64_t hash = network_hash(p->w);
	Past *b;

	past_leave_present(p);
	b = begin_branch(p);
	skip_to_moment(b, p, m);
	past_advance(b, at.time);
	if (at.node != NOWHERE && !past_hold(b, at))
		assert(!"a branch has the places of the run that it leaves");
	if (was_present)
		past_apply_acts(b);
	run_on_after_change(b, NULL);
	if (was_present)
		past_go_present(p);
	else
		past_goto(p, at);
	assert(network_hash(b->w) == hash);
	return b;
}

bool
past_change(Past *b, const Change *c)
{
	assert(b->echo);
	if (!change_is_possible(b->w, c))
		return false;
	if (past_is_present(b)) {
		Act act = {.at = b->w->now, .kind = ACT_CHANGE, .change = *c};

		act.change.bytes = xmalloc(c->nbytes);
		memcpy(act.change.bytes, c->bytes, c->nbytes);
		tape_add_act(&b->tape, act);
		change_apply(b->w, c);
		return true;
	}
	run_on_after_change(b, c);
	return true;
}

void
past_cut_here(Past *b)
{
	assert(b->echo);
	if (!past_is_present(b))
		run_on_after_change(b, NULL);
}
