/* against_same.c - finds out which statements and values of two runs are the same. */
#include "against_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* base_name: the name of a file without its folders. */
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
against_is_new(SourceMatch *lines, const Cause *jump, const Cause *other)
{
	return jump->line && !source_match_line(lines, jump->file, other->file, jump->line);
}

bool
against_same_place(const Comparison *c, const Cause *a, const Cause *b)
{
	if (a->key.kind != b->key.kind || strcmp(a->function, b->function) != 0
		|| !against_same_file(a, b))
		return false;
	if (a->key.kind == CAUSE_OUTPUT)
		return true;
	if (!a->line || !b->line)
		return a->line == b->line && cause_same_object(a->name, b->name);
	if (a->call_line && b->call_line && source_match_line(c->lines, a->call_file, b->call_file,
		a->call_line) != b->call_line)
		return false;
	return source_match_line(c->lines, a->file, b->file, a->line) == b->line;
}

/* ---- statements that were changed ---- */

enum { LONGEST = 12 }; /* lines of the longest statement */

/* ends_statement: true if the line ends a statement, or is a condition whose statement follows. */
static bool
ends_statement(const char *line)
{
	static const char *const words[] = {"if (", "for (", "while (", "switch (", "else"};
	size_t n = strcspn(line, "\n");
	const char *text = line + strspn(line, " \t}");
	int depth = 0;

	while (n > 0 && strchr(" \t\r", line[n - 1]))
		n--;
	if (n == 0 || strchr(";{}:/", line[n - 1]))
		return true;
	for (size_t i = 0; i < n; i++)
		depth += (line[i] == '(') - (line[i] == ')');
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (depth == 0 && strncmp(text, words[i], strlen(words[i])) == 0)
			return true;
	return false;
}

bool
against_has_same_line(const Comparison *c, int side, const char *file, const char *other, int line)
{
	const CauseText *t = c->t[side], *u = c->t[!side];
	int partner = source_match_line(side == OURS ? c->lines : c->back, file, other, line);
	const char *a = t->line(t->of, file, line);
	const char *b = partner ? u->line(u->of, other, partner) : NULL;
	size_t n;

	if (!a || !b)
		return !a;
	a += strspn(a, " \t");
	b += strspn(b, " \t");
	n = strcspn(a, "\n");
	return n == strcspn(b, "\n") && memcmp(a, b, n) == 0;
}

LineRange
against_statement(const Comparison *c, int side, const char *file, int line)
{
	const CauseText *t = c->t[side];
	LineRange r = {line, line};
	const char *text;

	while (r.first > 1 && line - r.first < LONGEST
		&& (text = t->line(t->of, file, r.first - 1)) && !ends_statement(text))
		r.first--;
	while (r.last < r.first + LONGEST - 1 && (text = t->line(t->of, file, r.last))
		&& !ends_statement(text))
		r.last++;
	return r;
}

/*
 * is_edited: true if the text of the statement at a line of one side's file differs from that in
 * the other side's file.
 */
static bool
is_edited(const Comparison *c, int side, const char *file, const char *other, int line)
{
	LineRange r = against_statement(c, side, file, line);

	for (int i = r.first; i <= r.last; i++)
		if (!against_has_same_line(c, side, file, other, i))
			return true;
	return false;
}

bool
against_is_changed(const Comparison *c, const Cause *ours, const Cause *right)
{
	if (ours->line && is_edited(c, OURS, ours->file, right->file, ours->line))
		return true;
	return ours->call_line && right->call_line
		&& is_edited(c, OURS, ours->call_file, right->call_file, ours->call_line);
}

/* file_named: the file of a side's causes that has this base name; NULL: there is none. */
static const char *
file_named(const Comparison *c, int side, const char *name)
{
	const CauseGraph *g = flowback_graph(c->f[side]);

	for (uint32_t i = 0; i < g->nnodes; i++)
		if (*name && strcmp(base_name(g->nodes[i]->file), base_name(name)) == 0)
			return g->nodes[i]->file;
	return NULL;
}

/* same_folder: true if both paths are in folders of the same name. */
static bool
same_folder(const char *a, const char *b)
{
	size_t n = base_name(a) - a;

	return n == (size_t)(base_name(b) - b) && memcmp(a, b, n) == 0;
}

const char *
against_matching_file(Comparison *c, int side, const char *name)
{
	const CauseGraph *g = flowback_graph(c->f[!side]);
	const char *found = file_named(c, side, name);

	for (uint32_t i = 0; i < g->nnodes && !found; i++) {
		const char *known = *g->nodes[i]->file && same_folder(g->nodes[i]->file, name)
			? file_named(c, side, g->nodes[i]->file) : NULL;
		Buf path = {0};

		if (!known)
			continue;
		buf_printf(&path, "%.*s%s", (int)(base_name(known) - known), known,
			base_name(name));
		found = arena_strndup(&c->x->arena, (char *)path.data, path.len);
		buf_free(&path);
		if (!c->t[side]->line(c->t[side]->of, found, 1))
			return NULL;
	}
	return found;
}

/*
 * is_edited_at: true if the source of the other side has another text at a place of the cause, in a
 * file. Files of the kernel, TrEK and libraries have the same path for both runs.
 */
static bool
is_edited_at(Comparison *c, int side, const Cause *cause, const char *file, int line)
{
	const CauseText *t = c->t[!side];
	bool system = cause->system && strcmp(file, cause->file) == 0;
	const char *other;

	if (!line || c->x->one_run)
		return false;
	other = system && t->line(t->of, file, 1) ? file : against_matching_file(c, !side, file);
	return other && is_edited(c, side, file, other, line);
}

bool
against_is_edited(Comparison *c, int side, const Cause *cause)
{
	return is_edited_at(c, side, cause, cause->file, cause->line)
		|| is_edited_at(c, side, cause, cause->call_file, cause->call_line);
}

bool
against_file_is_edited(Comparison *c, const char *file)
{
	const char *other = *file ? against_matching_file(c, RIGHT, file) : NULL;

	for (int i = 1; other && c->t[OURS]->line(c->t[OURS]->of, file, i); i++)
		if (!against_has_same_line(c, OURS, file, other, i))
			return true;
	return false;
}

/*
 * next_partner_line: find the first line, from `line` on, that has a partner, and return this
 * partner; 0: no such line is near.
 */
static int
next_partner_line(SourceMatch *lines, const Cause *from, const Cause *to, int line)
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
	return next_partner_line(c->lines, a, b, ours) == right
		|| next_partner_line(c->back, b, a, right) == ours;
}

/* has_address: true if the text of a value contains, or may contain, an address of a node. */
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
