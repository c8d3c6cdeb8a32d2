/*
 * print.c - prints values in C syntax:
 *
 * 	{x = 1, next = 0x80001000, name = "abc", kind = GREEN, bits = 5}
 *
 * Unknown values are printed as <unknown>. Long arrays are truncated; equal elements in a row are
 * printed once: {1, 0 <repeats 99 times>}
 */
#include "debug_data.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

enum {
	MAX_ELEMENTS = 200, /* most elements of an array that are printed */
	REPEATS = 10,       /* this many or more equal elements in a row are printed as one */
};

/* A part of a value. */
typedef struct Part {
	Debug *d;
	const Stopped *s; /* NULL: the program is at its link address */
	const uint8_t *bytes;
	const bool *known; /* NULL: all bytes are known */
	int depth;         /* nesting of pointers, structures and arrays */
} Part;

static void part_text(const Part *p, const Type *t, Buf *out);

/* is_part_known: true if the first n bytes are known. */
static bool
is_part_known(const Part *p, Word n)
{
	for (Word i = 0; p->known && i < n; i++)
		if (!p->known[i])
			return false;
	return true;
}

/* any_byte_known: true if one of the first n bytes is known. */
static bool
any_byte_known(const Part *p, Word n)
{
	for (Word i = 0; i < n; i++)
		if (!p->known || p->known[i])
			return true;
	return false;
}

static uint64_t
read_unsigned(const uint8_t *bytes, Word n)
{
	uint64_t v = 0;

	for (Word i = 0; i < n && i < 8; i++)
		v |= (uint64_t)bytes[i] << 8 * i;
	return v;
}

/* extend_sign: the number that the lowest `bits` bits of v represent in two's complement. */
static int64_t
extend_sign(uint64_t v, uint32_t bits)
{
	return bits > 0 && bits < 64 && v >> (bits - 1) & 1 ? (int64_t)(v | ~UINT64_C(0) << bits)
		: (int64_t)v;
}

/* ---- numbers ---- */

/* character_text: print a character as number and, if possible, as a character. */
static void
character_text(uint64_t v, bool is_signed, Buf *out)
{
	buf_printf(out, "%d", is_signed ? (int8_t)v : (int)(uint8_t)v);
	if (v < 127 && isprint((int)v))
		buf_printf(out, v == '\'' || v == '\\' ? " '\\%c'" : " '%c'", (int)v);
}

/* real_text: print a real number of 4 or 8 bytes. */
static void
real_text(const uint8_t *bytes, Word size, Buf *out)
{
	double x = 0;
	float single;

	if (size == 4) {
		memcpy(&single, bytes, 4);
		x = single;
	} else if (size == 8) {
		memcpy(&x, bytes, 8);
	}
	buf_printf(out, size == 4 ? "%.9g" : "%.17g", x);
}

/* enum_text: print the name of an enumeration's value, or the number if it has no name. */
static void
enum_text(const Type *t, int64_t v, Buf *out)
{
	for (size_t i = 0; i < t->nvalues; i++)
		if (t->values[i].value == v) {
			buf_printf(out, "%s", t->values[i].name);
			return;
		}
	buf_printf(out, "%lld", (long long)v);
}

/* pointer_text: print an address, with the name of a function there. */
static void
pointer_text(const Part *p, const Type *t, Word a, Buf *out)
{
	Frame frames[MAX_FRAMES];

	buf_printf(out, "0x%x", a);
	if (p->d && type_plain(t->target)->kind == TYPE_FUNCTION
		&& debug_frames(p->d, p->s ? a - p->s->code_moved : a, frames) > 0)
		buf_printf(out, " <%s>", frames[0].function);
}

/* number_text: print a value of this many bits. */
static void
number_text(const Part *p, const Type *t, uint64_t v, uint32_t bits, Buf *out)
{
	switch (t->kind) {
	case TYPE_SIGNED:
		buf_printf(out, "%lld", (long long)extend_sign(v, bits));
		break;
	case TYPE_CHAR:
		character_text(v, t->is_signed, out);
		break;
	case TYPE_BOOL:
		buf_printf(out, v == 0 ? "false" : v == 1 ? "true" : "%llu", (unsigned long long)v);
		break;
	case TYPE_ENUM:
		enum_text(t, t->is_signed ? extend_sign(v, bits) : (int64_t)v, out);
		break;
	case TYPE_POINTER:
		pointer_text(p, t, v, out);
		break;
	default:
		buf_printf(out, "%llu", (unsigned long long)v);
	}
}

/* ---- arrays ---- */

/* string_text: print n characters in quotation marks, without the zeros at the end. */
static void
string_text(const uint8_t *s, Word n, Buf *out)
{
	while (n > 0 && s[n - 1] == 0) /* omit the zeros that fill the array */
		n--;
	buf_byte(out, '"');
	for (Word i = 0; i < n && i < MAX_ELEMENTS; i++)
		if (s[i] == '"' || s[i] == '\\')
			buf_printf(out, "\\%c", s[i]);
		else if (s[i] == '\n')
			buf_printf(out, "\\n");
		else if (s[i] < 127 && isprint(s[i]))
			buf_byte(out, s[i]);
		else
			buf_printf(out, "\\%03o", s[i]);
	buf_printf(out, n > MAX_ELEMENTS ? "\"..." : "\"");
}

