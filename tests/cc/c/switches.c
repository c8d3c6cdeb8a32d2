/* switch: dense, sparse, negative, of 64 bits, falling through, into loops, by characters, without default, nested. */
#include <limits.h>
#include <stdio.h>

__attribute__((noinline)) static int
table(int x)
{
	switch (x) {
	case 10: return 1;
	case 11: return 20;
	case 12: x = 5; break;
	case 13: case 14: return 3;
	case 15: x++; /* and on */
	case 16: x += 100; break;
	case 17: x -= 3;
	default: x = -x;
	}
	return x;
}

__attribute__((noinline)) static const char *
tree(int x)
{
	switch (x) {
	case INT_MIN: return "least";
	case -100000: return "a";
	case -1: return "b";
	case 0: return "c";
	case 77: return "d";
	case 78: return "e";
	case 65536: return "f";
	case INT_MAX: return "most";
	}
	return "-";
}

__attribute__((noinline)) static int
ranges(unsigned char c)
{
	switch (c) {
	case '0' ... '9': return c - '0';
	case 'a' ... 'f': return c - 'a' + 10;
	case 'A' ... 'F': return c - 'A' + 10;
	case 250 ... 255: return -2;
	default: return -1;
	}
}

__attribute__((noinline)) static int
wide(unsigned long long x)
{
	switch (x) {
	case 0: return 1;
	case 0xFFFFFFFFull: return 2;
	case 0x100000000ull: return 3;
	case 0x100000001ull: return 4;
	case 0xFFFFFFFFFFFFFFFFull: return 5;
	case 0x7700000000ull ... 0x7700000003ull: return 6;
	default: return 0;
	}
}

/* copied: eight at a time, beginning in the middle. */
__attribute__((noinline)) static void
copied(char *to, const char *from, int n)
{
	int rounds = (n + 7) / 8;

	switch (n % 8) {
	case 0: do { *to++ = *from++;
	case 7: *to++ = *from++;
	case 6: *to++ = *from++;
	case 5: *to++ = *from++;
	case 4: *to++ = *from++;
	case 3: *to++ = *from++;
	case 2: *to++ = *from++;
	case 1: *to++ = *from++;
		} while (--rounds > 0);
	}
}

__attribute__((noinline)) static int
machine(const char *s)
{
	enum { START, NUMBER, SIGN, STOP } state = START;
	int n = 0, negative = 0;

	while (state != STOP)
		switch (state) {
		case START:
			switch (*s) {
			case ' ': s++; continue;
			case '-': state = SIGN; break;
			default: state = NUMBER;
			}
			break;
		case SIGN:
			negative = 1, s++, state = NUMBER;
			break;
		case NUMBER:
			if (*s < '0' || *s > '9')
				state = STOP;
			else
				n = n * 10 + *s++ - '0';
			break;
		case STOP:
			break;
		}
	return negative ? -n : n;
}

int
main(void)
{
	static const int probes[] = {INT_MIN, -100000, -2, -1, 0, 1, 77, 78, 79, 65536, INT_MAX};
	static const unsigned long long wides[] = {0, 1, 0xFFFFFFFF, 1ull << 32, 0x100000001, -1ull, 0x7700000002, 0x7700000004};
	char text[30] = "";

	for (int i = 8; i < 20; i++)
		printf("%d ", table(i));
	for (int i = 0; i < 11; i++)
		printf("%s ", tree(probes[i]));
	for (int i = 0; i < 8; i++)
		printf("%d", wide(wides[i]));
	printf("\n%d %d %d %d %d %d\n", ranges('7'), ranges('c'), ranges('F'), ranges('g'), ranges(255), ranges(0));
	copied(text, "twenty-one characters", 21);
	printf("%s %d %d\n", text, machine("  -472x"), machine("99"));
	return 0;
}
