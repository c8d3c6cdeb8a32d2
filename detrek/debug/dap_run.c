/* dap_run.c - requests of the Debug Adapter Protocol that set breakpoints, and that run or step. */
#include "dap.h"

#include "base/number.h"

#include <stdlib.h>
#include <string.h>

/* ---- breakpoints: each list from a client replaces its previous list ---- */

/*
 * drop_points: delete all points that the client has set for `owner`, a file or a kind of request.
 */
static void
drop_points(Session *s, const char *owner)
{
	for (uint32_t i = s->npoints; i-- > 0;)
		if (s->points[i]->owner && strcmp(s->points[i]->owner, owner) == 0)
			point_delete(s, s->points[i]);
}

/* read_conditions: read a breakpoint's conditions, and the text that it logs, from a request. */
static void
read_conditions(Dap *d, const json_t *one, Point *p)
{
	const char *condition = dap_string(d, one, "condition", ""),
		*hits = dap_string(d, one, "hitCondition", ""),
		*log = dap_string(d, one, "logMessage", "");
	uint64_t n;

	if (*condition) {
		point_check_condition(d->s, p, condition);
		p->condition = xstrdup(condition);
	}
	if (*hits && !number_parse(hits, UINT32_MAX, &n))
		dap_fail(d, "the hit condition '%s' must be a number", hits);
	if (*hits && n > 0)
		p->ignore = n - 1;
	if (*log) {
		point_check_log(d->s, p, log);
		p->log = xstrdup(log);
	}
}

/* verified_point: the answer about a breakpoint that was set. */
static json_t *
verified_point(Dap *d, const Point *p)
{
	SourcePlace at = p->nplaces > 0 ? point_source(&p->places[0]) : (SourcePlace){0};
	json_t *b = json_pack("{s:I, s:b}", "id", (json_int_t)p->number, "verified", 1);

	if (at.file)
		json_object_set_new(b, "line", json_integer(dap_client_line(d, at.line)));
	return b;
}

/* locate_data: set the memory that point p watches from a dataId. */
static void
locate_data(Dap *d, const char *id, const json_t *one, Point *p)
{
	Session *s = d->s;
	unsigned node, addr, size;

	if (sscanf(id, "%u %x %u", &node, &addr, &size) != 3
		|| target_node(s->target, node) == NOWHERE || size == 0)
		session_fail(s, "an unknown dataId");
	if (*dap_string(d, one, "condition", ""))
		session_fail(s, "a data breakpoint has no condition; it may have a hit count");
	p->node = target_node(s->target, node);
	p->addr = addr;
	p->size = size;
	p->type = type_array(&p->arena, &base_types[BASE_UNSIGNED_CHAR], size);
}

/* locate_event: set the event of point p from a text, written as for `break-event`. */
static void
locate_event(Dap *d, const char *event, const json_t *one, Point *p)
{
	if (*dap_string(d, one, "condition", ""))
		session_fail(d->s, "a condition of an event is a part of one of its expressions");
	p->kind = POINT_EVENT;
	p->event = event_point_new(d->s, event);
}

/* locate_point: set the place of point p from the client's text, by the point's kind. */
static void
locate_point(Dap *d, const char *place, const json_t *one, Point *p)
{
	if (p->kind != POINT_CODE)
		locate_data(d, place, one, p);
	else if (*place == '{')
		locate_event(d, place, one, p);
	else
		point_locate(d->s, place, p);
}

/*
 * try_point: set a breakpoint at a place as for `break`, at an event, or for the data of a dataId.
 * If the text is wrong, the answer says so, and the request does not fail.
 */
static json_t *
try_point(Dap *d, PointKind kind, const char *place, const char *owner, const json_t *one)
{
	Session *s = d->s;
	Point *p = point_new(s, kind, place);
	uint32_t number = p->number;
	jmp_buf outer;

	memcpy(outer, s->escape, sizeof outer);
	if (setjmp(s->escape) != 0) {
		memcpy(s->escape, outer, sizeof outer);
		point_delete(s, point_find(s, number));
		return json_pack("{s:b, s:s}", "verified", 0, "message", s->message);
	}
	p->owner = xstrdup(owner);
	locate_point(d, place, one, p);
	read_conditions(d, one, p);
	memcpy(s->escape, outer, sizeof outer);
	return verified_point(d, p);
}

/*
 * known_file: the longest end of the path that is the name of a source file of a program; NULL if
 * no program has the file.
 */
static const char *
known_file(const Session *s, const char *path)
{
	ProgramInfo *const *programs;
	uint32_t n = target_programs(s->target, &programs);

	for (; path; path = strchr(path, '/') ? strchr(path, '/') + 1 : NULL)
		for (uint32_t i = 0; i < n; i++)
			if (*path && program_has_file(programs[i], path))
				return path;
	return NULL;
}

