/*
 * Types: sizes, alignment, offsets, enumerations, typedefs, generic selection, static assertions.
 */
#include <limits.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum Colour { RED, GREEN = 5, BLUE, LAST = BLUE + 10, NEGATIVE = -3 };
typedef int Function(int);
typedef Function *Pointer;
typedef struct Mixed { char c; short s; char d; int i; char e; long long w; double x; } Mixed;
struct Incomplete;

_Static_assert(sizeof(int) == 4 && sizeof(long long) == 8 && CHAR_BIT == 8, "sizes");
_Static_assert((char)-1 > 0, "char is unsigned");

#define KIND(x) _Generic((x), int: "int", unsigned: "unsigned", long long: "long long", float: "float", \
	double: "double", char: "char", char *: "text", const char *: "constant text", Pointer: "function", \
	unsigned char: "byte", short: "short", default: "other")

static int
next(int x)
{
	return x + 1;
}

static struct Incomplete *
same(struct Incomplete *p)
{
	return p;
}

int
main(void)
{
	enum Colour c = BLUE;
	Function *f = next;
	Pointer g = *f;
	typeof(1.0f + 1) single = 1;
	const char *text = "";
	short s = 1;
	int n = 3;

	printf("%d %d %d %d %d\n", RED, GREEN, c, LAST, NEGATIVE);
	printf("%d %d\n", (int)sizeof(enum Colour), (int)sizeof(Function *) == (int)sizeof(void *));
	printf("%d %d %d\n", (int)offsetof(Mixed, s), (int)offsetof(Mixed, d), (int)offsetof(Mixed, i));
	printf("%d %d\n", (int)(sizeof(Mixed) % alignof(Mixed)), (int)alignof(char));
	printf("%d %d %d\n", f(1), (*g)(2), (***g)(3));
	printf("%s %s %s %s %s\n", KIND(1), KIND(1u), KIND(1ll), KIND(single), KIND(1.));
	printf("%s %s %s %s %s\n", KIND('a'), KIND(text), KIND(next), KIND(s), KIND(s + s));
	printf("%s %s %s\n", KIND((char)1), KIND(-1 + 1u), KIND(&n));
	printf("%d %d\n", (int)sizeof(n++), n);
	printf("%d\n", (int)sizeof(char[n + 2]));
	printf("%d\n", same(NULL) == NULL);
	printf("%d %u %d\n", INT_MAX, UINT_MAX, SCHAR_MIN);
	for (enum Colour i = RED; i <= GREEN; i += 2)
		printf("%d ", i);
	printf("%d\n", (enum Colour)7);
	return 0;
}
