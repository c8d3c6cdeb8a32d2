/*
 * hop.c - the links of a node, with a process for each direction.
 */
#include "tree.h"

#include <t800.h>

/* us between two packets that are not full, so that the items of that time travel together */
enum { GAP_US = 3000 };

Hop hops[NHOPS];

static void
note_passes(Probe kind, uint32_t peer, const Item *m)
{
	for (; m; m = m->next)
		if (m->kind == ITEM_TASK || m->kind == ITEM_RESULT)
			trek_probe(kind, peer, m->task, m->part, m->count);
}

/* wake_manager: wake the manager, which may have tasks for a child that now has room. */
static void
wake_manager(Hop *h)
{
	if (h->notice_is_queued || !node.has_waiting)
		return;
	h->notice_is_queued = 1;
	inbox_put(&node.data, h->sent_notice);
}

static void
hop_in(void *hop) /* thread: receives the items of a link */
{
	uint32_t n = (uint32_t)hop, peer = hops[n].peer;

	for (;;) {
		int took = 0;
		Item *m, *next;

		trek_probe(PROBE_CALL, peer, 0, 0, 1);
		m = hop_recv(peer, n);
		note_passes(PROBE_RECV, peer, m);
		for (; m; m = next) {
			next = m->next;
			if (m->kind == ITEM_RESULT && manager_take_result(m))
				took = 1;
			else
				inbox_put(&node.data, m);
		}
		if (took)
			wake_manager(&hops[n]);
	}
}

/* wait_for_gap: if many nodes are beyond the link, wait, so that the next packet has more items. */
static void
wait_for_gap(const Hop *h)
{
	int32_t places = h->role == ROLE_PARENT ? tree_places() : h->places;

	if (places >= MANY_PLACES && timer_now() - h->sent < GAP_US)
		timer_wait(h->sent + GAP_US);
}

static void
hop_out(void *hop) /* thread: sends the items of a link */
{
	uint32_t n = (uint32_t)hop;
	Hop *h = &hops[n];
	int is_full = 0; /* the last packet was full */

	for (;;) {
		Item *m, *next;
		uint32_t kind, units = 0;

		if (!is_full)
			wait_for_gap(h);
		m = pack_take(&h->out);
		kind = m->kind;
		for (next = m; next; next = next->next)
			units += item_place_bytes(next);
		is_full = units >= PLACE_BYTES / 2 || h->out.first;

		h->sending = m;
		note_passes(PROBE_SEND, h->peer, m);
		hop_send(n, h->peer, m);
		if (!h->up)
			process_stop(); /* the manager has taken back all that was to be sent */
		h->sending = NULL;
		h->sent = timer_now();
		if (kind == ITEM_TASK) {
			h->queued -= units;
			if (h->queued + units >= QUEUE_BYTES)
				wake_manager(h);
		}
		for (; kind != ITEM_TASK && m && m != h->beat; m = next) {
			next = m->next;
			item_free(m);
		}
		if (kind == ITEM_QUIT) {
			h->has_quit = 1;
			sem_signal(&node.quit);
		}
	}
}

void
hop_put(uint32_t hop, Item *m)
{
	if (m->kind == ITEM_TASK)
		hops[hop].queued += item_place_bytes(m);
	inbox_put(&hops[hop].out, m);
}

Item *
hop_item(HopKind kind, uint32_t nbytes)
{
	return item_new((ItemKind)kind, nbytes, 0);
}

void
hops_start(void)
{
	const BootNode *self = getnode(getnodeid());

	for (uint32_t i = 0; i < NHOPS; i++) {
		Hop *h = &hops[i];

		*h = (Hop){.peer = self->peer[i], .peer_link = self->at[i], .level = UNATTACHED,
			.sent_notice = hop_item(HOP_SENT, 0), .beat = hop_item(HOP_BEAT, 0)};
		item_set_hop(h->sent_notice, i, 0);
		given_init(h);
		inbox_init(&h->out);
		h->up = h->peer < getnnodes();
		if (!h->up)
			continue;
		node_thread(hop_in, i, TOLERANT_STACK, PRIORITY_HIGH);
		node_thread(hop_out, i, TOLERANT_STACK, PRIORITY_HIGH);
	}
}

/* ---- the clock ---- */

static int ticking; /* ticker_start has been called */

/* ticker: send the manager an item at each tick of the clock. */
static void
ticker(void *unused)
{
	static Item tick = {.kind = HOP_TICK};

	(void)unused;
	for (;;) {
		timer_wait(timer_now() + BEAT_US);
		if (tick.count == 0) {
			tick.count = 1; /* until the manager has seen it */
			inbox_put(&node.data, &tick);
		}
	}
}

void
ticker_start(void)
{
	ticking = 1;
	node_thread(ticker, 0, PORTER_STACK, PRIORITY_HIGH);
}

int
ticker_runs(void)
{
	return ticking;
}
