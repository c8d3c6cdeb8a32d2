/*
 * sure.c - finds points at which no schedule makes an event's value false.
 *
 * The conditions of points.c allow schedules in which the value has changed when P is at the point:
 * a process takes a branch past the receive at which it should wait, or an older message ends its
 * wait. Therefore this file explores all schedules of the processes involved, for one event after
 * the other. Only one property of the value matters: whether a process knows the present value
 * (FRESH), an old value (STALE) or no value. A change makes all fresh knowledge stale, also the
 * knowledge in messages; every message carries its sender's knowledge. A point is sure if P is
 * never there with stale knowledge.
 *
 * The number of states is finite because a channel with too many messages is replaced by one that
 * may contain anything. First only P, the event's process and those between them are explored, and
 * others are assumed to send and receive whenever that helps. If that is not enough, all processes
 * are explored. Both approximations only add schedules, so a point found to be sure is sure.
 *
 * Messages from one process to another arrive in the order of sending on each channel, or in any
 * order if it is unordered; in a file with comm lines, a receive takes any message whose send a
 * line joins to the receive.
 */
#include "points.h"

#include "base/list.h"
#include "base/table.h"

#include <stdlib.h>
#include <string.h>

enum {
	MAX_STATES = 1 << 19, /* the most states to explore */
	MAX_MEMBERS = 16, /* the most processes whose steps are explored */
	MAX_QUEUE = 6,    /* messages in a channel, in the order of sending */
	MAX_LINES = 3,    /* messages in a channel of a file with comm lines, each with its send */
	ITEM_BITS = 16,   /* bits of a message in a channel: its send and Knowledge */
	COUNT_SHIFT = 48, /* position, in the word of a channel, of the number of messages */
};

/* What a process or message knows of the event's value: nothing, an old value, the present one. */
typedef enum Knowledge { KNOWS_NOTHING, STALE, FRESH } Knowledge;

/* A channel with too many messages: it may contain anything. */
static const uint64_t ANYTHING = (uint64_t)0xFFFF << COUNT_SHIFT;

/* States in the order in which they were found; each has `width` words. */
typedef struct States {
	uint64_t *word; /* [n * width] */
	uint32_t width, n;
	Table known;    /* the states by hashes of their words */
} States;

/* The exploration of all schedules for one event. */
typedef struct ScheduleSearch {
	const Dcfg *d;
	const LocalEvent *event;
	uint32_t recogniser; /* process P */
	uint32_t member[MAX_MEMBERS], nmembers; /* processes whose steps are explored */
	uint32_t *place;  /* [processes] the process's index in `member`, or NONE */
	/* [nodes] of a send or receive: index of the word in a state with its messages, or NONE */
	uint32_t *queue;
	/* [nodes of P] the node is a queried point, or a queried point can be reached from it */
	const bool *ahead;
	/* [nodes of P] in some state, P is at the node and knows only an old value of the event */
	bool *stale;
	bool *change;     /* [nodes of the event's process] the node may change the event's value */
	States states;
	uint64_t *next;   /* the state being composed */
	bool too_many_states;        /* there are more than MAX_STATES states */
} ScheduleSearch;

/* member_node: the node that a member executed last, plus one, from its word of the state. */
static uint32_t
member_node(uint64_t word)
{
	return word >> 2;
}

/* member_knowledge: what a member knows of the event, from its word of a state. */
static Knowledge
member_knowledge(uint64_t word)
{
	return word & 3;
}

/* message_count: the number of messages in the word of a channel. */
static uint32_t
message_count(uint64_t channel)
{
	return channel >> COUNT_SHIFT;
}

/* state_at: the words of state i. */
static uint64_t *
state_at(const States *s, uint32_t i)
{
	return s->word + (size_t)i * s->width;
}

