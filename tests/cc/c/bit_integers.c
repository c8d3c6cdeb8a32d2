/* Integers of any number of bits. */
#include <stdio.h>

typedef unsigned _BitInt(37) U37;
typedef _BitInt(7) S7;
typedef unsigned _BitInt(90) U90;

__attribute__((noinline)) static U37
next(U37 x)
{
	return x * 5 + 1;
}

int
main(void)
{
	U37 a = 0x1FFFFFFFFFull;
	S7 b = 63;
	U90 c = 1;

	a += 3; /* around */
	b++;
	printf("%lld %d %lld\n", (long long)a, (int)b, (long long)next(0x1000000001ull));
	c <<= 80;
	c -= 1;
	c = c * 3 + (c >> 40);
	printf("%llx %llx\n", (unsigned long long)c, (unsigned long long)(c >> 64));
	return 0;
}
