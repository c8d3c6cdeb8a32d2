/*
 * break.c - message calls of programs that are instrumented for breakpoints that span nodes.
 *
 * In front of a message's body are the values of local events that travel with it, a word each:
 *
 * 	bits 24 to 31   number of the local event; NO_EVENT: no value
 * 	bits 1 to 23    how often the value has changed: the greater is the newer
 * 	bit 0           the value
 *
 * How many words these are depends only on the message's event. A message that the automaton of the
 * process lacks, such as one to a node without a program, is no step.
 */
#include "lib.h"

#include <break.h>
#include <stdlib.h>
#include <string.h>

enum {
	NO_EVENT = 0xFF,
	NEWEST = 0xFFFFFE,  /* after as many changes, the value remains 0 */
	LOST = 0xFFFF,     /* the state after a message that cannot occur: no query is decided */
};

uint32_t __break_hits;

static uint32_t known[NO_EVENT]; /* values with the numbers of their changes */
static uint32_t state;
static const BreakProcess *process;
static uint32_t *block; /* block_bytes: the body of a message with the words in front */
static uint32_t block_bytes;

/* ---- local events ---- */

static BreakList
list(uint32_t index)
{
	return process->list + index;
}

static void
evaluate(uint32_t event)
{
	uint32_t value = process->value[event]() != 0;

	if (value != (known[event] & 1) && known[event] < NEWEST - 1)
		known[event]++;
	else if (value != (known[event] & 1))
		known[event] = NEWEST;
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
decide(uint32_t queries)
{
	BreakList l = list(queries);

	for (uint32_t i = 1; i <= l[0]; i++)
		if (all_true(__break_query[l[i]].events))
			hit(l[i]);
}

/* ---- the automaton ---- */

static const BreakStep *
find_step(uint32_t with, int32_t event)
{
	const BreakStep *s, *end;

	if (!process)
		process = __break_process[getnodeid()];
	if (state == LOST)
		return NULL;
	s = process->step + process->first[state];
	end = process->step + process->first[state + 1];
	for (; s < end; s++)
		if (s->with == with && (s->event == event || s->event == 0))
			return s;
	return NULL;
}

static void
take(const BreakStep *s)
{
	state = s->next;
	if (s->after)
		decide(s->after);
}

/* ---- the words in front of bodies ---- */

static uint32_t
words_of(int32_t event)
{
	const BreakWords *w = __break_words;

	while (w->event != 0 && w->event != event)
		w++;
	return event > 0 ? w->nwords : 0;
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
put_words(uint32_t *to, uint32_t nwords, const BreakStep *s)
{
	BreakList carry = s ? list(s->carry) : NULL, fresh = s ? list(s->evaluate) : NULL;
	uint32_t n = 0;

	for (uint32_t i = 1; s && i <= fresh[0]; i++)
		evaluate(fresh[i]);
	for (uint32_t i = 1; s && i <= carry[0]; i++)
		to[n++] = carry[i] << 24 | known[carry[i]];
	while (n < nwords)
		to[n++] = NO_EVENT << 24;
}

static void
take_words(const uint32_t *from, uint32_t nwords)
{
	for (uint32_t i = 0; i < nwords; i++) {
		uint32_t event = from[i] >> 24, value = from[i] & 0xFFFFFF;

		if (event != NO_EVENT && value > known[event])
			known[event] = value;
	}
}

/* ---- sending ---- */

static int
send_with(Nmsg *m, uint32_t nwords, const BreakStep *s, int (*how)(Nmsg *))
{
	void *body = m->nh_msg;
	uint32_t length = m->nh_length, front = 4 * nwords;
	uint32_t *whole = make_room(front + length);
	int result;

	if (!whole)
		return KE_NOMEM;
	put_words(whole, nwords, s);
	if (length)
		memcpy(whole + nwords, body, length);
	m->nh_msg = whole;
	m->nh_length = front + length;
	result = how(m);
	m->nh_msg = body;
	m->nh_length = length;
	return result;
}

/* Inline: so that the kernel's call is, too, as in a program that is not instrumented. */
static inline __attribute__((always_inline)) int
send(Nmsg *m, uint32_t peer, int (*how)(Nmsg *))
{
	uint32_t nwords = words_of(m->nh_event);
	const BreakStep *s = find_step(2 * peer, m->nh_event);
	int result;

	if (s && s->before)
		decide(s->before);
	result = nwords ? send_with(m, nwords, s, how) : how(m);
	if (s && result >= 0)
		take(s);
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

/* A receive, with the argument of nrecv_until. */
typedef int Receive(Nmsg *m, uint32_t time);

static void
received(const Nmsg *m)
{
	const BreakStep *s = find_step(2 * m->nh_node + 1, m->nh_event);

	if (s)
		take(s);
	else if (m->nh_event > 0 && m->nh_node != getnodeid())
		state = LOST;
}

static int
receive_with(Nmsg *m, uint32_t nwords, Receive *receive, uint32_t time)
{
	void *body = m->nh_msg;
	uint32_t room = m->nh_length, front = 4 * nwords, n;
	uint32_t *whole = make_room(front + room);
	int result;

	if (!whole)
		return KE_NOMEM;
	m->nh_msg = whole;
	m->nh_length = front + room;
	result = receive(m, time);
	m->nh_msg = body;
	if (result < 0 && result != KE_TRUNC)
		return result;
	m->nh_length -= front;
	n = m->nh_length < room ? m->nh_length : room;
	if (n)
		memcpy(body, whole + nwords, n);
	take_words(whole, nwords);
	return result;
}

static inline __attribute__((always_inline)) int
receive(Nmsg *m, Receive *how, uint32_t time)
{
	uint32_t nwords = words_of(m->nh_event);
	int result = nwords ? receive_with(m, nwords, how, time) : how(m, time);

	if (result >= 0 || result == KE_TRUNC)
		received(m);
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
