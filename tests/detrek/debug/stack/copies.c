/* copies.c - a function that the compiler inlines twice, in a loop that it unrolls, for breakpoints. */
#include <stdio.h>

static int sum, turns;

static int
scale(int x)
{
	if (x > 2) {
		sum += x; /* here */
		turns++;
	}
	return x * 3;
}

int
main(int argc, char **argv)
{
	int a[8];

	(void)argv;
	for (int i = 0; i < 8; i++)
		a[i] = scale(i * argc) + sum;
	printf("%d %d\n", a[1], scale(sum));
	printf("turns %d\n", turns);
	return 0;
}
