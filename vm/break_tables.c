/*
 * break_tables.c - writes the tables of an instrumented program (kernel/include/break.h) as C, with
 * a function for each local event of its processes.
 */
#include "break_plan.h"
#include "detrek/simul/simul.h"

#include <stdlib.h>
#include <string.h>

/* ---- local events ---- */

/* write_expression: write the expression in an event's name, {expression}@process. */
static void
write_expression(const BreakPlan *b, uint32_t event, Buf *out)
{
	const char *name = b->d->event.text[event], *end = strrchr(name, '}');

	buf_printf(out, "%.*s", (int)(end - name - 1), name + 1);
}

/* write_functions: append the functions that evaluate the program's local events. */
static void
write_functions(const BreakPlan *b, const char *program, Buf *out)
{
	for (uint32_t i = 0; i < b->nlocals; i++) {
		if (!break_executes(b, b->d->local_event[b->local[i]].process, program))
			continue;
		buf_printf(out, "int __break_value_%u(void)\n{\n\treturn (", i);
		write_expression(b, b->local[i], out);
		buf_printf(out, ") != 0;\n}\n");
	}
}

/* count_bits: the number of events of the process itself whose values travel as bits. */
static uint32_t
count_bits(const BreakPlan *b, uint32_t process)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < b->nlocals; i++)
		n += b->d->local_event[b->local[i]].process == process && b->bit[i] != NONE;
	return n;
}

/*
 * write_related: write the list of the process's events that are related to others (concurrent,
 * ordered).
 */
static void
write_related(const BreakPlan *b, uint32_t process, Buf *out)
{
	uint32_t n = 0;

	buf_printf(out, "static const uint8_t related_%u[] = {", process);
	for (uint32_t i = 0; i < b->nlocals; i++)
		n += b->d->local_event[b->local[i]].process == process;
	buf_printf(out, "%u", n);
	for (uint32_t i = 0; i < b->nlocals; i++)
		if (b->d->local_event[b->local[i]].process == process)
			buf_printf(out, ", %u", i);
	buf_printf(out, "};\n");
}

/*
 * write_own_events: write functions that evaluate the events of the process itself, as bits and as
 * words.
 */
static void
write_own_events(const BreakPlan *b, uint32_t process, Buf *out)
{
	bool one = count_bits(b, process) == 1; /* `events` can only be this one */

	buf_printf(out, "static uint32_t own_%u(uint32_t events)\n{\n\treturn 0", process);
	for (uint32_t i = 0; i < b->nlocals; i++)
		if (b->d->local_event[b->local[i]].process == process && b->bit[i] != NONE)
			buf_printf(out, " | ((%d || events & %#x) && __break_value_%u() ? %#x : 0)",
				one, 1u << b->bit[i], i, 1u << b->bit[i]);
	buf_printf(out, ";\n}\nstatic int (*const value_%u[])(void) = {", process);
	for (uint32_t i = 0; i < b->nlocals; i++)
		if (b->d->local_event[b->local[i]].process == process)
			buf_printf(out, "__break_value_%u, ", i);
		else
			buf_printf(out, "0, ");
	buf_printf(out, "};\n");
}

/* ---- a process ---- */

/* channel_event: the event number of a channel; 0 for any event, -1 if there is none. */
static int32_t
channel_event(const BreakPlan *b, uint32_t channel)
{
	const char *name = b->d->channel.text[channel];

	if (break_is_object(b, channel))
		return channel + 1;
	return strcmp(name, "any") == 0 ? 0 : *name ? atoi(name) : -1;
}

/* find_first: [states] the index of the state's first step; then the number of all steps. */
static uint32_t *
find_first(const BreakPlan *b, const BreakAutomaton *a)
{
	uint32_t *first = arena_alloc(b->arena, a->n + 1, sizeof *first);

	for (uint32_t i = 0; i < a->n; i++)
		first[i + 1] = first[i] + (a->state[i].merged ? 0 : a->state[i].n + 1);
	return first;
}

/* write_steps: append the steps of the process's automaton as a C array. */
static void
write_steps(const BreakPlan *b, uint32_t process, Buf *out)
{
	const BreakAutomaton *a = &b->automaton[process];
	const uint32_t *first = find_first(b, a);

	buf_printf(out, "static const BreakStep step_%u[%u] = {\n", process, first[a->n]);
	for (uint32_t i = 0; i < a->n; i++) {
		for (uint32_t k = 0; !a->state[i].merged && k < a->state[i].n; k++) {
			const BreakMessage *m = &a->state[i].message[k];

			buf_printf(out, "\t{");
			break_put_peers(m, out);
			buf_printf(out, ", %d, step_%u + %u, %d, %s},\n",
				m->starts != NONE ? (int)break_slot(b, m->starts)
				: (int)channel_event(b, m->channel), process, first[m->next],
				m->next != i || m->decides, m->work);
		}
		if (!a->state[i].merged)
			buf_printf(out, "\t{BREAK_LAST, 0, step_%u + %u},\n", process, first[i]);
	}
	buf_printf(out, "};\n");
}

