/*
 * break_passes.c - writes the passes between a node that recognises an event and its children as a
 * graph. With this graph, detrek/simul decides whether the event can be recognised on the node.
 *
 * In the graph, a child and all nodes below it are one process. Something is computed there only
 * while the node lacks the result of a task that it has given to the child; the node counts these
 * tasks (`lacks` in trek/break/break.c). In the graph, the first task given to an idle child is a
 * message, and the last result is another message. The passes in between neither begin nor end the
 * child's work. The order to end also counts as a task, because the child waits for both in one
 * place.
 *
 * 	child    /0 -- /given (recv) -- /1 changes -- /done (send) -- /0
 * 	node     /01: a digit for each child that works, and one for its own worker; between two
 * 	         states a send of a task (/01+n4) or a receive of a result (/01-n4)
 */
#include "break_tree.h"
#include "detrek/simul/simul.h"

#include <string.h>

/* the most children of a node: a graph of n children has 2^n states, twice as many with a worker */
enum { MAX_CHILDREN = 8 };

/* The processes of a choice. */
typedef struct Passes {
	const BreakTree *b;
	const TreeChoice *c;
	uint32_t number;       /* number of the choice */
	/* the children that have local events, or nodes with local events below them */
	uint32_t child[MAX_CHILDREN], nchildren;
	bool works;            /* the node itself has a local event */
	Buf *out;
} Passes;

/* put_process: append the name of a process: n3.0 for node 3 in choice 0. */
static void
put_process(const Passes *p, uint32_t node)
{
	buf_printf(p->out, "n%u.%u", node, p->number);
}

/* put_state: append a state of the node: a bit for each child, then one for its worker. */
static void
put_state(const Passes *p, uint32_t state)
{
	put_process(p, p->c->node);
	buf_printf(p->out, "/");
	for (uint32_t i = 0; i < p->nchildren + p->works; i++)
		buf_printf(p->out, "%u", state >> i & 1);
}

/* put_flow: append the edges that pass a message to or from the child between two states. */
static void
put_flow(const Passes *p, uint32_t from, const char *between, uint32_t child, uint32_t to)
{
	buf_printf(p->out, "flow ");
	put_state(p, from);
	buf_printf(p->out, " ");
	put_state(p, from);
	buf_printf(p->out, "%sn%u ", between, child);
	put_state(p, to);
	buf_printf(p->out, "\n");
}

/*
 * put_message: append the node's step with child i in this state: it receives the child's result if
 * the child works in this state; otherwise it sends the child a task.
 */
static void
put_message(const Passes *p, uint32_t state, uint32_t i)
{
	bool works = state >> i & 1;

	buf_printf(p->out, "node ");
	put_state(p, state);
	buf_printf(p->out, "%cn%u %s ", works ? '-' : '+', p->child[i], works ? "recv" : "send");
	put_process(p, p->child[i]);
	buf_printf(p->out, " on %s\n", works ? "result" : "task");
}

/* ---- the node ---- */

/* put_nodes: append the states, the steps with children in each, and the sends at the end. */
static void
put_nodes(const Passes *p)
{
	uint32_t n = 1 << (p->nchildren + p->works);

	for (uint32_t state = 0; state < n; state++) {
		buf_printf(p->out, "node ");
		put_state(p, state);
		buf_printf(p->out, " comp\n");
		for (uint32_t i = 0; i < p->nchildren; i++)
			put_message(p, state, i);
	}
	for (uint32_t i = 0; i < p->nchildren; i++) {
		buf_printf(p->out, "node ");
		put_process(p, p->c->node);
		buf_printf(p->out, "/end%u send ", i);
		put_process(p, p->child[i]);
		buf_printf(p->out, " on task\n");
	}
}

/*
 * put_end_passes: append the end of the passes: after all work, the node tells each child to end,
 * and then ends itself.
 */
static void
put_end_passes(const Passes *p)
{
	buf_printf(p->out, "flow ");
	put_state(p, 0);
	for (uint32_t i = 0; i < p->nchildren; i++) {
		buf_printf(p->out, " ");
		put_process(p, p->c->node);
		buf_printf(p->out, "/end%u", i);
	}
	buf_printf(p->out, " ");
	put_process(p, p->c->node);
	buf_printf(p->out, "/stop\n");
}

/* put_flows: append the edges between the states of the node. */
static void
put_flows(const Passes *p)
{
	uint32_t worker = 1 << p->nchildren;

	for (uint32_t state = 0; state < worker << p->works; state++) {
		for (uint32_t i = 0; i < p->nchildren; i++)
			put_flow(p, state, state >> i & 1 ? "-" : "+", p->child[i],
				state ^ 1 << i);
		if (!p->works)
			continue;
		buf_printf(p->out, "flow ");
		put_state(p, state);
		buf_printf(p->out, " ");
		put_state(p, state ^ worker);
		buf_printf(p->out, "\n");
	}
	put_end_passes(p);
}

/* put_node: append the process of the node with its states. */
static void
put_node(const Passes *p)
{
	buf_printf(p->out, "process ");
	put_process(p, p->c->node);
	buf_printf(p->out, "\n");
	put_nodes(p);
	buf_printf(p->out, "node ");
	put_process(p, p->c->node);
	buf_printf(p->out, "/stop comp\n");
	put_flows(p);
}

