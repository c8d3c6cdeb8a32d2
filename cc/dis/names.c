/* names.c - unique names for addresses, in the assembler's syntax. */
#include "pieces.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* by_name: for qsort: order symbols by name. */
static int
by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* by_address: for qsort: order labels by address. */
static int
by_address(const void *a, const void *b)
{
	const Label *l = a, *m = b;

	if (l->addr != m->addr)
		return l->addr < m->addr ? -1 : 1;
	return l->symbol && m->symbol ? (l->symbol > m->symbol) - (l->symbol < m->symbol) : 0;
}

/* usable_name: the name with invalid characters replaced, and quoted if necessary. */
static const char *
usable_name(Dis *d, const char *name)
{
	char *copy = arena_strndup(&d->arena, name, strlen(name)), *text;
	bool plain = !isdigit((uint8_t)*name);

	if (*copy == '.')
		*copy = '_'; /* such names do not occur in images */
	for (char *c = copy; *c; c++) {
		if (*c == '"' || iscntrl((uint8_t)*c))
			*c = '_';
		if (!isalnum((uint8_t)*c) && !strchr("_.$", *c))
			plain = false;
	}
	if (plain)
		return copy;
	text = arena_alloc(&d->arena, strlen(copy) + 3, 1);
	sprintf(text, "\"%s\"", copy);
	return text;
}

/* is_reserved: true for names that the assembler defines itself. */
static bool
is_reserved(const char *name)
{
	static const char *const names[] = {"__code_start", "__code_end",  "__data_start",
					    "__data_end",   "__bss_start", "__bss_end",
					    "__image_end",  "__debug_line"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

/* The names of all symbols, to find duplicates. */
typedef struct Names {
	const char **sorted;
	size_t n;
} Names;

static bool
is_known_name(const Names *all, const char *name)
{
	return bsearch(&name, all->sorted, all->n, sizeof name, by_name) != NULL;
}

/* is_duplicate_name: true if several symbols have the name. */
static bool
is_duplicate_name(const Names *all, const char *name)
{
	const char **at = bsearch(&name, all->sorted, all->n, sizeof name, by_name);
	const char **end = all->sorted + all->n;

	return (at > all->sorted && strcmp(at[-1], name) == 0) ||
	       (at + 1 < end && strcmp(at[1], name) == 0);
}

/* unique_name: symbol i's name with a number appended to make it unique. */
static const char *
unique_name(Dis *d, const Names *all, const char *name, size_t i)
{
	char text[80];

	do {
		snprintf(text, sizeof text, "_%.40s$%zu", name, i);
		for (char *c = text; *c; c++)
			*c = isalnum((uint8_t)*c) || *c == '$' ? *c : '_';
		i += all->n;
	} while (is_known_name(all, text));
	return arena_strndup(&d->arena, text, strlen(text));
}

/* name_symbols: set names[i] for each symbol i. */
static void
name_symbols(Dis *d, const char **names)
{
	const Image *im = d->im;
	Names all = {arena_alloc(&d->arena, im->nsymbols, sizeof *all.sorted), im->nsymbols};

	for (size_t i = 0; i < all.n; i++)
		names[i] = all.sorted[i] = usable_name(d, im->symbols[i].name);
	if (all.n)
		qsort(all.sorted, all.n, sizeof *all.sorted, by_name);
	for (size_t i = 0; i < all.n; i++)
		if (is_duplicate_name(&all, names[i]) || is_reserved(names[i]))
			names[i] = unique_name(d, &all, names[i], i);
}

/* add_label: append a label at an address; s: its symbol, or NULL. */
static void
add_label(Dis *d, Addr addr, const char *name, const Symbol *s)
{
	d->labels = arena_more(&d->arena, d->labels, d->nlabels, sizeof *d->labels);
	d->labels[d->nlabels++] = (Label){addr, name, s};
}

void
names_make(Dis *d)
{
	const Image *im = d->im;
	const char **names = arena_alloc(&d->arena, im->nsymbols + 1, sizeof *names);
	Addr base = image_base(im), size = image_end(im) - base;
	bool entry = false;
	char text[16];

	name_symbols(d, names);
	for (size_t i = 0; i < im->nsymbols; i++) {
		const Symbol *s = &im->symbols[i];

		if (s->absolute || s->addr - base > size)
			buf_printf(d->out, "%s%s%s\t%s = 0x%x\n", s->global ? "\t.global\t" : "",
				   s->global ? names[i] : "", s->global ? ";" : "", names[i],
				   s->addr);
		else
			add_label(d, s->addr, names[i], s);
		entry |= !s->absolute && s->addr == im->entry;
	}
	if (!entry) {
		sprintf(text, ".L%08x", im->entry);
		add_label(d, im->entry, arena_strndup(&d->arena, text, strlen(text)), NULL);
	}
	qsort(d->labels, d->nlabels, sizeof *d->labels, by_address);
}

const Label *
names_at(const Dis *d, Addr a)
{
	size_t low = 0, high = d->nlabels, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (d->labels[middle].addr < a)
			low = middle + 1;
		else
			high = middle;
	}
	return d->labels + low;
}
