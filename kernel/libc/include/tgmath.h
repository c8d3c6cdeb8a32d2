/*
 * tgmath.h - C11: a name for the functions of each type.
 */
#ifndef TGMATH_H
#define TGMATH_H

#include <complex.h>
#include <math.h>

/*
 * __TG_REAL: choose by a real argument; an integer counts as double. __TG_BOTH: choose by an
 * argument that may be complex.
 */
#define __TG_REAL(x, name) _Generic((x), float: name##f, long double: name##l, default: name)
#define __TG_BOTH(x, name, c) _Generic((x), float: name##f, long double: name##l, float _Complex: c##f, double _Complex: c, \
	long double _Complex: c##l, default: name)
#define __TG_COMPLEX(x, name) _Generic((x), float: name##f, long double: name##l, float _Complex: name##f, \
	long double _Complex: name##l, default: name)

/* __TG_JOINT: an object of the type that both together have; integers count as double. */
#define __TG_ONE(x) _Generic((x), float: (float)0, long double: (long double)0, float _Complex: (float _Complex)0, \
	double _Complex: (double _Complex)0, long double _Complex: (long double _Complex)0, default: (double)0)
#define __TG_JOINT(x, y) (__TG_ONE(x) + __TG_ONE(y))

#define acos(x) __TG_BOTH(x, acos, cacos)(x)
#define asin(x) __TG_BOTH(x, asin, casin)(x)
#define atan(x) __TG_BOTH(x, atan, catan)(x)
#define acosh(x) __TG_BOTH(x, acosh, cacosh)(x)
#define asinh(x) __TG_BOTH(x, asinh, casinh)(x)
#define atanh(x) __TG_BOTH(x, atanh, catanh)(x)
#define cos(x) __TG_BOTH(x, cos, ccos)(x)
#define sin(x) __TG_BOTH(x, sin, csin)(x)
#define tan(x) __TG_BOTH(x, tan, ctan)(x)
#define cosh(x) __TG_BOTH(x, cosh, ccosh)(x)
#define sinh(x) __TG_BOTH(x, sinh, csinh)(x)
#define tanh(x) __TG_BOTH(x, tanh, ctanh)(x)
#define exp(x) __TG_BOTH(x, exp, cexp)(x)
#define log(x) __TG_BOTH(x, log, clog)(x)
#define sqrt(x) __TG_BOTH(x, sqrt, csqrt)(x)
#define pow(x, y) __TG_BOTH(__TG_JOINT(x, y), pow, cpow)(x, y)
#define fabs(x) __TG_BOTH(x, fabs, cabs)(x)

#define cbrt(x) __TG_REAL(x, cbrt)(x)
#define ceil(x) __TG_REAL(x, ceil)(x)
#define erf(x) __TG_REAL(x, erf)(x)
#define erfc(x) __TG_REAL(x, erfc)(x)
#define exp2(x) __TG_REAL(x, exp2)(x)
#define expm1(x) __TG_REAL(x, expm1)(x)
#define floor(x) __TG_REAL(x, floor)(x)
#define ilogb(x) __TG_REAL(x, ilogb)(x)
#define lgamma(x) __TG_REAL(x, lgamma)(x)
#define llrint(x) __TG_REAL(x, llrint)(x)
#define llround(x) __TG_REAL(x, llround)(x)
#define log10(x) __TG_REAL(x, log10)(x)
#define log1p(x) __TG_REAL(x, log1p)(x)
#define log2(x) __TG_REAL(x, log2)(x)
#define logb(x) __TG_REAL(x, logb)(x)
#define lrint(x) __TG_REAL(x, lrint)(x)
#define lround(x) __TG_REAL(x, lround)(x)
#define nearbyint(x) __TG_REAL(x, nearbyint)(x)
#define rint(x) __TG_REAL(x, rint)(x)
#define round(x) __TG_REAL(x, round)(x)
#define tgamma(x) __TG_REAL(x, tgamma)(x)
#define trunc(x) __TG_REAL(x, trunc)(x)

#define atan2(x, y) __TG_REAL(__TG_JOINT(x, y), atan2)(x, y)
#define copysign(x, y) __TG_REAL(__TG_JOINT(x, y), copysign)(x, y)
#define fdim(x, y) __TG_REAL(__TG_JOINT(x, y), fdim)(x, y)
#define fmax(x, y) __TG_REAL(__TG_JOINT(x, y), fmax)(x, y)
#define fmin(x, y) __TG_REAL(__TG_JOINT(x, y), fmin)(x, y)
#define fmod(x, y) __TG_REAL(__TG_JOINT(x, y), fmod)(x, y)
#define hypot(x, y) __TG_REAL(__TG_JOINT(x, y), hypot)(x, y)
#define nextafter(x, y) __TG_REAL(__TG_JOINT(x, y), nextafter)(x, y)
#define remainder(x, y) __TG_REAL(__TG_JOINT(x, y), remainder)(x, y)
#define frexp(x, y) __TG_REAL(x, frexp)(x, y)
#define ldexp(x, y) __TG_REAL(x, ldexp)(x, y)
#define scalbln(x, y) __TG_REAL(x, scalbln)(x, y)
#define scalbn(x, y) __TG_REAL(x, scalbn)(x, y)
#define nexttoward(x, y) __TG_REAL(x, nexttoward)(x, y)
#define fma(x, y, z) __TG_REAL(__TG_JOINT(__TG_JOINT(x, y), z), fma)(x, y, z)
#define remquo(x, y, n) __TG_REAL(__TG_JOINT(x, y), remquo)(x, y, n)

#define carg(x) __TG_COMPLEX(x, carg)(x)
#define conj(x) __TG_COMPLEX(x, conj)(x)
#define creal(x) __TG_COMPLEX(x, creal)(x)
#define cimag(x) __TG_COMPLEX(x, cimag)(x)
#define cproj(x) __TG_COMPLEX(x, cproj)(x)

#endif
