/*
 * messages.c - fuzz target: trees (detrek -t) and synchronous messages (detrek --messages) on any
 * text, separated by an empty line. Accepted messages are given short times; when printed and read
 * again, these are unchanged.
 */
#define _GNU_SOURCE /* memmem */
#include "detrek/tasks/tasks.h"

#include <assert.h>
#include <setjmp.h>
#include <string.h>

static const char spf[] = "8 2 100 2 5\n";

static Arena arena; /* static, so that they are reachable after a longjmp */
static Buf times;
static jmp_buf refused;

static void
caught(int status)
{
	longjmp(refused, status ? status : 1);
}

/* lines: of a text without comments and empty lines. */
static uint32_t
lines(const Buf *b)
{
	uint32_t n = 0;

	for (size_t i = 0; i < b->len; i++)
		n += b->data[i] == '\n';
	return n;
}

/*
 * stamp: the output has one line for each message, and reads back as the same messages with times.
 */
static void
stamp(const Spec *s, const char *text, size_t n)
{
	Buf printed = {0};

	times.len = 0;
	sync_stamps(&times, &arena, s, "fuzz.messages", text, n);
	fatal_catch(NULL); /* a mistake in the printed text ends the fuzzer */
	assert(sync_stamps(&printed, &arena, s, "again", (char *)times.data, times.len) == 0);
	assert(lines(&printed) == lines(&times));
	buf_free(&printed);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	const char *text = (const char *)data;
	const char *gap = memmem(text, n, "\n\n", 2);
	size_t tree = gap ? gap + 1 - text : 0;

	fatal_catch(caught);
	if (setjmp(refused) == 0) {
		Spec *s = spec_read(&arena, NULL, "fuzz.spf", spf, sizeof spf - 1);

		if (gap)
			spec_read_tree(&arena, s, "fuzz.tree", text, tree);
		stamp(s, text + tree, n - tree);
	}
	fatal_catch(NULL);
	arena_free(&arena);
	return 0;
}
