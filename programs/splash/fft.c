/*
 * fft.c - the fast Fourier transform of a row of complex numbers, and back.
 *
 * The numbers are put in the order of their reversed bits; then each stage combines pairs that lie
 * twice as far apart as those of the stage before. Threads share the pairs of a stage; each ends
 * with a barrier. On the way back, all numbers are divided by their count, and main sums up the
 * differences from the original numbers: this is the result.
 */
#include "fft.h"

static int
begin_of(int me, int of)
{
	return part_begin(of, me, threads);
}

static void
transform(const Complex *from, Complex *to, int me, int back)
{
	for (int i = begin_of(me, n); i < begin_of(me + 1, n); i++)
		to[reversed(i)] = from[i];
	team_barrier(1);
	for (int apart = 1; apart < n; apart *= 2) {
		for (int i = begin_of(me, n / 2); i < begin_of(me + 1, n / 2); i++)
			combine(to, i, apart, back);
		team_barrier(2);
	}
}

static void
work(int me)
{
	for (int round = 0; round < ROUNDS; round++) {
		transform(data[0], data[1], me, 0);
		transform(data[1], data[0], me, 1);
		for (int i = begin_of(me, n); i < begin_of(me + 1, n); i++) {
			data[0][i].re /= n;
			data[0][i].im /= n;
		}
	}
}

int
main(int argc, char **argv)
{
	fill(team_begin(argc, argv, 2, USUAL, MOST));
	team_run(work);
	print_result();
	return 0;
}
