/*
 * pair.c - determines which sends can match which receives (section 2 of the paper).
 *
 * #S of a send is the least number of earlier sends to the same process, over all paths from the
 * start; #R of a receive is the greatest number of earlier receives from the same process
 * (unbounded in a loop). If more messages precede a message than receives can precede a receive,
 * the receive cannot take the message: S and R are joined if #S <= #R. Only messages of the same
 * channel count; on an unordered channel, every receive can take every message.
 */
#define _GNU_SOURCE /* qsort_r */
#include "simul.h"

#include <stdlib.h>

enum { UNBOUNDED = UINT32_MAX }; /* #R of a receive in a loop */

/* The sends, or receives, of one process with one peer on one channel. */
typedef struct Port {
	uint32_t process, peer, channel;
	uint32_t *node;
	uint32_t n;
} Port;

typedef struct Ports {
	Port *port; /* sorted by process, peer, channel */
	uint32_t n, cap;
} Ports;

/* The computation of #S and #R. */
typedef struct Counter {
	const Dcfg *d;
	uint32_t *component; /* [node] its component in the control flow */
	uint32_t *order;     /* the nodes of each process, sorted by component */
	bool *cyclic;        /* [node] the node lies on a cycle */
	uint32_t *count;     /* [node] #S or #R */
	uint32_t *most;      /* [component] #R at its entry */
	uint32_t *near, *far; /* two queues of nodes: of this round and of the next one */
	uint32_t *seen;      /* [node] number of the last search that visited the node */
	uint32_t search;     /* number of the present search, from 1 */
} Counter;

/* compare_peers: order two nodes for qsort_r by process, peer and channel. */
static int
compare_peers(const void *pa, const void *pb, void *nodes)
{
	uint32_t a = *(const uint32_t *)pa, b = *(const uint32_t *)pb;
	const DcfgNode *x = &((const DcfgNode *)nodes)[a], *y = &((const DcfgNode *)nodes)[b];

	if (x->process != y->process)
		return x->process < y->process ? -1 : 1;
	if (x->peer != y->peer)
		return x->peer < y->peer ? -1 : 1;
	if (x->channel != y->channel)
		return x->channel < y->channel ? -1 : 1;
	return (a > b) - (a < b);
}

/* is_of_port: true if the node sends or receives at the port. */
static bool
is_of_port(const DcfgNode *x, const Port *p)
{
	return x->process == p->process && x->peer == p->peer && x->channel == p->channel;
}

/* list_ports: group the nodes of this kind by process, peer and channel. */
static Ports
list_ports(const Dcfg *d, DcfgKind kind)
{
	uint32_t *list = arena_alloc(d->arena, d->name.n, sizeof *list);
	uint32_t n = 0;
	Ports p = {0};

	for (uint32_t i = 0; i < d->name.n; i++)
		if (d->node[i].kind == kind)
			list[n++] = i;
	if (n)
		qsort_r(list, n, sizeof *list, compare_peers, d->node);
	for (uint32_t i = 0; i < n; i++) {
		const DcfgNode *x = &d->node[list[i]];
		Port *last = p.n ? &p.port[p.n - 1] : NULL;

		if (!last || !is_of_port(x, last)) {
			p.port = arena_grow(d->arena, p.port, p.n, &p.cap, sizeof *p.port);
			last = &p.port[p.n++];
			*last = (Port){x->process, x->peer, x->channel, &list[i], 0};
		}
		last->n++;
	}
	return p;
}

/* counter_new: prepare the counting of messages along the paths of the graph. */
static Counter
counter_new(const Dcfg *d)
{
	Arena *a = d->arena;
	uint32_t n = d->name.n;
	Counter c = {
		.d = d,
		.order = arena_alloc(a, n, sizeof *c.order),
		.cyclic = arena_alloc(a, n, sizeof *c.cyclic),
		.count = arena_alloc(a, n, sizeof *c.count),
		.near = arena_alloc(a, (size_t)d->nflow + n, sizeof *c.near),
		.far = arena_alloc(a, (size_t)d->nflow + n, sizeof *c.far),
		.seen = arena_alloc(a, n, sizeof *c.seen),
	};
	uint32_t *order;
	uint32_t ncomponents = graph_components(a, &d->flow, &c.component, &order);
	uint32_t *size = arena_alloc(a, ncomponents, sizeof *size);
	uint32_t *at = arena_alloc(a, d->process.n, sizeof *at);

	c.most = arena_alloc(a, ncomponents, sizeof *c.most);
	for (uint32_t i = 0; i < n; i++)
		size[c.component[i]]++;
	for (uint32_t i = 0; i < n; i++) {
		c.cyclic[i] = size[c.component[i]] > 1;
		for (uint32_t e = d->flow.first[i]; e < d->flow.first[i + 1]; e++)
			c.cyclic[i] |= d->flow.to[e] == i;
	}
	for (uint32_t p = 0; p < d->process.n; p++)
		at[p] = d->range[p].start;
	for (uint32_t i = 0; i < n; i++)
		c.order[at[d->node[order[i]].process]++] = order[i];
	return c;
}

/*
 * count_least: compute #S, the least number of earlier sends, of a port's sends. Nodes are visited
 * in rounds; in each round, the nodes after one more send.
 */
