/* undo.c - see undo.h */
#include "undo.h"

#include "base/base.h"

#include <stdlib.h>

void
undo_attach(Undo *u, T800 *c)
{
	u->nlines = 0;
	c->code->undo = u;
	for (Word line = 0; line < c->r.size / CODE_LINE; line++)
		c->code->lines[line] |= LINE_UNKEPT;
}

void
undo_detach(T800 *c)
{
	c->code->undo = NULL;
	for (Word line = 0; line < c->r.size / CODE_LINE; line++)
		c->code->lines[line] &= ~LINE_UNKEPT;
}

void
undo_free(Undo *u)
{
	free(u->lines);
}

void
undo_begin(T800 *c)
{
	Undo *u = c->code->undo;

	for (uint32_t i = 0; i < u->nlines; i++)
		c->code->lines[u->lines[i].line] |= LINE_UNKEPT;
	u->nlines = 0;
	u->saved = *c;
}

void
undo_back(T800 *c)
{
	Undo *u = c->code->undo;

	while (u->nlines > 0) { /* the first copy of a line counts */
		const UndoLine *l = &u->lines[--u->nlines];

		memcpy(c->r.mem + (size_t)l->line * CODE_LINE, l->bytes, CODE_LINE);
		if (c->code->lines[l->line] & LINE_CODE)
			code_stored(c, MOSTNEG + l->line * CODE_LINE, CODE_LINE);
		c->code->lines[l->line] |= LINE_UNKEPT;
	}
	*c = u->saved;
}

static void
keep_line(T800 *c, Word line)
{
	Undo *u = c->code->undo;
	UndoLine *l;

	if (u->nlines == u->cap) {
		u->cap = 2 * u->cap + 64;
		u->lines = xrealloc(u->lines, u->cap * sizeof *u->lines);
	}
	l = &u->lines[u->nlines++];
	l->line = line;
	memcpy(l->bytes, c->r.mem + (size_t)line * CODE_LINE, CODE_LINE);
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
		keep_line(c, line);
		any = true;
	}
	return any;
}
