/*
 * moments.c - keeps the moments to which a run can go back: few in the distant past, many near the
 * present place.
 */
#include "moments.h"

#include <stdlib.h>

enum {
	KEPT = 256 << 20, /* greatest number of bytes of all moments together */
	TAPE = 64 << 20,  /* greatest number of bytes of the tape since the first moment */
};

void
moments_init(Moments *m, Network *w, Tape *tape)
{
	*m = (Moments){.w = w, .tape = tape};
}

/* The context for the pages of a moment that is being saved or restored. */
typedef struct Kept {
	PageStore *store;
	Buf *pages; /* the page numbers of the moment */
} Kept;

/* put_page: PageKeeper.put: store a page, and note its number in the moment. */
static uint32_t
put_page(void *context, const uint8_t *page)
{
	Kept *k = context;
	uint32_t number = page_store_put(k->store, page);

	buf_put(k->pages, &number, sizeof number);
	return number;
}

/* get_page: PageKeeper.get: a page of the store. */
static const uint8_t *
get_page(void *context, uint32_t number)
{
	Kept *k = context;

	return page_store_get(k->store, number);
}

Moment
moment_capture(Moments *m)
{
	Moment one = {.at = m->w->now, .counts = xcalloc(m->w->nnodes, sizeof *one.counts)};

	if (!m->store)
		m->store = page_store_new();
	snapshot_keep(
		m->w, &(PageKeeper){&(Kept){m->store, &one.pages}, put_page, get_page}, &one.bytes);
	tape_mark(m->tape, &one.mark);
	one.acted = tape_has_acted(m->tape, &one.mark, one.at);
	for (NodeId n = 0; n < m->w->nnodes; n++)
		one.counts[n] = t800_count(m->w->nodes[n]);
	return one;
}

void
moment_drop(Moments *m, Moment *one)
{
	for (size_t i = 0; i < one->pages.len; i += sizeof(uint32_t)) {
		uint32_t page;

		memcpy(&page, one->pages.data + i, sizeof page);
		page_store_drop(m->store, page);
	}
	buf_free(&one->pages);
	buf_free(&one->bytes);
	buf_free(&one->mark);
	free(one->counts);
}

void
moment_load(Moments *m, const Moment *one)
{
	if (one->load)
		one->load(one->context, one, m->w);
	else
		snapshot_reload(m->w, &(PageKeeper){&(Kept){.store = m->store}, put_page, get_page},
			"(a moment kept)", one->bytes);
	tape_play(m->tape, &one->mark);
}

/* forget_moment: drop moment i. */
static void
forget_moment(Moments *m, uint32_t i)
{
	moment_drop(m, &m->moment[i]);
	memmove(&m->moment[i], &m->moment[i + 1], (--m->n - i) * sizeof *m->moment);
}

void
moments_free(Moments *m)
{
	while (m->n > 0)
		forget_moment(m, m->n - 1);
	for (uint32_t i = 0; i < m->nelsewhere; i++)
		moment_drop(m, &m->elsewhere[i]);
	free(m->elsewhere);
	page_store_free(m->store);
}

/* moments_size: the bytes that all moments and their pages take. */
static size_t
moments_size(const Moments *m)
{
	size_t size = page_store_size(m->store);

	for (uint32_t i = 0; i < m->n; i++)
		size += m->moment[i].bytes.len + m->moment[i].pages.len + m->moment[i].mark.len
			+ m->w->nnodes * sizeof *m->moment[i].counts;
	return size;
}

/* count_before: the number of moments before a time. */
static uint32_t
count_before(const Moment *list, uint32_t n, Time at)
{
	uint32_t i = n;

	while (i > 0 && list[i - 1].at >= at)
		i--;
	return i;
}

/*
 * moment_isolation: the distance in time between the two neighbours of moment i, divided by the
 * distance of moment i from now.
 */
static double
moment_isolation(const Moments *m, uint32_t i)
{
	double gap = m->moment[i + 1].at - m->moment[i - 1].at;
	double far = (double)m->w->now - m->moment[i].at;

	return gap / (far < 0 ? -far : far);
}

/*
 * least_useful: the index of the moment to drop next, or NOWHERE. The first moment is chosen only
 * if there is no other; the moment after it is not chosen if it lies in the future.
 */
static uint32_t
least_useful(const Moments *m)
{
	uint32_t found = NOWHERE;

	for (uint32_t i = 1; i + 1 < m->n; i++)
		if (m->moment[i].at != m->w->now &&
			(found == NOWHERE || moment_isolation(m, i) < moment_isolation(m, found)))
			found = i;
	if (found == NOWHERE && m->n > 1 && m->moment[1].at <= m->w->now)
		found = 0;
	return found;
}

/* forget_first: drop the first moment, and the part of the tape before the second. */
static void
forget_first(Moments *m)
{
	forget_moment(m, 0);
	tape_forget(m->tape, &m->moment[0].mark);
}

void
moments_keep(Moments *m)
{
	uint32_t i = count_before(m->moment, m->n, m->w->now), worst;

	if (i < m->n && m->moment[i].at == m->w->now)
		return;
	memmove(&m->moment[i + 1], &m->moment[i], (m->n++ - i) * sizeof *m->moment);
	m->moment[i] = moment_capture(m);
	while ((m->n > MAX_MOMENTS || moments_size(m) > KEPT)
		&& (worst = least_useful(m)) != NOWHERE) {
		if (worst == 0)
			forget_first(m);
		else
			forget_moment(m, worst);
	}
	assert(m->n <= MAX_MOMENTS);
	while (m->tape->size > TAPE && m->n > 1 && m->moment[1].at <= m->w->now)
		forget_first(m);
}

void
moments_drop_after(Moments *m, Time at)
{
	while (m->n > 0 && m->moment[m->n - 1].at > at)
		forget_moment(m, m->n - 1);
}

/* later_of: the later of two moments; NULL stands for no moment. */
static const Moment *
later_of(const Moment *a, const Moment *b)
{
	return !a || (b && b->at > a->at) ? b : a;
}

/* last_moment: the last of the first i moments of a list; NULL if i is 0. */
static const Moment *
last_moment(const Moment *list, uint32_t i)
{
	return i > 0 ? &list[i - 1] : NULL;
}

/* count_until: the number of moments before a time, or at it but before the acts of that time. */
static uint32_t
count_until(const Moment *list, uint32_t n, Time at)
{
	uint32_t i = count_before(list, n, at);

	return i + (i < n && list[i].at == at && !list[i].acted);
}

/*
 * count_until_instruction: the number of moments at which a node has executed at most `count`
 * instructions.
 */
static uint32_t
count_until_instruction(const Moment *list, uint32_t n, NodeId node, uint64_t count)
{
	uint32_t i = n;

	while (i > 0 && list[i - 1].counts[node] > count)
		i--;
	return i;
}

const Moment *
moments_before(const Moments *m, Time at)
{
	return later_of(last_moment(m->moment, count_before(m->moment, m->n, at)),
		last_moment(m->elsewhere, count_before(m->elsewhere, m->nelsewhere, at)));
}

const Moment *
moments_at(const Moments *m, Time at)
{
	return later_of(last_moment(m->moment, count_until(m->moment, m->n, at)),
		last_moment(m->elsewhere, count_until(m->elsewhere, m->nelsewhere, at)));
}

const Moment *
moments_before_count(const Moments *m, NodeId node, uint64_t count)
{
	return later_of(
		last_moment(m->moment, count_until_instruction(m->moment, m->n, node, count)),
		last_moment(m->elsewhere,
			count_until_instruction(m->elsewhere, m->nelsewhere, node, count)));
}
