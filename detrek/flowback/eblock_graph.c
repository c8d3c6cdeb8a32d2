/*
 * eblock_graph.c - the dynamic program dependence graph of one log interval (Miller and Choi,
 * section 4): ENTRY and EXIT, a singular node for each assignment and predicate that the function
 * itself has executed, a sub-graph node for each call of a nested e-block, and a fictional node for
 * each argument of such a call that is an expression. Only this interval is emulated.
 *
 * 	node ID entry|singular|subgraph|exit LABEL [= VALUE]
 * 	flow ID...              in the order of execution
 * 	data FROM TO NAME       %0 is the value of a call, %1 ... its arguments
 * 	control FROM TO
 *
 * An ID is the line of the statement, with the called function or argument: L11, L11.SubD, L11.%3;
 * #2, #3 ... distinguish further nodes of that line.
 */
#include "flowback_parts.h"
#include "log_steps.h"
#include "predicate.h"

#include <string.h>

enum {
	MAX_ARGUMENTS = 32,
	STACK = 1 << 20, /* bytes above Wptr in which callers have their variables */
};

/* A node of the printed graph. */
typedef struct GraphNode {
	const char *id;
	const Cause *cause; /* NULL: a fictional node, ENTRY or EXIT */
} GraphNode;

/* The state of printing the graph of an interval. */
typedef struct Drawing {
	Flowback *f;
	LogSteps *steps;
	const Log *log;
	const LogBlock *block;
	const CauseText *text;
	Interval *in;     /* the interval's trace */
	GraphNode *nodes; /* [nnodes] in the order of execution */
	uint32_t nnodes;
	uint32_t child;   /* index of the item of the next nested interval */
	Arena arena;
	Buf node, flow, data, control; /* the lines of each kind so far */
} Drawing;

/* ---- nodes ---- */

/* is_id_used: true if another node has the id. */
static bool
is_id_used(const Drawing *d, const char *id)
{
	for (uint32_t i = 0; i < d->nnodes; i++)
		if (strcmp(d->nodes[i].id, id) == 0)
			return true;
	return false;
}

/* add_node: add a node, with an id that no other node has; returns the id. */
static const char *
add_node(Drawing *d, const char *id, const Cause *c)
{
	char text[200];

	snprintf(text, sizeof text, "%s", id);
	for (uint32_t n = 2; is_id_used(d, text); n++)
		snprintf(text, sizeof text, "%.150s#%u", id, n);
	d->nodes = arena_more(&d->arena, d->nodes, d->nnodes, sizeof *d->nodes);
	d->nodes[d->nnodes].id = arena_strndup(&d->arena, text, strlen(text));
	d->nodes[d->nnodes].cause = c;
	buf_printf(&d->flow, " %s", text);
	return d->nodes[d->nnodes++].id;
}

/*
 * find_id: the id of a cause's node. The node of a call is found by the call's return, whichever
 * register has its value.
 */
static const char *
find_id(const Drawing *d, const Cause *c)
{
	if (c->key.kind == CAUSE_ENTRY)
		return "ENTRY";
	for (uint32_t i = 0; i < d->nnodes; i++) {
		const Cause *n = d->nodes[i].cause;

		if (n && n->key.kind == c->key.kind && n->key.count == c->key.count
			&& (n->key.addr == c->key.addr || c->key.kind == CAUSE_CALL))
			return d->nodes[i].id;
	}
	return NULL;
}

/* line_id: the id of a line, with the part if there is one: L11, L11.SubD. */
static const char *
line_id(Drawing *d, int line, const char *part)
{
	char text[160];

	return arena_strndup(&d->arena, text,
		snprintf(text, sizeof text, *part ? "L%d.%.120s" : "L%d", line, part));
}

/* print_data_edges: print the data edges that lead to a node from its causes. */
static void
print_data_edges(Drawing *d, const char *id, const Cause *c)
{
	for (uint32_t i = 0; i < c->ncauses; i++) {
		const Dependence *e = &c->causes[i];
		const Cause *cause = d->f->graph.nodes[e->cause];
		const char *from = find_id(d, cause);

		if (cause->key.kind == CAUSE_ENTRY && e->kind != DEPENDS_CONTROL && !*e->name)
			continue; /* such as a return address */
		if (!from) { /* the source is in a library, or outside the interval */
			buf_printf(&d->data, "data outside %s %s\n", id,
				*e->name ? e->name : cause->name ? cause->name : "");
		} else if (e->kind == DEPENDS_CONTROL) {
			buf_printf(&d->control, "control %s %s\n", from, id);
		} else {
			buf_printf(&d->data, "data %s %s %s\n", from, id,
				*e->name ? e->name : cause->name);
		}
	}
}

