/*
 * holds.c - decides whether local events hold together, each in a different process.
 *
 * A local event belongs to one process, so two terms cannot use the same process. The terms get
 * processes one after the other; if all candidates of a term are taken, another term is moved to a
 * different process (augmenting paths in a bipartite graph).
 */
#include "events_parts.h"

#include <string.h>

/* Which term uses which local event. */
typedef struct Matching {
	LocalEvent *const *events;
	uint32_t n;
	uint32_t taken[MAX_EVENT_TERMS]; /* [term] the event it uses, or NONE_TAKEN */
	bool tried[MAX_EVENT_TERMS]; /* [term] the term was tried on the present path */
} Matching;

enum { NONE_TAKEN = UINT32_MAX };

/* is_same_process: tell if both events are of the same process of the same node. */
static bool
is_same_process(const LocalEvent *a, const LocalEvent *b)
{
	return a->process.node == b->process.node && a->process.in.pid == b->process.in.pid;
}

/* holding_term: the term that uses the process of an event; NONE_TAKEN if none. */
static uint32_t
holding_term(const Matching *m, const LocalEvent *e)
{
	for (uint32_t t = 0; t < MAX_EVENT_TERMS; t++)
		if (m->taken[t] != NONE_TAKEN && is_same_process(m->events[m->taken[t]], e))
			return t;
	return NONE_TAKEN;
}

/*
 * assign_process: give the term a process whose event holds, moving other terms; false if
 * impossible.
 */
static bool
assign_process(Matching *m, uint32_t term)
{
	m->tried[term] = true;
	for (uint32_t i = 0; i < m->n; i++) {
		const LocalEvent *e = m->events[i];
		uint32_t other;

		if (e->term != term || !e->holds)
			continue;
		other = holding_term(m, e);
		if (other != NONE_TAKEN && (m->tried[other] || !assign_process(m, other)))
			continue;
		m->taken[term] = i;
		return true;
	}
	return false;
}

bool
event_holds(uint32_t nterms, LocalEvent *const *events, uint32_t n, uint32_t *chosen)
{
	Matching m = {.events = events, .n = n};

	for (uint32_t t = 0; t < MAX_EVENT_TERMS; t++)
		m.taken[t] = NONE_TAKEN;
	for (uint32_t t = 0; t < nterms; t++) {
		memset(m.tried, 0, sizeof m.tried);
		if (!assign_process(&m, t))
			return false;
	}
	if (chosen)
		memcpy(chosen, m.taken, nterms * sizeof *chosen);
	return true;
}
