/*
 * wires.c - fuzz target: the reader of connections of a B008, on any text: each link is used once,
 * and the connections, written as text, are read again as the same; or there is a message.
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

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	char *written = NULL;
	size_t nwritten = 0;
	FILE *out;
	Wires w, again;
	int line, used = 0;
	const char *error = read_bytes(&w, data, n, &line);

	assert(line >= 1 && (!error || *error));
	if (error)
		return 0;
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
	return 0;
}
