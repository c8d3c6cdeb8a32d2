/* trail.c - collects the stages of a task from the closeup, or from the history. */
#include "trail.h"

#include <stdlib.h>

/*
 * add_stage: add a stage of a task; if the node's last stage has the same function and ended at
 * most `gap` earlier, lengthen that stage instead.
 */
static void
add_stage(Trail *t, Stage s, Time gap)
{
	for (uint32_t i = t->n; i-- > 0;) {
		Stage *last = &t->stage[i];

		if (last->node != s.node)
			continue;
		if (last->place != s.place || s.from > last->until + gap)
			break;
		last->until = s.until;
		return;
	}
	if (t->n < MAX_STAGES)
		t->stage[t->n++] = s;
}

static int
compare_stages(const void *one, const void *other)
{
	const Stage *a = one, *b = other;

	return a->from != b->from ? a->from < b->from ? -1 : 1
		: a->node < b->node     ? -1
					: a->node > b->node;
}

/* closeup_trail: the stages of a task in the closeup. */
static Trail
closeup_trail(const Closeup *c, uint32_t task)
{
	Trail t = {0};

	for (uint32_t i = 0; i < c->nwork; i++) {
		const Work *k = &c->work[i];

		if (k->task == task && k->kind <= WORK_LOW)
			add_stage(&t, (Stage){k->begin, k->end, k->node, k->place}, EPOCH);
	}
	qsort(t.stage, t.n, sizeof *t.stage, compare_stages);
	return t;
}

/* history_trail: the stages of a task in the observed intervals. */
static Trail
history_trail(const History *h, uint32_t task)
{
	Trail t = {0};

	for (uint32_t i = 0; i < h->n; i++) {
		const Interval *v = &h->interval[i];
		const Sample *row = node_history_row(h, v);

		for (NodeId n = 0; n < h->nnodes; n++)
			if (row[n].task == task)
				add_stage(&t, (Stage){v->begin, v->end, n, row[n].place},
					v->end - v->begin);
	}
	return t;
}

Trail
trail_of(const Frame *f, uint32_t task)
{
	Trail t = closeup_trail(&f->closeup, task);

	return t.n > 0 ? t : history_trail(&f->history, task);
}

const Stage *
trail_next_stage(const Trail *t, Time after)
{
	for (uint32_t i = 0; i < t->n; i++)
		if (t->stage[i].from > after)
			return &t->stage[i];
	return t->n > 0 ? &t->stage[0] : NULL;
}
