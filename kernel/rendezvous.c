/*
 * rendezvous.c - messages and the processes that wait for them, by (event, type).
 *
 * A receiver checks, in this order, the messages of the buffer daemon, the waiting senders of this
 * node, and the messages stuck in the links; then it waits. Waiting processes are listed by event,
 * high priority first, otherwise first come first served.
 *
 * Source: trollius.md, sections 3, 4 and 6.
 */
#include "node.h"

static Waiter *lists[NWAITS][NBUCKETS]; /* a list of senders is NBUCKETS behind that of receivers */
static Pool pool = {sizeof(Waiter), NULL};

static bool
types_match(uint32_t a, uint32_t b) /* true if a type is 0 (any), or both have a bit in common */
{
	return a == 0 || b == 0 || (a & b);
}

static inline Waiter **
waiter_list_of(int kind, int32_t event) /* the list of the event's waiters of a kind */
{
	return &lists[kind][(uint32_t)event % NBUCKETS];
}

static uint32_t
is_low(const Waiter *w) /* 1 if the waiter's process has low priority */
{
	return w->call->wdesc & PRIORITY_LOW;
}

/* ---- lists ---- */

/* insert_waiter: insert w at *at, before the waiters of lower priority. */
static inline void
insert_waiter(Waiter *w, Waiter **at)
{
	while (*at && is_low(*at) <= is_low(w))
		at = &(*at)->next;
	w->next = *at;
	*at = w;
}

void
waiter_requeue(Waiter *w)
{
	Waiter **list = waiter_list_of(w->kind, w->event);

	w->next = *list;
	*list = w;
}

/* find_in_list: remove and return the list's first waiter for (event, type); NULL: there is none */
static inline __attribute__((always_inline)) Waiter *
find_in_list(Waiter **list, int32_t event, uint32_t type)
{
	Waiter *w = *list;

	while (w && (w->event != event || !types_match(w->type, type))) {
		list = &w->next;
		w = *list;
	}
	if (w)
		*list = w->next;
	return w;
}

Waiter *
waiter_find(int kind, int32_t event, uint32_t type)
{
	return find_in_list(waiter_list_of(kind, event), event, type);
}

void
waiter_discard(Waiter *w)
{
	pool_put(&pool, w);
}

/* finish_waiter: answer and free the waiter, as waiter_done, inline. */
static inline __attribute__((always_inline)) void
finish_waiter(Waiter *w, int32_t result)
{
	Process *p = w->process;
	KCall *c = w->call;

	stamp_take(p, c, &w->stamp, result);
	if (w->kind == WAIT_RECEIVE)
		stamp_input(p, c, w->m, w->room, result);
	pool_put(&pool, w);
	call_finish(p, c, result);
}

void
waiter_done(Waiter *w, int32_t result)
{
	finish_waiter(w, result);
}

/* each_waiter: remove each waiter w for which choose(w, key) is true, and call act(w). */
static void
each_waiter(bool (*choose)(const Waiter *, uint32_t), uint32_t key, void (*act)(Waiter *))
{
	Waiter *chosen = NULL, *w;

	for (int i = 0; i < NWAITS * NBUCKETS; i++)
		for (Waiter **at = &lists[0][0] + i; (w = *at);) {
			if (!choose(w, key)) {
				at = &w->next;
				continue;
			}
			*at = w->next;
			w->next = chosen;
			chosen = w;
		}
	while ((w = chosen)) {
		chosen = w->next;
		act(w);
	}
}

static bool
is_of_process(const Waiter *w, uint32_t process) /* true if w is the process's */
{
	return (uint32_t)w->process == process;
}

/* interrupt_waiter: let the call return KE_INTR; its Nmsg is unchanged, for a repetition. */
static void
interrupt_waiter(Waiter *w)
{
	if (w->kind == WAIT_RECEIVE)
		w->m->nh_length = w->room;
	w->call->state |= KCALL_INTERRUPTED;
	waiter_done(w, KE_INTR);
}

void
waiters_end(Process *p)
{
	each_waiter(is_of_process, (uint32_t)p, waiter_discard);
}

void
waiters_signal(Process *p)
{
	each_waiter(is_of_process, (uint32_t)p, interrupt_waiter);
}

const Waiter *
waiter_of(const Process *p)
{
	for (int i = 0; i < NWAITS * NBUCKETS; i++)
		for (const Waiter *w = lists[0][i]; w; w = w->next)
			if (w->process == p)
				return w;
	return NULL;
}

static bool
is_late(const Waiter *w, uint32_t now) /* true if w's time limit has passed */
{
	return w->kind == WAIT_RECEIVE && w->timed && timer_after(now, w->deadline);
}

static void
expire_waiter(Waiter *w) /* let the call return KE_TIMEOUT */
{
	stamp_missed(w->process, w->call);
	waiter_done(w, KE_TIMEOUT);
}

