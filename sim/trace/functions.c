/* functions.c - reads the file with the names of functions for a trace of the machine. */
#include "functions.h"

#include "base/files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_FILE = 1 << 26 }; /* bytes */

/* The file being read. */
typedef struct Reader {
	const char *file;
	int line;
	const Topology *t;
	Functions *f;
	uint32_t cap; /* functions for which f has room */
} Reader;

/* read_node: the node with this name; fatal if there is none. */
static uint32_t
read_node(const Reader *r, const char *name)
{
	for (uint32_t n = 0; n < r->t->nnodes; n++)
		if (strcmp(r->t->nodes[n].name, name) == 0)
			return n;
	fatal_at(r->file, r->line, "'%.40s' is not a node of the network", name);
}

/* read_iptr: the address in eight hexadecimal digits; fatal if it is not one. */
static Addr
read_iptr(const Reader *r, const char *word)
{
	if (strlen(word) != 8 || strspn(word, "0123456789abcdef") != 8)
		fatal_at(r->file, r->line, "'%.40s' is not an Iptr (8 hexadecimal digits)", word);
	return strtoul(word, NULL, 16);
}

/* name_index: the index of a function's name in the list, to which it is added if it is new. */
static uint32_t
name_index(Reader *r, const char *name)
{
	Functions *f = r->f;

	for (uint32_t i = 0; i < f->nnames; i++)
		if (strcmp(f->name[i], name) == 0)
			return i;
	f->name = xrealloc(f->name, (f->nnames + 1) * sizeof *f->name);
	f->name[f->nnames] = name;
	return f->nnames++;
}

/* is_plain_name: true if the name needs no escapes in any format. */
static bool
is_plain_name(const char *name)
{
	for (const char *c = name; *c; c++)
		if (*c < ' ' || *c > '~' || *c == '"' || *c == '\\')
			return false;
	return true;
}

/* read_line: read a line with a node, an Iptr and the function there. */
static void
read_line(Reader *r, char *line)
{
	char *rest = NULL, *node = strtok_r(line, " ", &rest), *iptr = strtok_r(NULL, " ", &rest);

	if (!node || !iptr || !*rest || !is_plain_name(rest))
		fatal_at(r->file, r->line, "expected a node, an Iptr and a function");
	if (r->f->n == r->cap) {
		r->cap = r->cap ? 2 * r->cap : 1024;
		r->f->function = xrealloc(r->f->function, r->cap * sizeof *r->f->function);
	}
	r->f->function[r->f->n] = (Function){read_node(r, node), read_iptr(r, iptr), 0};
	r->f->function[r->f->n++].name = name_index(r, rest);
}

static int
compare_functions(const void *x, const void *y)
{
	const Function *a = x, *b = y;

	if (a->node != b->node)
		return a->node < b->node ? -1 : 1;
	return a->iptr < b->iptr ? -1 : a->iptr > b->iptr;
}

void
functions_parse(Functions *f, const char *name, const Buf *text, const Topology *t)
{
	Reader r = {.file = name, .t = t, .f = f};
	char *rest = NULL;

	*f = (Functions){.text = xcalloc(text->len + 1, 1)};
	if (text->len > 0)
		memcpy(f->text, text->data, text->len);
	for (char *l = strtok_r(f->text, "\n", &rest); l; l = strtok_r(NULL, "\n", &rest)) {
		r.line++;
		read_line(&r, l);
	}
	if (f->n > 0)
		qsort(f->function, f->n, sizeof *f->function, compare_functions);
}

Functions
functions_read(const char *folder, const Topology *t)
{
	char *name = xasprintf("%s/" FUNCTIONS_FILE, folder);
	Functions f = {0};
	Buf text;

	if (access(name, F_OK) == 0) {
		text = file_read(name, MAX_FILE);
		functions_parse(&f, name, &text, t);
		buf_free(&text);
	}
	free(name);
	return f;
}

void
functions_free(Functions *f)
{
	free(f->name);
	free(f->function);
	free(f->text);
}

uint32_t
functions_find(const Functions *f, uint32_t node, Addr iptr)
{
	Function wanted = {.node = node, .iptr = iptr};
	const Function *found = f->n == 0 ? NULL
		: bsearch(&wanted, f->function, f->n, sizeof *f->function, compare_functions);

	return found ? found->name : NOWHERE;
}
