/*
 * client.c - asks server.c on node 0, and waits for the answer.
 *
 * While it waits, `request` is stable: the server recognises events over it and its own variables
 * until it answers; but not over the requests of two clients, because it answers one client before
 * it hears of the next.
 */
#include "patterns.h"
#include "service.h"

volatile uint32_t request, answer;

int
main(void)
{
	for (int i = 0; i < REQUESTS; i++) {
		request = (getnodeid() + i) % 10;
		spend(request);
		send_word(0, REQUEST, request);
		answer = receive_word(ANSWER, 0);
	}
	return 0;
}
