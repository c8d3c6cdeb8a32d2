#include <stdio.h>

static double mean;
static int values[] = {50, 20, 80, 10, 30};

static int
sum(void)
{
	int total = 0;

	for (int i = 0; i < 5; i++)
		total += values[i];
	return total;
}

int
main(void)
{
	mean = sum() / 5.0;
	printf("%g\n", mean);
	printf("%g\n", 2 * mean);
	return 0;
}
