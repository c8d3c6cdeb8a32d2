/* show.c - prints a dynamic graph as an inverted tree in text, as JSON, and in DOT. */
#include "flowback.h"

#include "base/number.h"
#include "detrek/detrek.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* How a node is shown. */
typedef struct NodeDisplay {
	/* number + 1 of the node that is shown in place of this one; 0: it is not shown */
	uint32_t shown;
	uint32_t next;       /* number + 1 of the next node with the same `shown`; 0: none */
	/* if the node is also shown in place of other nodes: the number of the last of them */
	uint32_t last;
	uint32_t printed;    /* the number printed for the node, from 1; 0: not printed yet */
} NodeDisplay;

/* The nodes to show, and their order. */
typedef struct ShownGraph {
	const CauseGraph *g;
	const CauseText *t;
	Buf *out;
	uint32_t *order; /* [n] numbers of the shown nodes, those nearest to the first node first */
	uint32_t n;
	NodeDisplay *shapes;   /* [node] */
	uint32_t printed; /* number of nodes printed so far */
	Arena arena;
} ShownGraph;

/* choose_node: choose a visited node to be shown, up to the limit; a visitor of graph_walk. */
static bool
choose_node(void *context, Cause *c, const Cause *by, uint32_t steps)
{
	ShownGraph *s = context;
	NodeDisplay *shape = &s->shapes[by->number];

	(void)steps;
	if (c == by && s->t->most && s->n == s->t->most)
		return false;
	if (s->t->own && c->system) /* all nodes farther away are not shown either */
		return false;
	if (c == by)
		s->order[s->n++] = c->number;
	else
		s->shapes[shape->last].next = c->number + 1;
	shape->last = c->number;
	s->shapes[c->number].shown = by->number + 1;
	return true;
}

/* choose_shown: choose the statements to show: those nearest to the first node. */
static void
choose_shown(ShownGraph *s, const Cause *first)
{
	s->order = xcalloc(s->g->nnodes, sizeof *s->order);
	s->shapes = xcalloc(s->g->nnodes, sizeof *s->shapes);
	graph_walk(s->g, first, &(CauseWalk){s->t->each, choose_node, s});
}

/* shown_free: free the choice of what is shown. */
static void
shown_free(ShownGraph *s)
{
	free(s->order);
	free(s->shapes);
	arena_free(&s->arena);
}

/*
 * shown_node: the node that is shown for the statement of node `number`; NULL if the statement is
 * not shown.
 */
static const Cause *
shown_node(const ShownGraph *s, uint32_t number)
{
	uint32_t by = s->shapes[number].shown;

	return by ? s->g->nodes[by - 1] : NULL;
}

/* next_execution: the next execution that is shown together with this one; NULL: it is the last. */
static const Cause *
next_execution(const ShownGraph *s, const Cause *c)
{
	uint32_t next = s->shapes[c->number].next;

	return next ? s->g->nodes[next - 1] : NULL;
}

/* The executions that are shown by one node. */
typedef struct Executions {
	uint32_t n;
	const Cause *first; /* the earliest one */
} Executions;

/* count_executions: count the executions that are shown by a node, and find the first of them. */
static Executions
count_executions(const ShownGraph *s, const Cause *by)
{
	Executions e = {.first = by};

	for (const Cause *c = by; c; c = next_execution(s, c)) {
		if (c->key.kind != by->key.kind || c->temporary != by->temporary)
			continue;
		e.n++;
		if (c->time < e.first->time)
			e.first = c;
	}
	return e;
}

/* The causes of all executions that are shown by one node. */
typedef struct MergedCauses {
	Dependence *causes; /* [n] in the arena */
	size_t n;
	uint32_t hidden;    /* causes that are not shown */
	uint32_t closed;    /* executions whose causes were not added */
} MergedCauses;

/* has_cause: true if the merged causes have a dependence of the kind and name on the cause. */
static bool
has_cause(const MergedCauses *m, const Dependence *d, uint32_t cause)
{
	for (size_t i = 0; i < m->n; i++)
		if (m->causes[i].cause == cause && m->causes[i].kind == d->kind
			&& strcmp(m->causes[i].name, d->name) == 0)
			return true;
	return false;
}

/*
 * merge_causes: the causes of all executions that the node `by` shows. Each cause is given as the
 * node that shows this cause.
 */
static MergedCauses
merge_causes(ShownGraph *s, const Cause *by)
{
	MergedCauses m = {.n = 0};

	for (const Cause *c = by; c; c = next_execution(s, c)) {
		m.closed += !c->expanded;
		for (uint32_t i = 0; i < c->ncauses; i++) {
			const Dependence *d = &c->causes[i];
			const Cause *cause = shown_node(s, d->cause);

			m.hidden += !cause;
			if (!cause || cause == by || has_cause(&m, d, cause->number))
				continue;
			m.causes = arena_more(&s->arena, m.causes, m.n, sizeof *m.causes);
			m.causes[m.n++] = (Dependence){d->kind, cause->number, d->name};
		}
	}
	return m;
}

