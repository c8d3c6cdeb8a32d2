/* recorded.c - prints how often, and where, events over several nodes held in a recorded run. */
#include "simul.h"

#include "base/number.h"
#include "detrek/detrek.h"
#include "detrek/events/events.h"
#include "detrek/sync/operations.h"

#include <inttypes.h>

/* A query, and its occurrences in the run. */
typedef struct RecordedQuery {
	const EventQuery *query;
	EventsFound found;
	Target *target;
} RecordedQuery;

/* ---- text ---- */

/* print_place: print where and when an occurrence was. */
static void
print_place(const RecordedQuery *r, const EventOccurrence *o)
{
	printf("  %s: ", TIME_STRING(o->at));
	if (o->made.node == NOWHERE)
		printf("by a link of node %s\n", TARGET_NODE(r->target, o->node));
	else
		printf("goto node %u %" PRIu64 "\n", target_number(r->target, o->made.node),
			o->made.count + 1);
}

/* print_text: print the occurrences of a query as text. */
static void
print_text(const RecordedQuery *r)
{
	const EventQuery *q = r->query;

	printf("%s\n", q->text);
	for (uint32_t i = 0; i < q->nterms; i++)
		printf("{%s}@%s became true %u time%s\n", q->term[i].expression, q->term[i].place,
			r->found.began[i], r->found.began[i] == 1 ? "" : "s");
	for (int op = 0; op < NEVENTOPERATORS; op++)
		printf("%s: %u\n", event_operator_words[op], r->found.nfound[op]);
	for (uint32_t i = 0; i < r->found.nfound[q->op]; i++)
		print_place(r, &r->found.found[q->op][i]);
}

/* ---- JSON ---- */

/* query_json: the occurrences of a query as JSON. */
static json_t *
query_json(const RecordedQuery *r)
{
	const EventQuery *q = r->query;
	json_t *j = json_object(), *began = json_array();

	json_object_set_new(j, "event", json_string(q->text));
	for (uint32_t i = 0; i < q->nterms; i++)
		json_array_append_new(began, json_integer(r->found.began[i]));
	json_object_set_new(j, "began", began);
	for (int op = 0; op < NEVENTOPERATORS; op++) {
		json_t *places = json_array();

		for (uint32_t i = 0; i < r->found.nfound[op]; i++) {
			const EventOccurrence *o = &r->found.found[op][i];

			json_array_append_new(places,
				json_pack("{sIsIsI}", "time", (json_int_t)o->at, "node",
					(json_int_t)target_number(r->target, o->node), "count",
					(json_int_t)o->count));
		}
		json_object_set_new(j, event_operator_words[op], places);
	}
	return j;
}

bool
simul_recorded(const char *dir, const char *const *events, uint32_t nevents, bool json)
{
	Past *p = past_open(dir);
	Target *t = sync_target(p);
	json_t *all = json_array();
	char mistake[EVENT_MISTAKE];
	Arena a = {0};
	bool found = false;

	if (nevents == 0)
		fatal("%s: missing --query=EVENT, the event to find in the recorded run", dir);
	for (uint32_t i = 0; i < nevents; i++) {
		RecordedQuery r = {.query = event_parse(&a, events[i], mistake), .target = t};

		if (!r.query)
			fatal("--query: %s", mistake);
		r.found = events_find_recorded(p, t, r.query);
		found |= r.found.nfound[r.query->op] > 0;
		if (json)
			json_array_append_new(all, query_json(&r));
		else
			print_text(&r);
		events_found_free(&r.found);
	}
	if (json)
		report_json(json_pack("{sO}", "events", all));
	json_decref(all);
	arena_free(&a);
	target_free(t);
	past_free(p);
	return found;
}