/* ---- a child ---- */

/* put_child: append the process of a child, which takes a part and returns its result. */
static void
put_child(const Passes *p, uint32_t child)
{
	uint32_t node = p->c->node, c = p->number;

	buf_printf(p->out, "process n%u.%u\n", child, c);
	buf_printf(p->out, "node n%u.%u/0 comp\n", child, c);
	buf_printf(p->out, "node n%u.%u/given recv n%u.%u on task\n", child, c, node, c);
	buf_printf(p->out, "node n%u.%u/1 comp\n", child, c);
	buf_printf(p->out, "node n%u.%u/done send n%u.%u on result\n", child, c, node, c);
	buf_printf(p->out, "node n%u.%u/stop comp\n", child, c);
	buf_printf(p->out, "flow n%u.%u/0 n%u.%u/given n%u.%u/1 n%u.%u/done n%u.%u/0\n", child, c,
		child, c, child, c, child, c, child, c);
	buf_printf(p->out, "flow n%u.%u/given n%u.%u/stop\n", child, c, child, c);
}

/* ---- events ---- */

/*
 * put_changes: append the states in which local event l may change; if the event is of a node
 * below, append the child that knows of it.
 */
static void
put_changes(const Passes *p, const TreeLocal *l)
{
	uint32_t worker = 1 << p->nchildren;

	for (uint32_t state = 0; l->node == p->c->node && state < worker; state++) {
		buf_printf(p->out, " ");
		put_state(p, state | worker);
	}
	if (l->node != p->c->node) {
		buf_printf(p->out, " ");
		put_process(p, break_tree_towards(p->b, p->c->node, l->node));
		buf_printf(p->out, "/1");
	}
}

/* put_event: append the statement `event` for a local event: where it can change and is known. */
static void
put_event(const Passes *p, uint32_t local)
{
	const TreeLocal *l = &p->b->local[local];
	uint32_t at = l->node == p->c->node ? l->node
		: break_tree_towards(p->b, p->c->node, l->node);

	buf_printf(p->out, "# {%s}@n%u\nevent e%u.%u ", l->expression, l->node, local, p->number);
	put_process(p, at);
	buf_printf(p->out, " changes");
	if (l->changes)
		put_changes(p, l);
	buf_printf(p->out, " ");
	put_process(p, at);
	buf_printf(p->out, "/stop\n");
}

/* put_query: append the local events of the choice, then the query for all of them. */
static void
put_query(const Passes *p)
{
	for (uint32_t k = 0; k < p->c->nlocals; k++)
		put_event(p, p->c->local[k]);
	buf_printf(p->out, "query");
	for (uint32_t k = 0; k < p->c->nlocals; k++)
		buf_printf(p->out, " e%u.%u", p->c->local[k], p->number);
	buf_printf(p->out, " at ");
	put_process(p, p->c->node);
	buf_printf(p->out, "\n");
}

/* ---- all ---- */

/* add_child: add a child below which local events lie, once. */
static void
add_child(Passes *p, uint32_t child)
{
	for (uint32_t i = 0; i < p->nchildren; i++)
		if (p->child[i] == child)
			return;
	if (p->nchildren == MAX_CHILDREN)
		fatal("--break: %s: local events lie below more than %d children of node %u",
			p->b->event, MAX_CHILDREN, p->c->node);
	p->child[p->nchildren++] = child;
}

/*
 * make_passes: the processes of a choice: the recognising node and its children with local events.
 */
static Passes
make_passes(const BreakTree *b, uint32_t number, Buf *out)
{
	const TreeChoice *c = &b->choice[number];
	Passes p = {.b = b, .c = c, .number = number, .out = out};

	for (uint32_t k = 0; k < c->nlocals; k++) {
		uint32_t node = b->local[c->local[k]].node;

		if (node == c->node)
			p.works = true;
		else
			add_child(&p, break_tree_towards(b, c->node, node));
	}
	return p;
}

void
break_passes(const BreakTree *b, Buf *out)
{
	for (uint32_t i = 0; i < b->nchoices; i++) {
		Passes p = make_passes(b, i, out);

		put_node(&p);
		for (uint32_t k = 0; k < p.nchildren; k++)
			put_child(&p, p.child[k]);
		put_query(&p);
	}
}

/*
 * is_valid: true if the query can be recognised in the node's first state, in which nothing is
 * computed.
 */
static bool
is_valid(const BreakTree *b, const Points *p)
{
	return p->valid[DEP][0] || p->valid[GDEP][0] || (b->monotonic && p->valid[MONO][0]);
}

void
break_passes_check(const BreakTree *b, const char *file, const Buf *passes)
{
	Dcfg *d = dcfg_read(b->arena, file, (char *)passes->data, passes->len);
	Relations r = relations_find(d);

	for (uint32_t i = 0; i < d->nqueries; i++) {
		Points points = points_find(d, &r, &d->query[i]);

		points_remove_unsure(d, &r, &d->query[i], &points);
		if (!is_valid(b, &points))
			fatal("--break: %s: node %u has no stable point", b->event,
				b->choice[i].node);
	}
}
