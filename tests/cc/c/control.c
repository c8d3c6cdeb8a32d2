/* Control: switch dense, sparse and wide, goto, loops, arrays of variable length, setjmp. */
#include <setjmp.h>
#include <stdio.h>

static jmp_buf env;
static const char *const names[] = {"zero", "one", "two"};

__attribute__((noinline)) static int
dense(int x)
{
	switch (x) {
	case -2: return 11;
	case -1: return 12;
	case 0: return 13;
	case 1: return 14;
	case 3: return 15;
	case 4: return 16;
	case 5: return 17;
	default: return 0;
	}
}

__attribute__((noinline)) static int
sparse(unsigned x)
{
	switch (x) {
	case 0: return 1;
	case 100: return 2;
	case 10000: return 3;
	case 1000000: return 4;
	case 0x80000000: return 5;
	case 0xFFFFFFFF: return 6;
	default: return 0;
	}
}

__attribute__((noinline)) static int
wide(long long x)
{
	switch (x) {
	case 1: return 1;
	case 1ll << 32: return 2;
	case -1: return 3;
	default: return 0;
	}
}

__attribute__((noinline)) static int
squares(int n)
{
	int a[n], sum = 0;
	char text[2 * n];

	for (int i = 0; i < n; i++) {
		a[i] = i * i;
		text[2 * i] = text[2 * i + 1] = i;
	}
	for (int i = 0; i < n; i++) {
		char again[i + 1];

		again[i] = text[2 * i + 1];
		sum += a[i] + again[i];
	}
	return sum;
}

__attribute__((noinline)) static void
leave(int n)
{
	longjmp(env, n);
}

__attribute__((noinline)) static int
collatz(unsigned n)
{
	int steps = 0;

again:
	if (n == 1)
		return steps;
	n = n % 2 ? 3 * n + 1 : n / 2;
	steps++;
	goto again;
}

int
main(void)
{
	int kept = 7, r;
	volatile int count = 0;
	void *label = &&here;

	for (int i = -3; i <= 6; i++)
		printf("%d ", dense(i));
	printf("\n%d%d%d%d%d%d%d\n", sparse(0), sparse(100), sparse(10000), sparse(1000000),
		sparse(0x80000000), sparse(0xFFFFFFFF), sparse(5));
	printf("%d%d%d%d\n", wide(1), wide(1ll << 32), wide(-1), wide(0));
	printf("%d %d\n", squares(3), squares(50));
	r = setjmp(env);
	count++;
	if (r < 3)
		leave(r + 1);
	printf("%d %d %d\n", r, count, kept);
	printf("%d %s\n", collatz(27), names[2]);
	goto *label;
	printf("not reached\n");
here:
	printf("here\n");
	return 0;
}
