/* tcoff.c - records of INMOS's object files. */
#include "tcoff.h"

#include <stdlib.h>
#include <string.h>

/* fail_cut: end the program: the file ends within a record. */
static _Noreturn void
fail_cut(const Tcoff *t)
{
	fatal_at(t->file, 0, "the file is cut, or not in TCOFF");
}

/*
 * read_number: read an unsigned number: a byte up to 250, or 1, 2 or 4 bytes after 251, 252 or 253.
 */
static uint32_t
read_number(Tcoff *t)
{
	static const uint8_t widths[] = {1, 2, 4};
	uint8_t first, width;
	uint32_t n = 0;

	if (t->at >= t->end)
		fail_cut(t);
	first = *t->at++;
	if (first <= 250)
		return first;
	if (first > 253)
		fatal_at(t->file, 0, "a negative number where a size was expected");
	width = widths[first - 251];
	if (t->end - t->at < width)
		fail_cut(t);
	for (int i = 0; i < width; i++)
		n |= (uint32_t)t->at[i] << 8 * i;
	t->at += width;
	return n;
}

bool
tcoff_next(Tcoff *t, TcoffRecord *r)
{
	if (t->at == t->end)
		return false;
	r->tag = read_number(t);
	r->n = read_number(t);
	if ((size_t)(t->end - t->at) < r->n)
		fail_cut(t);
	r->body = t->at;
	t->at += r->n;
	return true;
}

TcoffRecord
tcoff_contents(const Tcoff *t, const TcoffRecord *r, bool *is_text)
{
	Tcoff in = {t->file, r->body, r->body + r->n};
	TcoffRecord c = {.tag = r->tag};

	*is_text = false;
	if (r->tag == TCOFF_COMMENT) { /* copied by the linker, printed by ilist */
		read_number(&in);
		*is_text = read_number(&in) != 0;
	}
	c.n = read_number(&in);
	c.body = in.at;
	if ((size_t)(in.end - in.at) < c.n)
		fail_cut(t);
	return c;
}

/* ---- debugging records ---- */

/*
 * read_signed_number: read a signed number: groups of 7 bits, the highest first; bit 7 of a byte
 * says that another follows.
 */
static int32_t
read_signed_number(Tcoff *t)
{
	uint64_t n;
	uint8_t b;

	if (t->at == t->end)
		fail_cut(t);
	n = *t->at & 0x40 ? UINT64_MAX : 0;
	do {
		if (t->at == t->end)
			fail_cut(t);
		b = *t->at++;
		n = n << 7 | (b & 0x7F);
	} while (b & 0x80);
	return n;
}

/* read_string: read a text after its length, into the arena. */
static const char *
read_string(Tcoff *t, Arena *a)
{
	int32_t n = read_signed_number(t);
	const char *s = (const char *)t->at;

	if (n < 0 || t->end - t->at < n)
		fail_cut(t);
	t->at += n;
	return arena_strndup(a, s, n);
}

/* read_variable: read the fields of a variable's record. */
static void
read_variable(Tcoff *t, Arena *a, DebugRecord *r)
{
	r->number[0] = read_signed_number(t);
	r->number[1] = read_signed_number(t);
	r->dimensions = read_signed_number(t);
	if (r->dimensions > DEBUG_DIMENSIONS)
		fatal_at(t->file, 0, "a variable of %u dimensions", r->dimensions);
	for (uint32_t i = 0; i < r->dimensions; i++) {
		r->dimension[i].access = read_signed_number(t);
		r->dimension[i].size = read_signed_number(t);
	}
	r->number[2] = read_signed_number(t);
	r->name = read_string(t, a);
}

/* What follows the index in a record of each kind: signed numbers, and perhaps a name. */
static const struct {
	DebugKind kind;
	uint8_t numbers; /* how many numbers */
	bool named;
} kinds[] = {
	{RTL_STARTFILE, 0, false}, {RTL_ENDFILE, 0, false}, {RTL_NEXTITEM, 1, false},
	{RTL_WORKSPACE, 3, false}, {RTL_ENDSEG, 0, false}, {RTL_BEGSCOPE, 0, false},
	{RTL_ENDSCOPE, 0, false}, {RTL_PROCEDURE, 4, true}, {RTL_CONSTANT, 3, true},
	{RTL_FILENAME, 0, true}, {RTL_LIBPATCH, 1, false}, {RTL_VERSION, 1, false},
	{RTL_CODEMARK, 2, false}, {RTL_ADDRESS_FIX, 2, false}, {RTL_LINEMARK, 1, false},
	{RTL_ALTSTART, 0, false}, {RTL_ALTGO, 0, false},
};

/* read_record: read a debugging record; an unknown kind is fatal. */
static DebugRecord
read_record(Tcoff *t, Arena *a)
{
	DebugRecord r = {.kind = *t->at++};

	r.index = read_signed_number(t);
	if (r.kind == RTL_VARIABLE) {
		read_variable(t, a, &r);
		return r;
	}
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		if (kinds[i].kind != r.kind)
			continue;
		for (int k = 0; k < kinds[i].numbers; k++)
			r.number[k] = read_signed_number(t);
		if (kinds[i].named)
			r.name = read_string(t, a);
		return r;
	}
	fatal_at(t->file, 0, "debugging record %d is not known", r.kind);
}

/* compare_indices: for qsort: order debugging records by index. */
static int
compare_indices(const void *x, const void *y)
{
	const DebugRecord *a = x, *b = y;

	return a->index < b->index ? -1 : a->index > b->index;
}

Unit
unit_read(Arena *a, const char *file, const Buf *b, size_t at)
{
	Tcoff t = {.file = file};
	Unit u = {0};
	TcoffRecord r;

	if (at >= b->len)
		fail_cut(&t);
	t.at = b->data + at;
	t.end = b->data + b->len;
	while (tcoff_next(&t, &r) && r.tag != TCOFF_END_MODULE) {
		bool is_text;
		TcoffRecord c;
		Tcoff in;

		if (r.tag != TCOFF_COMMENT && r.tag != TCOFF_LOAD_TEXT)
			continue;
		c = tcoff_contents(&t, &r, &is_text);
		u.code += r.tag == TCOFF_LOAD_TEXT ? c.n : 0;
		in = (Tcoff){file, c.body, c.body + c.n};
		while (r.tag == TCOFF_COMMENT && !is_text && in.at < in.end) {
			u.record = arena_more(a, u.record, u.n, sizeof *u.record);
			u.record[u.n++] = read_record(&in, a);
		}
	}
	if (u.n > 0)
		qsort(u.record, u.n, sizeof *u.record, compare_indices);
	return u;
}
