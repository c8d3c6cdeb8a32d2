/*
 * where.c - finds the source lines, functions and processes of executed instructions, and whether
 * their code belongs to the program or to the system.
 */
#include "flowback_parts.h"

#include <string.h>

/*
 * is_logging: true if the address is in the code of an e-block that writes the log
 * (cc/log/insert.c). This code has no debugging information.
 */
static bool
is_logging(const ProgramInfo *p, Addr pc)
{
	const char *name;
	char body[256];
	Addr at;

	if (program_function_at(p, pc) || !(name = program_symbol(p, pc, &at)))
		return false;
	snprintf(body, sizeof body, "%s.eblock", name);
	return image_symbol(&p->image, body) != NULL;
}

bool
where_is_logging(At at)
{
	const Loaded *l = at.step < at.in->nsteps ? at_program(at) : NULL;

	return l && is_logging(l->program, at_step(at)->iptr - l->text_moved);
}

/* find_row: the row of the line table for an instruction. */
static const LineRow *
find_row(At at)
{
	const Loaded *l = at.step < at.in->nsteps ? at_program(at) : NULL;
	Addr pc = l ? at_step(at)->iptr - l->text_moved : 0;

	return l && !is_logging(l->program, pc) ? program_line_row(l->program, pc) : NULL;
}

int
where_line(At at)
{
	const LineRow *row = find_row(at);

	return row ? row->place.line : 0;
}

void
where_put_frames(At at, size_t first, Buf *text)
{
	const Loaded *l = at.step < at.in->nsteps ? at_program(at) : NULL;
	const ProgramScope *scope = l && l->program->debug
		? program_scope(l->program, at_step(at)->iptr - l->text_moved)
		: NULL;

	for (size_t i = first; scope && i < scope->nframes; i++) {
		const Frame *frame = &scope->frames[i];
		const char *file = frame->place.file ? frame->place.file : "?";
		const char *slash = strrchr(file, '/');

		buf_printf(text, "%s()  %s:%d\n", frame->function ? frame->function : "?",
			slash ? slash + 1 : file, frame->place.line);
	}
}

/*
 * function_name: the name of the innermost function at an address; an inlined function has its own
 * name.
 */
static const char *
function_name(const Loaded *l, Addr pc)
{
	const ProgramScope *scope = l->program->debug ? program_scope(l->program, pc) : NULL;
	const char *symbol;
	Addr at;

	if (scope && scope->nframes > 0 && scope->frames[0].function)
		return scope->frames[0].function;
	symbol = program_symbol(l->program, pc, &at);
	return symbol ? symbol : "?";
}

const char *
where_function(At at)
{
	const Loaded *l = at.step < at.in->nsteps ? at_program(at) : NULL;

	return l ? function_name(l, at_step(at)->iptr - l->text_moved) : "?";
}

const Type *
where_result_type(At ret)
{
	const Loaded *l = at_program(ret);
	const DebugFunction *d = l
		? program_function_at(l->program, at_step(ret)->iptr - l->text_moved)
		: NULL;

	return d ? type_plain(d->type)->target : NULL;
}

/* ---- the owner of the code ---- */

bool
where_is_system(const Flowback *f, At at)
{
	const Loaded *l = at.step < at.in->nsteps ? at_program(at) : NULL;
	const LineRow *row = find_row(at);

	return !l || l->program == target_kernel(f->target) || !row || !row->place.file
		|| program_is_system(l->program, row->place.file);
}

/* ---- nodes ---- */

/* keep_text: copy the text into the graph's memory. */
static const char *
keep_text(Flowback *f, const char *text)
{
	return text ? arena_strndup(&f->graph.arena, text, strlen(text)) : "";
}

/* describe_call: set the place of the call, if the instruction belongs to an inlined function. */
static void
describe_call(Flowback *f, Cause *c, const Loaded *l, Addr pc)
{
	const ProgramScope *scope = l->program->debug ? program_scope(l->program, pc) : NULL;

	if (!scope || scope->nframes < 2 || !scope->frames[0].inlined
		|| c->key.kind == CAUSE_CALL)
		return;
	c->call_function = keep_text(f, scope->frames[1].function);
	c->call_file = keep_text(f, scope->frames[1].place.file);
	c->call_line = scope->frames[1].place.line;
}

void
where_set_caller(Flowback *f, Cause *c, At call)
{
	const LineRow *row = call.in ? find_row(call) : NULL;

	if (!row)
		return;
	c->call_function = keep_text(f, where_function(call));
	c->call_file = keep_text(f, row->place.file);
	c->call_line = row->place.line;
}

void
where_describe_code(Flowback *f, Cause *c, const Loaded *l, Addr iptr)
{
	Addr pc = iptr - l->text_moved;
	const LineRow *row = program_line_row(l->program, pc);

	c->program = keep_text(f, l->name);
	c->function = keep_text(f, function_name(l, pc));
	describe_call(f, c, l, pc);
	c->file = row ? keep_text(f, row->place.file) : "";
	c->line = row ? row->place.line : 0;
}

void
where_describe(Flowback *f, Cause *c, At at)
{
	const LineRow *row = find_row(at);
	const Thread *t;
	Cycles cycles = 0;

	if (at.step < at.in->nsteps) {
		const Loaded *l = at_program(at);

		cycles = at_step(at)->cycles;
		t = at_thread(at);
		c->process = t ? t->number : 0;
		c->program = l ? keep_text(f, l->name) : "";
		c->function = keep_text(f, where_function(at));
		if (l)
			describe_call(f, c, l, at_step(at)->iptr - l->text_moved);
	}
	c->system = !f->options.copies && where_is_system(f, at);
	c->time = node_time(steps_network(f->steps), at.in->node, at.in->began + cycles);
	c->file = row ? keep_text(f, row->place.file) : "";
	c->line = row ? row->place.line : 0;
}

/* ---- where a name exists ---- */

/* scope_has: tell if a variable of this name is visible in the scope. */
static bool
scope_has(const ProgramScope *scope, const char *name)
{
	for (size_t i = 0; i < scope->nframes; i++)
		for (size_t k = 0; k < scope->nvariables[i]; k++)
			if (strcmp(scope->variables[i][k].name, name) == 0)
				return true;
	return false;
}

bool
where_has_variable(const Flowback *f, At at, const char *name)
{
	const Loaded *l = at_program(at);

	if (!l || !l->program->debug || l->program == target_kernel(f->target))
		return false;
	return program_global(l->program, name, NULL)
		|| (!where_is_system(f, at)
			&& scope_has(program_scope(l->program,
				at_step(at)->iptr - l->text_moved), name));
}
