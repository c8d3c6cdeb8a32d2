/*
 * fuzzy.c - a fuzzy barrier (Gupta and Epstein): a process works between its arrival and the wait.
 * Every node must run it.
 *
 * The work changes `done`, but not `phase`: so `phase` is stable from the arrival on, and `done` is
 * not.
 */
#include <stdio.h>
#include "patterns.h"

enum { ROUNDS = 20, GO = 1, ARRIVE = 100 };

volatile uint32_t phase; /* rounds begun */
volatile uint32_t done;  /* work done while others arrived */

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
		spend(r + me);
		done++;
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
		printf("fuzzy: %d rounds\n", ROUNDS);
	return 0;
}
