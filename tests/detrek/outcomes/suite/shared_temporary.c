/* shared_temporary.c - race: a temporary variable that should be each thread's own is shared. */
#include "suite.h"

IF_WRONG(static volatile int square;)
static int squares[3];

static int
compute(void *number)
{
	IF_MENDED(int square;)

	square = (int)number * (int)number;
	squares[(int)number] = square;
	return 0;
}

int
main(void)
{
	run_threads(3, compute);
	printf("%d %d %d\n", squares[0], squares[1], squares[2]);
	return 0;
}
