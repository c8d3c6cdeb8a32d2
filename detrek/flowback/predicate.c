/*
 * predicate.c - the condition of a line in the source, and its value at an instruction.
 *
 * A conditional jump is known to be the predicate of its line if the line contains one if, while or
 * switch with the whole condition, and nothing else that branches.
 */
#include "predicate.h"

#include "detrek/expr/expr.h"

#include <ctype.h>
#include <string.h>

/* ---- the text of a condition ---- */

/*
 * opening_parenthesis: the parenthesis after a keyword in a line, at or after `from`; NULL: there
 * is none.
 */
static const char *
opening_parenthesis(const char *line, const char *from, const char *keyword)
{
	size_t n = strlen(keyword);

	for (const char *p = strstr(from, keyword); p; p = strstr(p + 1, keyword)) {
		const char *open = p + n + strspn(p + n, " \t");

		if (*open == '(' && (p == line || (!isalnum((unsigned char)p[-1]) && p[-1] != '_')))
			return open;
	}
	return NULL;
}

/*
 * has_other_branch: true if the line contains an operator that branches, such as && or ?.
 */
static bool
has_other_branch(const char *line)
{
	return strchr(line, '?') || strstr(line, "&&") || strstr(line, "||")
		|| opening_parenthesis(line, line, "for");
}

const char *
predicate_text(const char *line, Arena *arena)
{
	static const char *const words[] = {"if", "while", "switch"};
	const char *begin = NULL;
	int depth = 0;

	if (!line || has_other_branch(line))
		return NULL;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		const char *open = opening_parenthesis(line, line, words[i]);

		if (open && (begin || opening_parenthesis(line, open, words[i])))
			return NULL;
		begin = open ? open : begin;
	}
	for (const char *p = begin; p && *p; p++) {
		depth += (*p == '(') - (*p == ')');
		if (depth == 0)
			return arena_strndup(arena, begin, p + 1 - begin);
	}
	return NULL;
}

/* ---- the value of a condition ---- */

/* The variables at an instruction. */
typedef struct StepScope {
	const Loaded *loaded; /* the program of the instruction */
	EventMemory memory;   /* memory before the instruction */
	Stopped s;
} StepScope;

/* read_here: read n bytes at address a as they were at the step; false if they are not known. */
static bool
read_here(void *of, Addr a, void *to, Word n)
{
	const StepScope *h = of;

	return interval_read(h->memory.in, h->memory.event, a, to, n);
}

/* type_here: the program's type of this kind and name; NULL if there is none. */
static const Type *
type_here(void *of, TypeKind kind, const char *name)
{
	const StepScope *h = of;

	return program_type(h->loaded->program, kind, name);
}

/* variable_here: the variable `name` that is visible at the step; NULL if there is none. */
static const DebugVariable *
variable_here(const StepScope *h, const char *name)
{
	const ProgramScope *scope = program_scope(h->loaded->program,
		h->s.iptr - h->loaded->text_moved);

	for (size_t i = 0; i < scope->nframes; i++)
		for (size_t k = 0; k < scope->nvariables[i]; k++)
			if (strcmp(scope->variables[i][k].name, name) == 0)
				return &scope->variables[i][k];
	return program_global(h->loaded->program, name, NULL);
}

/* value_here: the value of a variable at the step; false, with the reason in `why`: it has none. */
static bool
value_here(void *of, Arena *a, const char *name, Value *v, char why[EXPR_ERROR])
{
	const StepScope *h = of;
	const DebugVariable *found = variable_here(h, name);
	DebugValue value;

	snprintf(why, EXPR_ERROR, "it is not known");
	if (!found || !debug_value(h->loaded->program->debug, found, &h->s, a, &value))
		return false;
	*v = (Value){.type = value.type, .object = value.in_memory, .addr = value.addr,
		.bytes = value.bytes, .known = value.known};
	return true;
}

/* register_here: callback of Names: false, because registers are not known at a past step. */
static bool
register_here(void *of, const char *name, Word *w)
{
	(void)of, (void)name, (void)w;
	return false;
}

bool
predicate_value(At at, const char *text, Arena *arena, int64_t *value)
{
	StepScope h = {.loaded = at_program(at), .memory = {at.in, at_first_event(at)}};
	Names names = {type_here, value_here, register_here, read_here, NULL, &h};
	char error[EXPR_ERROR];
	Expr *e;
	Value v;

	if (!h.loaded || !h.loaded->program->debug)
		return false;
	h.s = at_stopped(at, h.loaded, &h.memory);
	e = expression_parse(arena, text, &names, error);
	if (!e || expression_assigns(e) || !expression_eval(e, arena, &names, &v, error)
		|| !value_read(&v, arena, &names) || !value_known(&v) || !type_is_scalar(v.type)
		|| type_plain(v.type)->kind == TYPE_REAL)
		return false;
	*value = value_number(&v);
	return true;
}
