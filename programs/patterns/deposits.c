/*
 * deposits.c - two threads pay into one account without a lock: an amount that one thread pays in
 * while the other computes the new balance is lost.
 */
#include <stdio.h>
#include "patterns.h"

enum { THREADS = 2, DEPOSITS = 10, SLICES = 5, STACK = 1000 };

static volatile uint32_t balance;

static void
deposit(uint32_t amount)
{
	uint32_t before = balance;

	for (int i = 0; i < SLICES; i++)
		spend(i);
	balance = before + amount;
}

static void
save(void *unused)
{
	(void)unused;
	for (int i = 0; i < DEPOSITS; i++)
		deposit(1);
}

int
main(void)
{
	Thread *saver[THREADS];

	for (int i = 0; i < THREADS; i++)
		saver[i] = thread_start(save, NULL, STACK, 1);
	for (int i = 0; i < THREADS; i++)
		thread_join(saver[i]);
	printf("balance %u of %d\n", (unsigned)balance, THREADS * DEPOSITS);
	return 0;
}
