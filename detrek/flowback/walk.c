/*
 * walk.c - visits the nodes of a graph from an effect toward its causes, in an order that is useful
 * to the user.
 *
 * The user looks for the statement that is wrong. So each statement is shown once, by its nearest
 * execution. This also stands for further executions, such as other iterations of a loop or calls
 * of the same function on other nodes. The causes of a further execution count as only a little
 * farther away than the causes of the nearest one, so a loop does not hide the causes behind it.
 * The many iterations of a loop must not displace other statements either. So after a number of
 * executions of a statement, on one node or on all, each further execution counts as farther away
 * than the one before.
 */
#include "base/list.h"
#include "cause.h"

#include <stdlib.h>
#include <string.h>

/* What is added to the distance of a node. */
enum {
	FARTHEST = 6, /* the largest distance that one edge adds */
	REPEATED = 30, /* for another execution of a statement, if each execution is shown */
	SECOND = 16,  /* for the second execution of a statement, if only the nearest is shown */
	SYSTEM = 40,  /* for a statement that does not belong to the program */
	OUTSIDE = 3,  /* for a value that no statement has made */
	/* this many further executions of a statement on a node may be at one distance */
	AT_ONCE = 8,
	/* this many executions of a statement on all nodes may be at one distance */
	AT_ONCE_ALL = 32,
	TURN = 24,    /* distance between further executions */
	/* size of Walk.rings: one more than the largest distance that is added at once */
	RINGS = FARTHEST + REPEATED + SYSTEM + OUTSIDE + 1,
};

/* dependence_distance: how much farther a cause is than its effect, for this kind of dependence. */
static uint32_t
dependence_distance(DependenceKind kind)
{
	static const uint32_t distances[] = {[DEPENDS_DATA] = 1,
		[DEPENDS_SYNC] = 1,
		[DEPENDS_CONTROL] = 5,
		[DEPENDS_POTENTIAL] = 5,
		[DEPENDS_BESIDE] = 5,
		[DEPENDS_LOST] = 1,
		[DEPENDS_WAIT] = 1,
		[DEPENDS_ADDRESS] = FARTHEST};

	return distances[kind];
}

/* A node in the queue. */
typedef struct QueuedNode {
	uint32_t number, steps; /* steps: number of edges from the first node to it */
	bool postponed;         /* it has been queued again for a greater distance */
	/* the distance reserved for the node, if it is one of many executions; 0: none */
	uint32_t due;
} QueuedNode;

/* The queued nodes at one distance. The array of all rings is the whole queue. */
typedef struct Ring {
	QueuedNode *next; /* [n] */
	uint32_t n;
} Ring;

#define ALL_NODES UINT32_MAX /* a value of Statement.node */

/* A statement that was visited, on one node of the network or on all. */
typedef struct Statement {
	uint32_t shown;      /* number of the node of the graph that is shown for it */
	NodeId node;         /* node of the network, or ALL_NODES */
	uint32_t executions; /* number of visited executions on all nodes */
	uint32_t further;    /* number of executions that are visited, or queued for later */
	uint32_t due;        /* the distance reserved for the last execution, if there are many */
} Statement;

/* The state of graph_walk. */
typedef struct Walk {
	const CauseGraph *g;
	const CauseWalk *how;
	Ring rings[RINGS];
	uint32_t distance; /* the present distance from the first node */
	/* [number of a node] true if it was visited; the graph grows meanwhile */
	bool *visited;
	uint32_t nvisited;
	Statement *statements; /* [known.n] */
	Table known;           /* the statements that are shown, by their lines and nodes */
} Walk;

/* ---- statements ---- */

/*
 * is_statement_part: true if the node is an assignment or a condition in a statement, not a call.
 */
static bool
is_statement_part(const Cause *c)
{
	return c->key.kind == CAUSE_ASSIGNMENT || c->key.kind == CAUSE_PREDICATE;
}

/*
 * is_anonymous: true if the node is a condition, or assigns a temporary of the compiler.
 */
static bool
is_anonymous(const Cause *c)
{
	return c->key.kind == CAUSE_PREDICATE || c->temporary;
}

