/* retries.c - setjmp in a loop, to which longjmp returns after the loop. It logs itself. */
#include <setjmp.h>
#include <stdio.h>

static jmp_buf env;
static int returns;

static void
retry(void)
{
	longjmp(env, 1);
}

int
main(void)
{
	volatile int turns = 0;

	do {
		if (setjmp(env))
			returns += 10;
		turns++;
	} while (turns < 3);
	if (turns < 6)
		retry();
	printf("%d %d\n", turns, returns);
	return 0;
}
