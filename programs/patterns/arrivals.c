/*
 * arrivals.c - a barrier that counts: node 0 receives an arrival from each of the others, in
 * whatever order they come, and then releases them. Every node must run it.
 *
 * After the last arrival all `phase`s are stable, as those of barrier.c.
 */
#include <stdio.h>
#include "patterns.h"

enum { ROUNDS = 20, GO = 1, ARRIVE = 100 };

volatile uint32_t phase; /* rounds begun */

static void
barrier(void)
{
	for (int r = 0; r < ROUNDS; r++) {
		uint32_t arrived = 0;

		while (arrived < getnnodes() - 1) {
			receive_word(ARRIVE, NULL);
			arrived++;
		}
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
		send_word(0, ARRIVE, r);
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
		printf("arrivals: %d rounds\n", ROUNDS);
	return 0;
}
