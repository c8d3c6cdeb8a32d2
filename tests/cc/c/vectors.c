/* Vectors of the compiler: arithmetic by element, comparison, elements by number, shuffles, conversions. */
#include <stdio.h>

typedef int Ints __attribute__((vector_size(16)));
typedef float Reals __attribute__((vector_size(16)));
typedef unsigned char Bytes __attribute__((vector_size(8)));

static void
sum(const Ints *a, const Ints *b, Ints *c)
{
	*c = *a + *b * 2 - (*a >> 1);
}

int
main(void)
{
	Ints a = {1, 20, 300, -4}, b = {10, 20, 30, 40}, c, mask, mixed;
	Reals r = {1.5f, -2, 3, 0.25f};
	Bytes x = {250, 1, 2, 3, 4, 5, 6, 7};
	volatile int third = 2;

	sum(&a, &b, &c);
	printf("%d %d %d %d\n", c[0], c[1], c[2], c[3]);
	mask = a > b;
	printf("%d %d %d %d\n", mask[0], mask[1], mask[third], mask[3]);
	r = r * r - 1;
	printf("%g %g %g %g\n", r[0], r[1], r[third], r[3]);
	x += 10;
	x[third] = 99;
	printf("%d %d %d\n", x[0], x[2], x[7]);
	mixed = __builtin_shufflevector(a, b, 0, 5, 2, 7);
	printf("%d %d %d %d\n", mixed[0], mixed[1], mixed[2], mixed[3]);
	printf("%g\n", __builtin_convertvector(a, Reals)[third]);
	return 0;
}
