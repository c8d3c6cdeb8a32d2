/*
 * command.c - the debugger's commands, a row each. They have gdb's names.
 */
#include "session.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- arguments ---- */

static const char *
skip_blanks(const char *s)
{
	return s + strspn(s, " \t");
}

static uint64_t
count_of(Session *s, const char *argument)
{
	uint64_t n = 1;

	if (*argument && !number_parse(argument, UINT32_MAX, &n))
		session_fail(s, "'%s' is not a number", argument);
	return n;
}

static Point *
point_of(Session *s, const char *argument)
{
	uint64_t n;
	Point *p = number_parse(argument, UINT32_MAX, &n) ? point_find(s, n) : NULL;

	if (!p)
		session_fail(s, "unknown breakpoint '%s'; 'info breakpoints' lists them", argument);
	return p;
}

/* word_at: a word of its own in the text; NULL: it is not there. */
static const char *
word_at(const char *text, const char *word)
{
	size_t n = strlen(word);

	for (const char *p = strstr(text, word); p; p = strstr(p + 1, word))
		if ((p == text || isspace((unsigned char)p[-1])) && isspace((unsigned char)p[n]))
			return p;
	return NULL;
}

static void
trim(char *text)
{
	size_t n = strlen(text);

	while (n > 0 && isspace((unsigned char)text[n - 1]))
		text[--n] = '\0';
}

/* cut_off: "WORD rest" at the end of a text is taken off it; returns rest, NULL: there is none. */
static char *
cut_off(Session *s, char *text, const char *word)
{
	const char *at = word_at(text, word);
	char *rest;

	if (!at && strncmp(text, word, strlen(word)) == 0 && isspace((unsigned char)text[strlen(word)]))
		at = text;
	if (!at)
		return NULL;
	rest = arena_strndup(&s->arena, skip_blanks(at + strlen(word)), strlen(skip_blanks(at + strlen(word))));
	text[at - text] = '\0';
	trim(text);
	return rest;
}

/* ---- where to stop ---- */

static void
tell_point(Session *s, const Point *p)
{
	Buf b = {0};

	point_text(s, p, &b);
	fprintf(s->out, "%.*s\n", (int)b.len, (char *)b.data);
	buf_free(&b);
}

static void
only_process(Session *s, Point *p, const char *text)
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

static void
make_break(Session *s, const char *argument, bool once)
{
	char *text = arena_strndup(&s->arena, argument, strlen(argument));
	char *condition = cut_off(s, text, "if"), *process = cut_off(s, text, "process"), *node = cut_off(s, text, "node");
	Point found = {.node = NOWHERE}, *p;

	if (!process)
		process = cut_off(s, text, "thread");
	if (process)
		only_process(s, &found, process);
	if (node)
		found.node = session_parse_node(s, node);
	if (!*text) {
		const ChainFrame *f = session_here(s);

		if (!f->program)
			session_fail(s, "the process is in no known program");
		found.places[found.nplaces++] = (CodePlace){f->program, f->s.iptr - f->s.code_moved};
	} else {
		point_locate(s, text, &found);
	}
	p = point_new(s, POINT_CODE, *text ? text : "here");
	p->node = found.node;
	p->has_process = found.has_process;
	p->low = found.low;
	p->nbytes = found.nbytes;
	memcpy(p->places, found.places, sizeof p->places);
	p->nplaces = found.nplaces;
	p->condition = condition ? xstrdup(condition) : NULL;
	p->once = once;
	tell_point(s, p);
}

static void
run_break(Session *s, const char *argument)
{
	make_break(s, argument, false);
}

static void
run_tbreak(Session *s, const char *argument)
{
	make_break(s, argument, true);
}

