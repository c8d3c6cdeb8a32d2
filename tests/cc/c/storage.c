/* Storage: static in functions and files, tentative definitions, extern in a block, shadowed names, volatile, register. */
#include <stdio.h>

int tentative;
int tentative;
int tentative = 5;
extern int later;
static const int limit = 3;
static volatile int port;
static int hidden = 1;

__attribute__((noinline)) static int
counter(void)
{
	static int n = 10;
	static int calls[3];

	calls[n % 3]++;
	return n++ * 100 + calls[0] * 10 + calls[1];
}

__attribute__((noinline)) static int *
kept(int value)
{
	static int place;
	int *before = &place;

	*before += value;
	return before;
}

__attribute__((noinline)) static int
nested(int hidden)
{
	int sum = hidden;

	{
		int hidden = 20;

		sum += hidden;
		{
			extern int later;

			sum += later;
		}
		for (int hidden = 0; hidden < 2; hidden++)
			sum += hidden * 1000;
	}
	return sum + hidden;
}

__attribute__((noinline)) static int
read_port(void)
{
	port = 3;
	port += port * port;
	return port + port;
}

int
main(void)
{
	register int r = 4;
	const volatile int *p = &port;
	int *restrict a = kept(5), *restrict b = kept(2);

	printf("%d %d %d\n", tentative, later, limit);
	printf("%d ", counter());
	printf("%d ", counter());
	printf("%d\n", counter());
	printf("%d %d\n", *a, a == b);
	printf("%d %d\n", nested(300), hidden);
	printf("%d ", read_port());
	printf("%d\n", *p * r);
	return 0;
}

int later = 77;
