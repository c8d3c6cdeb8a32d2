/*
 * sync.c - short stamps of synchronous messages on a tree (Lin's open question 7.2.2).
 *
 * Each link belongs to one of its two nodes, which must be in the cover (spec_cover). A message's
 * stamp is the maximum of the entries of its two ends, with the entry of its link's cover node
 * incremented; afterwards both ends have this stamp. All messages on the links of one cover node
 * are ordered, because this node takes part in all of them. So one counter is enough for these
 * links. Message i precedes message j exactly if no entry of i's stamp is larger than j's entry.
 *
 * The text: `<from> <to>` on each line, in a possible order of execution. A stamp after `|` is
 * compared with the computed one.
 */
#include "tasks.h"

#include <string.h>

/* is_as_expected: tell if the expected stamp equals the computed one, or is absent. */
static bool
is_as_expected(const Lines *l, const VClock *stamp)
{
	if (l->n == 2)
		return true;
	if (!word_is(&l->word[2], "|"))
		lines_fatal(l, "expected '|' between the nodes and the stamp");
	if (l->n - 3 != stamp->n)
		lines_fatal(l, "the stamp has %u entries; the cover has %u nodes", l->n - 3,
			stamp->n);
	for (uint32_t i = 0; i < stamp->n; i++)
		if (word_number(l, &l->word[3 + i], "entry", 0, UINT32_MAX) != stamp->at[i])
			return false;
	return true;
}

/* put_stamp: append a line with the message from one node to another, and its stamp. */
static void
put_stamp(Buf *b, uint32_t from, uint32_t to, const VClock *stamp)
{
	buf_printf(b, "%u %u |", from, to);
	for (uint32_t i = 0; i < stamp->n; i++)
		buf_printf(b, " %u", stamp->at[i]);
	buf_byte(b, '\n');
}

uint32_t
sync_stamps(Buf *b, Arena *a, const Spec *s, const char *file, const char *text, size_t len)
{
	Lines l = lines_start(a, file, text, len);
	uint32_t *column = arena_alloc(a, s->nnodes, sizeof *column);
	uint32_t width = spec_cover(s, column), differ = 0;
	uint32_t *known = arena_alloc(a, s->nnodes, width * sizeof *known);

	while (lines_next(&l)) {
		uint32_t from, to;
		VClock x, y;

		if (l.n < 2)
			lines_fatal(&l,
				"one word; a line is <from> <to>, or <from> <to> | <stamp>");
		from = word_number(&l, &l.word[0], "node", 0, s->nnodes - 1);
		to = word_number(&l, &l.word[1], "node", 0, s->nnodes - 1);
		if (s->parent[from] != to && s->parent[to] != from)
			lines_fatal(&l, "nodes %u and %u are not neighbours in the tree (%s)", from,
				to, s->tree);
		x = (VClock){width, known + (size_t)from * width};
		y = (VClock){width, known + (size_t)to * width};
		vclock_join(&x, &y);
		vclock_tick(&x, column[from] != NONE ? column[from] : column[to]);
		vclock_copy(&y, &x);
		put_stamp(b, from, to, &x);
		if (!is_as_expected(&l, &x)) {
			warning_at(file, l.line, "this stamp differs from the computed one");
			differ++;
		}
	}
	return differ;
}