static void
make_watch(Session *s, const char *argument, PointKind kind)
{
	Value v = session_object(s, argument);
	Point *p;

	if (!v.object || type_plain(v.type)->kind == TYPE_FUNCTION)
		session_fail(s, "'%s' is not an object in memory, and so cannot be watched", argument);
	p = point_new(s, kind, argument);
	p->node = s->node;
	p->addr = v.addr + v.bit / 8;
	p->size = v.bits ? (v.bit % 8 + v.bits + 7) / 8 : type_plain(v.type)->size;
	p->type = type_keep(&p->arena, v.type);
	tell_point(s, p);
}

static void
run_watch(Session *s, const char *argument)
{
	make_watch(s, argument, POINT_WATCH);
}

static void
run_rwatch(Session *s, const char *argument)
{
	make_watch(s, argument, POINT_READ);
}

static void
run_catch(Session *s, const char *argument)
{
	static const struct {
		const char *name;
		PointKind kind;
	} kinds[] = {{"error", POINT_ERROR}, {"stop", POINT_STOP}, {"message", POINT_MESSAGE}, {"task", POINT_TASK}};
	size_t n = strcspn(argument, " \t");
	const char *rest = skip_blanks(argument + n);
	uint64_t task = 0;
	Point *p;

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		NodeId node = NOWHERE;

		if (strlen(kinds[i].name) != n || strncmp(kinds[i].name, argument, n) != 0)
			continue;
		if (kinds[i].kind == POINT_TASK && !number_parse(rest, UINT32_MAX, &task))
			session_fail(s, "catch task: the task's number must follow");
		if (kinds[i].kind == POINT_MESSAGE && *rest)
			node = session_parse_node(s, rest);
		p = point_new(s, kinds[i].kind, argument);
		p->task = task;
		p->node = node;
		tell_point(s, p);
		return;
	}
	if (n == 8 && strncmp(argument, "deadlock", n) == 0) {
		fprintf(s->out, "a deadlock ends the run: 'continue' stops there, and says so\n");
		return;
	}
	session_fail(s, "catch takes error, stop, deadlock, message [NODE] or task N, not '%s'", argument);
}

static void
run_delete(Session *s, const char *argument)
{
	if (*argument)
		point_delete(s, point_of(s, argument));
	else
		points_free(s);
}

static void
run_enable(Session *s, const char *argument)
{
	for (uint32_t i = 0; !*argument && i < s->npoints; i++)
		s->points[i]->enabled = true;
	if (*argument)
		point_of(s, argument)->enabled = true;
}

static void
run_disable(Session *s, const char *argument)
{
	for (uint32_t i = 0; !*argument && i < s->npoints; i++)
		s->points[i]->enabled = false;
	if (*argument)
		point_of(s, argument)->enabled = false;
}

/* first_word: the argument's; *rest: what follows. */
static char *
first_word(Session *s, const char *argument, const char **rest)
{
	size_t n = strcspn(argument, " \t");

	*rest = skip_blanks(argument + n);
	return arena_strndup(&s->arena, argument, n);
}

static void
run_condition(Session *s, const char *argument)
{
	const char *rest;
	Point *p = point_of(s, first_word(s, argument, &rest));

	if (p->kind != POINT_CODE)
		session_fail(s, "only breakpoints have conditions");
	free(p->condition);
	p->condition = *rest ? xstrdup(rest) : NULL;
	tell_point(s, p);
}

static void
run_ignore(Session *s, const char *argument)
{
	const char *rest;
	Point *p = point_of(s, first_word(s, argument, &rest));

	p->ignore = count_of(s, rest);
	fprintf(s->out, "breakpoint %u: the next %llu hits are passed over\n", p->number, (unsigned long long)p->ignore);
}

/* ---- on and back ---- */

/* stopped: tell why and where. */
static void
stopped(Session *s)
{
	show_event(s);
	show_where(s, true);
	show_displays(s);
}

static void
go(Session *s, const char *argument, bool backward)
{
	const Step none = {.kind = STEP_NONE};
	Time until = NEVER;

	if (*argument && !time_parse(argument, &until))
		session_fail(s, "'%s' is not a time, such as 12.5ms", argument);
	session_go(s, &none, backward, until);
	stopped(s);
}

