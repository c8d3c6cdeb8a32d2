/*
 * tree.c - maintains the tree: which neighbours answer, which of them are children or the parent,
 * and how a node leaves the tree and enters it again.
 *
 * 	node 0, and each node when it first comes in:
 * 	    offer ->            to its children of the given tree that are neighbours
 * 	            <- places   accepted; or refuse
 * 	a node that is not in the tree:
 * 	    ask ->              to the neighbour of the lowest level
 * 	            <- offer    accepted; or refuse
 * 	a node that leaves the tree:
 * 	    leave ->            to its children
 * 	            <- left     when their children have left
 */
#include "tree.h"

#include <string.h>
#include <t800.h>

static struct {
	Item *setup;       /* NULL: not known yet */
	int awake;         /* something has been received from a neighbour */
	uint32_t since;    /* when this node became awake, or left the tree; us */
	uint32_t level;    /* UNATTACHED: this node is not in the tree */
	uint32_t parent;   /* link to the parent, or NO_HOP */
	uint32_t asked;    /* link whose answer is awaited, or NO_HOP */
	uint32_t leaving;  /* number of children that have not left yet */
	uint32_t left_to;  /* link of the parent that waits for this node to leave, or NO_HOP */
	int was_in;        /* this node has been in the tree */
	uint32_t told;     /* what the parent knows: the places, and whether there are children */
	Item *lost;        /* HOP_LOST that wait for a way to node 0 */
	int ending;        /* the process is about to end */
} t = {.level = UNATTACHED, .parent = NO_HOP, .asked = NO_HOP, .left_to = NO_HOP};

int
tree_has_setup(void)
{
	return t.setup != NULL;
}

int
tree_has_this_node(void)
{
	return t.level != UNATTACHED;
}

uint32_t
tree_parent(void) /* the parent's link; NO_HOP if there is none */
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

	for (uint32_t i = 0; i < NHOPS && !tree_splits(); i++)
		if (hops[i].role == ROLE_CHILD)
			n += hops[i].places;
	return n;
}

int
tree_splits(void)
{
	return node.setup.degree > 1 && t.level == node.tree.level && t.level > 0
		&& t.level <= node.setup.depth;
}

int
tree_has_children(void)
{
	for (uint32_t i = 0; i < NHOPS; i++)
		if (hops[i].role == ROLE_CHILD)
			return 1;
	return 0;
}

/* ---- sending ---- */

/* send_level: send a neighbour this node's level in the tree. */
static void
send_level(uint32_t hop, HopKind kind)
{
	Item *m = hop_item(kind, 0);

	m->part = t.level;
	hop_put(hop, m);
}

/* send_beat: send a beat. All beats of a link use one item, so none may be in its queue already. */
static void
send_beat(uint32_t hop)
{
	hops[hop].beat->part = t.level;
	hop_put(hop, hops[hop].beat);
}

/* Tell the neighbours, except the parent and the children, whether this node is in the tree. */
static void
tell_neighbours(void)
{
	for (uint32_t i = 0; i < NHOPS; i++)
		if (hops[i].up && hops[i].role == ROLE_NONE)
			send_level(i, HOP_BEAT);
}

static void
send_offer(uint32_t hop, int with_setup) /* offer a neighbour a place as child */
{
	Item *m = hop_item(HOP_OFFER, with_setup ? t.setup->nbytes : 0);

	m->part = t.level;
	memcpy(m->data, t.setup->data, m->nbytes);
	hops[hop].role = ROLE_CHILD;
	hops[hop].places = 0;
	hop_put(hop, m);
}

/* is_awaited: 1 if some child has not reported its number of places yet. */
static int
is_awaited(void)
{
	for (uint32_t i = 0; i < NHOPS; i++)
		if (hops[i].role == ROLE_CHILD && hops[i].places == 0)
			return 1;
	return 0;
}

/*
 * Tell the parent how many places there are, if this has changed and all children have reported.
 * Without this condition, the first tasks would be computed here as a whole, although the children
 * could compute them, or parts of them.
 */
