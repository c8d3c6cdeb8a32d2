/*
 * erf.c - the error function and its complement.
 *
 * Up to 1/2, erf x = x (2 / sqrt(pi) + x^2 P(x^2)), the first term in two parts. Beyond that,
 * erfc x = e^(-x^2) Q(x). On each of three intervals Q is a polynomial; beyond 4 it is a polynomial
 * in 1/x^2, divided by x. All are nearly the best of their degree, with a first coefficient of two
 * parts.
 */
#include "parts.h"

#include <errno.h>

static const Parts two_over_root_pi = {0x1.20dd750429b6dp+0, 0x1.1ae3a914fed80p-56};

/* (erf x / x - 2 / sqrt(pi)) / x^2 in x^2: error 2^-60 */
static const double series[] = {
	0x1.c8e549713c5cbp-27, -0x1.5db23f2a1fe0ep-23, 0x1.b9d5bed3e5d20p-20, -0x1.f4d1f7faf1dcbp-17,
	0x1.f9a3258bf3002p-14, -0x1.c02db3fd136f9p-11, 0x1.565bcd0e66448p-8, -0x1.b82ce31288afcp-6,
	0x1.ce2f21a042be2p-4, -0x1.812746b0379e7p-2,
};

/* e^(x^2) erfc x in x - middle, for x up to 1, 2, 4: errors 2^-62 */
static const Parts to_1_first = {0x1.038d54ea3d834p-1, -0x1.ec2134d851665p-55};
static const double to_1[] = {
	0x1.37d7863ebade2p-18, -0x1.e412f7345926ep-17, 0x1.635d5fe5fc73cp-15, -0x1.02a04a14e43aap-13,
	0x1.6b984c0138dd8p-12, -0x1.ec0d293395f67p-11, 0x1.3f818962c9a60p-9, -0x1.8c97dd23cacebp-8,
	0x1.d43a7c7a7c0fap-7, -0x1.054d68296d26ap-5, 0x1.1192f5bd6873cp-4, -0x1.09e77d40e01cep-3,
	0x1.d90093ae10928p-3, -0x1.78cdd551ee51ap-2,
};

static const Parts to_2_first = {0x1.494daffa2ad68p-2, 0x1.3a3865ece002dp-56};
static const double to_2[] = {
	-0x1.ddfe13df3446dp-29, 0x1.c8ee5d35f0fe6p-27, -0x1.89dc72c25d886p-25, 0x1.66d11225ee11dp-23,
	-0x1.40090078056f8p-21, 0x1.15709ea561233p-19, -0x1.d4155e4da48d2p-18, 0x1.7f99660093fdap-16,
	-0x1.30c0ec8eebc29p-14, 0x1.d4509d425f248p-13, -0x1.5b0abfe6309ffp-11, 0x1.ee705e7311a51p-10,
	-0x1.513ed7600d3c7p-8, 0x1.b65944f34fbb6p-7, -0x1.0dc51d2941e6cp-5, 0x1.37ea271bc54bcp-4,
	-0x1.4f1988444caf7p-3,
};

static const Parts to_4_first = {0x1.6e9827d229d2dp-3, -0x1.90753de713593p-58};
static const double to_4[] = {
	0x1.29b71cb181b72p-44, -0x1.79f83442454f5p-42, 0x1.779a0c4fb5558p-40, -0x1.cc3e6ba75f9d4p-38,
	0x1.1c92875e5825cp-35, -0x1.529089dffbe4ep-33, 0x1.8bbb282ea5609p-31, -0x1.c74ced82aca93p-29,
	0x1.01509deec3c79p-26, -0x1.1d79285a0355bp-24, 0x1.3699046b31997p-22, -0x1.4b146223f9af1p-20,
	0x1.595f1b5ea5bbbp-18, -0x1.6025103d3b493p-16, 0x1.5e73930483978p-14, -0x1.53dec9d087803p-12,
	0x1.409cc2ed3ff0dp-10, -0x1.259061ba856a8p-8, 0x1.043fe1a98c0cdp-6, -0x1.bd6ae4d14b16fp-5,
};

/* x e^(x^2) erfc x in 1 / x^2: error 2^-56 */
static const Parts beyond_first = {0x1.20dd750429b6dp-1, -0x1.23484475d11aep-59};
static const double beyond[] = {
	-0x1.109234a577622p+23, 0x1.2734356425825p+22, -0x1.375a07e8417c8p+20, 0x1.ba977cb08ae89p+17,
	-0x1.fa19aad622618p+14, 0x1.0c402ad61dcfep+12, -0x1.27cb0e5229d8bp+9, 0x1.6e473ba2b2772p+6,
	-0x1.0a913773837a1p+4, 0x1.d9eb234a0ed7ep+1, -0x1.0ecf9d422f18fp+0, 0x1.b14c2f8526f8cp-2,
	-0x1.20dd75042972ap-2,
};

/* small_erf: compute erf(x) for |x| <= 1/2. */
static Parts
small_erf(double x)
{
	double g = x * x;
	Parts p = parts_product(x, two_over_root_pi.high);

	return parts_sum(p.high, p.low + x * (two_over_root_pi.low + g * POLYNOMIAL(series, g)));
}

/* large_erfc: erfc(x) for x > 1/2. */
static double
large_erfc(double x)
{
	Parts square = parts_product(x, x);
	Parts q;
	double e;

	if (x > 28) {
		errno = isinf(x) ? errno : ERANGE;
		return 0;
	}
	e = __exp_parts(parts_negative(square));
	if (x <= 1)
		q = PARTS_POLYNOMIAL(to_1, x - 0.75);
	else if (x <= 2)
		q = PARTS_POLYNOMIAL(to_2, x - 1.5);
	else if (x <= 4)
		q = PARTS_POLYNOMIAL(to_4, x - 3);
	else
		q = parts_divide(PARTS_POLYNOMIAL(beyond, 1 / square.high), (Parts){x, 0});
	return e * q.high + e * q.low;
}

double
erf(double x)
{
	double a = fabs(x);

	if (isnan(x))
		return x;
	if (a < 0x1p-1000) /* there, the parts of a product would be too small */
		return x * two_over_root_pi.high;
	if (a <= 0.5)
		return small_erf(x).high;
	return copysign(a > 6 ? 1 : 1 - large_erfc(a), x);
}

double
erfc(double x)
{
	if (isnan(x))
		return x;
	if (x > 0.5)
		return large_erfc(x);
	if (x < -0.5)
		return x < -6 ? 2 : 2 - large_erfc(-x);
	return fabs(x) < 0x1p-60 ? 1 : parts_add((Parts){1, 0}, parts_negative(small_erf(x))).high;
}
