/*
 * exp.c - exponentials and logarithms.
 *
 * exp: x = k ln 2 + r with |r| <= ln 2 / 2, then the series of e^r. log: x = 2^e m with m next to 1, then the
 * series of log((1 + f) / (1 - f)), f = (m - 1) / (m + 1). ln 2 is in two parts, of which the first
 * has trailing zeros, so that k times it is exact. pow carries the logarithm in two parts.
 */
#include <errno.h>
#include <math.h>

static const double ln2_high = 0x1.62e42fee00000p-1, ln2_low = 0x1.a39ef35793c76p-33;

/* series: e^r - 1 - r, for small r; low is added to r's last place. */
static double
exp_rest(double r)
{
	double sum = 0;

	for (int n = 14; n >= 3; n--)
		sum = (sum + 1) * r / n;
	return (sum + 1) * r * r / 2;
}

/* exp_parts: e^(x + low). */
static double
exp_parts(double x, double low)
{
	double k, r;

	if (isnan(x))
		return x;
	if (x > 710 || x < -746) {
		errno = ERANGE;
		return x > 0 ? HUGE_VAL : 0;
	}
	k = rint(x * 1.4426950408889634);
	r = x - k * ln2_high;
	low -= k * ln2_low;
	r += low;
	return ldexp(1 + (r + exp_rest(r)), (int)k);
}

double
exp(double x)
{
	return exp_parts(x, 0);
}

double
exp2(double x)
{
	double k = rint(x);

	if (!(fabs(x) < 2000))
		return exp(x * 0.6931471805599453);
	return ldexp(exp((x - k) * 0.6931471805599453), (int)k);
}

double
expm1(double x)
{
	if (fabs(x) < 0.5)
		return x == 0 ? x : x + exp_rest(x);
	return exp(x) - 1;
}

/* A logarithm in two parts. */
typedef struct Parts {
	double high, low;
} Parts;

/* product: a * b exactly, by halves of the mantissas (Dekker). */
static Parts
product(double a, double b)
{
	double ta = a * 134217729.0, tb = b * 134217729.0;
	double ah = ta - (ta - a), al = a - ah, bh = tb - (tb - b), bl = b - bh;
	Parts p = {a * b, 0};

	p.low = ((ah * bh - p.high) + ah * bl + al * bh) + al * bl;
	return p;
}

static Parts
sum(double a, double b)
{
	Parts p = {a + b, 0};
	double t = p.high - a;

	p.low = (a - (p.high - t)) + (b - t);
	return p;
}

/* log_parts: of a positive, finite number. */
static Parts
log_parts(double x)
{
	int e;
	double m = frexp(x, &e), f, f_low, g, rest = 0;
	Parts p, q;

	if (m < 0.70710678118654752) {
		m *= 2;
		e--;
	}
	f = (m - 1) / (m + 1);
	/* what the division left: m - 1 - f (m + 1) */
	p = product(f, m + 1);
	q = sum(m, 1);
	f_low = (((m - 1) - p.high) - p.low - f * q.low) / (m + 1);
	g = f * f;
	for (int n = 25; n >= 3; n -= 2)
		rest = (rest + 1.0 / n) * g;
	/* e ln 2 + 2 f + 2 f rest */
	p = sum(e * ln2_high, 2 * f);
	q = sum(p.high, 2 * f * rest);
	q.low += p.low + (e * ln2_low + 2 * f_low);
	return sum(q.high, q.low);
}

/* special: logarithms that are no numbers; true: *r is the answer. */
static int
special(double x, double *r)
{
	if (x > 0 && !isinf(x))
		return 0;
	if (x == 0) {
		errno = ERANGE;
		*r = -HUGE_VAL;
	} else if (x < 0) {
		errno = EDOM;
		*r = NAN;
	} else {
		*r = x; /* infinity, or no number */
	}
	return 1;
}

double
log(double x)
{
	double r;

	return special(x, &r) ? r : log_parts(x).high;
}

