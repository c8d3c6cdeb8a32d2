/* command_run.c - commands that run and step, forward and backward. */
#include "commands.h"

#include "base/number.h"

/* show_stop: print why and where the session has stopped. */
static void
show_stop(Session *s)
{
	if (commands_are_silent(point_find(s, s->hit)))
		return;
	show_event(s);
	show_where(s, true);
	show_displays(s);
}

/*
 * go_to_time: run, forward or backward, until a reason to stop, at most to the time in the
 * argument.
 */
static void
go_to_time(Session *s, const char *argument, bool backward)
{
	const Step none = {.kind = STEP_NONE};
	Time until = NEVER;

	if (*argument && !time_parse(argument, &until))
		session_fail(s, "'%s' is not a time, such as 12.5ms", argument);
	session_go(s, &none, backward, until);
	show_stop(s);
}

/* run_continue: the command `continue`: run forward until a reason to stop. */
void
run_continue(Session *s, const char *argument)
{
	go_to_time(s, argument, false);
}

/* run_reverse_continue: the command `reverse-continue`: run backward until a reason to stop. */
void
run_reverse_continue(Session *s, const char *argument)
{
	(void)argument;
	go_to_time(s, "", true);
}

/*
 * step_session: make as many steps of the kind as the argument says; over: steps do not enter
 * calls.
 */
static void
step_session(Session *s, const char *argument, StepKind kind, bool over, bool backward)
{
	session_step(s, kind, over, backward, parse_repeat_count(s, argument));
	if (s->event.reason != REASON_STEP)
		show_event(s);
	show_where(s, true);
	if (kind == STEP_INSTRUCTION && s->nchain > 0 && s->frame == 0)
		fprintf(s->out, "0x%x\n", s->chain[0].s.iptr);
	show_displays(s);
}

/* run_step: the command `step`: step to the next line, into calls. */
void
run_step(Session *s, const char *argument)
{
	step_session(s, argument, STEP_INTO, false, false);
}

/* run_next: the command `next`: step to the next line, over calls. */
void
run_next(Session *s, const char *argument)
{
	step_session(s, argument, STEP_OVER, false, false);
}

/* run_stepi: the command `stepi`: step by an instruction, into calls. */
void
run_stepi(Session *s, const char *argument)
{
	step_session(s, argument, STEP_INSTRUCTION, false, false);
}

/* run_nexti: the command `nexti`: step by an instruction, over calls. */
void
run_nexti(Session *s, const char *argument)
{
	step_session(s, argument, STEP_INSTRUCTION, true, false);
}

/* run_reverse_step: the command `reverse-step`: step back by a line, into calls. */
void
run_reverse_step(Session *s, const char *argument)
{
	step_session(s, argument, STEP_INTO, false, true);
}

/* run_reverse_next: the command `reverse-next`: step back by a line, over calls. */
void
run_reverse_next(Session *s, const char *argument)
{
	step_session(s, argument, STEP_OVER, false, true);
}

/* run_reverse_stepi: the command `reverse-stepi`: step back by an instruction, into calls. */
void
run_reverse_stepi(Session *s, const char *argument)
{
	step_session(s, argument, STEP_INSTRUCTION, false, true);
}

/* run_reverse_nexti: the command `reverse-nexti`: step back by an instruction, over calls. */
void
run_reverse_nexti(Session *s, const char *argument)
{
	step_session(s, argument, STEP_INSTRUCTION, true, true);
}

/* run_finish: the command `finish`: run until the selected frame returns. */
void
run_finish(Session *s, const char *argument)
{
	(void)argument;
	session_finish(s, false);
	show_stop(s);
}

/* run_reverse_finish: the command `reverse-finish`: go back to the call of the selected frame. */
void
run_reverse_finish(Session *s, const char *argument)
{
	(void)argument;
	session_finish(s, true);
	if (s->event.reason != REASON_STEP)
		show_event(s);
	show_where(s, true);
	show_displays(s);
}

/* run_until: the command `until`: run to a later line of the function, or to a place. */
void
run_until(Session *s, const char *argument)
{
	const Step none = {.kind = STEP_NONE};
	Point *p;
	uint32_t number;

	if (!*argument) {
		step_session(s, "", STEP_UNTIL, false, false);
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
	p->number = 0; /* do not report it */
	point_locate(s, argument, p);
	p->number = number;
	session_go(s, &none, false, NEVER);
	if (s->event.reason == REASON_POINT && s->event.point == number)
		s->event.reason = REASON_STEP;
	point_delete(s, p);
	show_stop(s);
}