/* ---- texts ---- */

/* file_name: the name of a file without its folders. */
static const char *
file_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* put_source: append the source line of a node, without the blanks around it. */
static void
put_source(const CauseText *t, const Cause *c, Buf *out)
{
	const char *text = c->line && c->by_call ? t->line(t->of, c->call_file, c->call_line)
		: c->line ? t->line(t->of, c->file, c->line) : NULL;
	size_t n;

	if (!text)
		return;
	while (isspace((unsigned char)*text))
		text++;
	n = strlen(text);
	while (n > 0 && isspace((unsigned char)text[n - 1]))
		n--;
	buf_printf(out, "%.*s", (int)n, text);
}

void
cause_text(const Cause *c, Buf *out)
{
	switch (c->key.kind) {
	case CAUSE_PREDICATE: buf_printf(out, "decided: %s", c->value); break;
	case CAUSE_STOP: buf_printf(out, "%s stops", c->name); break;
	case CAUSE_ERROR:
	case CAUSE_HELD:
	case CAUSE_OPERATION:
	case CAUSE_MISSING:
	case CAUSE_WAIT:
	case CAUSE_REACHED: buf_printf(out, "%s", c->name); break;
	case CAUSE_ENTRY: buf_printf(out, "calls %s()", c->name); break;
	case CAUSE_CALL:
		buf_printf(out, *c->value ? "%s() = %s" : "%s()", c->name, c->value);
		break;
	default: buf_printf(out, *c->value ? "%s = %s" : "%s", c->name, c->value);
	}
}

/* put_stack: print the innermost callers of a thread that waits, or for which others wait. */
static void
put_stack(const Cause *c, Buf *out)
{
	enum { MOST = 3 };
	const char *s = c->stack;

	if (!s || c->key.kind < CAUSE_WAIT || c->key.kind > CAUSE_OPERATION)
		return;
	for (int i = 0; i < MOST && *s; i++) {
		size_t n = strcspn(s, "\n");

		buf_printf(out, "%s%.*s", i ? ", " : "  called by ", (int)n, s);
		s += n + 1;
	}
}

/* print_function_and_line: print function, file and line, if known. */
static void
print_function_and_line(const Cause *c, Buf *out)
{
	if (*c->note)
		buf_printf(out, "  (%s)", c->note);
	if (*c->function && c->key.kind != CAUSE_CALL)
		buf_printf(out, "  %s()", c->function);
	if (c->line)
		buf_printf(out, "  %s:%d", file_name(c->file), c->line);
	if (c->line && c->call_line)
		buf_printf(out, " in %s() %s:%d", c->call_function, file_name(c->call_file),
			c->call_line);
	put_stack(c, out);
}

/* ---- the tree ---- */

void
cause_edge(const Dependence *d, const Cause *c, Buf *out)
{
	if (d->kind == DEPENDS_CONTROL)
		buf_printf(out, c->key.kind == CAUSE_ENTRY ? "in: " : "if: ");
	else if (d->kind == DEPENDS_BESIDE)
		buf_printf(out, *d->name ? "beside %s: " : "beside it: ", d->name);
	else if (d->kind == DEPENDS_LOST)
		buf_printf(out, "overwrites unseen: ");
	else if (d->kind == DEPENDS_POTENTIAL)
		buf_printf(out, *d->name ? "%s skipped by: " : "skipped by: ", d->name);
	else if (d->kind == DEPENDS_WAIT)
		buf_printf(out, "%s: ", d->name);
	else if (d->kind == DEPENDS_SYNC)
		buf_printf(out, *d->name ? "%s by message: " : "by message: ", d->name);
	else if (*d->name && strcmp(d->name, c->name) != 0)
		buf_printf(out, "%s: ", d->name);
}

/* put_process: print the process, if the effect's is a different one. */
static void
put_process(const CauseText *t, const Cause *c, const Cause *effect, Buf *out)
{
	if (effect && effect->key.node == c->key.node && effect->process == c->process)
		return;
	buf_printf(out, "  node %u", t->node(t->of, c->key.node));
	if (c->process)
		buf_printf(out, ".%u", c->process);
	if (*c->program)
		buf_printf(out, " %s", c->program);
}

/* put_executions: print how often the statement was executed, and its value at the first time. */
static void
put_executions(ShownGraph *s, const Cause *c)
{
	Executions e = count_executions(s, c);

	if (e.n == 1 || s->t->forward)
		return;
	buf_printf(s->out, "  (%u executions, the first ", e.n);
	if (*e.first->value && c->key.kind != CAUSE_PREDICATE)
		buf_printf(s->out, "= %s ", e.first->value);
	buf_printf(s->out, "at %s)", TIME_STRING(e.first->time));
}

