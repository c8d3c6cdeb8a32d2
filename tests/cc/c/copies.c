/* Copies of structures: assigned, exchanged, overlapping, in arrays, of every small size, through volatile. */
#include <stdio.h>
#include <string.h>

typedef struct Row { int v[9]; char tail; } Row;
typedef struct Odd { char c[5]; } Odd;

static Row rows[4];
static volatile struct Pair { int a, b; } pair;

__attribute__((noinline)) static void
rotate(Row *r, int n)
{
	Row first = r[0];

	for (int i = 1; i < n; i++)
		r[i - 1] = r[i];
	r[n - 1] = first;
}

__attribute__((noinline)) static void
exchange(Odd *a, Odd *b)
{
	Odd t = *a;

	*a = *b;
	*b = t;
}

__attribute__((noinline)) static unsigned
blocks(void)
{
	char from[64], to[64];
	unsigned h = 0;

	for (int i = 0; i < 64; i++)
		from[i] = i * 5;
	memset(to, 1, sizeof to);
	memcpy(to, from, 1), memcpy(to + 2, from + 1, 2), memcpy(to + 5, from + 3, 3), memcpy(to + 9, from + 2, 4);
	memcpy(to + 15, from + 7, 11), memcpy(to + 28, from, 16), memcpy(to + 45, from + 9, 0);
	for (int i = 0; i < 64; i++)
		h = h * 33 + (unsigned char)to[i];
	memmove(to + 3, to, 40);
	memmove(to, to + 1, 30);
	for (int i = 0; i < 64; i++)
		h = h * 33 + (unsigned char)to[i];
	return h;
}

int
main(void)
{
	Odd odds[3] = {{"abcd"}, {"efgh"}, {"ijkl"}};
	struct { Odd o; Row r; } both = {odds[1], {{1, 2, 3}, 'x'}}, other;

	for (int i = 0; i < 4; i++) {
		rows[i].v[8] = i * 11;
		rows[i].tail = 'a' + i;
	}
	rotate(rows, 4);
	for (int i = 0; i < 4; i++)
		printf("%d%c ", rows[i].v[8], rows[i].tail);
	rows[2] = rows[2];
	exchange(&odds[0], &odds[2]);
	printf("%s %s %s\n", odds[0].c, odds[1].c, odds[2].c);
	other = both;
	other.r.v[2] = 30;
	printf("%d %d %c %s\n", both.r.v[2], other.r.v[2], other.r.tail, other.o.c);
	printf("%u\n", blocks());
	pair.a = 5, pair.b = pair.a + 1;
	struct Pair copy = pair;
	printf("%d %d\n", copy.a, copy.b);
	return 0;
}
