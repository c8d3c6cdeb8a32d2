/* abort, and a failed assert */
#include <stdio.h>
#include <stdlib.h>

#define NDEBUG
#include <assert.h>

static void
ignored(int x)
{
	(void)x;
	assert(x == 1);
}

#undef NDEBUG
#include <assert.h>

static_assert(sizeof(char) == 1, "bytes");

int
main(void)
{
	ignored(2);
	assert(1 + 1 == 2);
	printf("before\n");
	freopen("/dev/null", "w", stderr);
	fflush(stdout);
	assert(1 + 1 == 3);
	printf("not reached\n");
	abort();
}
