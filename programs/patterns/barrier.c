/*
 * barrier.c - a barrier: node 0 waits until all others have arrived, and then releases them. Every
 * node must run it.
 *
 * While all wait, all `phase`s are stable: node 0 can recognise events over them after the last
 * arrival.
 */
#include <stdio.h>
#include "patterns.h"

enum { ROUNDS = 20, GO = 1, ARRIVE = 100 };

volatile uint32_t phase; /* rounds begun */

static void
barrier(void)
{
	for (int r = 0; r < ROUNDS; r++) {
		for (uint32_t i = 1; i < getnnodes(); i++)
			receive_word(ARRIVE + i, NULL);
		for (uint32_t i = 1; i < getnnodes(); i++)
			send_word(i, GO, r);
	}
}

static void
member(uint32_t me)
{
	for (int r = 0; r < ROUNDS; r++) {
		phase = r + 1;
		spend(r * me);
		send_word(0, ARRIVE + me, r);
		receive_word(GO, NULL);
	}
}

int
main(void)
{
	if (getnodeid() == 0)
		barrier();
	else
		member(getnodeid());
	if (getnodeid() == 0)
		printf("barrier: %d rounds\n", ROUNDS);
	return 0;
}
