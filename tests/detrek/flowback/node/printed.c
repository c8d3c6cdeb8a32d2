/* printed.c - numbers that are printed: their digits, and the values that these depend on. */
#include <stdio.h>

static int
sum(int n)
{
	int s = 0;

	for (int i = 1; i <= n; i++)
		s += i;
	return s;
}

int
main(void)
{
	int ways = sum(6);
	double half = ways / 2.0;

	printf("%d ways, ", ways);
	printf("half is %.2f\n", half);
	return 0;
}
