/*
 * trial.c - keeps the result of the search for a race or a deadlock, and the list of what forced
 * runs have shown.
 */
#include "predict.h"

#include <stdlib.h>
#include <string.h>

bool
trial_is_open(const Trial *t)
{
	return t->fate == FATE_ORDERED || t->fate == FATE_POSSIBLE;
}

/* set_possible: set the trial's fate: possible, but not shown, and why. */
static void
set_possible(Trial *t, const char *why)
{
	t->fate = FATE_POSSIBLE;
	t->why.len = 0;
	buf_printf(&t->why, "%s", why);
}

void
trial_note_reason(Trial *t, const char *why)
{
	if (t->nruns == 0)
		set_possible(t, why);
	t->fate = FATE_POSSIBLE;
}

void
trial_note_run(Trial *t, const Rerun *r, const char *kept)
{
	if (r->followed) {
		set_possible(t, r->deaf
			? "a forced run kept the order, but then the recorded host had no answers "
			"to it"
			: "a forced run kept the order, ");
		if (!r->deaf)
			buf_printf(&t->why, "%s", kept);
		return;
	}
	set_possible(t, r->deaf
		? "what the threads do depends on data, on a race, or on the recorded host, which "
		"had no answers in the end: in a forced run, "
		: "what the threads do depends on data, or on a race: in a forced run, ");
	buf_put(&t->why, r->said.data, r->said.len);
}

/* ---- what was shown ---- */

bool
shown_has(const ShownList *l, const char *key)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (strcmp(l->shown[i].key, key) == 0)
			return true;
	return false;
}

void
shown_add(ShownList *l, const Execution *x, const char *key, Buf text, json_t *json)
{
	if (l->n == l->cap) {
		l->cap = l->cap ? 2 * l->cap : 16;
		l->shown = xrealloc(l->shown, l->cap * sizeof *l->shown);
	}
	l->shown[l->n++] = (ForcedFinding){.key = xstrdup(key),
		.file = xstrdup(x->file),
		.order = xstrdup(x->order),
		.noperations = x->noperations,
		.text = text,
		.json = json};
}

void
shown_free(ShownList *l)
{
	for (uint32_t i = 0; i < l->n; i++) {
		ForcedFinding *s = &l->shown[i];

		free(s->key);
		free(s->file);
		free(s->order);
		buf_free(&s->text);
		json_decref(s->json);
	}
	free(l->shown);
}
