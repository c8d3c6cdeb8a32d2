/*
 * dhrystone_2.c - the second part; see dhrystone.c.
 */
#include "dhrystone.h"

#include <string.h>

void
proc6(Rank in, Rank *out)
{
	*out = in;
	if (!func3(in))
		*out = FOURTH;
	switch (in) {
	case FIRST:
		*out = FIRST;
		break;
	case SECOND:
		*out = count > 100 ? FIRST : FOURTH;
		break;
	case THIRD:
		*out = SECOND;
		break;
	case FOURTH:
		break;
	case FIFTH:
		*out = THIRD;
		break;
	}
}

void
proc7(int a, int b, int *out)
{
	int sum = a + 2;

	*out = b + sum;
}

void
proc8(int *row, int (*table)[ROW], int at, int value)
{
	int i = at + 5;

	row[i] = value;
	row[i + 1] = row[i];
	row[i + 30] = i;
	for (int k = i; k <= i + 1; k++)
		table[i][k] = i;
	table[i][i - 1] += 1;
	table[i + 20][i] = row[i];
	count = 5;
}

Rank
func1(char a, char b)
{
	char x = a, y = x;

	if (y != b)
		return FIRST;
	first_letter = x;
	return SECOND;
}

int
func2(const char *a, const char *b)
{
	int at = 2;
	char letter = 0;

	while (at <= 2)
		if (func1(a[at], b[at + 1]) == FIRST) {
			letter = 'A';
			at += 1;
		}
	if (letter >= 'W' && letter < 'Z')
		at = 7;
	if (letter == 'R')
		return 1;
	if (strcmp(a, b) > 0) {
		at += 7;
		count = at;
		return 1;
	}
	return 0;
}

int
func3(Rank r)
{
	Rank x = r;

	return x == THIRD;
}
