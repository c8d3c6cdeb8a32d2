/*
 * tree.c - the tree: which neighbours answer, which of them are children or parent, how a node
 * leaves the tree and comes back.
 *
 * 	node 0, and each node when it first comes in:
 * 	    offer ->            to its children of the given tree that are neighbours
 * 	            <- places   accepted; or refuse
 * 	a node that is not in:
 * 	    ask ->              to the neighbour of the lowest level
 * 	            <- offer    accepted; or refuse
 * 	a node that goes out:
 * 	    leave ->            to its children
 * 	            <- left     when their children have left
 */
#include "tree.h"

#include <string.h>
#include <t800.h>

static struct {
	Item *setup;       /* NULL: not known yet */
	int awake;         /* something has been heard */
	uint32_t since;    /* when it woke, or went out; clock, us */
	uint32_t level;    /* UNATTACHED: this node is not in the tree */
	uint32_t parent;   /* link; NO_HOP */
	uint32_t asked;    /* link whose answer is awaited; NO_HOP */
	uint32_t leaving;  /* children that have not left yet */
	uint32_t left_to;  /* link of the parent that waits for this node to leave; NO_HOP */
	int was_in;
	int32_t told;      /* places that the parent knows of */
	Item *lost;        /* HOP_LOST that wait for a way to node 0 */
	int ending;        /* the process is about to end */
} t = {.level = UNATTACHED, .parent = NO_HOP, .asked = NO_HOP, .left_to = NO_HOP};

int
tree_is_in(void)
{
	return t.level != UNATTACHED;
}

uint32_t
tree_parent(void)
{
	return t.parent;
}

int
tree_is_alone(void)
{
	for (uint32_t i = 0; i < NHOPS; i++)
		if (hops[i].up)
			return 0;
	return t.awake;
}

int32_t
tree_places(void)
{
	int32_t n = node.tree.id ? (int32_t)node.setup.buffers + 1 : 0;

	for (uint32_t i = 0; i < NHOPS; i++)
		if (hops[i].role == ROLE_CHILD)
			n += hops[i].places;
	return n;
}

/* ---- sending ---- */

static void
send_level(uint32_t hop, HopKind kind)
{
	Item *m = hop_item(kind, 0);

	m->part = t.level;
	hop_put(hop, m);
}

/* Tell all neighbours whether this node is in the tree. */
static void
tell_neighbours(void)
{
	for (uint32_t i = 0; i < NHOPS; i++)
		if (hops[i].up)
			send_level(i, HOP_BEAT);
}

static void
offer(uint32_t hop, int with_setup)
{
	Item *m = hop_item(HOP_OFFER, with_setup ? t.setup->nbytes : 0);

	m->part = t.level;
	memcpy(m->data, t.setup->data, m->nbytes);
	hops[hop].role = ROLE_CHILD;
	hops[hop].places = hops[hop].free = 0;
	hop_put(hop, m);
}

/* Tell the parent how many places there are, if this has changed. */
static void
tell_places(void)
{
	Item *m;

	if (t.parent == NO_HOP || t.told == tree_places())
		return;
	t.told = tree_places();
	m = item_new(ITEM_PLACES, 0, 0);
	m->count = t.told;
	hop_put(t.parent, m);
}

static void
send_lost(void)
{
	Item *m;

	while (tree_is_in() && (m = t.lost)) {
		t.lost = m->next;
		if (t.parent != NO_HOP) {
			hop_put(t.parent, m);
			continue;
		}
		lost_note(m);
		item_free(m);
	}
}

/* ---- coming in ---- */

/* wake: from now on neighbours have to answer. */
static void
wake(void)
{
	t.awake = 1;
	t.since = timer_now();
	for (uint32_t i = 0; i < NHOPS; i++)
		hops[i].heard = hops[i].sent = t.since;
	ticker_start();
	tell_neighbours();
}

/* The children of the given tree that are neighbours. */
static void
offer_children(void)
{
	for (uint32_t i = 0; i < node.tree.nchildren; i++)
		for (uint32_t k = 0; k < NHOPS; k++)
			if (hops[k].up && hops[k].role == ROLE_NONE
				&& hops[k].peer == node.tree.child[i]) {
				offer(k, 1);
				break;
			}
}