static void
run_continue(Session *s, const char *argument)
{
	go(s, argument, false);
}

static void
run_reverse_continue(Session *s, const char *argument)
{
	(void)argument;
	go(s, "", true);
}

static void
step(Session *s, const char *argument, StepKind kind, bool over, bool backward)
{
	session_step(s, kind, over, backward, count_of(s, argument));
	if (s->event.reason != REASON_STEP)
		show_event(s);
	show_where(s, true);
	if (kind == STEP_INSTRUCTION && s->nchain > 0 && s->frame == 0)
		fprintf(s->out, "0x%x\n", s->chain[0].s.iptr);
	show_displays(s);
}

static void
run_step(Session *s, const char *argument)
{
	step(s, argument, STEP_INTO, false, false);
}

static void
run_next(Session *s, const char *argument)
{
	step(s, argument, STEP_OVER, false, false);
}

static void
run_stepi(Session *s, const char *argument)
{
	step(s, argument, STEP_INSTRUCTION, false, false);
}

static void
run_nexti(Session *s, const char *argument)
{
	step(s, argument, STEP_INSTRUCTION, true, false);
}

static void
run_reverse_step(Session *s, const char *argument)
{
	step(s, argument, STEP_INTO, false, true);
}

static void
run_reverse_next(Session *s, const char *argument)
{
	step(s, argument, STEP_OVER, false, true);
}

static void
run_reverse_stepi(Session *s, const char *argument)
{
	step(s, argument, STEP_INSTRUCTION, false, true);
}

static void
run_reverse_nexti(Session *s, const char *argument)
{
	step(s, argument, STEP_INSTRUCTION, true, true);
}

static void
run_finish(Session *s, const char *argument)
{
	(void)argument;
	session_finish(s, false);
	stopped(s);
}

static void
run_reverse_finish(Session *s, const char *argument)
{
	(void)argument;
	session_finish(s, true);
	if (s->event.reason != REASON_STEP)
		show_event(s);
	show_where(s, true);
	show_displays(s);
}

static void
run_until(Session *s, const char *argument)
{
	const Step none = {.kind = STEP_NONE};
	Point *p;
	uint32_t number;

	if (!*argument) {
		step(s, "", STEP_UNTIL, false, false);
		return;
	}
	session_thread(s);
	p = point_new(s, POINT_CODE, argument);
	number = p->number;
	p->node = s->node;
	p->has_process = s->thread.nbytes > 0;
	p->low = s->thread.low;
	p->nbytes = s->thread.nbytes;
	s->last_point--;
	p->number = 0; /* it is not told of */
	point_locate(s, argument, p);
	p->number = number;
	session_go(s, &none, false, NEVER);
	if (s->event.reason == REASON_POINT && s->event.point == number)
		s->event.reason = REASON_STEP;
	point_delete(s, p);
	stopped(s);
}

/* ---- to a place ---- */

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

static void
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

static void
run_run(Session *s, const char *argument)
{
	(void)argument;
	go_to(s, place_at(past_beginning(s->past)), "beginning");
	run_continue(s, "");
}

static void
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

/* ---- looking ---- */

static void
run_backtrace(Session *s, const char *argument)
{
	bool locals = strncmp(argument, "full", 4) == 0;

	if (locals)
		argument = skip_blanks(argument + 4);
	show_chain(s, *argument ? count_of(s, argument) : MAX_CHAIN, locals);
}

static void
run_frame(Session *s, const char *argument)
{
	if (*argument)
		session_frame(s, count_of(s, argument));
	session_here(s);
	show_frame(s, s->frame);
	if (session_line(s, s->chain[s->frame].place.file, s->chain[s->frame].place.line))
		fprintf(s->out, "%d\t%s\n", s->chain[s->frame].place.line,
			session_line(s, s->chain[s->frame].place.file, s->chain[s->frame].place.line));
}

static void
run_up(Session *s, const char *argument)
{
	session_frame(s, s->frame + count_of(s, argument));
	run_frame(s, "");
}

