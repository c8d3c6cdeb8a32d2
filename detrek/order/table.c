/*
 * table.c - the papers' Table 1 for any set of traces: how often each method misses an order, one
 * row for each number of events.
 *
 * The exact stamps are given by the set, or found by brute force or search.
 */
#include "order.h"

#include <stdlib.h>
#include <string.h>

/* A column of the table. */
typedef struct Column {
	const char *name;
	OrderMethod method;
	uint32_t depth; /* OrderPlan.depth */
} Column;

static const Column columns[] = {
	{"original", METHOD_ORIGINAL, 0},
	{"depth1", METHOD_PAPER, 1},
	{"depth2", METHOD_PAPER, 2},
	{"depth3", METHOD_PAPER, 3},
	{"bounds", METHOD_BOUNDS, 0},
	{"exact", METHOD_EXACT, 0},
};

enum { NCOLUMNS = sizeof columns / sizeof *columns };
_Static_assert((int)NCOLUMNS == (int)MISS_COLUMNS, "a MissRow has an entry for each column");

/* get_row: the row of the traces with this number of events, which is made if there is none. */
static MissRow *
get_row(MissTable *table, uint32_t nevents)
{
	uint32_t i = 0;

	while (i < table->nrows && table->row[i].nevents < nevents)
		i++;
	if (i < table->nrows && table->row[i].nevents == nevents)
		return &table->row[i];
	table->row = xrealloc(table->row, (table->nrows + 1) * sizeof *table->row);
	memmove(&table->row[i + 1], &table->row[i], (table->nrows++ - i) * sizeof *table->row);
	table->row[i] = (MissRow){.nevents = nevents};
	return &table->row[i];
}

/*
 * count_entries: compare a stamp with the exact stamp: a lower entry is a missed order, a higher
 * entry a false order.
 */
static void
count_entries(const SemTrace *t, const Count *stamp, const Count *exact, bool *missed,
	uint64_t *nfalse)
{
	size_t n = (size_t)t->nevents * t->ntasks;

	*missed = false;
	for (size_t i = 0; i < n; i++) {
		*missed |= stamp[i] < exact[i];
		*nfalse += stamp[i] > exact[i];
	}
}

void
misses_add(MissTable *table, const SemTrace *t, double seconds)
{
	OrderPlan plan = {.seconds = seconds};
	MissRow *row = get_row(table, t->nevents);
	Orders exact = {0};
	const Count *expected = t->expected;

	if (!expected) {
		exact = orders_find(t, &plan);
		expected = exact.low;
	}
	row->ntraces++;
	for (int i = 0; i < NCOLUMNS; i++) {
		Orders o;
		bool missed;

		plan.method = columns[i].method;
		plan.depth = columns[i].depth;
		o = orders_find(t, &plan);
		count_entries(t, o.low, expected, &missed, &row->nfalse);
		row->missed[i] += missed;
		orders_free(&o);
	}
	orders_free(&exact);
}

bool
misses_have_errors(const MissTable *table)
{
	bool flawed = false;

	for (uint32_t i = 0; i < table->nrows; i++)
		flawed |= table->row[i].nfalse > 0 || table->row[i].missed[NCOLUMNS - 1] > 0;
	return flawed;
}

/* percentage_text: a percentage with two digits, as in the paper. */
static char *
percentage_text(const MissRow *row, int column)
{
	return xasprintf("%.2g", 100.0 * row->missed[column] / row->ntraces);
}

void
misses_write(FILE *out, const MissTable *table)
{
	fputs("# events, percentage of traces with at least one missed order by each method,"
		" false entries of all methods, traces\n# events", out);
	for (int i = 0; i < NCOLUMNS; i++)
		fprintf(out, " %s", columns[i].name);
	fputs(" false traces\n", out);
	for (uint32_t i = 0; i < table->nrows; i++) {
		const MissRow *row = &table->row[i];

		fprintf(out, "%u", row->nevents);
		for (int j = 0; j < NCOLUMNS; j++) {
			char *p = percentage_text(row, j);

			fprintf(out, " %s", p);
			free(p);
		}
		fprintf(out, " %llu %u\n", (unsigned long long)row->nfalse, row->ntraces);
	}
}

json_t *
misses_json(const MissTable *table)
{
	json_t *rows = json_array();

	for (uint32_t i = 0; i < table->nrows; i++) {
		const MissRow *row = &table->row[i];
		json_t *j = json_object(), *missed = json_object();

		for (int k = 0; k < NCOLUMNS; k++)
			json_object_set_new(missed, columns[k].name,
				json_integer(row->missed[k]));
		json_object_set_new(j, "events", json_integer(row->nevents));
		json_object_set_new(j, "traces", json_integer(row->ntraces));
		json_object_set_new(j, "traces_with_missed_orders", missed);
		json_object_set_new(j, "false_entries", json_integer(row->nfalse));
		json_array_append_new(rows, j);
	}
	return rows;
}
