/*
 * wires.c - fuzz target: the reader of connections of a B008, on any text, or on one made of the
 * reader's own words: each link is used once, and the connections, written as text, are read again
 * as the same; or there is a message.
 */
#include "programs/b008/wires.c"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static const char *
read_bytes(Wires *w, const void *bytes, size_t n, int *line)
{
	FILE *text = n ? fmemopen((void *)bytes, n, "r") : fopen("/dev/null", "r");
	const char *error;

	assert(text);
	error = wires_read(w, text, line);
	fclose(text);
	return error;
}

/* check_text: read a text; if it is accepted, write it and read it again. */
static void
check_text(const void *text, size_t n)
{
	char *written = NULL;
	size_t nwritten = 0;
	FILE *out;
	Wires w, again;
	int line, used = 0;
	const char *error = read_bytes(&w, text, n, &line);

	assert(line >= 1 && (!error || *error));
	if (error)
		return;
	for (int i = 0; i < NPORTS; i++)
		used += w.line[i] > 0;
	assert(used == 2 * w.n);
	out = open_memstream(&written, &nwritten);
	for (int i = 0; i < w.n; i++)
		fprintf(out, "%s to %s\n", wire_end_name(&w.wire[i].a), wire_end_name(&w.wire[i].b));
	fclose(out);
	assert(!read_bytes(&again, written, nwritten, &line));
	assert(again.n == w.n && memcmp(again.wire, w.wire, w.n * sizeof *w.wire) == 0);
	free(written);
}

/* check_words: the same for a text in which each byte chooses a word, or an end. */
static void
check_words(const uint8_t *data, size_t n)
{
	static const char *const words[] = {"slot %d, link 0", "slot %d, link 3", "slot %d, link %d",
		"edge %d", "t2, link 0", " to ", " to ", "\n", "\n", "link", ",", "#"};
	char *text = NULL;
	size_t ntext = 0;
	FILE *out = open_memstream(&text, &ntext);

	for (size_t i = 0; i + 1 < n; i += 2)
		fprintf(out, words[data[i] % (sizeof words / sizeof *words)], data[i + 1] % 12,
			data[i + 1] % 5);
	fclose(out);
	check_text(text, ntext);
	free(text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	if (n > 0 && data[0] >= 0x80)
		check_words(data + 1, n - 1);
	else
		check_text(data, n);
	return 0;
}