json_t *
dap_set_breakpoints(Dap *d, const json_t *args)
{
	Session *s = dap_session(d);
	const char *path = dap_string(d, json_object_get(args, "source"), "path", NULL),
		*file = known_file(s, path);
	char *owner = arena_strndup(&s->arena, path, strlen(path));
	json_t *list = json_object_get(args, "breakpoints"), *one, *out = dap_new_list(d);
	size_t i;

	drop_points(s, owner);
	json_array_foreach(list, i, one) {
		int64_t line = dap_number(d, one, "line", INT64_MIN) + d->lines_from_0;
		Buf place = {0};

		buf_printf(&place, "%s:%lld", file ? file : path,
			(long long)(line > 0 && line < INT32_MAX ? line : 1));
		buf_byte(&place, 0);
		json_array_append_new(out,
			try_point(d, POINT_CODE,
				arena_strndup(&s->arena, (char *)place.data, place.len), owner,
				one));
		buf_free(&place);
	}
	return json_pack("{s:o}", "breakpoints", out);
}

json_t *
dap_set_function_breakpoints(Dap *d, const json_t *args)
{
	json_t *list = json_object_get(args, "breakpoints"), *one, *out = dap_new_list(d);
	size_t i;

	drop_points(dap_session(d), "(functions)");
	json_array_foreach(list, i, one) json_array_append_new(out, try_point(d, POINT_CODE,
		dap_string(d, one, "name", NULL), "(functions)", one));
	return json_pack("{s:o}", "breakpoints", out);
}

json_t *
dap_set_instruction_breakpoints(Dap *d, const json_t *args)
{
	Session *s = dap_session(d);
	json_t *list = json_object_get(args, "breakpoints"), *one, *out = dap_new_list(d);
	size_t i;

	drop_points(s, "(instructions)");
	json_array_foreach(list, i, one) {
		char place[64];

		snprintf(place, sizeof place, "*%.30s + %lld",
			dap_string(d, one, "instructionReference", NULL),
			(long long)dap_number(d, one, "offset", 0));
		json_array_append_new(out,
			try_point(d, POINT_CODE, arena_strndup(&s->arena, place, strlen(place)),
				"(instructions)", one));
	}
	return json_pack("{s:o}", "breakpoints", out);
}

/* What a client can choose to stop at. A deadlock ends the run, so it needs no Point. */
static const struct {
	const char *filter, *label;
	bool usual; /* on if the user does not choose */
	PointKind kind;
} filters[] = {
	{"error", "A process, kernel or node fails", true, POINT_ERROR},
	{"stop", "A node stops", true, POINT_STOP},
	{"deadlock", "Deadlock", true, NPOINTKINDS},
	{"unaligned", "A word is accessed at an unaligned address", false, POINT_UNALIGNED},
};

enum { NFILTERS = sizeof filters / sizeof *filters };

json_t *
dap_exception_filters(void)
{
	json_t *list = json_array();

	for (size_t i = 0; i < NFILTERS; i++)
		json_array_append_new(list,
			json_pack("{s:s, s:s, s:b}", "filter", filters[i].filter, "label",
				filters[i].label, "default", filters[i].usual));
	return list;
}

/* set_filter: stop at what an exception filter names: Error, stop, deadlock or unaligned access. */
static void
set_filter(Dap *d, const char *filter)
{
	size_t i = 0;

	while (i < NFILTERS && (!filter || strcmp(filters[i].filter, filter) != 0))
		i++;
	if (i == NFILTERS)
		dap_fail(d, "an exception filter is error, stop, deadlock or unaligned");
	if (filters[i].kind == NPOINTKINDS)
		d->deadlock = true;
	else
		point_new(d->s, filters[i].kind, filter)->owner = xstrdup("(exceptions)");
}

json_t *
dap_set_exception_breakpoints(Dap *d, const json_t *args)
{
	json_t *list = json_object_get(args, "filters"), *one;
	size_t i;

	drop_points(dap_session(d), "(exceptions)");
	d->deadlock = false;
	json_array_foreach(list, i, one)
		set_filter(d, json_string_value(one));
	return NULL;
}

/*
 * requested_object: the object of a request: a part of a value that the client has, or an
 * expression.
 */
static Value
requested_object(Dap *d, const json_t *args, const char *name)
{
	DapVariables of;
	Value v;

	if (!json_object_get(args, "variablesReference")) {
		dap_select_frame(d, dap_number(d, args, "frameId", 0));
		return session_object(d->s, name);
	}
	of = dap_variables_of(d, args);
	if (of.kind != DAP_VALUE)
		return session_object(d->s, name);
	if (!dap_find_part(d, of.value, name, &v))
		dap_fail(d, "the value has no part '%s'", name);
	return v;
}

