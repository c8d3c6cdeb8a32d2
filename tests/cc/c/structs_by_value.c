/*
 * Structures of 1 to 40 bytes by value: as arguments among others, as results, in nested calls,
 * through pointers, as variable arguments.
 */
#include <stdarg.h>
#include <stdio.h>

#define SIZES(X) X(1) X(2) X(3) X(4) X(5) X(7) X(8) X(12) X(13) X(16) X(40)

#define DECLARE(n) \
	typedef struct S##n { unsigned char b[n]; } S##n; \
	__attribute__((noinline)) static S##n \
	next##n(int by, S##n s, double unused) \
	{ \
		for (int i = 0; i < n; i++) \
			s.b[i] += by + (int)unused; \
		return s; \
	} \
	static S##n (*volatile pointer##n)(int, S##n, double) = next##n;
SIZES(DECLARE)

typedef struct Real { double d; float f; } Real;
typedef struct Node { struct Node *left, *right; int n; } Node;

__attribute__((noinline)) static Real
halved(Real r)
{
	return (Real){r.d / 2, r.f / 2};
}

__attribute__((noinline)) static int
total(int n, ...)
{
	va_list ap;
	int sum = 0;

	va_start(ap, n);
	while (n--) {
		S3 a = va_arg(ap, S3);
		S13 b = va_arg(ap, S13);

		sum = sum * 7 + a.b[2] + b.b[12];
	}
	va_end(ap);
	return sum;
}

__attribute__((noinline)) static Node
made(Node *left, Node *right, int n)
{
	return (Node){left, right, n};
}

int
main(void)
{
	Real r = {10, 3};
	Node a = made(NULL, NULL, 1), b = made(&a, NULL, 2), c = made(&a, &b, a.n + b.n);

#define TRY(n) \
	{ \
		S##n s = {{1}}, t = next##n(2, s, 0.5), u = pointer##n(1, next##n(3, t, 1), 2); \
		printf("%d %d %d ", s.b[n - 1], t.b[n - 1], u.b[0]); \
		printf("%d\n", (s = u).b[n / 2]); \
	}
	SIZES(TRY)
	printf("%g %g\n", halved(halved(r)).d, halved(r).f);
	printf("%d\n", total(2, next3(1, (S3){{1, 2, 3}}, 0), next13(4, (S13){{[12] = 9}}, 0), (S3){{7, 7, 7}}, (S13){{0}}));
	printf("%d %d\n", c.n, c.right->left->n);
	printf("%d\n", (c.n > 2 ? b : a).n);
	return 0;
}
