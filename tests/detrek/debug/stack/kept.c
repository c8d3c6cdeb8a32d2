/* kept.c - loops that keep parts of variables as values until they end, for the test of their names. */
#include <kernel.h>

typedef struct Sums {
	int n, last;
	struct { short small; int of[3]; } in;
} Sums;

static volatile int size = 8; /* so that the loops stay loops */
static int total, wide[4];

static inline int
odd(int i)
{
	return i * i % 3 == 1;
}

static __attribute__((noinline)) int
sum(const Sums *s)
{
	return s->n + s->last + s->in.of[2];
}

static __attribute__((noinline)) int
count(const int *a, int n)
{
	Sums s = {0};

	for (int i = 0; i < n; i++) {
		if (odd(a[i])) { /* one */
			s.n++;
			s.last = a[i];
		}
		s.in.of[2] += a[i];
	}
	return sum(&s);
}

static inline void
add(const int *a, int n)
{
	for (int k = 0; k < 3; k++)
		for (int i = 0; i < n; i++) {
			if (a[i] % 2)
				total += a[i];
			wide[3] ^= a[i]; /* two */
		}
}

int
main(void)
{
	int a[8];

	for (int i = 0; i < 8; i++)
		a[i] = i * 7 % 11;
	add(a, size);
	return count(a, size) + total + wide[3] == 0;
}
