/* node_search.c - finds nodes by their names, tasks and functions. */
#include "node_search.h"

#include <stdlib.h>
#include <strings.h>

uint32_t
find_task(const Find *s)
{
	bool word = strncasecmp(s->text, "task ", 5) == 0;
	const char *digits = s->text + (word ? 5 : *s->text == 't');
	char *end;
	unsigned long n = strtoul(digits, &end, 10);

	return end > digits && *end == '\0' ? n + 1 : 0;
}

/* sample_matches: true if a sample has the task, or a function whose name contains the text. */
static bool
sample_matches(const Find *s, const Frame *f, uint32_t task, uint16_t place)
{
	const char *name = function_names_text(f->names, place);

	return (task > 0 && find_task(s) == task) || (name && strstr(name, s->text));
}

bool
find_matches_now(const Find *s, const Frame *f, const Item *node)
{
	const NodeFrame *n = &f->nodes[node->part];

	return *s->text &&
	       (strcasecmp(node->label, s->text) == 0 || sample_matches(s, f, n->task, n->place));
}

uint32_t
find_count_nodes(const Find *s, const Frame *f, const Layout *l)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < nodes_drawn(l); i++)
		count += find_matches_now(s, f, &l->items[i]);
	return count;
}

uint32_t
find_next_match(const Find *s, const Frame *f, const Layout *l, uint32_t after)
{
	uint32_t n = nodes_drawn(l), first = after == NOWHERE ? 0 : after + 1;

	for (uint32_t i = 0; i < n; i++)
		if (find_matches_now(s, f, &l->items[(first + i) % n]))
			return (first + i) % n;
	return NOWHERE;
}

/* match_in_row: the first node that matches by what it did in an interval; NOWHERE if none does. */
static uint32_t
match_in_row(const Find *s, const Frame *f, const Layout *l, const Sample *row)
{
	for (uint32_t i = 0; i < nodes_drawn(l); i++) {
		const Sample *one = &row[l->items[i].part];

		if (sample_matches(s, f, one->task, one->place))
			return i;
	}
	return NOWHERE;
}

bool
find_time(const Find *s, const Frame *f, const Layout *l, uint32_t *item, Time *at)
{
	const History *h = &f->history;
	uint32_t first = node_history_after(h, f->now);

	for (uint32_t k = 0; *s->text && k < h->n; k++) {
		const Interval *v = &h->interval[(first + k) % h->n];

		*item = match_in_row(s, f, l, node_history_row(h, v));
		*at = v->end;
		if (*item != NOWHERE)
			return true;
	}
	return false;
}