/* add_state: add a state if it is new. */
static void
add_state(States *s, const uint64_t *state)
{
	uint64_t key = table_hash(state, s->width * sizeof *state);

	for (const TableSlot *i = table_find(&s->known, key); i; i = table_next(&s->known, i))
		if (memcmp(state_at(s, i->number), state, s->width * sizeof *state) == 0)
			return;
	table_put(&s->known, key, s->n);
	s->word = list_more(s->word, s->n, s->width * sizeof *state);
	memcpy(state_at(s, s->n++), state, s->width * sizeof *state);
}

/* item_bits: the number of bits that a message takes in the word of a channel. */
static uint32_t
item_bits(const ScheduleSearch *s)
{
	return s->d->has_comm_lines ? ITEM_BITS : 2;
}

/*
 * check_state: add the composed state if it is new; if P knows only an old value in this state,
 * note the node at which P is.
 */
static void
check_state(ScheduleSearch *s)
{
	uint64_t word = s->next[s->place[s->recogniser]];
	uint32_t node = member_node(word);

	if (node) {
		uint32_t i = node - 1 - s->d->range[s->recogniser].start;

		if (!s->ahead[i])
			return;
		s->stale[i] |= member_knowledge(word) == STALE;
	}
	if (s->states.n < MAX_STATES)
		add_state(&s->states, s->next);
	else
		s->too_many_states = true;
}

/*
 * make_stale: change the event's value in the composed state: all fresh knowledge becomes stale.
 */
static void
make_stale(ScheduleSearch *s)
{
	uint32_t bits = item_bits(s);

	for (uint32_t i = 0; i < s->nmembers; i++)
		if (member_knowledge(s->next[i]) == FRESH)
			s->next[i] += STALE - FRESH;
	for (uint32_t i = s->nmembers; i < s->states.width; i++) {
		uint64_t *channel = &s->next[i];

		for (uint32_t k = 0; *channel != ANYTHING && k < message_count(*channel); k++)
			if ((*channel >> k * bits & 3) == FRESH)
				*channel -= (uint64_t)(FRESH - STALE) << k * bits;
	}
}

/*
 * move_member: move member m to the node in the composed state; if the event's value may change
 * there, make it change.
 */
static void
move_member(ScheduleSearch *s, uint32_t m, uint32_t node)
{
	const DcfgProcess *q = &s->d->range[s->event->process];

	s->next[m] = (uint64_t)(node + 1) << 2 | member_knowledge(s->next[m]);
	if (s->member[m] == s->event->process && s->change[node - q->start])
		make_stale(s);
}

/*
 * carried_knowledge: the knowledge of the event in a message that member m sends; messages of P
 * need not carry any.
 */
static Knowledge
carried_knowledge(const ScheduleSearch *s, uint32_t m)
{
	if (s->member[m] == s->event->process)
		return FRESH;
	return s->member[m] == s->recogniser ? KNOWS_NOTHING : member_knowledge(s->next[m]);
}

/*
 * push_message: append a message of the send, with its knowledge, to the channel; if there are too
 * many, its contents become unknown (ANYTHING).
 */
static void
push_message(const ScheduleSearch *s, uint64_t *channel, uint32_t send, Knowledge k)
{
	uint32_t n = message_count(*channel), limit = s->d->has_comm_lines ? MAX_LINES : MAX_QUEUE;
	uint64_t item = k;

	if (s->d->has_comm_lines)
		item |= (uint64_t)(send - s->d->range[s->d->node[send].process].start) << 2;
	if (*channel == ANYTHING || n == limit || item >> ITEM_BITS) {
		*channel = ANYTHING;
		return;
	}
	*channel |= item << n * item_bits(s);
	*channel += (uint64_t)1 << COUNT_SHIFT;
}

/* pull_message: remove and return the k-th message. */
static uint64_t
pull_message(const ScheduleSearch *s, uint64_t *channel, uint32_t k)
{
	uint32_t bits = item_bits(s);
	uint64_t items = *channel & (((uint64_t)1 << COUNT_SHIFT) - 1);
	uint64_t low = items & (((uint64_t)1 << k * bits) - 1);
	uint64_t item = items >> k * bits & (((uint64_t)1 << bits) - 1);
	uint64_t high = items >> (k + 1) * bits << k * bits;

	*channel = (uint64_t)(message_count(*channel) - 1) << COUNT_SHIFT | high | low;
	return item;
}