static void
tell_places(void)
{
	uint32_t places = tree_places(), now = places << 1 | tree_has_children();
	Item *m;

	if (t.parent == NO_HOP || t.told == now || is_awaited())
		return;
	t.told = now;
	m = item_new(ITEM_PLACES, 0, 0);
	m->count = places;
	m->part = tree_has_children();
	hop_put(t.parent, m);
}

static void
send_lost(void) /* send node 0 the notice HOP_LOST that was kept */
{
	Item *m;

	while (tree_has_this_node() && (m = t.lost)) {
		t.lost = m->next;
		if (t.parent != NO_HOP) {
			hop_put(t.parent, m);
			continue;
		}
		lost_note(m);
		item_free(m);
	}
}

/* ---- entering the tree ---- */

/* leave_out_others: mark links down that lead to nodes of the network which are not in the run. */
static void
leave_out_others(void)
{
	for (uint32_t i = 0; i < NHOPS; i++)
		if (hops[i].peer >= node.setup.processors)
			hops[i].up = 0;
}

/* expect_answers: from now on neighbours have to answer. */
static void
expect_answers(void)
{
	t.awake = 1;
	t.since = timer_now();
	for (uint32_t i = 0; i < NHOPS; i++)
		hops[i].heard = hops[i].sent = t.since;
	ticker_start();
}

/* Offer a place to those neighbours that are this node's children in the given tree. */
static void
offer_children(void)
{
	for (uint32_t i = 0; i < node.tree.nchildren; i++)
		for (uint32_t k = 0; k < NHOPS; k++)
			if (hops[k].up && hops[k].role == ROLE_NONE
				&& hops[k].peer == node.tree.child[i]) {
				send_offer(k, 1);
				break;
			}
}

static void
enter_tree(uint32_t hop, uint32_t level) /* enter the tree, with this neighbour as parent */
{
	t.parent = hop;
	t.level = level;
	t.asked = NO_HOP;
	t.told = 0;
	if (hop != NO_HOP)
		hops[hop].role = ROLE_PARENT;
	if (!t.was_in)
		offer_children();
	tell_places();
	tell_neighbours();
	t.was_in = 1;
	send_lost();
}

void
tree_begin(Item *setup)
{
	t.setup = setup;
	leave_out_others();
	expect_answers();
	enter_tree(NO_HOP, 0);
}

/* The neighbour in the tree that is nearest to node 0; NO_HOP if none is known. */
static uint32_t
nearest_neighbour(void)
{
	uint32_t best = NO_HOP, level = UNATTACHED;

	for (uint32_t i = 0; i < NHOPS; i++)
		if (hops[i].up && hops[i].level < level) {
			level = hops[i].level;
			best = i;
		}
	return best;
}

/* may_ask: 1 if this node may ask for a parent. If never in the tree, it waits for an offer. */
static int
may_ask(void)
{
	uint32_t out = timer_now() - t.since;

	return t.awake && !tree_has_this_node() && t.leaving == 0 && t.left_to == NO_HOP
		&& t.asked == NO_HOP && (t.was_in || out > 2 * BEAT_US);
}

static void
ask_for_place(void) /* ask a neighbour to be the parent */
{
	uint32_t hop = nearest_neighbour();
	Item *m;

	if (!may_ask() || hop == NO_HOP)
		return;
	t.asked = hop;
	m = hop_item(HOP_ASK, 0);
	m->part = t.setup == NULL;
	hop_put(hop, m);
}

/* ---- leaving the tree ---- */

/* All children have left: tell the parent, if it waits for this, or look for a new parent. */
static void
children_have_left(void)
{
	if (t.left_to != NO_HOP)
		hop_put(t.left_to, hop_item(HOP_LEFT, 0));
	t.left_to = NO_HOP;
	ask_for_place();
}

