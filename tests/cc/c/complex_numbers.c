/* _Complex: arithmetic in single and double, with infinities, parts, conjugates, comparison, arguments and results. */
#include <stdio.h>

typedef double _Complex Complex;

static volatile double zero = 0;

__attribute__((noinline)) static Complex
product(Complex a, Complex b)
{
	return a * b;
}

__attribute__((noinline)) static Complex
quotient(Complex a, Complex b)
{
	return a / b;
}

__attribute__((noinline)) static float _Complex
single(float _Complex a, float _Complex b)
{
	return a * b + a / b - 1.0f;
}

static void
print(Complex z)
{
	printf("%.12g%+.12gi ", __real__ z, __imag__ z);
}

int
main(void)
{
	double infinity = 1 / zero;
	Complex a = 1.5 + 2.0i, b = 3 - 1.0i, all[] = {a, ~b, a - b}, z;
	float _Complex s = single(1.0f + 2.0if, 2.0f - 1.0if);
	int _Complex n = 3 + 4i;

	print(product(a, b));
	print(quotient(a, b));
	print(quotient(a, 1e-300 + 1e-300i));
	printf("\n");
	__real__ z = infinity;
	__imag__ z = 0;
	print(product(z, a));
	print(quotient(a, z));
	print(quotient(a, 0));
	printf("\n");
	printf("%g%+gi\n", __real__ s, __imag__ s);
	print(all[1]);
	print(all[2] * 2);
	all[0] += 1, all[0] *= all[1];
	print(all[0]);
	printf("\n%d %d %d\n", a == b, a != b, a - 2.0i == 1.5);
	n = n * n;
	printf("%d%+di %d\n", __real__ n, __imag__ n, (int)sizeof z == 2 * sizeof(double));
	return 0;
}
