/*
 * json.c - the orders of a trace as JSON and as a graph in DOT.
 */
#include "order.h"

#include <stdlib.h>

json_t *
counts_json(const Count *c, uint32_t n)
{
	json_t *j = json_array();

	for (uint32_t i = 0; i < n; i++)
		json_array_append_new(j, json_integer(c[i]));
	return j;
}

/* names_json: n names as an array. */
static json_t *
names_json(char **name, uint32_t n)
{
	json_t *j = json_array();

	for (uint32_t i = 0; i < n; i++)
		json_array_append_new(j, json_string(name[i]));
	return j;
}

json_t *
semevent_json(const SemTrace *t, uint32_t e)
{
	return json_sprintf("%s.%u", t->task[t->event[e].task], sem_event_number(t, e));
}

json_t *
witness_json(const SemTrace *t, const Schedule *s)
{
	json_t *j = json_array();

	for (uint32_t i = 0; i < s->nevents; i++)
		json_array_append_new(j, semevent_json(t, s->event[i]));
	return j;
}

/* event_json: an event with its stamp and what must precede it, as JSON. */
static json_t *
event_json(const SemTrace *t, const Orders *o, uint32_t e)
{
	const SemEvent *event = &t->event[e];
	json_t *j = json_object();

	json_object_set_new(j, "event", semevent_json(t, e));
	json_object_set_new(j, "operation", json_string(event->wait ? "wait" : "signal"));
	json_object_set_new(j, "semaphore", json_string(t->sem[event->sem]));
	json_object_set_new(j, "stamp", counts_json(sem_stamp_row(t, o->low, e), t->ntasks));
	if (o->high && !counts_leq(sem_stamp_row(t, o->high, e), sem_stamp_row(t, o->low, e),
		t->ntasks))
		json_object_set_new(j, "stamp_at_most",
			counts_json(sem_stamp_row(t, o->high, e), t->ntasks));
	return j;
}

/* musts_json: the pairs of events of which the first must precede the second, in each order. */
static json_t *
musts_json(const SemTrace *t, const Orders *o)
{
	json_t *j = json_array();

	for (uint32_t e = 0; e < t->nevents; e++) {
		for (uint32_t i = 0; i < t->ntasks; i++) {
			uint32_t before = orders_direct_predecessor(t, o, e, i);

			if (before != NO_EVENT)
				json_array_append_new(j, json_pack("[oo]",
					semevent_json(t, before), semevent_json(t, e)));
		}
	}
	return j;
}

/* deadlocks_json: the deadlocks as an array of counts. */
static json_t *
deadlocks_json(const SemTrace *t, const Orders *o)
{
	json_t *j = json_array();

	for (uint32_t i = 0; i < o->ndeadlocks; i++)
		json_array_append_new(j,
			counts_json(o->deadlock + (size_t)i * t->ntasks, t->ntasks));
	return j;
}

/* group_json: a group of deadlocks: what its tasks wait for, and its size. */
static json_t *
group_json(const SemTrace *t, const DeadlockGroup *g)
{
	json_t *waits = json_object();

	for (uint32_t i = 0; i < t->ntasks; i++)
		if (g->waits[i] != NO_EVENT)
			json_object_set_new(waits, t->task[i], json_string(t->sem[g->waits[i]]));
	return json_pack("{s:I, s:I, s:o}", "first", (json_int_t)g->first + 1, "deadlocks",
		(json_int_t)g->ndeadlocks, "waits", waits);
}

/* groups_json: the groups of deadlocks as an array. */
static json_t *
groups_json(const SemTrace *t, const Orders *o)
{
	DeadlockGroups g = deadlock_groups(t, o);
	json_t *j = json_array();

	for (uint32_t i = 0; i < g.n; i++)
		json_array_append_new(j, group_json(t, &g.group[i]));
	deadlock_groups_free(&g);
	return j;
}

