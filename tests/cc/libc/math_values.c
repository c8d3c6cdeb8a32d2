/* Functions of math.h that are not exact: values to 12 digits (6 as float), special arguments, errno */
#include <errno.h>
#include <math.h>
#include <stdio.h>

static void
show(double x, int digits)
{
	if (isnan(x))
		printf(" nan");
	else
		printf(" %.*g", digits, x);
}

static void
one(const char *name, double f(double), float ff(float))
{
	static const double values[] = {
		0, -0.0, 1, -1, 0.5, -0.25, 0.999, 1e-10, 3.14159, 10.7, -2.5, 55.5, 100, 1e5, 1e-300, 700, -745.25, INFINITY,
		-INFINITY, NAN,
	};

	printf("%s:", name);
	for (int i = 0; i < (int)(sizeof values / sizeof *values); i++) {
		errno = 0;
		show(f(values[i]), 12);
		show(ff((float)values[i]), 6);
		if (errno == EDOM)
			printf(" domain");
	}
	putchar('\n');
}

static void
two(const char *name, double f(double, double), float ff(float, float))
{
	static const double values[] = {0, -0.0, 1, -1, 0.5, 3, -2, 1e-200, 1e150, 1023.5, INFINITY, -INFINITY, NAN};

	printf("%s:", name);
	for (int i = 0; i < 13; i++)
		for (int k = 0; k < 13; k++) {
			errno = 0;
			show(f(values[i], values[k]), 12);
			show(ff((float)values[i], (float)values[k]), 6);
			if (errno == EDOM)
				printf(" domain");
		}
	putchar('\n');
}

int
main(void)
{
	one("sin", sin, sinf);
	one("cos", cos, cosf);
	one("tan", tan, tanf);
	one("asin", asin, asinf);
	one("acos", acos, acosf);
	one("atan", atan, atanf);
	one("sinh", sinh, sinhf);
	one("cosh", cosh, coshf);
	one("tanh", tanh, tanhf);
	one("asinh", asinh, asinhf);
	one("acosh", acosh, acoshf);
	one("atanh", atanh, atanhf);
	one("exp", exp, expf);
	one("exp2", exp2, exp2f);
	one("expm1", expm1, expm1f);
	one("log", log, logf);
	one("log2", log2, log2f);
	one("log10", log10, log10f);
	one("log1p", log1p, log1pf);
	one("cbrt", cbrt, cbrtf);
	one("erf", erf, erff);
	one("erfc", erfc, erfcf);
	one("tgamma", tgamma, tgammaf);
	one("lgamma", lgamma, lgammaf);
	two("pow", pow, powf);
	two("atan2", atan2, atan2f);
	two("hypot", hypot, hypotf);
	return 0;
}