/* learn_value: let member m learn of the event what the knowledge in a message says. */
static void
learn_value(ScheduleSearch *s, uint32_t m, Knowledge k)
{
	if (k > member_knowledge(s->next[m]))
		s->next[m] = (s->next[m] & ~(uint64_t)3) | k;
}

/* are_joined: true if an edge leads from the send to the receive. */
static bool
are_joined(const Dcfg *d, uint32_t send, uint32_t recv)
{
	for (uint32_t e = d->comm.first[send]; e < d->comm.first[send + 1]; e++)
		if (d->comm.to[e] == recv)
			return true;
	return false;
}

/* does_fit: true if the receive can take the queued message, which comes from member `from`. */
static bool
does_fit(const ScheduleSearch *s, uint64_t item, uint32_t from, uint32_t recv)
{
	return !s->d->has_comm_lines
		|| are_joined(s->d, s->d->range[s->member[from]].start + (item >> 2), recv);
}

/* receive_message: let member m receive: each message that it can take gives a new state. */
static void
receive_message(ScheduleSearch *s, const uint64_t *state, uint32_t m, uint32_t node, uint32_t from)
{
	uint64_t channel = state[s->queue[node]];
	uint32_t n = channel == ANYTHING ? FRESH + 1 : message_count(channel);
	bool any = s->d->has_comm_lines || s->d->unordered[s->d->node[node].channel];

	if (!any && channel != ANYTHING && n > 1)
		n = 1;
	for (uint32_t k = 0; k < n; k++) {
		uint64_t item = k;

		memcpy(s->next, state, s->states.width * sizeof *state);
		if (channel != ANYTHING) {
			item = pull_message(s, &s->next[s->queue[node]], k);
			if (!does_fit(s, item, from, node))
				continue;
		}
		learn_value(s, m, item & 3);
		move_member(s, m, node);
		check_state(s);
	}
}

/* step_member: add the states that follow when member m executes `node`. */
static void
step_member(ScheduleSearch *s, const uint64_t *state, uint32_t m, uint32_t node)
{
	const DcfgNode *x = &s->d->node[node];
	uint32_t peer = x->kind == DCFG_COMP ? NONE : s->place[x->peer];

	if (peer != NONE && x->kind == DCFG_RECV) {
		if (s->queue[node] != NONE)
			receive_message(s, state, m, node, peer);
		return; /* otherwise none is ever sent */
	}
	memcpy(s->next, state, s->states.width * sizeof *state);
	move_member(s, m, node);
	if (peer != NONE)
		push_message(s, &s->next[s->queue[node]], node, carried_knowledge(s, m));
	check_state(s);
}

/*
 * step_all: add the states that follow when one member, any of them, executes one of its next
 * nodes.
 */
static void
step_all(ScheduleSearch *s, const uint64_t *state)
{
	const Graph *g = &s->d->flow;

	for (uint32_t m = 0; m < s->nmembers; m++) {
		uint32_t node = member_node(state[m]);

		if (node == 0)
			step_member(s, state, m, s->d->range[s->member[m]].start);
		for (uint32_t e = node ? g->first[node - 1] : 0; node && e < g->first[node]; e++)
			step_member(s, state, m, g->to[e]);
	}
}

/*
 * find_queue: the word that was assigned to the first send with these ends and this channel, among
 * the nodes before `before`; NONE if there is no such send.
 */
static uint32_t
find_queue(const ScheduleSearch *s, uint32_t from, uint32_t to, uint32_t channel, uint32_t before)
{
	const DcfgProcess *p = &s->d->range[from];

	for (uint32_t v = p->start; v <= p->stop && v < before; v++) {
		const DcfgNode *x = &s->d->node[v];

		if (x->kind == DCFG_SEND && x->peer == to
			&& (s->d->has_comm_lines || x->channel == channel))
			return s->queue[v];
	}
	return NONE;
}

