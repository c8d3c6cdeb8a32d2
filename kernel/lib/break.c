/*
 * break.c - message calls of programs that are instrumented for breakpoints that span nodes.
 *
 * The value of a local event that travels with a message is a word:
 *
 * 	bits 19 to 31   number of the local event; NO_EVENT: no value
 * 	bits 1 to 18    how often the value has changed: the greater is the newer
 * 	bit 0           the value
 *
 * If each message of an event carries at most one value, of the first MAX_IN_HEADER local events,
 * its low 24 bits are in the flags of the header; otherwise the words are in front of the body, and
 * how many these are depends only on the message's event. A message that the automaton of the
 * process lacks, such as one to a node without a program, leaves its state.
 */
#include "lib.h"

#include <break.h>
#include <stdlib.h>
#include <string.h>

enum {
	VALUE_BITS = 19,
	VALUE = (1 << VALUE_BITS) - 1,
	NEWEST = VALUE - 1, /* after as many changes, the value remains 0 */
	NO_EVENT = 0xFF,
	HEADER_FLAGS = (1 << PACKET_VALUE_SHIFT) - 1, /* the flags without a value */
};

uint32_t __break_hits;

static uint32_t known[NO_EVENT]; /* values with the numbers of their changes */
/* the first step of the present state; of lost, after a message that cannot occur */
static const BreakStep *state;
static const BreakStep lost = {BREAK_LAST, 0, &lost, NULL};
static const BreakProcess *process;
static uint32_t *block; /* block_bytes: the body of a message with the words in front */
static uint32_t block_bytes;

/* begin: before main */
static void __attribute__((constructor))
begin(void)
{
	process = __break_process[getnodeid()];
	state = process ? process->start : &lost;
}

/* ---- local events ---- */

static void
evaluate(uint32_t event)
{
	uint32_t value = process->value[event]() != 0;

	if (value != (known[event] & 1))
		known[event] = known[event] < NEWEST - 1 ? known[event] + 1 : NEWEST;
}

static void
evaluate_all(BreakList events)
{
	for (uint32_t i = 1; events && i <= events[0]; i++)
		evaluate(events[i]);
}

static uint32_t
word_of(uint32_t event)
{
	return event << VALUE_BITS | known[event];
}

static void
learn(uint32_t word)
{
	uint32_t event = word >> VALUE_BITS;

	if (event < NO_EVENT && (word & VALUE) > known[event])
		known[event] = word & VALUE;
}

/* ---- a query is recognised ---- */

/* stop_node: stop all processes of a node. Those of this one stop in the call. */
static void
stop_node(uint32_t node)
{
	KenyadRequest r = {.action = KENYAD_SIGNAL, .node = getnodeid(), .event = -__self,
		.value = SIGNAL_ARREST};
	Nmsg m = {.nh_node = node, .nh_event = EVENT_SYSTEM(EV_KENYAD), .nh_flags = NH_SYSTEM,
		.nh_length = sizeof r, .nh_msg = &r};
	KenyadReply answer;
	Nmsg a = {.nh_event = -__self, .nh_type = TYPE_KENYAD, .nh_length = sizeof answer,
		.nh_msg = &answer};

	if (nsend(&m) >= 0)
		nrecv(&a);
}

static void
report(uint32_t query)
{
	HaltReport r = {.node = getnodeid(), .pid = __self, .reason = PANIC_BREAK, .task = query};
	Nmsg m = {.nh_node = NODE_HOST, .nh_event = EVENT_SYSTEM(EV_HALTD), .nh_flags = NH_SYSTEM,
		.nh_length = sizeof r, .nh_msg = &r};

	strncpy(r.text, __break_query[query].text, sizeof r.text - 1);
	nsend(&m);
}

