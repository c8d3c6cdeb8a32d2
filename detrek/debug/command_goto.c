/*
 * command_goto.c - commands that go to a place of the run.
 */
#include "commands.h"

#include <stdio.h>
#include <string.h>

/* arrived: tell where. */
static void
arrived(Session *s)
{
	Buf b = {0};

	show_place(s, &b);
	fprintf(s->out, "%.*s\n", (int)b.len, (char *)b.data);
	buf_free(&b);
	show_where(s, true);
	show_displays(s);
}

static void
go_to(Session *s, Place to, const char *text)
{
	if (!session_goto(s, to))
		session_fail(s, "the run has no such place: %s; 'info place' tells from where to where it is known", text);
}

/* messages_in: that have come over a link until now. */
static uint64_t
messages_in(const Session *s, EndId e)
{
	return s->w->links.ends[e].in_traffic.nmessages;
}

/* goto_message: "N of link NODE.LINK": the first time at which so many have come. By halves: the number only grows. */
static void
goto_message(Session *s, const char *argument)
{
	unsigned long long number;
	char link[64];
	EndRef ref;
	Time low = past_beginning(s->past), high = past_present(s->past);
	EndId e;

	if (sscanf(argument, "%llu of link %63s", &number, link) != 2)
		session_fail(s, "goto message N of link NODE.LINK");
	ref = topology_end(s->w->topology, link);
	if (ref.kind != END_NODE)
		session_fail(s, "'%s' is not a node's link; they are written as in the topology, such as n3.1", link);
	e = ref.part * NLINKS + ref.index;
	go_to(s, place_at(high), argument);
	if (messages_in(s, e) < number)
		session_fail(s, "over link %s come only %llu messages", link, (unsigned long long)messages_in(s, e));
	while (high - low > 1) {
		Time middle = low + (high - low) / 2;

		go_to(s, place_at(middle), argument);
		if (messages_in(s, e) >= number)
			high = middle;
		else
			low = middle;
	}
	go_to(s, place_at(high), argument);
}

static void
goto_task(Session *s, const char *argument)
{
	const Step none = {.kind = STEP_NONE};
	uint64_t task;
	const char *rest;
	Point *p;
	uint32_t number;

	if (!number_parse(first_word(s, argument, &rest), UINT32_MAX, &task) || (*rest && strcmp(rest, "begins") != 0))
		session_fail(s, "goto task N begins");
	p = point_new(s, POINT_TASK, "task");
	number = p->number;
	s->last_point--;
	p->task = task;
	past_goto(s->past, place_at(past_beginning(s->past)));
	session_go(s, &none, false, NEVER);
	point_delete(s, point_find(s, number));
	if (s->event.reason != REASON_POINT || s->event.point != number)
		session_fail(s, "no user's function has begun with task %llu%s", (unsigned long long)task,
			s->event.reason == REASON_POINT ? " before another breakpoint" : "");
	s->event.reason = REASON_GOTO;
}

static void
goto_node(Session *s, const char *argument)
{
	const char *rest;
	NodeId n = session_parse_node(s, first_word(s, argument, &rest));
	uint64_t count;

	if (!number_parse(rest, UINT64_MAX, &count))
		session_fail(s, "goto node N COUNT: before the instruction that follows so many");
	go_to(s, place_before(n, count), argument);
}

void
run_goto(Session *s, const char *argument)
{
	const char *rest;
	char *word = first_word(s, argument, &rest);
	Time t;

	if (strcmp(word, "beginning") == 0)
		go_to(s, place_at(past_beginning(s->past)), argument);
	else if (strcmp(word, "end") == 0)
		go_to(s, place_at(past_present(s->past)), argument);
	else if (strcmp(word, "node") == 0)
		goto_node(s, rest);
	else if (strcmp(word, "message") == 0)
		goto_message(s, rest);
	else if (strcmp(word, "task") == 0)
		goto_task(s, rest);
	else if (time_parse(argument, &t))
		go_to(s, place_at(t), argument);
	else
		session_fail(s, "goto takes TIME, beginning, end, node N COUNT, message N of link NODE.LINK, or task N begins");
	arrived(s);
}

void
run_run(Session *s, const char *argument)
{
	(void)argument;
	go_to(s, place_at(past_beginning(s->past)), "beginning");
	run_continue(s, "");
}

void
run_last(Session *s, const char *argument)
{
	Value v = session_object(s, argument);
	Word size = v.bits ? (v.bit % 8 + v.bits + 7) / 8 : type_plain(v.type)->size;
	NodeId n = s->node;
	Place found;
	Buf b = {0};

	if (!v.object)
		session_fail(s, "'%s' is not an object in memory", argument);
	if (!past_last_change(s->past, n, v.addr + v.bit / 8, size, &found)) {
		session_refresh(s);
		fprintf(s->out, "%s has not changed since the beginning\n", argument);
		show_where(s, true);
		return;
	}
	s->event = (Event){.reason = REASON_GOTO, .place = found};
	session_refresh(s);
	fprintf(s->out, found.node == NOWHERE ? "%s is changed next by what a link delivers, at " : "%s is changed by the next instruction, at ",
		argument);
	show_place(s, &b);
	fprintf(s->out, "%.*s\n", (int)b.len, (char *)b.data);
	buf_free(&b);
	show_where(s, true);
}
