/* structures.c - a structure that is passed by value is a copy, which no prelog has. */
typedef struct Pair {
	int number, weight[6];
} Pair;

static Pair pair = {3, {1, 2, 3, 4, 5, 6}};
static int sum;

static void
halve(Pair *p)
{
	p->number /= 2;
}

static int
weigh(int n, Pair p)
{
	for (int i = 0; i < 6; i++)
		sum += n * p.number * p.weight[i];
	halve(&p);
	return sum + p.number;
}

int
main(void)
{
	int first = weigh(1, pair);

	pair.number = 5;
	return weigh(first, pair) & 0;
}
