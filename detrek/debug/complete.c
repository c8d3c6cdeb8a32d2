/* complete.c - completes the word that is being typed in a command or an expression. */
#include "session.h"

#include <ctype.h>
#include <string.h>

typedef void Use(void *to, const char *name);

/* each_function: call back with the name of each function. */
static void
each_function(const Session *s, Use *use, void *to)
{
	ProgramInfo *const *programs;
	uint32_t n = target_programs(s->target, &programs);

	for (uint32_t i = 0; i < n; i++) {
		GlobalList globals = program_globals(programs[i]);

		for (size_t k = 0; k < programs[i]->nfunctions; k++)
			use(to, programs[i]->functions[k].name);
		for (size_t k = 0; k < globals.n; k++)
			use(to, globals.v[k].name);
	}
}

/* each_local: call back with the name of each local variable. */
static void
each_local(const Session *s, Use *use, void *to)
{
	const ChainFrame *f = s->has_thread && s->nchain > 0 ? &s->chain[s->frame] : NULL;

	for (size_t i = 0; f && f->scope && i < f->scope->nvariables[f->depth]; i++)
		use(to, f->scope->variables[f->depth][i].name);
}

/* object_type: the type of the object that an expression denotes; NULL: it denotes none. */
static const Type *
object_type(Session *s, const char *expression)
{
	char error[EXPR_ERROR];
	Value v;

	return session_find(s, expression, &v, error) ? type_plain(v.type) : NULL;
}

/*
 * structure_before: the type of the structure whose member is to be completed, because `.` or `->`
 * is before the word; NULL: no member is to be completed.
 */
static const Type *
structure_before(Session *s, const char *line, size_t word)
{
	bool pointer = word > 2 && strncmp(&line[word - 2], "->", 2) == 0;
	size_t end = pointer ? word - 2 : word > 1 && line[word - 1] == '.' ? word - 1 : 0,
		begin = end;
	const Type *t;

	while (begin > 0
		&& (isalnum((unsigned char)line[begin - 1]) || strchr("_.[]->:$", line[begin - 1])))
		begin--;
	if (begin == end)
		return NULL;
	t = object_type(s, arena_strndup(&s->arena, line + begin, end - begin));
	return t && pointer && t->kind == TYPE_POINTER ? type_plain(t->target) : t;
}

void
session_complete(Session *s, const char *line, size_t word, Use *use, void *to)
{
	const Type *t = structure_before(s, line, word);

	for (size_t i = 0; t && i < t->nmembers; i++)
		use(to, t->members[i].name);
	if (t)
		return;
	for (int i = 0; word == 0 && i < ndebug_commands; i++)
		use(to, debug_commands[i].name);
	each_local(s, use, to);
	each_function(s, use, to);
}
