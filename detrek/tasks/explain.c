/*
 * explain.c - describes in words what happened to one task, node by node along its way, by those
 * sentences of the model that apply.
 */
#include "tasks.h"

#include <string.h>

/* put_part: append the model's word for a task, or its part and the part's number. */
static void
put_part(Buf *b, const Spec *s, uint64_t sub)
{
	const Machine *m = s->machine;

	buf_printf(b, "%s", m->part_text ? m->part_text : m->whole_text);
	if (m->part_text)
		spec_put_subtid(s, sub, b);
}

/* For each visit and kind, a linked list of the events, as indices into the task's events. */
typedef struct Kinds {
	uint32_t *first; /* [nvisits * MAX_KINDS] or NONE */
	uint32_t *next;  /* [events of the task] the next event of the list, or NONE */
} Kinds;

/*
 * find_kinds: sort the task's events by visit and kind, so that the events of a kind can be listed.
 */
static Kinds
find_kinds(const TaskGraph *g)
{
	const TvmTrace *t = g->trace;
	uint32_t n = t->task_start[g->task + 1] - t->task_start[g->task];
	size_t lists = (size_t)g->nvisits * MAX_KINDS;
	Kinds k = {
		.first = arena_alloc(t->arena, lists, sizeof *k.first),
		.next = arena_alloc(t->arena, n, sizeof *k.next),
	};

	memset(k.first, 0xFF, lists * sizeof *k.first); /* NONE */
	for (uint32_t i = n; i-- > 0;) {
		const TvmEvent *e = &t->event[t->bytask[t->task_start[g->task] + i]];
		uint32_t *first = &k.first[graph_visit(g, e) * MAX_KINDS + e->kind];

		k.next[i] = *first;
		*first = i;
	}
	return k;
}

/* put_line: append the number of the event's line in the file: " (line 7)". */
static void
put_line(Buf *b, const TvmEvent *e)
{
	buf_printf(b, " (line %u%s)", e->line,
		!tvm_is_recv(e) && e->partner == NO_PARTNER ? ", not seen to arrive" : "");
}

/* put_list: append a list of messages: " part 0000 to node 2 (line 7), ...". */
static void
put_list(Buf *b, const TaskGraph *g, const Kinds *k, const Visit *v, uint32_t kind)
{
	const TvmTrace *t = g->trace;
	uint32_t first = k->first[(v - g->visit) * MAX_KINDS + kind];

	for (uint32_t i = first; i != NONE; i = k->next[i]) {
		const TvmEvent *e = &t->event[t->bytask[t->task_start[g->task] + i]];

		buf_printf(b, i == first ? " " : ", ");
		if (t->spec->machine->graph == GRAPH_MESH)
			buf_printf(b, "%s", tvm_message(t->spec, e)->shown);
		else
			put_part(b, t->spec, e->sub);
		buf_printf(b, " %s node %u", tvm_is_recv(e) ? "from" : "to", e->peer);
		put_line(b, e);
	}
}

/* put_word: if the text at *p begins with the word, skip it and return true. */
static bool
put_word(const char **p, const char *word)
{
	size_t n = strlen(word);

	if (strncmp(*p, word, n) != 0)
		return false;
	*p += n;
	return true;
}

/*
 * put_sentence: print a sentence, with the data of the events of its kind in place of the
 * placeholders.
 */
static void
put_sentence(Buf *b, const TaskGraph *g, const Kinds *k, const Visit *v, const MachineSentence *s)
{
	const Spec *spec = g->trace->spec;
	const TvmEvent *e = v->event[s->kind] != NONE ? &g->trace->event[v->event[s->kind]] : NULL;

	for (const char *p = s->text; *p;) {
		if (put_word(&p, "%list"))
			put_list(b, g, k, v, s->kind);
		else if (put_word(&p, "%line") && e)
			put_line(b, e);
		else if (put_word(&p, "%peer") && e)
			buf_printf(b, "%u", e->peer);
		else if (put_word(&p, "%part"))
			put_part(b, spec, v->sub);
		else if (put_word(&p, "%degree"))
			buf_printf(b, "%u", spec->degree);
		else if (put_word(&p, "%expected"))
			buf_printf(b, "%u", graph_expected_events(spec, v->node, s->kind));
		else if (put_word(&p, "%back"))
			buf_printf(b, "%u", graph_results_back(spec, v));
		else if (put_word(&p, "%n"))
			buf_printf(b, "%u", v->count[s->kind]);
		else
			buf_byte(b, *p++);
	}
}

/*
 * put_visit: append the model's sentences about what the node did with the part in this visit.
 */
static void
put_visit(Buf *b, const TaskGraph *g, const Kinds *k, const Visit *v)
{
	const MachineRole *role = spec_role(g->trace->spec, v->node);
	uint32_t n = 0;

	buf_printf(b, "  node %u", v->node);
	for (uint32_t i = 0; i < role->nsentences; i++) {
		const MachineSentence *s = &role->sentence[i];

		if ((v->seen & s->all) != s->all || v->seen & s->none)
			continue;
		buf_printf(b, n++ ? "; " : " ");
		put_sentence(b, g, k, v, s);
	}
	buf_printf(b, "\n");
}

/* put_rows: append the rows of the table for this task: where it stopped; returns their number. */
static uint32_t
put_rows(Buf *b, const TrekResult *r, uint32_t task)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < r->nrows; i++) {
		const TrekRow *row = &r->row[i];
		const TvmEvent *e = row->event != NONE ? &r->trace->event[row->event] : NULL;

		if (row->task != task)
			continue;
		buf_printf(b, "%s  node %u, ", n++ ? "" : "where it stopped:\n", row->node);
		put_part(b, r->trace->spec, row->sub);
		buf_printf(b, ": %s, %s error: %s", row->process->name, row->process->class,
			row->reason);
		if (e)
			buf_printf(b, " (line %u)", e->line);
		buf_printf(b, "\n");
	}
	return n;
}

void
trek_explain(Buf *b, const TrekResult *r, uint32_t task)
{
	const TvmTrace *t = r->trace;
	TaskGraph g = graph_new_empty(t);
	uint32_t n = task < t->ntasks ? t->task_start[task + 1] - t->task_start[task] : 0;
	Kinds k;

	buf_printf(b, "task %u: %u events\n", task, n);
	if (n == 0) {
		put_rows(b, r, task);
		return;
	}
	graph_fill(&g, task);
	k = find_kinds(&g);
	for (uint32_t i = 0; i < g.nvisits; i++)
		put_visit(b, &g, &k, &g.visit[i]);
	if (put_rows(b, r, task) == 0)
		buf_printf(b, "it went through all nodes it was sent to\n");
}
