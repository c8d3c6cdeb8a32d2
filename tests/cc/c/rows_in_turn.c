/* A rod that takes heat from its ends: two rows used in turn, chosen by a truth value and its opposite. */
#include <stdio.h>

enum { POINTS = 12, STEPS = 9 };

static int rod[2][POINTS];

static const int *
spread(int steps, int last)
{
	for (int step = 0; step < steps; step++) {
		const int *old = rod[step & 1];
		int *new = rod[!(step & 1)];

		for (int i = 1; i < last; i++)
			new[i] = (old[i - 1] + 2 * old[i] + old[i + 1]) / 4;
	}
	return rod[steps & 1];
}

static void
heat(int first, int last)
{
	for (int i = 0; i < POINTS; i++)
		rod[0][i] = rod[1][i] = i == 0 ? first : i == POINTS - 1 ? last : 0;
}

int
main(void)
{
	const int *r;

	heat(4000, 1000);
	for (int step = 0; step < STEPS; step++) {
		const int *old = rod[step & 1];
		int *new = rod[!(step & 1)];

		for (int i = 1; i < POINTS - 1; i++)
			new[i] = (old[i - 1] + 2 * old[i] + old[i + 1]) / 4;
	}
	for (int i = 0; i < POINTS; i++)
		printf("%d%c", rod[STEPS & 1][i], i < POINTS - 1 ? ' ' : '\n');
	for (int steps = 1; steps <= STEPS; steps += 4) {
		heat(4000, -1000);
		r = spread(steps, POINTS - 1);
		for (int i = 0; i < POINTS; i++)
			printf("%d%c", r[i], i < POINTS - 1 ? ' ' : '\n');
	}
	return 0;
}
