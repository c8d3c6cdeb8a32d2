/*
 * die.c - writes trees of debugging information entries (DIEs) as .debug_info and the sections it
 * refers to.
 *
 * DWARF 4, section 7.5: an entry consists of the number of its abbreviation and the values of its
 * attributes; an abbreviation consists of a tag, a flag for children, and the attributes' forms.
 * All units share one table of abbreviations. The length of a value never depends on an address, so
 * offsets are known here.
 */
#include "die.h"
#include "cc/lower/module/names.h"
#include "base/digits.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

enum { UNIT_HEAD = 11, PER_LINE = 16 }; /* bytes; of a .byte directive */

struct DieUnits {
	Arena *arena;
	Die **units;
	size_t nunits;
	Names *strings; /* string -> 1 + offset in .debug_str */
	Buf str;        /* .debug_str */
	Names *abbreviations; /* an abbreviation's bytes as text (put_key) -> its number */
	unsigned nabbreviations;
	Bytes abbrev, info, lists[NLISTS]; /* the other sections */
};

/* ---- bytes ---- */

void
bytes_uleb(Bytes *to, uint64_t n)
{
	for (; n > 127; n >>= 7)
		buf_byte(&to->b, n | 0x80);
	buf_byte(&to->b, n);
}

void
bytes_sleb(Bytes *to, int64_t n)
{
	for (; n < -64 || n > 63; n >>= 7)
		buf_byte(&to->b, n | 0x80);
	buf_byte(&to->b, n & 0x7F);
}

void
bytes_hole(Arena *a, Bytes *to, const char *text)
{
	to->holes = arena_more(a, to->holes, to->nholes, sizeof *to->holes);
	to->holes[to->nholes++] = (Hole){.at = to->b.len, .text = text};
	buf_word(&to->b, 0);
}

void
bytes_append(Arena *a, Bytes *to, const Bytes *from)
{
	size_t at = to->b.len;

	buf_put(&to->b, from->b.data, from->b.len);
	for (size_t i = 0; i < from->nholes; i++) {
		to->holes = arena_more(a, to->holes, to->nholes, sizeof *to->holes);
		to->holes[to->nholes++] = (Hole){
			.at = at + from->holes[i].at, .text = from->holes[i].text};
	}
}

bool
bytes_same(const Bytes *x, const Bytes *y)
{
	if (x->b.len != y->b.len || x->nholes != y->nholes
		|| memcmp(x->b.data, y->b.data, x->b.len))
		return false;
	for (size_t i = 0; i < x->nholes; i++)
		if (x->holes[i].at != y->holes[i].at
			|| strcmp(x->holes[i].text, y->holes[i].text) != 0)
			return false;
	return true;
}

/* put_plain_bytes: append n bytes as `.byte` directives. */
static void
put_plain_bytes(const uint8_t *p, size_t n, Buf *out)
{
	static const char directive[] = "\t.byte\t";

	for (size_t i = 0; i < n; i++) {
		bool last = i + 1 == n || i % PER_LINE == PER_LINE - 1;

		if (i % PER_LINE == 0)
			buf_put(out, directive, sizeof directive - 1);
		buf_number(out, p[i], 10, last ? '\n' : ',');
	}
}

/* put_bytes: append the bytes as directives, with the labels of its holes as words. */
static void
put_bytes(const Bytes *from, Buf *out)
{
	size_t at = 0;

	for (size_t i = 0; i < from->nholes; i++) {
		put_plain_bytes(from->b.data + at, from->holes[i].at - at, out);
		buf_printf(out, "\t.word\t%s\n", from->holes[i].text);
		at = from->holes[i].at + 4;
	}
	put_plain_bytes(from->b.data + at, from->b.len - at, out);
}

void
put_section(const char *name, const Bytes *b, Buf *out)
{
	if (b->b.len == 0)
		return;
	buf_printf(out, "\n\t.section\t%s\n", name);
	put_bytes(b, out);
}

/* ---- making entries ---- */

DieUnits *
dies_new(Arena *a)
{
	DieUnits *u = xcalloc(1, sizeof *u);

	u->arena = a;
	u->strings = names_new();
	u->abbreviations = names_new();
	return u;
}