/* ---- the function itself ---- */

/*
 * is_own_instruction: true if the instruction belongs to the e-block's function, not to a library
 * function that it calls.
 */
static bool
is_own_instruction(const Drawing *d, At at)
{
	Addr entry;

	return control_function(d->f, at, &entry) && entry == d->block->entered.wptr;
}

/*
 * is_entry_code: true if the instruction belongs to the function's entry code, which stores the
 * parameters.
 */
static bool
is_entry_code(At at)
{
	const Loaded *l = at_program(at);
	Addr pc = l ? at_step(at)->iptr - l->text_moved : 0;
	const DebugFunction *f = l ? program_function_at(l->program, pc) : NULL;

	return f && pc < program_body_start(l->program, f);
}

/* print_assignment: print the node of an event that writes a variable. */
static void
print_assignment(Drawing *d, At at, uint32_t event, int line)
{
	Cause *c = origin_write(d->f, CAUSE_ASSIGNMENT, at, event);
	const char *id;

	if (!c || find_id(d, c))
		return;
	id = add_node(d, line_id(d, line, ""), c);
	buf_printf(&d->node, "node %s singular %s = %s\n", id, c->name, c->value);
	origin_expand(d->f, c);
	c->expanded = true;
	print_data_edges(d, id, c);
}

/*
 * print_own_assignments: append a node for each variable that the step `at` itself, not a library,
 * writes.
 */
static void
print_own_assignments(Drawing *d, At at)
{
	for (uint32_t i = at_first_event(at); i < at_event_behind(at); i++)
		if (at.in->events[i].kind == ACCESS_WRITE)
			print_assignment(d, at, i, where_line(at));
}

/*
 * is_program_variable: true if the address belongs to a global variable of the program, or to a
 * local variable of the function or its callers.
 */
static bool
is_program_variable(At own, Addr a)
{
	ProgramInfo *p = at_program(own)->program;
	Word moved;
	const ProgramObject *o = variable_object(at_program(own), a, &moved);

	if (o)
		return !o->variable.place.file || !program_is_system(p, o->variable.place.file);
	return a - (at_step(own)->wdesc & ~3u) < STACK;
}

/* was_assigned: true if the variable has a node among the nodes from index `from` on. */
static bool
was_assigned(const Drawing *d, uint32_t from, Addr a)
{
	for (uint32_t i = from; i < d->nnodes; i++)
		if (d->nodes[i].cause && a - d->nodes[i].cause->key.addr
			< d->nodes[i].cause->nbytes)
			return true;
	return false;
}

/*
 * print_library_assignments: print the nodes of the program's variables that a library has written
 * between a call and the function's next instruction.
 */
static void
print_library_assignments(Drawing *d, At own, At next)
{
	uint32_t from = d->nnodes;

	for (uint32_t k = own.step + 1; k < next.step; k++) {
		At at = {own.in, k};

		for (uint32_t i = at_first_event(at); i < at_event_behind(at); i++) {
			const StepEvent *e = &at.in->events[i];

			if (e->kind == ACCESS_WRITE && is_program_variable(own, e->addr)
				&& interval_writer(at.in, at_first_event(next), e->addr) == i
				&& !was_assigned(d, from, e->addr))
				print_assignment(d, at, i, where_line(own));
		}
	}
}

/* ---- predicates ---- */

/*
 * print_predicate: append a node for the conditional jump at a step, with its text and value if
 * they are known.
 */
static void
print_predicate(Drawing *d, At at)
{
	Cause *c = control_predicate(d->f, at);
	const char *line = d->text->line(d->text->of, c->file, c->line);
	const char *text = predicate_text(line, &d->arena);
	const char *id = add_node(d, line_id(d, c->line, ""), c);
	int64_t value;

	if (text && predicate_value(at, text, &d->arena, &value))
		buf_printf(&d->node, "node %s singular %s = %lld\n", id, text, (long long)value);
	else
		buf_printf(&d->node, "node %s singular %s %s\n", id, text ? text : "decided:",
			c->value);
	origin_expand(d->f, c);
	c->expanded = true;
	print_data_edges(d, id, c);
}

/* ---- calls ---- */

/* argument_sources: the sources of the k-th word of a call's arguments. */
static Gathered
argument_sources(Drawing *d, At call, uint32_t k)
{
	Addr a = (at_step(call)->wdesc & ~3u) + 4 * (k - 2);
	LastWrite w;

	if (k < 2)
		return gather_register(d->f->steps, call, k == 0 ? FLOW_B : FLOW_C, &d->f->scratch);
	w = steps_writer(d->f->steps, call, at_first_event(call), a);
	if (!w.known || w.at.step >= w.at.in->nsteps || w.at.in->events[w.event].by_machine)
		return (Gathered){.computed = true};
	return gather_write(d->f->steps, w.at, w.event, a, 4, &d->f->scratch);
}

