/*
 * flowback.c - builds the graph for a question: the causes of the first node, then those of other
 * nodes in the order of their distance from it.
 */
#include "flowback_parts.h"
#include "log_steps.h"

#include "base/number.h"

#include <stdlib.h>
#include <string.h>

Flowback *
flowback_new(Past *past, Target *target)
{
	Flowback *f = xcalloc(1, sizeof *f);

	*f = (Flowback){.past = past, .target = target, .steps = steps_new(past, target),
		.codes = codes_new()};
	return f;
}

Flowback *
flowback_logged(const LoggedProcess *processes, uint32_t n)
{
	Flowback *f = xcalloc(1, sizeof *f);
	LogSteps **logs = xcalloc(n, sizeof *logs);

	*f = (Flowback){.codes = codes_new(), .processes = processes, .nprocesses = n,
		.emulator = emulator_new(processes[0].log->topology)};
	for (uint32_t i = 0; i < n; i++)
		logs[i] = log_steps_new(processes[i].log, processes[i].program, f->emulator);
	f->steps = steps_logged(logs, n, emulator_network(f->emulator));
	free(logs);
	return f;
}

void
flowback_set_target(Flowback *f, Target *target, uint32_t chosen)
{
	const Log *log = f->processes[chosen].log;
	Loaded loaded = log_loaded(log, f->processes[chosen].program);

	f->target = target;
	for (uint32_t i = 0; i < f->nprocesses; i++) {
		const LoggedProcess *p = &f->processes[i];

		log_steps_target(steps_log_of_process(f->steps, p->log->node,
			p->log->place.process), target);
		if (p->log->place.process > 0)
			target_number_set(target, p->log->node, p->log->place.node);
	}
	if (log->place.process > 0)
		target_place_program(target, log->node, &loaded);
	steps_choose(f->steps, chosen);
	log_steps_interval(steps_chosen_log(f->steps), 0);
}

Network *
flowback_network(const Flowback *f)
{
	return steps_network(f->steps);
}

uint32_t
flowback_count_emulated(const Flowback *f)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < f->nprocesses; i++)
		n += log_steps_count_emulated(steps_log_of_process(f->steps,
			f->processes[i].log->node, f->processes[i].log->place.process));
	return n;
}

void
flowback_free(Flowback *f)
{
	streams_free(f->streams);
	steps_free(f->steps);
	if (f->emulator)
		emulator_free(f->emulator);
	potential_free(f->potential);
	codes_free(f->codes);
	graph_free(&f->graph);
	output_free(&f->output);
	arena_free(&f->scratch);
	free(f);
}

void
flowback_replay_together(Flowback *f)
{
	steps_replay_together(f->steps);
}

uint32_t
flowback_count_alone(const Flowback *f)
{
	return steps_count_alone(f->steps);
}

const CauseGraph *
flowback_graph(const Flowback *f)
{
	return &f->graph;
}

bool
flowback_has_left_out(const Flowback *f)
{
	return f->left_out;
}

/* ---- expanding ---- */

/* expand_cause: find the causes of c, unless they are known, and its stack if stacks are wanted. */
static void
expand_cause(Flowback *f, Cause *c)
{
	const char *closed = c->key.kind == CAUSE_CALL || c->key.kind == CAUSE_ENTRY
		? steps_closed_reason(f->steps, c->key.count, &f->graph.arena) : NULL;

	steps_trim(f->steps);
	if (!c->expanded && closed)
		c->note = closed;
	else if (!c->expanded)
		origin_expand(f, c);
	if (f->options.stacks && !c->stack && c->line && !closed)
		c->stack = control_stack(f, steps_at(f->steps, c->key.node, c->key.count));
	c->expanded = true;
	arena_free(&f->scratch);
}

void
flowback_expand(Flowback *f, const Cause *c)
{
	if (!c->expanded)
		expand_cause(f, f->graph.nodes[c->number]);
}

enum { FURTHER = 4 }; /* executions that are expanded besides the nearest, for each statement */

/* How far a graph has been expanded. */
typedef struct Expanding {
	Flowback *f;
	uint32_t statements; /* number of statements whose nearest execution was expanded */
	uint32_t further;    /* number of other executions that were expanded */
} Expanding;

/* expand_next: expand the next node of a walk, unless the options' limits are reached. */
static bool
expand_next(void *context, Cause *c, const Cause *shown, uint32_t steps)
{
	Expanding *x = context;
	const FlowbackOptions *o = &x->f->options;
	uint32_t *n = c == shown ? &x->statements : &x->further;

	x->f->left_out = o->most > 0 && x->statements >= o->most;
	if (x->f->left_out)
		return false;
	if ((o->depth > 0 && steps >= o->depth)
		|| (o->most > 0 && x->further >= FURTHER * o->most && c != shown))
		return true;
	expand_cause(x->f, c);
	++*n;
	return true;
}

