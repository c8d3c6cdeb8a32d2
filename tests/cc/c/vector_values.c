/*
 * Vectors as arguments, results and initial values, in structures and through pointers; element by
 * element, whole, and as bits.
 */
#include <stdarg.h>
#include <stdio.h>

typedef int V2 __attribute__((vector_size(8)));
typedef int V4 __attribute__((vector_size(16)));
typedef float F4 __attribute__((vector_size(16)));
typedef double D2 __attribute__((vector_size(16)));
typedef short S8 __attribute__((vector_size(16)));
typedef signed char C8 __attribute__((vector_size(8)));
typedef int V3 __attribute__((ext_vector_type(3)));

static V2 pair = {150, 100};
static V4 four = {1, -2, 3, -4};
static F4 reals = {1.5f, -2, 3, 0};
static D2 doubles = {1e100, -3};
static C8 bytes = {1, 2, 3, -4, 5, 6, 7, -8};
static V3 three = {7, 8, 9};
static S8 halves = {1, 2, 3, 4, 5, 6, 7, 8};
static struct { char before; V4 v; char after; } in_structure = {1, {5, 6, 7, 8}, 2};

__attribute__((noinline)) static V4 add(V4 a, V4 b) { return a + b; }
__attribute__((noinline)) static V2 divide(V2 a, V2 b) { return a / b + a % b; }
__attribute__((noinline)) static F4 divide_reals(F4 a, F4 b) { return a / b - -a; }
__attribute__((noinline)) static V3 turn(V3 a, int k) { a[1] += k; return a.zyx; }
__attribute__((noinline)) static int pick(V4 a, int k) { return a[k]; }
__attribute__((noinline)) static V4 put(V4 a, int k, int x) { a[k] = x; return a; }
__attribute__((noinline)) static V4 undefined_masked(V4 a, int c) { V4 r; if (c) r = a; return r & 0; }
__attribute__((noinline)) static int reduce(V4 a) { return __builtin_reduce_max(a) + __builtin_reduce_min(a) * 10; }
__attribute__((noinline)) static long long as_bits(V2 a) { return (long long)a; }
__attribute__((noinline)) static V2 from_bits(long long a) { return (V2)a; }
__attribute__((noinline)) static V4 convert(F4 a) { return __builtin_convertvector(a, V4); }
__attribute__((noinline)) static int any_negative(C8 a) { C8 m = a < 0; return (long long)m != 0; }

__attribute__((noinline)) static V4
elementwise(V4 a, V4 b)
{
	return __builtin_elementwise_max(a, b) + __builtin_elementwise_abs(a);
}

__attribute__((noinline)) static C8
larger(C8 a, C8 b)
{
	C8 m = a > b;

	return (a & m) | (b & ~m);
}

__attribute__((noinline)) static int
sum(int n, ...)
{
	va_list ap;
	int s = 0;

	va_start(ap, n);
	while (n--) {
		V4 x = va_arg(ap, V4);

		s += x[0] + x[1] * 2 + x[2] * 3 + x[3] * 5;
	}
	va_end(ap);
	return s;
}

static V4 (*pointer)(V4, V4) = add;

static void
show(V4 v)
{
	printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]);
}

int
main(void)
{
	V4 x = add(four, four * four);
	V2 d = divide(pair, (V2){7, 8});
	F4 f = divide_reals(reals, (F4){2, 4, 8, 16});
	V3 t = turn(three, 5);
	C8 c = larger(bytes, (C8){3, 1, 3, -5, 0, 9, 9, 9});
	S8 z = __builtin_shufflevector(halves << 1, halves, 0, 15, 2, 3, 4, 5, 6, 7);

	show(x);
	printf("%d %d\n%g %g %g %g\n%d %d %d\n", d[0], d[1], f[0], f[1], f[2], f[3], t.x, t.y, t.z);
	for (int i = 0; i < 8; i++)
		printf("%d %d%c", c[i], z[i], i < 7 ? ' ' : '\n');
	printf("%d %d %d\n", sum(2, four, in_structure.v), pick(four, 2), pick(four, 3));
	show(put(four, 1, 77));
	show(undefined_masked(four, 0));
	printf("%d %llx\n", reduce(four), as_bits(pair));
	show(elementwise(four, in_structure.v));
	d = from_bits(0x100000002LL);
	printf("%d %d\n", d[0], d[1]);
	show(convert(reals * 3.0f));
	printf("%d %d\n", any_negative(bytes), any_negative((C8){0}));
	show(pointer(four, four));
	printf("%g %g\n", doubles[0], (doubles * doubles)[1]);
	printf("%d %d %d\n", (int)sizeof(V3), (int)__alignof__(V4), (int)((long)&x & 15));
	show(four == (V4){1, 2, 3, 4});
	show(four << (V4){1, 2, 3, 4});
	show(~four ^ -four);
	return 0;
}
