/*
 * event.c - fuzz target: the reader of events that span nodes, on any text: the result is local
 * events and places, or an error message.
 */
#include "detrek/events/events.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static Target *
small_machine(void)
{
	static const char text[] = "topology fuzz\nnode boiler type=T800 mem=4M\nnode tank type=T800 mem=4M\nhost h\n"
		"wire h.0 boiler.0\nwire boiler.2 tank.1\nend\n";

	return target_new(network_new(topology_parse(text, strlen(text), "fuzz.topo")));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static Target *target;
	char *text = xstrndup((const char *)data, n), mistake[EVENT_MISTAKE] = "";
	Arena a = {0};
	EventQuery *q = event_parse(&a, text, mistake);

	if (!target)
		target = small_machine();
	assert(q ? q->nterms > 0 : *mistake);
	if (q) { /* there is no program with variables */
		EventWatch *v = event_watch_new(target, q, mistake);

		assert(!v && *mistake);
	}
	arena_free(&a);
	free(text);
	return 0;
}
