/*
 * sets.c - computes PRE, POST1 and POST2 of sends and receives, and dominators.
 *
 *   PRE(S)   = {S} + PRE(R) for every receive R of S's process from which S can be reached
 *   PRE(R)   = PRE(S) for every send S that R can receive from
 *   POST1(S) = {S} + POST1(R) for every receive R of S's process that S postdominates
 *   POST1(R) = POST1(S) for every send S that only R can receive from
 *   POST2(R) = {R} + POST2(S) for every send S of R's process that R dominates
 *   POST2(S) = POST2(R) for every receive R that can receive from S only
 *
 * Each set excludes the sends (in POST2: receives) of the node's own process, except S (R) itself.
 * The results are the least sets that satisfy the equations. All three are the same problem: sets
 * flow along edges inside a process (the control flow, or upwards in one of the two dominator
 * trees), and across to another process, where the items of that process are removed. The problem
 * is solved component by component, in the graph with both kinds of edges. The items are numbered
 * in the same order, process by process: a set that has flowed far contains all items on its way,
 * and these then form a few ranges of numbers.
 */
#include "simul.h"

#include <stdlib.h>
#include <string.h>

/* One of the three problems. */
typedef struct Flow {
	const Dcfg *d;
	/* edges from a node to the nodes on which its set depends: of its own process; of others */
	Graph inside, across;
	/* kind of the items: nodes of this kind add themselves to what they pass on */
	DcfgKind kind;
	Relation result;
	/* the items that come over edges of `across`, without those of the node's process */
	const NodeSet **own;
	const NodeSet **sum;  /* `own` and the items that come over edges of `inside` */
	const NodeSet **list; /* scratch for a union */
} Flow;

/*
 * passed_on_set: the set that a node passes on over an edge of communication. If the node is of
 * the kind of the items, the set includes the node itself.
 */
static const NodeSet *
passed_on_set(const Flow *f, uint32_t node)
{
	if (f->d->node[node].kind != f->kind)
		return f->own[node];
	return nodeset_add(f->d->arena, f->sum[node], f->result.item[node]);
}

/*
 * gather_across: the union of the sets that come to the node over edges of communication, without
 * items of its own process.
 */
static const NodeSet *
gather_across(const Flow *f, uint32_t node)
{
	const Graph *g = &f->across;
	const struct ItemRange *mine = &f->result.range[f->d->node[node].process];
	uint32_t n = 0;

	for (uint32_t e = g->first[node]; e < g->first[node + 1]; e++)
		f->list[n++] = passed_on_set(f, g->to[e]);
	return nodeset_without(f->d->arena, nodeset_union_all(f->d->arena, f->list, n),
		mine->first, mine->last);
}

/*
 * gather_inside: the union of the set that came to the node from other processes and the sets of
 * the nodes of its own process on which it depends.
 */
static const NodeSet *
gather_inside(const Flow *f, uint32_t node)
{
	const Graph *g = &f->inside;
	uint32_t n = 0;

	f->list[n++] = f->own[node];
	for (uint32_t e = g->first[node]; e < g->first[node + 1]; e++)
		f->list[n++] = f->sum[g->to[e]];
	return nodeset_union_all(f->d->arena, f->list, n);
}

/* update_sets: compute the node's sets again; returns whether they have grown. */
static bool
update_sets(Flow *f, uint32_t node)
{
	const NodeSet *own = gather_across(f, node), *sum;
	bool grown = !nodeset_equal(own, f->own[node]);

	if (grown)
		f->own[node] = own;
	sum = gather_inside(f, node);
	if (nodeset_equal(sum, f->sum[node]))
		return grown;
	f->sum[node] = sum;
	return true;
}

/*
 * order_components: list all nodes by component of the graph with both kinds of edges. A component
 * comes after the components on which it depends.
 */
static uint32_t *
order_components(const Flow *f, uint32_t **component)
{
	Arena *a = f->d->arena;
	uint32_t n = f->d->name.n, m = 0;
	const Graph *part[] = {&f->inside, &f->across};
	uint32_t *from = arena_alloc(a, f->inside.m + f->across.m, sizeof *from);
	uint32_t *to = arena_alloc(a, f->inside.m + f->across.m, sizeof *to);
	uint32_t *order;
	Graph both;

	for (int k = 0; k < 2; k++) {
		for (uint32_t i = 0; i < n; i++) {
			for (uint32_t e = part[k]->first[i]; e < part[k]->first[i + 1]; e++) {
				from[m] = part[k]->to[e];
				to[m++] = i;
			}
		}
	}
	both = graph_new(a, n, from, to, m);
	graph_components(a, &both, component, &order);
	return order;
}