/* write_process: append the tables of one process in C. */
static void
write_process(const BreakPlan *b, uint32_t process, const bool *matters, Buf *out)
{
	write_steps(b, process, out);
	write_own_events(b, process, out);
	if (break_relates(b))
		write_related(b, process, out);
	buf_printf(out, "static const BreakProcess process_%u = {step_%u, own_%u, value_%u",
		process, process, process, process);
	if (break_relates(b))
		buf_printf(out, ", related_%u", process);
	else
		buf_printf(out, ", 0");
	break_thread_fields(b, process, matters, out);
	buf_printf(out, "};\n");
}

/* write_processes: append the tables of all processes that execute the program. */
static void
write_processes(const BreakPlan *b, const char *program, const bool *matters, Buf *out)
{
	uint32_t *at = arena_alloc(b->arena, b->nnodes, sizeof *at);

	for (uint32_t i = 0; i < b->d->process.n; i++)
		if (break_executes(b, i, program)) {
			write_process(b, i, matters, out);
			if (break_slot(b, i) == 0)
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

/* write_text: append a text as a C string. */
static void
write_text(const char *s, Buf *out)
{
	for (; *s; s++)
		buf_printf(out, *s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
}

/* write_query: append the table of one query in C. */
static void
write_query(const BreakPlan *b, uint32_t number, Buf *out)
{
	const Query *q = &b->d->query[b->used[number]];
	uint32_t others = 0, own = 0, n = 0;
	Buf words = {0};

	for (uint32_t k = q->op == ORDERED ? q->n - 1 : 0; k < q->n; k++) {
		uint32_t event = b->number[number][k];
		bool is_own = b->d->local_event[q->event[k]].process == q->process;

		if (b->bit[event] != NONE)
			*(is_own ? &own : &others) |= 1u << b->bit[event];
		else
			buf_printf(&words, n++ ? ", %u" : "%u", event);
	}
	buf_printf(out, "\t{%#x, %#x, ", others, own);
	if (n > 0)
		buf_printf(out, "(const uint8_t[]){%u, %.*s}", n, (int)words.len,
			(char *)words.data);
	else
		buf_printf(out, "0");
	buf_printf(out, ", %s, %u},\n", q->op == SIMULTANEOUS ? "BREAK_TRUE"
		: "BREAK_TRUE | BREAK_RELATED", number);
	buf_free(&words);
}

/* ---- related events ---- */

/*
 * write_event: write how the k-th of a query's n events is related; their numbers are consecutive.
 */
static void
write_event(Operator op, uint32_t event, uint32_t k, uint32_t n, Buf *out)
{
	uint32_t first = event - k;

	if (op == ORDERED && k > 0) {
		buf_printf(out, "\t{BREAK_NEXT, (const uint8_t[]){1, %u}},\n", event - 1);
	} else if (op == ORDERED) {
		buf_printf(out, "\t{BREAK_FIRST, 0},\n");
	} else if (op == CONCURRENT) {
		buf_printf(out, "\t{BREAK_CONCURRENT, (const uint8_t[]){%u", n - 1);
		for (uint32_t i = 0; i < n; i++)
			if (i != k)
				buf_printf(out, ", %u", first + i);
		buf_printf(out, "}},\n");
	} else {
		buf_printf(out, "\t{BREAK_NONE, 0},\n");
	}
}

/* write_events: append the table of the local events in C. */
static void
write_events(const BreakPlan *b, Buf *out)
{
	uint32_t n = b->d->query[0].n;

	buf_printf(out, "const BreakEvent __break_event[] = {\n");
	for (uint32_t i = 0; i < b->nlocals; i++)
		write_event(b->d->query[0].op, i, i % n, n, out);
	buf_printf(out, "};\n");
}

/* write_queries: append the tables of all queries in C. */
static void
write_queries(const BreakPlan *b, Buf *out)
{
	buf_printf(out, "const char __break_text[] = \"");
	write_text(b->event, out);
	buf_printf(out, "\";\nstatic const BreakQuery __break_query[] = {\n");
	for (uint32_t u = 0; u < b->nused; u++)
		write_query(b, u, out);
	buf_printf(out, "};\n");
}

/* write_words: write the channels whose messages have values in front of their bodies. */
static void
write_words(const BreakPlan *b, Buf *out)
{
	uint32_t any = 0;

	buf_printf(out, "const BreakFront __break_front[] = {");
	for (uint32_t c = 0; c < b->d->channel.n; c++)
		if (channel_event(b, c) == 0)
			any = b->words[c];
		else if (b->words[c] > 0 && !break_is_object(b, c))
			buf_printf(out, "{%d, %u}, ", channel_event(b, c), b->words[c]);
	buf_printf(out, "{0, %u}};\n", any);
}

/*
 * write_room: write variables whose size depends on the event; the nodes clear them at the start.
 */
static void
write_room(const BreakPlan *b, Buf *out)
{
	uint32_t nwords = 1;

	for (uint32_t i = 0; i < b->nlocals; i++)
		nwords = b->bit[i] == NONE ? i + 1 : nwords;
	buf_printf(out, "enum { __BREAK_WORDS = %u };\nuint8_t __break_waiting[%u];\n", nwords,
		break_relates(b) ? b->nlocals : 1);
	buf_printf(out, "uint32_t __break_reported[%u];\n", break_relates(b) ? b->nused : 1);
}

/* ---- the messages that matter ---- */

/* mark_messages: mark the channels of the process's sends, or receives, that matter. */
static void
mark_messages(const BreakAutomaton *a, bool receives, bool *channel)
{
	for (uint32_t i = 0; i < a->n; i++)
		for (uint32_t k = 0; !a->state[i].merged && k < a->state[i].n; k++)
			if (a->state[i].message[k].receives == receives)
				channel[a->state[i].message[k].channel] = true;
}

/* mark_values: mark the channels on which the process receives values. */
static void
mark_values(const BreakPlan *b, uint32_t process, bool *channel)
{
	const Dcfg *d = b->d;

	for (uint32_t u = 0; b->carries && u < b->nused; u++)
		for (uint32_t k = 0; k < d->query[b->used[u]].n; k++)
			for (uint32_t e = 0; e < d->ncomm; e++)
				if (b->plan[b->used[u]].event[k].carries[e]
					&& d->node[d->commto[e]].process == process)
					channel[d->node[d->commfrom[e]].channel] = true;
}

/* compare_numbers: for qsort: order numbers. */
static int
compare_numbers(const void *a, const void *b)
{
	int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;

	return (x > y) - (x < y);
}

/* write_filter: write a function that is true for the events of the channels. */
static void
write_filter(const BreakPlan *b, const char *name, const bool *channel, Buf *out)
{
	int32_t *event = arena_alloc(b->arena, b->d->channel.n, sizeof *event);
	uint32_t n = 0;

	for (uint32_t c = 0; c < b->d->channel.n; c++)
		if (channel[c] && !break_is_object(b, c))
			event[n++] = channel_event(b, c);
	qsort(event, n, sizeof *event, compare_numbers);
	buf_printf(out, "static inline int %s(int32_t event)\n{\n\treturn 0", name);
	for (uint32_t i = 0, last; i < n; i = last + 1) {
		for (last = i; last + 1 < n && event[last + 1] == event[last] + 1; last++)
			;
		if (event[i] == 0)
			buf_printf(out, " || event > 0");
		else
			buf_printf(out, " || (uint32_t)event - %d <= %d", event[i],
				event[last] - event[i]);
	}
	buf_printf(out, ";\n}\n");
}

/*
 * mark_all: mark the channels of the program's sends and receives that matter, and of messages with
 * values.
 */
static void
mark_all(const BreakPlan *b, const char *program, bool *sends, bool *receives, bool *words)
{
	for (uint32_t c = 0; c < b->d->channel.n; c++)
		if (b->words[c] > 0)
			sends[c] = receives[c] = words[c] = true;
	for (uint32_t p = 0; p < b->d->process.n; p++) {
		if (!break_executes(b, p, program))
			continue;
		mark_messages(&b->automaton[p], false, sends);
		mark_messages(&b->automaton[p], true, receives);
		mark_values(b, p, receives);
	}
}

void
break_filter(const BreakPlan *b, const char *program, Buf *out)
{
	uint32_t n = b->d->channel.n;
	bool *sends = arena_alloc(b->arena, n, sizeof *sends);
	bool *receives = arena_alloc(b->arena, n, sizeof *receives);
	bool *words = arena_alloc(b->arena, n, sizeof *words);

	mark_all(b, program, sends, receives, words);
	if (break_has_channels(b, sends) || break_has_channels(b, receives))
		buf_printf(out, "#define BREAK_CHANNELS\n");
	buf_printf(out, "#include <break_calls.h>\n");
	write_filter(b, "__break_sends", sends, out);
	write_filter(b, "__break_receives", receives, out);
	write_filter(b, "__break_in_body", words, out);
	buf_printf(out, "static inline BreakThread *__break_running(void)\n{\n\treturn %s;\n}\n",
		break_has_threads(b) ? "__break_self()" : "&__break_thread[0]");
}

/* ---- all of it ---- */

void
break_tables(const BreakPlan *b, const char *program, Buf *out)
{
	bool *matters = arena_alloc(b->arena, b->d->channel.n, sizeof *matters);

	mark_all(b, program, matters, matters, matters);
	buf_printf(out, "#line 1 \"--break\"\n");
	write_functions(b, program, out);
	buf_printf(out, "const uint32_t __break_mode = %s;\n", b->mode);
	buf_printf(out, "const uint32_t __break_latest = %d;\n", b->monotonic ? 0 : -1);
	write_queries(b, out);
	write_events(b, out);
	write_words(b, out);
	write_room(b, out);
	write_processes(b, program, matters, out);
	break_thread_tables(b, program, matters, out);
}
