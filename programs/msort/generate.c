/*
 * generate.c - reads the text from standard input and cuts it into tasks, as many as the .vms file
 * says.
 *
 *	msort < TEXT
 */
#include <stdio.h>
#include <string.h>
#include <trek.h>
#include "memory.h"
#include "text.h"

Block text;
uint32_t ntasks;

/* All of a file, with a newline at its end. */
static Block
read_all(FILE *from)
{
	uint32_t room = 1 << 16, n = 0, got;
	char *at = memory(room);

	while ((got = fread(at + n, 1, room - n - 1, from)) > 0) {
		n += got;
		if (n == room - 1) {
			char *larger = memory(2 * room);

			memcpy(larger, at, n);
			free(at);
			at = larger;
			room *= 2;
		}
	}
	if (n > 0 && at[n - 1] != '\n')
		at[n++] = '\n';
	return (Block){ at, n };
}

void
init_master(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	text = read_all(stdin);
	ntasks = total_tasks();
	if (ntasks == 0)
		ntasks = 1;
}

void
data_generator(void)
{
	Block left = text;

	for (uint32_t i = 0; i < ntasks; i++) {
		Block b = lines_cut(&left, i + 1 < ntasks ? text.nbytes / ntasks : left.nbytes);

		do_task(b.at, b.nbytes);
	}
}
