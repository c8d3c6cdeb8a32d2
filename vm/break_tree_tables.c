/* break_tree_tables.c - writes the tables of an instrumented application (trek/tree_break.h). */
#include "break_tree.h"

#include <string.h>

/* value_owner: the first local event with the same expression, whose function serves both. */
static uint32_t
value_owner(const BreakTree *b, uint32_t local)
{
	uint32_t i = 0;

	while (strcmp(b->local[i].expression, b->local[local].expression) != 0)
		i++;
	return i;
}

void
break_tree_values(const BreakTree *b, Buf *out)
{
	buf_printf(out, "#line 1 \"--break\"\n");
	for (uint32_t i = 0; i < b->nlocals; i++)
		if (value_owner(b, i) == i)
			buf_printf(out, "int __break_value_%u(void)\n{\n\treturn (%s) != 0;\n}\n",
				i, b->local[i].expression);
}

/* ---- a node ---- */

/* own_event_bits: the set of a node's local events, as bits. */
static uint32_t
own_event_bits(const BreakTree *b, uint32_t node)
{
	uint32_t own = 0;

	for (uint32_t i = 0; i < b->nlocals; i++)
		own |= b->local[i].node == node ? 1u << i : 0;
	return own;
}

/* choice_event_bits: the bits of the choice's local events. */
static uint32_t
choice_event_bits(const TreeChoice *c)
{
	uint32_t all = 0;

	for (uint32_t k = 0; k < c->nlocals; k++)
		all |= 1u << c->local[k];
	return all;
}

/* count_queries: count the choices that this node recognises. */
static uint32_t
count_queries(const BreakTree *b, uint32_t node)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < b->nchoices; i++)
		n += b->choice[i].node == node;
	return n;
}

/* put_evaluate: append the function that evaluates the node's own local events. */
static void
put_evaluate(const BreakTree *b, uint32_t node, Buf *out)
{
	buf_printf(out, "static uint32_t own_%u(void)\n{\n\treturn 0", node);
	for (uint32_t i = 0; i < b->nlocals; i++)
		if (b->local[i].node == node)
			buf_printf(out, "\n\t\t| (__break_value_%u() ? %#x : 0)", value_owner(b, i),
				1u << i);
	buf_printf(out, ";\n}\n");
}

/* put_queries: append the choices that the node recognises, as C. */
static void
put_queries(const BreakTree *b, uint32_t node, Buf *out)
{
	uint32_t own = own_event_bits(b, node);

	buf_printf(out, "static const TreeQuery query_%u[] = {\n", node);
	for (uint32_t i = 0; i < b->nchoices; i++)
		if (b->choice[i].node == node)
			buf_printf(out, "\t{%#x, %#x, %u},\n",
				choice_event_bits(&b->choice[i]) & ~own,
				choice_event_bits(&b->choice[i]) & own, i);
	buf_printf(out, "};\n");
}

/* ---- a program ---- */

/*
 * put_parts: append the functions and queries that the tables refer to; only a slave has functions.
 */
static void
put_parts(const BreakTree *b, bool slave, Buf *out)
{
	for (uint32_t i = 0; slave && i < b->nlocals; i++)
		if (value_owner(b, i) == i)
			buf_printf(out, "int __break_value_%u(void);\n", i);
	for (uint32_t i = 0; i < b->nnodes; i++) {
		if (slave && own_event_bits(b, i))
			put_evaluate(b, i, out);
		if (count_queries(b, i))
			put_queries(b, i, out);
	}
}

/* put_tables: append the tables of all nodes in C, for the slave or for the master. */
static void
put_tables(const BreakTree *b, bool slave, Buf *out)
{
	buf_printf(out, "const TreeNode __tree_node[] = {\n");
	for (uint32_t i = 0; i < b->nnodes; i++) {
		uint32_t own = slave ? own_event_bits(b, i) : 0, n = count_queries(b, i);

		buf_printf(out, "\t{%#x, ", own);
		buf_printf(out, own ? "own_%u, " : "0, ", i);
		buf_printf(out, n ? "%u, query_%u},\n" : "%u, 0},\n", n, i);
	}
	buf_printf(out, "};\n");
}

/* put_text: append the text, escaped for a C string. */
static void
put_text(const char *s, Buf *out)
{
	for (; *s; s++)
		buf_printf(out, *s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
}

void
break_tree_tables(const BreakTree *b, bool slave, Buf *out)
{
	buf_printf(out, "#include <break.h>\n#include <tree_break.h>\n");
	buf_printf(out, "const uint32_t __break_mode = %s;\nconst char __break_text[] = \"",
		b->mode);
	put_text(b->event, out);
	buf_printf(out, "\";\nconst uint32_t __tree_carries = %d, __tree_changes = %d;\n",
		b->carries, !b->monotonic);
	buf_printf(out, "uint8_t __tree_fresh[%u];\n", b->nchoices);
	put_parts(b, slave, out);
	put_tables(b, slave, out);
}
