/*
 * share.c - divides nodes and links into shares, one for each thread.
 *
 * Shares are ranges of nodes. Nodes move between them if one share has had more work than the
 * others. Each share has its own translations, because only one thread may make and link them; the
 * code of nodes that move to a share is translated anew.
 *
 * One thread executes everything while an observer must see all nodes in turn, and while crossbars
 * are set. The calling thread executes watched nodes, and nodes for whose actions a fault waits.
 */
#include "lead.h"
#include "share.h"
#include "step.h"
#include "thread_choice.h"

#include "base/clock.h"
#include "sim/cpu/translate.h"

#include <stdlib.h>

/* Threads are not woken for fewer links or nodes than this. Tests with ThreadSanitizer define 2. */
#ifndef FEW
#define FEW 4
#endif

enum {
	NODES_OF_THREAD = 4, /* at least, where the number of threads is chosen */
	UNEVEN = 8,  /* nodes move if a share has 1/8 more work than the mean */
	LOOKS = 4,   /* the shares' work is compared after this many times EPOCH */
};

/* ---- work ---- */

void
shares_do(Network *w, uint64_t set, uint32_t pieces, CrewWork *work)
{
	Shares *all = w->shares;

	if (pieces >= FEW && (set & (set - 1)) != 0) {
		if (!all->crew)
			all->crew = crew_new(all->n);
		crew_do(all->crew, set, work, w);
		return;
	}
	for (uint32_t i = 0; i < all->n; i++)
		if (set >> i & 1)
			work(w, i);
}

/* is_uneven: true if one share has much more work than the others. */
static bool
is_uneven(const Network *w)
{
	const Shares *all = w->shares;
	uint64_t sums[THREADS_MAX] = {0}, sum = 0, most = 0;

	for (NodeId n = 0; n < w->nnodes; n++)
		sums[all->owner[n]] += all->work[n];
	for (uint32_t i = 0; i < all->n; i++) {
		sum += sums[i];
		most = sums[i] > most ? sums[i] : most;
	}
	return (most * all->n - sum) * UNEVEN > sum;
}

/* divide_nodes: divide the nodes among the shares, so that each has about the same work. */
static void
divide_nodes(Network *w)
{
	Shares *all = w->shares;
	uint64_t sum = 0, before = 0;

	for (NodeId n = 0; n < w->nnodes; n++)
		sum += all->work[n] + 1;
	for (NodeId n = 0; n < w->nnodes; n++) {
		uint64_t work = all->work[n] + 1;
		uint8_t owner = (before + work / 2) * all->n / sum;

		before += work;
		if (owner == all->owner[n])
			continue;
		all->owner[n] = owner;
		node_translate(w, n);
		lead_note_translator(w, n);
	}
}

/*
 * compare_shares: compare the work of the shares, and divide the nodes again if it is uneven. Older
 * work counts less and less. No node has run beyond `epoch`.
 */
static void
compare_shares(Network *w, Time epoch)
{
	Shares *all = w->shares;

	all->next_look = epoch + LOOKS * EPOCH;
	if (is_uneven(w)) {
		leads_settle(w, epoch);
		divide_nodes(w);
	}
	for (NodeId n = 0; n < w->nnodes; n++)
		all->work[n] /= 2;
}

/* ---- rounds ---- */

/* one_thread_reason: why one thread executes everything; NULL if threads share the work. */
static const char *
one_thread_reason(const Network *w)
{
	return w->links.trace ? "events are traced"
		: w->observer ? "all nodes are observed"
		: w->ordered  ? "all messages are recorded"
		: w->passed   ? "places of the run are searched for"
			      : NULL;
}

/* report_reason: print once, if the user should know, why one thread executes everything. */
static void
report_reason(Shares *all, const char *why)
{
	if (why && all->tell)
		warning("one thread is used: %s", why);
	all->tell &= !why;
}

void
shares_begin(Network *w, Time first)
{
	Shares *all = w->shares;
	Time epoch = first - first % EPOCH;
	bool begins; /* the first round of its EPOCH */
	const char *why;

	if (!all)
		return;
	begins = epoch > all->epoch;
	all->epoch = epoch;
	why = one_thread_reason(w);
	report_reason(all, why);
	all->on = all->gathering = !why && !control_busy(w);
	if (all->on && begins && epoch >= all->next_look)
		compare_shares(w, epoch);
}

void
shares_end(Network *w)
{
	if (w->shares)
		w->shares->on = w->shares->gathering = false;
}

/* ---- nodes left to the calling thread ---- */

/* find_faulty: mark the nodes on which a fault has still to act. */
static void
find_faulty(Network *w)
{
	Shares *all = w->shares;

	if (!all->faulty && w->faults.n == 0)
		return;
	all->faulty = w->faults.n > 0;
	for (NodeId n = 0; n < w->nnodes; n++)
		all->alone[n] &= ~ALONE_FAULTY;
	for (uint32_t i = 0; i < w->faults.n; i++) {
		const Fault *f = &w->faults.fault[i];

		if (!f->done && f->node != NOWHERE)
			all->alone[f->node] |= ALONE_FAULTY;
	}
}

