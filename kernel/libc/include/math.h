/*
 * math.h - mathematical functions. A long double is a double, so its functions are those of double
 * by another name.
 */
#ifndef MATH_H
#define MATH_H

typedef float float_t;
typedef double double_t;

#define HUGE_VAL __builtin_huge_val()
#define HUGE_VALF __builtin_huge_valf()
#define HUGE_VALL __builtin_huge_vall()
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")

#define M_E 2.7182818284590452354
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_SQRT2 1.41421356237309504880

#define MATH_ERRNO 1
#define MATH_ERREXCEPT 2
#define math_errhandling MATH_ERRNO

#define FP_ILOGB0 (-2147483647 - 1)
#define FP_ILOGBNAN 2147483647

#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
#define fpclassify(x) __builtin_fpclassify(FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, FP_ZERO, x)
#define isfinite(x) __builtin_isfinite(x)
#define isinf(x) __builtin_isinf(x)
#define isnan(x) __builtin_isnan(x)
#define isnormal(x) __builtin_isnormal(x)
#define signbit(x) __builtin_signbit(x)
#define isgreater(x, y) __builtin_isgreater(x, y)
#define isgreaterequal(x, y) __builtin_isgreaterequal(x, y)
#define isless(x, y) __builtin_isless(x, y)
#define islessequal(x, y) __builtin_islessequal(x, y)
#define islessgreater(x, y) __builtin_islessgreater(x, y)
#define isunordered(x, y) __builtin_isunordered(x, y)

