/* against_same.c - which statements and values of two runs are the same. */
#include "against_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *
base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

bool
against_same_file(const Cause *a, const Cause *b)
{
	return strcmp(base_name(a->file), base_name(b->file)) == 0;
}

bool
against_is_new(SourceMatch *lines, const Cause *c, const Cause *other)
{
	bool statement = c->key.kind == CAUSE_ASSIGNMENT || is_jump(c);

	return statement && c->line
		&& !source_match_line(lines, c->file, other->file, c->line);
}

bool
against_same_place(const Comparison *c, const Cause *a, const Cause *b)
{
	if (a->key.kind != b->key.kind || strcmp(a->function, b->function) != 0
		|| !against_same_file(a, b))
		return false;
	if (!a->line || !b->line)
		return a->line == b->line && strcmp(a->name, b->name) == 0;
	return source_match_line(c->lines, a->file, b->file, a->line) == b->line;
}

/* line_of: the source of a statement without the blanks before it; NULL: it cannot be read. */
static const char *
line_of(const CauseText *t, const Cause *of)
{
	const char *line = of->line ? t->line(t->of, of->file, of->line) : NULL;

	return line ? line + strspn(line, " \t") : NULL;
}

bool
against_is_changed(const Comparison *c, const Cause *ours, const Cause *right)
{
	const char *a = line_of(c->t[OURS], ours), *b = line_of(c->t[RIGHT], right);

	return a && b && strcmp(a, b) != 0;
}

/* next_common: the first line from one on that has a partner, as that partner; 0: none is near. */
static int
next_common(SourceMatch *lines, const Cause *from, const Cause *to, int line)
{
	enum { NEAR = 20 };

	for (int i = line; i < line + NEAR; i++) {
		int partner = source_match_line(lines, from->file, to->file, i);

		if (partner)
			return partner;
	}
	return 0;
}

bool
against_same_decision(const Comparison *c, const Cause *a, const Cause *b)
{
	int ours, right;

	if (sscanf(a->value, "on to line %d", &ours) != 1
		|| sscanf(b->value, "on to line %d", &right) != 1)
		return strcmp(a->value, b->value) == 0;
	return next_common(c->lines, a, b, ours) == right
		|| next_common(c->back, b, a, right) == ours;
}

/* has_address: the value has an address of a node's memory, or may be one. */
static bool
has_address(const char *value)
{
	enum { MEMORY = 4 << 20 };
	unsigned long number = strtoul(value, NULL, 10);

	return strstr(value, "0x8") || (number >= MOSTNEG && number < MOSTNEG + MEMORY);
}

Agreement
against_agreement(const Comparison *c, const Cause *a, const Cause *b)
{
	if (is_jump(a) && is_jump(b))
		return against_same_decision(c, a, b) ? AGREES : DIFFERS;
	if (!*a->value || !*b->value)
		return UNCOMPARED;
	if (strcmp(a->value, b->value) == 0)
		return AGREES;
	return has_address(a->value) && has_address(b->value) ? UNCOMPARED : DIFFERS;
}