static void
leave_tree(void) /* drop all tasks; children have to leave first */
{
	t.level = UNATTACHED;
	t.parent = NO_HOP;
	t.since = timer_now();
	manager_drop_tasks();
	for (uint32_t i = 0; i < NHOPS; i++)
		if (hops[i].role == ROLE_CHILD) {
			hops[i].role = ROLE_LEAVING;
			hop_put(i, hop_item(HOP_LEAVE, 0));
			t.leaving++;
		}
	tell_neighbours();
	if (t.leaving == 0)
		children_have_left();
}

/* task_or_copy: the task, or a copy if the link's process may still be sending it. */
static Item *
task_or_copy(const Hop *h, Item *task)
{
	Item *copy;

	if (task != h->sending)
		return task;
	copy = item_copy(ITEM_TASK, task->data, task->nbytes);
	copy->task = task->task;
	copy->part = task->part;
	copy->count = task->count;
	copy->child = task->child;
	return copy;
}

/*
 * The function that the child was executing for the task, as far as it is known; FN_NONE if none.
 */
static uint32_t
known_function(const Hop *h, const Item *task, int is_first)
{
	for (uint32_t i = 0; i < NWORKERS; i++)
		if (h->running[i] && given_contains(task, h->running[i]->task, h->running[i]->part))
			return h->running[i]->count;
	return is_first && !h->has_children ? FN_COMPUTE : FN_NONE;
}

/* Keep a notice HOP_LOST for node 0: h is down; task: what `function` worked on, or NULL. */
static void
note_lost(const Hop *h, uint32_t function, const Item *task)
{
	Item *m = hop_item(HOP_LOST, sizeof node.tree.id);

	m->count = function << 16 | h->peer;
	*(uint32_t *)m->data = node.tree.id;
	if (task) {
		m->task = task->task;
		m->part = task->part;
	}
	m->next = t.lost;
	t.lost = m;
}

/* Place again a task that was lost with child h; 1 if `function` (not FN_NONE) worked on it. */
static int
handle_lost_task(const Hop *h, Item *task, uint32_t function)
{
	uint32_t losses = item_losses(task);

	if (function != FN_NONE) {
		note_lost(h, function, task);
		losses++;
	}
	item_set_hop(task, NO_HOP, losses | SUSPECT_FLAG);
	manager_place_again(task, function);
	return function != FN_NONE;
}

/*
 * remove_child: make a neighbour cease to be a child. Its tasks are placed again, or dropped if
 * this node leaves the tree. Returns how many functions the child is known to have been executing.
 */
static int
remove_child(Hop *h)
{
	Item *task;
	int leaving = h->role == ROLE_LEAVING, known = 0;

	h->role = ROLE_NONE;
	h->places = 0;
	h->queued = 0;
	for (int is_first = 1; (task = given_take_first(h)); is_first = 0) {
		if (leaving)
			item_free(task_or_copy(h, task));
		else
			known += handle_lost_task(h, task_or_copy(h, task),
				known_function(h, task, is_first));
	}
	for (uint32_t i = 0; i < NWORKERS; i++)
		tree_clear_running(h, i);
	if (leaving && --t.leaving == 0)
		children_have_left();
	return known;
}

void
tree_clear_running(Hop *h, uint32_t worker)
{
	if (h->running[worker])
		item_free(h->running[worker]);
	h->running[worker] = NULL;
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
	sem_signal(&tolerant_ready);
	sem_signal(&node.done);
}

int
tree_is_ending(void)
{
	return t.ending;
}

/* ---- links that go down ---- */

static void
handle_link_down(uint32_t hop) /* treat the neighbour at this link as lost */
{
	Hop *h = &hops[hop];
	HopRole role = h->role;
	int known = 0;

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
	if (role == ROLE_PARENT) {
		h->role = ROLE_NONE;
		leave_tree();
	} else if (role != ROLE_NONE) {
		known = remove_child(h);
	}
	if (known == 0)
		note_lost(h, FN_NONE, NULL);
	ask_for_place();
	send_lost();
}

