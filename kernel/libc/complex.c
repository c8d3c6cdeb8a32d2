/*
 * complex.c - products and quotients of complex numbers, which the compiler calls when a result of
 * the plain formula is a NaN: infinite operands give infinite results (C11, annex G.5.1).
 *
 * The functions of float are computed in double, where no product of two floats is too large or too small.
 */
#include <math.h>

typedef double _Complex Complex;

static Complex
make(double re, double im) /* re + i im */
{
	Complex z;

	__real__ z = re;
	__imag__ z = im;
	return z;
}

static float _Complex
make_float(Complex z)
{
	float _Complex f;

	__real__ f = __real__ z;
	__imag__ f = __imag__ z;
	return f;
}

/* unit_infinity: an infinite (re, im) as an infinity whose parts are 1 and 0, with their signs. */
static Complex
unit_infinity(double re, double im)
{
	return make(copysign(isinf(re) ? 1 : 0, re), copysign(isinf(im) ? 1 : 0, im));
}

/* without_nans: (re, im) with zeros for parts that are NaNs. */
static Complex
without_nans(double re, double im)
{
	return make(isnan(re) ? copysign(0, re) : re, isnan(im) ? copysign(0, im) : im);
}

static int
is_infinite(Complex z) /* 1 if a part of z is infinite */
{
	return isinf(__real__ z) || isinf(__imag__ z);
}

/* product_infinite: (a + ib)(c + id), whose parts by the plain formula are NaNs. */
static Complex
product_infinite(Complex x, Complex y)
{
	double a = __real__ x, b = __imag__ x, c = __real__ y, d = __imag__ y;
	int again = 0;

	if (is_infinite(x)) {
		x = unit_infinity(a, b);
		y = without_nans(c, d);
		again = 1;
	}
	if (is_infinite(y)) {
		y = unit_infinity(__real__ y, __imag__ y);
		x = without_nans(__real__ x, __imag__ x);
		again = 1;
	}
	if (!again && (isinf(a * c) || isinf(b * d) || isinf(a * d) || isinf(b * c))) {
		x = without_nans(a, b);
		y = without_nans(c, d);
		again = 1;
	}
	if (!again)
		return make(NAN, NAN);
	a = __real__ x, b = __imag__ x, c = __real__ y, d = __imag__ y;
	return make(INFINITY * (a * c - b * d), INFINITY * (a * d + b * c));
}

Complex
__muldc3(double a, double b, double c, double d)
{
	double re = a * c - b * d, im = a * d + b * c;

	return isnan(re) && isnan(im) ? product_infinite(make(a, b), make(c, d)) : make(re, im);
}

/* quotient_infinite: (a + ib) / (c + id), as above; size is the squared magnitude of the divisor. */
static Complex
quotient_infinite(Complex x, Complex y, double size)
{
	double a = __real__ x, b = __imag__ x, c = __real__ y, d = __imag__ y;

	if (size == 0 && (!isnan(a) || !isnan(b)))
		return make(copysign(INFINITY, c) * a, copysign(INFINITY, c) * b);
	if (is_infinite(x) && isfinite(c) && isfinite(d)) {
		x = unit_infinity(a, b);
		return make(INFINITY * (__real__ x * c + __imag__ x * d), INFINITY * (__imag__ x * c - __real__ x * d));
	}
	if (is_infinite(y) && isfinite(a) && isfinite(b)) {
		y = unit_infinity(c, d);
		return make(0 * (a * __real__ y + b * __imag__ y), 0 * (b * __real__ y - a * __imag__ y));
	}
	return make(NAN, NAN);
}

/* __divdc3: the divisor is brought near 1 first, so that its square is in range. */
Complex
__divdc3(double a, double b, double c, double d)
{
	double size = logb(fmax(fabs(c), fabs(d))), re, im;
	int by = isfinite(size) ? (int)size : 0;
	double x = scalbn(c, -by), y = scalbn(d, -by);

	size = x * x + y * y;
	re = scalbn((a * x + b * y) / size, -by);
	im = scalbn((b * x - a * y) / size, -by);
	return isnan(re) && isnan(im) ? quotient_infinite(make(a, b), make(x, y), size) : make(re, im);
}

float _Complex
__mulsc3(float a, float b, float c, float d)
{
	return make_float(__muldc3(a, b, c, d));
}

float _Complex
__divsc3(float a, float b, float c, float d)
{
	return make_float(__divdc3(a, b, c, d));
}
