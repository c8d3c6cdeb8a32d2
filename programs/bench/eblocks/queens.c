/* queens.c - places up to nine queens so that none attacks another. */
#include <stdio.h>

enum { MOST = 9, TIMES = 4 };

static int column[MOST];

static int
is_free(int row, int at)
{
	for (int i = 0; i < row; i++)
		if (column[i] == at || column[i] - at == row - i || at - column[i] == row - i)
			return 0;
	return 1;
}

static int
place(int row, int n)
{
	int found = 0;

	if (row == n)
		return 1;
	for (int at = 0; at < n; at++)
		if (is_free(row, at)) {
			column[row] = at;
			found += place(row + 1, n);
		}
	return found;
}

int
main(void)
{
	int total = 0;

	for (int i = 0; i < TIMES; i++)
		for (int n = 4; n <= MOST; n++)
			total = total * 3 + place(0, n);
	printf("%d\n", total);
	return 0;
}
