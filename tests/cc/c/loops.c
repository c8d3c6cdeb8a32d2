/*
 * Loops: counting up, down and in steps, with wrap-around, with no iteration, with break and
 * continue, nested, with goto.
 */
#include <stdio.h>

static int primes[100];

__attribute__((noinline)) static int
sieve(int limit)
{
	int n = 0;

	for (int i = 2; n < limit; i++) {
		int k;

		for (k = 0; k < n && primes[k] * primes[k] <= i; k++)
			if (i % primes[k] == 0)
				goto composite;
		primes[n++] = i;
composite:
		;
	}
	return primes[n - 1];
}

__attribute__((noinline)) static int
found(int a[][4], int rows, int what)
{
	int i, j;

	for (i = 0; i < rows; i++)
		for (j = 0; j < 4; j++)
			if (a[i][j] == what)
				goto out;
	return -1;
out:
	return 10 * i + j;
}

__attribute__((noinline)) static unsigned
counts(int n)
{
	unsigned h = 0;

	for (int i = n; i > 0; i--)
		h = h * 3 + i;
	for (int i = 0; i <= n; i += 3)
		h = h * 5 + i;
	for (unsigned i = n; i-- > 0;)
		h ^= i << (i & 7);
	for (unsigned char c = 250; c; c++)
		h += c;
	for (short s = 32760; s > 0; s = (short)(s + 1))
		h++;
	for (long long w = 1ll << 33; w >> 31; w /= 2)
		h += w >> 30;
	for (double d = 0; d < 1; d += 0.125)
		h += d * 8;
	return h;
}

__attribute__((noinline)) static int
digits(unsigned n)
{
	int sum = 0;

	do {
		if (n % 10 == 7)
			continue;
		if (n % 10 == 9)
			break;
		sum += n % 10;
	} while (n /= 10);
	return sum;
}

int
main(void)
{
	static int grid[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
	int steps = 0, a = 1, b = 1, t;
	const char *s;

	printf("%d ", sieve(100));
	printf("%d %d\n", primes[50], found(grid, 3, 7));
	printf("%d %u %u %u\n", found(grid, 3, 99), counts(20), counts(0), counts(1));
	printf("%d %d %d %d\n", digits(1234), digits(172737), digits(1923), digits(0));
	while (b < 1000000)
		t = a + b, a = b, b = t, steps++;
	printf("%d %d\n", steps, b);
	for (;;)
		if (++steps % 64 == 0)
			break;
	printf("%d\n", steps);
	for (s = "x = 5; y"; *s && *s != ';'; s++)
		;
	printf("%s\n", s);
	for (int i = 0, j = 10; i < j; i += 2, j--)
		for (int k = i; k < j; k++) {
			if (k % 3 == 0)
				continue;
			if (k > 7)
				break;
			printf("%d", k);
		}
	printf("\n");
	return 0;
}