/* argument_value: the value of the k-th word of a call's arguments. */
static Word
argument_value(At call, uint32_t k)
{
	uint8_t bytes[4] = {0};

	if (k < 2)
		return k == 0 ? at_step(call)->breg : at_step(call)->creg;
	interval_read(call.in, at_first_event(call), (at_step(call)->wdesc & ~3u) + 4 * (k - 2),
		bytes, sizeof bytes);
	return get32(bytes);
}

/* is_unchanged_argument: true if the argument is a variable, or the value of a call, unchanged. */
static bool
is_unchanged_argument(const Gathered *got)
{
	size_t nvalues = 0;

	for (size_t i = 0; i < got->n; i++)
		nvalues += !got->source[i].address;
	return !got->computed && nvalues == 1;
}

/* argument_node: a temporary node for an argument, by which the argument's causes are found. */
static Cause *
argument_node(Drawing *d, At call, uint32_t k, const Gathered *got)
{
	bool made;
	Cause *c = graph_node(&d->f->graph,
		(CauseKey){CAUSE_REACHED, call.in->node, at_count(call), k + 1}, &made);

	if (made)
		origin_argument(d->f, c, got);
	c->expanded = true;
	return c;
}

/*
 * argument_words: the number of words in which an argument is passed; a structure is passed by its
 * address.
 */
static uint32_t
argument_words(const Type *t)
{
	const Type *plain = type_plain(t);

	return plain->kind == TYPE_STRUCT || plain->kind == TYPE_UNION ? 1 : (plain->size + 3) / 4;
}

/*
 * fictional_node: add the node for an argument of a call, if this argument is an expression, not a
 * variable; returns the node's id.
 */
static const char *
fictional_node(Drawing *d, At call, const char *name, uint32_t k, const Type *type, Cause *sources)
{
	const char *id = add_node(d, line_id(d, where_line(call), name), NULL);

	buf_printf(&d->node, "node %s singular %s", id, name);
	if (type_plain(type)->size <= 4)
		buf_printf(&d->node, " = %s",
			value_text_as(call, type, argument_value(call, k), &d->f->scratch));
	buf_byte(&d->node, '\n');
	control_expand(d->f, sources, call);
	print_data_edges(d, id, sources);
	return id;
}

/*
 * append_argument: append to *out the edges of one argument, which begins in word k, to the node of
 * the call.
 */
static void
append_argument(Drawing *d, At call, uint32_t number, uint32_t k, const Type *type, Buf *out)
{
	Gathered got = argument_sources(d, call, k);
	Cause *sources = argument_node(d, call, k, &got);
	char name[16];

	snprintf(name, sizeof name, "%%%u", number);
	for (uint32_t i = 1; i < argument_words(type); i++) {
		Gathered more = argument_sources(d, call, k + i);

		got.computed |= more.computed;
		origin_argument(d->f, sources, &more);
	}
	if (!is_unchanged_argument(&got)) {
		buf_printf(out, "%s %s\n", fictional_node(d, call, name, k, type, sources), name);
		return;
	}
	for (uint32_t i = 0; i < sources->ncauses; i++) {
		const char *from = find_id(d, d->f->graph.nodes[sources->causes[i].cause]);

		buf_printf(out, "%s %s\n", from ? from : "outside", name);
	}
}

/* append_arguments: append the edges "FROM NAME" of all arguments, a line each. */
static void
append_arguments(Drawing *d, At call, const DebugFunction *f, Buf *out)
{
	const Type *type = type_plain(f->type), *result = type_plain(type->target);
	uint32_t k = result->kind == TYPE_STRUCT || result->kind == TYPE_UNION;

	for (size_t i = 0; i < type->nmembers && i < MAX_ARGUMENTS; i++) {
		append_argument(d, call, i + 1, k, type->members[i].type, out);
		k += argument_words(type->members[i].type);
	}
}

/* has_result: tell if the function returns a value. */
static bool
has_result(const DebugFunction *f)
{
	return f && type_plain(type_plain(f->type)->target)->size > 0;
}

/*
 * print_call: print the sub-graph node of a nested interval. direct: the instruction has called the
 * nested e-block; otherwise a library has called it, so its arguments are not the function's.
 */