/* put_line: print the source line, truncated to a line of text. */
static void
put_line(const CauseText *t, const Cause *c, Buf *out)
{
	enum { SOURCE = 72 };
	Buf source = {0};

	put_source(t, c, &source);
	if (source.len > SOURCE)
		buf_printf(out, "  | %.*s...", SOURCE - 3, (char *)source.data);
	else if (source.len)
		buf_printf(out, "  | %.*s", (int)source.len, (char *)source.data);
	buf_free(&source);
}

/* put_time: append the time at which the node was executed, if it is known. */
static void
put_time(const Cause *c, Buf *out)
{
	if (cause_has_time(c))
		buf_printf(out, "  %s", TIME_STRING(c->time));
}

void
cause_place(const Cause *c, const Cause *effect, const CauseText *t, Buf *out)
{
	print_function_and_line(c, out);
	put_time(c, out);
	put_process(t, c, effect, out);
	put_line(t, c, out);
}

/* put_node: print the value, place, time and process, and the source line. */
static void
put_node(ShownGraph *s, const Cause *c, const Cause *effect)
{
	cause_text(c, s->out);
	print_function_and_line(c, s->out);
	put_time(c, s->out);
	put_executions(s, c);
	put_process(s->t, c, effect, s->out);
	put_line(s->t, c, s->out);
	buf_printf(s->out, "\n");
}

/* put_rest_of_causes: append how many causes of node c, and below it, are not shown. */
static void
put_rest_of_causes(ShownGraph *s, const Cause *c, const MergedCauses *m, int depth)
{
	if (m->hidden)
		buf_printf(s->out, "%*s... %u more\n", 2 * depth, "", m->hidden);
	else if (!c->expanded)
		buf_printf(s->out, "%*s...\n", 2 * depth, "");
	if (c->expanded && m->closed && !s->t->forward)
		buf_printf(s->out, "%*s... causes of %u further execution%s\n", 2 * depth, "",
			m->closed, m->closed == 1 ? "" : "s");
}

/*
 * put_tree: append cause c and its causes, indented by depth. A cause that was printed before is
 * only named.
 */
static void
put_tree(ShownGraph *s, const Cause *c, const Cause *effect, const Dependence *d, int depth)
{
	NodeDisplay *shape = &s->shapes[c->number];
	MergedCauses m;

	buf_printf(s->out, "%*s", 2 * depth, "");
	if (d)
		cause_edge(d, c, s->out);
	if (shape->printed) {
		cause_text(c, s->out);
		buf_printf(s->out, "  [%u]\n", shape->printed);
		return;
	}
	shape->printed = ++s->printed;
	buf_printf(s->out, "[%u] ", s->printed);
	put_node(s, c, effect);
	m = merge_causes(s, c);
	for (size_t i = 0; i < m.n; i++)
		put_tree(s, s->g->nodes[m.causes[i].cause], c, &m.causes[i], depth + 1);
	put_rest_of_causes(s, c, &m, depth + 1);
}

void
causes_text(const CauseGraph *g, const Cause *first, const CauseText *t, Buf *out)
{
	ShownGraph s = {.g = g, .t = t, .out = out};

	choose_shown(&s, first);
	put_tree(&s, first, NULL, NULL, 0);
	shown_free(&s);
}

/* ---- JSON ---- */

/* stack_json: the places of the node's callers as an array. */
static json_t *
stack_json(const Cause *c)
{
	json_t *all = json_array();

	for (const char *s = c->stack; s && *s; s += strcspn(s, "\n") + 1)
		json_array_append_new(all, json_stringn(s, strcspn(s, "\n")));
	return all;
}

/* text_json: the text of a buffer as JSON; frees the buffer. */
static json_t *
text_json(Buf *b)
{
	json_t *j = json_stringn((char *)b->data, b->len);

	buf_free(b);
	return j;
}

json_t *
cause_data(const Cause *c, const CauseText *t)
{
	json_t *j = json_object();
	Buf source = {0};

	json_object_set_new(j, "id", json_integer(c->number));
	json_object_set_new(j, "kind", json_string(cause_kind(c->key.kind)));
	json_object_set_new(j, "node", json_integer(t->node(t->of, c->key.node)));
	json_object_set_new(j, "process", json_integer(c->process));
	json_object_set_new(j, "instruction", json_integer(c->key.count));
	json_object_set_new(j, "time", json_integer(c->time));
	json_object_set_new(j, "program", json_string(c->program));
	json_object_set_new(j, "function", json_string(c->function));
	json_object_set_new(j, "file", json_string(c->file));
	json_object_set_new(j, "line", json_integer(c->line));
	if (c->line && c->call_line)
		json_object_set_new(j, "call", json_pack("{s:s, s:s, s:i}", "function",
			c->call_function, "file", c->call_file, "line", c->call_line));
	put_source(t, c, &source);
	json_object_set_new(j, "source", source.len ? text_json(&source) : json_string(""));
	json_object_set_new(j, "name", json_string(c->name));
	json_object_set_new(j, "value", json_string(c->value));
	json_object_set_new(j, "note", json_string(c->note));
	json_object_set_new(j, "expanded", json_boolean(c->expanded));
	if (c->stack)
		json_object_set_new(j, "stack", stack_json(c));
	return j;
}

