/*
 * tree.c - the nodes' parents in a tree. Trees given by lines `node parent` are checked here before
 * the nodes read them.
 */
#include "app_tree.h"

#include "base/files.h"
#include "base/number.h"

#include <stdlib.h>
#include <string.h>

enum {
	MAX_TREE = 1 << 20, /* bytes of a file */
	/* bytes of a line without its comment; trek/options.c has a buffer of this size */
	MAX_LINE = 60,
};

/* check_line: check a line `NODE PARENT` of the tree and store the parent. */
static void
check_line(const char *file, int line, char *text, uint32_t n, int *seen, uint32_t *parent)
{
	char *words[3], *rest = NULL;
	uint64_t node, up;
	int nwords = 0;

	if (strlen(text) > MAX_LINE)
		fatal_at(file, line, "the line has more than %d characters", MAX_LINE);
	for (char *w = strtok_r(text, " \t\r", &rest); w && nwords < 3;
		w = strtok_r(NULL, " \t\r", &rest))
		words[nwords++] = w;
	if (nwords == 0)
		return;
	if (nwords != 2)
		fatal_at(file, line, "a line is <node> <parent>");
	if (!number_parse(words[0], n - 1, &node) || node == 0)
		fatal_at(file, line, "%s is not a node with a parent (1 to %u)", words[0], n - 1);
	if (!number_parse(words[1], n - 1, &up))
		fatal_at(file, line, "%s is not a node (0 to %u)", words[1], n - 1);
	if (seen[node])
		fatal_at(file, line, "node %u already has a parent (line %d)", (uint32_t)node,
			seen[node]);
	seen[node] = line;
	parent[node] = up;
}

/* check_paths: check that every node leads to node 0 in at most n steps. */
static void
check_paths(const char *file, const int *seen, const uint32_t *parent, uint32_t n)
{
	for (uint32_t i = 1; i < n; i++)
		if (!seen[i])
			fatal_at(file, 0, "node %u has no line; all but node 0 need a parent", i);
	for (uint32_t i = 1; i < n; i++) {
		uint32_t steps = 0;

		for (uint32_t v = i; v != 0; v = parent[v])
			if (++steps > n)
				fatal_at(file, seen[i], "node %u is in a cycle, or below one: all "
					"nodes must lead to node 0", i);
	}
}

uint32_t
tree_parent(TreeShape tree, uint32_t node)
{
	if (node == 1 || tree == TREE_CHAIN)
		return node - 1;
	return tree == TREE_BINARY ? node / 2 : (node + 1) / 3;
}

uint32_t *
tree_parse(Arena *a, const char *file, const char *text, size_t nbytes, uint32_t n)
{
	char *copy = arena_strndup(a, text, nbytes), *next;
	int *seen = arena_alloc(a, n, sizeof *seen), line = 1;
	uint32_t *parent = arena_alloc(a, n, sizeof *parent);

	if (strlen(copy) != nbytes)
		fatal_at(file, 0, "unexpected zero byte");
	for (char *at = copy; at; at = next, line++) {
		next = strchr(at, '\n');
		if (next)
			*next++ = '\0';
		at[strcspn(at, "#")] = '\0';
		check_line(file, line, at, n, seen, parent);
	}
	check_paths(file, seen, parent, n);
	return parent;
}

uint32_t *
tree_read(const char *file, uint32_t n)
{
	Buf b = file_read(file, MAX_TREE);
	uint32_t *parent = xcalloc(n, sizeof *parent);
	Arena a = {0};

	memcpy(parent, tree_parse(&a, file, (char *)b.data, b.len, n), n * sizeof *parent);
	arena_free(&a);
	buf_free(&b);
	return parent;
}