static void
print_call(Drawing *d, At at, uint32_t block, bool direct)
{
	const LogBlock *b = &d->log->blocks[block];
	const DebugFunction *f = program_function_at(at_program(at)->program,
		b->entered.iptr - at_program(at)->text_moved);
	const char *name = log_steps_function(d->steps, block);
	Cause *c = b->open ? NULL : origin_call(d->f, log_steps_return(d->steps, block));
	Cause *here = origin_instruction(d->f, CAUSE_REACHED, at, "", "");
	Buf from = {0};
	const char *id;
	char *line, *rest;

	if (direct && f)
		append_arguments(d, at, f, &from);
	id = add_node(d, line_id(d, where_line(at), name), c);
	buf_printf(&d->node, "node %s subgraph %s", id, name);
	if (c && *c->value && !b->jumped && has_result(f))
		buf_printf(&d->node, " = %s", c->value);
	buf_byte(&d->node, '\n');
	buf_byte(&from, '\0');
	for (line = strtok_r((char *)from.data, "\n", &rest); line;
		line = strtok_r(NULL, "\n", &rest))
		buf_printf(&d->data, "data %.*s %s %s\n", (int)strcspn(line, " "), line, id,
			strchr(line, ' ') + 1);
	control_expand(d->f, here, at);
	print_data_edges(d, id, here);
	buf_free(&from);
}

/*
 * print_calls: print the sub-graph nodes of the nested intervals (calls of e-blocks) between an
 * instruction of the function and its next one.
 */
static void
print_calls(Drawing *d, At at, At own)
{
	const LogBlock *b = d->block;
	uint64_t next = at.step + 1 < at.in->nsteps ? at.in->counts[at.step + 1] : NEVER;

	for (; d->child < b->nitems; d->child++) {
		const LogItem *item = &b->items[d->child];

		if (d->log->first + item->count >= next)
			return;
		if (item->kind == LOG_BLOCK && own.in)
			print_call(d, own, item->block, at.step - own.step <= 3
				|| where_is_logging(at));
	}
}

/* ---- the graph ---- */

/* print_exit: print the EXIT node, with the function's result. */
static void
print_exit(Drawing *d)
{
	At last = {d->in, d->in->nsteps - 1};
	const Type *result = where_result_type(last);
	bool value = result && type_plain(result)->size > 0 && type_plain(result)->size <= 4;
	Gathered got = {0};
	Cause *c;

	if (d->block->open || d->block->jumped)
		return;
	if (value)
		got = gather_register(d->f->steps, last,
			type_plain(result)->kind == TYPE_REAL ? FLOW_FA : FLOW_A, &d->f->scratch);
	c = argument_node(d, last, 0, &got);
	add_node(d, "EXIT", NULL);
	buf_printf(&d->node, "node EXIT exit\n");
	print_data_edges(d, "EXIT", c);
}

/*
 * print_step: print the nodes of the instruction `at`, which belongs to the function itself, not to
 * a library. before: the function's previous instruction.
 */
static void
print_step(Drawing *d, At at, At before)
{
	Executed e;

	if (before.in && at.step > before.step + 1)
		print_library_assignments(d, before, at);
	if (at_decode(at, &e) && e.fn == FN_CJ)
		print_predicate(d, at);
	if (!is_entry_code(at))
		print_own_assignments(d, at);
}

/* print_steps: append the nodes for all steps of the interval, in order. */
static void
print_steps(Drawing *d)
{
	At own = {NULL};

	for (uint32_t k = 0; k < d->in->nsteps; k++) {
		At at = {d->in, k};

		if (is_own_instruction(d, at)) {
			print_step(d, at, own);
			own = at;
		}
		print_calls(d, at, own);
		arena_free(&d->f->scratch);
	}
}

void
flowback_eblock_graph(Flowback *f, const Log *log, uint32_t block, const CauseText *t, Buf *out)
{
	LogSteps *s = steps_chosen_log(f->steps);
	Drawing d = {.f = f, .steps = s, .log = log, .block = &log->blocks[block], .text = t};

	if (log_steps_is_long(s, block))
		fatal("interval %u, of %s(), has too many instructions of its own for a graph; ask "
			"about a variable, or name another interval", block,
			log_steps_function(s, block));
	d.in = log_steps_interval(s, block);
	log_steps_limit(s, block);
	buf_printf(&d.node, "node ENTRY entry %s\n", log_steps_function(s, block));
	buf_printf(&d.flow, "flow ENTRY");
	print_steps(&d);
	print_exit(&d);
	log_steps_limit(s, NO_EVENT);
	buf_put(out, d.node.data, d.node.len);
	buf_put(out, d.flow.data, d.flow.len);
	buf_byte(out, '\n');
	if (d.data.len > 0)
		buf_put(out, d.data.data, d.data.len);
	if (d.control.len > 0)
		buf_put(out, d.control.data, d.control.len);
	buf_free(&d.node);
	buf_free(&d.flow);
	buf_free(&d.data);
	buf_free(&d.control);
	arena_free(&d.arena);
	arena_free(&f->scratch);
}
