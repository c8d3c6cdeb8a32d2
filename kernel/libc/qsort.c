/*
 * qsort.c - sorting in place: heapsort, which has no bad case and needs no stack.
 */
#include <stdint.h>
#include <stdlib.h>

typedef int Compare(const void *, const void *);

typedef struct Heap { /* the arguments of qsort */
	char *base;
	size_t size;
	Compare *compare;
} Heap;

/* four bytes of an element, at a word's address */
typedef uint32_t __attribute__((may_alias)) Bytes4;

static void
swap_words(Bytes4 *a, Bytes4 *b, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		Bytes4 c = a[i];

		a[i] = b[i];
		b[i] = c;
	}
}

static void
swap(char *a, char *b, size_t n)
{
	if (((uintptr_t)a | (uintptr_t)b | n) % sizeof(Bytes4) == 0) {
		swap_words((Bytes4 *)a, (Bytes4 *)b, n / sizeof(Bytes4));
		return;
	}
	for (size_t i = 0; i < n; i++) {
		char c = a[i];

		a[i] = b[i];
		b[i] = c;
	}
}

/*
 * sift_down: move element i down until neither of the two below it is greater; n elements are in
 * the heap.
 */
static void
sift_down(const Heap *h, size_t i, size_t n)
{
	for (;;) {
		size_t child = 2 * i + 1;
		char *c = h->base + child * h->size;

		if (child >= n)
			return;
		if (child + 1 < n && h->compare(c, c + h->size) < 0) {
			child++;
			c += h->size;
		}
		if (h->compare(h->base + i * h->size, c) >= 0)
			return;
		swap(h->base + i * h->size, c, h->size);
		i = child;
	}
}

void
qsort(void *base, size_t n, size_t size, Compare *compare)
{
	Heap h = {base, size, compare};

	for (size_t i = n / 2; i > 0; i--)
		sift_down(&h, i - 1, n);
	for (size_t left = n; left > 1; left--) {
		swap(h.base, h.base + (left - 1) * size, size);
		sift_down(&h, 0, left - 1);
	}
}