/* number_process: number the items of a process starting with `first`; returns the next number. */
static uint32_t
number_process(Flow *f, uint32_t process, uint32_t first)
{
	const DcfgProcess *p = &f->d->range[process];
	Relation *r = &f->result;
	uint32_t n = first;

	for (uint32_t v = p->start; v <= p->stop; v++) {
		if (f->d->node[v].kind != f->kind)
			continue;
		r->item[v] = n;
		r->node[n++] = v;
	}
	r->range[process] = (struct ItemRange){first, n - 1};
	return n;
}

/* number_items: number all items: processes in the order of their first item in `order`. */
static void
number_items(Flow *f, const uint32_t *order)
{
	const Dcfg *d = f->d;
	Relation *r = &f->result;
	uint32_t n = 0;

	r->item = arena_alloc(d->arena, d->name.n, sizeof *r->item);
	memset(r->item, 0xFF, d->name.n * sizeof *r->item); /* NONE */
	r->node = arena_alloc(d->arena, d->name.n, sizeof *r->node);
	r->range = arena_alloc(d->arena, d->process.n, sizeof *r->range);
	for (uint32_t p = 0; p < d->process.n; p++)
		r->range[p] = (struct ItemRange){1, 0};
	for (uint32_t i = 0; i < d->name.n; i++)
		if (d->node[order[i]].kind == f->kind && r->item[order[i]] == NONE)
			n = number_process(f, d->node[order[i]].process, n);
}

/* The nodes of a component, process by process; the processes in the order of a search. */
typedef struct Component {
	struct Block { /* the nodes of one process */
		const uint32_t *node;
		uint32_t n;
	} *block;
	uint32_t nblocks;
} Component;

/*
 * solve_component: iterate over the processes of the component until no set grows. Iterations go
 * forwards and backwards in turn, because sets can flow both ways.
 */
static void
solve_component(Flow *f, const Component *c)
{
	bool grown = true;

	for (bool forward = true; grown; forward = !forward) {
		grown = false;
		for (uint32_t i = 0; i < c->nblocks; i++) {
			const struct Block *b = &c->block[forward ? i : c->nblocks - 1 - i];

			for (uint32_t k = 0; k < b->n; k++)
				grown |= update_sets(f, b->node[k]);
		}
		grown &= c->nblocks > 1 || c->block->n > 1;
	}
}

/*
 * list_sources_first: list all nodes by component; within a component, in an order with few nodes
 * before their sources.
 */
static uint32_t *
list_sources_first(const Flow *f, const uint32_t *component)
{
	Arena *a = f->d->arena;
	uint32_t n = f->d->name.n;
	uint32_t *order = graph_postorder(a, &f->inside);
	uint32_t *list = arena_alloc(a, n, sizeof *list), *at = arena_alloc(a, n + 1, sizeof *at);

	for (uint32_t i = 0; i < n; i++)
		at[component[i] + 1]++;
	for (uint32_t i = 1; i < n; i++)
		at[i] += at[i - 1];
	for (uint32_t i = 0; i < n; i++)
		list[at[component[order[i]]]++] = order[i];
	return list;
}

/*
 * group_processes: sort the nodes of `order` by process; at[p] is the index of the first node of p.
 */
static uint32_t *
group_processes(const Dcfg *d, const uint32_t *order, uint32_t *at)
{
	uint32_t *list = arena_alloc(d->arena, d->name.n, sizeof *list);

	for (uint32_t i = 0; i < d->name.n; i++) {
		uint32_t p = d->node[order[i]].process;

		list[d->range[p].start + at[p]++] = order[i];
	}
	for (uint32_t p = 0; p < d->process.n; p++)
		at[p] = d->range[p].start;
	return list;
}

/* solve_components: solve the equations of the flow component by component, sources first. */
static void
solve_components(Flow *f, const uint32_t *order, const uint32_t *component)
{
	const Dcfg *d = f->d;
	uint32_t n = d->name.n;
	uint32_t *at = arena_alloc(d->arena, d->process.n, sizeof *at);
	uint32_t *list = group_processes(d, list_sources_first(f, component), at);
	Component c = {.block = arena_alloc(d->arena, d->process.n, sizeof *c.block)};

	for (uint32_t i = 0; i < n; i++) {
		uint32_t k = component[order[i]], p = d->node[order[i]].process, first = at[p];

		while (at[p] <= d->range[p].stop && component[list[at[p]]] == k)
			at[p]++;
		if (at[p] > first)
			c.block[c.nblocks++] = (struct Block){list + first, at[p] - first};
		if (i + 1 == n || component[order[i + 1]] != k) {
			solve_component(f, &c);
			c.nblocks = 0;
		}
	}
}

