/* two_phases.c - race: the second phase begins without a barrier between it and the first. */
#include "suite.h"

#include <sync.h>

static Barrier between;
static int first[2], second[2];

static int
work(void *number)
{
	int i = (int)number;

	first[i] = i + 10;
	IF_MENDED(barrier_wait(&between);)
	second[i] = first[1 - i];
	return 0;
}

int
main(void)
{
	barrier_init(&between, 2);
	run_threads(2, work);
	printf("%d %d\n", second[0], second[1]);
	return 0;
}
