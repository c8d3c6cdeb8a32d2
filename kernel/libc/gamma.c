/*
 * gamma.c - the gamma function and its logarithm.
 *
 * From 12 on, Stirling's formula is used, in two parts; below, gamma(x) = gamma(x + n) / (x (x + 1)
 * ... (x + n - 1)). The logarithm has its zeros at 1 and 2; near these it is computed as (x - 1) (x
 * - 2) times a polynomial. On the far negative side the reflection formula is used.
 */
#include "parts.h"

#include <errno.h>

enum { STIRLING = 12 }; /* the least x for Stirling's formula */

static const Parts log_root_2pi = {0x1.d67f1c864beb5p-1, -0x1.65b5a1b7ff5dfp-55};
static const Parts log_pi = {0x1.250d048e7a1bdp+0, 0x1.67abf2ad8d508p-54};

/* (log gamma x - (x - 1/2) log x + x - log sqrt(2 pi)) x in 1 / x^2: error 2^-61 */
static const double stirling_series[] = {
	0x1.78e82b14b977ap-8, -0x1.f5108b8eced69p-10, 0x1.b94e0cf272638p-11, -0x1.38137ed9c295bp-11,
	0x1.a01a019f671dcp-11, -0x1.6c16c16c16bc7p-9, 0x1.5555555555555p-4,
};

/* log gamma x / ((x - 1) (x - 2)) in x - middle: errors 2^-56 and less */
static const Parts to_1_2_first = {0x1.2d9a042f35744p-1, 0x1.6d6947f0edbedp-55};
static const double to_1_2[] = {
	-0x1.626d5a45b9b89p-4, 0x1.5098bad7ac4d0p-4, -0x1.e11bc1b9024dcp-5, 0x1.f28f05aecd5d1p-5,
	-0x1.09be8c219b76bp-4, 0x1.0f900e1eae14bp-4, -0x1.16dacccd7f2cap-4, 0x1.2101955110fa7p-4,
	-0x1.2dd8905ac6c31p-4, 0x1.3e32070e3fd04p-4, -0x1.535f8ba6e9497p-4, 0x1.6f756de83e415p-4,
	-0x1.960ce15644243p-4, 0x1.cdfde862d2b07p-4, -0x1.1305c510edf75p-3, 0x1.6227d76234f0ep-3,
	-0x1.0ae093982c626p-2,
};

static const Parts to_1_7_first = {0x1.f5e003d332cc9p-2, 0x1.294507766667bp-59};
static const double to_1_7[] = {
	-0x1.bf06af87e9b32p-15, 0x1.49e24ebd85459p-14, -0x1.bc7a1f409da64p-14, 0x1.589945bcd2c5ep-13,
	-0x1.0cce489a063c9p-12, 0x1.a24718c9506dep-12, -0x1.4724263bf7b9bp-11, 0x1.017cbc57a7101p-10,
	-0x1.9854606d14f45p-10, 0x1.46b77f997d975p-9, -0x1.086d0578e3522p-8, 0x1.b279b2e328552p-8,
	-0x1.6c4c4d3f45f5fp-7, 0x1.3a8a423bc2cebp-6, -0x1.1c1299206260dp-5, 0x1.14aad2967e768p-4,
	-0x1.3771325af68cbp-3,
};

static const Parts to_2_5_first = {0x1.a7965a3c92b56p-2, 0x1.445c9394f1a99p-56};
static const double to_2_5[] = {
	-0x1.9e9d55378c2afp-24, 0x1.e01aae1b99b41p-23, -0x1.c85c211aef82cp-22, 0x1.f685abc83f708p-21,
	-0x1.1a8e746789056p-19, 0x1.3c1ae0ee87b9cp-18, -0x1.6331929880534p-17, 0x1.91aae02e66264p-16,
	-0x1.c9949eeddf076p-15, 0x1.07053c3e3ca13p-13, -0x1.31e36d3b85446p-12, 0x1.692a91bd5499ep-11,
	-0x1.b345d17baa387p-10, 0x1.0e0802eb58c0dp-8, -0x1.5dfe2087e9406p-7, 0x1.e715366ccda44p-6,
	-0x1.82db11a5bc745p-4,
};

