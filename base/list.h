/* list.h - growing lists on the heap that do not store their capacity. */
#ifndef LIST_H
#define LIST_H

#include "base.h"

/*
 * list_more: make room for one more element. p points to n elements of size bytes, and is NULL for
 * a new list; later values come from this function. The capacity is the power of two at or above n;
 * n may shrink, but grows only by one at a time. The user frees the list.
 */
static inline void *
list_more(void *p, size_t n, size_t size)
{
	if (n & (n - 1)) /* not a power of two: the list is not full */
		return p;
	return xrealloc(p, (n ? 2 * n : 1) * size);
}

#endif
