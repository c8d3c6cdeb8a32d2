/*
 * alternatives.c - finds the other channels that the alternatives of a recorded run could have
 * taken.
 *
 * An alternative can take a channel if the sender has arrived at the channel, and the receiver has
 * not yet passed the alternative. The senders on other channels may arrive later than in the run,
 * because a sender does nothing else until its message is received. So it is enough to find an
 * execution in which the sender is at the channel and the receiver is at the alternative.
 */
#include "deliveries.h"
#include "run_messages.h"

#include <string.h>

enum { ALTERNATIVE_STATES = 65536 }; /* the most states to visit for one answer */

/*
 * find_taking: search for an execution up to the alternative in which the other sender has already
 * arrived at its channel, and store it in *s.
 */
static Answer
find_taking(const SemTrace *t, const OrderAlternative *a, Schedule *s)
{
	TaskPlaces places = {.n = 2,
		.task = {t->event[a->receive].task, t->event[a->send].task},
		.count = {sem_event_number(t, a->receive) - 1, sem_event_number(t, a->send)}};

	return witness_places(t, &places, ALTERNATIVE_STATES, s);
}

Answer
alternative_could(const SemTrace *t, const OrderMessages *m, const OrderAlternative *a, Schedule *s)
{
	Answer answer = a->send == NO_EVENT ? ANSWER_YES : find_taking(t, a, s);

	return answer == ANSWER_YES && a->send != NO_EVENT && (a->several || !m->exact)
		? ANSWER_UNKNOWN : answer;
}

const OrderAlternative *
alternative_find(const OrderMessages *m, uint32_t receive, uint32_t send)
{
	for (uint32_t i = 0; i < m->nalternatives; i++)
		if (m->alternative[i].receive == receive && m->alternative[i].send == send)
			return &m->alternative[i];
	return NULL;
}

/*
 * write_last_events: write the two events by which the alternative arrives at the other sender's
 * channel, from the other end of the channel.
 */
static void
write_last_events(FILE *out, const SemTrace *t, const OrderAlternative *a)
{
	static const char suffix[] = ".back";
	const char *task = t->task[t->event[a->receive].task];
	const char *side = t->sem[t->event[a->send].sem], *end = strstr(side, suffix);

	fprintf(out, "%s W %s\n", task, side);
	fprintf(out, "%s S %.*s%s\n", task, (int)(end ? end - side : (long)strlen(side)), side,
		end ? "" : suffix);
}

void
alternative_write(FILE *out, const SemTrace *t, const OrderAlternative *a, const Schedule *s)
{
	witness_write(out, t, s);
	write_last_events(out, t, a);
}