static void
hit(uint32_t query)
{
	Nmsg answer = {.nh_event = -__self, .nh_type = TYPE_BREAK};

	__break_hits++;
	if (__break_mode == BREAK_COUNT)
		return;
	for (uint32_t i = 0; __break_mode == BREAK_HALT && i < getnnodes(); i++)
		if (i != getnodeid())
			stop_node(i);
	report(query);
	if (__break_mode == BREAK_HALT)
		stop_node(getnodeid());
	nrecv(&answer);
}

static int
all_true(BreakList events)
{
	for (uint32_t i = 1; i <= events[0]; i++) {
		if (process->value[events[i]])
			evaluate(events[i]);
		if (!(known[events[i]] & 1))
			return 0;
	}
	return 1;
}

static void
decide(BreakList queries)
{
	for (uint32_t i = 1; i <= queries[0]; i++)
		if (all_true(__break_query[queries[i]].events))
			hit(queries[i]);
}

/* ---- the automaton ---- */

/* find_step: the step of the message, or the last one of the state */
static inline const BreakStep *
find_step(uint32_t with, int32_t event)
{
	const BreakStep *s = state;

	while ((s->with != with || (s->event != event && s->event != 0)) && s->with != BREAK_LAST)
		s++;
	return s;
}

/* ---- values in front of bodies ---- */

static uint32_t
words_of(int32_t event)
{
	const BreakWords *w = __break_words;

	if (!__break_in_bodies || event <= 0)
		return 0;
	while (w->event != 0 && w->event != event)
		w++;
	return w->nwords;
}

/* make_room: a block for so many bytes; NULL if out of memory */
static uint32_t *
make_room(uint32_t nbytes)
{
	if (nbytes > block_bytes) {
		free(block);
		block = malloc(nbytes);
		block_bytes = block ? nbytes : 0;
	}
	return block;
}

static void
put_words(uint32_t *to, uint32_t nwords, BreakList events)
{
	uint32_t n = 0;

	for (uint32_t i = 1; events && i <= events[0]; i++)
		to[n++] = word_of(events[i]);
	while (n < nwords)
		to[n++] = NO_EVENT << VALUE_BITS;
}

static int
send_words(Nmsg *m, uint32_t nwords, BreakList events, int (*how)(Nmsg *))
{
	void *body = m->nh_msg;
	uint32_t length = m->nh_length, front = 4 * nwords;
	uint32_t *whole = make_room(front + length);
	int result;

	if (!whole)
		return KE_NOMEM;
	put_words(whole, nwords, events);
	if (length)
		memcpy(whole + nwords, body, length);
	m->nh_msg = whole;
	m->nh_length = front + length;
	result = how(m);
	m->nh_msg = body;
	m->nh_length = length;
	return result;
}

/* A receive, with the argument of nrecv_until. */
typedef int Receive(Nmsg *m, uint32_t time);

static int
receive_words(Nmsg *m, uint32_t nwords, Receive *how, uint32_t time)
{
	void *body = m->nh_msg;
	uint32_t room = m->nh_length, front = 4 * nwords, n;
	uint32_t *whole = make_room(front + room);
	int result;

	if (!whole)
		return KE_NOMEM;
	m->nh_msg = whole;
	m->nh_length = front + room;
	result = how(m, time);
	m->nh_msg = body;
	if (result < 0 && result != KE_TRUNC)
		return result;
	m->nh_length -= front;
	n = m->nh_length < room ? m->nh_length : room;
	if (n)
		memcpy(body, whole + nwords, n);
	for (uint32_t i = 0; i < nwords; i++)
		learn(whole[i]);
	return result;
}

/* ---- sending ---- */

/* send_value: with a value in the header */
static int
send_value(Nmsg *m, BreakList events, int (*how)(Nmsg *))
{
	uint32_t flags = m->nh_flags;
	int result;

	m->nh_flags = (flags & HEADER_FLAGS) | word_of(events[1]) << PACKET_VALUE_SHIFT;
	result = how(m);
	m->nh_flags = flags;
	return result;
}

