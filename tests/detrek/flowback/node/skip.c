/* skip.c - two values that were not written: limit was to be 6, and 21 is not above 50. */
int limit = 3, most, total;
int table[8];

static void
fill(int n)
{
	for (int i = 0; i < n; i++)
		table[i] = 10 * i + 1;
}

static void
larger(int x)
{
	if (x > 50)
		most = x;
}

int
main(void)
{
	fill(limit);
	larger(table[2]);
	total = table[5] + most;
	return total;
}
