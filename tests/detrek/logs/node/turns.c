/* turns.c - a loop of a million turns in a function, with a little before and after it. */
static int total, first = 3;

static int
turns(int n)
{
	int sum = 0;

	for (int i = 0; i < 1000000; i++)
		sum += i ^ n;
	total += sum;
	return sum;
}

int
main(void)
{
	int step = first + 1;

	total = step;
	first = turns(step);
	return 0;
}
