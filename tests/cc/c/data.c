/*
 * Data: variables near the static base and far from it, with large arrays between them, and
 * constants next to code.
 */
#include <stdio.h>

static char before[5000];
static short shorts[700];
static int far_word = 11;
static double reals[400];
static const int squares[] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81};
static const double thirds[] = {1 / 3., 2 / 3.};
static char last = 'z';
static struct { char c; int n[90]; short s; } mixed[20];
int matrix[30][40];

__attribute__((noinline)) static void
fill(int n)
{
	for (int i = 0; i < 5000; i++)
		before[i] = i * n;
	for (int i = 0; i < 700; i++)
		shorts[i] = i * n - 30000;
	for (int i = 0; i < 400; i++)
		reals[i] = i * thirds[i & 1];
	for (int i = 0; i < 20; i++)
		mixed[i].n[i] = mixed[i].c = mixed[i].s = i - n;
	for (int i = 0; i < 30; i++)
		for (int j = 0; j < 40; j++)
			matrix[i][j] = i * j;
}

__attribute__((noinline)) static int
at(int i)
{
	return before[i] + shorts[i & 511] + far_word++ + squares[i % 10] + mixed[i % 20].n[i % 20] + matrix[i % 30][i % 40];
}

int
main(void)
{
	fill(7);
	printf("%d ", at(0));
	printf("%d ", at(1234));
	printf("%d ", at(4999));
	printf("%d\n", far_word);
	printf("%d %d %.9g %c\n", before[4321], shorts[699], reals[399] + reals[0], last);
	last++;
	mixed[19].s -= 100;
	printf("%d %d %d %d\n", mixed[19].s, mixed[19].c, mixed[3].n[3], mixed[3].n[4]);
	printf("%c %d %d\n", last, matrix[29][39], (int)(&matrix[5][3] - &matrix[0][0]));
	return 0;
}
