/*
 * fold.c - prints one node's lines for each class. The smallest classes come first, because a node
 * that differs from all others is often the cause of a problem.
 */
#include "fold.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
	SHOWN = 2,  /* a class of more nodes is represented by one node */
	NAMED = 10, /* number of the other nodes whose names are printed */
	ADDRESS = 8, /* hexadecimal digits */
};

/* The lines about a node. */
typedef struct Entry {
	char *name;        /* of the node */
	char *text, *same; /* the lines; the lines without the parts that differ within a class */
	uint32_t at;       /* place of the node among all nodes */
	uint32_t first;    /* place of the first node of its class */
	uint32_t size;     /* nodes of the class */
} Entry;

struct Fold {
	Entry *nodes;
	uint32_t n;
};

Fold *
fold_new(void)
{
	return xcalloc(1, sizeof(Fold));
}

void
fold_free(Fold *f)
{
	for (uint32_t i = 0; i < f->n; i++) {
		free(f->nodes[i].name);
		free(f->nodes[i].text);
		free(f->nodes[i].same);
	}
	free(f->nodes);
	free(f);
}

/*
 * skip_variable: the length of a part at s that may differ between nodes of a class; 0 if there is
 * none.
 */
static size_t
skip_variable(const char *s, const char *name)
{
	size_t n = strlen(name);

	if (strncmp(s, name, n) == 0 && !isalnum((unsigned char)s[n]))
		return n;
	n = strspn(s, "0123456789abcdef");
	if (n >= ADDRESS)
		return n;
	if (strncmp(s, "task ", 5) == 0) {
		n = 5 + strspn(s + 5, "0123456789");
		return strncmp(s + n, " part 0x", 8) != 0 ? n
			: n + 8 + strspn(s + n + 8, "0123456789abcdef");
	}
	if (strncmp(s, "pid ", 4) == 0)
		return 4 + strspn(s + 4, "0123456789");
	/* the other end of a message */
	if (strncmp(s, "to n", 4) == 0 && isdigit((unsigned char)s[4]))
		return 4 + strspn(s + 4, "0123456789");
	return 0;
}

char *
fold_same(const char *text, const char *name)
{
	Buf b = {0};
	bool inside = false; /* inside a word */

	while (*text) {
		size_t n = inside ? 0 : skip_variable(text, name);

		buf_byte(&b, n > 0 ? '*' : *text);
		inside = isalnum((unsigned char)text[n > 0 ? n - 1 : 0]);
		text += n > 0 ? n : 1;
	}
	buf_byte(&b, '\0');
	return (char *)b.data;
}

void
fold_add(Fold *f, const char *name, char *text, char *same)
{
	Entry s = {.name = xstrdup(name), .text = text, .same = same ? same : fold_same(text, name),
		.at = f->n, .first = f->n};

	f->nodes = xrealloc(f->nodes, (f->n + 1) * sizeof *f->nodes);
	f->nodes[f->n++] = s;
}

/* find_classes: give each node the class of the first one with the same lines. */
static void
find_classes(Fold *f)
{
	for (uint32_t i = 0; i < f->n; i++) {
		for (uint32_t j = 0; j < i; j++)
			if (f->nodes[j].first == j
				&& strcmp(f->nodes[i].same, f->nodes[j].same) == 0) {
				f->nodes[i].first = j;
				break;
			}
		f->nodes[f->nodes[i].first].size++;
	}
	for (uint32_t i = 0; i < f->n; i++)
		f->nodes[i].size = f->nodes[f->nodes[i].first].size;
}

static int
compare_entries(const void *x, const void *y)
{
	const Entry *a = x, *b = y;

	if (a->size != b->size)
		return a->size < b->size ? -1 : 1;
	if (a->first != b->first)
		return a->first < b->first ? -1 : 1;
	return a->at < b->at ? -1 : a->at > b->at;
}

/* print_other_nodes: print the names of all nodes of a class but the first. */
static void
print_other_nodes(const Entry *s, const char *option, FILE *out)
{
	fprintf(out, "    and in the same place %u more:", s->size - 1);
	for (uint32_t i = 1; i < s->size && i <= NAMED; i++)
		fprintf(out, "%s %s", i > 1 ? "," : "", s[i].name);
	if (s->size - 1 > NAMED)
		fprintf(out, ", ...; %s lists all nodes", option);
	fputc('\n', out);
}

void
fold_print(Fold *f, bool all, const char *option, FILE *out)
{
	if (!all && f->n > 0) {
		find_classes(f);
		qsort(f->nodes, f->n, sizeof *f->nodes, compare_entries);
	}
	for (uint32_t i = 0; i < f->n; i++) {
		const Entry *s = &f->nodes[i];

		fputs(s->text, out);
		if (all || s->size <= SHOWN)
			continue;
		print_other_nodes(s, option, out);
		i += s->size - 1;
	}
}