/* node_json: the node of cause c, with the number of its executions and the first of them. */
static json_t *
node_json(const ShownGraph *s, const Cause *c, const MergedCauses *m)
{
	Executions e = count_executions(s, c);
	json_t *j = cause_data(c, s->t);

	json_object_set_new(j, "executions", json_integer(e.n));
	json_object_set_new(j, "first_time", json_integer(e.first->time));
	json_object_set_new(j, "first_value", json_string(e.first->value));
	json_object_set_new(j, "not_followed", json_integer(m->closed));
	return j;
}

/* edge_json: an edge from the node c to one of its causes as JSON. */
static json_t *
edge_json(const ShownGraph *s, const Cause *c, const Dependence *d)
{
	json_t *j = json_object();

	json_object_set_new(j, "kind", json_string(dependence_kind(d->kind)));
	json_object_set_new(j, s->t->forward ? "effect" : "cause", json_integer(d->cause));
	json_object_set_new(j, s->t->forward ? "cause" : "effect", json_integer(c->number));
	json_object_set_new(j, "name", json_string(d->name));
	return j;
}

json_t *
causes_data(const CauseGraph *g, const Cause *first, const CauseText *t)
{
	ShownGraph s = {.g = g, .t = t};
	json_t *j = json_object(), *nodes = json_array(), *edges = json_array();

	choose_shown(&s, first);
	for (uint32_t i = 0; i < s.n; i++) {
		const Cause *c = g->nodes[s.order[i]];
		MergedCauses m = merge_causes(&s, c);

		json_array_append_new(nodes, node_json(&s, c, &m));
		for (size_t k = 0; k < m.n; k++)
			json_array_append_new(edges, edge_json(&s, c, &m.causes[k]));
	}
	json_object_set_new(j, "first", json_integer(first->number));
	json_object_set_new(j, "nodes", nodes);
	json_object_set_new(j, "edges", edges);
	shown_free(&s);
	return j;
}

void
causes_json(const CauseGraph *g, const Cause *first, const CauseText *t)
{
	report_json(causes_data(g, first, t));
}

/* ---- DOT ---- */

/* terminate_text: end the text with a zero byte; returns it. */
static const char *
terminate_text(Buf *b)
{
	buf_byte(b, '\0');
	return (char *)b->data;
}

/* dot_cause: print a node in DOT. */
static void
dot_cause(const Cause *c, Buf *out)
{
	Buf label = {0};
	char id[16];

	snprintf(id, sizeof id, "n%u", c->number);
	cause_text(c, &label);
	print_function_and_line(c, &label);
	dot_node(out, id, terminate_text(&label),
		c->key.kind == CAUSE_PREDICATE ? "shape=diamond" : "shape=box");
	buf_free(&label);
}

/* dot_dependence: print an edge in DOT. */
static void
dot_dependence(const ShownGraph *s, const Cause *c, const Dependence *d, Buf *out)
{
	static const char *const styles[] = {
		"style=solid", "style=dotted", "style=dashed", "style=bold",
		"style=\"dashed,bold\"", "style=\"dotted,bold\"", "color=red",
		"style=bold,color=red"};
	char from[16], to[16];

	snprintf(from, sizeof from, "n%u", s->t->forward ? c->number : d->cause);
	snprintf(to, sizeof to, "n%u", s->t->forward ? d->cause : c->number);
	dot_edge(out, from, to, styles[d->kind]);
}

void
causes_dot(const CauseGraph *g, const Cause *first, const CauseText *t, Buf *out)
{
	ShownGraph s = {.g = g, .t = t};

	choose_shown(&s, first);
	dot_begin(out, "why");
	for (uint32_t i = 0; i < s.n; i++)
		dot_cause(g->nodes[s.order[i]], out);
	for (uint32_t i = 0; i < s.n; i++) {
		const Cause *c = g->nodes[s.order[i]];
		MergedCauses m = merge_causes(&s, c);

		for (size_t k = 0; k < m.n; k++)
			dot_dependence(&s, c, &m.causes[k], out);
	}
	dot_end(out);
	shown_free(&s);
}
