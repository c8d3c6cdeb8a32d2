/* allocations.c - lists the allocations in some parts of a node's run. */
#include "allocations.h"

#include <stdlib.h>

enum { LEAST = 1 << 15 }; /* the least number of instructions that a replay covers */

/* An allocated block. */
typedef struct Allocation {
	uint64_t count; /* instructions that the node had executed before the allocation */
	Addr low;       /* lowest address of the block */
	Word nbytes;
} Allocation;

/* Instructions that have been replayed: those with the numbers low to high - 1. */
typedef struct Range {
	uint64_t low, high;
} Range;

struct HeapBlocks {
	Past *past;
	Target *target;
	NodeId node;
	Range *ranges;           /* [nranges] sorted; they neither overlap nor touch */
	uint32_t nranges;
	Allocation *allocations; /* [n] sorted by count */
	size_t n, cap;
	bool sorted;             /* `allocations` is sorted now */
	/* while a part is replayed: its instructions, those with the numbers `from` to `to` - 1 */
	uint64_t from, to;
	Watcher *watcher;
	Loaded loaded[MAX_LOADED]; /* nloaded programs whose functions are marked */
	uint32_t nloaded;
};

HeapBlocks *
blocks_new(Past *p, Target *t, NodeId n)
{
	HeapBlocks *b = xcalloc(1, sizeof *b);

	b->past = p;
	b->target = t;
	b->node = n;
	return b;
}

void
blocks_free(HeapBlocks *b)
{
	if (!b)
		return;
	free(b->ranges);
	free(b->allocations);
	free(b);
}

/* executed_count: the number of instructions that the node has executed. */
static uint64_t
executed_count(const HeapBlocks *b)
{
	return t800_count(past_network(b->past)->nodes[b->node]);
}

/* ---- a part ---- */

/*
 * add_allocation: append an event of the heap to b->allocations if it is an allocation in the part
 * that is replayed.
 */
static void
add_allocation(HeapBlocks *b, const HeapEvent *e)
{
	uint64_t count = executed_count(b);

	if (!e->allocated || count < b->from || count >= b->to)
		return;
	if (b->n == b->cap) {
		b->cap = b->cap ? 2 * b->cap : 256;
		b->allocations = xrealloc(b->allocations, b->cap * sizeof *b->allocations);
	}
	b->allocations[b->n++] = (Allocation){count, e->low, e->nbytes};
	b->sorted = false;
}

/*
 * has_marked_programs: true if the heap functions of the node's present programs are marked. If
 * not, store these programs, whose functions the caller then marks.
 */
static bool
has_marked_programs(HeapBlocks *b)
{
	Loaded loaded[MAX_LOADED];
	uint32_t n = target_expected_programs(b->target, b->node, loaded), i = 0;

	while (i < n && i < b->nloaded && loaded[i].program == b->loaded[i].program
		&& loaded[i].text == b->loaded[i].text)
		i++;
	if (i == n && n == b->nloaded)
		return true;
	memcpy(b->loaded, loaded, n * sizeof *loaded);
	b->nloaded = n;
	return false;
}

void
blocks_mark_functions(HeapBlocks *b, Watcher *o, uint64_t from, uint64_t to)
{
	Network *other = target_network(b->target);

	b->from = from;
	b->to = to;
	b->nloaded = 0;
	target_switch_network(b->target, past_network(b->past));
	if (!has_marked_programs(b))
		heap_set_marks(b->target, b->node, o);
	target_switch_network(b->target, other);
}

void
blocks_handle_mark(HeapBlocks *b, Watcher *o)
{
	Network *other = target_network(b->target);
	HeapEvent e;

	target_switch_network(b->target, past_network(b->past));
	if (!has_marked_programs(b))
		heap_set_marks(b->target, b->node, o);
	if (heap_event_at_mark(b->target, b->node, &e))
		add_allocation(b, &e);
	target_switch_network(b->target, other);
}

/* ---- a replay for the allocations alone ---- */

/* handle_mark: note an allocation at a marked instruction; called by the watcher. */
static void
handle_mark(void *context, NodeId n)
{
	HeapBlocks *b = context;

	(void)n;
	blocks_handle_mark(b, b->watcher);
}

