/* command_point.c - commands that set breakpoints and watchpoints. */
#include "commands.h"

#include "base/number.h"

#include <stdlib.h>
#include <string.h>

/* find_named_point: the point whose number the argument gives; fails if there is none. */
static Point *
find_named_point(Session *s, const char *argument)
{
	uint64_t n;
	Point *p = number_parse(argument, UINT32_MAX, &n) ? point_find(s, n) : NULL;

	if (!p)
		session_fail(s, "unknown breakpoint '%s'; 'info breakpoints' lists them", argument);
	return p;
}

/* print_point: print the point in words, after it was set. */
static void
print_point(Session *s, const Point *p)
{
	Buf b = {0};

	point_text(s, p, &b);
	fprintf(s->out, "%.*s\n", (int)b.len, (char *)b.data);
	buf_free(&b);
}

/* restrict_to_process: let the breakpoint stop only the process that the text names. */
static void
restrict_to_process(Session *s, Point *p, const char *text)
{
	uint32_t number;
	Thread t;

	session_parse_process(s, text, &p->node, &number);
	if (!target_thread(s->target, p->node, number, &t))
		session_fail(s, "unknown process %s now; 'info processes' lists them", text);
	p->has_process = true;
	p->low = t.low;
	p->nbytes = t.nbytes;
}

/* set_breakpoint: set a breakpoint; once: it is deleted when it is hit. */
static void
set_breakpoint(Session *s, const char *argument, bool once)
{
	char *text = arena_strndup(&s->arena, argument, strlen(argument));
	char *condition = cut_off(s, text, "if"), *process = cut_off(s, text, "process"),
		*node = cut_off(s, text, "node");
	Point found = {.node = NOWHERE}, *p;

	if (!process)
		process = cut_off(s, text, "thread");
	if (process)
		restrict_to_process(s, &found, process);
	if (node)
		found.node = session_parse_node(s, node);
	if (!*text) {
		const ChainFrame *f = session_selected_frame(s);

		if (!f->program)
			session_fail(s, "the process is in no known program");
		found.places[found.nplaces++] = (CodePlace){
			f->program, f->s.iptr - f->s.code_moved, f->depth};
	} else {
		point_locate(s, text, &found);
	}
	if (condition)
		point_check_condition(s, &found, condition);
	p = point_new(s, POINT_CODE, *text ? text : "here");
	p->node = found.node;
	p->has_process = found.has_process;
	p->low = found.low;
	p->nbytes = found.nbytes;
	memcpy(p->places, found.places, sizeof p->places);
	p->nplaces = found.nplaces;
	p->condition = condition ? xstrdup(condition) : NULL;
	p->once = once;
	print_point(s, p);
}

/*
 * set_event_breakpoint: set a breakpoint at an event over variables; once: it is deleted when it is
 * hit.
 */
static void
set_event_breakpoint(Session *s, const char *argument, bool once)
{
	EventPoint *e = event_point_new(s, argument);
	Point *p = point_new(s, POINT_EVENT, argument);

	p->event = e;
	p->once = once;
	print_point(s, p);
}

/* run_break_event: the command `break-event`: set a breakpoint at an event over variables. */
void
run_break_event(Session *s, const char *argument)
{
	set_event_breakpoint(s, argument, false);
}

/* run_break: the command `break`: set a breakpoint. */
void
run_break(Session *s, const char *argument)
{
	(*argument == '{' ? set_event_breakpoint : set_breakpoint)(s, argument, false);
}

/* run_tbreak: the command `tbreak`: set a breakpoint that is deleted when it is hit. */
void
run_tbreak(Session *s, const char *argument)
{
	(*argument == '{' ? set_event_breakpoint : set_breakpoint)(s, argument, true);
}

/* set_watchpoint: set a point that stops where the object is written or, by kind, read. */
static void
set_watchpoint(Session *s, const char *argument, PointKind kind)
{
	Value v = session_object(s, argument);
	Point *p;

	if (!v.object || type_plain(v.type)->kind == TYPE_FUNCTION)
		session_fail(s, "'%s' is not an object in memory, and so cannot be watched",
			argument);
	p = point_new(s, kind, argument);
	p->node = s->node;
	p->addr = v.addr + v.bit / 8;
	p->size = v.bits ? (v.bit % 8 + v.bits + 7) / 8 : type_plain(v.type)->size;
	p->type = type_keep(&p->arena, v.type);
	life_find(s, p);
	print_point(s, p);
}

