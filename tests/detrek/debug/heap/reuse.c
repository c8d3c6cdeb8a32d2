/* reuse.c - memory that is freed and used again: second and deep() read what first and noise() have left there. */
#include <stdio.h>
#include <stdlib.h>
#ifdef KERNEL_BLOCKS
#include <kernel.h>
#define malloc kalloc
#define free kfree
#endif

typedef struct Pair {
	int key, value;
} Pair;

Pair *first, *second;

static void
noise(int n)
{
	volatile int local[8];

	for (int i = 0; i < 8; i++)
		local[i] = n + i;
}

static int
deep(void)
{
	volatile int local[8];

	return local[3] + local[4];
}

int
main(void)
{
	first = malloc(sizeof *first);
	first->value = 11;
	free(first);
	second = malloc(sizeof *second);
	second->key = 2;
	noise(5);
	printf("%d %d\n", second->value, deep());
	second->value = 22;
	free(second);
	return 0;
}
