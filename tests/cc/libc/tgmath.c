/* tgmath.h: type-generic functions: the size of the result shows which function was called. */
#include <stdio.h>
#include <tgmath.h>

#define SIZES(f) printf("%s %d %d %d %d %d\n", #f, (int)sizeof(f(0.5f)), (int)sizeof(f(0.5)), (int)sizeof(f(1)), \
	(int)sizeof(f(0.5f + 0.5f * I)), (int)sizeof(f(0.5 + 0.5 * I)))
#define REAL(f) printf("%s %d %d %d\n", #f, (int)sizeof(f(0.5f)), (int)sizeof(f(0.5)), (int)sizeof(f(1)))
#define TWO(f) printf("%s %d %d %d\n", #f, (int)sizeof(f(0.5f, 1.5f)), (int)sizeof(f(0.5, 1.5f)), (int)sizeof(f(1, 2.5f)))

int
main(void)
{
	int n = 3;

	SIZES(sin);
	SIZES(acosh);
	SIZES(sqrt);
	SIZES(fabs);
	SIZES(conj);
	SIZES(creal);
	REAL(cbrt);
	REAL(floor);
	REAL(log2);
	TWO(atan2);
	TWO(pow);
	TWO(fmax);
	printf("%g %g %g\n", sqrt(n), (double)sqrt(2.0f) - sqrt(2.0), creal(exp(1 + 0 * I)) - exp(1));
	printf("%g %g %g %g\n", pow(2, 10), fma(2.0f, 3, 4), ldexp(1.5, 3), cabs(pow(2 * I, 2) + 4) < 1e-15 ? 0.0 : 1.0);
	printf("%ld %g\n", lround(2.5f), remquo(7.0, 2.0, &n));
	return 0;
}
