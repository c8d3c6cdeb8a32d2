/*
 * atomic.c - the functions that clang calls for atomic operations.
 *
 * A process is only stopped at a jump or a communication, and there is none between the load and the
 * store here, so these are atomic among the processes of one priority. A process of high priority can
 * come in between.
 */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* ---- objects of a size of 1, 2, 4 or 8 ---- */

#define NAMED(name, size) __asm__("__atomic_" #name "_" #size) /* the symbol that clang calls */

#define FETCH(name, type, size, op) \
	type name##size(volatile type *p, type v, int order) NAMED(fetch_##name, size); \
	type \
	name##size(volatile type *p, type v, int order) \
	{ \
		type old = *p; \
		\
		(void)order; \
		*p = old op v; \
		return old; \
	}

#define ATOMICS(type, size) \
	type load##size(const volatile type *p, int order) NAMED(load, size); \
	type \
	load##size(const volatile type *p, int order) \
	{ \
		(void)order; \
		return *p; \
	} \
	\
	void store##size(volatile type *p, type v, int order) NAMED(store, size); \
	void \
	store##size(volatile type *p, type v, int order) \
	{ \
		(void)order; \
		*p = v; \
	} \
	\
	type exchange##size(volatile type *p, type v, int order) NAMED(exchange, size); \
	type \
	exchange##size(volatile type *p, type v, int order) \
	{ \
		type old = *p; \
		\
		(void)order; \
		*p = v; \
		return old; \
	} \
	\
	bool compare##size(volatile type *p, type *expected, type v, int good, int bad) \
		NAMED(compare_exchange, size); \
	bool \
	compare##size(volatile type *p, type *expected, type v, int good, int bad) \
	{ \
		type old = *p; \
		bool same = old == *expected; \
		\
		(void)good; \
		(void)bad; \
		*p = same ? v : old; \
		*expected = old; \
		return same; \
	} \
	\
	FETCH(add, type, size, +) \
	FETCH(sub, type, size, -) \
	FETCH(and, type, size, &) \
	FETCH(or, type, size, |) \
	FETCH(xor, type, size, ^)

ATOMICS(uint8_t, 1)
ATOMICS(uint16_t, 2)
ATOMICS(uint32_t, 4)
ATOMICS(uint64_t, 8)

/* ---- objects of any size ---- */

void generic_load(unsigned n, const void *p, void *to, int order) __asm__("__atomic_load");
void
generic_load(unsigned n, const void *p, void *to, int order)
{
	(void)order;
	memcpy(to, p, n);
}

void generic_store(unsigned n, void *p, const void *v, int order) __asm__("__atomic_store");
void
generic_store(unsigned n, void *p, const void *v, int order)
{
	(void)order;
	memcpy(p, v, n);
}

void generic_exchange(unsigned n, void *p, const void *v, void *old, int order) __asm__("__atomic_exchange");
void
generic_exchange(unsigned n, void *p, const void *v, void *old, int order)
{
	(void)order;
	memcpy(old, p, n);
	memcpy(p, v, n);
}

bool generic_compare(unsigned n, void *p, void *expected, const void *v, int good, int bad)
	__asm__("__atomic_compare_exchange");
bool
generic_compare(unsigned n, void *p, void *expected, const void *v, int good, int bad)
{
	bool same = memcmp(p, expected, n) == 0;

	(void)good;
	(void)bad;
	if (same)
		memcpy(p, v, n);
	else
		memcpy(expected, p, n);
	return same;
}

bool is_lock_free(unsigned n, const void *p) __asm__("__atomic_is_lock_free");
bool
is_lock_free(unsigned n, const void *p)
{
	(void)n;
	(void)p;
	return false;
}
