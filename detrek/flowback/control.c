/*
 * control.c - what has decided that an instruction was executed: the last conditional jump of its
 * function that it depends on, or else the call of the function.
 */
#include "flowback_parts.h"

const CodeFunction *
control_function(Flowback *f, At at, Addr *entry)
{
	const Loaded *l = at.step < at.in->nsteps ? at_code(at) : NULL;
	Addr pc = l ? at_step(at)->iptr - l->text_moved : 0;
	const CodeFunction *code = l ? codes_function(f->codes, l->program, pc) : NULL;

	return code && function_entry(code, pc, at_step(at)->wdesc & ~3u, entry) ? code : NULL;
}

Written
control_entry(Flowback *f, At at)
{
	Addr entry;

	if (!control_function(f, at, &entry))
		return (Written){.known = false};
	return steps_writer(f->steps, at, at_first(at), entry); /* the return address */
}

/* later: does an instruction of the same node come behind another? */
static bool
later_than(At a, At b)
{
	return at_count(a) > at_count(b);
}

/* decider: in NULL: none since the function was entered. */
static At
decider(Flowback *f, At at, const CodeFunction *code, At entered)
{
	const Loaded *l = at_code(at);
	const Addr *linked;
	size_t n = function_deciders(code, at_step(at)->iptr - l->text_moved, &linked);
	Addr entry, there;
	At last = {NULL};

	control_function(f, at, &entry);
	for (size_t i = 0; i < n; i++) {
		At found;

		if (!function_entry(code, linked[i], 0, &there))
			continue;
		found = steps_last(f->steps, at, entered, linked[i] + l->text_moved,
			(entry - there) | (at_step(at)->wdesc & 1));
		if (found.in && (!last.in || later_than(found, last)))
			last = found;
	}
	return last;
}

/* went_to: where the jump has led. */
static const char *
went_to(Flowback *f, At at)
{
	char text[32];
	Word priority = at_step(at)->wdesc & 1;

	for (uint32_t i = at.step + 1; i < at.in->nsteps; i++)
		if ((at.in->steps[i].wdesc & 1) == priority) {
			int line = where_line((At){at.in, i});

			return arena_strndup(&f->graph.arena, text,
				snprintf(text, sizeof text, "on to line %d", line));
		}
	return "";
}

static Cause *
predicate_node(Flowback *f, At at)
{
	bool made;
	Cause *c = graph_node(
		&f->graph, (CauseKey){CAUSE_PREDICATE, at.in->node, at_count(at), 0}, &made);

	if (made) {
		where_describe(f, c, at);
		c->value = went_to(f, at);
	}
	return c;
}

static Cause *
entry_node(Flowback *f, At call, const char *function)
{
	bool made;
	Cause *c = graph_node(
		&f->graph, (CauseKey){CAUSE_ENTRY, call.in->node, at_count(call), 0}, &made);

	if (made) {
		where_describe(f, c, call);
		c->name = function;
	}
	return c;
}

void
control_expand(Flowback *f, Cause *c, At at)
{
	Written entered = control_entry(f, at);
	const CodeFunction *code;
	Addr entry;
	At found;

	if (!entered.known || entered.at.step >= entered.at.in->nsteps)
		return;
	code = control_function(f, at, &entry);
	found = decider(f, at, code, entered.at);
	if (found.in)
		graph_depends(&f->graph, c, DEPENDS_CONTROL, predicate_node(f, found), "");
	else if (!where_system(f, entered.at) || f->options.copies)
		graph_depends(&f->graph, c, DEPENDS_CONTROL, entry_node(f, entered.at, c->function),
			"");
}
