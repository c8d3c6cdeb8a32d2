/*
 * against_edits.c - finds changed lines of the source that are not among the causes.
 *
 * The compiler may have no instruction for a statement, or show its instructions at another line; a
 * statement may be missing, or write elsewhere. Then no execution leads to the changed line, but
 * mostly to other lines of its function.
 */
#include "against_parts.h"

#include <string.h>

enum { MOST_EDITS = 10 }; /* lines that are listed */

/* A function of a file: the lines behind the end of the one before, to its own end. */
typedef struct Body {
	const char *file;
	LineRange lines;
} Body;

/* The search for changed lines. */
typedef struct EditSearch {
	Comparison *c;
	Body *bodies;     /* [nbodies] the functions of our files that were searched */
	uint32_t nbodies;
} EditSearch;

/* line_of: the text of a line of one side's file, without leading blanks; NULL: there is none. */
static const char *
line_of(const Comparison *c, int side, const char *file, int line)
{
	const char *text = c->t[side]->line(c->t[side]->of, file, line);

	return text ? text + strspn(text, " \t") : NULL;
}

/* ends_body: true if the line is the last one of a function; false if there is no such line. */
static bool
ends_body(const Comparison *c, int side, const char *file, int line)
{
	const char *text = c->t[side]->line(c->t[side]->of, file, line);

	return text && *text == '}';
}

/* body_around: the function of one side's file to which a line belongs. */
static Body
body_around(const Comparison *c, int side, const char *file, int line)
{
	Body b = {file, {line, line}};

	while (b.lines.first > 1 && !ends_body(c, side, file, b.lines.first - 1))
		b.lines.first--;
	while (!ends_body(c, side, file, b.lines.last)
		&& line_of(c, side, file, b.lines.last + 1))
		b.lines.last++;
	return b;
}

/* has_code: true if the line exists, and is neither empty nor only a comment. */
static bool
has_code(const Comparison *c, int side, const char *file, int line)
{
	const char *text = line_of(c, side, file, line);

	return text && !strchr("\r\n", *text) && strncmp(text, "//", 2) != 0
		&& strncmp(text, "/*", 2) != 0 && strncmp(text, "* ", 2) != 0;
}

/* ---- lines that are shown already ---- */

/* is_in_statement: true if the line belongs to the statement at line `at` of the file `of`. */
static bool
is_in_statement(const Comparison *c, int side, const char *file, int line, const char *of, int at)
{
	LineRange r;

	if (!line || !at || strcmp(file, of) != 0)
		return false;
	r = against_statement(c, side, of, at);
	return line >= r.first && line <= r.last;
}

/* is_in_cause: true if the line belongs to the cause's statement, or to the call it is shown at. */
static bool
is_in_cause(const Comparison *c, int side, const char *file, int line, const Cause *cause)
{
	return cause && (is_in_statement(c, side, file, line, cause->file, cause->line)
		|| is_in_statement(c, side, file, line, cause->call_file, cause->call_line));
}

/* is_shown: true if a shown match, or another edit, has the changed line. */
static bool
is_shown(const Comparison *c, const SourceEdit *e)
{
	const AgainstResult *x = c->x;

	for (uint32_t i = 0; i < x->nshown; i++) {
		const Match *m = x->matches[x->order[i]];

		if (is_in_cause(c, OURS, e->file, e->line, m->ours)
			|| is_in_cause(c, RIGHT, e->right_file, e->right_line, m->right))
			return true;
	}
	for (uint32_t i = 0; i < x->nedits; i++)
		if (x->edits[i].line == e->line && x->edits[i].right_line == e->right_line
			&& strcmp(x->edits[i].file, e->file) == 0)
			return true;
	return false;
}

/* add_edit: list a changed line, unless it is shown already. */
static void
add_edit(Comparison *c, SourceEdit e)
{
	AgainstResult *x = c->x;

	if (x->nedits == MOST_EDITS || is_shown(c, &e))
		return;
	x->edits = arena_more(&x->arena, x->edits, x->nedits, sizeof *x->edits);
	x->edits[x->nedits++] = e;
}

/* ---- the search ---- */

/* add_ours: list the lines of our function that differ from those of the other file. */
static void
add_ours(Comparison *c, const Body *b, const char *other)
{
	for (int i = b->lines.first; i <= b->lines.last; i++) {
		int right = source_match_line(c->lines, b->file, other, i);

		if ((has_code(c, OURS, b->file, i) || has_code(c, RIGHT, other, right))
			&& !against_has_same_line(c, OURS, b->file, other, i))
			add_edit(c, (SourceEdit){b->file, other, i, right});
	}
}

/* add_missing: list the lines of RIGHT's function that our file lacks. */
static void
add_missing(Comparison *c, const Body *b, const char *other)
{
	int at = 0;
	Body right;

	for (int i = b->lines.first; i <= b->lines.last && !at; i++)
		at = source_match_line(c->lines, b->file, other, i);
	if (!at)
		return;
	right = body_around(c, RIGHT, other, at);
	for (int i = right.lines.first; i <= right.lines.last; i++)
		if (has_code(c, RIGHT, other, i)
			&& !source_match_line(c->back, other, b->file, i))
			add_edit(c, (SourceEdit){b->file, other, 0, i});
}

/* was_searched: true if the function of this line was searched. */
static bool
was_searched(const EditSearch *e, const char *file, int line)
{
	for (uint32_t i = 0; i < e->nbodies; i++)
		if (strcmp(e->bodies[i].file, file) == 0 && line >= e->bodies[i].lines.first
			&& line <= e->bodies[i].lines.last)
			return true;
	return false;
}

/* search_around: list the changed lines of the function to which a line of our file belongs. */
static void
search_around(EditSearch *e, const char *file, int line)
{
	const char *other;
	Body b;

	if (!line || was_searched(e, file, line))
		return;
	b = body_around(e->c, OURS, file, line);
	e->bodies = arena_more(&e->c->scratch, e->bodies, e->nbodies, sizeof *e->bodies);
	e->bodies[e->nbodies++] = b;
	other = against_matching_file(e->c, RIGHT, file);
	if (!other)
		return;
	add_ours(e->c, &b, other);
	add_missing(e->c, &b, other);
}

/* search_match: list the changed lines of the program's functions in which the cause is. */
static void
search_match(EditSearch *e, const Cause *cause)
{
	if (!cause->system)
		search_around(e, cause->file, cause->line);
	if (!cause->system || strcmp(cause->call_file, cause->file) != 0)
		search_around(e, cause->call_file, cause->call_line);
}

void
against_find_edits(Comparison *c)
{
	const AgainstResult *x = c->x;
	EditSearch e = {.c = c};

	for (uint32_t i = 0; i < x->nshown; i++)
		search_match(&e, x->matches[x->order[i]]->ours);
}
