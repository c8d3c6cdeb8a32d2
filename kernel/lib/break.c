/*
 * break.c - breakpoints that span nodes: the actions of an instrumented program before and after
 * its messages (break.h).
 *
 * Local events whose values reach each process in order are bits of `known`. The flags of a
 * message's header contain these bits and, BREAK_CARRIED bits higher, a bit for each value that the
 * message carries. The value of another local event is a word in front of the body; the greater
 * word is the newer one:
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
	VALUE_BITS = 20, /* of a word, below the number of the event */
	VALUE_MASK = (1 << VALUE_BITS) - 1,
	NEWEST = VALUE_MASK - 3, /* after so many changes, the value remains 0 */
	NO_EVENT = 0xFF,
};

/* ---- the running thread ---- */

BreakThread *
__break_self(void)
{
	char here;

	for (uint32_t i = __break_nthreads; i > 0; i--)
		if ((uint32_t)&here - __break_thread[i].stack < __break_thread[i].nbytes)
			return &__break_thread[i];
	return &__break_thread[0];
}

void
__break_follow(BreakThread *t, const BreakProcess *p)
{
	static const BreakStep none = {.peer = BREAK_LAST, .next = &none};
	static const BreakProcess unknown = {.start = &none};

	t->process = p ? p : &unknown;
	t->own = t->process->own;
	t->latest = __break_latest;
	t->state = t->process->start;
}

/* begin_process: evaluate the events before main begins. */
static void __attribute__((constructor))
begin_process(void)
{
	__break_follow(&__break_thread[0], __break_process[getnodeid()]);
	if (__break_nobjects > 0)
		__break_first_signals(&__break_thread[0]);
}

/* ---- values in front of bodies ---- */

/* is_concurrent: true if none of the other events is known to be true. */
static int
is_concurrent(const BreakThread *t, BreakList others)
{
	for (uint32_t i = 1; others && i <= others[0]; i++)
		if (t->word[others[i]] & BREAK_TRUE)
			return 0;
	return 1;
}

/*
 * related_bit: return BREAK_RELATED if the event is now related to its list of others; otherwise
 * 0. The event's word must be up to date.
 */
static uint32_t
related_bit(const BreakThread *t, uint32_t event)
{
	const BreakEvent *e = &__break_event[event];
	uint32_t value = t->word[event] & BREAK_TRUE;

	switch (e->relation) {
	case BREAK_CONCURRENT:
		return value && is_concurrent(t, e->others);
	case BREAK_FIRST:
		return value != 0;
	case BREAK_NEXT:
		if (!value)
			__break_waiting[event] = t->word[e->others[1]] & BREAK_RELATED;
		return value && __break_waiting[event];
	case BREAK_NONE:
		break;
	}
	return 0;
}

/* changed_word: the word of an event whose value has changed */
static uint32_t
changed_word(uint32_t word, uint32_t event)
{
	if (__break_event[event].relation == BREAK_CONCURRENT)
		word &= ~BREAK_RELATED;
	return word < NEWEST - 1 ? word + BREAK_TRUE : NEWEST;
}

/* evaluate_word: update the word of an event to its present value. */
static void
evaluate_word(BreakThread *t, uint32_t event)
{
	uint32_t *word = &t->word[event], value = t->process->value[event]() ? BREAK_TRUE : 0;

	if (value != (*word & BREAK_TRUE))
		*word = changed_word(*word, event);
	if (__break_event[event].relation != BREAK_NONE)
		*word |= related_bit(t, event);
}

static void
evaluate_words(BreakThread *t, BreakList events) /* evaluate each of the events' expressions */
{
	for (uint32_t i = 1; events && i <= events[0]; i++)
		evaluate_word(t, events[i]);
}

/*
 * learn_words: copy those of another thread's n words that are newer than this thread's words.
 */
static inline __attribute__((always_inline)) void
learn_words(BreakThread *t, const uint32_t *word, uint32_t n)
{
	uint32_t *last = t->word;

	for (; n > 0; n--, word++) {
		uint32_t event = *word >> VALUE_BITS, value = *word & VALUE_MASK;

		if (event < NO_EVENT && value > last[event])
			last[event] = value;
	}
	if (t->process->related)
		evaluate_words(t, t->process->related);
}

/* put_words: copy to `to` the n words of values that a send carries. */
static inline __attribute__((always_inline)) void
put_words(const BreakThread *t, const BreakWords *words, uint32_t *to, uint32_t n)
{
	BreakList events = words ? words->carry : NULL;
	const uint32_t *value = t->word, *end = to + n;

	for (uint32_t i = events ? events[0] : 0; i > 0; i--) {
		uint32_t event = *++events;

		*to++ = event << VALUE_BITS | value[event];
	}
	while (to < end)
		*to++ = (uint32_t)NO_EVENT << VALUE_BITS;
}

/* are_words_true: true if the thread's words say that the query is true. */
static __attribute__((noinline)) int
are_words_true(BreakThread *t, const BreakQuery *q)
{
	for (uint32_t i = 1; i <= q->words[0]; i++) {
		uint32_t event = q->words[i];

		if (t->process->value[event])
			evaluate_word(t, event);
		if ((t->word[event] & q->need) != q->need)
			return 0;
	}
	return 1;
}

/* front_words: the number of words in front of the bodies of an event's messages. */
static uint32_t
front_words(int32_t event)
{
	const BreakFront *w = __break_front;

	if (event <= 0)
		return 0;
	while (w->event != 0 && w->event != event)
		w++;
	return w->nwords;
}

