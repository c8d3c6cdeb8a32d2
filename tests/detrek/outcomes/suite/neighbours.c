/* neighbours.c - race: each thread reads the element that the next one stores (a loop-carried dependence). */
#include "suite.h"

enum { N = 3 };
static int a[N + 1] = {1, 2, 3, 4}, b[N + 1];

static int
shift(void *number)
{
	int i = (int)number;

	IF_WRONG(a[i] = a[i + 1];)
	IF_MENDED(b[i] = a[i + 1];)
	return 0;
}

int
main(void)
{
	run_threads(N, shift);
	printf("%d %d %d\n", IF_WRONG(a[0], a[1], a[2]) IF_MENDED(b[0], b[1], b[2]));
	return 0;
}
