/*
 * break_tree.c - finds the node of an application that can recognise an event over several nodes.
 *
 * It is the lowest node that has all local events on it or below it: values reach it with the
 * results, and it alone decides when the nodes below receive their next task. In a pipeline,
 * results reach only node 0.
 */
#include "break_tree.h"
#include "base/files.h"
#include "detrek/events/events.h"
#include "detrek/simul/simul.h"

#include <string.h>

/* ---- places ---- */

/* has_children: true if the node has children in the tree. */
static bool
has_children(const BreakTree *b, uint32_t node)
{
	for (uint32_t i = 1; i < b->nnodes; i++)
		if (b->parent[i] == node)
			return true;
	return false;
}

/*
 * is_node_at: true if the node is at a place that graphs do not know: a role in the tree, or a
 * name.
 */
static bool
is_node_at(const BreakTree *b, uint32_t node, const char *where)
{
	if (strcmp(where, "root") == 0)
		return node == 0;
	if (strcmp(where, "inner") == 0)
		return node > 0 && has_children(b, node);
	if (strcmp(where, "leaf") == 0)
		return node > 0 && !has_children(b, node);
	return strcmp(where, b->name[node]) == 0;
}

/* put_nodes: append the nodes at a place as n0,3,8; other places unchanged. */
static void
put_nodes(const BreakTree *b, const char *where, Buf *out)
{
	char separator = 'n';

	for (uint32_t i = 0; i < b->nnodes; i++)
		if (is_node_at(b, i, where)) {
			buf_printf(out, "%c%u", separator, i);
			separator = ',';
		}
	if (separator == 'n')
		buf_printf(out, "%s", where);
}

/*
 * put_place: append a place as the graph names it, in which slaves execute the program `compute`.
 */
static void
put_place(const BreakTree *b, const char *place, Buf *out)
{
	const char *colon = strchr(place, ':');
	size_t n = colon ? colon - place : strlen(place);
	bool slave = n == strlen("slave") && strncmp(place, "slave", n) == 0;

	if (slave)
		buf_printf(out, "compute");
	else if (colon)
		buf_printf(out, "%.*s", (int)n, place);
	if (colon)
		buf_printf(out, ":");
	if (colon || !slave)
		put_nodes(b, colon ? colon + 1 : place, out);
}

/* graph_event: the event with its places translated for the graph. */
static const char *
graph_event(const BreakTree *b)
{
	char mistake[EVENT_MISTAKE];
	const EventQuery *q = event_parse(b->arena, b->event, mistake);
	Buf out = {0};
	const char *text;

	if (!q)
		fatal("--break: %s", mistake);
	if (q->op != EVENT_SIMULTANEOUS)
		fatal("--break: %s: concurrent and ordered events of an APP.vms are not reported; "
			"'trellis simul' finds them in a recording", b->event);
	for (uint32_t k = 0; k < q->nterms; k++) {
		buf_printf(&out, "%s{%s}@", k ? " == " : "", q->term[k].expression);
		put_place(b, q->term[k].place, &out);
	}
	text = arena_strndup(b->arena, (char *)out.data, out.len);
	buf_free(&out);
	return text;
}

/* ---- the tree ---- */

/* is_below: true if the node is `top` or below it. */
static bool
is_below(const BreakTree *b, uint32_t node, uint32_t top)
{
	while (node != top && node != 0)
		node = b->parent[node];
	return node == top;
}

uint32_t
break_tree_towards(const BreakTree *b, uint32_t node, uint32_t below)
{
	while (b->parent[below] != node)
		below = b->parent[below];
	return below;
}

/* find_recogniser: the node that recognises an event with these local events. */
static uint32_t
find_recogniser(const BreakTree *b, const TreeChoice *c)
{
	uint32_t top = b->local[c->local[0]].node;

	for (uint32_t k = 1; k < c->nlocals; k++) {
		uint32_t node = b->local[c->local[k]].node;

		if (b->relays && node != top)
			return 0;
		while (!is_below(b, node, top))
			top = b->parent[top];
	}
	return top;
}

/* ---- choices ---- */

/*
 * model_thread: the thread of a node that splits which the process models: "main", "split" or
 * "join"; "" for a node without threads.
 */
static const char *
model_thread(const Dcfg *d, uint32_t process)
{
	const char *slash = strchr(strrchr(d->process.text[process], ':'), '/');

	return slash ? slash + 1 : "";
}