bool
waiters_expire(uint32_t now)
{
	each_waiter(is_late, now, expire_waiter);
	for (int i = 0; i < NBUCKETS; i++)
		for (const Waiter *w = lists[WAIT_RECEIVE][i]; w; w = w->next)
			if (w->timed)
				return true;
	return false;
}

static inline __attribute__((always_inline)) Waiter *
waiter_new(int kind, Process *p, KCall *c, Nmsg *m, int32_t event)
{
	Waiter *w = pool_take(&pool);

	if (!w)
		return NULL;
	c->state = KCALL_WAITS;
	w->kind = kind;
	w->process = p;
	w->call = c;
	w->m = m;
	w->event = event;
	w->type = m->nh_type;
	if (kind == WAIT_RECEIVE) {
		w->room = m->nh_length;
		w->timed = false;
	}
	w->stamp = (Stamp){};
	return w;
}

/* ---- data for a receiver ---- */

static void
fill_header(Nmsg *m, const Letter *l) /* set all fields of m but the body */
{
	m->nh_node = l->from;
	m->nh_type = l->type;
	m->nh_length = l->total;
	m->nh_flags = l->flags & (NH_HAS_DATA | NH_SYSTEM | PACKET_VALUE);
	if (l->flags & PACKET_DATA)
		memcpy(m->nh_data, l->data, sizeof m->nh_data);
}

void
waiter_greet(Waiter *w, const Letter *l)
{
	fill_header(w->m, l);
	w->stamp = l->stamp;
}

/* fill_from: as fill_header, from a sender's Nmsg on this node. */
static inline void
fill_from(Nmsg *m, const Nmsg *from)
{
	uint32_t flags = from->nh_flags;

	m->nh_node = node_self();
	m->nh_type = from->nh_type;
	m->nh_length = from->nh_length;
	m->nh_flags = flags & (NH_HAS_DATA | NH_SYSTEM | PACKET_VALUE);
	if (flags & NH_HAS_DATA)
		memcpy(m->nh_data, from->nh_data, sizeof m->nh_data);
}

/* copy_body: copy n bytes; returns 0, or KE_TRUNC if they exceed the room. */
static inline int
copy_body(void *to, uint32_t room, const void *body, uint32_t n)
{
	if (n == 0)
		return 0;
	if (n > room) {
		memcpy(to, body, room);
		return KE_TRUNC;
	}
	memcpy(to, body, n);
	return 0;
}

/* hand_over: deliver a sender's message directly. Returns 0 or KE_TRUNC. */
static int
hand_over(Nmsg *m, uint32_t room, const Nmsg *from)
{
	fill_from(m, from);
	return copy_body(m->nh_msg, room, from->nh_msg, from->nh_length);
}

/* ---- sending ---- */

/* hold_message: copy the message, so that the sender can continue; false if there is no room. */
static bool
hold_message(const Nmsg *m, Stamp stamp)
{
	Letter l = {node_self(), m->nh_event, m->nh_type, m->nh_flags, m->nh_length, m->nh_data,
		stamp};
	Held *h = held_new(&l, server_for(l.event));

	if (!h)
		return false;
	if (l.total > 0)
		memcpy(h->body, m->nh_msg, l.total);
	if (!server_for(l.event))
		held_add(h);
	held_complete(h);
	return true;
}

/* may_hold: true if the buffer daemon may hold the message: it is a user's and `how` permits it. */
static bool
may_hold(const Nmsg *m, uint32_t how)
{
	return !(how & HOW_LOCAL) && !(m->nh_flags & NH_NOBUF);
}

/*
 * send_here: send to a process of this node: to a waiting receiver, a server, or the buffer daemon;
 * otherwise wait.
 */
static inline __attribute__((always_inline)) int
send_here(Process *p, KCall *c, Nmsg *m, uint32_t how)
{
	Stamp stamp = stamp_next(m, how);
	int32_t event = m->nh_event;
	Waiter **list = waiter_list_of(WAIT_RECEIVE, event), *w;

	if (server_for(event))
		return how & HOW_PROBE ? KE_AGAIN : hold_message(m, stamp) ? 0 : KE_NOMEM;
	w = find_in_list(list, event, m->nh_type);
	if (w) {
		w->stamp = stamp;
		finish_waiter(w, hand_over(w->m, w->room, m));
		return 0;
	}
	if (how != HOW_LOCAL) {
		if (how & HOW_PROBE)
			return KE_AGAIN;
		if (may_hold(m, how) && hold_message(m, stamp))
			return 0;
		if (how & HOW_TRY)
			return KE_AGAIN;
	}
	w = waiter_new(WAIT_SEND, p, c, m, event);
	if (!w)
		return KE_NOMEM;
	w->stamp = stamp;
	insert_waiter(w, list + NBUCKETS);
	return CALL_WAITS;
}

/*
 * send_away: send to another node over a link; the caller waits until the message has left its
 * memory.
 */
