/* structure.c - a structure that is passed by value, and changed through a pointer. */
typedef struct Pair {
	int a, b[3];
} Pair;
static Pair pair = {1, {2, 3, 4}};

static void
add(Pair *p, int n)
{
	p->a += n;
}

static int
scaled(Pair p, int n)
{
	add(&p, n);
	return p.a * p.b[1];
}

int
main(void)
{
	return scaled(pair, 4);
}
