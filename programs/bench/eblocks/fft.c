/* fft.c - Fourier transforms of 256 numbers, and back. */
#include <math.h>
#include <stdio.h>

enum { N = 256, TIMES = 40 };

static double re[N], im[N];

static void
swap(double *v, int i, int k)
{
	double t = v[i];

	v[i] = v[k];
	v[k] = t;
}

static void
reverse_bits(void)
{
	for (int i = 1, k = 0; i < N; i++) {
		int bit = N >> 1;

		for (; k & bit; bit >>= 1)
			k ^= bit;
		k ^= bit;
		if (i < k) {
			swap(re, i, k);
			swap(im, i, k);
		}
	}
}

static void
butterfly(int i, int k, double c, double s)
{
	double x = re[k] * c - im[k] * s, y = re[k] * s + im[k] * c;

	re[k] = re[i] - x;
	im[k] = im[i] - y;
	re[i] += x;
	im[i] += y;
}

static void
transform(double sign)
{
	reverse_bits();
	for (int size = 2; size <= N; size *= 2) {
		double angle = sign * 2 * 3.14159265358979 / size;

		for (int k = 0; k < size / 2; k++)
			for (int i = k; i < N; i += size)
				butterfly(i, i + size / 2, cos(angle * k), sin(angle * k));
	}
}

int
main(void)
{
	double error = 0;

	for (int i = 0; i < N; i++)
		re[i] = i % 17;
	for (int i = 0; i < TIMES; i++) {
		transform(1);
		transform(-1);
		for (int k = 0; k < N; k++) {
			re[k] /= N;
			im[k] /= N;
		}
	}
	for (int i = 0; i < N; i++)
		error += fabs(re[i] - i % 17);
	printf("%s\n", error < 1e-6 ? "equal" : "different");
	return 0;
}