/* is_computing: true if the process executes compute_fn. */
static bool
is_computing(const Dcfg *d, uint32_t process)
{
	const char *thread = model_thread(d, process);

	return strncmp(d->process.text[process], "compute:", strlen("compute:")) == 0
		&& (*thread == '\0' || strcmp(thread, "main") == 0);
}

/* has_threads: true if the application has threads of its own. */
static bool
has_threads(const BreakTree *b, const Dcfg *d)
{
	for (uint32_t i = 0; b->splits && i < d->process.n; i++) {
		const char *thread = model_thread(d, i);

		if (*thread && strcmp(thread, "main") != 0 && strcmp(thread, "split") != 0
			&& strcmp(thread, "join") != 0)
			return true;
	}
	return !b->splits && dcfg_has_threads(d);
}

/* add_local: the index of a local event of the graph, added if it is new. */
static uint32_t
add_local(BreakTree *b, const Dcfg *d, uint32_t event)
{
	const char *name = d->event.text[event], *end = strrchr(name, '}');
	const LocalEvent *e = &d->local_event[event];
	TreeLocal local = {.expression = arena_strndup(b->arena, name + 1, end - name - 1),
		.node = strtoul(strrchr(name, ':') + 2, NULL, 10)};

	for (uint32_t i = 0; i < e->n; i++)
		local.changes |= e->change[i] != d->range[e->process].stop;
	for (uint32_t i = 0; i < b->nlocals; i++)
		if (b->local[i].node == local.node
			&& strcmp(b->local[i].expression, local.expression) == 0)
			return i;
	if (b->nlocals == MAX_TREE_LOCALS)
		fatal("--break: %s: more than %d local events; name fewer nodes", b->event,
			MAX_TREE_LOCALS);
	b->local = arena_more(b->arena, b->local, b->nlocals, sizeof local);
	b->local[b->nlocals] = local;
	return b->nlocals++;
}

/* add_choice: add one choice of local events for the query, and the node that recognises it. */
static void
add_choice(BreakTree *b, const Dcfg *d, const Query *q)
{
	TreeChoice c = {.nlocals = q->n};

	c.local = arena_alloc(b->arena, q->n, sizeof *c.local);
	for (uint32_t k = 0; k < q->n; k++)
		c.local[k] = add_local(b, d, q->event[k]);
	c.node = find_recogniser(b, &c);
	b->choice = arena_more(b->arena, b->choice, b->nchoices, sizeof c);
	b->choice[b->nchoices++] = c;
}

/*
 * is_choice: true if the query is the first one with its choice of local events, and these are all
 * events of slaves.
 */
static bool
is_choice(const Dcfg *d, uint32_t query)
{
	const Query *q = &d->query[query];

	for (uint32_t k = 0; k < q->n; k++)
		if (!is_computing(d, d->local_event[q->event[k]].process))
			return false;
	return q->process == 0;
}

void
break_tree_find(BreakTree *b, const char *graph, const char *passes)
{
	Buf text = file_read(graph, SIZE_MAX), out = {0};
	Dcfg *d = dcfg_read(b->arena, graph, (char *)text.data, text.len);

	if (has_threads(b, d))
		fatal("--break: functions that start threads, or use kclone, are not instrumented; "
			"--break-outside stops there, too");
	dcfg_query_expressions(d, graph_event(b));
	for (uint32_t i = 0; i < d->nqueries; i++)
		if (is_choice(d, i))
			add_choice(b, d, &d->query[i]);
	if (b->nchoices == 0)
		fatal("--break: %s: the data generator, the result receiver, splits and joins "
			"have no stable point: no message for which they wait depends on what they "
			"know; name variables of comp_function, or use --break-outside", b->event);
	break_passes(b, &out);
	file_write(passes, out.data, out.len);
	break_passes_check(b, passes, &out);
	buf_free(&out);
	buf_free(&text);
}

BreakChoice
break_tree_choice(const BreakTree *b, uint32_t i)
{
	const TreeChoice *c = &b->choice[i];
	BreakChoice choice;
	Buf out = {0};

	for (uint32_t k = 0; k < c->nlocals; k++) {
		const TreeLocal *l = &b->local[c->local[k]];

		buf_printf(&out, "%s{%s}@slave:n%u", k ? " == " : "", l->expression, l->node);
	}
	choice.event = arena_strndup(b->arena, (char *)out.data, out.len);
	buf_free(&out);
	buf_printf(&out, "%s:n%u", c->node ? "slave" : "master", c->node);
	choice.recogniser = arena_strndup(b->arena, (char *)out.data, out.len);
	buf_free(&out);
	return choice;
}
