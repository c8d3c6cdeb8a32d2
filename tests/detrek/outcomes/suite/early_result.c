/* early_result.c - race: the result is printed before one of the threads has been waited for. */
#include "suite.h"

static int part[2];

static int
compute(void *number)
{
	part[(int)number] = (int)number + 1;
	return 0;
}

int
main(void)
{
	thrd_t t[2];
	int sum;

	thrd_create(&t[0], compute, (void *)0);
	thrd_create(&t[1], compute, (void *)1);
	thrd_join(t[0], NULL);
	IF_MENDED(thrd_join(t[1], NULL);)
	sum = part[0] + part[1];
	IF_WRONG(thrd_join(t[1], NULL);)
	printf("%d\n", sum);
	return 0;
}
