/* Unions: overlapping members, in structures, by value, initialised by any member, anonymous. */
#include <stdint.h>
#include <stdio.h>

typedef union Value {
	int32_t i;
	uint8_t bytes[12];
	double d;
	struct { uint16_t low, high; } halves;
	const char *text;
} Value;

typedef struct Tagged {
	enum { INT, REAL, TEXT } kind;
	union {
		int i;
		double d;
		const char *s;
	};
} Tagged;

static Value preset[] = {{.d = 1.0}, {-2}, {.halves = {.high = 0x1234}}, {.bytes = {[4] = 9}}};

__attribute__((noinline)) static Value
doubled(Value v)
{
	v.i *= 2;
	return v;
}

static void
print(Tagged t)
{
	switch (t.kind) {
	case INT: printf("%d ", t.i); break;
	case REAL: printf("%g ", t.d); break;
	case TEXT: printf("%s ", t.s); break;
	}
}

int
main(void)
{
	Value v = {.i = 0x01020304};
	Tagged all[] = {{INT, {.i = 5}}, {REAL, {.d = 2.5}}, {TEXT, {.s = "text"}}};

	printf("%x %x %x %x\n", v.bytes[0], v.bytes[3], v.halves.low, v.halves.high);
	v.bytes[1] = 0xFF;
	printf("%x %d\n", v.i, (int)sizeof v >= 12);
	v = doubled(preset[1]);
	printf("%d %d\n", v.i, preset[1].i);
	printf("%x %x %x %d\n", preset[0].bytes[7], preset[0].bytes[6], preset[2].i, preset[3].bytes[4]);
	for (int i = 0; i < 3; i++)
		print(all[i]);
	all[0] = all[2];
	print(all[0]);
	printf("\n");
	return 0;
}
