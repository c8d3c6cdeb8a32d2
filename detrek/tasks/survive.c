/*
 * survive.c - decides whether a run with fault_tolerance was a success.
 *
 * In such a run the tree changes, and a task is sent again after a node has stopped. So the run's
 * messages are not checked against a model, and a missing message need not be an error. The run is
 * a success if node 0 has received a result of each task. The functions (.std) show what stopped.
 */
#include "tasks.h"

#include <string.h>

enum { LISTED = 8 }; /* the most tasks without a result that are named */

/*
 * read_event: read a line <time> <node> send|recv <peer> <task> <SubTid>, and note a result at
 * node 0. The memory of a node that stopped may be destroyed, with the node's records in it.
 */
static void
read_event(const Lines *l, const Spec *s, const bool *halted, bool *has_result)
{
	uint32_t node, task;

	if (l->n != 6)
		lines_fatal(l, "%u words; an event has 6: time, node, send or recv, peer, task, "
			"SubTid", l->n);
	if (!word_is(&l->word[2], "send") && !word_is(&l->word[2], "recv"))
		lines_fatal(l, "an event is a send or a recv");
	node = word_number(l, &l->word[1], "node", 0, s->nnodes - 1);
	if (halted[node] && !word_fits(&l->word[4], 10, s->ntasks - 1))
		return;
	task = word_number(l, &l->word[4], "task", 0, s->ntasks - 1);
	if (node == 0 && word_is(&l->word[2], "recv"))
		has_result[task] = true;
}

TrekSurvival
trek_survival(Arena *a, const Spec *s, const TrekCauses *c, const TrekText *messages)
{
	Lines l = lines_start(a, messages->file, (char *)messages->text.data, messages->text.len);
	TrekSurvival v = {
		.spec = s,
		.causes = c,
		.has_result = arena_alloc(a, s->ntasks, sizeof *v.has_result),
	};

	while (lines_next(&l))
		read_event(&l, s, c->halted, v.has_result);
	for (uint32_t i = 0; i < s->ntasks; i++)
		v.nresults += v.has_result[i];
	v.failed = v.nresults < s->ntasks || c->n > 0 || c->nunseen > 0 || trek_is_broken(c);
	return v;
}

const char *
trek_survival_verdict(const TrekSurvival *v)
{
	return v->nresults < v->spec->ntasks ? "Failure" : v->failed ? "Survived" : "Success";
}

void
trek_survival_tasks(Buf *b, const TrekSurvival *v)
{
	uint32_t missing = v->spec->ntasks - v->nresults, n = 0;

	if (v->failed)
		buf_printf(b, "%u of %u tasks have a result at node 0\n", v->nresults,
			v->spec->ntasks);
	for (uint32_t i = 0; i < v->spec->ntasks && n < LISTED; i++)
		if (!v->has_result[i])
			buf_printf(b, "%s%u", n++ ? ", " : "without a result: ", i);
	if (missing > n)
		buf_printf(b, " and %u more", missing - n);
	if (missing > 0)
		buf_printf(b, "\n");
}

json_t *
trek_survival_json(const TrekSurvival *v)
{
	json_t *missing = json_array();

	for (uint32_t i = 0; i < v->spec->ntasks; i++)
		if (!v->has_result[i])
			json_array_append_new(missing, json_integer(i));
	return json_pack("{ss si si so so so so}", "verdict", trek_survival_verdict(v), "tasks",
		(int)v->spec->ntasks, "results", (int)v->nresults, "missing", missing, "causes",
		trek_cause_json(v->spec, v->causes), "stopped", trek_stopped_json(v->causes),
		"lost_links", trek_lost_json(v->causes));
}
