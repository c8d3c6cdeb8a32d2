/*
 * walk.c - the order in which a graph is gone through, from an effect toward its causes.
 *
 * The user looks for the statement that is wrong. So a statement counts once: its nearest execution
 * shows it, and further ones, such as other turns of a loop or the same function on other nodes,
 * belong to that one. What a further execution depends on is little farther away than what the
 * nearest one depends on; a loop does not hide the causes behind it. Nor do its many turns take the
 * room of other statements: beyond some, on a node or on all, the executions of a statement are
 * visited one by one, each farther away than the one before.
 */
#include "cause.h"

#include <stdlib.h>
#include <string.h>

/* What is added to the distance of a node. */
enum {
	FARTHEST = 6, /* by an edge at most */
	REPEATED = 30, /* another execution of a statement, if each is shown */
	SECOND = 16,  /* the second execution of a statement, if the nearest shows all */
	SYSTEM = 40,  /* a statement that is not the program's */
	OUTSIDE = 3,  /* a value that no statement has made */
	AT_ONCE = 8,  /* further executions of a statement on a node that may be equally far */
	AT_ONCE_ALL = 32, /* likewise on all nodes */
	TURN = 24,    /* between those after them */
	RINGS = FARTHEST + REPEATED + SYSTEM + OUTSIDE + 1,
};

static uint32_t
distance_of(DependenceKind kind)
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

/* A node in the queue, with the number of edges that lead to it. */
typedef struct Next {
	uint32_t number, steps;
	bool postponed;
	uint32_t due;   /* its distance, if it is one of many executions; 0: it is not */
} Next;

/* Nodes at one distance. An array of these rings contains the whole queue. */
typedef struct Ring {
	Next *next;
	uint32_t n, cap;
} Ring;

#define ALL_NODES UINT32_MAX

/* A statement that was visited, on a node or on all. */
typedef struct Statement {
	uint32_t shown;      /* the cause that shows it, + 1; 0: a free slot */
	NodeId node;         /* or ALL_NODES */
	uint32_t executions; /* visited, on all nodes */
	uint32_t further;    /* executions: visited, or waiting for their turn */
	uint32_t due;        /* the distance of the last of them, if there are many */
} Statement;

typedef struct Walk {
	const CauseGraph *g;
	const CauseWalk *how;
	Ring rings[RINGS];
	uint32_t distance;
	bool *visited;         /* [nvisited] by the nodes' numbers; the graph grows meanwhile */
	uint32_t nvisited;
	Statement *statements; /* [nslots] */
	uint32_t nslots, nstatements;
} Walk;

/* ---- statements ---- */

/* skip_index: the rest of a name after the index at its beginning, if there is one. */
static const char *
skip_index(const char *name)
{
	while (*name == '[')
		name += strcspn(name, "]") + 1;
	return name;
}

/* same_object: the names are equal but for indices. */
static bool
same_object(const char *a, const char *b)
{
	for (; a = skip_index(a), b = skip_index(b), *a && *a == *b; a++, b++)
		;
	return *a == *b;
}

/* is_part: an assignment or a condition in a statement, rather than a call of it. */
static bool
is_part(const Cause *c)
{
	return c->key.kind == CAUSE_ASSIGNMENT || c->key.kind == CAUSE_PREDICATE;
}

/* is_anonymous: a condition, or a value that the compiler keeps for its statement. */
static bool
is_anonymous(const Cause *c)
{
	return c->key.kind == CAUSE_PREDICATE || c->temporary;
}

/* is_alone: one of two jumps is not to be shown with other executions. */
static bool
is_alone(const Cause *a, const Cause *b)
{
	return a != b && (a->alone || b->alone) && a->key.kind == b->key.kind;
}

/* same_statement: both nodes are parts of one statement, or executions of it. */
static bool
same_statement(const Cause *a, const Cause *b)
{
	if (!cause_same_line(a, b) || is_alone(a, b))
		return false;
	if (is_part(a) && is_part(b))
		return is_anonymous(a) || is_anonymous(b) || same_object(a->name, b->name);
	return a->key.kind == b->key.kind && strcmp(a->name, b->name) == 0;
}

static uint32_t
statement_hash(const Cause *c, NodeId node)
{
	uint32_t h = c->line * 31 + node * 0x9E3779B1u;

	for (const char *s = c->file; *s; s++)
		h = 33 * h + (uint8_t)*s;
	return h;
}

static Statement *
statement_slot(Walk *w, const Cause *c, NodeId node)
{
	uint32_t i = statement_hash(c, node) & (w->nslots - 1);

	while (w->statements[i].shown && (w->statements[i].node != node
		|| !same_statement(w->g->nodes[w->statements[i].shown - 1], c)))
		i = (i + 1) & (w->nslots - 1);
	return &w->statements[i];
}

static void
grow_statements(Walk *w)
{
	Statement *old = w->statements;
	uint32_t n = w->nslots;

	w->nslots = n ? 4 * n : 256;
	w->statements = xcalloc(w->nslots, sizeof *w->statements);
	for (uint32_t i = 0; i < n; i++)
		if (old[i].shown)
			*statement_slot(w, w->g->nodes[old[i].shown - 1], old[i].node) = old[i];
	free(old);
}

