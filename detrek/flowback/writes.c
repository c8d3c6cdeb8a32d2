/*
 * writes.c - intervals in which words are written: for each word a chain of numbers, the last one
 * first.
 */
#include "writes.h"

#include "sim/cpu/watcher.h"

#include <stdlib.h>

typedef struct Link {
	uint32_t interval;
	uint32_t before; /* the entry before it, + 1; 0: none */
} Link;

struct Writes {
	NodeId node;
	uint32_t interval; /* instructions */
	uint32_t nwords;
	uint32_t *last;    /* [word]: its last entry, + 1; 0: none */
	Link *links;       /* nlinks */
	uint32_t nlinks, cap;
	Watcher *watcher;
};

static void
add(Writes *x, uint32_t word, uint32_t interval)
{
	uint32_t last = x->last[word];

	if (last > 0 && x->links[last - 1].interval >= interval)
		return;
	if (x->nlinks == x->cap) {
		x->cap = x->cap ? 2 * x->cap : 1 << 14;
		x->links = xrealloc(x->links, x->cap * sizeof *x->links);
	}
	x->links[x->nlinks++] = (Link){interval, last};
	x->last[word] = x->nlinks;
}

static void
written(void *context, NodeId n, const Access *a, uint32_t naccesses)
{
	Writes *x = context;

	(void)n;
	for (uint32_t i = 0; i < naccesses; i++, a++) {
		uint32_t word = (a->addr - MOSTNEG) / 4;

		if (a->kind != ACCESS_WRITE && a->count > 0)
			add(x, word, (a->count - 1) / x->interval);
		add(x, word, a->count / x->interval);
	}
}

static void
watch(void *context, Network *w)
{
	Writes *x = context;

	x->watcher = watcher_new(w, &(WatcherOptions){.accesses = written, .context = x});
	watcher_all(x->watcher, x->node, ACCESS_WRITES);
}

static void
unwatch(void *context, Network *w)
{
	Writes *x = context;

	(void)w;
	watcher_free(x->watcher);
}

Writes *
writes_new(Past *p, NodeId n, uint32_t interval)
{
	Writes *x = xcalloc(1, sizeof *x);

	*x = (Writes){
		.node = n, .interval = interval, .nwords = past_network(p)->nodes[n]->r.size / 4};
	x->last = xcalloc(x->nwords, sizeof *x->last);
	past_goto(p, place_at(past_beginning(p)));
	past_forward(p, &(Search){watch, unwatch, x}, NEVER, NULL);
	past_go_present(p);
	return x;
}

void
writes_free(Writes *x)
{
	if (!x)
		return;
	free(x->last);
	free(x->links);
	free(x);
}

bool
writes_last(const Writes *x, Addr a, uint64_t before, uint64_t *interval)
{
	uint32_t i = x->last[(a - MOSTNEG) / 4];

	while (i > 0 && x->links[i - 1].interval >= before)
		i = x->links[i - 1].before;
	if (i > 0)
		*interval = x->links[i - 1].interval;
	return i > 0;
}
