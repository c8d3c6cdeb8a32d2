/*
 * description.c - reads task description files: a line is a task's number and five segments of three numbers.
 */
#include <stdlib.h>
#include <string.h>
#include "description.h"

enum { LINE = 256, NUMBERS = 1 + 3 * NSEGMENTS };

static const Segment defaults[NSEGMENTS] = {
	/*                 time bytes bug */
	[GENERATE] =     {   20,   10, BUG_NONE, ALL_PARTS, GENERATE },
	[COMPUTE] =      {  140, 1000, BUG_NONE, ALL_PARTS, COMPUTE },
	[POST_PROCESS] = {   10,   10, BUG_NONE, ALL_PARTS, POST_PROCESS },
	[SPLIT] =        {  100,   10, BUG_NONE, ALL_PARTS, SPLIT },
	[JOIN] =         {  100,   10, BUG_NONE, ALL_PARTS, JOIN },
};

/*
 * numbers: read the numbers of a line; returns their count, or -1 if there is anything else. A bug
 * may be followed by @ and the part that has it: part[] of its segment.
 */
static int
numbers(char *line, uint32_t *to, uint32_t *part)
{
	int n = 0;

	for (int i = 0; i < NSEGMENTS; i++)
		part[i] = ALL_PARTS;
	for (char *p = strtok(line, " \t\r\n"); p != NULL && *p != '#'; p = strtok(NULL, " \t\r\n")) {
		char *end;

		if (*p < '0' || *p > '9' || n == NUMBERS)
			return -1;
		to[n++] = strtoul(p, &end, 10);
		if (*end == '@' && n > 1 && n % 3 == 1 && end[1] != 0)
			part[(n - 1) / 3 - 1] = strtoul(end + 1, &end, 16);
		if (*end != 0)
			return -1;
	}
	return n;
}

static const char *
add_row(Description *d, const uint32_t *number, const uint32_t *part)
{
	Row *row = &d->row[d->nrows], *last = row - 1;

	if (number[0] == last->task && d->nrows == 1)
		row = last; /* the file says what task 0 does, not the default */
	else if (number[0] <= last->task)
		return "task numbers must increase";
	else if (d->nrows == MAX_ROWS)
		return "too many tasks are listed";
	else
		d->nrows++;
	last->count = number[0] - last->task;
	row->task = number[0];
	row->count = UINT32_MAX - row->task;
	for (int i = 0; i < NSEGMENTS; i++) {
		const uint32_t *of = number + 1 + 3 * i;

		if (of[0] > 100000000)
			return "a segment of more than 100 s";
		if (of[1] > 1 << 20)
			return "a segment of more than 1 MB";
		if (of[2] >= NBUGS)
			return "unknown bug number";
		if (part[i] != ALL_PARTS && (i == GENERATE || i == POST_PROCESS))
			return "a task is made, and its result processed, whole: no part is named there";
		row->segment[i] = (Segment){ of[0], of[1], of[2], part[i], .kind = i };
	}
	return NULL;
}

int
description_read(Description *d, FILE *from, const char **why)
{
	char line[LINE];
	uint32_t number[NUMBERS], part[NSEGMENTS];
	int at = 0;

	d->nrows = 1;
	d->row[0].task = 0;
	d->row[0].count = UINT32_MAX;
	memcpy(d->row[0].segment, defaults, sizeof defaults);
	while (fgets(line, sizeof line, from) != NULL) {
		int n = numbers(line, number, part);

		at++;
		*why = n == 0 ? NULL : n != NUMBERS ? "a line is 16 numbers" : add_row(d, number, part);
		if (*why != NULL)
			return at;
	}
	return 0;
}

uint32_t
description_bytes(const Description *d)
{
	return (const char *)&d->row[d->nrows] - (const char *)d;
}

const Row *
description_row(const Description *d, uint32_t task)
{
	uint32_t low = 0, high = d->nrows; /* the row is low or above, and below high */

	while (high - low > 1) {
		uint32_t middle = (low + high) / 2;

		if (d->row[middle].task <= task)
			low = middle;
		else
			high = middle;
	}
	return &d->row[low];
}
