/* split.c: the optimiser keeps `pair` in two globals, loses `rest.unread`, and keeps `mode`, which
 * is 3 or 9, in a bit. */
#include <stdio.h>

static struct { int *first; unsigned count; } pair;
static struct { int before, unread, after; } rest;
static int mode = 3;
static int table[4] = {1, 2, 3, 4};

__attribute__((noinline)) static void
set(int k)
{
	pair.first = &table[k];
	pair.count = k + 40;
	rest.before = k;
	rest.unread = k + 1;
	rest.after = k + 2;
	mode = 9;
}

__attribute__((noinline)) static unsigned
get(void)
{
	return pair.first ? pair.count + *pair.first + rest.before * rest.after + mode : mode;
}

int
main(int argc, char **argv)
{
	(void)argv;
	printf("%u\n", get());
	set(argc + 1);
	printf("%u\n", get());
	return 0;
}
