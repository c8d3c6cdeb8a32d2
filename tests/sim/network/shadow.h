/*
 * shadow.h - copies of the memories of the nodes, updated only from the reports of a watcher.
 *
 * Every reported access must agree with the copy, and at the end the copies must equal the
 * memories. Every instruction is marked, and must be reported once each time it is executed.
 */
#ifndef SHADOW_H
#define SHADOW_H

#include "rig.h"

typedef struct Shadow {
	Network *w;
	Watcher *watcher;
	uint8_t **memory;  /* [node] copy of its memory */
	uint64_t *count;   /* [node] place of the last access */
	uint64_t *marked;  /* [node] place of the last instruction */
	uint64_t accesses;
} Shadow;

static inline void
shadow_access(Shadow *s, NodeId n, const Access *a)
{
	uint8_t *at = s->memory[n] + (a->addr - MOSTNEG);

	assert_in_range(a->nbytes, 1, 4);
	assert_true(a->count >= s->count[n] && a->kind < NACCESSKINDS);
	assert_true(a->addr - MOSTNEG <= s->w->nodes[n]->r.size - a->nbytes);
	assert_memory_equal(at, &a->old, a->nbytes);
	if (!(ACCESS_WRITES >> a->kind & 1))
		assert_memory_equal(at, &a->new, a->nbytes);
	memcpy(at, &a->new, a->nbytes);
	s->count[n] = a->count;
	s->accesses++;
}

static inline void
shadow_accesses(void *shadow, NodeId n, const Access *a, uint32_t naccesses)
{
	for (uint32_t i = 0; i < naccesses; i++)
		shadow_access(shadow, n, &a[i]);
}

static inline void
shadow_marked(void *shadow, NodeId n)
{
	Shadow *s = shadow;
	uint64_t count = t800_count(s->w->nodes[n]);

	assert_in_range(count, s->marked[n], s->marked[n] + 1);
	s->marked[n] = count;
}

static inline Shadow *
shadow_new(Network *w)
{
	Shadow *s = xcalloc(1, sizeof *s);

	*s = (Shadow){.w = w,
		.memory = xcalloc(w->nnodes, sizeof *s->memory),
		.count = xcalloc(w->nnodes, sizeof *s->count),
		.marked = xcalloc(w->nnodes, sizeof *s->marked)};
	s->watcher = watcher_new(w,
		&(WatcherOptions){
			.report_accesses = shadow_accesses, .report_marked = shadow_marked, .context = s});
	for (NodeId n = 0; n < w->nnodes; n++) {
		uint32_t size = w->nodes[n]->r.size;

		s->memory[n] = memcpy(xmalloc(size), w->nodes[n]->r.mem, size);
		s->marked[n] = t800_count(w->nodes[n]);
		watcher_all(s->watcher, n, ACCESS_ALL);
		for (Addr a = MOSTNEG; a != MOSTNEG + size; a++)
			watcher_mark(s->watcher, n, a);
		for (Addr a = MOSTNEG - w->nodes[n]->rom; a != MOSTNEG; a++)
			watcher_mark(s->watcher, n, a);
	}
	return s;
}

/* shadow_free: also compares. */
static inline void
shadow_free(Shadow *s)
{
	watcher_free(s->watcher);
	for (NodeId n = 0; n < s->w->nnodes; n++) {
		const T800 *c = s->w->nodes[n];

		assert_memory_equal(s->memory[n], c->r.mem, c->r.size);
		assert_true(t800_count(c) - s->marked[n] <= 1);
		free(s->memory[n]);
	}
	free(s->memory);
	free(s->count);
	free(s->marked);
	free(s);
}

#endif
