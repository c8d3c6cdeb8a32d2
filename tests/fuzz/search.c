/*
 * search.c - fuzz target: the reader of the states of searches for outcomes. Its checksum is made
 * right. What is accepted and written can be read again, and is then written likewise.
 */
#include "base/table.h"
#include "detrek/outcomes/explore_parts.h"

#include <setjmp.h>
#include <stdlib.h>

static jmp_buf rejected;

static void
caught(int status)
{
	longjmp(rejected, status ? status : 1);
}

static bool
read_state(WireReader r, Explorer *e, Exploration *x)
{
	*x = (Exploration){0};
	*e = (Explorer){.x = x};
	return search_get(&r, e);
}

static void
free_state(Explorer *e)
{
	exploration_free(e->x);
	explorer_free(e);
}

static void
write_again(const Explorer *e)
{
	Buf b = {0}, again = {0};
	Exploration x;
	Explorer other;

	search_put(&b, e);
	if (!read_state((WireReader){b.data, b.data + b.len, false}, &other, &x))
		abort();
	search_put(&again, &other);
	if (again.len != b.len || memcmp(again.data, b.data, b.len) != 0)
		abort();
	free_state(&other);
	buf_free(&b);
	buf_free(&again);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static SavedSearch s; /* static: after a mistake it holds what was read so far */
	static Buf file;
	Exploration x;
	Explorer e;

	s = (SavedSearch){0};
	file.len = 0;
	buf_printf(&file, "trellis search 1\n");
	put_hash(&file, table_hash(data, n));
	buf_put(&file, data, n);
	fatal_catch(caught);
	if (setjmp(rejected) == 0) {
		saved_search_open(&s, "fuzz", &file);
		if (read_state(s.state, &e, &x))
			write_again(&e);
		free_state(&e);
	}
	saved_search_free(&s);
	return 0;
}
