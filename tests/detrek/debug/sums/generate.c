/* generate.c - lists of 3, 4, 5 and 6 numbers. */
#include <trek.h>
#include "sums.h"

void
init_master(int argc, char **argv)
{
	(void)argc, (void)argv;
}

void
data_generator(void)
{
	for (int n = 3; n <= MOST; n++) {
		List l = {.kind = n % 2 ? PLAIN : SQUARES, .n = n};

		for (int i = 0; i < n; i++)
			l.value[i] = 10 * n + i;
		do_task(&l, sizeof l);
	}
}