void
dies_free(DieUnits *u)
{
	names_free(u->strings);
	names_free(u->abbreviations);
	buf_free(&u->str);
	buf_free(&u->abbrev.b);
	buf_free(&u->info.b);
	for (int i = 0; i < NLISTS; i++)
		buf_free(&u->lists[i].b);
	free(u);
}

Die *
die_parameter(DieUnits *u, Die *parent, unsigned tag, int order)
{
	Die *d = arena_alloc(u->arena, 1, sizeof *d), **at;
	bool behind = !order && parent && parent->last;

	*d = (Die){.tag = tag, .order = order, .parent = parent};
	if (!parent) {
		u->units = arena_more(u->arena, u->units, u->nunits, sizeof *u->units);
		u->units[u->nunits++] = d;
		return d;
	}
	at = behind ? &parent->last->next : &parent->first;
	while (*at && order && (*at)->order && (*at)->order <= order)
		at = &(*at)->next;
	d->next = *at;
	*at = d;
	if (!d->next)
		parent->last = d;
	return d;
}

Die *
die_new(DieUnits *u, Die *parent, unsigned tag)
{
	return die_parameter(u, parent, tag, 0);
}

/* add_attribute: append an attribute in this form to an entry; the caller sets its value. */
static Attribute *
add_attribute(DieUnits *u, Die *d, unsigned at, unsigned form)
{
	d->attributes = arena_more(u->arena, d->attributes, d->nattributes, sizeof *d->attributes);
	d->attributes[d->nattributes] = (Attribute){.at = at, .form = form};
	return &d->attributes[d->nattributes++];
}

void
die_number(DieUnits *u, Die *d, unsigned at, uint64_t n)
{
	add_attribute(u, d, at, DW_FORM_udata)->number = n;
}

void
die_signed(DieUnits *u, Die *d, unsigned at, int64_t n)
{
	add_attribute(u, d, at, DW_FORM_sdata)->number = n;
}

void
die_flag(DieUnits *u, Die *d, unsigned at)
{
	add_attribute(u, d, at, DW_FORM_flag_present);
}

void
die_string(DieUnits *u, Die *d, unsigned at, const char *s)
{
	uintptr_t known = (uintptr_t)names_get(u->strings, s);

	if (!known) {
		known = u->str.len + 1;
		names_put(u->strings, arena_strndup(u->arena, s, strlen(s)), (void *)known);
		buf_put(&u->str, s, strlen(s) + 1);
	}
	add_attribute(u, d, at, DW_FORM_strp)->number = known - 1;
}

void
die_name(DieUnits *u, Die *d, const char *name)
{
	if (*name)
		die_string(u, d, DW_AT_name, name);
}

/* add_text: append an attribute whose value is an expression for the assembler. */
static void
add_text(DieUnits *u, Die *d, unsigned at, unsigned form, const char *text)
{
	add_attribute(u, d, at, form)->text = arena_strndup(u->arena, text, strlen(text));
}

void
die_address(DieUnits *u, Die *d, unsigned at, const char *text)
{
	add_text(u, d, at, DW_FORM_addr, text);
}

void
die_length(DieUnits *u, Die *d, unsigned at, const char *text)
{
	add_text(u, d, at, DW_FORM_data4, text);
}

void
die_offset(DieUnits *u, Die *d, unsigned at, const char *text)
{
	add_text(u, d, at, DW_FORM_sec_offset, text);
}

void
die_refer(DieUnits *u, Die *d, unsigned at, const Die *to)
{
	add_attribute(u, d, at, DW_FORM_ref4)->die = to;
}

void
die_place(DieUnits *u, Die *d, unsigned at, Bytes *expression)
{
	add_attribute(u, d, at, DW_FORM_exprloc)->bytes = expression;
}

void
die_list(DieUnits *u, Die *d, unsigned at, DieList section, Bytes *list)
{
	Attribute *a = add_attribute(u, d, at, DW_FORM_sec_offset);

	a->bytes = list;
	a->list = section;
}

/* ---- sections ---- */

/* put_key: append bytes as text without zeros, which can be a name: two letters for each byte. */
static void
put_key(const Buf *bytes, Buf *key)
{
	for (size_t i = 0; i < bytes->len; i++) {
		buf_byte(key, 'a' + (bytes->data[i] >> 4));
		buf_byte(key, 'a' + (bytes->data[i] & 15));
	}
	buf_byte(key, '\0');
}

