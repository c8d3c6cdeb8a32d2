/* Arrays: of several dimensions, of variable length, as parameters, in structures, of characters. */
#include <stdio.h>
#include <string.h>

enum { ROWS = 3, COLUMNS = 5, LAYERS = 2 };

typedef struct Grid {
	int cells[ROWS][COLUMNS];
	char title[8];
} Grid;

static int cube[LAYERS][ROWS][COLUMNS];
static const char words[][6] = {"one", "two", "three"};
static const char *const names[] = {"alpha", "beta", [4] = "epsilon"};

__attribute__((noinline)) static int
sum(int rows, int columns, int a[rows][columns])
{
	int s = 0;

	for (int i = 0; i < rows; i++)
		for (int j = 0; j < columns; j++)
			s += a[i][j] * (i + 1);
	return s;
}

__attribute__((noinline)) static int
of_fixed(const int a[][COLUMNS], int rows)
{
	int s = 0;

	while (rows--)
		s = s * 3 + a[rows][rows];
	return s;
}

__attribute__((noinline)) static int
triangle(int n)
{
	int *rows[n], cells[n * (n + 1) / 2], last;

	for (int i = 0; i < n; i++)
		rows[i] = cells + i * (i + 1) / 2;
	for (int i = 0; i < n; i++)
		for (int j = 0; j <= i; j++)
			rows[i][j] = j == 0 || j == i ? 1 : rows[i - 1][j - 1] + rows[i - 1][j];
	last = rows[n - 1][n / 2];
	return last + (int)(sizeof cells / sizeof *cells);
}

__attribute__((noinline)) static Grid
transposed(Grid g)
{
	Grid t = {.title = "turned"};

	for (int i = 0; i < ROWS; i++)
		for (int j = 0; j < ROWS; j++)
			t.cells[j][i] = g.cells[i][j];
	return t;
}

int
main(void)
{
	Grid g = {{{1, 2, 3}, {4, 5, 6}, {7, 8, 9, 10, 11}}, "grid"}, t = transposed(g);
	int n = 4, table[n][n + 1];
	char text[] = "text", room[10] = "room", exact[4] = {'f', 'o', 'u', 'r'};
	short odd[7] = {[2] = 5, 6, [0] = 1};
	int *p = &cube[1][0][0];

	for (int i = 0; i < LAYERS * ROWS * COLUMNS; i++)
		(&cube[0][0][0])[i] = i;
	printf("%d %d %d\n", cube[1][2][4], cube[0][1][3], p[COLUMNS + 1]);
	for (int i = 0; i < n; i++)
		for (int j = 0; j <= n; j++)
			table[i][j] = i * 10 + j;
	printf("%d %d %d\n", sum(n, n + 1, table), (int)(sizeof table / sizeof(int)), sum(ROWS, COLUMNS, g.cells));
	printf("%d %d\n", of_fixed((const int (*)[COLUMNS])cube[1], 3), triangle(9));
	printf("%d %d %s %s\n", t.cells[0][2], t.cells[2][1], t.title, g.title);
	printf("%d %d %d %.4s %d\n", (int)sizeof text, (int)strlen(room), room[9], exact, (int)sizeof exact);
	printf("%d %d %d %d %d\n", odd[0], odd[1], odd[2], odd[3], odd[6]);
	printf("%s %s %d %s %d\n", words[2], words[1], (int)sizeof words, names[4], names[2] == NULL);
	for (unsigned i = 0; i < sizeof exact; i++)
		exact[i] ^= 0x20;
	printf("%.4s\n", exact);
	return 0;
}