/*
 * is_shown_apart: true if the nodes are of the same kind, and one of them must not be shown
 * together with other executions of its statement.
 */
static bool
is_shown_apart(const Cause *a, const Cause *b)
{
	return a != b && (a->alone || b->alone) && a->key.kind == b->key.kind;
}

/* same_statement: true if both nodes are parts of one statement, or executions of one. */
static bool
same_statement(const Cause *a, const Cause *b)
{
	if (!cause_same_line(a, b) || is_shown_apart(a, b))
		return false;
	if (is_statement_part(a) && is_statement_part(b))
		return is_anonymous(a) || is_anonymous(b) || cause_same_object(a->name, b->name);
	return a->key.kind == b->key.kind && strcmp(a->name, b->name) == 0;
}

/* statement_key: the hash key of the cause's source line on this node. */
static uint64_t
statement_key(const Cause *c, NodeId node)
{
	return table_hash(c->file, strlen(c->file)) + ((uint64_t)node << 32 | c->line);
}

/*
 * find_statement_on: the entry of a cause's statement for a node of the network, or for all nodes;
 * NULL: the statement is not shown yet.
 */
static Statement *
find_statement_on(const Walk *w, const Cause *c, NodeId node)
{
	const TableSlot *at = table_find(&w->known, statement_key(c, node));

	for (; at; at = table_next(&w->known, at)) {
		Statement *s = &w->statements[at->number];

		if (s->node == node && same_statement(w->g->nodes[s->shown], c))
			return s;
	}
	return NULL;
}

/*
 * find_statement: the entry of a node's statement; NULL: it is not shown, or the node belongs to no
 * line.
 */
static Statement *
find_statement(const Walk *w, const Cause *c)
{
	return c->line ? find_statement_on(w, c, ALL_NODES) : NULL;
}

/*
 * set_shown: make c the node that is shown for its statement, on one node of the network or on all;
 * returns the entry.
 */
static Statement *
set_shown(Walk *w, const Cause *c, NodeId node)
{
	Statement *s = find_statement_on(w, c, node);
	uint32_t n = w->known.n;

	if (!s) {
		w->statements = list_more(w->statements, n, sizeof *w->statements);
		s = &w->statements[n];
		*s = (Statement){.node = node};
		table_put(&w->known, statement_key(c, node), n);
	}
	s->shown = c->number;
	return s;
}

/*
 * add_execution: count node c as an execution of its statement; returns the node that is shown for
 * the statement.
 */
static const Cause *
add_execution(Walk *w, const Cause *c)
{
	Statement *s = find_statement(w, c);

	if (!c->line)
		return c;
	if (!s)
		s = set_shown(w, c, ALL_NODES);
	s->executions++;
	return w->g->nodes[s->shown];
}

/* ---- the queue ---- */

/* queue_node: queue a node to be visited at the present distance plus `more`. */
static void
queue_node(Walk *w, uint32_t more, QueuedNode next)
{
	Ring *r = &w->rings[(w->distance + more) % RINGS];

	r->next = list_more(r->next, r->n, sizeof *r->next);
	r->next[r->n++] = next;
}

/* was_visited: mark the node as visited; true if it was marked before. */
static bool
was_visited(Walk *w, uint32_t number)
{
	if (number >= w->nvisited) {
		uint32_t n = 2 * number + 64;

		w->visited = xrealloc(w->visited, n);
		memset(w->visited + w->nvisited, 0, n - w->nvisited);
		w->nvisited = n;
	}
	return w->visited[number];
}

/*
 * is_outside: true if the value comes from outside the run, or from before it; false for a fault.
 */
static bool
is_outside(const Cause *c)
{
	return c->key.kind == CAUSE_MESSAGE || c->key.kind == CAUSE_INPUT
		|| c->key.kind == CAUSE_INITIAL;
}

/*
 * repeated_distance: how much is added to the distance of a node whose statement was visited
 * before. After the second execution, this grows only at each power of two, so the distance after n
 * iterations of a loop grows like log n.
 */