/* is_same_element: true if the bytes of elements i and j are equal, as far as they are known. */
static bool
is_same_element(const Part *p, Word size, Word i, Word j)
{
	return memcmp(p->bytes + i * size, p->bytes + j * size, size) == 0
		&& (!p->known
			|| memcmp(p->known + i * size, p->known + j * size,
				   size * sizeof *p->known) == 0);
}

/* count_same_elements: how many of the n elements, from element i on, are equal to element i. */
static Word
count_same_elements(const Part *p, Word size, Word i, Word n)
{
	Word j = i + 1;

	while (j < n && is_same_element(p, size, i, j))
		j++;
	return j - i;
}

/*
 * array_text: print an array, or a string; a sequence of equal elements is printed as one, with
 * their number.
 */
static void
array_text(const Part *p, const Type *t, Buf *out)
{
	const Type *element = type_plain(t->target);
	Word size = type_plain(t->target)->size, count = size > 0 ? t->size / size : 0;

	if (element->kind == TYPE_CHAR && is_part_known(p, t->size)) {
		string_text(p->bytes, t->size, out);
		return;
	}
	if (count > t->count)
		count = t->count;
	buf_byte(out, '{');
	for (Word i = 0, same, shown = 0; i < count; i += same) {
		Part e = {p->d, p->s, p->bytes + i * size, p->known ? p->known + i * size : NULL,
			p->depth + 1};

		buf_printf(out, i ? ", " : "");
		if (shown >= MAX_ELEMENTS) {
			buf_printf(out, "...");
			break;
		}
		part_text(&e, t->target, out);
		same = count_same_elements(p, size, i, count);
		if (same >= REPEATS)
			buf_printf(out, " <repeats %u times>", same);
		else
			same = 1;
		shown += same < REPEATS ? same : REPEATS;
	}
	buf_byte(out, '}');
}

/* ---- structures ---- */

/* bitfield_text: print the value of a bit-field. */
static void
bitfield_text(const Part *p, const Member *m, Buf *out)
{
	uint64_t v = 0;

	for (uint32_t i = 0; i < m->bits; i++) {
		uint32_t bit = m->bit + i;

		if (p->known && !p->known[bit / 8]) {
			buf_printf(out, "<unknown>");
			return;
		}
		v |= (uint64_t)(p->bytes[bit / 8] >> bit % 8 & 1) << i;
	}
	number_text(p, type_plain(m->type), v, m->bits, out);
}

/* structure_text: print a structure or union with the names and values of its members. */
static void
structure_text(const Part *p, const Type *t, Buf *out)
{
	bool first = true;

	buf_byte(out, '{');
	for (size_t i = 0; i < t->nmembers; i++) {
		const Member *m = &t->members[i];
		Part e = {p->d, p->s, p->bytes + m->at, p->known ? p->known + m->at : NULL,
			p->depth + 1};

		if (m->bits ? m->bits > 64 || (m->bit + (uint64_t)m->bits + 7) / 8 > t->size
			    : m->at + (uint64_t)type_plain(m->type)->size > t->size)
			continue; /* beyond the value: the information is damaged */
		buf_printf(out, first ? "" : ", ");
		first = false;
		if (*m->name)
			buf_printf(out, "%s = ", m->name);
		if (m->bits)
			bitfield_text(p, m, out);
		else
			part_text(&e, m->type, out);
	}
	buf_byte(out, '}');
}

/* ---- any ---- */

/* part_text: print a part of a value by its type; unknown bytes as <unknown>. */
static void
part_text(const Part *p, const Type *named, Buf *out)
{
	const Type *t = type_plain(named);
	bool parts = t->kind == TYPE_STRUCT || t->kind == TYPE_UNION || t->kind == TYPE_ARRAY;

	if (p->depth == MAX_NESTING
		|| (!is_part_known(p, t->size) && !(parts && any_byte_known(p, t->size)))) {
		buf_printf(out, "<unknown>");
		return;
	}
	switch (t->kind) {
	case TYPE_VOID:
	case TYPE_FUNCTION:
		buf_printf(out, "<nothing>");
		break;
	case TYPE_REAL:
		real_text(p->bytes, t->size, out);
		break;
	case TYPE_ARRAY:
		array_text(p, t, out);
		break;
	case TYPE_STRUCT:
	case TYPE_UNION:
		structure_text(p, t, out);
		break;
	default:
		number_text(p, t, read_unsigned(p->bytes, t->size), 8 * t->size, out);
	}
}

void
value_text(Debug *d, const Stopped *s, const Type *t, const uint8_t *bytes, const bool *known,
	Buf *out)
{
	Part p = {d, s, bytes, known, 0};

	part_text(&p, t, out);
}
