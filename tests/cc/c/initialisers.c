/*
 * Initialisers: addresses with offsets, designators, partial ones, compound literals, order of
 * evaluation, computed values.
 */
#include <stddef.h>
#include <stdio.h>

typedef struct Part { const char *name; int size; struct Part *next; int (*f)(int); } Part;
typedef struct Deep { struct { int a[3]; struct { char c; double d; } in[2]; } x; } Deep;

static int
square(int x)
{
	return x * x;
}

static int numbers[10] = {[3] = 4, 5, [8] = 9};
static int *middle = &numbers[4], *last = numbers + 9, **where = &middle;
static Part parts[] = {
	{"first", 1, &parts[1], square},
	{.next = &parts[2], .name = &"second"[3]},
	{.f = square, .size = sizeof parts[0].size},
};
static const Deep deep = {.x = {.in = {[1] = {'q', 1.5}}, .a = {[1] = 7}}};
static const char *const *const names = (const char *const[]){"zero", "one", NULL};
static int distance = (int)(&numbers[7] - &numbers[2]), offset = offsetof(Deep, x.a[2]);
static void *self = &self;
static long long wide = 1ll << 40 | 5;
static float reals[2][2] = {{1, 2}, {3}};
static unsigned char small = 300 & 0xFF;

int
main(void)
{
	int local[4] = {square(2), local[0] + 1 > 0}, n = 3;
	Part p = {.size = n++, .f = parts[0].f}, *literal = &(Part){"literal", n * 2};
	struct { int a, b; } pairs[] = {{n, n + 1}, [2] = {.b = n}};

	printf("%d %d %d %d\n", numbers[3], numbers[4], numbers[8], numbers[9]);
	printf("%d %d %d\n", *middle, (int)(last - middle), **where);
	printf("%s %s %d %d\n", parts[0].name, parts[0].next->name, parts[0].next->next->f(9), parts[2].size);
	printf("%d %c %g %d\n", deep.x.a[1], deep.x.in[1].c, deep.x.in[1].d, deep.x.in[0].c);
	printf("%s %d %d %d\n", names[1], names[2] == NULL, distance, offset);
	printf("%d %lld %g %g %d\n", self == (void *)&self, wide, reals[1][0], reals[1][1], small);
	printf("%d %d %d %d %s %d\n", local[0], local[3], p.size, p.f(p.size), literal->name, literal->size);
	printf("%d %d %d %d\n", pairs[0].b, pairs[1].a, pairs[2].b, (int)(sizeof pairs / sizeof *pairs));
	for (int i = 0; i < 2; i++) {
		int counter[2] = {1}; /* anew each time */

		counter[0] += i, counter[1] += counter[0];
		printf("%d ", counter[1]);
	}
	printf("%d\n", (int[]){5, 6, 7}[n - 3]);
	return 0;
}