/* solve_sets: compute the sets of all sends and receives. */
static Relation
solve_sets(Flow *f)
{
	Arena *a = f->d->arena;
	uint32_t n = f->d->name.n;
	uint32_t *component, *order = order_components(f, &component);

	number_items(f, order);
	f->result.set = arena_alloc(a, n, sizeof *f->result.set);
	f->own = arena_alloc(a, n, sizeof *f->own);
	f->sum = arena_alloc(a, n, sizeof *f->sum);
	f->list = arena_alloc(a, (size_t)f->inside.m + f->across.m + 1, sizeof *f->list);
	solve_components(f, order, component);
	for (uint32_t i = 0; i < n; i++)
		if (f->d->node[i].kind != DCFG_COMP)
			f->result.set[i] = passed_on_set(f, i);
	return f->result;
}

/* child_edges: the edges from every node to its children, for a tree given by parents. */
static Graph
child_edges(Arena *a, const uint32_t *parent, uint32_t n)
{
	uint32_t *from = arena_alloc(a, n, sizeof *from), *to = arena_alloc(a, n, sizeof *to);
	uint32_t m = 0;

	for (uint32_t i = 0; i < n; i++) {
		if (parent[i] == NONE)
			continue;
		from[m] = parent[i];
		to[m++] = i;
	}
	return graph_new(a, n, from, to, m);
}

/* certain_edges: the edges of g that are the only edge into their end; back: g reversed. */
static Graph
certain_edges(Arena *a, const Graph *g, const Graph *back)
{
	uint32_t *from = arena_alloc(a, g->m, sizeof *from), *to = arena_alloc(a, g->m, sizeof *to);
	uint32_t m = 0;

	for (uint32_t i = 0; i < g->n; i++) {
		for (uint32_t e = g->first[i]; e < g->first[i + 1]; e++) {
			uint32_t k = g->to[e];

			if (back->first[k + 1] - back->first[k] != 1)
				continue;
			from[m] = i;
			to[m++] = k;
		}
	}
	return graph_new(a, g->n, from, to, m);
}

/* find_dominators: find the immediate dominators of all processes at once, under a common root. */
static uint32_t *
find_dominators(const Dcfg *d, const Graph *g, bool post)
{
	Arena *a = d->arena;
	uint32_t n = d->name.n, m = 0;
	uint32_t *from = arena_alloc(a, (size_t)g->m + d->process.n, sizeof *from);
	uint32_t *to = arena_alloc(a, (size_t)g->m + d->process.n, sizeof *to);
	uint32_t *idom;
	Graph rooted, back;

	for (uint32_t i = 0; i < n; i++) {
		for (uint32_t e = g->first[i]; e < g->first[i + 1]; e++) {
			from[m] = i;
			to[m++] = g->to[e];
		}
	}
	for (uint32_t p = 0; p < d->process.n; p++) {
		from[m] = n;
		to[m++] = post ? d->range[p].stop : d->range[p].start;
	}
	rooted = graph_new(a, n + 1, from, to, m);
	back = graph_reverse(a, &rooted);
	idom = graph_dominators(a, &rooted, &back, n);
	for (uint32_t i = 0; i < n; i++)
		if (idom[i] == n)
			idom[i] = NONE;
	return idom;
}

Relations
relations_find(const Dcfg *d)
{
	Arena *a = d->arena;
	uint32_t n = d->name.n;
	Relations r = {
		.idom = find_dominators(d, &d->flow, false),
		.ipdom = find_dominators(d, &d->back, true),
	};
	Flow pre = {.d = d, .inside = d->back, .across = d->rcomm, .kind = DCFG_SEND};
	Flow post1 = {
		.d = d,
		.inside = child_edges(a, r.ipdom, n),
		.across = certain_edges(a, &d->rcomm, &d->comm),
		.kind = DCFG_SEND,
	};
	Flow post2 = {
		.d = d,
		.inside = child_edges(a, r.idom, n),
		.across = certain_edges(a, &d->comm, &d->rcomm),
		.kind = DCFG_RECV,
	};

	r.pre = solve_sets(&pre);
	r.post1 = solve_sets(&post1);
	r.post2 = solve_sets(&post2);
	return r;
}

bool
relation_has(const Relation *r, uint32_t node, uint32_t other)
{
	return r->item[other] != NONE && nodeset_has(r->set[node], r->item[other]);
}

bool
relation_intersects(const Relation *r, uint32_t node, uint32_t process)
{
	return nodeset_intersects(r->set[node], r->range[process].first, r->range[process].last);
}

/* compare_numbers: compare two numbers, for qsort. */
static int
compare_numbers(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

uint32_t
relation_list(const Relation *r, uint32_t node, uint32_t *list)
{
	uint32_t n = nodeset_list(r->set[node], list);
	bool sorted = true;

	for (uint32_t i = 0; i < n; i++) {
		list[i] = r->node[list[i]];
		sorted &= i == 0 || list[i - 1] < list[i];
	}
	if (!sorted)
		qsort(list, n, sizeof *list, compare_numbers);
	return n;
}