static void
come_in(uint32_t hop, uint32_t level)
{
	t.parent = hop;
	t.level = node.tree.level = level;
	t.asked = NO_HOP;
	t.told = 0;
	if (hop != NO_HOP)
		hops[hop].role = ROLE_PARENT;
	tell_places();
	if (!t.was_in)
		offer_children();
	t.was_in = 1;
	tell_neighbours();
	send_lost();
}

void
tree_begin(Item *setup)
{
	t.setup = setup;
	wake();
	come_in(NO_HOP, 0);
}

/* The neighbour in the tree that is nearest to node 0; NO_HOP if none is known. */
static uint32_t
nearest(void)
{
	uint32_t best = NO_HOP, level = UNATTACHED;

	for (uint32_t i = 0; i < NHOPS; i++)
		if (hops[i].up && hops[i].level < level) {
			level = hops[i].level;
			best = i;
		}
	return best;
}

/* A node that has never been in waits for an offer first. */
static int
may_ask(void)
{
	uint32_t out = timer_now() - t.since;

	return t.awake && !tree_is_in() && t.leaving == 0 && t.left_to == NO_HOP
		&& t.asked == NO_HOP && (t.was_in || out > 2 * BEAT_US);
}

static void
ask(void)
{
	uint32_t hop = nearest();
	Item *m;

	if (!may_ask() || hop == NO_HOP)
		return;
	t.asked = hop;
	m = hop_item(HOP_ASK, 0);
	m->part = t.setup == NULL;
	hop_put(hop, m);
}

/* ---- going out ---- */

/* All children have left: tell the parent that waits for it, or look for a new one. */
static void
all_left(void)
{
	if (t.left_to != NO_HOP)
		hop_put(t.left_to, hop_item(HOP_LEFT, 0));
	t.left_to = NO_HOP;
	ask();
}

static void
go_out(void)
{
	t.level = UNATTACHED;
	t.parent = NO_HOP;
	t.since = timer_now();
	manager_drop();
	for (uint32_t i = 0; i < NHOPS; i++)
		if (hops[i].role == ROLE_CHILD) {
			hops[i].role = ROLE_LEAVING;
			hop_put(i, hop_item(HOP_LEAVE, 0));
			t.leaving++;
		}
	tell_neighbours();
	if (t.leaving == 0)
		all_left();
}

/* A child is no longer one. Its tasks: all are dropped if this node goes out. */
static void
child_gone(Hop *h)
{
	Item *task;
	int leaving = h->role == ROLE_LEAVING;
	uint32_t function = h->now ? h->now->count : FN_NONE;

	h->role = ROLE_NONE;
	h->places = h->free = 0;
	h->queued = 0;
	while ((task = given_any(h))) {
		int its = h->now && h->now->task == task->task && h->now->part == task->part;

		if (task == h->sending) { /* the link's process still holds it */
			Item *copy = item_copy(ITEM_TASK, task->data, task->nbytes);

			copy->task = task->task;
			copy->part = task->part;
			copy->count = task->count;
			copy->child = task->child;
			task = copy;
		}
		if (leaving) {
			item_free(task);
			continue;
		}
		item_set(task, NO_HOP, item_losses(task) + its);
		manager_again(task, its ? function : FN_NONE);
	}
	if (h->now)
		item_free(h->now);
	h->now = NULL;
	if (leaving && --t.leaving == 0)
		all_left();
}

/* ---- the end ---- */

void
tree_end(void)
{
	t.ending = 1;
	for (uint32_t i = 0; i < NHOPS; i++) {
		if (hops[i].up)
			hop_put(i, item_new(ITEM_QUIT, 0, 0));
		else
			sem_signal(&node.quit);
	}
	sem_signal(&node.done);
}

int
tree_is_ending(void)
{
	return t.ending;
}

/* ---- links that go down ---- */

