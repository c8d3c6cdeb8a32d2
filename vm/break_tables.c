/*
 * break_tables.c - writes the tables of an instrumented program (kernel/include/break.h) as C, with
 * a function for each local event of its processes.
 */
#include "break_plan.h"
#include "detrek/simul/simul.h"

#include <stdlib.h>
#include <string.h>

/* The tables of one process while they are made. */
typedef struct Tables {
	const BreakPlan *b;
	uint32_t process;
	Buf lists;       /* bytes as C; the first list is empty */
	uint32_t nlist;
	Buf *out;
} Tables;

typedef struct Numbers {
	uint32_t item[256], n;
} Numbers;

static void
numbers_add(Numbers *s, uint32_t item)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (s->item[i] == item)
			return;
	s->item[s->n++] = item;
}

/* list_index: the index of the list in the process's bytes */
static uint32_t
list_index(Tables *t, const Numbers *s)
{
	uint32_t at = t->nlist;

	if (s->n == 0)
		return 0;
	buf_printf(&t->lists, ", %u", s->n);
	for (uint32_t i = 0; i < s->n; i++)
		buf_printf(&t->lists, ", %u", s->item[i]);
	t->nlist += s->n + 1;
	return at;
}

/* ---- local events ---- */

static uint32_t
event_number(const BreakPlan *b, uint32_t event)
{
	uint32_t i = 0;

	while (b->local[i] != event)
		i++;
	return i;
}

/* write_expression: that of an event, {expression}@process */
static void
write_expression(const BreakPlan *b, uint32_t event, Buf *out)
{
	const char *name = b->d->event.text[event], *end = strrchr(name, '}');

	buf_printf(out, "%.*s", (int)(end - name - 1), name + 1);
}

static void
write_functions(const BreakPlan *b, const char *program, Buf *out)
{
	for (uint32_t i = 0; i < b->nlocals; i++) {
		if (!break_is_of(b, b->d->local[b->local[i]].process, program))
			continue;
		buf_printf(out, "int __break_value_%u(void)\n{\n\treturn (", i);
		write_expression(b, b->local[i], out);
		buf_printf(out, ") != 0;\n}\n");
	}
}

static void
write_values(Tables *t)
{
	const BreakPlan *b = t->b;

	buf_printf(t->out, "static int (*const value_%u[])(void) = {", t->process);
	for (uint32_t i = 0; i < b->nlocals; i++)
		if (b->d->local[b->local[i]].process == t->process)
			buf_printf(t->out, "__break_value_%u, ", i);
		else
			buf_printf(t->out, "0, ");
	buf_printf(t->out, "};\n");
}

/* ---- what a message decides and carries ---- */

static bool
all_points(const BreakPlan *b, uint32_t used, const uint32_t *node, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (!break_is_point(b, used, node[i]))
			return false;
	return true;
}

/* has_own: does the query have an event of its recognising process? */
static bool
has_own(const BreakPlan *b, const Query *q)
{
	for (uint32_t k = 0; k < q->n; k++)
		if (b->d->local[q->event[k]].process == q->process)
			return true;
	return false;
}

static uint32_t
decided_after(Tables *t, const AutomatonState *next)
{
	const BreakPlan *b = t->b;
	Numbers queries = {.n = 0};

	for (uint32_t u = 0; u < b->nused; u++)
		if (b->d->query[b->used[u]].process == t->process
			&& all_points(b, u, next->node, next->nnodes))
			numbers_add(&queries, u);
	return list_index(t, &queries);
}

/* decided_before: what may have changed since the message before */
static uint32_t
decided_before(Tables *t, const AutomatonState *state, const AutomatonStep *s)
{
	const BreakPlan *b = t->b;
	Numbers queries = {.n = 0};

	for (uint32_t u = 0; u < b->nused; u++) {
		const Query *q = &b->d->query[b->used[u]];

		if (q->process == t->process && all_points(b, u, s->before, s->nbefore)
			&& (has_own(b, q) || !all_points(b, u, state->node, state->nnodes)))
			numbers_add(&queries, u);
	}
	return list_index(t, &queries);
}

static bool
carries(const Dcfg *d, const EventPlan *p, const AutomatonStep *s)
{
	for (uint32_t i = 0; i < s->nnodes; i++)
		for (uint32_t e = d->comm.first[s->node[i]]; e < d->comm.first[s->node[i] + 1]; e++)
			if (p->carries[d->comm.edge[e]])
				return true;
	return false;
}

/* is_redundant: is the last value of the event still valid before each of the sends? */
static bool
is_redundant(const EventPlan *p, const AutomatonStep *s)
{
	for (uint32_t i = 0; i < s->nnodes; i++) {
		bool redundant = false;

		for (uint32_t k = 0; k < p->nsends; k++)
			redundant |= p->send[k] == s->node[i] && p->redundant[k];
		if (!redundant)
			return false;
	}
	return true;
}

/* carried: the events whose values a send carries; own: those that it evaluates */
static void
carried(const BreakPlan *b, uint32_t process, const AutomatonStep *s, Numbers *all, Numbers *own)
{
	for (uint32_t u = 0; u < b->nused && !s->receives; u++) {
		const Query *q = &b->d->query[b->used[u]];

		for (uint32_t k = 0; k < q->n; k++) {
			const EventPlan *p = &b->plan[b->used[u]].event[k];
			uint32_t from = b->d->local[q->event[k]].process;

			if (from == q->process || !carries(b->d, p, s))
				continue;
			numbers_add(all, event_number(b, q->event[k]));
			if (from == process && !is_redundant(p, s))
				numbers_add(own, event_number(b, q->event[k]));
		}
	}
}

