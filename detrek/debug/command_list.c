/*
 * command_list.c - `commands`: the list of commands that are executed when a breakpoint stops.
 *
 * The lines after `commands` are collected until `end`. The execution of a list ends early if one
 * of its commands fails, or moves the run to a breakpoint that has a list itself. Then that other
 * list is executed.
 */
#include "commands.h"

#include "base/number.h"

#include <stdlib.h>
#include <string.h>

/* free_lines: free n lines and their list. */
static void
free_lines(char **lines, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		free(lines[i]);
	free(lines);
}

void
commands_free(Point *p)
{
	free_lines(p->commands, p->ncommands);
	p->commands = NULL;
	p->ncommands = 0;
}

/* run_commands: the command `commands`: begin to type the list of commands of a breakpoint. */
void
run_commands(Session *s, const char *argument)
{
	uint64_t n = s->npoints ? s->points[s->npoints - 1]->number : 0;
	Point *p;

	if (!*argument && s->npoints == 0)
		session_fail(s, "no breakpoint has been set");
	if (*argument && !number_parse(argument, UINT32_MAX, &n))
		session_fail(s, "'%s' is not the number of a breakpoint", argument);
	p = point_find(s, n);
	if (!p)
		session_fail(s, "unknown breakpoint '%s'; 'info breakpoints' lists them", argument);
	commands_free(p);
	s->collecting_point = n;
}

bool
commands_collect(Session *s, const char *line)
{
	Point *p = point_find(s, s->collecting_point);
	char *text;

	if (!p)
		return false;
	text = xstrdup(skip_blanks(line));
	trim_blanks(text);
	if (strcmp(text, "end") == 0) {
		s->collecting_point = 0;
		free(text);
		return true;
	}
	p->commands = xrealloc(p->commands, (p->ncommands + 1) * sizeof *p->commands);
	p->commands[p->ncommands++] = text;
	return true;
}

bool
commands_are_silent(const Point *p)
{
	return p && p->ncommands > 0 && strcmp(p->commands[0], "silent") == 0;
}

/*
 * execute_list: execute a copy of the point's commands, because one of them may delete the point.
 */
static bool
execute_list(Session *s, const Point *p)
{
	uint32_t n = p->ncommands;
	char **lines = xcalloc(n, sizeof *lines);
	bool good = true;

	for (uint32_t i = 0; i < n; i++)
		lines[i] = xstrdup(p->commands[i]);
	for (uint32_t i = commands_are_silent(p); i < n && good && !s->hit && !s->quit; i++)
		good = command_execute(s, lines[i]);
	free_lines(lines, n);
	return good;
}

bool
commands_execute(Session *s)
{
	bool good = true;

	while (good && s->hit) {
		const Point *p = point_find(s, s->hit);

		s->hit = 0;
		if (p && p->ncommands > 0)
			good = execute_list(s, p);
	}
	return good;
}
