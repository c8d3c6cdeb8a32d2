/*
 * command_goto.c - commands that go to a place of the run.
 */
#include "commands.h"

#include "base/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* show_arrival: print the place that the session has reached. */
static void
show_arrival(Session *s)
{
	Buf b = {0};

	show_place(s, &b);
	fprintf(s->out, "%.*s\n", (int)b.len, (char *)b.data);
	buf_free(&b);
	show_where(s, true);
	show_displays(s);
}

/* go_to_place: go to place `to` of the run, or fail with a message that quotes `text`. */
static void
go_to_place(Session *s, Place to, const char *text)
{
	if (!session_goto(s, to))
		session_fail(s, "the run has no such place: %s; 'info place' shows which part is "
			"known", text);
}

/* count_received: the number of messages received over a link until now. */
static uint64_t
count_received(const Session *s, EndId e)
{
	return s->w->links.ends[e].in_traffic.nmessages;
}

/*
 * goto_message: "N of link NODE.LINK": go to the first time at which N messages have arrived. It
 * bisects, because the number never decreases.
 */
static void
goto_message(Session *s, const char *argument)
{
	unsigned long long number, n;
	char link[64];
	EndRef ref;
	Time low = past_beginning(s->past), high = past_present(s->past);
	Place from;
	EndId e;

	if (sscanf(argument, "%llu of link %63s", &number, link) != 2)
		session_fail(s, "goto message N of link NODE.LINK");
	ref = session_parse_link(s, link);
	e = ref.part * NLINKS + ref.index;
	from = past_place(s->past);
	go_to_place(s, place_at(high), argument);
	n = count_received(s, e);
	if (n < number) {
		session_goto(s, from);
		session_fail(s, "link %s has only %llu messages", link, n);
	}
	while (high - low > 1) {
		Time middle = low + (high - low) / 2;

		go_to_place(s, place_at(middle), argument);
		if (count_received(s, e) >= number)
			high = middle;
		else
			low = middle;
	}
	go_to_place(s, place_at(high), argument);
	session_select_process(s, ref.part, 0);
}

/* parse_task_begin: parse "TASK[.SUBTASK] [FUNCTION] begins". */
static TaskName
parse_task_begin(Session *s, const char *argument)
{
	char *text = arena_strndup(&s->arena, argument, strlen(argument)),
		*begins = strstr(text, " begins");
	TaskName t;

	if (begins && begins[strlen(" begins")] == '\0')
		*begins = '\0';
	if (!task_parse(text, &t))
		session_fail(s,
			"goto task TASK[.SUBTASK] [compute|split|join|generator|receiver] begins, "
			"not '%s'",
			argument);
	return t;
}

/*
 * goto_task: go to the beginning of the user's function for a task; if there is none, fail without
 * a move.
 */
static void
goto_task(Session *s, const char *argument)
{
	TaskName t = parse_task_begin(s, argument);
	Place from = past_place(s->past);

	session_go_before_task(s, &t);
	if (session_go_to_task(s, &t, false))
		return;
	session_goto(s, from);
	session_fail(s, "no user's function begins with task %s", argument);
}

/*
 * goto_node: do `goto node N COUNT`: go to the place at which a node has executed so many
 * instructions.
 */
static void
goto_node(Session *s, const char *argument)
{
	const char *rest;
	NodeId n = session_parse_node(s, first_word(s, argument, &rest));
	uint64_t count;

	if (!number_parse(rest, UINT64_MAX, &count))
		session_fail(s, "goto node N COUNT: COUNT must be a number of instructions");
	go_to_place(s, place_before(n, count), argument);
}

bool
session_find_first_error(Session *s, NodeId *n, ErrorRise *r)
{
	Time first = NEVER;

	for (NodeId i = 0; i < s->w->nnodes; i++) {
		const ErrorRise *last = error_last(&s->w->nodes[i]->errors);
		Time at = last ? node_time(s->w, i, last->cycles) : NEVER;

		if (at >= first)
			continue;
		first = at;
		*n = i;
		*r = *last;
	}
	return first != NEVER;
}

