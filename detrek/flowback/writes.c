/*
 * writes.c - finds the intervals in which words are written. For each part of the run and each
 * word, a list contains the numbers of these intervals, the last one first.
 */
#include "writes.h"

#include <stdlib.h>

enum { FIRST = 16 }; /* intervals of the part that is replayed first */

/* An interval in which a word was written, in the list of the word's intervals. */
typedef struct WrittenInterval {
	uint32_t interval;
	uint32_t before; /* index + 1 of the entry before in the list; 0: none */
} WrittenInterval;

/* The intervals from `low` on, up to before `high`, as far as the node executes them. */
typedef struct IndexPart {
	uint32_t low, high;
	uint32_t *last;    /* [word]: index + 1 of its last entry in `links`; 0: none */
	WrittenInterval *links;       /* [nlinks] */
	uint32_t nlinks, cap;
} IndexPart;

struct Writes {
	Past *past;
	NodeId node;
	uint32_t bits;     /* 1 << bits: instructions of an interval */
	HeapBlocks *blocks;
	IndexPart *parts;       /* [nparts] in the order of time */
	uint32_t nparts;
	uint32_t next;     /* number of intervals in the part that is replayed next */
	/* the next two fields are used only while a part is replayed */
	IndexPart *part;
	Watcher *watcher;
};

Writes *
writes_new(Past *p, NodeId n, uint32_t bits, HeapBlocks *blocks)
{
	Writes *x = xcalloc(1, sizeof *x);

	*x = (Writes){.past = p, .node = n, .bits = bits, .blocks = blocks, .next = FIRST};
	return x;
}

void
writes_free(Writes *x)
{
	if (!x)
		return;
	for (uint32_t i = 0; i < x->nparts; i++) {
		free(x->parts[i].last);
		free(x->parts[i].links);
	}
	free(x->parts);
	free(x);
}

/* ---- a part ---- */

/*
 * add_write: append the interval to the list of those in which the word was written, unless it is
 * in this list.
 */
static void
add_write(IndexPart *p, uint32_t word, uint64_t interval)
{
	uint32_t last = p->last[word];

	if (interval < p->low || interval >= p->high
		|| (last > 0 && p->links[last - 1].interval >= interval))
		return;
	if (p->nlinks == p->cap) {
		p->cap = p->cap ? 2 * p->cap : 1 << 12;
		p->links = xrealloc(p->links, p->cap * sizeof *p->links);
	}
	p->links[p->nlinks++] = (WrittenInterval){interval, last};
	p->last[word] = p->nlinks;
}

/* handle_writes: note in which interval each word is written; called by the watcher. */
static void
handle_writes(void *context, NodeId n, const Access *a, uint32_t naccesses)
{
	Writes *x = context;

	(void)n;
	for (uint32_t i = 0; i < naccesses; i++, a++) {
		uint32_t word = (a->addr - MOSTNEG) / 4;

		if (a->kind != ACCESS_WRITE && a->count > 0)
			add_write(x->part, word, (a->count - 1) >> x->bits);
		add_write(x->part, word, a->count >> x->bits);
	}
}

/* handle_mark: note an allocation at a marked instruction; called by the watcher. */
static void
handle_mark(void *context, NodeId n)
{
	Writes *x = context;

	(void)n;
	blocks_handle_mark(x->blocks, x->watcher);
}

/* interval_first: the number of the first instruction of an interval. */
static uint64_t
interval_first(const Writes *x, uint32_t interval)
{
	return (uint64_t)interval << x->bits;
}

/* watch_writes: watch the node during a part of the run. */
static void
watch_writes(void *context, Network *w)
{
	Writes *x = context;

	x->watcher = watcher_new(w, &(WatcherOptions){handle_writes, handle_mark, NULL, x});
	watcher_all(x->watcher, x->node, ACCESS_WRITES);
	watcher_report_first_writes(x->watcher, x->node, x->bits);
	blocks_mark_functions(x->blocks, x->watcher, interval_first(x, x->part->low),
		     interval_first(x, x->part->high));
}

