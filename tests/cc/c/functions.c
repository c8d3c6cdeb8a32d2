/*
 * Function pointers: in tables and structures, as arguments and results, with every kind of result,
 * and compared.
 */
#include <stdio.h>
#include <stdlib.h>

typedef double (*Real)(double);
typedef struct Shape { const char *name; double (*area)(const struct Shape *); double a, b; } Shape;
typedef struct Pair { int x, y; } Pair;

static double rectangle(const Shape *s) { return s->a * s->b; }
static double circle(const Shape *s) { return 3 * s->a * s->a; }
static double twice(double x) { return 2 * x; }
static double squared(double x) { return x * x; }
static float single(float x) { return x / 4; }
static long long wide(long long x, int by) { return x << by; }
static Pair turned(Pair p) { return (Pair){-p.y, p.x}; }
static void nothing(void) { }
static char letter(unsigned char n) { return 'a' + n; }

static Real const functions[] = {twice, squared, NULL};
static long long (*volatile any_wide)(long long, int) = wide;
static Pair (*volatile any_pair)(Pair) = turned;
static float (*volatile any_single)(float) = single;
static char (*volatile any_letter)(unsigned char) = letter;
static void (*volatile any_nothing)(void) = nothing;

static Real
chosen(int n)
{
	return n > 5 ? squared : twice;
}

static double
composed(Real f, Real g, double x)
{
	return g(f(x));
}

static int
by_value(const void *a, const void *b)
{
	const int *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static int (*comparison(int down))(const void *, const void *)
{
	return down ? NULL : by_value;
}

int
main(void)
{
	Shape shapes[] = {{"rectangle", rectangle, 2, 3.5}, {"circle", circle, 2}};
	int numbers[] = {5, 3, 9, 1};
	Pair p = any_pair(any_pair((Pair){1, 2}));

	for (int i = 0; i < 2; i++)
		printf("%s %g ", shapes[i].name, shapes[i].area(&shapes[i]));
	for (int i = 0; functions[i]; i++)
		printf("%g ", functions[i](1.5));
	printf("%g %g\n", chosen(3)(7), (*chosen(9))(7));
	printf("%g %g\n", composed(twice, squared, 3), composed(squared, twice, 3));
	printf("%lld %d %d %g %c\n", any_wide(3, 33), p.x, p.y, any_single(3), any_letter(5));
	any_nothing();
	qsort(numbers, 4, sizeof *numbers, comparison(0));
	printf("%d %d %d\n", numbers[0], numbers[3], comparison(1) == NULL);
	printf("%d %d\n", chosen(1) == twice, functions[1] == chosen(0));
	return 0;
}
