/*
 * lost_links.c - finds links on which a byte was lost, which no node can record.
 *
 * If a byte was sent, but has not arrived and will not be acknowledged, it blocks its sender for
 * ever (links.md). The simulated links show this, and the time at which it was sent. It counts as a
 * fault of the link only if both nodes run: the links of a stopped node are not listed.
 */
#include "monitor_host.h"

/*
 * is_end_lost: true if the byte sent at end e was lost, so that it is no longer on its way to the
 * peer.
 */
static bool
is_end_lost(const End *e, const End *peer)
{
	return e->sending && e->unacked && e->ack_in == NEVER && peer->decide_at == NEVER
		&& peer->arrive_at == NEVER && peer->ack_at == NEVER && !peer->held;
}

/*
 * network_number: the number, in the network, of a machine's node; the host's number if the node is
 * not in the network.
 */
static uint32_t
network_number(const PlacedNodes *p, NodeId place)
{
	for (uint32_t i = 0; i < p->n; i++)
		if (p->place[i] == place)
			return i;
	return NODE_HOST;
}

/* has_stopped: true if the end's node has stopped by a fault. */
static bool
has_stopped(const Network *w, EndId e)
{
	return e / NLINKS < w->nnodes && w->nodes[e / NLINKS]->stop > STOP_BOOT;
}

uint32_t
lost_links(const PlacedNodes *p, uint32_t node, Cycles start, MonitorRecord lost[NLINKS])
{
	const Network *w = p->w;
	NodeId place = p->place[node];
	uint32_t n = 0;

	for (uint32_t l = 0; l < NLINKS; l++) {
		EndId id = NLINKS * place + l;
		const End *e = &w->links.ends[id];
		Cycles since;

		if (e->peer == NOWHERE_END || has_stopped(w, id) || has_stopped(w, e->peer)
			|| !is_end_lost(e, &w->links.ends[e->peer]))
			continue;
		since = node_clock(w, place, e->sent_at);
		lost[n++] = (MonitorRecord){
			.time = since > start ? (since - start) * 1000 / w->nodes[place]->khz : 0,
			.kind = MONITOR_LOST,
			.peer = network_number(p, e->peer / NLINKS),
			.task = l,
			.part = e->peer % NLINKS,
		};
	}
	return n;
}
