/*
 * Functions that run before and after main, by priority; their effect on data, and their order
 * relative to atexit.
 */
#include <stdio.h>
#include <stdlib.h>

static int order[5], n;

__attribute__((constructor(300))) static void third(void) { order[n++] = 3; }
__attribute__((constructor(101))) static void first(void) { order[n++] = 1; }
__attribute__((constructor)) static void last(void) { order[n++] = 4; }
__attribute__((constructor(200))) static void second(void) { order[n++] = 2; }
__attribute__((destructor(101))) static void very_last(void) { puts("the end"); }
__attribute__((destructor)) static void after(void) { printf("after main, %d\n", n); }

static void
at_exit(void)
{
	puts("at exit");
}

int
main(void)
{
	printf("%d%d%d%d %d\n", order[0], order[1], order[2], order[3], n);
	atexit(at_exit);
	n = 9;
	return 0;
}
