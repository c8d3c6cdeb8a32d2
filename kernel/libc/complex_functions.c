/*
 * complex_functions.c - complex.h's functions, computed by the functions of real numbers
 * (Abramowitz and Stegun, chapter 4; Kahan, "Branch cuts for complex elementary functions", 1987).
 * Those of float are computed in double.
 */
#include <complex.h>
#include <math.h>

typedef double _Complex Complex;

/* ---- parts ---- */

double
creal(Complex z)
{
	return __real__ z;
}

double
cimag(Complex z)
{
	return __imag__ z;
}

Complex
conj(Complex z)
{
	return CMPLX(creal(z), -cimag(z));
}

Complex
cproj(Complex z)
{
	return isinf(creal(z)) || isinf(cimag(z)) ? CMPLX(INFINITY, copysign(0, cimag(z))) : z;
}

double
cabs(Complex z)
{
	return hypot(creal(z), cimag(z));
}

double
carg(Complex z)
{
	return atan2(cimag(z), creal(z));
}

/* turned_left: return i z, which is z turned by 90 degrees to the left. */
static Complex
turned_left(Complex z)
{
	return CMPLX(-cimag(z), creal(z));
}

/* turned_right: -i z, which is z turned by a quarter to the right. */
static Complex
turned_right(Complex z)
{
	return CMPLX(cimag(z), -creal(z));
}

/* ---- powers ---- */

/*
 * in_direction: a number of magnitude e^x and angle y; e^x in two steps, since the parts may be in
 * range where e^x is not.
 */
static Complex
in_direction(double x, double y)
{
	double half = exp(x / 2);

	if (y == 0)
		return CMPLX(exp(x), y);
	return CMPLX(half * cos(y) * half, half * sin(y) * half);
}

Complex
cexp(Complex z)
{
	double x = creal(z), y = cimag(z);

	if (isinf(x) && x < 0)
		return isfinite(y) ? CMPLX(copysign(0, cos(y)), copysign(0, sin(y))) : CMPLX(0, 0);
	if (isinf(x) && !isfinite(y))
		return CMPLX(x, NAN);
	if (fabs(x) < 700)
		return y == 0 ? CMPLX(exp(x), y) : CMPLX(exp(x) * cos(y), exp(x) * sin(y));
	return in_direction(x, y);
}

/* clog: for a magnitude near 1, from the squared magnitude minus 1, which is more exact. */
Complex
clog(Complex z)
{
	double a = fmax(fabs(creal(z)), fabs(cimag(z))), b = fmin(fabs(creal(z)), fabs(cimag(z)));

	if (a > 0.5 && a < 2)
		return CMPLX(log1p((a - 1) * (a + 1) + b * b) / 2, carg(z));
	return CMPLX(log(cabs(z)), carg(z));
}

/* csqrt: scale the number so that its magnitude is in range; compute the larger part first. */
Complex
csqrt(Complex z)
{
	double x = creal(z), y = cimag(z), t;
	int by;

	if (isinf(y))
		return CMPLX(INFINITY, y);
	if (x == 0 && y == 0)
		return CMPLX(0, y);
	if (isinf(x))
		return x > 0 ? CMPLX(x, isnan(y) ? y : copysign(0, y)) : CMPLX(isnan(y) ? y : 0, copysign(INFINITY, y));
	if (isnan(x) || isnan(y))
		return CMPLX(NAN, NAN);
	by = ilogb(fmax(fabs(x), fabs(y))) & ~1;
	x = scalbn(x, -by);
	y = scalbn(y, -by);
	t = sqrt((fabs(x) + hypot(x, y)) / 2);
	z = x >= 0 ? CMPLX(t, y / (2 * t)) : CMPLX(fabs(y) / (2 * t), copysign(t, y));
	return CMPLX(scalbn(creal(z), by / 2), scalbn(cimag(z), by / 2));
}

Complex
cpow(Complex z, Complex w)
{
	if (creal(z) == 0 && cimag(z) == 0)
		return creal(w) == 0 && cimag(w) == 0 ? 1 : creal(w) > 0 ? 0 : CMPLX(NAN, NAN);
	return cexp(w * clog(z));
}

/* ---- hyperbolic functions ---- */

enum { FAR = 350 }; /* a little below the greatest x for which e^x has a square in range */

Complex
csinh(Complex z)
{
	double x = creal(z), y = cimag(z);

	if (fabs(x) > FAR && isfinite(x)) {
		Complex e = in_direction(fabs(x) - M_LN2, y);

		return CMPLX(copysign(creal(e), x * cos(y)), cimag(e));
	}
	return y == 0 ? CMPLX(sinh(x), y) : CMPLX(sinh(x) * cos(y), cosh(x) * sin(y));
}