static void
run_down(Session *s, const char *argument)
{
	uint64_t n = count_of(s, argument);

	if (n > s->frame)
		session_fail(s, "frame %zu is %s", s->frame, s->frame ? "too near to the innermost" : "the innermost");
	session_frame(s, s->frame - n);
	run_frame(s, "");
}

/* slash_format: "/x rest"; without one, 0. */
static char
slash_format(Session *s, const char **argument)
{
	char format;

	if (**argument != '/')
		return 0;
	format = (*argument)[1];
	if (!strchr("xduotcafs", format) || format == '\0' || ((*argument)[2] && !isspace((unsigned char)(*argument)[2])))
		session_fail(s, "'%.*s' is not a format: /x /d /u /o /t /c /a /f /s", (int)strcspn(*argument, " \t"), *argument);
	*argument = skip_blanks(*argument + 2);
	return format;
}

static void
run_print(Session *s, const char *argument)
{
	char format = slash_format(s, &argument);
	Value v;
	Buf b = {0};

	if (!*argument)
		session_fail(s, "print: an expression must follow");
	v = session_eval(s, argument);
	buf_printf(&b, "%s = ", argument);
	session_value_text(s, v, format, &b);
	fprintf(s->out, "%.*s\n", (int)b.len, (char *)b.data);
	buf_free(&b);
}

static void
run_display(Session *s, const char *argument)
{
	char format = slash_format(s, &argument);

	if (*argument) {
		session_eval(s, argument); /* it must have a value here */
		s->displays = xrealloc(s->displays, (s->ndisplays + 1) * sizeof *s->displays);
		s->displays[s->ndisplays++] = (Display){++s->last_display, xstrdup(argument), format};
	}
	show_displays(s);
}

static void
run_undisplay(Session *s, const char *argument)
{
	uint64_t n = count_of(s, argument);

	for (uint32_t i = 0; i < s->ndisplays; i++)
		if (!*argument || s->displays[i].number == n) {
			free(s->displays[i].text);
			memmove(s->displays + i, s->displays + i + 1, (--s->ndisplays - i) * sizeof *s->displays);
			i--;
		}
}

/* type_of: of a type's name or an expression. */
static const Type *
type_of(Session *s, const char *argument)
{
	Scope scope = session_scope(s);
	Names names = scope_names(&scope);
	const Type *t = expression_type(&s->arena, argument, &names);

	return t ? t : session_object(s, argument).type;
}

static void
run_whatis(Session *s, const char *argument)
{
	Buf b = {0};

	type_text(type_of(s, argument), "", &b);
	fprintf(s->out, "%.*s\n", (int)b.len, (char *)b.data);
	buf_free(&b);
}

static void
run_ptype(Session *s, const char *argument)
{
	const Type *t = type_of(s, argument), *plain = type_plain(t);
	Buf b = {0};

	if (plain->kind == TYPE_STRUCT || plain->kind == TYPE_UNION || plain->kind == TYPE_ENUM) {
		type_definition(plain, &b);
	} else {
		type_text(t, "", &b);
		buf_byte(&b, '\n');
	}
	fprintf(s->out, "%.*s", (int)b.len, (char *)b.data);
	buf_free(&b);
}

static void
run_x(Session *s, const char *argument)
{
	size_t n = *argument == '/' ? strcspn(argument, " \t") : 0;
	char *format = arena_strndup(&s->arena, argument + (n > 0), n ? n - 1 : 0);

	argument = skip_blanks(argument + n);
	if (!*argument)
		session_fail(s, "x: an address must follow");
	show_memory(s, format, argument);
}

static void
run_disassemble(Session *s, const char *argument)
{
	show_disassembly(s, argument);
}

static void
run_node(Session *s, const char *argument)
{
	if (*argument)
		session_choose(s, session_parse_node(s, argument), 0);
	show_where(s, true);
}

