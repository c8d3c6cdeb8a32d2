/*
 * step.c - steps of a process, by lines and by instructions, forward and backward.
 *
 * A step by lines ends where another line begins: in the same function, in a caller or, if it
 * enters calls, after the entry code of a called function. Inlined calls begin at the instruction
 * at which the line that makes them begins: the step ends before them, and the next one enters the
 * function without an instruction. A backward step ends at the beginning of the line that was
 * executed before: the search finds the last instruction of that line, then the first.
 */
#include "session.h"

#include <string.h>

/* ---- from where ---- */

/* is_process: tell if workspace `wptr` of node n belongs to the process that steps. */
static bool
is_process(const Step *step, NodeId n, Addr wptr)
{
	if (n != step->node)
		return false;
	return step->nbytes ? wptr - step->low <= step->nbytes
		: wptr - (step->desc & ~3u) + 65536 < 2 * 65536;
}

/* step_from: a step from the selected process's position. Fails if it cannot be stepped. */
static Step
step_from(Session *s, StepKind kind)
{
	Thread *t = session_thread(s);
	const ChainFrame *f = s->nchain > 0 ? &s->chain[0] : NULL;
	Step step = {.kind = kind,
		.node = t->node,
		.low = t->low,
		.nbytes = t->nbytes,
		.desc = t->desc,
		.wptr = t->wptr};

	if (!f)
		return step;
	step.program = f->program;
	step.cfa = f->cfa;
	step.pc = f->pc;
	step.depth = f->depth;
	step.function = f->function;
	step.line = f->place.line;
	return step;
}

/* ---- to where ---- */

/* The position of a process at an instruction, as far as steps need it. */
typedef struct StepPosition {
	Addr pc;
	Addr cfa;
	/* depth of the process's frame; deeper frames belong to inlined calls that begin here */
	size_t depth;
	const char *function;
	int line;
	const ProgramScope *scope;
} StepPosition;

/* set_frame: let *at be the frame of a given depth at the process's place. */
static void
set_frame(StepPosition *at, size_t depth)
{
	at->depth = depth;
	at->function = at->scope->frames[depth].function;
	at->line = at->scope->frames[depth].place.line;
}

/*
 * find_position: find code address, scope and frame of node n's current process; false if not
 * known.
 */
static bool
find_position(Session *s, NodeId n, const Loaded *in, StepPosition *at)
{
	const T800 *c = s->w->nodes[n];
	Stopped stopped = target_stopped(s->target, n, in, c->r.iptr, c->r.wptr);

	*at = (StepPosition){.pc = c->r.iptr - in->text_moved};
	at->scope = program_scope(in->program, at->pc);
	if (at->scope->nframes == 0)
		return false;
	set_frame(at, 0);
	return debug_cfa(in->program->debug, &stopped, &at->cfa);
}

/* is_active: true if the step began in the inlined call, or in its function. */
static bool
is_active(const Step *step, const Frame *call)
{
	const ProgramScope *from = program_scope(step->program, step->pc);

	for (size_t i = step->depth; i < from->nframes; i++)
		if (from->frames[i].copy == call->copy)
			return true;
	return false;
}

/* is_step_line: true if the place is in the line in which the step began. */
static bool
is_step_line(const Step *step, const StepPosition *at)
{
	return at->cfa == step->cfa && at->line == step->line
		&& strcmp(at->function, step->function) == 0;
}

/*
 * leave_beginning_calls: move *at, the process's position, out of the inlined calls that begin at
 * its instruction, because the process has not entered them yet. Calls in which the step began are
 * not left. Nor are calls in the line in which the step began, because they were made already.
 */
static void
leave_beginning_calls(const Step *step, const ProgramInfo *p, StepPosition *at)
{
	size_t depth = program_inlined_calls(p, at->pc);

	if (depth >= at->scope->nframes)
		depth = 0;
	while (depth > 0 && p == step->program && at->cfa == step->cfa
		&& step->kind != STEP_OUT_INLINED && is_active(step, &at->scope->frames[depth - 1]))
		depth--;
	set_frame(at, depth);
	while (at->depth > 0 && p == step->program && is_step_line(step, at))
		set_frame(at, at->depth - 1);
}

/*
 * is_beginning: true if pc is in the entry code of a function, whose variables have no values yet.
 */
static bool
is_beginning(const ProgramInfo *p, Addr pc)
{
	const DebugFunction *f = program_function_at(p, pc);

	return f && pc < program_body_start(p, f);
}

/* is_called: true if the place is in a call, inlined there, that the step's function makes. */
static bool
is_called(const Step *step, const StepPosition *at)
{
	const ProgramScope *from = program_scope(step->program, step->pc);
	size_t here = at->scope->nframes - at->depth;
	size_t there = from->nframes > step->depth ? from->nframes - step->depth : 0;

	return at->cfa == step->cfa && here > there && there > 0
		&& strcmp(at->scope->frames[at->scope->nframes - there].function, step->function)
			== 0;
}

