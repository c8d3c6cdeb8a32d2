/*
 * softwire.c - sets the C004 of a B008 as texts of connections ask, checks the setting, and sends a
 * message there and back over each connection of two slots.
 *
 *	softwire FILE...
 *
 * The program runs in slot 0. The texts are set one after the other; wires.h describes them. The
 * status is 1 if a check fails, 2 if a text has a mistake.
 */
#include "board.h"

#include <stdlib.h>

/* read_text: read a text; a mistake ends the program. */
static void
read_text(const char *name, Wires *w)
{
	FILE *text = fopen(name, "r");
	const char *mistake;
	int line;

	if (!text) {
		perror(name);
		exit(2);
	}
	mistake = wires_read(w, text, &line);
	fclose(text);
	if (mistake) {
		fprintf(stderr, "%s:%d: %s\n", name, line, mistake);
		exit(2);
	}
}

/* try_wire: print a connection, and whether messages pass; returns false if one is lost. */
static bool
try_wire(const Wire *w)
{
	bool passes = true;
	const char *result = "not tried";

	if (w->a.kind == WIRE_SLOT && w->b.kind == WIRE_SLOT) {
		passes = pipeline_try(w);
		result = passes ? "messages pass" : "NO MESSAGE PASSES";
	}
	printf("%16s - %-16s C004 %2d - %-2d  %s\n", wire_end_name(&w->a), wire_end_name(&w->b),
		w->a.port, w->b.port, result);
	return passes;
}

/* set_text: set what a text asks for, and check it. */
static bool
set_text(const char *name, const Wires *w)
{
	uint8_t reply[NPORTS];
	bool good;

	crossbar_set(w, reply);
	good = crossbar_is_set(w, reply);
	printf("%s: %d connection%s, and the C004 has %s\n", name, w->n, w->n == 1 ? "" : "s",
		good ? "these circuits" : "OTHER CIRCUITS");
	for (int i = 0; i < w->n; i++)
		good &= try_wire(&w->wire[i]);
	return good;
}

int
main(int argc, char **argv)
{
	Wires w;
	bool good = true;

	if (argc < 2) {
		fprintf(stderr, "usage: softwire FILE...\n");
		return 2;
	}
	for (int i = 1; i < argc; i++)
		read_text(argv[i], &w);
	crossbar_boot();
	pipeline_boot();
	for (int i = 1; i < argc; i++) {
		read_text(argv[i], &w);
		good &= set_text(argv[i], &w);
	}
	return good ? 0 : 1;
}
