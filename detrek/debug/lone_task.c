/*
 * lone_task.c - runs a single user function again with the input of the recorded run, on a network
 * that consists of its node only. This is the second phase of Lin's thesis.
 *
 * The search starts at the end of the recorded run, so that it finds the last function that began
 * to work at the task. If one of these functions has not ended, it is the last one. The work of a
 * function ends when it returns, or when the node stops; the generator and the receiver end a task
 * when they begin the next.
 */
#include "lone_task.h"

#include "sim/node/node_words.h"

#include <stdlib.h>
#include <string.h>

static const Step none = {.kind = STEP_NONE};

/* ---- to where it begins ---- */

/* The session's breakpoints, put aside while a search uses its own. */
typedef struct SavedPoints {
	Point **points;
	uint32_t npoints, last_point;
} SavedPoints;

/* put_points_aside: remove the session's points; restore_points puts them back. */
static SavedPoints
put_points_aside(Session *s)
{
	SavedPoints a = {s->points, s->npoints, s->last_point};

	s->points = NULL;
	s->npoints = 0;
	return a;
}

/*
 * restore_points: give the session back the points that put_points_aside has removed, in place of
 * its present ones.
 */
static void
restore_points(Session *s, SavedPoints a)
{
	session_free_points(s);
	s->points = a.points;
	s->npoints = a.npoints;
	s->last_point = a.last_point;
}

/*
 * is_trek_frame: true if the frame is of a function of TrEK that the generator or the receiver
 * calls.
 */
static bool
is_trek_frame(const ChainFrame *f)
{
	return strcmp(f->function, "do_task") == 0 || strcmp(f->function, "get_result") == 0;
}

/* leave_trek: return from the TrEK function in which a task begins to the user's function. */
static void
leave_trek(Session *s)
{
	Place at = past_place(s->past);

	session_goto(s, place_before(at.node, at.count + 1));
	for (size_t i = 0; i < s->nchain; i++)
		if (is_trek_frame(&s->chain[i]) && !s->chain[i].inlined && i + 1 < s->nchain) {
			session_select_frame(s, i);
			session_finish(s, false);
			break;
		}
}

/*
 * go_to_task_begin: go forward (backward) to the first (last) place at which a function begins a
 * task.
 */
static bool
go_to_task_begin(Session *s, const TaskName *t, bool backward)
{
	SavedPoints aside = put_points_aside(s);
	Point *p = point_new(s, POINT_TASK, "task");
	bool found;

	p->task = *t;
	session_go(s, &none, backward, NEVER);
	found = s->event.reason == REASON_POINT;
	restore_points(s, aside);
	return found;
}

bool
session_go_to_task(Session *s, const TaskName *t, bool backward)
{
	if (!go_to_task_begin(s, t, backward))
		return false;
	if (t->function == FN_DATA_GENERATOR || t->function == FN_RESULT_RECEIVER)
		leave_trek(s);
	s->event = (Event){.reason = REASON_GOTO, .place = past_place(s->past)};
	return true;
}

/* ---- to where it ends ---- */

/* add_stop_point: add a point that stops when the node stops. */
static void
add_stop_point(Session *s, NodeId n)
{
	point_new(s, POINT_STOP, "stop")->node = n;
}

/*
 * go_to_task_end: go to the end of the function that has just begun, and return the place; *how:
 * why it ends.
 */
static Place
go_to_task_end(Session *s, const TaskName *t, const char **how)
{
	SavedPoints aside = put_points_aside(s);
	NodeId n = s->node;

	add_stop_point(s, n);
	if (t->function == FN_DATA_GENERATOR || t->function == FN_RESULT_RECEIVER) {
		point_new(s, POINT_TASK, "next")->task = (TaskName){
			.any = true, .function = t->function};
		session_go(s, &none, false, NEVER);
		*how = "it begins with the next task";
	} else {
		session_finish(s, false);
		*how = "it has returned";
	}
	if (s->event.reason == REASON_POINT && s->event.of_node)
		*how = "its node has stopped";
	else if (s->event.reason == REASON_END)
		*how = "the recorded run has ended";
	restore_points(s, aside);
	return past_place(s->past);
}

/* ---- to where it was called ---- */

/* find_call: the first instruction of the generator or the receiver before the present place. */
static Place
find_call(Session *s, const TaskName *t)
{
	static const char *const names[NFUNCTIONS] = {
		[FN_DATA_GENERATOR] = "data_generator",
		[FN_RESULT_RECEIVER] = "result_receiver",
	};
	SavedPoints aside = put_points_aside(s);
	Point *p = point_new(s, POINT_CODE, names[t->function]);

	point_locate(s, names[t->function], p);
	p->places[0].addr = program_function(p->places[0].program, names[t->function])->addr;
	session_go(s, &none, true, NEVER);
	restore_points(s, aside);
	return past_place(s->past);
}

/* ---- alone ---- */

/* function_at: the name of the function that has just begun to work at the task. */
static const char *
function_at(Session *s, const TaskName *t)
{
	if (t->function != FN_NONE)
		return node_function_names[t->function];
	session_selected_frame(s);
	return strcmp(s->chain[0].function, "split_fn") == 0   ? node_function_names[FN_SPLIT]
		: strcmp(s->chain[0].function, "join_fn") == 0 ? node_function_names[FN_JOIN]
		: node_function_names[FN_COMPUTE];
}

void
session_isolate_task(Session *s, const char *name, bool called, LoneTask *a)
{
	TaskName t;
	Place to;
	Buf b = {0};

	*a = (LoneTask){0};
	if (!task_parse(name, &t))
		session_fail(s,
			"'%s' is not a task: TASK[.SUBTASK] "
			"[compute|split|join|generator|receiver], such as 49.0010",
			name);
	past_go_present(s->past);
	session_refresh(s);
	if (!session_go_to_task(s, &t, true))
		session_fail(s, "no user's function has begun with task %s", name);
	a->begin = a->from = past_place(s->past);
	buf_printf(&b, "%s on node %s, alone", function_at(s, &t), TARGET_NODE(s->target, s->node));
	a->what = xstrndup((char *)b.data, b.len);
	buf_free(&b);
	to = go_to_task_end(s, &t, &a->end);
	if (called && (t.function == FN_DATA_GENERATOR || t.function == FN_RESULT_RECEIVER)) {
		session_goto(s, a->from);
		a->begin = find_call(s, &t);
	}
	if (!lone_cut(s->past, a->begin, to, &a->lone))
		session_fail(s,
			"%s: a fault or a switched circuit reaches the node meanwhile: debug the "
			"whole recording, "
			"'goto task %s begins'",
			a->what, name);
}

void
lone_task_free(LoneTask *a)
{
	free(a->what);
	if (a->lone.past)
		lone_free(&a->lone);
}
