/*
 * break.c - breakpoints that span nodes: what an instrumented program does before and after its
 * messages (break.h).
 *
 * Local events whose values reach each process in order are bits of `known`. The flags of a
 * message's header contain them and, BREAK_CARRIED bits higher, which of them it carries. The
 * value of another local event is a word in front of the body; the greater word is the newer one:
 *
 * 	bits 20 to 31   number of the local event; NO_EVENT: no value
 * 	bits 1 to 19    how often the value has changed; bit 1 is the value
 * 	bit 0           whether it is related to others (BREAK_RELATED)
 *
 * The number of these words depends only on the message's event. A message that the automaton of
 * the process lacks does not change its state.
 */
#include "lib.h"

#include <break.h>
#include <stdlib.h>
#include <string.h>

enum {
	VALUE_BITS = 20,
	VALUE = (1 << VALUE_BITS) - 1,
	NEWEST = VALUE - 3, /* after so many changes, the value remains 0 */
	NO_EVENT = 0xFF,
};

static const BreakProcess *process;
static uint32_t (*own)(uint32_t);
static const BreakStep *state;   /* the first step of the present state */
static const BreakStep *step;    /* of the message that is being sent */
/* local events that are true, as bits; those below PACKET_VALUE_SHIFT have no meaning */
static uint32_t known;
static uint32_t latest;          /* events of which the last value is kept, as bits */

static uint32_t nwords;          /* how many are in front of the message's body */
static void *body;
static uint32_t room;            /* bytes of the body */
static uint32_t *block;          /* block_bytes: the body with the words in front */
static uint32_t block_bytes;

/* begin: before main */
static void __attribute__((constructor))
begin(void)
{
	static const BreakStep none = {.with = BREAK_LAST, .next = &none};

	process = __break_process[getnodeid()];
	state = process ? process->start : &none;
	own = process ? process->own : NULL;
	latest = __break_latest;
}

/* ---- values in front of bodies ---- */

/* concurrent: is none of the others known to be true? */
static int
concurrent(BreakList others)
{
	for (uint32_t i = 1; others && i <= others[0]; i++)
		if (__break_word[others[i]] & BREAK_TRUE)
			return 0;
	return 1;
}

/* related: BREAK_RELATED if the event is related now; else 0. Its word is up to date. */
static uint32_t
related(uint32_t event)
{
	const BreakEvent *e = &__break_event[event];
	uint32_t value = __break_word[event] & BREAK_TRUE;

	switch (e->relation) {
	case BREAK_CONCURRENT:
		return value && concurrent(e->others);
	case BREAK_FIRST:
		return value != 0;
	case BREAK_NEXT:
		if (!value)
			__break_waiting[event] = __break_word[e->others[1]] & BREAK_RELATED;
		return value && __break_waiting[event];
	case BREAK_NONE:
		break;
	}
	return 0;
}

/* change: the word of an event whose value has changed */
static uint32_t
change(uint32_t event)
{
	uint32_t word = __break_word[event];

	if (__break_event[event].relation == BREAK_CONCURRENT)
		word &= ~BREAK_RELATED;
	return word < NEWEST - 1 ? word + BREAK_TRUE : NEWEST;
}

static void
evaluate_word(uint32_t event)
{
	uint32_t value = process->value[event]() ? BREAK_TRUE : 0;

	if (value != (__break_word[event] & BREAK_TRUE))
		__break_word[event] = change(event);
	if (__break_event[event].relation != BREAK_NONE)
		__break_word[event] |= related(event);
}

static void
evaluate_words(BreakList events)
{
	for (uint32_t i = 1; events && i <= events[0]; i++)
		evaluate_word(events[i]);
}

static void
learn_word(uint32_t word)
{
	uint32_t event = word >> VALUE_BITS;

	if (event < NO_EVENT && (word & VALUE) > __break_word[event])
		__break_word[event] = word & VALUE;
}

static __attribute__((noinline)) int
words_true(const BreakQuery *q)
{
	for (uint32_t i = 1; i <= q->words[0]; i++) {
		uint32_t event = q->words[i];

		if (process->value[event])
			evaluate_word(event);
		if ((__break_word[event] & q->need) != q->need)
			return 0;
	}
	return 1;
}

