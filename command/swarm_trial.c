/* swarm_trial.c - the end of a trial, as text and as bytes. */
#include "swarm.h"

#include <stdlib.h>
#include <string.h>

void
trial_put(Buf *b, const Trial *t)
{
	const RunSummary *end = &t->end;

	put_number(b, t->messages != NULL);
	if (t->messages) {
		put_bytes(b, t->messages, strlen(t->messages));
		return;
	}
	put_number(b, end->result);
	put_number(b, (uint32_t)end->status);
	put_number(b, end->now);
	put_number(b, t->wrong);
	put_number(b, end->started);
	put_number(b, end->nstruck);
	put_number(b, end->nfaults);
	for (uint32_t i = 0; i < end->nfaults; i++)
		put_bytes(b, end->fault[i], strlen(end->fault[i]));
	put_number(b, end->nplaces);
	for (uint32_t i = 0; i < end->nplaces; i++)
		put_number(b, end->place[i]);
}

void
trial_get(WireReader *r, Trial *t)
{
	RunSummary *end = &t->end;

	end->whole = !get_below(r, 2);
	if (!end->whole) {
		t->messages = get_text(r);
		return;
	}
	end->result = get_below(r, NRESULTS);
	end->status = (int32_t)get_number(r);
	end->now = get_number(r);
	t->wrong = get_below(r, 2);
	end->started = get_number(r);
	end->nstruck = get_number(r);
	end->nfaults = get_below(r, r->end - r->p);
	end->fault = xcalloc(end->nfaults + 1, sizeof *end->fault);
	for (uint32_t i = 0; i < end->nfaults; i++)
		end->fault[i] = get_text(r);
	end->nplaces = get_below(r, r->end - r->p);
	end->place = xcalloc(end->nplaces + 1, sizeof *end->place);
	for (uint32_t i = 0; i < end->nplaces; i++)
		end->place[i] = get_number(r);
}

void
trial_free(Trial *t)
{
	for (uint32_t i = 0; i < t->end.nfaults; i++)
		free(t->end.fault[i]);
	free(t->end.fault);
	free(t->end.place);
	free(t->messages);
}

bool
trial_failed(const Trial *t)
{
	return t->end.result != RESULT_ENDED || t->end.status != 0 || t->wrong;
}

bool
trials_end_alike(const Trial *a, const Trial *b)
{
	return a->end.result == b->end.result && a->end.status == b->end.status
		&& a->wrong == b->wrong;
}

const char *
trial_class_text(const Trial *t, char *room)
{
	if (t->end.result == RESULT_ENDED && t->end.status != 0)
		snprintf(room, CLASS_TEXT, "ended with status %d", t->end.status);
	else
		snprintf(room, CLASS_TEXT, "%s",
			t->wrong ? "wrong output" : run_result[t->end.result]);
	return room;
}
