/*
 * strlen strcmp qsort at all places in a word: the library takes four bytes at a time where it can.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 13 };

static const char values[] = {1, 'a', 0x7F, 0x80, 0x81, 0xFF};
static uint32_t first[6], second[6];
static int count, wrong;

static void
check(int right)
{
	count++;
	wrong += !right;
}

/* fill: n bytes and a zero at s; around them bytes that are not zero. */
static char *
fill(uint32_t *row, int place, int n, int seed)
{
	char *s = (char *)row + place;

	memset(row, 0x80, sizeof first);
	for (int i = 0; i < n; i++)
		s[i] = values[(i + seed) % 6];
	s[n] = '\0';
	return s;
}

static int
sign(int n)
{
	return (n > 0) - (n < 0);
}

/* check_change: one byte of a string becomes another: the sign is that of the bytes. */
static void
check_change(char *a, char *b, int i)
{
	char was = b[i];

	for (int k = 0; k < 6; k++) {
		b[i] = values[k];
		check(sign(strcmp(a, b)) == sign(a[i] - b[i]));
		check(sign(strcmp(b, a)) == sign(b[i] - a[i]));
	}
	b[i] = '\0';
	check(strlen(b) == i && strcmp(a, b) > 0 && strcmp(b, a) < 0);
	b[i] = was;
}

static int
by_bytes(const void *a, const void *b)
{
	return memcmp(a, b, 2);
}

/* check_sort: elements of `size` bytes that begin with their order, backwards. */
static void
check_sort(int place, int size)
{
	static char row[12 * 9 + 4];
	char *v = row + place;

	for (int i = 0; i < 9; i++)
		memset(v + i * size, 9 - i, size);
	qsort(v, 9, size, by_bytes);
	for (int i = 0; i < 9 * size; i++)
		check(v[i] == 1 + i / size);
}

int
main(void)
{
	for (int place = 0; place < 16; place++)
		for (int n = 0; n <= MOST; n++) {
			char *a = fill(first, place & 3, n, n), *b = fill(second, place >> 2, n, n);

			check(strlen(a) == n && strlen(b) == n && strcmp(a, b) == 0);
			for (int i = 0; i < n; i++)
				check_change(a, b, i);
		}
	for (int place = 0; place < 4; place++)
		for (int size = 2; size <= 12; size++)
			check_sort(place, size);
	printf("%d results, %d wrong\n", count, wrong);
	return 0;
}
