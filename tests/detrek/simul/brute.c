/*
 * brute.c - random graphs: components, dominators, node sets, PRE and POST, compared with direct
 * computations from their definitions.
 */
#include "made.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
	GRAPHS = 300,
	MAX_NODES = 24,
	SETS = 2000,
	RANGE = 700, /* nodes in sets: several words */
};

static void
check_components(Arena *a, const Graph *g)
{
	uint32_t *c, *order, seen = 0;

	graph_components(a, g, &c, &order);
	for (uint32_t i = 0; i < g->n; i++) {
		assert_true(i == 0 || c[order[i - 1]] <= c[order[i]]);
		seen |= (uint32_t)1 << order[i];
	}
	assert_int_equal(seen, ((uint32_t)1 << g->n) - 1);
	for (uint32_t i = 0; i < g->n; i++) {
		for (uint32_t k = 0; k < g->n; k++) {
			bool same = reaches(g, i, k, NONE) && reaches(g, k, i, NONE);

			assert_int_equal(c[i] == c[k], same);
			if (reaches(g, i, k, NONE))
				assert_true(c[i] <= c[k]);
		}
	}
}

/*
 * If no path leads from the end of an edge back to its start, the end comes first in a postorder.
 */
static void
check_postorder(Arena *a, const Graph *g)
{
	uint32_t *order = graph_postorder(a, g);
	uint32_t place[MAX_NODES], seen = 0;

	for (uint32_t i = 0; i < g->n; i++) {
		place[order[i]] = i;
		seen |= (uint32_t)1 << order[i];
	}
	assert_int_equal(seen, ((uint32_t)1 << g->n) - 1);
	for (uint32_t i = 0; i < g->n; i++)
		for (uint32_t e = g->first[i]; e < g->first[i + 1]; e++)
			if (!reaches(g, g->to[e], i, NONE))
				assert_true(place[g->to[e]] < place[i]);
}

static void
check_dominators(Arena *a, const Graph *g)
{
	Graph back = graph_reverse(a, g);
	uint32_t *idom = graph_dominators(a, g, &back, 0);

	for (uint32_t i = 0; i < g->n; i++) {
		bool dominates[MAX_NODES] = {false};

		if (!reaches(g, 0, i, NONE)) {
			assert_int_equal(idom[i], NONE);
			continue;
		}
		for (uint32_t k = i; k != NONE; k = idom[k])
			dominates[k] = true;
		for (uint32_t k = 0; k < g->n; k++)
			assert_int_equal(dominates[k], k == i || !reaches(g, 0, i, k));
	}
}

static void
graphs(void **state)
{
	uint32_t s = 1;

	(void)state;
	for (int i = 0; i < GRAPHS; i++) {
		uint32_t n = 1 + draw(&s, MAX_NODES), m = draw(&s, 3 * n);
		uint32_t from[3 * MAX_NODES], to[3 * MAX_NODES];
		Arena a = {0};
		Graph g;

		for (uint32_t e = 0; e < m; e++) {
			from[e] = draw(&s, n);
			to[e] = draw(&s, n);
		}
		g = graph_new(&a, n, from, to, m);
		check_components(&a, &g);
		check_postorder(&a, &g);
		check_dominators(&a, &g);
		arena_free(&a);
	}
}

/* A set as an array of flags, and as a NodeSet. */
typedef struct Both {
	bool has[RANGE];
	const NodeSet *set;
} Both;

static void
check_set(const Both *b)
{
	uint32_t list[RANGE], n = nodeset_list(b->set, list), k = 0;

	for (uint32_t i = 0; i < RANGE; i++) {
		assert_int_equal(nodeset_has(b->set, i), b->has[i]);
		if (b->has[i])
			assert_true(k < n && list[k++] == i);
	}
	assert_int_equal(k, n);
	if (n == 0)
		assert_null(b->set);
}

static void
change(Arena *a, Both *b, const Both *other, uint32_t *s)
{
	uint32_t first = draw(s, RANGE), last = first + draw(s, RANGE - first);
	bool meets = false;

	switch (draw(s, 5)) {
	case 0:
		for (uint32_t i = 0; i < RANGE; i++)
			b->has[i] |= other->has[i];
		b->set = nodeset_union(a, b->set, other->set);
		break;
	case 1:
		for (uint32_t i = first; i <= last; i++) {
			meets |= b->has[i];
			b->has[i] = false;
		}
		assert_int_equal(nodeset_intersects(b->set, first, last), meets);
		b->set = nodeset_without(a, b->set, first, last);
		break;
	case 2:
		for (uint32_t i = first, step = 1 + draw(s, 2); i <= last; i += step) {
			b->has[i] = true;
			b->set = nodeset_add(a, b->set, i);
		}
		break;
	default:
		b->has[first] = true;
		b->set = nodeset_add(a, b->set, first);
	}
}

static void
sets(void **state)
{
	enum { N = 4 };
	Both both[N] = {0};
	Arena a = {0};
	uint32_t s = 1;

	(void)state;
	for (int i = 0; i < SETS; i++) {
		uint32_t x = draw(&s, N), y = draw(&s, N);

		change(&a, &both[x], &both[y], &s);
		check_set(&both[x]);
		assert_int_equal(nodeset_equal(both[x].set, both[y].set),
			memcmp(both[x].has, both[y].has, sizeof both[x].has) == 0);
	}
	arena_free(&a);
}

/* Computations have no sets. */
static bool
in_set(const Dcfg *d, const Relation *r, uint32_t x, uint32_t y)
{
	return d->node[x].kind != DCFG_COMP && relation_has(r, x, y);
}

static void
relations(void **state)
{
	static const MadeShape shape = {.minprocesses = 2, .maxprocesses = 4, .minnodes = 3,
		.maxnodes = 8, .comps = 2, .hub = 0, .extras = 3, .loops = true};
	uint32_t s = 1;

	(void)state;
	for (int i = 0; i < GRAPHS; i++) {
		Buf b = made_dcfg(&s, &shape);
		Arena a = {0};
		Dcfg *d = dcfg_read(&a, "made", (char *)b.data, b.len);
		Relations r = relations_find(d);
		const Relation *relation[] = {&r.pre, &r.post1, &r.post2};

		for (int k = 0; k < 3; k++) {
			static Matrix m;

			solve(d, k, m);
			for (uint32_t x = 0; x < d->name.n; x++)
				for (uint32_t y = 0; y < d->name.n; y++)
					assert_int_equal(in_set(d, relation[k], x, y), m[x][y]);
		}
		arena_free(&a);
		buf_free(&b);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(graphs),
		cmocka_unit_test(sets),
		cmocka_unit_test(relations),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
