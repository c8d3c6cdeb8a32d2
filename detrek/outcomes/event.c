/*
 * event.c - tells whether an event over variables (detrek/events) occurs in a recorded order.
 *
 * The order alone decides which occurrences of local events are concurrent, or ordered. Whether
 * several local events hold at the same time also depends on times, and each order is recorded with
 * only one choice of times. The values of a single variable follow from the order, unless there is
 * a data race.
 */
#include "outcomes.h"

#include "detrek/events/events.h"

#include <ctype.h>
#include <string.h>

/* word_length: the number of letters, digits and underlines at the beginning of s. */
static size_t
word_length(const char *s)
{
	size_t n = 0;

	while (isalnum((unsigned char)s[n]) || s[n] == '_')
		n++;
	return n;
}

/*
 * has_one_name: true if the text is a C expression with at most one identifier, perhaps several
 * times.
 */
static bool
has_one_name(const char *s)
{
	const char *name = NULL;
	size_t length = 0, n;

	for (; *s; s += n ? n : 1) {
		n = word_length(s);
		if (n == 0 || isdigit((unsigned char)*s))
			continue;
		if (name && (n != length || strncmp(name, s, n) != 0))
			return false;
		name = s;
		length = n;
	}
	return true;
}

/* read_event: parse the event of option --event; a mistake is fatal. */
static const EventQuery *
read_event(Arena *a, const char *text)
{
	char mistake[EVENT_MISTAKE];
	const EventQuery *q = event_parse(a, text, mistake);

	if (!q)
		fatal("--event: %s", mistake);
	return q;
}

bool
event_needs_times(const char *text)
{
	Arena a = {0};
	const EventQuery *q = read_event(&a, text);
	bool needs = q->op == EVENT_SIMULTANEOUS
		&& !(q->nterms == 1 && has_one_name(q->term[0].expression));

	arena_free(&a);
	return needs;
}

bool
recording_has_event(const char *file, const char *text)
{
	Arena a = {0};
	const EventQuery *q = read_event(&a, text);
	Past *past = past_open(file);
	Target *target = sync_target(past);
	EventsFound f = events_find_recorded(past, target, q);
	bool found = f.nfound[q->op] > 0;

	events_found_free(&f);
	target_free(target);
	past_free(past);
	arena_free(&a);
	return found;
}
