/*
 * distribution.c - folds the lines "Node N M Tasks" of TrEK's report for a terminal. Recordings,
 * and programs that read the report, get all lines.
 */
#include "distribution.h"

#include "base/list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	FEW = 16,     /* the lines of up to this number of nodes are not changed */
	CLASSES = 8,  /* approximate number of lines of the picture */
	BAR = 24,     /* columns of the longest bar */
	NAMES = 28,   /* columns for the nodes' numbers */
};

/* ---- the picture ---- */

/* The nodes with `first` to `last` tasks. */
typedef struct Class {
	uint32_t first, last;
	uint32_t count;
} Class;

/* is_in_class: true if the class contains this number of tasks. */
static bool
is_in_class(const Class *c, uint32_t tasks)
{
	return tasks >= c->first && tasks <= c->last;
}

/*
 * put_names: append the nodes of a class as n0-3,8; an ellipsis replaces those for which there is
 * no room.
 */
static void
put_names(const Class *c, const uint32_t *tasks, uint32_t n, Buf *to)
{
	size_t start = to->len;
	char name[32];

	for (uint32_t i = 0, k; i < n; i = k + 1) {
		for (k = i; k < n && is_in_class(c, tasks[k]); k++)
			;
		if (k == i)
			continue;
		snprintf(name, sizeof name, k - i > 1 ? "%s%u-%u" : "%s%u",
			to->len == start ? "n" : ",", i, k - 1);
		if (to->len - start + strlen(name) > NAMES - strlen(",...")) {
			buf_printf(to, ",...");
			return;
		}
		buf_printf(to, "%s", name);
	}
}

/* put_class: append the line of a class with a bar as long as its share. */
static void
put_class(const Class *c, const uint32_t *tasks, uint32_t n, uint32_t most, Buf *to)
{
	static const char bar[] = "########################";
	char range[32];

	_Static_assert(sizeof bar == BAR + 1, "the bar is as long as its columns");
	snprintf(range, sizeof range, c->last > c->first ? "%u-%u" : "%u", c->first, c->last);
	buf_printf(to, "%11s %6u  %-*.*s  ", range, c->count, BAR,
		(int)(((uint64_t)c->count * BAR + most - 1) / most), bar);
	put_names(c, tasks, n, to);
	buf_printf(to, "\n");
}

/* make_classes: make classes, all of the same whole width; returns how many. */
static uint32_t
make_classes(Class classes[CLASSES], const uint32_t *tasks, uint32_t n)
{
	uint32_t least = UINT32_MAX, most = 0, width, count;

	for (uint32_t i = 0; i < n; i++) {
		least = tasks[i] < least ? tasks[i] : least;
		most = tasks[i] > most ? tasks[i] : most;
	}
	width = (most - least) / CLASSES + 1;
	count = (most - least) / width + 1;
	for (uint32_t i = 0; i < count; i++)
		classes[i] = (Class){least + i * width, least + i * width + (width - 1), 0};
	for (uint32_t i = 0; i < n; i++)
		classes[(tasks[i] - least) / width].count++;
	return count;
}

/* put_picture: append the number of nodes in each class of tasks. */
static void
put_picture(const uint32_t *tasks, uint32_t n, Buf *to)
{
	Class classes[CLASSES];
	uint32_t count = make_classes(classes, tasks, n), most = 0;

	for (uint32_t i = 0; i < count; i++)
		most = classes[i].count > most ? classes[i].count : most;
	buf_printf(to, "%11s %6s  %-*s  (--all: a line a node)\n", "tasks", "nodes", BAR, "");
	for (uint32_t i = 0; i < count; i++)
		if (classes[i].count > 0)
			put_class(&classes[i], tasks, n, most, to);
}

void
distribution_print(const uint32_t *tasks, uint32_t n, bool fold, Buf *to)
{
	if (fold && n > FEW) {
		put_picture(tasks, n, to);
		return;
	}
	for (uint32_t i = 0; i < n; i++)
		buf_printf(to, "Node %u %u Tasks\n", i, tasks[i]);
}

/* ---- the lines in what a program prints ---- */

/*
 * is_next_line: true if the line is "Node N ... Tasks" for the node N that follows the lines held
 * back; sets *tasks.
 */
static bool
is_next_line(const Distribution *d, uint32_t *tasks)
{
	char text[64];
	int n;

	if (d->line.len >= sizeof text || d->line.len == 0)
		return false;
	memcpy(text, d->line.data, d->line.len);
	text[d->line.len] = '\0';
	if (sscanf(text, "Node %*u %u Tasks\n", tasks) != 1)
		return false;
	n = snprintf(text, sizeof text, "Node %u %u Tasks\n", d->n, *tasks);
	return (size_t)n == d->line.len && memcmp(text, d->line.data, n) == 0;
}

/*
 * may_become_line: true if the incomplete line can become a line `Node N ... Tasks`, which is then
 * held back.
 */
static bool
may_become_line(const Distribution *d)
{
	static const char begin[] = "Node ";
	size_t n = d->line.len < strlen(begin) ? d->line.len : strlen(begin);

	return memcmp(d->line.data, begin, n) == 0;
}

/* put_held_lines: append a line for each node held back so far, and forget them. */
static void
put_held_lines(Distribution *d, Buf *to)
{
	distribution_print(d->tasks, d->n, true, to);
	d->n = 0;
}

/* hold_line: hold a line back, by its number of tasks. */
static void
hold_line(Distribution *d, uint32_t tasks)
{
	d->tasks = list_more(d->tasks, d->n, sizeof *d->tasks);
	d->tasks[d->n++] = tasks;
}

/*
 * pass_line: handle a line that is complete, or cannot become one to fold: hold it back if it is
 * the next one to fold; otherwise append it, after the lines held back before.
 */
static void
pass_line(Distribution *d, Buf *to)
{
	uint32_t tasks;

	if (!is_next_line(d, &tasks))
		put_held_lines(d, to);
	if (is_next_line(d, &tasks))
		hold_line(d, tasks);
	else
		buf_put(to, d->line.data, d->line.len);
	d->line.len = 0;
}

void
distribution_put(Distribution *d, const char *text, size_t n, Buf *to)
{
	for (size_t i = 0; i < n; i++) {
		if (d->within) {
			buf_byte(to, text[i]);
		} else {
			buf_byte(&d->line, text[i]);
			if (text[i] == '\n' || !may_become_line(d))
				pass_line(d, to);
		}
		d->within = d->line.len == 0 && text[i] != '\n';
	}
}

void
distribution_end(Distribution *d, Buf *to)
{
	put_held_lines(d, to);
	buf_put(to, d->line.data, d->line.len);
	buf_free(&d->line);
	free(d->tasks);
	*d = (Distribution){0};
}
