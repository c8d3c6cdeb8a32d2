/* Variables aligned to more than a word, on the stack and in the data; addresses aligned by hand; packed structures. */
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static char pad[5], buffer[128];
static alignas(64) char line[3] = "ab";

struct __attribute__((packed)) Packed {
	char c;
	int i;
	short s;
	double d;
	unsigned a : 3, b : 13, e : 29;
	long long l;
};

struct Fields {
	unsigned a : 1;
	int b : 7;
	unsigned long long c : 41;
	unsigned : 0;
	unsigned d : 31, e : 31, f : 31, g : 31, h : 31, i : 31;
	_Bool j : 1;
};

static struct Packed table[2] = {{1, -2, 3, 4.5, 5, 600, 70000000, -8}};

__attribute__((noinline)) static unsigned
misplaced(const void *p, unsigned to)
{
	return (uintptr_t)p & (to - 1);
}

__attribute__((noinline)) static int
locals(int n)
{
	alignas(16) int a = n;
	alignas(64) char text[7] = "sixty4";
	alignas(32) double list[n];
	int plain = n + 1;

	for (int i = 0; i < n; i++)
		list[i] = i + a;
	printf("%u %u %u %s\n", misplaced(&a, 16), misplaced(text, 64), misplaced(list, 32), text);
	return (int)list[n - 1] + plain;
}

__attribute__((noinline)) static void
change(struct Packed *p, struct Fields *f)
{
	p->i += 100;
	p->s = -p->s;
	p->d *= 2;
	p->b++;
	p->e -= 1;
	p->l <<= 40;
	f->b -= 3;
	f->c = f->c * 5 + f->a;
	f->f = f->e ^ f->d;
	f->i = f->g + f->h;
	f->j = f->i;
}

int
main(void)
{
	struct Packed copy, *p = &table[1];
	struct Fields f = {1, -60, 0x1FFFFFFFFFF, 5, 6, 7, 0x7FFFFFFF, 9, 10, 0};
	char *c = buffer;

	c += -(intptr_t)buffer & 63;
	printf("%u %u %u\n", misplaced(c, 64), misplaced(line, 64), (unsigned)(c - buffer) < 64u);
	printf("%d\n", locals(3) + locals(9));
	*p = table[0];
	change(p, &f);
	memcpy(&copy, p, sizeof copy);
	printf("%d %d %d %d %g %d %d %d %lld\n", (int)sizeof copy, copy.c, copy.i, copy.s, copy.d, copy.a, copy.b, copy.e, copy.l);
	printf("%d %d %llx %d %d %d %d %d %d %d\n", f.a, f.b, (unsigned long long)f.c, f.d, f.e, f.f, f.g, f.h, f.i, f.j);
	printf("%d %d %d\n", (int)_Alignof(struct Packed), (int)alignof(line), pad[0]);
	return 0;
}
