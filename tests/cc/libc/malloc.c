/*
 * malloc calloc realloc free aligned_alloc: blocks do not overlap, are reused, and have the right
 * contents
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 60 };

static unsigned char *block[N];
static size_t size[N];

static int
filled(int i)
{
	for (size_t k = 0; k < size[i]; k++)
		if (block[i][k] != (unsigned char)(i + k))
			return 0;
	return 1;
}

static void
fill(int i)
{
	for (size_t k = 0; k < size[i]; k++)
		block[i][k] = i + k;
}

int
main(void)
{
	unsigned seed = 1;
	int good = 0, zero = 1;
	char *p, *q;

	for (int round = 0; round < 2000; round++) {
		int i = (seed = seed * 1103515245 + 12345) >> 16 & 63;

		if (i >= N)
			continue;
		if (block[i] && round % 3 == 0) {
			size_t before = size[i], n = seed >> 8 & 1023;

			block[i] = realloc(block[i], n);
			size[i] = n < before ? n : before;
			good += filled(i);
			size[i] = n;
		} else {
			good += !block[i] || filled(i);
			free(block[i]);
			size[i] = seed >> 4 & 511;
			block[i] = malloc(size[i]);
		}
		fill(i);
	}
	for (int i = 0; i < N; i++) {
		good += filled(i);
		free(block[i]);
	}
	printf("%d\n", good);
	p = malloc(100000);
	memset(p, 1, 100000);
	free(p);
	p = calloc(1000, 100);
	for (int i = 0; i < 100000; i++)
		zero &= p[i] == 0;
	printf("%d\n", zero);
	free(p);
	for (size_t align = 1; align <= 4096; align *= 2) {
		p = aligned_alloc(align, align * 3);
		q = malloc(10);
		memset(p, 0xFF, align * 3);
		memset(q, 0, 10);
		printf("%d", ((uintptr_t)p & (align - 1)) == 0 && (unsigned char)p[align * 3 - 1] == 0xFF);
		free(p);
		free(q);
	}
	p = malloc(200000); /* all of it has come back */
	printf(" %d\n", p != NULL);
	free(p);
	errno = 0;
	printf("%d ", malloc(SIZE_MAX - 100) == NULL);
	printf("%d ", calloc(SIZE_MAX / 4, 5) == NULL);
	printf("%d\n", errno == ENOMEM);
	p = realloc(NULL, 5);
	strcpy(p, "four");
	printf("%s\n", p);
	free(p);
	free(NULL);
	return 0;
}
