/*
 * brute_live.c - the races of recorded runs by brute force: every access is kept, with the vector
 * clock of its segment, and compared with every other one of its byte. Called by live.t with
 * recordings; each must have the pairs of instructions that `trellis races` finds.
 */
#include "detrek/races/live.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* What a thread does to a byte in a segment by one instruction; once. */
typedef struct Touch {
	uint64_t byte; /* node, address, how often it was allocated */
	uint32_t clock; /* number of its segment's clock */
	Addr iptr;
	uint32_t thread;
	bool store;
} Touch;

typedef struct Brute {
	Touch *touch;
	size_t n, cap;
	uint32_t nthreads;
	uint32_t **thread, **object; /* clocks */
	uint32_t nobjects;
	uint32_t *clocks;            /* [number][nthreads] */
	uint32_t nclocks, clockcap;
	uint32_t *current;           /* [thread] the number of its clock */
	uint32_t **births;           /* [node][byte] how often the byte was allocated */
} Brute;

typedef struct Pair {
	NodeId node;
	Addr a, b;
	bool sa, sb;
} Pair;

enum { MOST = 64 }; /* threads */

static void
thread_new(void *brute, uint32_t thread, const SyncThreadInfo *info)
{
	(void)brute, (void)thread, (void)info;
}

static void
object_new(void *brute, uint32_t object, const SyncObjectInfo *info)
{
	Brute *b = brute;

	(void)info;
	b->object = xrealloc(b->object, (object + 1) * sizeof *b->object);
	b->object[object] = xcalloc(MOST, sizeof **b->object);
	b->nobjects = object + 1;
}

static void
clock_keep(Brute *b, uint32_t thread)
{
	if (b->nclocks == b->clockcap) {
		b->clockcap = b->clockcap ? 2 * b->clockcap : 64;
		b->clocks = xrealloc(b->clocks, (size_t)b->clockcap * MOST * sizeof *b->clocks);
	}
	memcpy(b->clocks + (size_t)b->nclocks * MOST, b->thread[thread], MOST * sizeof *b->clocks);
	b->current[thread] = b->nclocks++;
}

static void
operation(void *brute, const Operation *o)
{
	Brute *b = brute;
	uint32_t *mine = b->thread[o->thread], *its = b->object[o->object];

	if (o->kind == OPERATION_BLOCK)
		return;
	for (int i = 0; i < MOST; i++)
		mine[i] = its[i] > mine[i] ? its[i] : mine[i];
	/* what it knows of its thread: the segments up to this one */
	memcpy(its, mine, MOST * sizeof *its);
	mine[o->thread]++;
	clock_keep(b, o->thread);
}

static uint64_t
byte_of(NodeId n, uint32_t births, uint32_t offset)
{
	assert(n < 1 << 8 && births < 1 << 24);
	return (uint64_t)n << 56 | (uint64_t)births << 32 | offset;
}

static void
accesses(void *brute, uint32_t thread, NodeId n, const Access *a, uint32_t naccesses)
{
	Brute *b = brute;

	for (uint32_t i = 0; i < naccesses; i++, a++)
		for (Word k = 0; k < a->nbytes; k++) {
			uint32_t offset = a->addr + k - MOSTNEG;

			if (b->n == b->cap) {
				b->cap = b->cap ? 2 * b->cap : 1 << 16;
				b->touch = xrealloc(b->touch, b->cap * sizeof *b->touch);
			}
			b->touch[b->n++] = (Touch){byte_of(n, b->births[n][offset], offset),
				b->current[thread], a->iptr, thread, a->kind == ACCESS_WRITE};
		}
}

static void
allocated(void *brute, const Allocation *a)
{
	Brute *b = brute;

	for (Word i = 0; i < ((a->nbytes + 3) & ~3u); i++)
		b->births[a->node][a->low + i - MOSTNEG]++;
}

static int
by_byte(const void *pa, const void *pb)
{
	const Touch *a = pa, *b = pb;

	if (a->byte != b->byte)
		return a->byte < b->byte ? -1 : 1;
	if (a->clock != b->clock)
		return a->clock < b->clock ? -1 : 1;
	if (a->iptr != b->iptr)
		return a->iptr < b->iptr ? -1 : 1;
	return a->store - b->store;
}

/* before: the segment with clock a is before that with clock b: b's thread knows a's own count. */
static bool
before(const Brute *b, const Touch *x, const Touch *y)
{
	return b->clocks[(size_t)y->clock * MOST + x->thread]
		>= b->clocks[(size_t)x->clock * MOST + x->thread];
}

static int
by_place(const void *pa, const void *pb)
{
	const Pair *x = pa, *y = pb;

	if (x->node != y->node)
		return x->node < y->node ? -1 : 1;
	if (x->a != y->a)
		return x->a < y->a ? -1 : 1;
	if (x->b != y->b)
		return x->b < y->b ? -1 : 1;
	return (x->sa - y->sa) * 2 + x->sb - y->sb;
}

