/*
 * Several copies of this program run on one node at the same time. Each takes turns with the
 * others, uses its own data through static addresses, tables of functions and the heap, and checks
 * that its data are unchanged.
 */
#include <stdio.h>
#include <stdlib.h>
#include <kernel.h>

enum { ROUNDS = 40, WORDS = 100 };

static int add(int a, int b) { return a + b; }
static int take(int a, int b) { return a - b; }

static int sum, words[WORDS];
static int *const where = &sum, *last = &words[WORDS - 1];
static int (*const functions[])(int, int) = {add, take};
static const char *const names[] = {"even", "odd"};
static volatile double real = 0.5;

/* pause: the others run. */
static void
pause(uint32_t us)
{
	for (uint32_t until = getclock() + us; (int32_t)(getclock() - until) < 0;)
		;
}

int
main(int argc, char **argv)
{
	int id = atoi(argv[1]), *own = malloc(sizeof *own), wrong = 0;

	*own = id;
	for (int i = 0; i < ROUNDS; i++) {
		*where = functions[i & 1](*where, id * (i + 1));
		for (int *w = words; w <= last; w++)
			*w += id;
		real *= 1.0625;
		pause(1000);
		for (int k = 0; k < WORDS; k++)
			wrong += words[k] != id * (i + 1);
		wrong += *own != id;
	}
	printf("%d %s: %d, %.6f, %d wrong\n", id, names[id & 1], sum, real, wrong);
	return argc == 2 ? 0 : 1;
}
