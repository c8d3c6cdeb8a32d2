/*
 * witness.c - finds, writes and checks executions that prove an answer, for example, that two
 * events can happen in the other order.
 *
 * A schedule is written as a .sem trace, with a comment that says what it proves. So all tools that
 * read traces accept it.
 */
#include "solve.h"

#include "base/number.h"

#include <stdlib.h>
#include <string.h>

/* find_task: find the task whose name has len characters; false if there is none. */
static bool
find_task(const SemTrace *t, const char *s, size_t len, uint32_t *task)
{
	for (*task = 0; *task < t->ntasks; ++*task)
		if (strncmp(t->task[*task], s, len) == 0 && t->task[*task][len] == '\0')
			return true;
	return false;
}

/* find_event: parse an event's name, <task>.<number>, of len characters. */
static bool
find_event(const SemTrace *t, const char *s, size_t len, uint32_t *e)
{
	size_t dot = len;
	uint32_t task;
	uint64_t number;
	char *digits;
	bool good;

	while (dot > 0 && s[dot - 1] != '.')
		dot--;
	if (dot == 0 || !find_task(t, s, dot - 1, &task))
		return false;
	digits = xstrndup(s + dot, len - dot);
	good = number_parse(digits, sem_task_length(t, task), &number) && number > 0;
	free(digits);
	if (good)
		*e = t->first[task] + number - 1;
	return good;
}

bool
semevent_parse(const SemTrace *t, const char *s, uint32_t *e)
{
	return find_event(t, s, strlen(s), e);
}

EventPair
pair_parse(const SemTrace *t, const char *s)
{
	EventPair p;

	/* names may contain commas, so try every comma */
	for (const char *comma = strchr(s, ','); comma; comma = strchr(comma + 1, ','))
		if (find_event(t, s, comma - s, &p.before) &&
		    find_event(t, comma + 1, strlen(comma + 1), &p.after))
			return p;
	fatal("'%s' is not a pair of events of %s; A.2,C.1 asks about the second event of task A"
		" and the first of task C", s, t->file);
}

Answer
witness_pair(const SemTrace *t, EventPair p, double seconds, Schedule *s)
{
	uint32_t n = 0;
	Answer a;
	Exact x;

	if (p.before == p.after)
		return ANSWER_NO;
	exact_init(&x, t, deadline_after(seconds));
	a = exact_search_before(&x, p.after, t->event[p.before].task,
		sem_event_number(t, p.before) - 1);
	if (a == ANSWER_YES) {
		while (x.search.state.path[n++] != p.after)
			;
		*s = (Schedule){x.search.state.path, n};
		x.search.state.path = NULL;
	}
	exact_free(&x);
	return a;
}

Answer
witness_state(const SemTrace *t, const Count *state, double seconds, Schedule *s)
{
	SemNet net = semnet_new(t);
	Search search = search_new(&net, NULL, NULL);
	Deadline d = deadline_after(seconds);
	Answer a = search_state(&search, state, &d);

	if (a == ANSWER_YES) {
		*s = (Schedule){search.state.path, search.state.npath};
		search.state.path = NULL;
	}
	search_free(&search);
	semnet_free(&net);
	return a;
}

void
witness_write(FILE *out, const SemTrace *t, const Schedule *s)
{
	for (uint32_t i = 0; i < s->nevents; i++) {
		const SemEvent *e = &t->event[s->event[i]];

		fprintf(out, "%s %c %s\n", t->task[e->task], sem_letter(e),
			t->sem[e->sem]);
	}
}

/* step_event: the event of t to which a line of a schedule refers: the next one of its task. */
static uint32_t
step_event(const SemTrace *t, const SemTrace *run, const SemEvent *e, const SemState *state)
{
	const char *task = run->task[e->task], *sem = run->sem[e->sem];
	uint32_t i, next;

	if (!find_task(t, task, strlen(task), &i))
		fatal_at(run->file, e->line, "%s has no task %s", t->file, task);
	next = t->first[i] + state->done[i];
	if (next == t->first[i + 1])
		fatal_at(run->file, e->line, "task %s has done all its %u events", task,
			sem_task_length(t, i));
	if (t->event[next].wait != e->wait || strcmp(t->sem[t->event[next].sem], sem) != 0)
		fatal_at(run->file, e->line, "%s %c %s is not the next event of the task; %s.%u is"
			" %c %s", task, sem_letter(e), sem, task, state->done[i] + 1,
			sem_letter(&t->event[next]), t->sem[t->event[next].sem]);
	return next;
}

/* write_step: print the event and the state in which it happens. */
static void
write_step(FILE *out, const SemTrace *t, uint32_t e, const SemState *s)
{
	const SemEvent *event = &t->event[e];

	fprintf(out, "%u ", s->npath);
	semevent_write(out, t, e);
	fprintf(out, " %c%s, now %d:", sem_letter(event), t->sem[event->sem],
		s->value[event->sem]);
	semstate_write(out, t, s->done);
}

RunOutcome
witness_run(FILE *out, const SemTrace *t, const SemTrace *run, const EventPair *p)
{
	SemNet net = semnet_new(t);
	SemState s = semstate_new(&net);
	RunOutcome outcome = {0};

	for (uint32_t i = 0; i < run->nevents; i++) {
		uint32_t e = step_event(t, run, &run->event[run->observed[i]], &s);
		uint32_t task = t->event[e].task;

		/* the reader has checked that no wait precedes its signal */
		semstate_step(&s, task);
		if (p && e == p->after)
			outcome.shown = s.done[t->event[p->before].task] <
				sem_event_number(t, p->before);
		if (out)
			write_step(out, t, e, &s);
	}
	outcome.nsteps = run->nevents;
	outcome.deadlock = semstate_is_deadlock(&s);
	outcome.complete = s.npath == t->nevents;
	semstate_free(&s);
	semnet_free(&net);
	return outcome;
}