Complex
ccosh(Complex z)
{
	double x = creal(z), y = cimag(z);

	if (fabs(x) > FAR && isfinite(x)) {
		Complex e = in_direction(fabs(x) - M_LN2, y);

		return CMPLX(creal(e), x < 0 ? -cimag(e) : cimag(e));
	}
	return y == 0 ? CMPLX(cosh(x), x * y) : CMPLX(cosh(x) * cos(y), sinh(x) * sin(y));
}

Complex
ctanh(Complex z)
{
	double x = creal(z), y = cimag(z), t, b, s, r, below;

	if (fabs(x) > 20)
		return CMPLX(copysign(1, x), isfinite(y) ? 4 * sin(y) * cos(y) * exp(-2 * fabs(x)) : copysign(0, y));
	t = tan(y);
	b = 1 + t * t;
	s = sinh(x);
	r = sqrt(1 + s * s);
	if (isinf(t))
		return CMPLX(r / s, 1 / t);
	below = 1 + b * s * s;
	return CMPLX(b * r * s / below, t / below);
}

/* ---- their inverses ---- */

/* real_plus: a real number plus z; the imaginary part of z keeps its sign, even if it is 0. */
static Complex
real_plus(double real, Complex z)
{
	return CMPLX(real + creal(z), cimag(z));
}

/* real_minus: a real number minus z, as real_plus. */
static Complex
real_minus(double real, Complex z)
{
	return CMPLX(real - creal(z), -cimag(z));
}

Complex
casin(Complex z)
{
	Complex a = csqrt(real_minus(1, z)), b = csqrt(real_plus(1, z));
	double y = creal(a) * cimag(b) - cimag(a) * creal(b);

	return CMPLX(atan2(creal(z), creal(a) * creal(b) - cimag(a) * cimag(b)), asinh(y));
}

Complex
cacos(Complex z)
{
	Complex a = csqrt(real_minus(1, z)), b = csqrt(real_plus(1, z));

	return CMPLX(2 * atan2(creal(a), creal(b)), asinh(creal(b) * cimag(a) - cimag(b) * creal(a)));
}

Complex
cacosh(Complex z)
{
	Complex a = csqrt(real_plus(-1, z)), b = csqrt(real_plus(1, z));

	return CMPLX(asinh(creal(a) * creal(b) + cimag(a) * cimag(b)), 2 * atan2(cimag(a), creal(b)));
}

Complex
catanh(Complex z)
{
	double x = creal(z), y = cimag(z), near = (1 - x) * (1 - x) + y * y;

	return CMPLX(log1p(4 * x / near) / 4, atan2(2 * y, (1 - x) * (1 + x) - y * y) / 2);
}

/* ---- circular functions are hyperbolic ones, turned ---- */

Complex
casinh(Complex z)
{
	return turned_right(casin(turned_left(z)));
}

Complex
catan(Complex z)
{
	return turned_right(catanh(turned_left(z)));
}

Complex
csin(Complex z)
{
	return turned_right(csinh(turned_left(z)));
}

Complex
ccos(Complex z)
{
	return ccosh(turned_left(z));
}

Complex
ctan(Complex z)
{
	return turned_right(ctanh(turned_left(z)));
}

/* ---- float ---- */

#define SINGLE(name) \
	float _Complex \
	name##f(float _Complex z) \
	{ \
		return (float _Complex)name(z); \
	}
SINGLE(cacos)
SINGLE(casin)
SINGLE(catan)
SINGLE(ccos)
SINGLE(csin)
SINGLE(ctan)
SINGLE(cacosh)
SINGLE(casinh)
SINGLE(catanh)
SINGLE(ccosh)
SINGLE(csinh)
SINGLE(ctanh)
SINGLE(cexp)
SINGLE(clog)
SINGLE(csqrt)

#define SINGLE_PART(name) \
	float \
	name##f(float _Complex z) \
	{ \
		return (float)name(z); \
	}
SINGLE_PART(cabs)
SINGLE_PART(carg)

/* These keep the signs of NaNs, which a conversion loses. */

float
crealf(float _Complex z)
{
	return __real__ z;
}

float
cimagf(float _Complex z)
{
	return __imag__ z;
}

float _Complex
conjf(float _Complex z)
{
	return CMPLXF(crealf(z), -cimagf(z));
}

float _Complex
cprojf(float _Complex z)
{
	return isinf(crealf(z)) || isinf(cimagf(z)) ? CMPLXF(INFINITY, copysignf(0, cimagf(z))) : z;
}

float _Complex
cpowf(float _Complex z, float _Complex w)
{
	return (float _Complex)cpow(z, w);
}