static void
run_process(Session *s, const char *argument)
{
	uint32_t number;
	NodeId n;
	Thread t;

	if (*argument) {
		session_parse_process(s, argument, &n, &number);
		if (!target_thread(s->target, n, number, &t))
			session_fail(s, "unknown process %s now; 'info processes %u' lists those of its node", argument,
				target_number(s->target, n));
		session_choose(s, n, number);
	}
	show_where(s, true);
	if (s->has_thread && s->thread.state != THREAD_RUNNING)
		fprintf(s->out, "it %s%s%s; its stack lies from 0x%x to 0x%x\n", thread_state(s->thread.state),
			*s->thread.waits ? " " : "", s->thread.waits, s->thread.low, s->thread.low + s->thread.nbytes);
}

static void
run_directory(Session *s, const char *argument)
{
	if (!*argument)
		session_fail(s, "directory: a folder must follow");
	s->folders = xrealloc(s->folders, (s->nfolders + 1) * sizeof *s->folders);
	s->folders[s->nfolders++] = xstrdup(argument);
}

static void
run_echo(Session *s, const char *argument)
{
	fprintf(s->out, "%s\n", argument);
}

static void
run_source(Session *s, const char *argument)
{
	jmp_buf outer;
	bool good;

	if (!*argument)
		session_fail(s, "source: a file of commands must follow");
	memcpy(outer, s->escape, sizeof outer);
	argument = xstrdup(argument);
	good = session_script(s, argument, false);
	free((char *)argument);
	memcpy(s->escape, outer, sizeof outer);
	if (!good)
		longjmp(s->escape, 1); /* with the message of what failed */
}

static void
run_quit(Session *s, const char *argument)
{
	(void)argument;
	s->quit = true;
}

static void
run_help(Session *s, const char *argument)
{
	const DebugCommand *c = *argument ? debug_command_named(argument, strlen(argument)) : NULL;

	if (*argument && !c)
		session_fail(s, "unknown command '%s'; 'help' lists them", argument);
	for (int i = 0; i < ndebug_commands; i++)
		if (!c || c == &debug_commands[i])
			fprintf(s->out, "%-17s %-5s %-34s %s\n", debug_commands[i].name, debug_commands[i].alias ? debug_commands[i].alias : "",
				debug_commands[i].args, debug_commands[i].help);
}

/* ---- the table ---- */