/* statement_on: the statement on a node, or on all, visited or not. */
static Statement *
statement_on(Walk *w, const Cause *c, NodeId node)
{
	if (2 * (w->nstatements + 1) > w->nslots)
		grow_statements(w);
	return statement_slot(w, c, node);
}

/* statement_of: a node's statement, visited or not; NULL: the node belongs to no line. */
static Statement *
statement_of(Walk *w, const Cause *c)
{
	return c->line ? statement_on(w, c, ALL_NODES) : NULL;
}

/* statement_shown: from now on the statement is shown by a cause. */
static void
statement_shown(Walk *w, Statement *s, uint32_t shown, NodeId node)
{
	w->nstatements += s->shown == 0;
	s->shown = shown;
	s->node = node;
}

/* add_execution: a node is visited; returns the one that shows it. */
static const Cause *
add_execution(Walk *w, const Cause *c)
{
	Statement *s = statement_of(w, c);

	if (!s)
		return c;
	if (!s->shown)
		statement_shown(w, s, c->number + 1, ALL_NODES);
	s->executions++;
	return w->g->nodes[s->shown - 1];
}

/* ---- the queue ---- */

static void
walk_to(Walk *w, uint32_t more, Next next)
{
	Ring *r = &w->rings[(w->distance + more) % RINGS];

	if (r->n == r->cap) {
		r->cap = r->cap ? 2 * r->cap : 16;
		r->next = xrealloc(r->next, r->cap * sizeof *r->next);
	}
	r->next[r->n++] = next;
}

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

/* is_outside: the value has come from outside the run, or from before it; not by a fault. */
static bool
is_outside(const Cause *c)
{
	return c->key.kind == CAUSE_MESSAGE || c->key.kind == CAUSE_INPUT
		|| c->key.kind == CAUSE_INITIAL;
}

/*
 * further: the distance added to an execution of a statement that was visited before. After the
 * second, only each power of two of them is farther away: n turns of a loop count as log n.
 */
static uint32_t
further(Walk *w, const Cause *c)
{
	const Statement *s = statement_of(w, c);
	uint32_t n = s ? s->executions : 0;

	if (n == 0)
		return 0;
	if (w->how->each)
		return REPEATED;
	return n == 1 ? SECOND : (n & (n - 1)) == 0;
}

/* postpone: put the node at a greater distance, if it is less interesting. */
static bool
postpone(Walk *w, const Cause *c, Next next)
{
	uint32_t more = further(w, c) + (c->system ? SYSTEM : 0) + (is_outside(c) ? OUTSIDE : 0);

	if (next.postponed || more == 0)
		return false;
	next.postponed = true;
	walk_to(w, more, next);
	return true;
}

/* statement_here: the statement that a cause shows, on a node. */
static Statement *
statement_here(Walk *w, uint32_t shown, NodeId node)
{
	Statement *s = statement_on(w, w->g->nodes[shown - 1], node);

	statement_shown(w, s, shown, node);
	return s;
}

/* take_next: the distance of the next one, if there are more than so many; else 0. */
static uint32_t
take_next(const Walk *w, Statement *s, uint32_t at_once)
{
	if (++s->further <= at_once)
		return 0;
	s->due = (s->due > w->distance ? s->due : w->distance) + TURN;
	return s->due;
}

/* take_turn: the distance of a further execution, if there are many, on its node or all; else 0. */
static uint32_t
take_turn(Walk *w, const Cause *c)
{
	Statement *s = statement_of(w, c);
	uint32_t all, here;

	if (w->how->each || !s || !s->shown)
		return 0;
	all = take_next(w, s, AT_ONCE_ALL);
	here = take_next(w, statement_here(w, s->shown, c->key.node), AT_ONCE);
	return here > all ? here : all;
}

/* is_early: the node's turn has not come. */
static bool
is_early(Walk *w, const Cause *c, Next *next)
{
	uint32_t more;

	if (next->due == 0)
		next->due = take_turn(w, c);
	if (next->due <= w->distance)
		return false;
	more = next->due - w->distance;
	walk_to(w, more < RINGS ? more : RINGS - 1, *next);
	return true;
}

/* distance_to: 0 for a value that another execution of a statement already shown has made. */
static uint32_t
distance_to(Walk *w, const Dependence *d)
{
	const Statement *s = statement_of(w, w->g->nodes[d->cause]);
	bool value = d->kind == DEPENDS_DATA || d->kind == DEPENDS_SYNC;

	return value && s && s->shown && !w->how->each ? 0 : distance_of(d->kind);
}

static bool
visit_next(Walk *w, Next next)
{
	Cause *c = w->g->nodes[next.number];
	const Cause *shown;

	if (was_visited(w, next.number) || postpone(w, c, next) || is_early(w, c, &next))
		return true;
	w->visited[next.number] = true;
	shown = add_execution(w, c);
	if (!w->how->visit(w->how->context, c, w->how->each ? c : shown, next.steps))
		return false;
	for (uint32_t k = 0; k < c->ncauses; k++)
		walk_to(w, distance_to(w, &c->causes[k]),
			(Next){c->causes[k].cause, next.steps + 1, false, 0});
	return true;
}

void
graph_walk(const CauseGraph *g, const Cause *first, const CauseWalk *how)
{
	Walk *w = xcalloc(1, sizeof *w);
	bool going = true;

	w->g = g;
	w->how = how;
	walk_to(w, 0, (Next){first->number, 0, false, 0});
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
	free(w);
}