json_t *
dap_data_breakpoint_info(Dap *d, const json_t *args)
{
	Session *s = dap_session(d);
	const char *name = dap_string(d, args, "name", NULL);
	Value v = requested_object(d, args, name);
	char id[100];

	if (!v.object)
		return json_pack(
			"{s:n, s:s}", "dataId", "description", "it is not an object in memory");
	snprintf(id, sizeof id, "%u 0x%x %u", target_number(s->target, s->node), v.addr + v.bit / 8,
		v.bits ? (v.bit % 8 + v.bits + 7) / 8 : type_plain(v.type)->size);
	return json_pack("{s:s, s:s, s:[s,s]}", "dataId", id, "description", name, "accessTypes",
		"write", "read");
}

json_t *
dap_set_data_breakpoints(Dap *d, const json_t *args)
{
	json_t *list = json_object_get(args, "breakpoints"), *one, *out = dap_new_list(d);
	size_t i;

	drop_points(dap_session(d), "(data)");
	json_array_foreach(list, i, one) {
		bool reads = strcmp(dap_string(d, one, "accessType", "write"), "read") == 0;

		json_array_append_new(out, try_point(d, reads ? POINT_READ : POINT_WATCH,
			dap_string(d, one, "dataId", NULL), "(data)", one));
	}
	return json_pack("{s:o}", "breakpoints", out);
}

/* ---- stops ---- */

/* stop_reason: the protocol's word for why the machine has stopped. */
static const char *
stop_reason(const Dap *d)
{
	const Point *p = d->s->event.reason == REASON_POINT ? point_find(d->s, d->s->event.point)
		: NULL;

	if (p)
		return p->kind == POINT_CODE || p->kind == POINT_EVENT
			? p->owner && strcmp(p->owner, "(functions)") == 0 ? "function breakpoint"
				: p->owner && strcmp(p->owner, "(instructions)") == 0
				? "instruction breakpoint"
				: "breakpoint"
			: p->kind == POINT_WATCH || p->kind == POINT_READ ? "data breakpoint"
			: "exception";
	switch (d->s->event.reason) {
	case REASON_STEP: return "step";
	case REASON_STOPPED: return "exception";
	case REASON_GOTO: return "goto";
	case REASON_END:
		return d->deadlock && session_is_deadlock(d->s) ? "exception" : "pause";
	default: return "pause";
	}
}

/* hit_events_json: describe the local events of the breakpoint at which the machine has stopped. */
static json_t *
hit_events_json(Session *s)
{
	Buf b = {0};
	json_t *text;

	event_point_text(s, point_find(s, s->event.point), &b);
	text = json_stringn_nocheck((char *)b.data, b.len);
	buf_free(&b);
	return text;
}

void
dap_stopped(Dap *d, const char *reason)
{
	Session *s = d->s;
	json_t *body = json_pack("{s:s, s:b, s:I}", "reason", reason, "allThreadsStopped", 1,
		"threadId", (json_int_t)dap_thread_id(s, s->node,
			s->has_thread ? s->number : DAP_NO_PROCESS));

	dap_forget_numbers(d);
	dap_list_stopped(d);
	if (s->event.reason == REASON_POINT && point_find(s, s->event.point)->kind == POINT_EVENT)
		json_object_set_new(body, "text", hit_events_json(s));
	else if (*s->event.text)
		json_object_set_new(body, "text", json_string_nocheck(s->event.text));
	if (s->event.reason == REASON_BEGINNING)
		json_object_set_new(body, "description",
			json_string(s->live ? "The beginning of the run"
				: "The beginning of the recording"));
	else if (s->event.reason == REASON_END)
		json_object_set_new(body, "description", json_string(s->live
			? "The end of the run" : "The end of the recording"));
	if (s->event.reason == REASON_POINT)
		json_object_set_new(body, "hitBreakpointIds", json_pack("[I]",
			(json_int_t)s->event.point));
	dap_send_event(d, "stopped", body);
}

void
dap_continued(Dap *d, int64_t thread)
{
	dap_send_event(d, "continued", json_pack("{s:I, s:b}", "threadId", (json_int_t)thread,
		"allThreadsContinued", 1));
}

/* ---- moving: the answer is sent first ---- */

/* run_step_and_report: make the step or run that begin_move has prepared, and report the stop. */
static void
run_step_and_report(Dap *d)
{
	const Step none = {.kind = STEP_NONE};
	Session *s = d->s;

	arena_free(&s->arena);
	if (d->step == STEP_OUT)
		session_finish(s, d->backward);
	else if (d->step != STEP_NONE)
		session_step(s, d->step, d->over, d->backward, 1);
	else
		session_go(s, &none, d->backward, NEVER);
	dap_stopped(d, stop_reason(d));
}