const DebugCommand debug_commands[] = {
	{"backtrace", "bt", run_backtrace, "[full] [N]", "functions that the process is in"},
	{"break", "b", run_break, "[PLACE] [process P | node N] [if E]", "stop before a place: FUNCTION, FILE:LINE, LINE, *ADDRESS"},
	{"catch", NULL, run_catch, "error|stop|deadlock|message|task N", "stop at an event"},
	{"condition", NULL, run_condition, "N [EXPRESSION]", "a breakpoint stops only if it is true"},
	{"continue", "c", run_continue, "[TIME]", "on to the next stop, or to a time"},
	{"delete", "d", run_delete, "[N]", "delete a breakpoint, or all"},
	{"directory", NULL, run_directory, "DIR", "look for sources there, too"},
	{"disable", NULL, run_disable, "[N]", "a breakpoint no longer stops"},
	{"disassemble", NULL, run_disassemble, "[ADDRESS]", "instructions of a function"},
	{"display", NULL, run_display, "[/F] [EXPRESSION]", "print it at every stop"},
	{"down", NULL, run_down, "[N]", "choose a function that is called"},
	{"echo", NULL, run_echo, "TEXT", "print the text"},
	{"enable", NULL, run_enable, "[N]", "a breakpoint stops again"},
	{"finish", NULL, run_finish, "", "on until the function has returned"},
	{"frame", "f", run_frame, "[N]", "choose a function that the process is in"},
	{"goto", NULL, run_goto, "TIME|beginning|end|node N COUNT|...", "to a place; message N of link L, task N begins"},
	{"help", "h", run_help, "[COMMAND]", "this list"},
	{"ignore", NULL, run_ignore, "N COUNT", "pass over hits of a breakpoint"},
	{"info", "i", info_command, "[WHAT]", "nodes, processes, links, locals, ...: 'info' lists them"},
	{"last", NULL, run_last, "EXPRESSION", "back to where it was last changed"},
	{"list", "l", show_list, "[PLACE]", "lines of the source"},
	{"next", "n", run_next, "[N]", "to the next line, over calls"},
	{"nexti", "ni", run_nexti, "[N]", "an instruction, over calls"},
	{"node", NULL, run_node, "[N]", "choose a node"},
	{"print", "p", run_print, "[/F] EXPRESSION", "its value; F: x d u o t c a f s"},
	{"process", "thread", run_process, "[NODE.PROCESS]", "choose a process"},
	{"ptype", NULL, run_ptype, "EXPRESSION|TYPE", "its type, as declared"},
	{"quit", "q", run_quit, "", "end the session"},
	{"reverse-continue", "rc", run_reverse_continue, "", "back to the last stop before this one"},
	{"reverse-finish", NULL, run_reverse_finish, "", "back to where the function was called"},
	{"reverse-next", "rn", run_reverse_next, "[N]", "back a line, over calls"},
	{"reverse-nexti", "rni", run_reverse_nexti, "[N]", "back an instruction, over calls"},
	{"reverse-step", "rs", run_reverse_step, "[N]", "back a line, into functions"},
	{"reverse-stepi", "rsi", run_reverse_stepi, "[N]", "back an instruction"},
	{"run", "r", run_run, "", "from the beginning to the first stop"},
	{"rwatch", NULL, run_rwatch, "EXPRESSION", "stop when it is read"},
	{"source", NULL, run_source, "FILE", "run the commands of a file"},
	{"step", "s", run_step, "[N]", "to the next line, into functions"},
	{"stepi", "si", run_stepi, "[N]", "an instruction"},
	{"tbreak", NULL, run_tbreak, "as break", "stop there once"},
	{"undisplay", NULL, run_undisplay, "[N]", "do not print it any more"},
	{"until", "u", run_until, "[PLACE]", "to a later line of the function, or to a place"},
	{"up", NULL, run_up, "[N]", "choose a calling function"},
	{"watch", NULL, run_watch, "EXPRESSION", "stop when it changes"},
	{"whatis", NULL, run_whatis, "EXPRESSION|TYPE", "the name of its type"},
	{"x", NULL, run_x, "[/NFU] ADDRESS", "memory: N things, F format, U size (b h w g)"},
};
const int ndebug_commands = sizeof debug_commands / sizeof *debug_commands;

const DebugCommand *
debug_command_named(const char *name, size_t len)
{
	const DebugCommand *found = NULL;

	for (int i = 0; i < ndebug_commands; i++) {
		const DebugCommand *c = &debug_commands[i];

		if ((strlen(c->name) == len && strncmp(c->name, name, len) == 0)
			|| (c->alias && strlen(c->alias) == len && strncmp(c->alias, name, len) == 0))
			return c;
	}
	for (int i = 0; i < ndebug_commands; i++)
		if (strncmp(debug_commands[i].name, name, len) == 0) {
			if (found)
				return NULL;
			found = &debug_commands[i];
		}
	return found;
}

bool
session_command(Session *s, const char *line)
{
	size_t n;
	const DebugCommand *c;
	char *text;

	arena_free(&s->arena);
	line = skip_blanks(line);
	if (!*line || *line == '#')
		return true;
	text = arena_strndup(&s->arena, line, strlen(line));
	trim(text);
	if (setjmp(s->escape) != 0)
		return false;
	n = strcspn(text, " \t/*'\"(");
	c = n > 0 ? debug_command_named(text, n) : NULL;
	if (!c)
		session_fail(s, "unknown command '%.*s', or it could be several; 'help' lists them", (int)n, text);
	c->run(s, skip_blanks(text + n));
	return true;
}
