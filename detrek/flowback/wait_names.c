/*
 * wait_names.c - makes nodes for the graph of a wait, and finds the names of threads and
 * semaphores.
 */
#include "wait_parts.h"

#include <stdarg.h>

/*
 * the `part` (origin_part) of the nodes made here: distinguishes them from those of other questions
 */
enum { PART = 1 };

/* ---- nodes ---- */

void
waits_add_cause(Waits *w, Cause *effect, const Cause *cause, const char *what)
{
	graph_add_dependence(&w->f->graph, effect, DEPENDS_WAIT, cause, what);
}

At
waits_own_step(Waits *w, At at)
{
	while (at.in) {
		const Loaded *l = at_program(at);
		LastWrite entered;

		if (l && deeds_is_own(l->program, at_step(at)->iptr - l->text_moved))
			return at;
		entered = control_entry_write(w->f, at);
		at = entered.known && entered.at.step < entered.at.in->nsteps ? entered.at
			: (At){NULL};
	}
	return at;
}

void
waits_set_place(Waits *w, Cause *c, At at)
{
	At own = waits_own_step(w, at);

	if (own.in && where_line(own) != c->line) {
		where_set_caller(w->f, c, own);
		c->by_call = true;
	}
	c->system = false;
}

/*
 * stack_of: a text with the calls that lead to the instruction `at`, which is in one of the
 * program's own functions.
 */
static const char *
stack_of(Waits *w, At at)
{
	enum { MOST = 16 };
	Buf text = {0};
	const char *kept;

	if (at.in)
		/* functions into which the instruction is inlined */
		where_put_frames(at, 1, &text);
	for (int i = 0; i < MOST && at.in; i++) {
		LastWrite call = control_entry_write(w->f, at);

		at = call.known && call.at.step < call.at.in->nsteps ? call.at : (At){NULL};
		if (at.in && waits_own_step(w, at).in == at.in && !where_is_system(w->f, at))
			where_put_frames(at, 0, &text);
	}
	kept = arena_strndup(&w->f->graph.arena, (char *)text.data, text.len);
	buf_free(&text);
	return kept;
}

Cause *
waits_new_node(Waits *w, CauseKind kind, At at, const char *text)
{
	Cause *c = at.in ? origin_part(w->f, kind, at, PART, text, "") : NULL;

	if (!c || c->stack)
		return c;
	waits_set_place(w, c, at);
	c->stack = stack_of(w, waits_own_step(w, at));
	return c;
}

/* ---- names ---- */

const char *
waits_text(Waits *w, const char *fmt, ...)
{
	char text[400];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	return arena_strndup(&w->arena, text, n < (int)sizeof text ? n : (int)sizeof text - 1);
}

const char *
waits_name(Waits *w, uint32_t thread)
{
	const SyncThreadInfo *t = &w->done.threads[thread];

	return waits_text(w, "%u.%u", w->nodes[t->node].number,
		target_thread_number(w->f->target, t->node, t->low, t->pid));
}

const char *
waits_variable(Waits *w, NodeId n, Addr a, Word nbytes, const ProgramObject **object)
{
	const WaitNode *node = &w->nodes[n];
	const char *name;
	Buf path = {0};

	*object = loaded_variable(node->loaded, node->nloaded, a, nbytes, &path);
	name = *object ? waits_text(w, "%.*s", (int)path.len, (char *)path.data)
		: waits_text(w, "%08x", a);
	buf_free(&path);
	return name;
}