/*
 * make_queues: assign a word of the state to each channel from one member to another.
 */
static void
make_queues(ScheduleSearch *s)
{
	s->states.width = s->nmembers;
	for (uint32_t v = 0; v < s->d->name.n; v++) {
		const DcfgNode *x = &s->d->node[v];

		s->queue[v] = NONE;
		if (x->kind != DCFG_SEND || s->place[x->process] == NONE
			|| s->place[x->peer] == NONE)
			continue;
		s->queue[v] = find_queue(s, x->process, x->peer, x->channel, v);
		if (s->queue[v] == NONE)
			s->queue[v] = s->states.width++;
	}
	for (uint32_t v = 0; v < s->d->name.n; v++) {
		const DcfgNode *x = &s->d->node[v];

		if (x->kind == DCFG_RECV && s->place[x->process] != NONE)
			s->queue[v] = find_queue(s, x->peer, x->process, x->channel, NONE);
	}
}

/*
 * explore_schedules: find all states that the members can reach, in any order of their steps; false
 * if there are too many.
 */
static bool
explore_schedules(ScheduleSearch *s)
{
	const DcfgProcess *at = &s->d->range[s->recogniser];
	uint64_t *state;

	make_queues(s);
	s->too_many_states = false;
	s->next = xcalloc(s->states.width, sizeof *s->next);
	state = xcalloc(s->states.width, sizeof *state);
	memset(s->stale, 0, (at->stop - at->start + 1) * sizeof *s->stale);
	check_state(s);
	for (uint32_t i = 0; i < s->states.n && !s->too_many_states; i++) {
		memcpy(state, state_at(&s->states, i), s->states.width * sizeof *state);
		step_all(s, state);
	}
	free(state);
	free(s->next);
	free(s->states.word);
	table_free(&s->states.known);
	s->states = (States){0};
	return !s->too_many_states;
}

/*
 * add_member: make the process a member: a process whose steps are explored. false if there are too
 * many members.
 */
static bool
add_member(ScheduleSearch *s, uint32_t process)
{
	if (s->place[process] != NONE)
		return true;
	if (s->nmembers == MAX_MEMBERS)
		return false;
	s->place[process] = s->nmembers;
	s->member[s->nmembers++] = process;
	return true;
}

/* can_know: true if a receive of the process can tell it of the event. */
static bool
can_know(const ScheduleSearch *s, const Relations *r, uint32_t process)
{
	for (uint32_t v = s->d->range[process].start; v <= s->d->range[process].stop; v++)
		if (s->d->node[v].kind == DCFG_RECV
			&& relation_intersects(&r->pre, v, s->event->process))
			return true;
	return false;
}

/*
 * choose_concerned: choose the members: P, the event's process, and the processes through which the
 * value can pass between the two. false if there are too many.
 */
static bool
choose_concerned(ScheduleSearch *s, const Relations *r, Arena *a)
{
	const DcfgProcess *p = &s->d->range[s->recogniser];
	uint32_t *list = arena_alloc(a, s->d->name.n, sizeof *list);
	const NodeSet *heard = NULL;
	uint32_t n;

	add_member(s, s->recogniser);
	add_member(s, s->event->process);
	for (uint32_t v = p->start; v <= p->stop; v++)
		if (s->d->node[v].kind == DCFG_RECV)
			heard = nodeset_union(a, heard, r->pre.set[v]);
	n = nodeset_list(heard, list);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t process = s->d->node[r->pre.node[list[i]]].process;

		if (s->place[process] == NONE && can_know(s, r, process) && !add_member(s, process))
			return false;
	}
	return true;
}

/* is_any_stale: true if P could know an old value at a queried point. */
static bool
is_any_stale(const ScheduleSearch *s, const bool *asked, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (asked[i] && s->stale[i])
			return true;
	return false;
}

/* choose_all: choose all processes as members; false if there are too many. */
static bool
choose_all(ScheduleSearch *s)
{
	for (uint32_t i = 0; i < s->d->process.n; i++)
		if (!add_member(s, i))
			return false;
	return true;
}

