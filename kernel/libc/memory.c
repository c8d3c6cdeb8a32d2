/*
 * memory.c - blocks of bytes.
 *
 * memcpy is the machine's block move. memmove moves overlapping blocks in pieces no longer than their
 * distance, from the end that is overwritten last.
 */
#include <stdint.h>
#include <string.h>
#include <t800.h>

void *
memcpy(void *restrict to, const void *restrict from, size_t n)
{
	__t800_move(from, to, n);
	return to;
}

/* move_up: move n bytes to a place above, at a distance of less than n: in pieces from the end. */
static void
move_up(char *to, const char *from, size_t n)
{
	size_t step = to - from;

	while (n > step) {
		n -= step;
		__t800_move(from + n, to + n, step);
	}
	__t800_move(from, to, n);
}

static void
move_down(char *to, const char *from, size_t n)
{
	size_t step = from - to;

	while (n > step) {
		__t800_move(from, to, step);
		to += step;
		from += step;
		n -= step;
	}
	__t800_move(from, to, n);
}

void *
memmove(void *to, const void *from, size_t n)
{
	if ((uintptr_t)to - (uintptr_t)from < n && to != from)
		move_up(to, from, n);
	else if ((uintptr_t)from - (uintptr_t)to < n && to != from)
		move_down(to, from, n);
	else if (to != from)
		__t800_move(from, to, n);
	return to;
}

/* memset: fill a first piece, from zeros or byte by byte; then block moves double it. */
void *
memset(void *to, int c, size_t n)
{
	static const unsigned char zeros[64];
	unsigned char *p = to;
	size_t done = n < sizeof zeros ? n : sizeof zeros;

	if ((unsigned char)c == 0) {
		__t800_move(zeros, p, done);
	} else {
		done = n < 8 ? n : 8;
		for (size_t i = 0; i < done; i++)
			p[i] = c;
	}
	while (done < n) {
		size_t step = done < n - done ? done : n - done;

		__t800_move(p, p + done, step);
		done += step;
	}
	return to;
}

int
memcmp(const void *a, const void *b, size_t n)
{
	const unsigned char *x = a, *y = b;

	for (size_t i = 0; i < n; i++)
		if (x[i] != y[i])
			return x[i] - y[i];
	return 0;
}

void *
memchr(const void *s, int c, size_t n)
{
	const unsigned char *p = s;

	for (size_t i = 0; i < n; i++)
		if (p[i] == (unsigned char)c)
			return (void *)(p + i);
	return NULL;
}
