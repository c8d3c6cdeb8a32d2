/*
 * token.c - a token goes round a ring of all nodes; the process that has the token works alone.
 * Every node must run it.
 *
 * `token` holds while a process has the token. It is never stable where another process hears of
 * it: a process has given the token away when its message arrives.
 */
#include <stdio.h>
#include "patterns.h"

enum { ROUNDS = 20, TOKEN = 1 };

volatile uint32_t token; /* 1 while this process has the token */
volatile uint32_t turns; /* how often this process had the token */

static void
work(uint32_t round)
{
	token = 1;
	turns++;
	spend(round);
	token = 0;
}

int
main(void)
{
	uint32_t next = (getnodeid() + 1) % getnnodes();

	for (int r = 0; r < ROUNDS; r++) {
		if (getnodeid() != 0 || r > 0)
			receive_word(TOKEN, NULL);
		work(r);
		send_word(next, TOKEN, r);
	}
	if (getnodeid() == 0) {
		receive_word(TOKEN, NULL);
		printf("token: %d rounds\n", ROUNDS);
	}
	return 0;
}
