/* beside.c - an element of a block is written at a wrong place; an array is never written. */
#include <stdlib.h>

int sum, unset[4], copy;

int
main(void)
{
	static const int place[] = { 0, 1, 2, 7, 4, 5, 6, 7 };
	int *square = malloc(8 * sizeof *square);

	for (int i = 0; i < 8; i++)
		square[place[i]] = i * i;
	sum = square[3];
	copy = unset[2];
	free(square);
	return 0;
}
