/* qsort bsearch: sizes of elements, orders, doubles, nothing at all */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Pair {
	short key;
	char name[5];
} Pair;

static int compares;

static int
by_int(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;

	compares++;
	return (x > y) - (x < y);
}

static int
by_key(const void *a, const void *b)
{
	return ((const Pair *)a)->key - ((const Pair *)b)->key;
}

static int
by_char(const void *a, const void *b)
{
	return *(const char *)a - *(const char *)b;
}

int
main(void)
{
	static int v[1000];
	Pair pairs[] = {{5, "five"}, {-3, "neg"}, {9, "nine"}, {0, "zero"}, {7, "sevn"}}, key = {7, ""}, none = {4, ""};
	char s[] = "sorting letters";
	unsigned seed = 1;
	int sorted = 1, found = 0, sum = 0;

	for (int i = 0; i < 1000; i++)
		v[i] = (int)((seed = seed * 1103515245 + 12345) >> 8) % 700 - 350;
	for (int i = 0; i < 1000; i++)
		sum += v[i];
	qsort(v, 1000, sizeof *v, by_int);
	printf("%d\n", compares < 30000);
	for (int i = 0; i < 1000; i++) {
		sorted &= i == 0 || v[i - 1] <= v[i];
		sum -= v[i];
	}
	printf("%d %d\n", sorted, sum);
	for (int i = -400; i < 400; i++) {
		int *p = bsearch(&i, v, 1000, sizeof *v, by_int);

		found += p && *p == i;
	}
	for (int i = 0; i < 1000; i++)
		found -= i == 0 || v[i] != v[i - 1];
	printf("%d\n", found);
	qsort(pairs, 5, sizeof *pairs, by_key);
	for (int i = 0; i < 5; i++)
		printf("%d %s, ", pairs[i].key, pairs[i].name);
	printf("%s %d\n", ((Pair *)bsearch(&key, pairs, 5, sizeof key, by_key))->name,
		bsearch(&none, pairs, 5, sizeof key, by_key) == NULL);
	qsort(s, strlen(s), 1, by_char);
	printf("[%s]\n", s);
	qsort(v, 0, 4, by_int);
	qsort(v, 1, 4, by_int);
	printf("%d\n", bsearch(v, v, 0, 4, by_int) == NULL);
	return 0;
}