/* watch_blocks: watch the node for marks during a part of the run. */
static void
watch_blocks(void *context, Network *w)
{
	HeapBlocks *b = context;

	b->watcher = watcher_new(w, &(WatcherOptions){.report_marked = handle_mark, .context = b});
	blocks_mark_functions(b, b->watcher, b->from, b->to);
}

/* unwatch_blocks: end the watching of watch_blocks. */
static void
unwatch_blocks(void *context, Network *w)
{
	HeapBlocks *b = context;

	(void)w;
	watcher_free(b->watcher);
}

/* compare_counts: compare two allocations by the instruction that made them, for qsort. */
static int
compare_counts(const void *a, const void *b)
{
	const Allocation *x = a, *y = b;

	return x->count < y->count ? -1 : x->count > y->count;
}

/* sort_allocations: sort the allocations by time; replays do not find them in that order. */
static void
sort_allocations(HeapBlocks *b)
{
	if (!b->sorted && b->n > 0)
		qsort(b->allocations, b->n, sizeof *b->allocations, compare_counts);
	b->sorted = true;
}

/* replay_part: replay instructions that were not replayed yet, and add their allocations. */
static void
replay_part(HeapBlocks *b, uint64_t from, uint64_t to)
{
	Network *w = past_network(b->past);
	Time piece = node_time(w, b->node, to - from);

	b->from = from;
	b->to = to;
	if (from == 0 || !past_goto(b->past, place_before(b->node, from)))
		past_goto(b->past, place_at(past_beginning(b->past)));
	while (executed_count(b) < to && !past_is_present(b->past)) {
		past_forward(b->past, &(Search){watch_blocks, unwatch_blocks, b}, w->now + piece,
			     NULL);
		piece *= 2;
	}
	blocks_note_replayed(b, from, to);
}

/* ---- the parts that have been replayed ---- */

/*
 * first_range_after: the index of the first replayed range that ends after the instruction `count`.
 */
static uint32_t
first_range_after(const HeapBlocks *b, uint64_t count)
{
	uint32_t i = 0;

	while (i < b->nranges && b->ranges[i].high <= count)
		i++;
	return i;
}

void
blocks_note_replayed(HeapBlocks *b, uint64_t from, uint64_t to)
{
	uint32_t i = first_range_after(b, from > 0 ? from - 1 : 0), behind = i;
	Range all = {from, to};

	for (; behind < b->nranges && b->ranges[behind].low <= to; behind++) {
		if (b->ranges[behind].low < all.low)
			all.low = b->ranges[behind].low;
		if (b->ranges[behind].high > all.high)
			all.high = b->ranges[behind].high;
	}
	if (behind == i)
		b->ranges = xrealloc(b->ranges, (b->nranges + 1) * sizeof *b->ranges);
	memmove(&b->ranges[i + 1], &b->ranges[behind], (b->nranges - behind) * sizeof all);
	b->nranges += i + 1 - behind;
	b->ranges[i] = all;
}

/* cover_range: replay the instructions from `from` to `to` - 1 that were not replayed yet. */
static void
cover_range(HeapBlocks *b, uint64_t from, uint64_t to)
{
	from -= from % LEAST;
	while (from < to) {
		uint32_t i = first_range_after(b, from);
		const Range *r = i < b->nranges ? &b->ranges[i] : NULL;

		if (r && r->low <= from)
			from = r->high;
		else
			replay_part(b, from, r && r->low < to ? r->low : to);
	}
}

/* ---- questions ---- */

/* allocations_before: the number of allocations before an instruction. */
static size_t
allocations_before(const HeapBlocks *b, uint64_t count)
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
blocks_last_allocation(HeapBlocks *b, Addr a, uint64_t from, uint64_t to, uint64_t *count)
{
	if (from >= to)
		return false;
	cover_range(b, from, to);
	sort_allocations(b);
	for (size_t i = allocations_before(b, to); i-- > 0 && b->allocations[i].count >= from;)
		if (a - b->allocations[i].low < b->allocations[i].nbytes) {
			*count = b->allocations[i].count;
			return true;
		}
	return false;
}