/*
 * find_stale: explore the states of the processes through which the value can pass, then of all
 * processes if necessary; false if there are too many states for a result.
 */
static bool
find_stale(ScheduleSearch *s, const Relations *r, const bool *asked, uint32_t n, Arena *a)
{
	bool explored = choose_concerned(s, r, a) && explore_schedules(s);
	uint32_t before = s->nmembers;
	bool *stale = s->stale;

	if (explored && !is_any_stale(s, asked, n))
		return true;
	s->stale = arena_alloc(a, n, sizeof *s->stale);
	if (choose_all(s) && s->nmembers > before && explore_schedules(s))
		return true;
	s->stale = stale;
	return explored;
}

/* keep_sure: remove from `sure` the points at which the event's value may be stale. */
static void
keep_sure(const Dcfg *d, const Relations *r, const Query *q, const LocalEvent *e, const bool *asked,
	const bool *ahead, bool *sure)
{
	uint32_t n = d->range[q->process].stop - d->range[q->process].start + 1;
	const DcfgProcess *own = &d->range[e->process];
	Arena a = {0};
	ScheduleSearch s = {.d = d, .event = e, .recogniser = q->process, .ahead = ahead};
	bool explored;

	s.place = arena_alloc(&a, d->process.n, sizeof *s.place);
	memset(s.place, 0xFF, d->process.n * sizeof *s.place); /* NONE */
	s.queue = arena_alloc(&a, d->name.n, sizeof *s.queue);
	s.stale = arena_alloc(&a, n, sizeof *s.stale);
	s.change = arena_alloc(&a, own->stop - own->start + 1, sizeof *s.change);
	for (uint32_t i = 0; i < e->n; i++)
		s.change[e->change[i] - own->start] = true;
	explored = find_stale(&s, r, asked, n, &a);
	for (uint32_t i = 0; i < n; i++)
		sure[i] &= explored && !s.stale[i];
	arena_free(&a);
}

/* points_ahead: [nodes of P] true for queried points, and nodes from which one can be reached. */
static bool *
points_ahead(const Dcfg *d, const DcfgProcess *at, const bool *asked, Arena *a)
{
	uint32_t n = at->stop - at->start + 1;
	bool *ahead = arena_alloc(a, n, sizeof *ahead);
	Walk back = walk_new(a, &d->back);

	for (uint32_t i = 0; i < n; i++) {
		uint32_t met = asked[i] && !ahead[i] ? walk_from(&back, at->start + i, NONE, NONE)
			: 0;

		ahead[i] |= asked[i];
		for (uint32_t k = 0; k < met; k++)
			ahead[back.queue[k] - at->start] = true;
	}
	return ahead;
}

void
points_remove_unsure(const Dcfg *d, const Relations *r, const Query *q, Points *points)
{
	const DcfgProcess *at = &d->range[q->process];
	uint32_t n = at->stop - at->start + 1;
	Arena a = {0};
	bool *asked = arena_alloc(&a, n, sizeof *asked), *sure = arena_alloc(&a, n, sizeof *sure);
	bool *ahead;

	for (uint32_t i = 0; i < n; i++)
		sure[i] = asked[i] = points->valid[DEP][i] || points->valid[GDEP][i];
	ahead = points_ahead(d, at, asked, &a);
	for (uint32_t i = 0; i < q->n && ahead[0]; i++)
		if (d->local_event[q->event[i]].process != q->process)
			keep_sure(d, r, q, &d->local_event[q->event[i]], asked, ahead, sure);
	for (int mode = 0; mode < NPOINT_MODES; mode++) {
		points->unsure[mode] = arena_alloc(d->arena, n, sizeof(bool));
		for (uint32_t i = 0; i < n && mode != MONO; i++) {
			points->unsure[mode][i] = points->valid[mode][i] && !sure[i];
			points->valid[mode][i] &= sure[i];
		}
	}
	arena_free(&a);
}