json_t *
orders_json(const SemTrace *t, const Orders *o)
{
	json_t *j = json_object(), *events = json_array();

	json_object_set_new(j, "file", json_string(t->file));
	if (t->id)
		json_object_set_new(j, "id", json_string(t->id));
	json_object_set_new(j, "method", json_string(method_name(o->method)));
	json_object_set_new(j, "tasks", names_json(t->task, t->ntasks));
	json_object_set_new(j, "semaphores", names_json(t->sem, t->nsems));
	if (o->states > 0)
		json_object_set_new(j, "states", json_integer(o->states));
	if (o->deadlocks_sought) {
		json_object_set_new(j, "deadlocks", deadlocks_json(t, o));
		json_object_set_new(j, "deadlock_groups", groups_json(t, o));
		json_object_set_new(j, "deadlocks_complete", json_boolean(o->deadlocks_known));
	}
	for (uint32_t e = 0; e < t->nevents; e++)
		json_array_append_new(events, event_json(t, o, e));
	json_object_set_new(j, "events", events);
	json_object_set_new(j, "must", musts_json(t, o));
	return j;
}

/* place_json: the place in the source, or null if it is not known. */
static json_t *
place_json(const char *place)
{
	return place ? json_string(place) : json_null();
}

/* sent_json: the send whose message a receive gets; null for none. */
static json_t *
sent_json(const SemTrace *t, uint32_t send)
{
	return send == NO_EVENT ? json_null() : semevent_json(t, send);
}

json_t *
message_races_json(const SemTrace *t, const OrderMessages *m, const OrderRaces *r)
{
	json_t *j = json_array();

	for (uint32_t i = 0; i < r->n; i++) {
		RaceEvents e = race_events(m, &r->race[i]);

		json_array_append_new(j, json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:b}",
			"receive", semevent_json(t, e.receive),
			"received_at", place_json(e.received_at),
			"got", sent_json(t, e.got), "got_from", place_json(e.got_from),
			"could_get", sent_json(t, e.other),
			"could_get_from", place_json(e.other_from),
			"known", r->race[i].answer == ANSWER_YES));
	}
	return j;
}

/* put_node: append the node of event e to the graph in DOT. */
static void
put_node(Buf *b, const SemTrace *t, uint32_t e)
{
	const SemEvent *event = &t->event[e];
	char *name = xasprintf("%s.%u", t->task[event->task], sem_event_number(t, e));
	char *label = xasprintf("%s %c%s", name, sem_letter(event), t->sem[event->sem]);

	dot_node(b, name, label, event->wait ? "shape=ellipse" : "shape=box");
	free(name);
	free(label);
}

/* put_edge: append an edge between two events to the graph in DOT. */
static void
put_edge(Buf *b, const SemTrace *t, uint32_t from, uint32_t to, const char *attributes)
{
	char *tail = xasprintf("%s.%u", t->task[t->event[from].task], sem_event_number(t, from));
	char *head = xasprintf("%s.%u", t->task[t->event[to].task], sem_event_number(t, to));

	dot_edge(b, tail, head, attributes);
	free(tail);
	free(head);
}

void
orders_dot(Buf *b, const SemTrace *t, const Orders *o)
{
	dot_begin(b, t->id ? t->id : t->file);
	for (uint32_t i = 0; i < t->ntasks; i++) {
		dot_cluster(b, t->task[i]);
		for (uint32_t e = t->first[i]; e < t->first[i + 1]; e++)
			put_node(b, t, e);
		dot_end(b);
	}
	for (uint32_t e = 0; e < t->nevents; e++) {
		if (sem_event_number(t, e) > 1)
			put_edge(b, t, e - 1, e, "weight=8");
		for (uint32_t i = 0; i < t->ntasks; i++) {
			uint32_t before = orders_direct_predecessor(t, o, e, i);

			if (before != NO_EVENT)
				put_edge(b, t, before, e, "style=bold");
		}
	}
	dot_end(b);
}