/*
 * abbreviation_code: the number of the abbreviation with d's tag and attributes; a new abbreviation
 * is added to the table.
 */
static unsigned
abbreviation_code(DieUnits *u, const Die *d)
{
	Bytes b = {0};
	Buf key = {0};
	uintptr_t known;

	bytes_uleb(&b, d->tag);
	buf_byte(&b.b, d->first != NULL);
	for (size_t i = 0; i < d->nattributes; i++) {
		bytes_uleb(&b, d->attributes[i].at);
		bytes_uleb(&b, d->attributes[i].form);
	}
	put_key(&b.b, &key);
	known = (uintptr_t)names_get(u->abbreviations, (char *)key.data);
	if (!known) {
		known = ++u->nabbreviations;
		names_put(u->abbreviations, arena_strndup(u->arena, (char *)key.data, key.len),
			(void *)known);
		bytes_uleb(&u->abbrev, known);
		buf_put(&u->abbrev.b, b.b.data, b.b.len);
		buf_put(&u->abbrev.b, "\0", 2);
	}
	buf_free(&b.b);
	buf_free(&key);
	return known;
}

/* put_list: write a reference to a list, which gets its place in its section at its first use. */
static void
put_list(DieUnits *u, Attribute *a, Bytes *out)
{
	Bytes *section = &u->lists[a->list];

	if (!a->listed) {
		a->listed = true;
		a->number = section->b.len;
		bytes_append(u->arena, section, a->bytes);
	}
	buf_word(&out->b, a->number);
}

/* put_attribute: write the value of an attribute in its form. */
static void
put_attribute(DieUnits *u, Attribute *a, Bytes *out)
{
	switch (a->form) {
	case DW_FORM_flag_present:
		break;
	case DW_FORM_udata:
		bytes_uleb(out, a->number);
		break;
	case DW_FORM_sdata:
		bytes_sleb(out, a->number);
		break;
	case DW_FORM_strp:
		buf_word(&out->b, a->number);
		break;
	case DW_FORM_ref4:
		buf_word(&out->b, a->die->offset);
		break;
	case DW_FORM_exprloc:
		bytes_uleb(out, a->bytes->b.len);
		bytes_append(u->arena, out, a->bytes);
		break;
	case DW_FORM_sec_offset:
		if (a->bytes) {
			put_list(u, a, out);
			break;
		}
		/* fall through */
	default:
		bytes_hole(u->arena, out, a->text);
	}
}

/*
 * put_tree: write an entry and its children. Two passes use it: the first finds the entries'
 * offsets, the second writes correct references; both write the same lengths.
 */
static void
put_tree(DieUnits *u, Die *d, size_t start, Bytes *out)
{
	d->offset = out->b.len - start;
	d->abbreviation = d->abbreviation ? d->abbreviation : abbreviation_code(u, d);
	bytes_uleb(out, d->abbreviation);
	for (size_t i = 0; i < d->nattributes; i++)
		put_attribute(u, &d->attributes[i], out);
	for (Die *c = d->first; c; c = c->next)
		put_tree(u, c, start, out);
	if (d->first)
		buf_byte(&out->b, 0);
}

/* put_unit: append a unit as in DWARF 4, section 7.5.1.1; its abbreviations start at offset 0. */
static void
put_unit(DieUnits *u, size_t i, Bytes *out)
{
	size_t start = out->b.len, holes = out->nholes;

	for (int time = 0; time < 2; time++) {
		out->b.len = start;
		out->nholes = holes;
		buf_put(&out->b, (uint8_t[UNIT_HEAD]){0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 4}, UNIT_HEAD);
		put_tree(u, u->units[i], start, out);
	}
	put32(out->b.data + start, out->b.len - start - 4);
}

void
dies_text(DieUnits *u, Buf *out)
{
	Bytes str = {.b = u->str};

	for (size_t i = 0; i < u->nunits; i++) {
		buf_printf(out, "\t.equ\t.unit%zu, %zu\n", i, u->info.b.len);
		put_unit(u, i, &u->info);
	}
	buf_byte(&u->abbrev.b, 0);
	put_section(".debug_info", &u->info, out);
	put_section(".debug_abbrev", &u->abbrev, out);
	put_section(".debug_str", &str, out);
	put_section(".debug_loc", &u->lists[LIST_LOC], out);
	put_section(".debug_ranges", &u->lists[LIST_RANGES], out);
}