static int
send_working(Nmsg *m, const BreakStep *s, int (*how)(Nmsg *))
{
	static const BreakWork nothing;
	const BreakWork *w = s->work ? s->work : &nothing;
	uint32_t nwords = words_of(m->nh_event);
	int result;

	if (w->before)
		decide(w->before);
	evaluate_all(w->evaluate);
	if (w->in_header && w->carry)
		result = send_value(m, w->carry, how);
	else if (nwords)
		result = send_words(m, nwords, w->carry, how);
	else
		result = how(m);
	if (result < 0)
		return result;
	state = s->next;
	if (w->after)
		decide(w->after);
	return result;
}

/* Inline: so that the kernel's call is, too, as in a program that is not instrumented. */
static inline __attribute__((always_inline)) int
send(Nmsg *m, uint32_t peer, int (*how)(Nmsg *))
{
	const BreakStep *s = find_step(2 * peer, m->nh_event);
	int result;

	if (s->work || __break_in_bodies)
		return send_working(m, s, how);
	result = how(m);
	if (result >= 0)
		state = s->next;
	return result;
}

static inline __attribute__((always_inline)) int
send_away(Nmsg *m, int (*how)(Nmsg *))
{
	return send(m, m->nh_node == NODE_LOCAL ? getnodeid() : m->nh_node, how);
}

int
__break_ksend(Nmsg *m)
{
	return send(m, getnodeid(), ksend);
}

int
__break_ktry_send(Nmsg *m)
{
	return send(m, getnodeid(), ktry_send);
}

int
__break_nsend(Nmsg *m)
{
	return send_away(m, nsend);
}

int
__break_ntry_send(Nmsg *m)
{
	return send_away(m, ntry_send);
}

int
__break_tsend(Nmsg *m)
{
	return send_away(m, tsend);
}

/* ---- receiving ---- */

/* received_unknown: the graph lacks the message: one of the system, or from this node. */
static void
received_unknown(const Nmsg *m)
{
	if (m->nh_event > 0 && m->nh_node != getnodeid())
		state = &lost;
}

static void
received_working(Nmsg *m, const BreakWork *w)
{
	if (w->in_header) {
		learn(m->nh_flags >> PACKET_VALUE_SHIFT);
		m->nh_flags &= HEADER_FLAGS;
	}
	if (w->after)
		decide(w->after);
}

static inline __attribute__((always_inline)) int
receive(Nmsg *m, Receive *how, uint32_t time)
{
	uint32_t nwords = words_of(m->nh_event);
	int result = nwords ? receive_words(m, nwords, how, time) : how(m, time);
	const BreakStep *s;

	if (result < 0 && result != KE_TRUNC)
		return result;
	s = find_step(2 * m->nh_node + 1, m->nh_event);
	state = s->next;
	if (s->work)
		received_working(m, s->work);
	else if (s->with == BREAK_LAST)
		received_unknown(m);
	return result;
}

#define RECEIVE(name) \
	static inline __attribute__((always_inline)) int \
	do_##name(Nmsg *m, uint32_t time) \
	{ \
		(void)time; \
		return name(m); \
	} \
	int \
	__break_##name(Nmsg *m) \
	{ \
		return receive(m, do_##name, 0); \
	}

RECEIVE(krecv)
RECEIVE(ktry_recv)
RECEIVE(nrecv)
RECEIVE(ntry_recv)
RECEIVE(trecv)

int
__break_nrecv_until(Nmsg *m, uint32_t time)
{
	return receive(m, nrecv_until, time);
}

int
__break_ksr(Nmsg *send, Nmsg *recv)
{
	int result = __break_ksend(send);

	return result < 0 ? result : __break_krecv(recv);
}

int
__break_nprobe(Nmsg *m)
{
	int result = nprobe(m);

	if (result >= 0)
		m->nh_length -= 4 * words_of(m->nh_event);
	return result;
}
