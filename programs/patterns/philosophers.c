/*
 * philosophers.c - a philosopher on each node, and a fork, which is a thread that lends itself to
 * one neighbour at a time. Every node must run it.
 *
 *	philosophers [LEFT]
 *
 * A philosopher takes the fork of his node, then that of the next one: when all hold their first
 * forks, all wait for ever. The first LEFT philosophers (0) take the other fork first.
 */
#include <stdio.h>
#include <stdlib.h>
#include "patterns.h"

enum { MEALS = 5, STACK = 1000 };
/* Events; the fork's number is added to LEND, the philosopher's to RETURN. */
enum { ASK = 1, FULL, LEND = 100, RETURN = 200 };

static void
lend(void *unused)
{
	(void)unused;
	for (int i = 0; i < 2 * MEALS; i++) {
		uint32_t borrower;

		receive_word(ASK, &borrower);
		send_word(borrower, LEND + getnodeid(), 0);
		receive_word(RETURN + borrower, NULL);
	}
}

static void
take(uint32_t fork)
{
	send_word(fork, ASK, 0);
	receive_word(LEND + fork, NULL);
}

static void
give_back(uint32_t fork)
{
	send_word(fork, RETURN + getnodeid(), 0);
}

/* dine: a meal, and the time of thinking after it; both times depend on the seed. */
static void
dine(uint32_t first, uint32_t second, uint32_t seed)
{
	take(first);
	spend(seed);
	take(second);
	spend(seed + 1);
	give_back(first);
	give_back(second);
	spend(seed + 2);
}

int
main(int argc, char **argv)
{
	uint32_t me = getnodeid(), n = getnnodes(), next = (me + 1) % n;
	int left_handed = argc > 1 && me < strtoul(argv[1], NULL, 10);
	Thread *fork = thread_start(lend, NULL, STACK, 1);

	for (uint32_t meal = 0; meal < MEALS; meal++)
		dine(left_handed ? next : me, left_handed ? me : next, me * MEALS + meal);
	thread_join(fork);
	send_word(0, FULL, me);
	for (uint32_t i = 0; me == 0 && i < n; i++)
		receive_word(FULL, NULL);
	if (me == 0)
		printf("%u philosophers had %d meals\n", (unsigned)n, MEALS);
	return 0;
}
