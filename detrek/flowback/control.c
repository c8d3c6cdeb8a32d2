/*
 * control.c - finds why an instruction was executed: because of the last conditional jump of its
 * function on which it depends, or otherwise because of the call of the function.
 */
#include "flowback_parts.h"

const CodeFunction *
control_function(Flowback *f, At at, Addr *entry)
{
	const Loaded *l = at.step < at.in->nsteps ? at_program(at) : NULL;
	Addr pc = l ? at_step(at)->iptr - l->text_moved : 0;
	const CodeFunction *code = l ? codes_function(f->codes, l->program, pc) : NULL;

	return code && function_entry_wptr(code, pc, at_step(at)->wdesc & ~3u, entry) ? code : NULL;
}

LastWrite
control_entry_write(Flowback *f, At at)
{
	Addr entry;

	if (!control_function(f, at, &entry))
		return (LastWrite){.known = false};
	return steps_writer(f->steps, at, at_first_event(at), entry); /* the return address */
}

At
control_library_call(Flowback *f, At at)
{
	while (at.in && where_is_system(f, at)) {
		LastWrite entered = control_entry_write(f, at);
		Executed e;

		if (!entered.known || !at_decode(entered.at, &e)
			|| (e.fn != FN_CALL && !executed_is(&e, OPER_GCALL)))
			return (At){NULL};
		at = entered.at;
	}
	return at;
}

/*
 * last_jump: the last execution of the jump at link address `linked` after `from` and before `at`,
 * in the call of the function that began with the Wptr `entry`; its `in` is NULL if there is none.
 */
static At
last_jump(Flowback *f, At at, const CodeFunction *code, At from, Addr entry, Addr linked)
{
	Addr there;

	if (!function_entry_wptr(code, linked, 0, &there))
		return (At){NULL};
	return steps_last_execution(f->steps, at, from, linked + at_program(at)->text_moved,
		(entry - there) | (at_step(at)->wdesc & 1));
}

/*
 * deciding_jump: the last executed jump on which the instruction depends; its `in` is NULL if there
 * was none since the function was entered.
 */
static At
deciding_jump(Flowback *f, At at, const CodeFunction *code, At entered)
{
	const Loaded *l = at_program(at);
	const Addr *linked;
	size_t n = function_deciders(code, at_step(at)->iptr - l->text_moved, &linked);
	Addr entry;
	At last = {NULL};

	control_function(f, at, &entry);
	for (size_t i = 0; i < n; i++) { /* search only after the last jump that was found */
		At found = last_jump(f, at, code, last.in ? last : entered, entry, linked[i]);

		if (found.in)
			last = found;
	}
	return last;
}

/* jump_target_text: a text that says where the jump has led: "on to line 12". */
static const char *
jump_target_text(Flowback *f, At at)
{
	char text[32];
	Word priority = at_step(at)->wdesc & 1;

	for (uint32_t i = at.step + 1; i < at.in->nsteps; i++)
		if ((at.in->steps[i].wdesc & 1) == priority) {
			int line = where_line((At){at.in, i});

			return arena_strndup(&f->graph.arena, text, line > 0
				? snprintf(text, sizeof text, "on to line %d", line)
				: snprintf(text, sizeof text, "on to code without a line"));
		}
	return "";
}

Cause *
control_predicate(Flowback *f, At at)
{
	bool made;
	Cause *c = graph_node(
		&f->graph, (CauseKey){CAUSE_PREDICATE, at.in->node, at_count(at), 0}, &made);

	if (made) {
		where_describe(f, c, at);
		c->value = jump_target_text(f, at);
	}
	return c;
}

/* entry_node: the node for a call that entered a function. */
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

Cause *
control_interval_begin(Flowback *f, At at)
{
	At first = {at.in, 0};
	bool made;
	Cause *c = graph_node(&f->graph,
		(CauseKey){CAUSE_ENTRY, at.in->node, at.in->first - 1, 0}, &made);

	if (made) {
		where_describe(f, c, first);
		c->name = c->function;
		c->expanded = true;
	}
	return c;
}

/*
 * expand_within_interval: add the edge to the jump or call because of which `at` was executed,
 * unless this jump or call is outside of the log interval.
 */
static void
expand_within_interval(Flowback *f, Cause *c, At at)
{
	LastWrite entered = control_entry_write(f, at);
	At from = entered.known && entered.at.step < entered.at.in->nsteps ? entered.at
		: (At){at.in, 0};
	Addr entry;
	const CodeFunction *code = control_function(f, at, &entry);
	At found = code ? deciding_jump(f, at, code, from) : (At){NULL};

	graph_add_dependence(&f->graph, c, DEPENDS_CONTROL,
		found.in ? control_predicate(f, found) : control_interval_begin(f, at), "");
}