static void
count_least(Counter *c, const Port *p)
{
	const Graph *g = &c->d->flow;
	uint32_t nnear = 0, left = p->n;

	c->search++;
	c->near[nnear++] = c->d->range[p->process].start;
	for (uint32_t round = 0; nnear && left; round++) {
		uint32_t nfar = 0;
		uint32_t *swap = c->near;

		for (uint32_t h = 0; h < nnear; h++) {
			uint32_t v = c->near[h];
			const DcfgNode *x = &c->d->node[v];
			bool here = x->kind == DCFG_SEND && is_of_port(x, p);

			if (c->seen[v] == c->search)
				continue;
			c->seen[v] = c->search;
			if (here) {
				c->count[v] = round;
				left--;
			}
			for (uint32_t e = g->first[v]; e < g->first[v + 1]; e++) {
				if (here)
					c->far[nfar++] = g->to[e];
				else
					c->near[nnear++] = g->to[e];
			}
		}
		c->near = c->far;
		c->far = swap;
		nnear = nfar;
	}
}

/* is_counted: whether the node is a receive from the port. */
static bool
is_counted(const Counter *c, const Port *p, uint32_t node)
{
	return c->d->node[node].kind == DCFG_RECV && is_of_port(&c->d->node[node], p);
}

/*
 * count_component_most: compute #R, the greatest number of earlier receives, of the nodes of one
 * component, order[from] to order[to - 1], and pass it to the following components.
 */
static void
count_component_most(Counter *c, const Port *p, uint32_t from, uint32_t to)
{
	const Graph *g = &c->d->flow;
	uint32_t k = c->component[c->order[from]];
	uint32_t before = c->most[k], after = before;

	for (uint32_t i = from; i < to; i++)
		if (is_counted(c, p, c->order[i]) && after != UNBOUNDED)
			after = c->cyclic[c->order[i]] ? UNBOUNDED : after + 1;
	if (after == UNBOUNDED)
		before = UNBOUNDED;
	c->most[k] = 0; /* reset for the next port */
	for (uint32_t i = from; i < to; i++) {
		uint32_t v = c->order[i];

		if (is_counted(c, p, v))
			c->count[v] = before;
		for (uint32_t e = g->first[v]; e < g->first[v + 1]; e++) {
			uint32_t next = c->component[g->to[e]];

			if (next != k && after > c->most[next])
				c->most[next] = after;
		}
	}
}

/*
 * count_most_messages: compute #R, the greatest number of earlier receives, of a port's receives,
 * by longest paths over the components in order.
 */
static void
count_most_messages(Counter *c, const Port *p)
{
	const DcfgProcess *x = &c->d->range[p->process];

	for (uint32_t from = x->start, to; from <= x->stop; from = to) {
		to = from + 1;
		while (to <= x->stop &&
			c->component[c->order[to]] == c->component[c->order[from]])
			to++;
		count_component_most(c, p, from, to);
	}
}

/*
 * count_ports: compute #S of all sends and #R of all receives. If a port has only one node, its
 * number is 0 or, for a receive in a loop, UNBOUNDED.
 */
static void
count_ports(Counter *c, const Ports *sends, const Ports *recvs)
{
	for (uint32_t i = 0; i < sends->n; i++)
		if (sends->port[i].n > 1)
			count_least(c, &sends->port[i]);
	for (uint32_t i = 0; i < recvs->n; i++) {
		const Port *p = &recvs->port[i];

		if (p->n > 1)
			count_most_messages(c, p);
		else if (c->cyclic[p->node[0]])
			c->count[p->node[0]] = UNBOUNDED;
	}
}

/* find_port: the port of the receives that a send can reach; NULL if there are none */
static const Port *
find_port(const Ports *p, const DcfgNode *s)
{
	uint32_t low = 0, high = p->n;

	while (low < high) {
		uint32_t mid = (low + high) / 2;
		const Port *x = &p->port[mid];
		int order = x->process != s->peer ? (x->process < s->peer ? -1 : 1)
			: x->peer != s->process ? (x->peer < s->process ? -1 : 1)
			: (x->channel > s->channel) - (x->channel < s->channel);

		if (order == 0)
			return x;
		if (order < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return NULL;
}

void
dcfg_pair_messages(Dcfg *d)
{
	Ports sends = list_ports(d, DCFG_SEND), recvs = list_ports(d, DCFG_RECV);
	Counter c = counter_new(d);

	count_ports(&c, &sends, &recvs);
	for (uint32_t s = 0; s < d->name.n; s++) {
		const DcfgNode *x = &d->node[s];
		const Port *p = x->kind == DCFG_SEND ? find_port(&recvs, x) : NULL;

		for (uint32_t k = 0; p && k < p->n; k++) {
			uint32_t v = p->node[k];

			if (c.count[s] > c.count[v] && !d->unordered[x->channel])
				continue;
			d->commfrom = arena_grow(d->arena, d->commfrom, d->ncomm, &d->commfromcap,
				sizeof *d->commfrom);
			d->commto = arena_grow(d->arena, d->commto, d->ncomm, &d->commtocap,
				sizeof *d->commto);
			d->commfrom[d->ncomm] = s;
			d->commto[d->ncomm++] = v;
		}
	}
}
