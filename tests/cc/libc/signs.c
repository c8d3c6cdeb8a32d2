/*
 * copysign, fabs, conj, strtod, sscanf and their float forms: signs, those of zeros and of NaNs too.
 * Every other bit is kept. The functions are also called by pointers, which no compiler replaces.
 */
#include <complex.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 12
#define TOP32 0x80000000u
#define TOP64 0x8000000000000000u

static const uint32_t singles[N] = {0, 0x80000000, 0x3F800000, 0xBF800000, 0x7F800000, 0xFF800000, 0x7FC00000,
	0xFFC00000, 0x7FC12345, 0xFFD54321, 1, 0x80000001};
static const uint64_t doubles[N] = {0, TOP64, 0x3FF0000000000000, 0xBFF0000000000000, 0x7FF0000000000000,
	0xFFF0000000000000, 0x7FF8000000000000, 0xFFF8000000000000, 0x7FF8123456789ABC, 0xFFFABCDEF0123456, 1,
	0x8000000000000001};

static float (*volatile copysignf_by_pointer)(float, float) = copysignf;
static float (*volatile fabsf_by_pointer)(float) = fabsf;
static double (*volatile copysign_by_pointer)(double, double) = copysign;
static double (*volatile fabs_by_pointer)(double) = fabs;

static uint32_t
bits_of_single(float x)
{
	uint32_t bits;

	memcpy(&bits, &x, sizeof bits);
	return bits;
}

static uint64_t
bits_of_double(double x)
{
	uint64_t bits;

	memcpy(&bits, &x, sizeof bits);
	return bits;
}

static void
same(const char *name, int i, int j, uint64_t got, uint64_t right)
{
	if (got != right)
		printf("%s %d %d: %llx, not %llx\n", name, i, j, (unsigned long long)got, (unsigned long long)right);
}

__attribute__((noinline)) static float
minus_single(float x)
{
	return -x;
}

__attribute__((noinline)) static double
minus_double(double x)
{
	return -x;
}

static void
one_single(int i)
{
	uint32_t b = singles[i];
	float x;

	memcpy(&x, &b, sizeof x);
	same("fabsf", i, 0, bits_of_single(fabsf(x)), b & ~TOP32);
	same("fabsf", i, 1, bits_of_single(fabsf_by_pointer(x)), b & ~TOP32);
	same("-float", i, 0, bits_of_single(minus_single(x)), b ^ TOP32);
	same("signbit float", i, 0, !!signbit(x), b >> 31);
	same("signbit -float", i, 0, !!signbit(minus_single(x)), !(b >> 31));
	for (int j = 0; j < N; j++) {
		uint32_t right = (b & ~TOP32) | (singles[j] & TOP32);
		float y;
		float complex z;

		memcpy(&y, &singles[j], sizeof y);
		same("copysignf", i, j, bits_of_single(copysignf(x, y)), right);
		same("copysignf", i, j, bits_of_single(copysignf_by_pointer(x, y)), right);
		z = conjf(CMPLXF(x, y));
		same("conjf", i, j, bits_of_single(crealf(z)), b);
		same("conjf", j, i, bits_of_single(cimagf(z)), singles[j] ^ TOP32);
		z = cprojf(CMPLXF(x, y));
		same("cprojf", i, j, !!signbit(cimagf(z)), singles[j] >> 31);
	}
}

static void
one_double(int i)
{
	uint64_t b = doubles[i];
	double x;

	memcpy(&x, &b, sizeof x);
	same("fabs", i, 0, bits_of_double(fabs(x)), b & ~TOP64);
	same("fabs", i, 1, bits_of_double(fabs_by_pointer(x)), b & ~TOP64);
	same("-double", i, 0, bits_of_double(minus_double(x)), b ^ TOP64);
	same("signbit double", i, 0, !!signbit(x), b >> 63);
	same("signbit -double", i, 0, !!signbit(minus_double(x)), !(b >> 63));
	for (int j = 0; j < N; j++) {
		uint64_t right = (b & ~TOP64) | (doubles[j] & TOP64);
		double y;
		double complex z;

		memcpy(&y, &doubles[j], sizeof y);
		same("copysign", i, j, bits_of_double(copysign(x, y)), right);
		same("copysign", i, j, bits_of_double(copysign_by_pointer(x, y)), right);
		z = conj(CMPLX(x, y));
		same("conj", i, j, bits_of_double(creal(z)), b);
		same("conj", j, i, bits_of_double(cimag(z)), doubles[j] ^ TOP64);
		z = cproj(CMPLX(x, y));
		same("cproj", i, j, !!signbit(cimag(z)), doubles[j] >> 63);
	}
}

/* read: the text's sign, by each function that reads numbers. */
static void
read(const char *text)
{
	float single;
	double wide;

	printf("%s: %d %d %d", text, !!signbit(strtof(text, NULL)), !!signbit(strtod(text, NULL)), !!signbit(atof(text)));
	sscanf(text, "%f", &single);
	sscanf(text, "%lf", &wide);
	printf(" %d %d\n", !!signbit(single), !!signbit(wide));
}

int
main(void)
{
	for (int i = 0; i < N; i++) {
		one_single(i);
		one_double(i);
	}
	read("-nan");
	read("nan");
	read("+nan(7)");
	read("-inf");
	read("-0");
	read("0");
	read("-1e-60");
	return 0;
}