static int
send_away(Process *p, KCall *c, Nmsg *m, uint16_t to, int link, Stamp stamp)
{
	Sending *s = sending_new(to, m->nh_event, m->nh_type, m->nh_flags, m->nh_length);

	if (!s)
		return KE_NOMEM;
	if (m->nh_flags & NH_HAS_DATA)
		memcpy(s->data, m->nh_data, sizeof s->data);
	c->state = KCALL_WAITS;
	s->body = m->nh_msg;
	s->process = p;
	s->call = c;
	s->h.flags |= stamp_flags(stamp);
	link_send(&links[link], s);
	return CALL_WAITS;
}

/* send_link: make a datalink call: to a neighbour over nh_link. */
static int
send_link(Process *p, KCall *c, Nmsg *m)
{
	if (m->nh_link >= NLINKS || m->nh_length > MAX_PACKET)
		return KE_INVAL;
	if (!links[m->nh_link].open)
		return KE_NONODE;
	return send_away(p, c, m, link_peer(m->nh_link), m->nh_link, (Stamp){});
}

/* is_here: true if the message is for a process of this node. */
static inline bool
is_here(const Nmsg *m, uint32_t how)
{
	if (how & HOW_LOCAL)
		return true;
	if (how & HOW_LINK)
		return m->nh_link == NH_LINK_LOCAL;
	return m->nh_node == NODE_LOCAL || m->nh_node == node_self();
}

/* send_far: send to another node over the link of its route. */
static int
send_far(Process *p, KCall *c, Nmsg *m, uint32_t how)
{
	uint16_t to = m->nh_node;
	int link;

	if (how & HOW_LINK)
		return send_link(p, c, m);
	link = route_link(to, node_self(), -1);
	if (link < 0 || !links[link].open)
		return KE_NONODE;
	return send_away(p, c, m, to, link, stamp_next(m, how));
}

int32_t
message_send(Process *p, KCall *c)
{
	Nmsg *m = (Nmsg *)c->argument[0];
	uint32_t how = c->argument[1];
	int result = is_here(m, how) ? send_here(p, c, m, how) : send_far(p, c, m, how);

	if (result >= 0 || result == CALL_WAITS)
		stamp_sent(c, m, how);
	return result;
}

/* ---- receiving ---- */

/* receive_held: receive a message that the buffer daemon holds. */
static int
receive_held(Process *p, KCall *c, Nmsg *m, uint32_t how, Held *h)
{
	uint32_t room;
	int result;

	if (how & HOW_PROBE) {
		fill_header(m, &h->letter);
		stamp_seen(p, c, &h->letter.stamp);
		return 0;
	}
	if (h->complete) {
		held_unlink(h);
		room = m->nh_length;
		fill_header(m, &h->letter);
		result = copy_body(m->nh_msg, room, h->body, h->letter.total);
		stamp_take(p, c, &h->letter.stamp, result);
		stamp_input(p, c, m, room, result);
		held_free(h);
		return result;
	}
	if (how & HOW_TRY) {
		stamp_missed(p, c);
		return KE_AGAIN;
	}
	h->bound = waiter_new(WAIT_RECEIVE, p, c, m, m->nh_event);
	return h->bound ? CALL_WAITS : KE_NOMEM;
}

/* receive_local: receive from w, a waiting sender on this node. */
static int
receive_local(Process *p, KCall *c, Nmsg *m, uint32_t how, Waiter *w)
{
	int result;

	if (how & HOW_PROBE) {
		waiter_requeue(w);
		fill_from(m, w->m);
		stamp_seen(p, c, &w->stamp);
		return 0;
	}
	result = hand_over(m, m->nh_length, w->m);
	stamp_take(p, c, &w->stamp, result);
	finish_waiter(w, 0);
	return result;
}

int32_t
message_receive(Process *p, KCall *c)
{
	Nmsg *m = (Nmsg *)c->argument[0];
	uint32_t how = c->argument[1];
	int32_t event = m->nh_event;
	Held *h = held_find(event, m->nh_type);
	Waiter **list = waiter_list_of(WAIT_RECEIVE, event), *w;

	if (h)
		return receive_held(p, c, m, how, h);
	w = find_in_list(list + NBUCKETS, event, m->nh_type);
	if (w)
		return receive_local(p, c, m, how, w);
	if (how & (HOW_TRY | HOW_PROBE)) {
		if (!links_stuck(event, m->nh_type)) {
			stamp_missed(p, c);
			return KE_AGAIN;
		}
		if (how & HOW_PROBE) {
			stamp_seen(p, c, &(Stamp){});
			return 0;
		}
	}
	w = waiter_new(WAIT_RECEIVE, p, c, m, event);
	if (!w)
		return KE_NOMEM;
	insert_waiter(w, list);
	if (how & HOW_UNTIL) {
		w->timed = true;
		w->deadline = c->argument[2];
		clock_need();
	}
	if (links_stuck(event, m->nh_type))
		links_retry();
	return CALL_WAITS;
}