/* What node 0 is told of a link that is down. */
static void
note_lost(const Hop *h)
{
	Item *m = hop_item(HOP_LOST, 0);

	m->count = h->peer;
	m->part = node.tree.id;
	if (h->now) {
		m->count |= h->now->count << 16;
		m->task = h->now->task;
	}
	m->next = t.lost;
	t.lost = m;
}

static void
go_down(uint32_t hop)
{
	Hop *h = &hops[hop];
	HopRole role = h->role;

	h->up = 0;
	h->level = UNATTACHED;
	if (t.ending) {
		if (!h->has_quit)
			sem_signal(&node.quit);
		return;
	}
	if (t.asked == hop)
		t.asked = NO_HOP;
	if (t.left_to == hop)
		t.left_to = NO_HOP;
	note_lost(h);
	if (role == ROLE_PARENT) {
		h->role = ROLE_NONE;
		go_out();
	} else if (role != ROLE_NONE) {
		child_gone(h);
	}
	ask();
	send_lost();
}

static void
tick(void)
{
	uint32_t now = timer_now();

	for (uint32_t i = 0; i < NHOPS; i++) {
		Hop *h = &hops[i];

		if (!h->up)
			continue;
		if (timer_after(now, h->heard + SILENCE_US))
			go_down(i);
		else if (!h->sending && timer_after(now, h->sent + BEAT_US / 2))
			send_level(i, HOP_BEAT);
	}
	ask();
	if (!t.ending && getnodeid() != 0 && (tree_is_alone()
		|| (!tree_is_in() && timer_after(now, t.since + GIVE_UP_US))))
		tree_end();
}

/* ---- items ---- */

static void
take_offer(uint32_t hop, Item *m)
{
	uint32_t level = m->part + 1;

	if (tree_is_in() || t.leaving > 0 || t.left_to != NO_HOP
		|| (t.asked != NO_HOP && t.asked != hop)) {
		hop_put(hop, hop_item(HOP_REFUSE, 0));
		item_free(m);
		return;
	}
	if (!t.setup) {
		t.setup = m;
		node_setup(m, getnodeid());
		tolerant_begin();
	} else {
		item_free(m);
	}
	come_in(hop, level);
}

static void
take_ask(uint32_t hop, const Item *m)
{
	if (tree_is_in() && hops[hop].role == ROLE_NONE)
		offer(hop, m->part);
	else
		hop_put(hop, hop_item(HOP_REFUSE, 0));
}

static void
take_refuse(uint32_t hop)
{
	Hop *h = &hops[hop];

	if (h->role == ROLE_CHILD)
		h->role = ROLE_NONE;
	if (t.asked != hop)
		return;
	t.asked = NO_HOP;
	h->level = UNATTACHED; /* until it tells */
	ask();
}

static void
take_leave(uint32_t hop)
{
	if (hops[hop].role != ROLE_PARENT) { /* it has gone out already */
		hop_put(hop, hop_item(HOP_LEFT, 0));
		return;
	}
	hops[hop].role = ROLE_NONE;
	t.left_to = hop;
	go_out();
}

static void
take_places(Hop *h, const Item *m)
{
	if (h->role != ROLE_CHILD)
		return;
	h->free += (int32_t)m->count - h->places;
	h->places = m->count;
}

void
tree_item(Item *m)
{
	uint32_t hop = item_hop(m);

	if (m->kind == HOP_TICK) {
		m->count = 0;
		tick();
		tell_places();
		return;
	}
	if (!t.awake)
		wake();
	if (!hops[hop].up) {
		item_free(m);
		return;
	}
	switch (m->kind) {
	case HOP_OFFER: take_offer(hop, m); return;
	case HOP_LOST:
		m->next = t.lost;
		t.lost = m;
		send_lost();
		return;
	case HOP_BEAT:
		hops[hop].level = m->part;
		ask();
		break;
	case HOP_ASK: take_ask(hop, m); break;
	case HOP_REFUSE: take_refuse(hop); break;
	case HOP_LEAVE: take_leave(hop); break;
	case HOP_LEFT:
		if (hops[hop].role == ROLE_LEAVING)
			child_gone(&hops[hop]);
		break;
	case ITEM_PLACES: take_places(&hops[hop], m); break;
	}
	item_free(m);
	tell_places();
}