/* words_of: how many words are in front of the bodies of an event's messages */
static uint32_t
words_of(int32_t event)
{
	const BreakFront *w = __break_front;

	if (event <= 0)
		return 0;
	while (w->event != 0 && w->event != event)
		w++;
	return w->nwords;
}

int
__break_add_room(Nmsg *m)
{
	uint32_t nbytes;

	nwords = words_of(m->nh_event);
	nbytes = 4 * nwords + m->nh_length;
	if (nbytes > block_bytes) {
		free(block);
		block = malloc(nbytes);
		block_bytes = block ? nbytes : 0;
	}
	if (!block)
		return KE_NOMEM;
	body = m->nh_msg;
	room = m->nh_length;
	m->nh_msg = block;
	m->nh_length = nbytes;
	return 0;
}

int
__break_add_words(Nmsg *m)
{
	BreakList events = NULL;
	uint32_t n = 0;

	if (step->words) {
		evaluate_words(step->words->evaluate);
		events = step->words->carry;
	}
	if (__break_add_room(m) < 0)
		return KE_NOMEM;
	for (uint32_t i = 1; events && i <= events[0]; i++)
		block[n++] = (uint32_t)events[i] << VALUE_BITS | __break_word[events[i]];
	while (n < nwords)
		block[n++] = (uint32_t)NO_EVENT << VALUE_BITS;
	if (room)
		memcpy(block + nwords, body, room);
	return 0;
}

int
__break_remove_words(Nmsg *m, int result)
{
	m->nh_msg = body;
	m->nh_length = room;
	return result;
}

int
__break_take_words(Nmsg *m, int result)
{
	uint32_t n;

	if (result < 0 && result != KE_TRUNC)
		return __break_remove_words(m, result);
	m->nh_msg = body;
	m->nh_length -= 4 * nwords;
	n = m->nh_length < room ? m->nh_length : room;
	if (n)
		memcpy(body, block + nwords, n);
	for (uint32_t i = 0; i < nwords; i++)
		learn_word(block[i]);
	evaluate_words(process->related);
	return result;
}

uint32_t
__break_length(const Nmsg *m)
{
	return m->nh_length - 4 * words_of(m->nh_event);
}

/* ---- a query is recognised ---- */

/* is_new: is this occurrence of the last local event not reported yet? */
static int
is_new(const BreakQuery *q)
{
	uint32_t occurrence = __break_word[q->words[q->words[0]]] / BREAK_TRUE;

	if (__break_reported[q->number] == occurrence)
		return 0;
	__break_reported[q->number] = occurrence;
	return 1;
}

static __attribute__((noinline)) void
hit(const BreakQuery *q)
{
	__break_hits++;
	if (__break_mode == BREAK_REPORT) {
		if (is_new(q))
			__break_report(q->number);
	} else if (__break_mode != BREAK_COUNT) {
		__break_off(q->number);
	}
}

/* holds: is the query true? Its own events are evaluated now. */
static inline int
holds(const BreakQuery *q)
{
	return (known & q->others) == q->others && (!q->own || own(q->own) == q->own)
		&& (!q->words || words_true(q));
}

static __attribute__((noinline)) void
decide(BreakQueries q)
{
	for (; *q; q++)
		if (holds(*q))
			hit(*q);
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

int
__break_sending(Nmsg *m, uint32_t node)
{
	const BreakStep *s = find_step(2 * node, m->nh_event);

	if (node == NODE_LOCAL)
		s = find_step(2 * getnodeid(), m->nh_event);
	step = s;
	if (s->before)
		decide(s->before);
	if (s->evaluate)
		known = (known & ~s->evaluate) | own(s->evaluate);
	m->nh_flags = (m->nh_flags & BREAK_FLAGS) | (known & s->carry) | s->carried;
	return s->moves;
}

void
__break_sent(void)
{
	state = step->next;
	if (step->after)
		decide(step->after);
}

void
__break_received(Nmsg *m)
{
	uint32_t flags = m->nh_flags, carried = flags >> BREAK_CARRIED;
	const BreakStep *s;

	known = (known & ~(carried & latest)) | (flags & carried);
	m->nh_flags = flags & BREAK_FLAGS;
	s = find_step(2 * m->nh_node + 1, m->nh_event);
	state = s->next;
	if (s->after)
		decide(s->after);
}
