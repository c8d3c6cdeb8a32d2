/* crash_report.c - prints how runs in which nodes stop have ended, as text and as JSON. */
#include "crash_endings.h"

#include "base/terminal.h"
#include "detrek/detrek.h"

#include <stdlib.h>

enum { LINE_COLUMNS = 100, ROW_TEXT = 64 }; /* ROW_TEXT: room for the text of a row */

/* has_pairs: true if pairs of crashes were run, not single crashes. */
static bool
has_pairs(const CrashEndings *e)
{
	return e->nfirst > 0;
}

/* ending_name: the name of an ending as text; `room` is used if the text must be made. */
static const char *
ending_name(const CrashEndings *e, const CrashEnding *o, char room[CLASS_TEXT])
{
	return o == e->ending ? "ended well, with the output of the run without faults"
		: trial_class_text(&o->like, room);
}

/* ---- text ---- */

/* print_row: print the row's node or nodes into text; returns the length. */
static int
print_row(char text[ROW_TEXT], const CrashRow *r, uint32_t n)
{
	if (r->node[1] == NOWHERE)
		return snprintf(text, ROW_TEXT, "n%u %u of %u", r->node[0], n, r->n);
	return snprintf(text, ROW_TEXT, "n%u then n%u %u of %u", r->node[0], r->node[1], n, r->n);
}

/* print_rows: print how often each row has the ending. */
static void
print_rows(const CrashEndings *e, const CrashEnding *o)
{
	int column = 0;

	for (uint32_t i = 0; i < o->nrows; i++) {
		char text[ROW_TEXT];
		int n = print_row(text, &e->row[i], o->of_row[i]);

		if (o->of_row[i] == 0)
			continue;
		if (column > 0 && column + 2 + n >= LINE_COLUMNS) {
			printf(",\n");
			column = 0;
		}
		column += printf("%s%s", column ? ", " : "  ", text);
	}
	printf("\n");
}

/* print_first: print the ending's first crash, its command and its recording. */
static void
print_first(const CrashEnding *o)
{
	const CrashPoint *p = o->first.point;

	printf("  the first: n%u stops after %u of its messages", p[0].node, p[0].nbefore);
	if (o->first.n > 1)
		printf(", then n%u after %u", p[1].node, p[1].nbefore);
	printf("\n  %s\n  recorded in %s\n", (char *)o->command.data, o->recording);
}

/* print_ending: print an ending: its name, how often each row has it, and its first crash. */
static void
print_ending(const CrashEndings *e, const CrashEnding *o)
{
	char room[CLASS_TEXT];

	printf("%s: %u of %u %s\n", ending_name(e, o, room), o->n, e->nruns,
		has_pairs(e) ? "pairs" : "runs");
	print_rows(e, o);
	if (has_pairs(e) && o->nzero + o->nparted > 0)
		printf("  n0 stops in %u; nodes that run are cut off from it in %u others\n",
			o->nzero, o->nparted);
	if (o->recording)
		print_first(o);
}

/* put_left: append which runs were left out because of a limit. */
static void
put_left(Buf *b, const CrashEndings *e)
{
	buf_printf(b, "not complete: %u %s; left: ", e->nruns, has_pairs(e) ? "pairs" : "runs");
	if (e->nleft > 0)
		buf_printf(b, "%u %s", e->nleft, has_pairs(e)
			? "second crashes of the first crash that was begun" : "runs");
	if (e->nleft > 0 && has_pairs(e))
		buf_printf(b, ", and ");
	if (has_pairs(e))
		buf_printf(b, "all those of %u of %u first crashes",
			e->nfirst - e->nfirst_done - (e->nleft > 0), e->nfirst);
}

/* put_complete: append the line which says that all crashes were tried, with the number of runs. */
static void
put_complete(Buf *b, const CrashEndings *e)
{
	if (!has_pairs(e))
		buf_printf(b, "complete: %u runs, each node stops before each of its messages",
			e->nruns);
	else
		buf_printf(b, "complete: %u pairs, of which %u were run and %u end as without the "
			"second crash, which the first has cut off from n0",
			e->nruns, e->nruns - e->nequal, e->nequal);
}

void
crash_endings_print(const CrashEndings *e)
{
	Buf line = {0};

	for (uint32_t i = 0; i < e->n; i++)
		if (e->ending[i].n > 0)
			print_ending(e, &e->ending[i]);
	if (e->complete)
		put_complete(&line, e);
	else
		put_left(&line, e);
	buf_printf(&line, "; endings %u", e->n - (e->ending[0].n == 0));
	verdict_print(stdout, e->n == 1 && e->complete, (char *)line.data, line.len);
	buf_free(&line);
}

/* ---- JSON ---- */

/* rows_json: the number of runs with ending o for each node, or pair of nodes, that crashed. */
static json_t *
rows_json(const CrashEndings *e, const CrashEnding *o)
{
	json_t *rows = json_object();

	for (uint32_t i = 0; i < o->nrows; i++) {
		char name[32];
		const uint32_t *node = e->row[i].node;

		snprintf(name, sizeof name, node[1] == NOWHERE ? "n%u" : "n%u,n%u",
			node[0], node[1]);
		if (o->of_row[i] > 0)
			json_object_set_new(rows, name, json_integer(o->of_row[i]));
	}
	return rows;
}

/* put_first: add to j the crashes, the command and the recording of the ending's first run. */
static void
put_first(json_t *j, const CrashEnding *o)
{
	json_object_set_new(j, "fault", json_string(o->first.point[0].fault));
	if (o->first.n > 1)
		json_object_set_new(j, "second", json_string(o->first.point[1].fault));
	json_object_set_new(j, "command", json_string((char *)o->command.data));
	json_object_set_new(j, "recording", json_string(o->recording));
}

/* ending_json: an ending as a JSON object. */
static json_t *
ending_json(const CrashEndings *e, const CrashEnding *o)
{
	char room[CLASS_TEXT];
	json_t *j = json_pack("{ss sI so}", "ending", ending_name(e, o, room), "runs",
		(json_int_t)o->n, "nodes", rows_json(e, o));

	if (has_pairs(e)) {
		json_object_set_new(j, "node_0_stops", json_integer(o->nzero));
		json_object_set_new(j, "parted", json_integer(o->nparted));
	}
	if (o->recording)
		put_first(j, o);
	return j;
}

void
crash_endings_json(const CrashEndings *e)
{
	json_t *list = json_array(), *j;

	for (uint32_t i = 0; i < e->n; i++)
		if (e->ending[i].n > 0)
			json_array_append_new(list, ending_json(e, &e->ending[i]));
	j = json_pack("{sI sb so}", "runs", (json_int_t)e->nruns, "complete", e->complete,
		"endings", list);
	if (has_pairs(e)) {
		json_object_set_new(j, "equal", json_integer(e->nequal));
		json_object_set_new(j, "firsts", json_integer(e->nfirst));
		json_object_set_new(j, "firsts_done", json_integer(e->nfirst_done));
	}
	if (!e->complete)
		json_object_set_new(j, "left", json_integer(e->nleft));
	report_json(j);
}