/*
 * restore_links: return to the agenda the links that a round has collected but not simulated,
 * because the round was left.
 */
static void
restore_links(Network *w, Share *s)
{
	for (uint32_t i = 0; i < s->ndue; i++)
		network_schedule(w, w->nnodes + s->due[i].link, s->due[i].at);
	s->ndue = s->nsteps = 0;
}

/* is_all_alone: true if no other thread executes nodes. */
static bool
is_all_alone(const Network *w)
{
	for (NodeId n = 0; n < w->nnodes; n++)
		if (!w->shares->alone[n])
			return false;
	return true;
}

void
shares_start(Network *w)
{
	if (!w->shares)
		return;
	shares_end(w);
	for (uint32_t i = 0; i < w->shares->n; i++)
		restore_links(w, &w->shares->share[i]);
	find_faulty(w);
	if (w->shares->tell && is_all_alone(w))
		report_reason(w->shares, "all nodes are watched");
}

void
shares_note_watch(Network *w, NodeId n)
{
	if (!w->shares)
		return;
	w->shares->alone[n] &= ~ALONE_WATCHED;
	if (w->nodes[n]->watch)
		w->shares->alone[n] |= ALONE_WATCHED;
}

/* ---- translators ---- */

Translator *
shares_translator(const Network *w, NodeId n)
{
	return w->shares ? w->shares->translators[w->shares->owner[n]] : w->translator;
}

/* replace_translator: replace a translator by one for this engine. */
static void
replace_translator(Translator **t, Engine engine)
{
	if (*t)
		translator_free(*t);
	*t = engine == ENGINE_INTERPRETER ? NULL : translator_new(engine == ENGINE_EAGER ? 1 : HOT);
}

void
shares_set_engine(Network *w, Engine engine)
{
	replace_translator(&w->translator, engine);
	if (!w->shares)
		return;
	w->shares->translators[0] = w->translator;
	for (uint32_t i = 1; i < w->shares->n; i++)
		replace_translator(&w->shares->translators[i], engine);
}

/* ---- making ---- */

static void
shares_free(Shares *all)
{
	if (all->crew)
		crew_free(all->crew);
	for (uint32_t i = 0; i < all->n; i++) {
		free(all->share[i].due);
		free(all->share[i].steps);
		buf_free(&all->share[i].outcomes);
		buf_free(&all->share[i].ordered);
	}
	free(all->share);
	free(all->translators);
	free(all->owner);
	free(all->work);
	free(all->alone);
	free(all);
}

/* shares_new: make n shares of the network's work, with about as many nodes each. */
static Shares *
shares_new(Network *w, uint32_t n)
{
	Shares *all = xcalloc(1, sizeof *all);

	all->n = n;
	all->share = xcalloc(n, sizeof *all->share);
	all->translators = xcalloc(n, sizeof *all->translators);
	all->owner = xcalloc(w->nnodes, sizeof *all->owner);
	all->work = xcalloc(w->nnodes, sizeof *all->work);
	all->alone = xcalloc(w->nnodes, sizeof *all->alone);
	for (uint32_t i = 0; i < n; i++)
		all->share[i] = (Share){.w = w,
			.final = NEVER,
			.due = xcalloc(w->links.nends, sizeof(DueLink)),
			.steps = xcalloc(w->nnodes, sizeof(SteppedNode))};
	for (NodeId node = 0; node < w->nnodes; node++)
		all->owner[node] = (uint64_t)node * n / w->nnodes;
	return all;
}

uint32_t
network_nthreads(const Network *w)
{
	return w->shares ? w->shares->n : 1;
}

/* divide_network: execute the network on n threads, or on as many as there are nodes. */
static void
divide_network(Network *w, uint32_t n)
{
	Engine engine = w->engine;
	uint32_t shares = n < w->nnodes ? n : w->nnodes;

	if (shares == network_nthreads(w))
		return;
	network_set_engine(w, ENGINE_INTERPRETER);
	if (w->shares)
		shares_free(w->shares);
	w->shares = shares > 1 ? shares_new(w, shares) : NULL;
	network_set_engine(w, engine);
}

void
network_set_threads(Network *w, uint32_t n)
{
	assert(n >= 1 && n <= THREADS_MAX);
	free(w->choice);
	w->choice = NULL;
	divide_network(w, n);
	if (w->shares)
		w->shares->tell = w->rank == 0;
}

void
network_choose_threads(Network *w)
{
	uint32_t most = w->nnodes / NODES_OF_THREAD;

	if (most > crew_processors())
		most = crew_processors();
	network_set_threads(w, 1);
	w->choice = xcalloc(1, sizeof *w->choice);
	w->choice->most = most < THREADS_MAX ? most : THREADS_MAX;
}

void
shares_choose(Network *w)
{
	double now;

	if (!w->choice || w->choice->most <= 1)
		return;
	now = clock_wall();
	if (thread_choice_is_due(w->choice, now))
		divide_network(w, thread_choice(w->choice, now, clock_thread(),
			network_instructions(w), w->rounds));
}
