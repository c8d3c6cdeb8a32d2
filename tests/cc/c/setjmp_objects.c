/* Objects without a name that change between setjmp and longjmp keep their new values (C11 7.13.2.1). */
#include <alloca.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf env;
static int set;

typedef struct Pair {
	int a;
	int *b;
} Pair;

__attribute__((noinline)) static void
back(void)
{
	longjmp(env, 1);
}

__attribute__((noinline)) static int
from_malloc(void)
{
	int *p = malloc(sizeof *p);

	*p = 10;
	if (setjmp(env) == 0) {
		*p = 20;
		back();
	}
	*p += 5;
	return *p;
}

__attribute__((noinline)) static int
from_calloc(void)
{
	int *p = calloc(4, sizeof *p);

	if (setjmp(env) == 0) {
		p[2] = 20;
		back();
	}
	return p[2] + 5;
}

__attribute__((noinline)) static int
from_realloc(int *old)
{
	int *p = realloc(old, 64);

	p[0] = 10;
	if (setjmp(env) == 0) {
		p[0] = 20;
		back();
	}
	return p[0] + 5;
}

__attribute__((noinline)) static int
from_aligned_alloc(void)
{
	int *p = aligned_alloc(16, 64);

	*p = 10;
	if (setjmp(env) == 0) {
		*p = 20;
		back();
	}
	return *p + 5;
}

__attribute__((noinline)) static int
from_strdup(void)
{
	char *p = strdup("abc");

	if (setjmp(env) == 0) {
		p[1] = 'x';
		back();
	}
	return p[1];
}

__attribute__((noinline)) static int
from_alloca(void)
{
	int *p = alloca(16);

	p[1] = 10;
	if (setjmp(env) == 0) {
		p[1] = 20;
		back();
	}
	return p[1] + 5;
}

__attribute__((noinline, malloc)) static void *
own_allocator(void)
{
	static int room[4];

	return room;
}

__attribute__((noinline)) static int
from_own_allocator(void)
{
	int *p = own_allocator();

	*p = 10;
	if (setjmp(env) == 0) {
		*p = 20;
		back();
	}
	return *p + 5;
}

static inline Pair *
new_pair(int a)
{
	Pair *p = malloc(sizeof *p);

	p->a = a;
	p->b = malloc(sizeof *p->b);
	*p->b = a;
	return p;
}

__attribute__((always_inline)) static inline void
make_pair(Pair **p)
{
	*p = new_pair(10);
}

__attribute__((noinline)) static int
from_inlined_functions(void)
{
	Pair *p = new_pair(10), *q;

	make_pair(&q);
	if (setjmp(env) == 0) {
		p->a = 20;
		*p->b = 30;
		q->a = 40;
		*q->b = 50;
		back();
	}
	return p->a + *p->b + q->a + *q->b;
}

__attribute__((noinline)) static int
by_restrict(int *restrict p)
{
	*p = 10;
	if (setjmp(env) == 0) {
		*p = 20;
		back();
	}
	return *p + 5;
}

__attribute__((noinline)) static int
by_static(void)
{
	set = 10;
	if (setjmp(env) == 0) {
		set = 20;
		back();
	}
	return set + 5;
}

int
main(void)
{
	int x;

	printf("%d %d %d %d\n", from_malloc(), from_calloc(), from_realloc(malloc(8)), from_aligned_alloc());
	printf("%c %d %d\n", from_strdup(), from_alloca(), from_own_allocator());
	printf("%d %d %d\n", from_inlined_functions(), by_restrict(&x), by_static());
	return 0;
}
