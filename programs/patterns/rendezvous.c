/*
 * rendezvous.c - nodes 0 and 1 meet: each sends its value and waits for the other's. Both must run
 * it.
 *
 * Between its send and its receive a process waits, so that its value is stable; the other one
 * recognises events over both values after its own receive, until it answers.
 */
#include <stdio.h>
#include "patterns.h"

enum { ROUNDS = 20, ASK = 1, ANSWER = 2 };

volatile uint32_t value;

int
main(void)
{
	for (int r = 0; r < ROUNDS; r++) {
		value = (getnodeid() + 2) * r % 7;
		spend(value);
		if (getnodeid() == 1) {
			send_word(0, ASK, value);
			receive_word(ANSWER, NULL);
		} else if (getnodeid() == 0) {
			receive_word(ASK, NULL);
			send_word(1, ANSWER, value);
		}
	}
	if (getnodeid() == 0)
		printf("rendezvous: %d rounds\n", ROUNDS);
	return 0;
}
