/* Structures: by value, returned, nested, bit-fields, unions, copied; large and small. */
#include <stdio.h>
#include <string.h>

typedef struct Pair { int a, b; } Pair;
typedef struct Big { int v[20]; Pair p; char name[7]; double d; } Big;
typedef struct Bits { unsigned a : 3; int b : 5; unsigned c : 11; int d : 13; unsigned long long e : 40; } Bits;
typedef union Word { unsigned w; unsigned char b[4]; float f; } Word;
typedef struct Odd { char a, b, c; } Odd;

__attribute__((noinline)) static Pair
swap(Pair p)
{
	Pair q = {p.b, p.a};

	p.a = 99; /* the caller's stays */
	return q;
}

__attribute__((noinline)) static Big
fill(Big b, int n)
{
	for (int i = 0; i < 20; i++)
		b.v[i] += n * i;
	b.p = swap(b.p);
	strcpy(b.name, "filled");
	return b;
}

__attribute__((noinline)) static Odd
rotate(Odd o)
{
	return (Odd){o.b, o.c, o.a};
}

int
main(void)
{
	Pair p = {1, 2}, q = swap(p);
	Big b = {{1, 2, 3}, {5, 6}, "x", 1.25}, c = fill(b, 3);
	Bits s = {5, -3, 1234, -4000, 0xABCDEF1234ull};
	Word w = {.f = 1.0f};
	Odd o = rotate((Odd){'a', 'b', 'c'}), copies[3] = {o, o, o};

	printf("%d %d %d %d\n", p.a, p.b, q.a, q.b);
	printf("%d %d %d %s %s %g\n", b.v[19], c.v[19], c.p.a, b.name, c.name, c.d);
	s.b++, s.c += 1000, s.d -= 97, s.e ^= 0xFF;
	printf("%d %d %d %d %llx\n", s.a, s.b, s.c, s.d, (unsigned long long)s.e);
	printf("%x %x\n", w.w, w.b[3]);
	copies[1].b = 'x';
	printf("%.9s %d\n", &copies[0].a, (int)sizeof copies);
	return 0;
}