/* expand_from: expand the graph from a node on, as far as the options say. */
static void
expand_from(Flowback *f, const Cause *first)
{
	Expanding x = {.f = f};

	potential_drop_code(f->potential);
	graph_walk(&f->graph, first, &(CauseWalk){f->options.each, expand_next, &x});
}

void
flowback_set_caller(Flowback *f, const Cause *c)
{
	if (!c->system || c->call_line || !c->line)
		return;
	where_set_caller(f, f->graph.nodes[c->number], control_library_call(f,
		steps_at(f->steps, c->key.node, c->key.count)));
	steps_trim(f->steps);
}

void
flowback_expand_further(Flowback *f, const FlowbackOptions *o, const Cause *first)
{
	f->options = *o;
	expand_from(f, first);
}

const Cause *
flowback_why(Flowback *f, const FlowbackOptions *o, NodeId n, uint64_t count, Addr a, Word nbytes)
{
	const T800 *c = steps_network(f->steps)->nodes[n];
	Cause *first;
	At at;

	f->options = *o;
	if (a - MOSTNEG >= c->r.size || nbytes > c->r.size - (a - MOSTNEG))
		return NULL;
	if (count == NEVER)
		count = steps_end(f->steps, n);
	steps_trim(f->steps);
	at = steps_at(f->steps, n, count);
	first = origin_last_write(f, at, a, nbytes);
	expand_from(f, first);
	return first;
}

const Cause *
flowback_stop(Flowback *f, const FlowbackOptions *o, NodeId n)
{
	uint64_t count = steps_end(f->steps, n);
	Stop stop = steps_stop(f->steps, n);
	ErrorRise error;
	bool erred = stop <= STOP_BOOT && steps_last_error(f->steps, n, &error);
	Cause *first;
	At at;

	f->options = *o;
	if (!erred && (stop <= STOP_BOOT || stop == STOP_ANALYSE || count == 0))
		return NULL;
	steps_trim(f->steps);
	at = steps_at(f->steps, n, erred ? error.count : count - 1);
	if (at.step >= at.in->nsteps)
		return NULL;
	if (erred)
		first = origin_instruction(f, CAUSE_ERROR, at, "sets Error",
			error_rise_text(&error));
	else
		first = origin_instruction(f, CAUSE_STOP, at, "the node", stop_text(stop));
	expand_from(f, first);
	return first;
}

const Cause *
flowback_wait(Flowback *f, const FlowbackOptions *o, NodeId n, uint64_t count, Addr word,
	const char *note)
{
	LastWrite saved;
	Cause *first;
	At at;

	f->options = *o;
	if (count == NEVER)
		count = steps_end(f->steps, n);
	steps_trim(f->steps);
	at = steps_at(f->steps, n, count);
	saved = steps_writer(f->steps, at, at_first_event(at), word);
	if (!saved.known || saved.at.step >= saved.at.in->nsteps)
		return NULL;
	first = origin_instruction(f, CAUSE_WAIT, saved.at, "the process waits", note);
	expand_from(f, first);
	return first;
}

const Cause *
flowback_reached(Flowback *f, const FlowbackOptions *o, NodeId n, uint64_t count)
{
	Cause *first;
	At at;

	f->options = *o;
	steps_trim(f->steps);
	at = steps_at(f->steps, n, count);
	if (at.step >= at.in->nsteps)
		return NULL;
	first = origin_instruction(f, CAUSE_REACHED, at, "reached", "");
	expand_from(f, first);
	return first;
}

uint64_t
flowback_last_scope(Flowback *f, NodeId n, const char *name)
{
	uint64_t count = steps_end(f->steps, n);

	while (count > 0) {
		At at = steps_at(f->steps, n, count - 1);

		for (uint32_t i = at.step < at.in->nsteps ? at.step + 1 : at.in->nsteps; i-- > 0;)
			if (where_has_variable(f, (At){at.in, i}, name))
				return at_count((At){at.in, i});
		count = at.in->first < count ? at.in->first : 0;
		steps_trim(f->steps);
	}
	return NEVER;
}

/* ---- the run's output ---- */

/* has_output: true if the analysis can read the run's output; logs do not contain the output. */
static bool
has_output(const Flowback *f, char why[FLOWBACK_WHY])
{
	if (steps_chosen_log(f->steps))
		snprintf(why, FLOWBACK_WHY, "a log does not have the run's output; ask about a "
			"variable, or ask 'trellis why' with a recording");
	return !steps_chosen_log(f->steps);
}

/*
 * are_offsets_known: true if it is known which bytes of the output each message to the host has
 * written; otherwise false, with the reason in `why`.
 */