/* run_watch: the command `watch`: stop where an object changes. */
void
run_watch(Session *s, const char *argument)
{
	set_watchpoint(s, argument, POINT_WATCH);
}

/* run_rwatch: the command `rwatch`: stop where an object is read. */
void
run_rwatch(Session *s, const char *argument)
{
	set_watchpoint(s, argument, POINT_READ);
}

/* parse_link_or_node: parse "n3.1" or "3"; *link is NOWHERE for any link of the node. */
static NodeId
parse_link_or_node(Session *s, const char *text, uint32_t *link)
{
	EndRef ref;

	*link = NOWHERE;
	if (!strchr(text, '.'))
		return session_parse_node(s, text);
	ref = session_parse_link(s, text);
	*link = ref.index;
	return ref.part;
}

/* run_catch: the command `catch`: stop at an event of the machine, such as a message or Error. */
void
run_catch(Session *s, const char *argument)
{
	static const struct {
		const char *name;
		PointKind kind;
	} kinds[] = {{"error", POINT_ERROR}, {"unaligned", POINT_UNALIGNED}, {"stop", POINT_STOP},
		{"message", POINT_MESSAGE}, {"task", POINT_TASK}};
	size_t n = strcspn(argument, " \t");
	const char *rest = skip_blanks(argument + n);
	TaskName task = {0};
	Point *p;

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		NodeId node = NOWHERE;
		uint32_t link = NOWHERE;

		if (strlen(kinds[i].name) != n || strncmp(kinds[i].name, argument, n) != 0)
			continue;
		if (kinds[i].kind == POINT_TASK && !task_parse(rest, &task))
			session_fail(s,
				"catch task: expected TASK[.SUBTASK] "
				"[compute|split|join|generator|receiver], not '%s'",
				rest);
		if (kinds[i].kind == POINT_MESSAGE && *rest)
			node = parse_link_or_node(s, rest, &link);
		p = point_new(s, kinds[i].kind, argument);
		p->task = task;
		p->node = node;
		p->link = link;
		print_point(s, p);
		return;
	}
	if (n == 8 && strncmp(argument, "deadlock", n) == 0) {
		fprintf(s->out, "a deadlock ends the run: 'continue' stops there, and says so\n");
		return;
	}
	session_fail(s,
		"catch takes error, unaligned, stop, deadlock, message [NODE|LINK] or task TASK, "
		"not '%s'",
		argument);
}

/* run_delete: the command `delete`: delete a point, or all. */
void
run_delete(Session *s, const char *argument)
{
	if (*argument)
		point_delete(s, find_named_point(s, argument));
	else
		session_free_points(s);
}

/* run_enable: the command `enable`: let a point, or all, stop the machine again. */
void
run_enable(Session *s, const char *argument)
{
	for (uint32_t i = 0; !*argument && i < s->npoints; i++)
		s->points[i]->enabled = true;
	if (*argument)
		find_named_point(s, argument)->enabled = true;
}

/* run_disable: the command `disable`: let a point, or all, not stop the machine. */
void
run_disable(Session *s, const char *argument)
{
	for (uint32_t i = 0; !*argument && i < s->npoints; i++)
		s->points[i]->enabled = false;
	if (*argument)
		find_named_point(s, argument)->enabled = false;
}

/* run_condition: the command `condition`: give a breakpoint a condition, or none. */
void
run_condition(Session *s, const char *argument)
{
	const char *rest;
	Point *p = find_named_point(s, first_word(s, argument, &rest));

	if (p->kind != POINT_CODE)
		session_fail(s, "only breakpoints have conditions");
	if (*rest)
		point_check_condition(s, p, rest);
	free(p->condition);
	p->condition = *rest ? xstrdup(rest) : NULL;
	print_point(s, p);
}

/* run_ignore: the command `ignore`: let a point not stop at its next hits. */
void
run_ignore(Session *s, const char *argument)
{
	const char *rest;
	Point *p = find_named_point(s, first_word(s, argument, &rest));

	p->ignore = parse_repeat_count(s, rest);
	fprintf(s->out, "breakpoint %u: the next %llu hits are ignored\n", p->number,
		(unsigned long long)p->ignore);
}
