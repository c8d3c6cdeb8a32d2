/*
 * tree.c - fuzz target: the reader of trees (lines `node parent`) on any text; the first byte gives
 * the number of nodes. In an accepted tree, every node leads to node 0; written as lines, the tree
 * is read back unchanged.
 */
#include "vm/app_tree.h"

#include <assert.h>
#include <setjmp.h>
#include <string.h>

static jmp_buf rejected;

static void
caught(int status)
{
	longjmp(rejected, status ? status : 1);
}

static void
accepted(Arena *a, const uint32_t *parent, uint32_t n)
{
	Buf text = {0};
	uint32_t *again;

	fatal_catch(NULL); /* a mistake in the written text ends the fuzzer */
	for (uint32_t i = 1; i < n; i++) {
		uint32_t steps = 0;

		for (uint32_t v = i; v != 0; v = parent[v], steps++)
			assert(v < n && steps < n);
		buf_printf(&text, "%u %u\n", i, parent[i]);
	}
	again = tree_parse(a, "again.tree", (char *)text.data, text.len, n);
	assert(memcmp(again, parent, n * sizeof *parent) == 0);
	buf_free(&text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static Arena a; /* static, so that it is reachable after a longjmp */
	uint32_t n;

	if (size == 0)
		return 0;
	n = 2 + data[0] % 8;
	fatal_catch(caught);
	if (setjmp(rejected) == 0)
		accepted(&a, tree_parse(&a, "fuzz.tree", (const char *)data + 1, size - 1, n), n);
	arena_free(&a);
	return 0;
}
