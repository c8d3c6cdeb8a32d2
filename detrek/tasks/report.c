/* report.c - prints the error list: as a table, as .bug file, as JSON. */
#include "tasks.h"

void
trek_table(Buf *b, const TrekResult *r)
{
	buf_printf(b, "%s\n", trek_verdict(r));
	if (r->nrows == 0 && r->run_failure)
		buf_printf(b, "Every task is complete, but the run failed: %s\n", r->run_failure);
	if (r->nrows == 0 && r->trace->ntasks == 0)
		buf_printf(b, "No task was generated\n");
	if (r->nrows)
		buf_printf(b, "TASK SUBTASK NODE PROCESS\n");
	for (uint32_t i = 0; i < r->nrows; i++) {
		const TrekRow *row = &r->row[i];

		buf_printf(b, "%u ", row->task);
		spec_put_subtid(r->trace->spec, row->sub, b);
		buf_printf(b, " %u %s\n", row->node, row->process->name);
	}
}

void
trek_bug(Buf *b, const TrekResult *r)
{
	for (uint32_t i = 0; i < r->nrows; i++)
		buf_printf(b, "Failure %u %u %s\n", r->row[i].task, r->row[i].node,
			r->row[i].process->name);
}

/* row_json: a row of the table as JSON. */
static json_t *
row_json(const TrekResult *r, const TrekRow *row)
{
	Buf sub = {0};
	json_t *j;

	spec_put_subtid(r->trace->spec, row->sub, &sub);
	j = json_pack("{si ss% si ss ss}", "task", (int)row->task, "subtask", sub.data, sub.len,
		"node", (int)row->node, "process", row->process->name,
		"class", row->process->class);
	if (row->event != NONE)
		json_object_set_new(j, "line", json_integer(r->trace->event[row->event].line));
	buf_free(&sub);
	return j;
}

json_t *
trek_json(const TrekResult *r)
{
	const Spec *s = r->trace->spec;
	json_t *j = json_object(), *errors = json_array();

	json_object_set_new(j, "file", json_string(r->trace->file));
	json_object_set_new(j, "machine", json_string(s->machine->name));
	json_object_set_new(j, "tree", json_string(s->tree));
	json_object_set_new(j, "nodes", json_integer(s->nnodes));
	json_object_set_new(j, "degree", json_integer(s->degree));
	json_object_set_new(j, "depth", json_integer(s->depth));
	json_object_set_new(j, "tasks", json_integer(s->ntasks));
	json_object_set_new(j, "tasks_seen", json_integer(r->nseen));
	json_object_set_new(j, "tasks_complete", json_integer(r->ncomplete));
	json_object_set_new(j, "events", json_integer(r->trace->n));
	json_object_set_new(j, "verdict", json_string(trek_verdict(r)));
	json_object_set_new(j, "run_failed",
		r->run_failure ? json_string(r->run_failure) : json_null());
	for (uint32_t i = 0; i < r->nrows; i++)
		json_array_append_new(errors, row_json(r, &r->row[i]));
	json_object_set_new(j, "errors", errors);
	return j;
}