static void
add(Pair **list, size_t *n, Pair p)
{
	if (p.a > p.b || (p.a == p.b && p.sa > p.sb))
		p = (Pair){p.node, p.b, p.a, p.sb, p.sa};
	for (size_t i = 0; i < *n; i++)
		if (by_place(&(*list)[i], &p) == 0)
			return;
	*list = xrealloc(*list, (*n + 1) * sizeof **list);
	(*list)[(*n)++] = p;
}

/* compare_all: the accesses of one byte. */
static void
compare_all(const Brute *b, const Touch *t, size_t n, Pair **list, size_t *npairs)
{
	for (size_t i = 0; i < n; i++)
		for (size_t k = i + 1; k < n; k++)
			if (t[i].thread != t[k].thread && (t[i].store || t[k].store)
				&& !before(b, &t[i], &t[k]) && !before(b, &t[k], &t[i]))
				add(list, npairs,
					(Pair){t[i].byte >> 56, t[i].iptr, t[k].iptr, t[i].store,
						t[k].store});
}

/*
 * all_pairs: of a byte that one thread only has accessed, or that none has stored, there are none.
 */
static Pair *
all_pairs(Brute *b, size_t *npairs)
{
	Pair *list = NULL;
	size_t kept = 0;

	qsort(b->touch, b->n, sizeof *b->touch, by_byte);
	for (size_t i = 0; i < b->n; i++)
		if (i == 0 || by_byte(&b->touch[i], &b->touch[i - 1]) != 0)
			b->touch[kept++] = b->touch[i];
	*npairs = 0;
	for (size_t i = 0, k; i < kept; i = k) {
		for (k = i; k < kept && b->touch[k].byte == b->touch[i].byte; k++)
			;
		compare_all(b, b->touch + i, k - i, &list, npairs);
	}
	return list;
}

static Pair *
brute_pairs(Past *p, Target *t, size_t *npairs)
{
	const Network *w = past_network(p);
	Brute b = {.current = xcalloc(MOST, sizeof *b.current),
		.thread = xcalloc(MOST, sizeof *b.thread),
		.births = xcalloc(w->nnodes, sizeof *b.births)};
	Pair *list;

	for (NodeId n = 0; n < w->nnodes; n++)
		b.births[n] = xcalloc(w->nodes[n]->r.size, sizeof **b.births);
	for (uint32_t i = 0; i < MOST; i++) {
		b.thread[i] = xcalloc(MOST, sizeof **b.thread);
		b.thread[i][i] = 1;
		clock_keep(&b, i);
	}
	sync_observe(p, t,
		&(SyncCalls){.thread = thread_new,
			.object = object_new,
			.operation = operation,
			.accesses = accesses,
			.allocated = allocated,
			.context = &b});
	list = all_pairs(&b, npairs);
	if (*npairs > 0)
		qsort(list, *npairs, sizeof *list, by_place);
	for (uint32_t i = 0; i < MOST; i++)
		free(b.thread[i]);
	for (uint32_t i = 0; i < b.nobjects; i++)
		free(b.object[i]);
	free(b.thread);
	free(b.object);
	free(b.current);
	free(b.clocks);
	for (NodeId n = 0; n < w->nnodes; n++)
		free(b.births[n]);
	free(b.births);
	free(b.touch);
	return list;
}

static Pair *
found_pairs(Past *p, Target *t, size_t *n)
{
	Arena a = {0};
	Live *l = live_replay(&a, p, t, true);
	RacingPairs *r = pairs_find(l, recplay_run(l->trace, &(KeptParts){.races = 1, .rests = true})->races);
	Pair *list = NULL;

	*n = 0;
	for (uint32_t i = 0; i < r->n; i++)
		add(&list, n,
			(Pair){r->pair[i].owner->node, r->pair[i].a.iptr, r->pair[i].b.iptr,
				r->pair[i].a.store, r->pair[i].b.store});
	if (*n > 0)
		qsort(list, *n, sizeof *list, by_place);
	arena_free(&a);
	return list;
}

/* check: prints the number of pairs, or how the two differ. */
static bool
check(const char *dir)
{
	Past *p = past_open(dir);
	Target *t = sync_target(p);
	size_t nbrute, nfound;
	Pair *brute = brute_pairs(p, t, &nbrute), *found = found_pairs(p, t, &nfound);
	bool same = nbrute == nfound;

	for (size_t i = 0; same && i < nbrute; i++)
		same = by_place(&brute[i], &found[i]) == 0;
	printf("%s %zu pairs%s\n", same ? "same" : "different", nbrute,
		same ? "" : ": brute force");
	for (size_t i = 0; !same && (i < nbrute || i < nfound); i++) {
		if (i < nbrute)
			printf("# brute n%u %x %d %x %d\n", brute[i].node, brute[i].a, brute[i].sa, brute[i].b,
				brute[i].sb);
		if (i < nfound)
			printf("# found n%u %x %d %x %d\n", found[i].node, found[i].a, found[i].sa, found[i].b,
				found[i].sb);
	}
	free(brute);
	free(found);
	target_free(t);
	past_free(p);
	return same;
}

int
main(int argc, char **argv)
{
	bool good = true;

	if (argc == 1)
		printf("1..0 # SKIP live.t calls this with recordings\n");
	for (int i = 1; i < argc; i++)
		good &= check(argv[i]);
	return !good;
}
