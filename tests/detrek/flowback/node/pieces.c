/* pieces.c - a structure that optimisation takes apart: its members are in words of their own. */
#include <stdio.h>
#include <stdlib.h>

typedef struct Pair {
	int first, second;
} Pair;

int
main(int argc, char **argv)
{
	Pair p = {0, 0};
	int divisor;

	for (int i = 1; i < argc; i++) {
		p.first += atoi(argv[i]);
		p.second++;
		if (p.first > 40)
			p.second -= 2;
	}
	divisor = p.second;
	printf("%d\n", p.first / divisor);
	return 0;
}