/* stirling: log gamma x; x is STIRLING to 2^900. */
static Parts
stirling(Parts x)
{
	double inverse = 1 / x.high;
	Parts p = parts_multiply(parts_add(x, (Parts){-0.5, 0}), __log_parts(x));

	p = parts_add(parts_add(p, parts_negative(x)), log_root_2pi);
	return parts_add(p, (Parts){inverse * POLYNOMIAL(stirling_series, inverse * inverse), 0});
}

/* rising_product: x (x + 1) ... up to STIRLING, times 2^-*exponent; *x becomes the next factor. */
static Parts
rising_product(Parts *x, int *exponent)
{
	Parts product = {1, 0};

	*exponent = 0;
	for (; x->high < STIRLING; *x = parts_add(*x, (Parts){1, 0})) {
		product = parts_multiply(product, *x);
		if (fabs(product.high) > 0x1p400) {
			product.high *= 0x1p-400;
			product.low *= 0x1p-400;
			*exponent += 400;
		}
	}
	return product;
}

/* factorial: gamma of a small whole number, which is exact. */
static double
factorial(double x)
{
	double product = 1;

	for (double k = 2; k < x; k++)
		product *= k;
	return product;
}

static int
is_whole(double x) /* true for an integer */
{
	return rint(x) == x;
}

double
tgamma(double x)
{
	Parts z = {x, 0}, product;
	int exponent;
	double q;

	if (isnan(x) || (isinf(x) && x > 0))
		return x;
	if (x == 0 || (x < 0 && is_whole(x))) {
		errno = x == 0 ? ERANGE : EDOM;
		return x == 0 ? copysign(HUGE_VAL, x) : NAN;
	}
	if (x > 172 || fabs(x) < 0x1p-1023) {
		errno = ERANGE;
		return copysign(HUGE_VAL, x);
	}
	if (x < -184) {
		errno = ERANGE;
		return fmod(floor(x), 2) == 0 ? 0 : -0.0;
	}
	if (fabs(x) < 0x1p-60)
		return 1 / x;
	if (is_whole(x) && x <= 23)
		return factorial(x);
	product = rising_product(&z, &exponent);
	q = __exp_parts(stirling(z));
	if (x < STIRLING)
		q = ldexp(parts_divide((Parts){q, 0}, product).high, -exponent);
	if (isinf(q) || q == 0)
		errno = ERANGE;
	return q;
}

/* log_gamma_near_zeros: log gamma x for x from 0.7 to 2.5. */
static double
log_gamma_near_zeros(double x)
{
	Parts p = parts_multiply(parts_sum(x, -1), parts_sum(x, -2));
	Parts q;

	if (x < 1.2)
		q = PARTS_POLYNOMIAL(to_1_2, x - 0.953125);
	else if (x < 1.7)
		q = PARTS_POLYNOMIAL(to_1_7, x - 1.453125);
	else
		q = PARTS_POLYNOMIAL(to_2_5, x - 2.09375);
	return parts_multiply(p, q).high;
}

/* reflected_log_gamma: log(pi / (x sin(pi x))) - log gamma(-x) with x below -30. */
static double
reflected_log_gamma(double x)
{
	double s = fabs(sin((x - 2 * rint(x / 2)) * 0x1.921fb54442d18p+1));
	Parts p = parts_add(log_pi, parts_negative(__log_parts((Parts){s, 0})));

	p = parts_add(p, parts_negative(__log_parts((Parts){-x, 0})));
	return parts_add(p, parts_negative(stirling((Parts){-x, 0}))).high;
}

double
lgamma(double x)
{
	Parts z = {x, 0}, product;
	int exponent;

	if (isnan(x))
		return x;
	if (isinf(x) || (x <= 0 && is_whole(x))) {
		errno = isinf(x) ? errno : ERANGE;
		return HUGE_VAL;
	}
	if (x > 0x1p900) {
		if (x > 2.5e305)
			errno = ERANGE;
		return x * (log(x) - 1);
	}
	if (fabs(x) < 0x1p-60)
		return -log(fabs(x));
	if (x >= 0.7 && x < 2.5)
		return log_gamma_near_zeros(x);
	if (x < -30)
		return reflected_log_gamma(x);
	product = rising_product(&z, &exponent);
	product.low = product.high < 0 ? -product.low : product.low;
	product.high = fabs(product.high);
	return parts_add(stirling(z), parts_negative(__log_parts(product))).high;
}