int
__break_add_room(BreakThread *t, Nmsg *m)
{
	uint32_t nbytes;

	t->nwords = front_words(m->nh_event);
	nbytes = 4 * t->nwords + m->nh_length;
	if (nbytes > t->block_bytes) {
		free(t->block);
		t->block = malloc(nbytes);
		t->block_bytes = t->block ? nbytes : 0;
	}
	if (!t->block)
		return KE_NOMEM;
	t->body = m->nh_msg;
	t->room = m->nh_length;
	m->nh_msg = t->block;
	m->nh_length = nbytes;
	return 0;
}

int
__break_add_words(BreakThread *t, const BreakStep *s, Nmsg *m)
{
	if (s->words)
		evaluate_words(t, s->words->evaluate);
	if (__break_add_room(t, m) < 0)
		return KE_NOMEM;
	put_words(t, s->words, t->block, t->nwords);
	if (t->room)
		memcpy(t->block + t->nwords, t->body, t->room);
	return 0;
}

int
__break_remove_words(BreakThread *t, Nmsg *m, int result)
{
	m->nh_msg = t->body;
	m->nh_length = t->room;
	return result;
}

int
__break_take_words(BreakThread *t, Nmsg *m, int result)
{
	uint32_t n;

	if (result < 0 && result != KE_TRUNC)
		return __break_remove_words(t, m, result);
	m->nh_msg = t->body;
	m->nh_length -= 4 * t->nwords;
	n = m->nh_length < t->room ? m->nh_length : t->room;
	if (n)
		memcpy(t->body, t->block + t->nwords, n);
	learn_words(t, t->block, t->nwords);
	return result;
}

uint32_t
__break_length(const Nmsg *m)
{
	return m->nh_length - 4 * front_words(m->nh_event);
}

/* ---- a query is recognised ---- */

/* is_new: true if the last local event has occurred anew since the last report. */
static int
is_new(const BreakThread *t, const BreakQuery *q)
{
	uint32_t occurrence = t->word[q->words[q->words[0]]] / BREAK_TRUE;

	if (__break_reported[q->number] == occurrence)
		return 0;
	__break_reported[q->number] = occurrence;
	return 1;
}

/* count_hit: count that a query is true, and report it or stop, as __break_mode says. */
static __attribute__((noinline)) void
count_hit(const BreakThread *t, const BreakQuery *q)
{
	__break_hits++;
	if (__break_mode == BREAK_REPORT) {
		if (is_new(t, q))
			__break_report(q->number);
	} else if (__break_mode != BREAK_COUNT) {
		__break_off(q->number);
	}
}

/* is_query_true: true if the query is true now; evaluates its events on this thread. */
static inline int
is_query_true(BreakThread *t, const BreakQuery *q)
{
	return (t->known & q->others) == q->others
		&& (!q->own || t->own(q->own) == q->own)
		&& (!q->words || are_words_true(t, q));
}

/* check_queries: count a hit for each query of the list that is true. */
static __attribute__((noinline)) void
check_queries(BreakThread *t, BreakQueries q)
{
	for (; *q; q++)
		if (is_query_true(t, *q))
			count_hit(t, *q);
}

/* ---- the automaton ---- */

static inline const BreakStep * /* the step for the message, or the state's last */
find_step(const BreakThread *t, uint32_t with, int32_t event)
{
	const BreakStep *s = t->state;

	while ((s->peer != with || (s->event != event && s->event != 0)) && s->peer != BREAK_LAST)
		s++;
	return s;
}

const BreakStep *
__break_find(const BreakThread *t, uint32_t with, int32_t event)
{
	return find_step(t, with, event);
}

/* begin_send: do what step s does before its message; returns values as in a header's flags. */
static inline uint32_t
begin_send(BreakThread *t, const BreakStep *s)
{
	if (s->before)
		check_queries(t, s->before);
	if (s->evaluate)
		t->known = (t->known & ~s->evaluate) | t->own(s->evaluate);
	return (t->known & s->carry) | s->carried;
}

/* learn_bits: learn the values that a message's flags carry. */
static inline void
learn_bits(BreakThread *t, uint32_t flags)
{
	uint32_t carried = flags >> BREAK_CARRIED;

	t->known = (t->known & ~(carried & t->latest)) | (flags & carried);
}

void
__break_next(BreakThread *t, const BreakStep *s)
{
	t->state = s->next;
	if (s->after)
		check_queries(t, s->after);
}

const BreakStep *
__break_sending(BreakThread *t, Nmsg *m, uint32_t node)
{
	const BreakStep *s = find_step(t, 2 * node, m->nh_event);

	if (node == NODE_LOCAL)
		s = find_step(t, 2 * getnodeid(), m->nh_event);
	m->nh_flags = (m->nh_flags & BREAK_FLAGS) | begin_send(t, s);
	return s;
}

void
__break_received(BreakThread *t, Nmsg *m)
{
	uint32_t flags = m->nh_flags;

	learn_bits(t, flags);
	m->nh_flags = flags & BREAK_FLAGS;
	__break_next(t, find_step(t, 2 * m->nh_node + 1, m->nh_event));
}

/* ---- between threads ---- */

void
__break_put(BreakThread *t, const BreakStep *s, uint32_t *record, uint32_t nwords)
{
	record[1] = begin_send(t, s);
	record[0] = t->process->number;
	if (s->words)
		evaluate_words(t, s->words->evaluate);
	put_words(t, s->words, record + BREAK_RECORD, nwords);
}

void
__break_take(BreakThread *t, const uint32_t *record, uint32_t nwords, int32_t channel)
{
	if (record[0] == t->process->number)
		return;
	learn_bits(t, record[1]);
	learn_words(t, record + BREAK_RECORD, nwords);
	__break_next(t, find_step(t, 2 * (BREAK_PROCESS + record[0]) + 1, channel));
}
