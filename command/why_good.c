/*
 * why_good.c - finds the run with which a wrong one is compared, if the user names none: the latest
 * of the kept runs of the same command that ended without a failure.
 */
#include "why_good.h"
#include "why_failed.h"

#include "sim/past/runs.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- commands ---- */

/*
 * next_word: the next word of a command, without the option that names the recording; "" if there
 * is none.
 */
static const char *
next_word(const char *at, size_t *n)
{
	static const char record[] = "--record";

	at += strspn(at, " ");
	*n = strcspn(at, " ");
	if (strncmp(at, record, sizeof record - 1) != 0)
		return at;
	if (at[sizeof record - 1] == '=')
		return next_word(at + *n, n);
	at += *n + strspn(at + *n, " ");
	return next_word(at + strcspn(at, " "), n);
}

/* is_same_command: true if two commands are equal but for the names of their recordings. */
static bool
is_same_command(const char *a, const char *b)
{
	size_t n, m;

	do {
		a = next_word(a, &n);
		b = next_word(b, &m);
		if (n != m || memcmp(a, b, n) != 0)
			return false;
		a += n;
		b += m;
	} while (n > 0);
	return true;
}

/* ---- recordings ---- */

/* is_same_file: true if both names are of the same file. */
static bool
is_same_file(const char *a, const char *b)
{
	struct stat x, y;

	return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev
		&& x.st_ino == y.st_ino;
}

/* has_command: true if a recording has this command. */
static bool
has_command(const char *name, const char *command)
{
	Past *p = past_open(name);
	bool same = past_command(p) && is_same_command(past_command(p), command);

	past_free(p);
	return same;
}

void
good_runs_begin(GoodRuns *g, const Session *wrong)
{
	*g = (GoodRuns){.command = past_command(wrong->past), .recording = past_name(wrong->past)};
	g->names = runs_list(&g->n);
}

const char *
good_runs_next(GoodRuns *g)
{
	while (g->command && g->next < g->n) {
		const char *name = g->names[g->next++];

		if (!is_same_file(name, g->recording) && has_command(name, g->command))
			return name;
	}
	return NULL;
}

bool
has_ended_well(Session *s)
{
	return past_is_whole(s->past) && !why_has_failed(s);
}

void
good_runs_end(GoodRuns *g)
{
	for (uint32_t i = 0; i < g->n; i++)
		free(g->names[i]);
	free(g->names);
}
