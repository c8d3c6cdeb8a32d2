/*
 * share_links.c - simulates the links of a round on several threads.
 *
 * Links do not affect each other within a round. An outcome is noted in its node's due[], in an
 * entry that belongs to the link; the node learns of it from the calling thread.
 *
 * In addition to the links that act before w->final, links of executing nodes are simulated up to
 * the earliest order of either node, so that a round has more work for threads.
 */
#include "share.h"
#include "step.h"

/*
 * share_outcome: callback for Links.report: note an outcome for the calling thread; context is the
 * share.
 */
static void
share_outcome(void *context, EndId id, Outcome what, Time at)
{
	Share *s = context;
	NotedOutcome noted = {id, what, at};
	EndRef ref = s->w->links.ends[id].ref;

	outcome_note(s->w, id, what, at);
	if (what != OUTCOME_BOOTING && node_is_here(s->w, ref.part))
		s->w->nodes[ref.part]->due[outcome_slot(what) + ref.index] =
			node_clock(s->w, ref.part, at);
	buf_put(&s->outcomes, &noted, sizeof noted);
}

/* is_between_nodes: true if each end belongs to a node, or is not connected. */
static bool
is_between_nodes(const Links *l, EndId e)
{
	EndId peer = l->ends[e].peer;

	return l->ends[e].ref.kind == END_NODE
		&& (peer == NOWHERE_END || l->ends[peer].ref.kind == END_NODE);
}

bool
shares_keep_link(Network *w, EndId e, Time at)
{
	Shares *all = w->shares;
	Share *s;

	if (!all->gathering || !is_between_nodes(&w->links, e))
		return false;
	s = &all->share[all->owner[w->links.ends[e].ref.part]];
	s->due[s->ndue++] = (DueLink){e, at};
	return true;
}

/*
 * advance_link: simulate a link while it acts before `until`. Returns false if an outcome must wait
 * until a node has processed the previous one.
 */
static bool
advance_link(Share *s, DueLink *d, Time until)
{
	while (d->at < until) {
		if (link_overruns(s->w, d->link, d->at))
			return false;
		link_advance(&s->links, d->link, d->at + 1, skips_periods(s->w));
		d->at = link_time(s->w, d->link);
	}
	return true;
}

/*
 * keep_known_links: collect links of the nodes just stepped, whose orders may now be known for some
 * time; no idle links.
 */
static void
keep_known_links(const Network *w, Share *s)
{
	s->nsure = s->ndue;
	for (uint32_t i = 0; i < s->nsteps; i++)
		for (EndId e = s->steps[i].node * NLINKS, last = e + NLINKS; e < last; e++)
			if (w->agenda.keys[w->nnodes + e] < w->shares->until)
				s->due[s->ndue++] = (DueLink){e, w->agenda.keys[w->nnodes + e]};
	s->nsteps = 0;
}

/* executes_at: true if the end belongs to a node that executes; then w->at bounds its orders. */
static bool
executes_at(const Network *w, EndId e)
{
	return e != NOWHERE_END && w->links.ends[e].ref.kind == END_NODE
		&& w->is_active[w->links.ends[e].ref.part];
}

/* advance_known: simulate a link as far as the orders of its nodes are known. */
static void
advance_known(Share *s, DueLink *d)
{
	const Network *w = s->w;
	EndId e = d->link, peer = w->links.ends[e].peer;
	Time known;

	if (!executes_at(w, e) || !executes_at(w, peer))
		return;
	known = earlier(order_bound(w, e), order_bound(w, peer));
	advance_link(s, d, earlier(known, w->shares->until));
}

/* advance_share: CrewWork: simulate the links collected in a share. */
static void
advance_share(void *context, uint32_t share)
{
	Network *w = context;
	Share *s = &w->shares->share[share];
	Time until = earlier(w->final, w->shares->until);

	for (uint32_t i = 0; i < s->nsure; i++)
		if (!advance_link(s, &s->due[i], until))
			s->final = earlier(s->final, s->due[i].at);
	for (uint32_t i = s->nsure; i < s->ndue; i++)
		advance_known(s, &s->due[i]);
}

/* publish_links: reschedule a share's links, and deliver their outcomes. */
static void
publish_links(Network *w, Share *s)
{
	const NotedOutcome *noted = (NotedOutcome *)s->outcomes.data;
	size_t n = s->outcomes.len / sizeof *noted;

	w->final = earlier(w->final, s->final);
	s->final = NEVER;
	for (uint32_t i = 0; i < s->ndue; i++)
		network_schedule(w, w->nnodes + s->due[i].link, s->due[i].at);
	for (size_t i = 0; i < n; i++)
		node_outcome(w, noted[i].end, noted[i].what, noted[i].at);
	s->ndue = 0;
	s->outcomes.len = 0;
}

bool
shares_advance(Network *w, Time until)
{
	Shares *all = w->shares;
	uint64_t set = 0;
	uint32_t pieces = 0;

	if (!all || !all->on)
		return false;
	all->gathering = false;
	all->until = until;
	for (uint32_t i = 0; i < all->n; i++) {
		Share *s = &all->share[i];

		s->links = w->links;
		s->links.report = share_outcome;
		s->links.context = s;
		keep_known_links(w, s);
		pieces += s->ndue;
		if (s->ndue > 0)
			set |= 1ull << i;
	}
	shares_do(w, set, pieces, advance_share);
	for (uint32_t i = 0; i < all->n; i++)
		publish_links(w, &all->share[i]);
	return pieces > 0;
}
