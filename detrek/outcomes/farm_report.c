/*
 * farm_report.c - the report that TrEK prints at the end of an application: the time it took, and
 * the number of tasks that each node has computed. These differ from order to order, and are not
 * part of the outcome.
 */
#include "outcomes.h"

#include <string.h>

/* begins_with: true if the line, up to `end`, begins with the word. */
static bool
begins_with(const char *line, const char *end, const char *word)
{
	size_t n = strlen(word);

	return (size_t)(end - line) >= n && memcmp(line, word, n) == 0;
}

/* next_line: the beginning of the next line. */
static const char *
next_line(const char *line, const char *end)
{
	const char *newline = memchr(line, '\n', end - line);

	return newline ? newline + 1 : end;
}

void
farm_report_cut(Buf *said)
{
	const char *p = (char *)said->data, *end = p + said->len;
	/* whether p is in the report of TrEK, and whether it is in the last lines of this report */
	bool report = false, shares = false;
	Buf rest = {0};

	for (const char *next; p < end; p = next) {
		next = next_line(p, end);
		report = report ? !shares || begins_with(p, end, "Node ")
			: begins_with(p, end, "Execution time = ");
		shares = report && (shares || begins_with(p, end, "Task Distribution:"));
		if (!report)
			buf_put(&rest, p, next - p);
	}
	buf_free(said);
	*said = rest;
}
