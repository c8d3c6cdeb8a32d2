/*
 * Bit-fields: signed and unsigned, of all widths, across word borders, of width zero, in unions,
 * and in expressions.
 */
#include <stdio.h>
#include <string.h>

typedef struct Flags {
	unsigned a : 1, b : 2, c : 3;
	unsigned : 0;
	int d : 4;
	unsigned : 7;
	int e : 21;
} Flags;

typedef struct Long {
	unsigned long long a : 33;
	long long b : 20;
	unsigned long long c : 11;
	_Bool d : 1;
	signed char e : 3;
	unsigned short f : 16;
	int g : 32;
} Long;

typedef union Number {
	float value;
	struct { unsigned fraction : 23, exponent : 8, sign : 1; } parts;
} Number;

static Flags all = {1, 2, 7, -8, -1000000};

__attribute__((noinline)) static int
weigh(Flags f)
{
	f.b++;
	return f.a + 10 * f.b + 100 * f.c + 1000 * f.d;
}

__attribute__((noinline)) static void
set(Long *l, int n)
{
	l->a = 0x100000000ull + n;
	l->b = -n;
	l->c = n * n;
	l->d = n;
	l->e = n;
	l->f -= n;
	l->g = ~n;
}

int
main(void)
{
	Flags f = all, g;
	Long l = {0};
	Number x = {-6.5f};

	printf("%d %d %d %d %d\n", f.a, f.b, f.c, f.d, f.e);
	printf("%d\n", weigh(f));
	f.c += 3, f.d--, f.e *= 2, f.b ^= 3;
	printf("%d %d %d %d %d\n", f.a, f.b, f.c, f.d, f.e);
	memset(&g, 0, sizeof g);
	g.d = 7, g.e = 0xFFFFF;
	printf("%d ", g.d++);
	printf("%d %d\n", g.d, g.e);
	set(&l, 45);
	printf("%llx %d %d %d %d %d %d\n", (unsigned long long)l.a, (int)l.b, (int)l.c, l.d, l.e, l.f, l.g);
	set(&l, -3);
	printf("%llx %d %d %d %d %d %d\n", (unsigned long long)l.a, (int)l.b, (int)l.c, l.d, l.e, l.f, l.g);
	printf("%x %d %d\n", x.parts.fraction, x.parts.exponent, x.parts.sign);
	x.parts.sign = 0, x.parts.exponent += 3;
	printf("%g\n", x.value);
	printf("%d %d\n", f.a - 2 < 0, (f.c << 29) < 0);
	return 0;
}