static void
check_links(void) /* treat as lost each neighbour that is silent too long */
{
	uint32_t now = timer_now();

	for (uint32_t i = 0; i < NHOPS; i++) {
		Hop *h = &hops[i];

		if (!h->up)
			continue;
		if (timer_after(now, h->heard + SILENCE_US))
			handle_link_down(i);
		else if (!h->sending && !h->out.first && timer_after(now, h->sent + BEAT_US / 2))
			send_beat(i);
	}
	ask_for_place();
	if (!t.ending && getnodeid() != 0 && (tree_is_alone()
		|| (!tree_has_this_node() && timer_after(now, t.since + GIVE_UP_US))))
		tree_end();
}

/* ---- items ---- */

static void
take_offer(uint32_t hop, Item *m) /* accept or refuse a neighbour's offer to be its child */
{
	uint32_t level = m->part + 1;

	if (tree_has_this_node() || t.leaving > 0 || t.left_to != NO_HOP
		|| (t.asked != NO_HOP && t.asked != hop)) {
		hop_put(hop, hop_item(HOP_REFUSE, 0));
		item_free(m);
		return;
	}
	if (t.setup) {
		item_free(m);
		enter_tree(hop, level);
		return;
	}
	t.setup = m;
	node_setup(m, getnodeid());
	leave_out_others();
	node.tree.level = level;
	enter_tree(hop, level);
	sem_signal(&tolerant_ready);
}

/* take_ask: answer a neighbour that asks to become a child: offer it a place, or refuse. */
static void
take_ask(uint32_t hop, const Item *m)
{
	if (tree_has_this_node() && hops[hop].role == ROLE_NONE)
		send_offer(hop, m->part);
	else
		hop_put(hop, hop_item(HOP_REFUSE, 0));
}

/* take_refuse: note that a neighbour has refused the offer, or the request. */
static void
take_refuse(uint32_t hop)
{
	Hop *h = &hops[hop];

	if (h->role == ROLE_CHILD)
		h->role = ROLE_NONE;
	if (t.asked != hop)
		return;
	t.asked = NO_HOP;
	h->level = UNATTACHED; /* until the neighbour tells its level */
	ask_for_place();
}

/* take_leave: leave the tree because the parent says so. */
static void
take_leave(uint32_t hop)
{
	if (hops[hop].role != ROLE_PARENT) { /* this node has left the tree already */
		hop_put(hop, hop_item(HOP_LEFT, 0));
		return;
	}
	hops[hop].role = ROLE_NONE;
	t.left_to = hop;
	leave_tree();
}

static void
take_places(Hop *h, const Item *m) /* store the number of places that the child reports */
{
	if (h->role != ROLE_CHILD)
		return;
	h->places = m->count;
	h->has_children = m->part;
}

void
tree_handle_item(Item *m)
{
	uint32_t hop = item_hop(m);

	if (m->kind == HOP_TICK) {
		m->count = 0;
		check_links();
		tell_places();
		return;
	}
	if (!t.awake)
		expect_answers();
	if (!hops[hop].up) {
		item_free(m);
		return;
	}
	switch (m->kind) {
	case HOP_OFFER: take_offer(hop, m); return;
	case HOP_LOST:
		if (m->count >> 16 != FN_NONE)
			given_count_loss(&hops[hop], m->task, m->part);
		m->next = t.lost;
		t.lost = m;
		send_lost();
		return;
	case HOP_BEAT:
		hops[hop].level = m->part;
		ask_for_place();
		break;
	case HOP_ASK: take_ask(hop, m); break;
	case HOP_REFUSE: take_refuse(hop); break;
	case HOP_LEAVE: take_leave(hop); break;
	case HOP_LEFT:
		if (hops[hop].role == ROLE_LEAVING)
			remove_child(&hops[hop]);
		break;
	case ITEM_PLACES: take_places(&hops[hop], m); break;
	}
	item_free(m);
	tell_places();
}