/* unwatch_writes: end the watching of watch_writes. */
static void
unwatch_writes(void *context, Network *w)
{
	Writes *x = context;

	(void)w;
	watcher_free(x->watcher);
}

/* executed_count: the number of instructions that the node has executed. */
static uint64_t
executed_count(const Writes *x)
{
	return t800_count(past_network(x->past)->nodes[x->node]);
}

/*
 * time_left: an estimate of the time that the node needs for the rest of a part. It is computed
 * from the time of the instructions executed so far, and is not longer than this time, because the
 * node may have waited.
 */
static Time
time_left(Time passed, uint64_t done, uint64_t rest)
{
	return rest < done ? (Time)((unsigned __int128)passed * rest / done) : passed;
}

/* replay_through: replay a part: from the last place before it to the place after it. */
static void
replay_through(Writes *x, IndexPart *p)
{
	Network *w = past_network(x->past);
	uint64_t first, end = interval_first(x, p->high);
	Time begin, least = node_time(w, x->node, interval_first(x, 1));

	if (p->low == 0 || !past_goto(x->past, place_before(x->node, interval_first(x, p->low))))
		past_goto(x->past, place_at(past_beginning(x->past)));
	x->part = p;
	begin = w->now;
	first = executed_count(x);
	while (!past_is_present(x->past) && executed_count(x) <= end) {
		uint64_t done = executed_count(x) - first, rest = end - executed_count(x);
		Time piece = least + time_left(w->now - begin, done, rest);

		past_forward(x->past, &(Search){watch_writes, unwatch_writes, x}, w->now + piece,
			     NULL);
	}
	blocks_note_replayed(x->blocks, interval_first(x, p->low), end);
}

/* part_ending_before: the number of the part that ends before an interval; -1: there is none. */
static int
part_ending_before(const Writes *x, uint32_t interval)
{
	int i = x->nparts;

	while (i > 0 && x->parts[i - 1].low >= interval)
		i--;
	return i - 1;
}

/*
 * add_part: add a part that ends at an interval which no part contains yet, after part number
 * `after`.
 */
static void
add_part(Writes *x, int after, uint32_t high)
{
	uint32_t known = after >= 0 ? x->parts[after].high : 0;
	uint32_t low = high - known > x->next ? high - x->next : known;
	uint32_t nwords = past_network(x->past)->nodes[x->node]->r.size / 4;
	IndexPart *p;

	x->parts = xrealloc(x->parts, (x->nparts + 1) * sizeof *x->parts);
	p = &x->parts[after + 1];
	memmove(p + 1, p, (x->nparts++ - (after + 1)) * sizeof *p);
	*p = (IndexPart){.low = low, .high = high, .last = xcalloc(nwords, sizeof *p->last)};
	replay_through(x, p);
	x->next *= 2;
}

/* ---- questions ---- */

/*
 * last_in_part: find the last interval of the part, before interval `before`, in which the word is
 * written; false if there is none.
 */
static bool
last_in_part(const IndexPart *p, uint32_t word, uint32_t before, uint32_t *interval)
{
	uint32_t i = p->last[word];

	while (i > 0 && p->links[i - 1].interval >= before)
		i = p->links[i - 1].before;
	if (i > 0)
		*interval = p->links[i - 1].interval;
	return i > 0;
}

bool
writes_last_interval(Writes *x, Addr a, uint32_t before, uint32_t *interval)
{
	while (before > 0) {
		int i = part_ending_before(x, before);

		if (i < 0 || x->parts[i].high < before) {
			add_part(x, i, before);
			continue;
		}
		if (last_in_part(&x->parts[i], (a - MOSTNEG) / 4, before, interval))
			return true;
		before = x->parts[i].low;
	}
	return false;
}
