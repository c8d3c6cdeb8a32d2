/*
 * Labels as values: values that are live at labels reached by computed gotos, by several of them,
 * by loops and by falling through.
 */
#include <stdio.h>

__attribute__((noinline)) static int
number(int i)
{
	static const void *const labels[] = {&&two, &&three, &&five};

	goto *labels[i];
two:
	return 2;
three:
	return 3;
five:
	return 5;
}

/* Each goto is one of its own; a and b change places on the way. */
__attribute__((noinline)) static int
swapping(const unsigned char *code, int a, int b)
{
	static const void *const labels[] = {&&end, &&swap, &&add, &&twice, &&skip};
	long long steps = 0;

	goto *labels[*code++];
swap:
	steps++;
	{ int t = a; a = b; b = t; }
	goto *labels[*code++];
add:
	a += b;
	if (a & 1)
		goto swap;
	goto *labels[*code++];
twice:
	for (int i = 0; i < 2; i++)
		b += b;
	steps += 0x100000000;
skip:
	code++;
	goto *labels[*code++];
end:
	return a * 1000 + b + (int)(steps >> 32) * 100000 + (int)steps;
}

/* Distances of labels, as position-independent code has them. */
__attribute__((noinline)) static int
by_distance(int i)
{
	static const int distances[] = {&&first - &&first, &&second - &&first};
	int x = i * 10;

	goto *(&&first + distances[i]);
first:
	x++;
second:
	return x + 1;
}

/* A label's address that is kept in a variable. */
__attribute__((noinline)) static double
kept(int n)
{
	void *next = &&up;
	double x = 1;

	for (;;) {
		if (n-- == 0)
			return x;
		goto *next;
	up:
		x *= 3;
		next = &&down;
		continue;
	down:
		x -= 1;
		next = n % 3 ? &&up : &&down;
	}
}

int
main(void)
{
	static const unsigned char code[] = {2, 1, 3, 9, 2, 1, 4, 7, 2, 2, 0};

	printf("%d %d %d\n", number(0), number(1), number(2));
	printf("%d %d\n", swapping(code, 3, 4), swapping(code, 8, 1));
	printf("%d %d\n", by_distance(0), by_distance(1));
	printf("%g %g %g\n", kept(0), kept(7), kept(20));
	return 0;
}
