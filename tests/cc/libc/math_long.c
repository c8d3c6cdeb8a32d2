/* The long double functions of math.h, which are the double ones by another name */
#include <math.h>
#include <stdio.h>

#define SAME(f, l) printf(" %d", equal((double)l(0.625L), f(0.625)))
#define SAME2(f, l) printf(" %d", equal((double)l(2.625L, -0.75L), f(2.625, -0.75)))

static int
equal(double a, double b)
{
	return a == b || (isnan(a) && isnan(b));
}

int
main(void)
{
	long double w;
	double v;
	int e, q;

	SAME(acos, acosl); SAME(acosh, acoshl); SAME(asin, asinl); SAME(asinh, asinhl);
	SAME(atan, atanl); SAME(atanh, atanhl); SAME(cbrt, cbrtl); SAME(ceil, ceill);
	SAME(cos, cosl); SAME(cosh, coshl); SAME(erf, erfl); SAME(erfc, erfcl);
	SAME(exp, expl); SAME(exp2, exp2l); SAME(expm1, expm1l); SAME(fabs, fabsl);
	SAME(floor, floorl);
	SAME(lgamma, lgammal); SAME(log, logl); SAME(log10, log10l); SAME(log1p, log1pl);
	SAME(log2, log2l); SAME(logb, logbl); SAME(nearbyint, nearbyintl);
	SAME(rint, rintl); SAME(round, roundl); SAME(sin, sinl); SAME(sinh, sinhl);
	SAME(sqrt, sqrtl); SAME(tan, tanl); SAME(tanh, tanhl); SAME(tgamma, tgammal);
	SAME(trunc, truncl);
	SAME2(atan2, atan2l); SAME2(copysign, copysignl); SAME2(fdim, fdiml); SAME2(fmax, fmaxl);
	SAME2(fmin, fminl); SAME2(fmod, fmodl); SAME2(hypot, hypotl); SAME2(nextafter, nextafterl);
	SAME2(nexttoward, nexttowardl); SAME2(remainder, remainderl);
	printf(" %d", powl(2.625L, 3) == pow(2.625, 3));
	printf(" %g", (double)modfl(2.75L, &w));
	printf(" %g", (double)w);
	printf(" %g", (double)frexpl(48, &e));
	printf(" %d %g %g %g", e, (double)ldexpl(3, 4), (double)scalbnl(3, 5), (double)scalblnl(3, -1));
	printf(" %g %g", (double)remquol(17, 5, &q), (double)fmal(2, 3, 4));
	printf(" %d %d", q & 7, ilogbl(0.1L));
	printf(" %ld %ld %lld %lld", lrintl(2.5L), lroundl(2.5L), llrintl(-3.5L), llroundl(-2.5L));
	v = (double)nanl("");
	printf(" %d\n", v != v);
	return 0;
}