static uint32_t
repeated_distance(Walk *w, const Cause *c)
{
	const Statement *s = find_statement(w, c);
	uint32_t n = s ? s->executions : 0;

	if (n == 0)
		return 0;
	if (w->how->each)
		return REPEATED;
	return n == 1 ? SECOND : (n & (n - 1)) == 0;
}

/*
 * postpone: queue the node for a greater distance if it is less interesting than others; false if
 * it must be visited now.
 */
static bool
postpone(Walk *w, const Cause *c, QueuedNode next)
{
	uint32_t more = repeated_distance(w, c) + (c->system ? SYSTEM : 0)
		+ (is_outside(c) ? OUTSIDE : 0);

	if (next.postponed || more == 0)
		return false;
	next.postponed = true;
	queue_node(w, more, next);
	return true;
}

/*
 * reserve_distance: count a further execution of the statement. If there are more than `at_once`,
 * reserve a distance at which this execution will be visited, and return this distance; else 0.
 */
static uint32_t
reserve_distance(const Walk *w, Statement *s, uint32_t at_once)
{
	if (++s->further <= at_once)
		return 0;
	s->due = (s->due > w->distance ? s->due : w->distance) + TURN;
	return s->due;
}

/*
 * reserve_turn: the distance reserved for a further execution of the node's statement, if many
 * executions are known on its node of the network or on all; else 0.
 */
static uint32_t
reserve_turn(Walk *w, const Cause *c)
{
	Statement *s = find_statement(w, c);
	uint32_t all, here;

	if (w->how->each || !s)
		return 0;
	all = reserve_distance(w, s, AT_ONCE_ALL);
	here = reserve_distance(w, set_shown(w, w->g->nodes[s->shown], c->key.node), AT_ONCE);
	return here > all ? here : all;
}

/*
 * is_before_due: true if the distance reserved for the node is not reached yet; the node is then
 * queued again.
 */
static bool
is_before_due(Walk *w, const Cause *c, QueuedNode *next)
{
	uint32_t more;

	if (next->due == 0)
		next->due = reserve_turn(w, c);
	if (next->due <= w->distance)
		return false;
	more = next->due - w->distance;
	queue_node(w, more < RINGS ? more : RINGS - 1, *next);
	return true;
}

/*
 * distance_to: how much farther away a cause is than its effect; 0 if the cause is another
 * execution of a statement that is already shown, and has made a value.
 */
static uint32_t
distance_to(Walk *w, const Dependence *d)
{
	const Statement *s = find_statement(w, w->g->nodes[d->cause]);
	bool value = d->kind == DEPENDS_DATA || d->kind == DEPENDS_SYNC;

	return value && s && !w->how->each ? 0 : dependence_distance(d->kind);
}

/* visit_next: visit a node, unless it has to be visited later; false to end the walk. */
static bool
visit_next(Walk *w, QueuedNode next)
{
	Cause *c = w->g->nodes[next.number];
	const Cause *shown;

	if (was_visited(w, next.number) || postpone(w, c, next) || is_before_due(w, c, &next))
		return true;
	w->visited[next.number] = true;
	shown = add_execution(w, c);
	if (!w->how->visit(w->how->context, c, w->how->each ? c : shown, next.steps))
		return false;
	for (uint32_t k = 0; k < c->ncauses; k++)
		queue_node(w, distance_to(w, &c->causes[k]),
			(QueuedNode){c->causes[k].cause, next.steps + 1, false, 0});
	return true;
}

void
graph_walk(const CauseGraph *g, const Cause *first, const CauseWalk *how)
{
	Walk *w = xcalloc(1, sizeof *w);
	bool going = true;

	w->g = g;
	w->how = how;
	queue_node(w, 0, (QueuedNode){first->number, 0, false, 0});
	for (uint32_t empty = 0; going && empty < RINGS; w->distance++) {
		Ring *r = &w->rings[w->distance % RINGS];

		empty = r->n == 0 ? empty + 1 : 0;
		for (uint32_t i = 0; i < r->n && going; i++)
			going = visit_next(w, r->next[i]);
		r->n = 0;
	}
	for (int i = 0; i < RINGS; i++)
		free(w->rings[i].next);
	free(w->visited);
	free(w->statements);
	table_free(&w->known);
	free(w);
}
