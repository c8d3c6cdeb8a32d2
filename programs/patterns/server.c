/*
 * server.c - answers the requests of client.c, one after the other. Node 0 must run server.c, the
 * others client.c.
 */
#include <stdio.h>
#include "patterns.h"
#include "service.h"

volatile uint32_t served; /* requests answered */
volatile uint32_t sum;    /* of all requests */

int
main(void)
{
	while (served < REQUESTS * (getnnodes() - 1)) {
		uint32_t client, request = receive_word(REQUEST, &client);

		sum += request;
		spend(request);
		served++;
		send_word(client, ANSWER, sum);
	}
	printf("server: %u requests\n", (unsigned)served);
	return 0;
}