static bool
are_offsets_known(Flowback *f, char why[FLOWBACK_WHY])
{
	const Output *o = flowback_output_read(f);

	if (o->is_cut)
		snprintf(why, FLOWBACK_WHY,
			"the circuit of link %d of node %s changed while it sent a message to the "
			"host, at %s: it is not known which bytes arrived", o->cut.link,
			TARGET_NODE(f->target, o->cut.node), TIME_STRING(o->cut.at));
	else if (o->seeks)
		snprintf(why, FLOWBACK_WHY, "the output was not written in order: it is not known "
			"which bytes are where");
	return output_in_order(o);
}

/*
 * read_output: find the bytes of the program's output in the messages that nodes have sent to the
 * host.
 */
static void
read_output(Flowback *f)
{
	const Network *w = past_network(f->past);
	uint32_t nends = w->nnodes * NLINKS;
	OutputOrders *orders = xcalloc(nends, sizeof *orders);
	const Feed *feed = steps_feed(f->steps);
	Loaded kernel;

	for (EndId e = 0; e < nends; e++)
		orders[e].order = feed_orders(feed, e, &orders[e].n);
	f->output = output_read(w, orders, steps_circuits(f->steps),
		target_kernel_at(f->target, 0, &kernel));
	free(orders);
}

const Output *
flowback_output_read(Flowback *f)
{
	if (!f->has_output)
		read_output(f);
	f->has_output = true;
	return &f->output;
}

/* explain_output: the node of some bytes of the output, with its causes. */
static const Cause *
explain_output(Flowback *f, const FlowbackOptions *o, size_t offset, Word nbytes, const char *name,
	bool text)
{
	Cause *first;

	f->options = *o;
	steps_trim(f->steps);
	first = origin_output(f, offset, nbytes, name, text);
	expand_from(f, first);
	return first;
}

/* explain_bytes: explain existing bytes of the output; several bytes are shown as a text. */
static const Cause *
explain_bytes(Flowback *f, const FlowbackOptions *o, size_t offset, Word nbytes)
{
	char name[OUTPUT_NAME];

	return explain_output(f, o, offset, nbytes, output_bytes_name(offset, nbytes, name),
		nbytes > 1);
}

const Cause *
flowback_output(Flowback *f, const FlowbackOptions *o, uint64_t offset, Word nbytes,
	char why[FLOWBACK_WHY])
{
	if (!has_output(f, why) || !are_offsets_known(f, why))
		return NULL;
	if (offset < f->output.nbytes && nbytes <= f->output.nbytes - offset)
		return explain_bytes(f, o, offset, nbytes);
	snprintf(why, FLOWBACK_WHY, "the output has %zu bytes only", f->output.nbytes);
	return NULL;
}

const Cause *
flowback_column(Flowback *f, const FlowbackOptions *o, uint32_t line, uint32_t column,
	char why[FLOWBACK_WHY])
{
	size_t offset;

	if (!has_output(f, why) || !are_offsets_known(f, why))
		return NULL;
	if (output_column(&f->output, line, column, &offset))
		return explain_bytes(f, o, offset, 1);
	snprintf(why, FLOWBACK_WHY, "the output has no line %u with a column %u", line, column);
	return NULL;
}

const Cause *
flowback_text(Flowback *f, const FlowbackOptions *o, const char *text, uint32_t nth,
	uint32_t *times, char why[FLOWBACK_WHY])
{
	size_t n = strlen(text), found = 0;

	*times = 0;
	if (!has_output(f, why) || !are_offsets_known(f, why))
		return NULL;
	for (size_t at = 0; (at = output_find(&f->output, text, n, at)) < f->output.nbytes; at++)
		if (++*times == nth)
			found = at;
	if (*times < nth) {
		snprintf(why, FLOWBACK_WHY, *times ? "\"%.80s\" is in the output %u time%s only"
			: "\"%.80s\" is not in the output", text, *times, *times == 1 ? "" : "s");
		return NULL;
	}
	return explain_bytes(f, o, found, n);
}

const Cause *
flowback_pixel(Flowback *f, const FlowbackOptions *o, uint32_t x, uint32_t y,
	char why[FLOWBACK_WHY])
{
	enum { COLOURS = 3 };
	size_t offset;
	char name[40];

	if (!has_output(f, why) || !are_offsets_known(f, why))
		return NULL;
	if (!output_pixel(&f->output, x, y, &offset)
		|| offset + COLOURS > f->output.nbytes) {
		snprintf(why, FLOWBACK_WHY, "the output is not a picture (PPM) with a pixel %u,%u",
			x, y);
		return NULL;
	}
	snprintf(name, sizeof name, "pixel %u,%u", x, y);
	return explain_output(f, o, offset, COLOURS, name, false);
}
