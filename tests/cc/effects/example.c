#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int total;
static int count, limit = 10;
int *where = &total;
static struct pair { int a, *b; } pair;
static char text[16];

static void
set(int *to, int value)
{
	static int calls;

	calls++;
	*to = value;
}

static int
odd(int n);

static int
even(int n)
{
	count++;
	return n == 0 ? 1 : odd(n - 1);
}

static int
odd(int n)
{
	limit--;
	return n == 0 ? 0 : even(n - 1);
}

static int
compare(const void *x, const void *y)
{
	count++;
	return *(const int *)x - *(const int *)y;
}

int
main(int argc, char **argv)
{
	int local = 3, list[4] = {3, 1, 2, 0};
	int *made = malloc(8);

	pair.b = &local;
	set(where, 1);
	set(pair.b, 2);
	*made = even(local);
	qsort(list, 4, sizeof *list, compare);
	strcpy(text, "abc");
	printf("%d %s\n", total + limit, text);
	return *made;
}