/*
 * begin_move: prepare a step of the given kind, made after the answer; granularity and thread from
 * `args`.
 */
static json_t *
begin_move(Dap *d, const json_t *args, StepKind kind, bool over, bool backward)
{
	Session *s = dap_session(d);
	const char *granularity = dap_string(d, args, "granularity", "statement");

	if (args && json_object_get(args, "threadId") && kind != STEP_NONE) {
		dap_select_process(d, dap_number(d, args, "threadId", INT64_MIN));
		if (!s->has_thread)
			session_fail(s, "node %s has no process that could step: continue, or set "
				"a breakpoint first", TARGET_NODE(s->target, s->node));
	}
	d->step = kind != STEP_NONE && kind != STEP_OUT && strcmp(granularity, "instruction") == 0
		? STEP_INSTRUCTION
		: kind;
	d->over = over;
	d->backward = backward;
	d->after = run_step_and_report;
	return json_pack("{s:b}", "allThreadsContinued", 1);
}

json_t *
dap_continue(Dap *d, const json_t *args)
{
	return begin_move(d, args, STEP_NONE, false, false);
}

json_t *
dap_reverse_continue(Dap *d, const json_t *args)
{
	return begin_move(d, args, STEP_NONE, false, true);
}

json_t *
dap_next(Dap *d, const json_t *args)
{
	return begin_move(d, args, STEP_OVER, true, false);
}

json_t *
dap_step_in(Dap *d, const json_t *args)
{
	return begin_move(d, args, STEP_INTO, false, false);
}

json_t *
dap_step_out(Dap *d, const json_t *args)
{
	return begin_move(d, args, STEP_OUT, false, false);
}

json_t *
dap_step_back(Dap *d, const json_t *args)
{
	return begin_move(d, args, STEP_OVER, true, true);
}

/*
 * dap_pause: answer `pause`; the running command was interrupted when the request arrived (dap.c).
 */
json_t *
dap_pause(Dap *d, const json_t *args)
{
	(void)d, (void)args;
	return NULL;
}

/* ---- goto: the targets are times of the run ---- */

json_t *
dap_goto_targets(Dap *d, const json_t *args)
{
	Session *s = dap_session(d);
	const char *path = dap_string(d, json_object_get(args, "source"), "path", NULL),
		*file = known_file(s, path);
	int64_t line = dap_number(d, args, "line", INT64_MIN) + d->lines_from_0;

	if (!file || line < 1 || line > INT32_MAX)
		return json_pack("{s:[]}", "targets");
	return json_pack("{s:[{s:I, s:s, s:I}, {s:I, s:s, s:I}]}", "targets", "id",
		(json_int_t)line * 2, "label", "where it is executed next", "line",
		(json_int_t)(line - d->lines_from_0), "id", (json_int_t)line * 2 + 1, "label",
		"where it was executed last", "line", (json_int_t)(line - d->lines_from_0));
}

/* run_to_line: run to the session's last point, which dap_goto has made; ignore other points. */
static void
run_to_line(Dap *d)
{
	const Step none = {.kind = STEP_NONE};
	Session *s = d->s;
	uint32_t number = s->last_point;

	for (uint32_t i = 0; i < s->npoints; i++) /* the others are skipped */
		s->points[i]->once = s->points[i]->enabled && s->points[i]->number != number
			? (s->points[i]->enabled = false, true)
			: false;
	session_go(s, &none, d->backward, NEVER);
	for (uint32_t i = 0; i < s->npoints; i++)
		if (s->points[i]->number != number && s->points[i]->once) {
			s->points[i]->enabled = true;
			s->points[i]->once = false;
		}
	point_delete(s, point_find(s, number));
	if (s->event.reason == REASON_POINT)
		s->event.reason = REASON_GOTO;
	dap_stopped(d, "goto");
}

json_t *
dap_goto(Dap *d, const json_t *args)
{
	Session *s = dap_session(d);
	int64_t id = dap_number(d, args, "targetId", INT64_MIN);
	const char *file;
	Point *p;
	char *place;

	if (json_object_get(args, "threadId"))
		dap_select_process(d, dap_number(d, args, "threadId", INT64_MIN));
	file = session_selected_frame(s)->place.file;
	if (!file || id < 2 || id / 2 > INT32_MAX)
		session_fail(s, "an unknown target");
	place = xasprintf("%s:%lld", file, (long long)id / 2);
	p = point_new(s, POINT_CODE, place);
	free(place);
	p->owner = xstrdup("(goto)");
	point_locate(s, p->text, p);
	d->backward = id % 2;
	d->after = run_to_line;
	return NULL;
}