/* has_left: true if the process has left all calls of the step's frame. */
static bool
has_left(const Step *step, const StepPosition *at)
{
	const Frame *left = &program_scope(step->program, step->pc)->frames[step->depth];

	for (size_t i = at->depth; i < at->scope->nframes && at->cfa == step->cfa; i++)
		if (at->scope->frames[i].copy == left->copy)
			return false;
	return at->cfa >= step->cfa;
}

/* has_reached_line: true if the process is at the beginning of a line at which the step ends. */
static bool
has_reached_line(Session *s, const Step *step, NodeId n, const Loaded *in, size_t *depth)
{
	StepPosition at;

	if (!in->program || !in->program->debug
		|| !program_is_line_start(in->program, s->w->nodes[n]->r.iptr - in->text_moved))
		return false;
	if (!find_position(s, n, in, &at)
		|| (is_beginning(in->program, at.pc) && step->kind != STEP_ENTRY))
		return false;
	leave_beginning_calls(step, in->program, &at);
	*depth = at.depth;
	if (step->kind == STEP_OUT_INLINED)
		return has_left(step, &at);
	if (step->kind == STEP_UNTIL)
		return at.cfa > step->cfa
			|| (at.cfa == step->cfa && at.pc > step->pc && at.line != step->line);
	if (step->kind == STEP_OVER && (at.cfa < step->cfa || is_called(step, &at)))
		return false;
	return !is_step_line(step, &at) || in->program != step->program;
}

/*
 * is_at_return: true if the process is where the function returns to or, going backward, where it
 * begins.
 */
static bool
is_at_return(const Step *step, const Loaded *in, const T800 *c)
{
	return in->program == step->program && c->r.iptr - in->text_moved == step->back
		&& c->r.wptr == step->back_wptr;
}

bool
step_reached(Session *s, const Step *step, NodeId n, const Loaded *in, size_t *depth)
{
	const T800 *c = s->w->nodes[n];

	*depth = 0;
	if (step->kind == STEP_OUT && n == step->node) /* perhaps to the kernel's caller */
		return is_at_return(step, in, c);
	if (!is_process(step, n, c->r.wptr))
		return false;
	switch (step->kind) {
	case STEP_INTO: case STEP_OVER: case STEP_UNTIL: case STEP_OUT_INLINED:
		return has_reached_line(s, step, n, in, depth);
	case STEP_ENTRY:
		return is_at_return(step, in, c);
	case STEP_INSTRUCTION:
		return !step->over || c->r.wptr >= step->wptr;
	default:
		return false;
	}
}

void
step_set_marks(Session *s, const Step *step, void (*mark)(Session *s, NodeId n, Addr a))
{
	Loaded loaded[MAX_LOADED];
	uint32_t count = target_expected_programs(s->target, step->node, loaded);

	for (uint32_t i = 0; i < count; i++) {
		const ProgramInfo *p = loaded[i].program;

		if (!p)
			continue;
		if (step->kind == STEP_OUT || step->kind == STEP_ENTRY) {
			if (p == step->program)
				mark(s, step->node, step->back + loaded[i].text_moved);
		} else if (step->kind == STEP_INSTRUCTION) {
			for (Word a = 0; a < p->text_bytes; a++)
				mark(s, step->node, loaded[i].text + a);
		} else {
			for (size_t k = 0; k < p->nlines; k++)
				if (!p->lines[k].end)
					mark(s, step->node,
						p->lines[k].addr + loaded[i].text_moved);
		}
	}
}

/* ---- steps ---- */

/* has_step_ended: tell if the session stopped because its step has ended. */
static bool
has_step_ended(const Session *s)
{
	return s->event.reason == REASON_STEP;
}

/* is_at_line: true if the process is at the first instruction of a line. */
static bool
is_at_line(const Session *s)
{
	const ChainFrame *f = s->nchain > 0 ? &s->chain[0] : NULL;

	return f && f->program && program_is_line_start(f->program, f->pc);
}

/*
 * step_back_line: step backward by one line: go to the last place before this one at which a
 * counted line begins; continue while that is the same line of the same call.
 */