void
control_expand(Flowback *f, Cause *c, At at)
{
	LastWrite entered;
	const CodeFunction *code;
	Addr entry;
	At found;

	if (steps_is_limited(f->steps)) {
		expand_within_interval(f, c, at);
		return;
	}
	entered = control_entry_write(f, at);
	if (!entered.known || entered.at.step >= entered.at.in->nsteps)
		return;
	code = control_function(f, at, &entry);
	found = deciding_jump(f, at, code, entered.at);
	if (found.in)
		graph_add_dependence(&f->graph, c, DEPENDS_CONTROL, control_predicate(f, found),
			"");
	else if (!where_is_system(f, entered.at) || f->options.copies)
		graph_add_dependence(&f->graph, c, DEPENDS_CONTROL,
			entry_node(f, entered.at, c->function), "");
}

/*
 * is_same_pass: true if both instructions are in one basic block, and were executed in one pass
 * through the block.
 */
static bool
is_same_pass(const CodeFunction *code, At earlier, At later)
{
	Addr moved = at_program(later)->text_moved;
	Addr a = at_step(earlier)->iptr, b = at_step(later)->iptr;

	return a <= b && at_count(later) - at_count(earlier) <= b - a
		&& function_same_block(code, a - moved, b - moved);
}

void
control_add_choice(Flowback *f, Cause *c, At at, At maker)
{
	Addr entry, other;
	const CodeFunction *code = control_function(f, at, &entry);
	LastWrite entered;
	At found;

	if (!code || control_function(f, maker, &other) != code || other != entry
		|| is_same_pass(code, maker, at))
		return;
	entered = control_entry_write(f, maker);
	if (!entered.known || entered.at.step >= entered.at.in->nsteps)
		return;
	found = deciding_jump(f, maker, code, entered.at);
	if (found.in)
		graph_add_dependence(&f->graph, c, DEPENDS_CONTROL, control_predicate(f, found),
			"");
}

/* A search for the jumps that have kept a store from being executed. */
typedef struct OmittedSearch {
	Flowback *f;
	Cause *effect;            /* gets the edges to the jumps */
	const CodeFunction *code; /* the function of the store and the jumps */
	At from, to;              /* the jumps were executed between these instructions */
	Addr entry;               /* Wptr at the function's entry */
	Addr *seen; /* [nseen] instructions already visited */
	size_t nseen;
} OmittedSearch;

/* mark_jump_seen: mark the jump as seen; true if it was marked before. */
static bool
mark_jump_seen(OmittedSearch *x, Addr linked)
{
	for (size_t i = 0; i < x->nseen; i++)
		if (x->seen[i] == linked)
			return true;
	x->seen = arena_more(&x->f->scratch, x->seen, x->nseen, sizeof *x->seen);
	x->seen[x->nseen++] = linked;
	return false;
}

/*
 * add_skipping_jumps: add edges to the jumps that could have led to an instruction, but did not. A
 * jump that was not executed is replaced by the jumps that it depends on.
 */
static void
add_skipping_jumps(OmittedSearch *x, Addr linked)
{
	const Addr *jumps;
	size_t n = mark_jump_seen(x, linked) ? 0 : function_deciders(x->code, linked, &jumps);

	for (size_t i = 0; i < n; i++) {
		At found = last_jump(x->f, x->to, x->code, x->from, x->entry, jumps[i]);

		if (found.in)
			graph_add_dependence(&x->f->graph, x->effect, DEPENDS_CONTROL,
				control_predicate(x->f, found), "");
		else
			add_skipping_jumps(x, jumps[i]);
	}
}

void
control_add_omitted(Flowback *f, Cause *c, At written, At read, Addr word)
{
	OmittedSearch x = {.f = f, .effect = c, .from = written, .to = read};
	Addr a = 0;

	x.code = control_function(f, read, &x.entry);
	while (x.code && function_next_store(x.code, x.entry, word, &a))
		add_skipping_jumps(&x, a);
}

/* ---- call stacks ---- */

const char *
control_stack(Flowback *f, At at)
{
	enum { MOST = 8 };
	Buf text = {0};
	const char *kept;

	where_put_frames(at, 1, &text); /* functions into which the instruction is inlined */
	for (int i = 0; i < MOST && at.step < at.in->nsteps; i++) {
		LastWrite call = control_entry_write(f, at);

		if (!call.known || call.at.step >= call.at.in->nsteps)
			break;
		at = call.at;
		where_put_frames(at, 0, &text);
	}
	kept = arena_strndup(&f->graph.arena, (char *)text.data, text.len);
	buf_free(&text);
	return kept;
}
