/*
 * undo.c - copies lines of memory before they are stored to, and takes a node back to its state at
 * a checkpoint (undo.h).
 */
#include "undo.h"

#include "base/base.h"

#include <stdlib.h>

enum { UNCHANGED_MAX = 1 }; /* how often an unchanged line may be copied in advance */

/*
 * replace_marks: change the marks of all lines: keep the bits in `kept`, set the bits in `also`,
 * and clear the others. It changes 8 lines at once.
 */
static void
replace_marks(T800 *c, uint8_t kept, uint8_t also)
{
	const uint64_t each = ~0ull / 0xFF;

	for (Word line = 0; line < c->r.size / CODE_LINE; line += 8) {
		uint64_t marks;

		memcpy(&marks, c->code->lines + line, sizeof marks);
		marks = (marks & kept * each) | also * each;
		memcpy(c->code->lines + line, &marks, sizeof marks);
	}
}

void
undo_mark_lines(T800 *c)
{
	const Undo *u = c->code->undo;

	replace_marks(c, 0xFF, LINE_UNKEPT);
	for (uint32_t i = 0; i < u->nlines; i++)
		c->code->lines[u->lines[i].line] &= ~LINE_UNKEPT;
}

void
undo_attach(Undo *u, T800 *c)
{
	u->nlines = 0;
	c->code->undo = u;
	undo_mark_lines(c);
}

void
undo_detach(T800 *c)
{
	c->code->undo = NULL;
	replace_marks(c, ~LINE_UNKEPT, 0);
}

void
undo_free(Undo *u)
{
	if (u)
		free(u->lines);
	free(u);
}

/* line_bytes: where a line of memory lies on the host. */
static uint8_t *
line_bytes(const T800 *c, const UndoLine *l)
{
	return c->r.mem + (size_t)l->line * CODE_LINE;
}

/* copy_line: copy a line, faster than memcmp and memcpy; returns whether the copy has changed. */
static bool
copy_line(uint8_t *copy, const uint8_t *from)
{
	uint64_t a[CODE_LINE / 8], b[CODE_LINE / 8], changes = 0;

	memcpy(a, copy, CODE_LINE);
	memcpy(b, from, CODE_LINE);
	for (size_t i = 0; i < CODE_LINE / 8; i++)
		changes |= a[i] ^ b[i];
	memcpy(copy, b, CODE_LINE);
	return changes != 0;
}

/*
 * copy_in_advance: copy a line before a store to it. If the line has not changed several times,
 * mark it instead, so that it is copied at a store, and return false.
 */
static bool
copy_in_advance(T800 *c, UndoLine *l)
{
	if (copy_line(l->bytes, line_bytes(c, l)))
		l->unchanged = 0;
	else if (++l->unchanged == UNCHANGED_MAX)
		c->code->lines[l->line] |= LINE_UNKEPT;
	return l->unchanged < UNCHANGED_MAX;
}

void
undo_begin(T800 *c)
{
	Undo *u = c->code->undo;

	for (uint32_t i = 0; i < u->nlines;)
		if (copy_in_advance(c, &u->lines[i]))
			i++;
		else
			u->lines[i] = u->lines[--u->nlines];
	u->saved = *c;
}

void
undo_restore(T800 *c)
{
	Undo *u = c->code->undo;

	for (uint32_t i = 0; i < u->nlines; i++) {
		const UndoLine *l = &u->lines[i];

		if (c->code->lines[l->line] & LINE_CODE)
			code_note_store(c, MOSTNEG + l->line * CODE_LINE, CODE_LINE);
		memcpy(line_bytes(c, l), l->bytes, CODE_LINE);
	}
	*c = u->saved;
}

/* copy_new_line: copy a line that has no copy yet, before it is stored to. */
static void
copy_new_line(T800 *c, Word line)
{
	Undo *u = c->code->undo;
	UndoLine *l;

	if (u->nlines == u->cap) {
		u->cap = 2 * u->cap + 64;
		u->lines = xrealloc(u->lines, u->cap * sizeof *u->lines);
	}
	l = &u->lines[u->nlines++];
	l->line = line;
	l->unchanged = 0;
	memcpy(l->bytes, line_bytes(c, l), CODE_LINE);
	c->code->lines[line] &= ~LINE_UNKEPT;
}

bool
undo_keep(T800 *c, Addr a, Word nbytes)
{
	Word last = (a - MOSTNEG + nbytes - 1) / CODE_LINE;
	bool any = false;

	for (Word line = (a - MOSTNEG) / CODE_LINE;
		line <= last && line < c->r.size / CODE_LINE; line++) {
		if (!(c->code->lines[line] & LINE_UNKEPT))
			continue;
		copy_new_line(c, line);
		any = true;
	}
	return any;
}
