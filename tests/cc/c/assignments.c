/*
 * Compound assignments; ++ and -- before and after the operand; on all types, through pointers, and
 * the values of these expressions.
 */
#include <stdint.h>
#include <stdio.h>

typedef struct Mixed {
	int8_t c;
	uint16_t h;
	int64_t w;
	float f;
	unsigned bits : 5;
} Mixed;

static int places[8];

__attribute__((noinline)) static int *
once(int *count)
{
	++*count;
	return &places[*count];
}

int
main(void)
{
	Mixed m = {127, 65535, -1, 0.5f, 31}, *p = &m;
	int n = 10, count = 0, old;
	int a[4] = {1, 2, 3, 4}, *q = a;
	double d = 2;
	uint8_t b = 3;

	n += 5, n -= 2, n *= 7, n /= 3, n %= 19, n <<= 3, n >>= 1, n |= 0x41, n &= ~2, n ^= 0xFF;
	printf("%d\n", n);
	p->c++, p->h++, p->w++, p->f++, p->bits++;
	printf("%d %d %lld %g %d\n", m.c, m.h, (long long)m.w, m.f, m.bits);
	p->c--, p->h--, p->w--, p->f--, p->bits--;
	printf("%d %d %lld %g %d\n", m.c, m.h, (long long)m.w, m.f, m.bits);
	printf("%d %d ", m.h--, m.bits++);
	printf("%d %d\n", --m.h, ++m.bits);
	m.w -= 5000000000ll, m.w *= -3, m.w ^= 0xF0F0F0F0F0ll;
	printf("%lld\n", (long long)m.w);
	*once(&count) += 5;
	*once(&count) = *once(&count) + 1;
	printf("%d %d\n", count, places[1]);
	old = *q++;
	printf("%d %d\n", old, *q++);
	printf("%d ", ++*q);
	printf("%d ", (*q)--);
	printf("%d\n", (int)(q-- - a));
	q[-1] = q[1] = 9;
	printf("%d %d %d %d\n", a[0], a[1], a[2], a[3]);
	d += n, d /= 3, d -= 0.25, d *= d;
	n *= 1.5, n -= 0.75, n += 2.5f;
	printf("%.10g %d\n", d, n);
	b -= 5, b >>= 1, b *= 3;
	printf("%d\n", b);
	n = a[0] = b = 260;
	printf("%d %d %d\n", n, a[0], b);
	return 0;
}
