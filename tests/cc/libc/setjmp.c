/* setjmp longjmp: from nested calls, the returned value, zero becomes one, repeated jumps */
#include <setjmp.h>
#include <stdio.h>

static jmp_buf env;

static void
deep(int n, int value)
{
	volatile char room[32];

	room[n & 31] = n;
	if (n == 0)
		longjmp(env, value);
	deep(n - 1, value);
	printf("%d\n", room[0]);
}

int
main(void)
{
	volatile int round = 0;
	double kept = 1.5;
	int got = setjmp(env);

	printf("%d %d %g\n", round, got, kept);
	round++;
	switch (round) {
	case 1:
		deep(10, 42);
	case 2:
		deep(0, 0);
	case 3:
		deep(100, -1);
	}
	return 0;
}