static void
step_back_line(Session *s, StepKind kind)
{
	Step step = step_from(s, kind);
	Place to;

	if (!is_at_line(s)) /* in the middle of a line: first go to its beginning */
		step.line = -1;
	session_go(s, &step, true, NEVER);
	while (has_step_ended(s) && s->nchain > 0) {
		Step same = step_from(s, kind);
		ChainFrame f = s->chain[0];

		to = past_place(s->past);
		same.line = -1;
		session_go(s, &same, true, NEVER);
		if (has_step_ended(s) && s->nchain > 0 && s->chain[0].cfa == f.cfa
			&& s->chain[0].place.line == f.place.line
			&& strcmp(s->chain[0].function, f.function) == 0 && s->chain[0].pc < f.pc)
			continue;
		session_goto(s, to);
		s->event = (Event){.reason = REASON_STEP, .place = to};
		return;
	}
}

/*
 * enter_inlined_call: select the frame of the inlined call that begins at the process's place. The
 * process enters this call without executing an instruction.
 */
static void
enter_inlined_call(Session *s)
{
	size_t depth = s->chain[0].depth - 1;

	s->event = (Event){REASON_STEP, .place = past_place(s->past), .depth = depth};
	session_refresh(s);
}

/* step_once: make one step of the kind, forward or backward; over: do not enter calls. */
static void
step_once(Session *s, StepKind kind, bool over, bool backward)
{
	Step step;

	if (!backward && kind == STEP_INTO && s->nchain > 0 && s->chain[0].depth > 0) {
		enter_inlined_call(s);
		return;
	}
	if (backward && (kind == STEP_INTO || kind == STEP_OVER)) {
		step_back_line(s, kind);
		return;
	}
	step = step_from(s, kind);
	step.over = over;
	if (kind != STEP_INSTRUCTION && (s->nchain == 0 || !s->chain[0].scope)) {
		if (s->nchain == 0)
			session_fail(s, "the place of the process is not known; use 'continue'");
		step.kind = STEP_INTO; /* to the first known line */
		step.function = "";
		step.line = -1;
	}
	session_go(s, &step, backward, NEVER);
}

void
session_step(Session *s, StepKind kind, bool over, bool backward, uint64_t count)
{
	session_thread(s);
	for (uint64_t i = 0; i < count; i++) {
		step_once(s, kind, over, backward);
		if (!has_step_ended(s))
			return;
	}
}

/* ---- out of functions ---- */

/* print_returned: describe the value in Areg, with the type that the function returns. */
static void
print_returned(Session *s, const ChainFrame *from)
{
	const DebugFunction *f = from->program ? program_function_at(from->program, from->pc)
		: NULL;
	const Type *t = f ? type_plain(f->type->target) : NULL;
	Value v;
	Buf b = {0};

	if (!t || !type_is_scalar(t) || t->size > 4)
		return;
	v = value_of_number(&s->arena, f->type->target, s->w->nodes[s->node]->r.areg);
	if (t->kind == TYPE_REAL)
		return; /* the value is in FAreg */
	session_value_text(s, v, 0, &b);
	snprintf(s->event.text, sizeof s->event.text, "%s() returned %.*s", f->name, (int)b.len,
		(char *)b.data);
	b.len = 0;
	buf_printf(&b, "%s()", f->name);
	buf_byte(&b, '\0');
	session_keep(s, (char *)b.data, &v); /* print $ */
	buf_free(&b);
}

/*
 * finish_inlined: go to the end of the inlined call of the selected frame or, backward, to before
 * it.
 */
static void
finish_inlined(Session *s, bool backward)
{
	const ChainFrame *f = session_selected_frame(s);
	Step step = step_from(s, STEP_OUT_INLINED);

	step.pc = f->pc;
	step.cfa = f->cfa;
	step.depth = f->depth;
	step.line = -1;
	session_go(s, &step, backward, NEVER);
}

void
session_finish(Session *s, bool backward)
{
	const ChainFrame *caller;
	ChainFrame from = *session_selected_frame(s);
	const DebugFunction *f = from.program ? program_function_at(from.program, from.pc) : NULL;
	Step step = step_from(s, backward ? STEP_ENTRY : STEP_OUT);

	if (from.inlined) {
		finish_inlined(s, backward);
		return;
	}
	caller = s->frame + 1 < s->nchain ? &s->chain[s->frame + 1] : NULL;
	if (!caller)
		session_fail(s, "the function has no caller that is known");
	step.program = backward ? from.program : caller->program;
	step.back = backward ? f ? f->addr : 0 : caller->s.iptr - caller->s.code_moved;
	step.back_wptr = backward ? caller->s.wptr - CALL_BYTES : caller->s.wptr;
	if (backward && !f)
		session_fail(s, "the start of the function is not known");
	if (backward && from.pc == f->addr) { /* at its first instruction */
		session_step(s, STEP_INSTRUCTION, false, true, 1);
		return;
	}
	session_go(s, &step, backward, NEVER);
	if (!has_step_ended(s))
		return;
	if (backward)
		session_step(s, STEP_INSTRUCTION, false, true, 1);
	else
		print_returned(s, &from);
}
