/* allocations.c - lists the allocations in a part of a node's run, which grows at both ends. */
#include "allocations.h"

#include "sim/cpu/watcher.h"

#include <stdlib.h>

enum { LEAST = 1 << 17 }; /* instructions that are replayed at once */

typedef struct Allocation {
	uint64_t count; /* instructions that the node had executed before */
	Addr low;
	Word nbytes;
} Allocation;

struct Blocks {
	Past *past;
	Target *target;
	NodeId node;
	uint64_t low, high;      /* instructions that have been replayed */
	Allocation *allocations; /* [n] by count */
	size_t n, cap;
	/* while a part is replayed */
	uint64_t from, to;
	Watcher *watcher;
	Loaded loaded[MAX_LOADED]; /* nloaded programs whose functions are marked */
	uint32_t nloaded;
};

Blocks *
blocks_new(Past *p, Target *t, NodeId n)
{
	Blocks *b = xcalloc(1, sizeof *b);

	b->past = p;
	b->target = t;
	b->node = n;
	return b;
}

void
blocks_free(Blocks *b)
{
	if (!b)
		return;
	free(b->allocations);
	free(b);
}

static uint64_t
executed(const Blocks *b)
{
	return t800_count(past_network(b->past)->nodes[b->node]);
}

/* ---- a part ---- */

static void
add(Blocks *b, const HeapEvent *e)
{
	uint64_t count = executed(b);

	if (!e->allocated || count < b->from || count >= b->to)
		return;
	if (b->n == b->cap) {
		b->cap = b->cap ? 2 * b->cap : 256;
		b->allocations = xrealloc(b->allocations, b->cap * sizeof *b->allocations);
	}
	b->allocations[b->n++] = (Allocation){count, e->low, e->nbytes};
}

/* is_marked: the node's programs are those whose functions are marked; else remember them. */
static bool
is_marked(Blocks *b)
{
	Loaded loaded[MAX_LOADED];
	uint32_t n = target_expected(b->target, b->node, loaded), i = 0;

	while (i < n && i < b->nloaded && loaded[i].program == b->loaded[i].program
		&& loaded[i].text == b->loaded[i].text)
		i++;
	if (i == n && n == b->nloaded)
		return true;
	memcpy(b->loaded, loaded, n * sizeof *loaded);
	b->nloaded = n;
	return false;
}

static void
marked(void *context, NodeId n)
{
	Blocks *b = context;
	HeapEvent e;

	if (!is_marked(b))
		heap_marks(b->target, n, b->watcher);
	if (heap_marked(b->target, n, &e))
		add(b, &e);
}

static void
watch(void *context, Network *w)
{
	Blocks *b = context;

	b->watcher = watcher_new(w, &(WatcherOptions){.marked = marked, .context = b});
	b->nloaded = 0;
	if (!is_marked(b))
		heap_marks(b->target, b->node, b->watcher);
}

static void
unwatch(void *context, Network *w)
{
	Blocks *b = context;

	(void)w;
	watcher_free(b->watcher);
}

static int
by_count(const void *a, const void *b)
{
	const Allocation *x = a, *y = b;

	return x->count < y->count ? -1 : x->count > y->count;
}

/* replay: add the allocations of a part that has not been replayed yet. */
static void
replay(Blocks *b, uint64_t from, uint64_t to)
{
	Network *w = past_network(b->past), *other = target_network(b->target);
	Time piece = node_time(w, b->node, to - from);

	b->from = from;
	b->to = to;
	if (from == 0 || !past_goto(b->past, place_before(b->node, from)))
		past_goto(b->past, place_at(past_beginning(b->past)));
	target_use(b->target, w);
	while (executed(b) < to && !past_is_present(b->past)) {
		past_forward(b->past, &(Search){watch, unwatch, b}, w->now + piece, NULL);
		piece *= 2;
	}
	target_use(b->target, other);
	if (b->n > 0)
		qsort(b->allocations, b->n, sizeof *b->allocations, by_count);
}

/* cover: replay what is missing from one instruction to another; backward, more each time. */
static void
cover(Blocks *b, uint64_t from, uint64_t to)
{
	uint64_t more = b->high - b->low > LEAST ? b->high - b->low : LEAST;

	if (b->high == 0)
		b->low = b->high = to;
	if (from < b->low) {
		uint64_t low = b->low > more && b->low - more < from ? b->low - more
			: from > LEAST ? from : 0;

		replay(b, low, b->low);
		b->low = low;
	}
	if (to > b->high) {
		replay(b, b->high, to);
		b->high = to;
	}
}

/* ---- questions ---- */

/* number_before: the number of allocations before an instruction. */
static size_t
number_before(const Blocks *b, uint64_t count)
{
	size_t low = 0, high = b->n;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (b->allocations[middle].count < count)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

bool
blocks_allocated(Blocks *b, Addr a, uint64_t from, uint64_t to, uint64_t *count)
{
	if (from >= to)
		return false;
	cover(b, from, to);
	for (size_t i = number_before(b, to); i-- > 0 && b->allocations[i].count >= from;)
		if (a - b->allocations[i].low < b->allocations[i].nbytes) {
			*count = b->allocations[i].count;
			return true;
		}
	return false;
}
