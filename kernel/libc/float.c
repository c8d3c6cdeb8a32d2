/*
 * float.c - the functions of float, by those of double: the rounded result is within little more
 * than half a unit of the last place. The functions that are instructions or move signs are here,
 * too; single.c has the others that are used most. A NaN that passes a conversion loses its sign.
 */
#include <math.h>
#include <stdint.h>

typedef union Single {
	float value;
	uint32_t bits;
} Single;

float
acosf(float x)
{
	return (float)acos(x);
}

float
acoshf(float x)
{
	return (float)acosh(x);
}

float
asinf(float x)
{
	return (float)asin(x);
}

float
asinhf(float x)
{
	return (float)asinh(x);
}

float
atanhf(float x)
{
	return (float)atanh(x);
}

float
cbrtf(float x)
{
	return (float)cbrt(x);
}

float
ceilf(float x)
{
	return __builtin_ceilf(x);
}

float
coshf(float x)
{
	return (float)cosh(x);
}

float
erff(float x)
{
	return (float)erf(x);
}

float
erfcf(float x)
{
	return (float)erfc(x);
}

float
lgammaf(float x)
{
	return (float)lgamma(x);
}

float
tgammaf(float x)
{
	return (float)tgamma(x);
}

float
exp2f(float x)
{
	return (float)exp2(x);
}

float
expm1f(float x)
{
	return (float)expm1(x);
}

float
fabsf(float x)
{
	return __builtin_fabsf(x);
}

float
floorf(float x)
{
	return __builtin_floorf(x);
}

float
log10f(float x)
{
	return (float)log10(x);
}

float
log1pf(float x)
{
	return (float)log1p(x);
}

float
log2f(float x)
{
	return (float)log2(x);
}

float
logbf(float x)
{
	return (float)logb(x);
}

float
nearbyintf(float x)
{
	return __builtin_nearbyintf(x);
}

float
rintf(float x)
{
	return __builtin_rintf(x);
}

float
roundf(float x)
{
	return (float)round(x);
}

float
roundevenf(float x)
{
	return __builtin_rintf(x);
}

float
sinhf(float x)
{
	return (float)sinh(x);
}

float
tanhf(float x)
{
	return (float)tanh(x);
}

float
truncf(float x)
{
	return __builtin_truncf(x);
}

float
atan2f(float x, float y)
{
	return (float)atan2(x, y);
}

float
copysignf(float x, float y)
{
	Single sign = {y}, v = {x};

	v.bits = (v.bits & 0x7FFFFFFF) | (sign.bits & 0x80000000);
	return v.value;
}

float
fdimf(float x, float y)
{
	return (float)fdim(x, y);
}

float
fmaxf(float x, float y)
{
	return (float)fmax(x, y);
}

float
fminf(float x, float y)
{
	return (float)fmin(x, y);
}

float
fmodf(float x, float y)
{
	return (float)fmod(x, y);
}

float
hypotf(float x, float y)
{
	return (float)hypot(x, y);
}

float
powf(float x, float y)
{
	return (float)pow(x, y);
}

float
remainderf(float x, float y)
{
	return (float)remainder(x, y);
}

long
lrintf(float x)
{
	return lrint(x);
}

long
lroundf(float x)
{
	return lround(x);
}

long long
llrintf(float x)
{
	return llrint(x);
}

long long
llroundf(float x)
{
	return llround(x);
}

int
ilogbf(float x)
{
	return ilogb(x);
}

float
ldexpf(float x, int n)
{
	return (float)ldexp(x, n);
}

float
scalbnf(float x, int n)
{
	return (float)ldexp(x, n);
}

float
scalblnf(float x, long n)
{
	return (float)ldexp(x, (int)n);
}

float
remquof(float x, float y, int *quotient)
{
	return (float)remquo(x, y, quotient);
}

float
nextafterf(float x, float y)
{
	return nexttowardf(x, y);
}

float
nanf(const char *text)
{
	return (float)nan(text);
}

float
frexpf(float x, int *n)
{
	return (float)frexp(x, n);
}

float
modff(float x, float *whole)
{
	double w, rest = modf(x, &w);

	*whole = (float)w;
	return (float)rest;
}
