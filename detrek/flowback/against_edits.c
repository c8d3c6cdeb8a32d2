/*
 * against_edits.c - finds changed lines of the source that are not among the causes.
 *
 * The compiler may have no instruction for a statement, or show its instructions at another line; a
 * statement may be missing, or write elsewhere. Then no execution leads to the changed line, but
 * mostly to other lines of its function, or at least of its file.
 */
#include "against_parts.h"

#include <ctype.h>
#include <string.h>

enum { MOST_EDITS = 10 }; /* lines that are listed */

/* Lines of a file: a function, from the end of the one before to its own end, or the whole file. */
typedef struct Part {
	const char *file;
	LineRange lines;
} Part;

/* The part of one side's file around a line. */
typedef Part PartAround(const Comparison *c, int side, const char *file, int line);

/* The search for changed lines. */
typedef struct EditSearch {
	Comparison *c;
	PartAround *around; /* which part is searched */
	Part *parts;        /* [nparts] the parts of our files that were searched */
	uint32_t nparts;
} EditSearch;

/* line_of: the text of a line of one side's file, without leading blanks; NULL: there is none. */
static const char *
line_of(const Comparison *c, int side, const char *file, int line)
{
	const char *text = c->t[side]->line(c->t[side]->of, file, line);

	return text ? text + strspn(text, " \t") : NULL;
}

/* ends_body: true if a line exists and is the last one of a function. */
static bool
ends_body(const Comparison *c, int side, const char *file, int line)
{
	const char *text = c->t[side]->line(c->t[side]->of, file, line);

	return text && *text == '}';
}

/* function_around: the function to which a line belongs; a PartAround. */
static Part
function_around(const Comparison *c, int side, const char *file, int line)
{
	Part p = {file, {line, line}};

	while (p.lines.first > 1 && !ends_body(c, side, file, p.lines.first - 1))
		p.lines.first--;
	while (!ends_body(c, side, file, p.lines.last)
		&& line_of(c, side, file, p.lines.last + 1))
		p.lines.last++;
	return p;
}

/* file_around: the whole file; a PartAround. */
static Part
file_around(const Comparison *c, int side, const char *file, int line)
{
	Part p = {file, {1, line}};

	while (line_of(c, side, file, p.lines.last + 1))
		p.lines.last++;
	return p;
}

/* has_code: true if the line exists, and is not empty, a brace or a comment. */
static bool
has_code(const Comparison *c, int side, const char *file, int line)
{
	const char *text = line_of(c, side, file, line);

	if (!text || strncmp(text, "//", 2) == 0 || strncmp(text, "/*", 2) == 0
		|| strncmp(text, "* ", 2) == 0)
		return false;
	while (*text && *text != '\n' && !isalnum((unsigned char)*text))
		text++;
	return isalnum((unsigned char)*text);
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

/* add_ours: list the lines of our part that differ from those of the other file. */
static void
add_ours(Comparison *c, const Part *p, const char *other)
{
	for (int i = p->lines.first; i <= p->lines.last; i++) {
		int right = source_match_line(c->lines, p->file, other, i);

		if ((has_code(c, OURS, p->file, i) || has_code(c, RIGHT, other, right))
			&& !against_has_same_line(c, OURS, p->file, other, i))
			add_edit(c, (SourceEdit){p->file, other, i, right});
	}
}

/* add_missing: list the lines that only the corresponding part of the other file has. */
static void
add_missing(const EditSearch *e, const Part *p, const char *other)
{
	Comparison *c = e->c;
	int at = 0;
	Part right;

	for (int i = p->lines.first; i <= p->lines.last && !at; i++)
		at = source_match_line(c->lines, p->file, other, i);
	if (!at)
		return;
	right = e->around(c, RIGHT, other, at);
	for (int i = right.lines.first; i <= right.lines.last; i++)
		if (has_code(c, RIGHT, other, i)
			&& !source_match_line(c->back, other, p->file, i))
			add_edit(c, (SourceEdit){p->file, other, 0, i});
}

/* was_searched: true if the part is in one that was searched. */
static bool
was_searched(const EditSearch *e, const Part *p)
{
	for (uint32_t i = 0; i < e->nparts; i++)
		if (strcmp(e->parts[i].file, p->file) == 0
			&& e->parts[i].lines.first <= p->lines.first
			&& e->parts[i].lines.last >= p->lines.last)
			return true;
	return false;
}

/* search_around: list the changed lines of the part of our file around a line. */
static void
search_around(EditSearch *e, const char *file, int line)
{
	const char *other;
	Part p;

	if (!line)
		return;
	p = e->around(e->c, OURS, file, line);
	if (was_searched(e, &p))
		return;
	e->parts = arena_more(&e->c->scratch, e->parts, e->nparts, sizeof *e->parts);
	e->parts[e->nparts++] = p;
	other = against_matching_file(e->c, RIGHT, file);
	if (!other)
		return;
	add_ours(e->c, &p, other);
	add_missing(e, &p, other);
}

/* search_parts: list the changed lines of the program's parts around the shown statements. */
static void
search_parts(Comparison *c, PartAround *around)
{
	const AgainstResult *x = c->x;
	EditSearch e = {.c = c, .around = around};

	for (uint32_t i = 0; i < x->nshown; i++) {
		const Cause *cause = x->matches[x->order[i]]->ours;

		if (!cause->system)
			search_around(&e, cause->file, cause->line);
		if (!cause->system || strcmp(cause->call_file, cause->file) != 0)
			search_around(&e, cause->call_file, cause->call_line);
	}
}

void
against_find_edits(Comparison *c)
{
	search_parts(c, function_around);
	search_parts(c, file_around);
}
