/* head.c - sends a number round a ring that doubles it at each place, and prints what comes back. */
#include <channel.h>
#include <misc.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	Channel *in = get_param(3), *out = get_param(4);
	int n;

	for (n = 1; n <= 3; n++) {
		ChanOutInt(out, n);
		printf("%d comes back as %d\n", n, ChanInInt(in));
	}
	exit_terminate(EXIT_SUCCESS);
	return 0;
}
