/*
 * break_tables.c - writes the tables of an instrumented program (kernel/include/break.h) as C, with
 * a function for each local event of its processes.
 */
#include "break_plan.h"
#include "detrek/simul/simul.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_IN_HEADER = 31 }; /* local events: 5 bits of a header's value */

/* The tables of one process while they are made. */
typedef struct Tables {
	const BreakPlan *b;
	const uint32_t *words; /* [channels] the most values that a message carries */
	uint32_t process;
	Buf lists;             /* nlist bytes as C */
	uint32_t nlist;
	Buf works;             /* nworks */
	uint32_t nworks;
	uint32_t *first;       /* [states] index of the first step */
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

/* put_list: add the list to the process's bytes; its address goes to the work */
static void
put_list(Tables *t, const Numbers *s)
{
	if (s->n == 0) {
		buf_printf(&t->works, "0, ");
		return;
	}
	buf_printf(&t->works, "list_%u + %u, ", t->process, t->nlist);
	buf_printf(&t->lists, "%u, ", s->n);
	for (uint32_t i = 0; i < s->n; i++)
		buf_printf(&t->lists, "%u, ", s->item[i]);
	t->nlist += s->n + 1;
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

/* is_again: has the query been decided just before, and does the message tell nothing new? */
static bool
is_again(const BreakPlan *b, uint32_t used, const AutomatonState *from, const AutomatonStep *s,
	const AutomatonState *to)
{
	const Query *q = &b->d->query[b->used[used]];
	const bool *redundant = b->plan[b->used[used]].redundant[b->monotonic ? MONO : GDEP];

	for (uint32_t i = 0; i < to->nnodes; i++)
		if (!redundant[to->node[i] - b->d->range[q->process].start])
			return false;
	return all_points(b, used, from->node, from->nnodes)
		&& all_points(b, used, s->before, s->nbefore);
}

static Numbers
decided_after(const Tables *t, const AutomatonState *from, const AutomatonStep *s,
	const AutomatonState *to)
{
	const BreakPlan *b = t->b;
	Numbers queries = {.n = 0};

	for (uint32_t u = 0; u < b->nused; u++)
		if (b->d->query[b->used[u]].process == t->process
			&& all_points(b, u, to->node, to->nnodes) && !is_again(b, u, from, s, to))
			numbers_add(&queries, u);
	return queries;
}

/* decided_before: what may have changed since the message before */
static Numbers
decided_before(const Tables *t, const AutomatonState *state, const AutomatonStep *s)
{
	const BreakPlan *b = t->b;
	Numbers queries = {.n = 0};

	for (uint32_t u = 0; u < b->nused; u++) {
		const Query *q = &b->d->query[b->used[u]];

		if (q->process == t->process && all_points(b, u, s->before, s->nbefore)
			&& (has_own(b, q) || !all_points(b, u, state->node, state->nnodes)))
			numbers_add(&queries, u);
	}
	return queries;
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

static bool
in_header(const Tables *t, uint32_t channel)
{
	return t->words[channel] == 1 && t->b->nlocals <= MAX_IN_HEADER;
}

/* put_work: true if there is something to do at the message */
static bool
put_work(Tables *t, const Automaton *m, const AutomatonState *state, const AutomatonStep *s)
{
	Numbers before = decided_before(t, state, s);
	Numbers after = decided_after(t, state, s, &m->state[s->next]);
	Numbers all = {.n = 0}, own = {.n = 0};

	if (t->b->carries)
		carried(t->b, t->process, s, &all, &own);
	if (before.n + after.n + all.n + t->words[s->channel] == 0)
		return false;
	buf_printf(&t->works, "\t{");
	put_list(t, &before);
	put_list(t, &after);
	put_list(t, &all);
	put_list(t, &own);
	buf_printf(&t->works, "%d},\n", in_header(t, s->channel));
	t->nworks++;
	return true;
}

static void
write_step(Tables *t, const Automaton *m, const AutomatonState *state, const AutomatonStep *s)
{
	bool works = put_work(t, m, state, s);

	buf_printf(t->out, "\t{%u, %d, step_%u + %u, ",
		2 * break_node(t->b, s->peer) + s->receives, channel_event(t->b, s->channel),
		t->process, t->first[s->next]);
	if (works)
		buf_printf(t->out, "work_%u + %u},\n", t->process, t->nworks - 1);
	else
		buf_printf(t->out, "0},\n");
}

static void
write_steps(Tables *t, const Automaton *m)
{
	uint32_t n = 0;

	t->first = arena_alloc(t->b->arena, m->n, sizeof *t->first);
	for (uint32_t i = 0; i < m->n; i++) {
		t->first[i] = n;
		n += m->state[i].nsteps + 1;
	}
	buf_printf(t->out, "static const BreakStep step_%u[%u] = {\n", t->process, n);
	for (uint32_t i = 0; i < m->n; i++) {
		for (uint32_t k = 0; k < m->state[i].nsteps; k++)
			write_step(t, m, &m->state[i], &m->state[i].step[k]);
		buf_printf(t->out, "\t{BREAK_LAST, 0, step_%u + %u, 0},\n", t->process,
			t->first[i]);
	}
	buf_printf(t->out, "};\n");
}

static void
write_process(const BreakPlan *b, const uint32_t *words, uint32_t process, Buf *out)
{
	Buf steps = {0};
	Tables t = {.b = b, .words = words, .process = process, .out = &steps};

	write_steps(&t, &b->automaton[process]);
	buf_printf(out, "static const uint8_t list_%u[] = {%.*s0};\n", process, (int)t.lists.len,
		(char *)t.lists.data);
	buf_printf(out, "static const BreakWork work_%u[] = {\n%.*s\t{0}\n};\n", process,
		(int)t.works.len, (char *)t.works.data);
	buf_printf(out, "%.*s", (int)steps.len,
		(char *)steps.data);
	t.out = out;
	write_values(&t);
	buf_printf(out, "static const BreakProcess process_%u = {step_%u, value_%u};\n", process,
		process, process);
	buf_free(&steps);
	buf_free(&t.lists);
	buf_free(&t.works);
}

static void
write_processes(const BreakPlan *b, const uint32_t *words, const char *program, Buf *out)
{
	uint32_t *at = arena_alloc(b->arena, b->nnodes, sizeof *at);

	for (uint32_t i = 0; i < b->d->process.n; i++)
		if (break_is_of(b, i, program)) {
			write_process(b, words, i, out);
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

/* count_words: [channels] the most values that a message carries */
static uint32_t *
count_words(const BreakPlan *b)
{
	uint32_t *words = arena_alloc(b->arena, b->d->channel.n, sizeof *words);

	for (uint32_t p = 0; p < b->d->process.n && b->carries; p++)
		for (uint32_t i = 0; i < b->automaton[p].n; i++) {
			const AutomatonState *state = &b->automaton[p].state[i];

			for (uint32_t k = 0; k < state->nsteps; k++) {
				Numbers all = {.n = 0}, own = {.n = 0};
				uint32_t *most = &words[state->step[k].channel];

				carried(b, p, &state->step[k], &all, &own);
				*most = all.n > *most ? all.n : *most;
			}
		}
	return words;
}

/* write_words: the channels whose messages have values in front of their bodies */
static void
write_words(const BreakPlan *b, const uint32_t *words, Buf *out)
{
	const Tables t = {.b = b, .words = words};
	uint32_t any = 0, sum = 0;

	buf_printf(out, "const BreakWords __break_words[] = {");
	for (uint32_t c = 0; c < b->d->channel.n; c++) {
		uint32_t n = in_header(&t, c) ? 0 : words[c];
		int32_t event = *b->d->channel.text[c] ? channel_event(b, c) : -1;

		sum += n;
		if (event == 0)
			any = n;
		else if (n > 0)
			buf_printf(out, "{%d, %u}, ", event, n);
	}
	buf_printf(out, "{0, %u}};\nconst uint32_t __break_in_bodies = %d;\n", any, sum > 0);
}

void
break_tables(const BreakPlan *b, const char *program, Buf *out)
{
	const uint32_t *words = count_words(b);

	buf_printf(out, "#line 1 \"--break\"\n");
	write_functions(b, program, out);
	buf_printf(out, "#include <break.h>\n");
	buf_printf(out, "const uint32_t __break_mode = %s;\n", b->mode);
	write_queries(b, out);
	write_words(b, words, out);
	write_processes(b, words, program, out);
}