/*
 * goto_error: of the instructions that are known at the run's end to have set Error, go to the
 * first.
 */
static void
goto_error(Session *s)
{
	Place from = past_place(s->past);
	ErrorRise r;
	NodeId n;

	go_to_place(s, place_at(past_present(s->past)), "end");
	if (session_find_first_error(s, &n, &r)) {
		go_to_place(s, place_before(n, r.count), "error");
		return;
	}
	session_goto(s, from);
	session_fail(s, "no node has set Error, or its program has cleared it");
}

/* run_goto: the command `goto`: go to a place of the run. */
void
run_goto(Session *s, const char *argument)
{
	const char *rest;
	char *word = first_word(s, argument, &rest);
	Time t;

	if (strcmp(word, "beginning") == 0)
		go_to_place(s, place_at(past_beginning(s->past)), argument);
	else if (strcmp(word, "end") == 0)
		go_to_place(s, place_at(past_present(s->past)), argument);
	else if (strcmp(word, "error") == 0)
		goto_error(s);
	else if (strcmp(word, "node") == 0)
		goto_node(s, rest);
	else if (strcmp(word, "message") == 0)
		goto_message(s, rest);
	else if (strcmp(word, "task") == 0)
		goto_task(s, rest);
	else if (time_parse(argument, &t))
		go_to_place(s, place_at(t), argument);
	else
		session_fail(s,
			"goto takes TIME, beginning, end, error, node N COUNT, message N of link "
			"NODE.LINK, or task TASK begins");
	show_arrival(s);
}

/* run_run: the command `run`: go to the beginning, and run from there. */
void
run_run(Session *s, const char *argument)
{
	(void)argument;
	go_to_place(s, place_at(past_beginning(s->past)), "beginning");
	run_continue(s, "");
}

/*
 * is_before_object: true if the change at the run's present place (`changed`) was made before the
 * memory belonged to the object; then also go to the place at which the memory began to belong to
 * the object. count: the instructions that the node had executed when the object was chosen.
 */
static bool
is_before_object(Session *s, Life *l, uint64_t count, Place changed, const char *name)
{
	char how[80];
	Place at;
	Buf b = {0};

	if (!life_go_to_begin(s, l, count, &at, how, sizeof how) || at.count == changed.count + 1) {
		past_goto(s->past, changed);
		return false;
	}
	s->event = (Event){.reason = REASON_GOTO, .place = at};
	session_refresh(s);
	show_place(s, &b);
	fprintf(s->out, "%s has not changed since %s, at %.*s\n", name, how, (int)b.len,
		(char *)b.data);
	buf_free(&b);
	show_where(s, true);
	return true;
}

/* run_last: the command `last`: go back to the last change of a value. */
void
run_last(Session *s, const char *argument)
{
	Value v = session_object(s, argument);
	Word size = v.bits ? (v.bit % 8 + v.bits + 7) / 8 : type_plain(v.type)->size;
	NodeId n = s->node;
	uint64_t count = t800_count(s->w->nodes[n]);
	Place found;
	Life *life;
	Buf b = {0};
	bool other;

	if (!v.object)
		session_fail(s, "'%s' is not an object in memory", argument);
	life = life_new(s, v.addr + v.bit / 8, size);
	if (!past_last_change(s->past, n, v.addr + v.bit / 8, size, &found)) {
		session_refresh(s);
		fprintf(s->out, "%s has not changed since the beginning\n", argument);
		show_where(s, true);
		free(life);
		return;
	}
	other = life && is_before_object(s, life, count, found, argument);
	free(life);
	if (other)
		return;
	s->event = (Event){.reason = REASON_GOTO, .place = found};
	session_refresh(s);
	fprintf(s->out,
		found.node == NOWHERE ? s->line > 0
				? "%s is changed next by hand, or by what a link delivers, at "
				: "%s is changed next by a message from a link, at  "
				: "%s is changed by the "
					"next instruction, at ",
		argument);
	show_place(s, &b);
	fprintf(s->out, "%.*s\n", (int)b.len, (char *)b.data);
	buf_free(&b);
	show_where(s, true);
}
