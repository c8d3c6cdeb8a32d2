/*
 * fold.c - prints the error list with equal lines merged.
 *
 * Rows of one task with the same process become one row with a list of nodes and the number of
 * parts; consecutive tasks with equal rows become one line with a range.
 */
#include "tasks.h"

#include <stdlib.h>
#include <string.h>

static int
compare_nodes(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* put_nodes: print sorted nodes as "4-7,9". */
static void
put_nodes(Buf *b, const uint32_t *node, uint32_t n)
{
	for (uint32_t i = 0, last; i < n; i = last + 1) {
		for (last = i; last + 1 < n && node[last + 1] <= node[last] + 1; last++)
			;
		buf_printf(b, "%s%u", i ? "," : "", node[i]);
		if (node[last] != node[i])
			buf_printf(b, "-%u", node[last]);
	}
}

/* put_task: print the lines of a task without its number; each line is " PARTS NODES PROCESS". */
static void
put_task(Buf *b, const Machine *m, const TrekRow *row, uint32_t n, uint32_t *node)
{
	bool done[MAX_PROCESSES] = {false};

	for (uint32_t i = 0; i < n; i++) {
		uint32_t count = 0;

		if (done[row[i].process - m->process])
			continue;
		done[row[i].process - m->process] = true;
		for (uint32_t k = i; k < n; k++)
			if (row[k].process == row[i].process)
				node[count++] = row[k].node;
		qsort(node, count, sizeof *node, compare_nodes);
		buf_printf(b, " %u ", count);
		put_nodes(b, node, count);
		buf_printf(b, " %s\n", row[i].process->name);
	}
}

/*
 * put_tasks: append each line of `text`, preceded by the range of tasks to which it applies:
 * `first` to `last`.
 */
static void
put_tasks(Buf *b, uint32_t first, uint32_t last, const Buf *text)
{
	for (size_t i = 0, n; i < text->len; i += n) {
		const uint8_t *line = text->data + i;

		n = (const uint8_t *)memchr(line, '\n', text->len - i) + 1 - line;
		buf_printf(b, "%u", first);
		if (last != first)
			buf_printf(b, "-%u", last);
		buf_put(b, line, n);
	}
}

/* count_rows_of_task: count the rows from row i on that belong to the same task. */
static uint32_t
count_rows_of_task(const TrekResult *r, uint32_t i)
{
	uint32_t n = 1;

	while (i + n < r->nrows && r->row[i + n].task == r->row[i].task)
		n++;
	return n;
}

void
trek_put_folded(Buf *b, const TrekResult *r)
{
	uint32_t *node = arena_alloc(r->trace->arena, r->nrows, sizeof *node);
	Buf text = {0}, next = {0};
	uint32_t first = 0, last = 0;

	buf_printf(b, "%s\n", trek_verdict(r));
	if (r->nrows)
		buf_printf(b, "TASK PARTS NODES PROCESS\n");
	for (uint32_t i = 0, n; i < r->nrows; i += n) {
		uint32_t task = r->row[i].task;

		n = count_rows_of_task(r, i);
		next.len = 0;
		put_task(&next, r->trace->spec->machine, &r->row[i], n, node);
		if (text.len && task == last + 1 && next.len == text.len &&
			memcmp(next.data, text.data, text.len) == 0) {
			last = task;
			continue;
		}
		put_tasks(b, first, last, &text);
		first = last = task;
		text.len = 0;
		buf_put(&text, next.data, next.len);
	}
	put_tasks(b, first, last, &text);
	buf_free(&text);
	buf_free(&next);
}