static double
scaled_log(double x, double high, double low)
{
	Parts p, q;
	double r;

	if (special(x, &r))
		return r;
	p = log_parts(x);
	q = product(p.high, high);
	return q.high + (q.low + p.low * high + p.high * low);
}

double
log2(double x)
{
	return scaled_log(x, 0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56);
}

double
log10(double x)
{
	return scaled_log(x, 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57);
}

double
log1p(double x)
{
	Parts s = sum(1, x);
	double r;

	if (fabs(x) < 1e-17)
		return x;
	if (special(s.high, &r))
		return r;
	return log(s.high) + s.low / s.high;
}

static int
is_odd(double y)
{
	return fabs(y) < 9007199254740992.0 && fmod(y, 2) != 0;
}

/* unusual: powers of or to 0, 1, infinity, nothing; true: *r is the answer. */
static int
unusual(double x, double y, double *r)
{
	if (y == 0 || x == 1) {
		*r = 1;
	} else if (isnan(x) || isnan(y)) {
		*r = x + y;
	} else if (isinf(y)) {
		double a = fabs(x);

		*r = a == 1 ? 1 : (a > 1) == (y > 0) ? HUGE_VAL : 0;
	} else if (x == 0 || isinf(x)) {
		*r = (x == 0) == (y > 0) ? 0 : HUGE_VAL;
		if (is_odd(y) && rint(y) == y)
			*r = copysign(*r, x);
	} else {
		return 0;
	}
	return 1;
}

double
pow(double x, double y)
{
	Parts l, p;
	double r;

	if (unusual(x, y, &r))
		return r;
	if (x < 0 && rint(y) != y) {
		errno = EDOM;
		return NAN;
	}
	l = log_parts(fabs(x));
	if (fabs(y) > 1e20 || fabs(y * l.high) > 800)
		r = exp(y * l.high);
	else {
		p = product(y, l.high);
		r = exp_parts(p.high, p.low + y * l.low);
	}
	return x < 0 && is_odd(y) ? -r : r;
}

double
sqrt(double x)
{
	if (x < 0)
		errno = EDOM;
	return __builtin_sqrt(x);
}

double
cbrt(double x)
{
	double r;

	if (x == 0 || !isfinite(x))
		return x;
	r = exp(log(fabs(x)) / 3);
	r -= (r - fabs(x) / (r * r)) / 3; /* a step of Newton's */
	return copysign(r, x);
}

double
hypot(double x, double y)
{
	int e;

	x = fabs(x);
	y = fabs(y);
	if (isinf(x) || isinf(y))
		return HUGE_VAL;
	if (x < y) {
		double t = x;

		x = y;
		y = t;
	}
	if (y == 0 || isnan(x) || isnan(y))
		return x + y;
	frexp(x, &e);
	x = ldexp(x, -e);
	y = ldexp(y, -e);
	return ldexp(sqrt(x * x + y * y), e);
}

double
sinh(double x)
{
	double e = expm1(fabs(x));

	if (fabs(x) > 709)
		return copysign(exp(fabs(x) - 0.6931471805599453), x);
	return copysign((e + e / (e + 1)) / 2, x);
}

double
cosh(double x)
{
	double e;

	if (fabs(x) > 709)
		return exp(fabs(x) - 0.6931471805599453);
	e = exp(fabs(x));
	return e / 2 + 0.5 / e;
}

double
tanh(double x)
{
	double e;

	if (fabs(x) > 20)
		return copysign(1, x);
	e = expm1(2 * fabs(x));
	return copysign(e / (e + 2), x);
}

double
asinh(double x)
{
	double a = fabs(x);

	return copysign(a > 1e8 ? log(a) + 0.6931471805599453
		: log1p(a + a * a / (1 + sqrt(a * a + 1))), x);
}

double
acosh(double x)
{
	return x > 1e8 ? log(x) + 0.6931471805599453 : log1p((x - 1) + sqrt((x - 1) * (x + 1)));
}

double
atanh(double x)
{
	return copysign(log1p(2 * fabs(x) / (1 - fabs(x))) / 2, x);
}