double acos(double x);
float acosf(float x);
long double acosl(long double x) __asm__("acos");
double acosh(double x);
float acoshf(float x);
long double acoshl(long double x) __asm__("acosh");
double asin(double x);
float asinf(float x);
long double asinl(long double x) __asm__("asin");
double asinh(double x);
float asinhf(float x);
long double asinhl(long double x) __asm__("asinh");
double atan(double x);
float atanf(float x);
long double atanl(long double x) __asm__("atan");
double atanh(double x);
float atanhf(float x);
long double atanhl(long double x) __asm__("atanh");
double cbrt(double x);
float cbrtf(float x);
long double cbrtl(long double x) __asm__("cbrt");
double ceil(double x);
float ceilf(float x);
long double ceill(long double x) __asm__("ceil");
double cos(double x);
float cosf(float x);
long double cosl(long double x) __asm__("cos");
double cosh(double x);
float coshf(float x);
long double coshl(long double x) __asm__("cosh");
double erf(double x);
float erff(float x);
long double erfl(long double x) __asm__("erf");
double erfc(double x);
float erfcf(float x);
long double erfcl(long double x) __asm__("erfc");
double exp(double x);
float expf(float x);
long double expl(long double x) __asm__("exp");
double exp2(double x);
float exp2f(float x);
long double exp2l(long double x) __asm__("exp2");
double expm1(double x);
float expm1f(float x);
long double expm1l(long double x) __asm__("expm1");
double fabs(double x);
float fabsf(float x);
long double fabsl(long double x) __asm__("fabs");
double floor(double x);
float floorf(float x);
long double floorl(long double x) __asm__("floor");
double lgamma(double x);
float lgammaf(float x);
long double lgammal(long double x) __asm__("lgamma");
double log(double x);
float logf(float x);
long double logl(long double x) __asm__("log");
double log10(double x);
float log10f(float x);
long double log10l(long double x) __asm__("log10");
double log1p(double x);
float log1pf(float x);
long double log1pl(long double x) __asm__("log1p");
double log2(double x);
float log2f(float x);
long double log2l(long double x) __asm__("log2");
double logb(double x);
float logbf(float x);
long double logbl(long double x) __asm__("logb");
double nearbyint(double x);
float nearbyintf(float x);
long double nearbyintl(long double x) __asm__("nearbyint");
double rint(double x);
float rintf(float x);
long double rintl(long double x) __asm__("rint");
double round(double x);
float roundf(float x);
long double roundl(long double x) __asm__("round");
double sin(double x);
float sinf(float x);
long double sinl(long double x) __asm__("sin");
double sinh(double x);
float sinhf(float x);
long double sinhl(long double x) __asm__("sinh");
double sqrt(double x);
float sqrtf(float x);
long double sqrtl(long double x) __asm__("sqrt");
double tan(double x);
float tanf(float x);
long double tanl(long double x) __asm__("tan");
double tanh(double x);
float tanhf(float x);
long double tanhl(long double x) __asm__("tanh");
double tgamma(double x);
float tgammaf(float x);
long double tgammal(long double x) __asm__("tgamma");
double trunc(double x);
float truncf(float x);
long double truncl(long double x) __asm__("trunc");
double roundeven(double x);
float roundevenf(float x);
double atan2(double y, double x);
float atan2f(float y, float x);
long double atan2l(long double y, long double x) __asm__("atan2");
double copysign(double x, double y);
float copysignf(float x, float y);
long double copysignl(long double x, long double y) __asm__("copysign");
double fdim(double x, double y);
float fdimf(float x, float y);
long double fdiml(long double x, long double y) __asm__("fdim");
double fmax(double x, double y);
float fmaxf(float x, float y);
long double fmaxl(long double x, long double y) __asm__("fmax");
double fmin(double x, double y);
float fminf(float x, float y);
long double fminl(long double x, long double y) __asm__("fmin");
double fmod(double x, double y);
float fmodf(float x, float y);
long double fmodl(long double x, long double y) __asm__("fmod");
double hypot(double x, double y);
float hypotf(float x, float y);
long double hypotl(long double x, long double y) __asm__("hypot");
double nextafter(double x, double y);
float nextafterf(float x, float y);
long double nextafterl(long double x, long double y) __asm__("nextafter");
double pow(double x, double y);
float powf(float x, float y);
long double powl(long double x, long double y) __asm__("pow");
double remainder(double x, double y);
float remainderf(float x, float y);
long double remainderl(long double x, long double y) __asm__("remainder");
double nexttoward(double x, long double y);
float nexttowardf(float x, long double y);
long double nexttowardl(long double x, long double y) __asm__("nexttoward");
double fma(double x, double y, double z);
float fmaf(float x, float y, float z);
long double fmal(long double x, long double y, long double z) __asm__("fma");
double remquo(double x, double y, int *quotient);
float remquof(float x, float y, int *quotient);
long double remquol(long double x, long double y, int *quotient) __asm__("remquo");
double frexp(double x, int *exponent);
float frexpf(float x, int *exponent);
long double frexpl(long double x, int *exponent) __asm__("frexp");
double ldexp(double x, int exponent);
float ldexpf(float x, int exponent);
long double ldexpl(long double x, int exponent) __asm__("ldexp");
double scalbn(double x, int exponent);
float scalbnf(float x, int exponent);
long double scalbnl(long double x, int exponent) __asm__("scalbn");
double scalbln(double x, long exponent);
float scalblnf(float x, long exponent);
long double scalblnl(long double x, long exponent) __asm__("scalbln");
double modf(double x, double *whole);
float modff(float x, float *whole);
long double modfl(long double x, long double *whole) __asm__("modf");
double nan(const char *text);
float nanf(const char *text);
long double nanl(const char *text) __asm__("nan");
int ilogb(double x);
int ilogbf(float x);
int ilogbl(long double x) __asm__("ilogb");
long lrint(double x);
long lrintf(float x);
long lrintl(long double x) __asm__("lrint");
long long llrint(double x);
long long llrintf(float x);
long long llrintl(long double x) __asm__("llrint");
long lround(double x);
long lroundf(float x);
long lroundl(long double x) __asm__("lround");
long long llround(double x);
long long llroundf(float x);
long long llroundl(long double x) __asm__("llround");

#endif
