/* command_change.c - commands that change the run ("what if"), in a branch. */
#include "commands.h"

#include <string.h>

/* report_line_change: print the present line of the run if it is not the one before the command. */
static void
report_line_change(Session *s, uint32_t before)
{
	if (s->line != before)
		fprintf(s->out, "branch %s\n", s->lines[s->line].name);
}

/* run_branch: the command `branch`: switch to a branch of the run, or make one here. */
void
run_branch(Session *s, const char *argument)
{
	if (argument[strcspn(argument, " \t")])
		session_fail(s, "branch: a name has no blanks");
	session_branch(s, *argument ? argument : NULL);
	fprintf(s->out, "branch %s\n", s->lines[s->line].name);
	show_where(s, true);
}

/* run_branches: the command `branches`: list the branches of the run. */
void
run_branches(Session *s, const char *argument)
{
	(void)argument;
	for (uint32_t i = 0; i < s->nlines; i++) {
		const HistoryLine *l = &s->lines[i];
		Buf b = {0};

		buf_printf(&b, "%c %s", i == s->line ? '*' : ' ', l->name);
		if (i > 0) {
			buf_printf(&b, "\tleaves %s at ", s->lines[l->from].name);
			show_place_at(s, l->left, &b);
			if (past_is_deaf(l->past))
				buf_printf(&b, "; its host no longer answers");
		}
		fprintf(s->out, "%.*s\n", (int)b.len, (char *)b.data);
		buf_free(&b);
	}
}

/* run_set: the command `set`: evaluate an assignment, in a branch of the run. */
void
run_set(Session *s, const char *argument)
{
	uint32_t before = s->line;
	const char *rest;
	char *word = first_word(s, argument, &rest);

	if ((strcmp(word, "var") != 0 && strcmp(word, "variable") != 0) || !*rest)
		session_fail(s, "set var ASSIGNMENT");
	session_assign(s, rest);
	report_line_change(s, before);
}

/* run_call: the command `call`: call a function in the selected process, in a branch of the run. */
void
run_call(Session *s, const char *argument)
{
	uint32_t before = s->line;
	Value v = session_call(s, argument);
	Buf b = {0};

	report_line_change(s, before);
	if (type_plain(v.type)->kind == TYPE_VOID)
		return;
	buf_printf(&b, "%s = ", argument);
	session_value_text(s, v, 0, &b);
	fprintf(s->out, "%.*s\n", (int)b.len, (char *)b.data);
	session_keep(s, argument, &v);
	buf_free(&b);
}
