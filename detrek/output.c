/*
 * output.c - how analyses write their results: JSON to standard output, graphs in DOT, text in
 * markup.
 */
#include "detrek.h"

#include <stdlib.h>

void
report_json(json_t *j)
{
	if (json_dumpf(j, stdout, JSON_INDENT(2)) != 0)
		fatal("cannot write standard output:");
	putchar('\n');
	json_decref(j);
}

/*
 * put_quoted: append a quoted string of DOT, with quote and backslash escaped and a newline as \n.
 */
static void
put_quoted(Buf *b, const char *s)
{
	buf_byte(b, '"');
	for (; *s; s++) {
		if (*s == '"' || *s == '\\')
			buf_byte(b, '\\');
		if (*s == '\n')
			buf_printf(b, "\\n");
		else
			buf_byte(b, *s);
	}
	buf_byte(b, '"');
}

void
dot_begin(Buf *b, const char *name)
{
	buf_printf(b, "digraph ");
	put_quoted(b, name);
	buf_printf(b, " {\n");
}

void
dot_cluster(Buf *b, const char *label)
{
	char *name = xasprintf("cluster %s", label); /* DOT knows a box by this first word */

	buf_printf(b, "subgraph ");
	put_quoted(b, name);
	buf_printf(b, " {\nlabel=");
	put_quoted(b, label);
	buf_printf(b, "\n");
	free(name);
}

void
dot_node(Buf *b, const char *name, const char *label, const char *attributes)
{
	put_quoted(b, name);
	buf_printf(b, " [label=");
	put_quoted(b, label);
	if (attributes)
		buf_printf(b, ",%s", attributes);
	buf_printf(b, "]\n");
}

void
dot_edge(Buf *b, const char *from, const char *to, const char *attributes)
{
	put_quoted(b, from);
	buf_printf(b, " -> ");
	put_quoted(b, to);
	if (attributes)
		buf_printf(b, " [%s]", attributes);
	buf_printf(b, "\n");
}

void
dot_end(Buf *b)
{
	buf_printf(b, "}\n");
}

void
markup_char(Buf *b, char c)
{
	switch (c) {
	case '<': buf_printf(b, "&lt;"); break;
	case '>': buf_printf(b, "&gt;"); break;
	case '&': buf_printf(b, "&amp;"); break;
	case '"': buf_printf(b, "&quot;"); break;
	default: buf_byte(b, c);
	}
}

void
markup_text(Buf *b, const char *s)
{
	for (; *s; s++)
		markup_char(b, *s);
}
