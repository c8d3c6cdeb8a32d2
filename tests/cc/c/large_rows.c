/*
 * large_rows.c - indices of rows whose size is a large power of two: a shift by 17 bits or more
 * needs all registers, and the index may be added to a base while other arguments are on the
 * evaluation stack.
 */
#include <stdio.h>

static char small[2][1 << 16], row17[2][1 << 17];

__attribute__((noinline)) static void
show(const void *first, const void *second, int n)
{
	printf("%ld %d\n", (long)((const char *)second - (const char *)first), n);
}

#define ROWS(bits) \
	__attribute__((noinline)) static void \
	rows##bits(char (*p)[1 << bits], int i, int n) \
	{ \
		show(p, p[!i], n + 1); \
		show(p[i], p[!i], n + i); \
		show(&p[i][n], &p[i + n][i], n); \
		show(p[n > 2], p[i * n + 1] + 4 * n, i << bits); \
	}

ROWS(15)
ROWS(16)
ROWS(17)
ROWS(18)
ROWS(24)

int
main(void)
{
	for (volatile int i = 0; i < 2; i++) {
		show(small, small[!i], 3);
		show(row17, row17[!i], 3);
		show(row17[i], &row17[!i][i], i);
		rows15((char (*)[1 << 15])0x1000, i, 3);
		rows16((char (*)[1 << 16])0x1000, i, 3);
		rows17((char (*)[1 << 17])0x1000, i, 3);
		rows18((char (*)[1 << 18])0x1000, i, 3);
		rows24((char (*)[1 << 24])0x1000, i, 3);
	}
	return 0;
}