/* ---- a process ---- */

static int32_t
channel_event(const BreakPlan *b, uint32_t channel)
{
	const char *name = b->d->channel.text[channel];

	return strcmp(name, "any") == 0 ? 0 : atoi(name);
}

static void
write_step(Tables *t, const Automaton *m, const AutomatonState *state, const AutomatonStep *s)
{
	Numbers all = {.n = 0}, own = {.n = 0};
	uint32_t before = decided_before(t, state, s), after = decided_after(t, &m->state[s->next]);

	carried(t->b, t->process, s, &all, &own);
	buf_printf(t->out, "\t{%u, %d, %u, %u, %u, %u, %u},\n",
		2 * break_node(t->b, s->peer) + s->receives, channel_event(t->b, s->channel),
		s->next, before, after, list_index(t, &all), list_index(t, &own));
}

static void
write_process(const BreakPlan *b, uint32_t process, Buf *out)
{
	Tables t = {.b = b, .process = process, .nlist = 1, .out = out};
	const Automaton *m = &b->automaton[process];
	Buf first = {0};
	uint32_t n = 0;

	buf_printf(&t.lists, "0");
	buf_printf(out, "static const BreakStep step_%u[] = {\n", process);
	for (uint32_t i = 0; i < m->n; i++) {
		buf_printf(&first, "%u, ", n);
		for (uint32_t k = 0; k < m->state[i].nsteps; k++, n++)
			write_step(&t, m, &m->state[i], &m->state[i].step[k]);
	}
	buf_printf(out, "\t{0}\n};\nstatic const uint32_t first_%u[] = {%.*s%u};\n", process,
		(int)first.len, (char *)first.data, n);
	buf_printf(out, "static const uint8_t list_%u[] = {%.*s};\n", process, (int)t.lists.len,
		(char *)t.lists.data);
	write_values(&t);
	buf_printf(out, "static const BreakProcess process_%u = {step_%u, first_%u, list_%u, "
		"value_%u};\n", process, process, process, process, process);
	buf_free(&first);
	buf_free(&t.lists);
}

static void
write_processes(const BreakPlan *b, const char *program, Buf *out)
{
	uint32_t *at = arena_alloc(b->arena, b->nnodes, sizeof *at);

	for (uint32_t i = 0; i < b->d->process.n; i++)
		if (break_is_of(b, i, program)) {
			write_process(b, i, out);
			at[break_node(b, i)] = i + 1;
		}
	buf_printf(out, "const BreakProcess *const __break_process[] = {");
	for (uint32_t i = 0; i < b->nnodes; i++)
		if (at[i])
			buf_printf(out, "&process_%u, ", at[i] - 1);
		else
			buf_printf(out, "0, ");
	buf_printf(out, "};\n");
}

/* ---- the whole network ---- */

static void
write_text(const char *s, Buf *out)
{
	for (; *s; s++)
		buf_printf(out, *s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
}

static void
write_queries(const BreakPlan *b, Buf *out)
{
	for (uint32_t u = 0; u < b->nused; u++) {
		const Query *q = &b->d->query[b->used[u]];

		buf_printf(out, "static const uint8_t events_%u[] = {%u", u, q->n);
		for (uint32_t k = 0; k < q->n; k++)
			buf_printf(out, ", %u", event_number(b, q->event[k]));
		buf_printf(out, "};\n");
	}
	buf_printf(out, "const BreakQuery __break_query[] = {\n");
	for (uint32_t u = 0; u < b->nused; u++) {
		buf_printf(out, "\t{\"");
		write_text(b->event, out);
		buf_printf(out, "\", events_%u},\n", u);
	}
	buf_printf(out, "};\n");
}

/* words_of: the most values that a message of the channel carries */
static uint32_t
words_of(const BreakPlan *b, uint32_t channel)
{
	uint32_t most = 0;

	for (uint32_t p = 0; p < b->d->process.n && b->carries; p++)
		for (uint32_t i = 0; i < b->automaton[p].n; i++) {
			const AutomatonState *state = &b->automaton[p].state[i];

			for (uint32_t k = 0; k < state->nsteps; k++) {
				Numbers all = {.n = 0}, own = {.n = 0};

				if (state->step[k].channel == channel)
					carried(b, p, &state->step[k], &all, &own);
				most = all.n > most ? all.n : most;
			}
		}
	return most;
}

static void
write_words(const BreakPlan *b, Buf *out)
{
	uint32_t any = 0;

	buf_printf(out, "const BreakWords __break_words[] = {");
	for (uint32_t c = 0; c < b->d->channel.n; c++) {
		int32_t event = channel_event(b, c);

		if (*b->d->channel.text[c] && event == 0)
			any = words_of(b, c);
		else if (*b->d->channel.text[c])
			buf_printf(out, "{%d, %u}, ", event, words_of(b, c));
	}
	buf_printf(out, "{0, %u}};\n", any);
}

void
break_tables(const BreakPlan *b, const char *program, Buf *out)
{
	buf_printf(out, "#line 1 \"--break\"\n");
	write_functions(b, program, out);
	buf_printf(out, "#include <break.h>\n");
	buf_printf(out, "const uint32_t __break_mode = %s;\n", b->mode);
	write_queries(b, out);
	write_words(b, out);
	write_processes(b, program, out);
}
