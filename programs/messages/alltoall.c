/*
 * alltoall.c - each node sends a message to every other node. Every node must run it.
 *
 * 	alltoall [BYTES [ROUNDS [NODES]]]
 *
 * A thread sends while the process receives, so that no two nodes wait for each other to receive.
 */
#include <stdio.h>
#include <stdlib.h>
#include <argument.h>
#include "message.h"
#include "t800.h"

enum { STACK = 4096 };

typedef struct Job {
	Party party;
	int32_t nbytes, rounds;
} Job;

/* Send to the next node first, so that the nodes do not all send to the same one. */
static void
send_all(void *argument)
{
	const Job *job = argument;
	const Party *p = &job->party;
	void *room = message_room(job->nbytes);

	for (int32_t r = 0; r < job->rounds; r++)
		for (uint32_t i = 1; i < p->n; i++)
			message_send(p->node[(p->me + i) % p->n], r, room, job->nbytes);
	free(room);
}

/* Receive all messages; those of one sender come in order. Returns how many were wrong. */
static uint32_t
receive_all(const Job *job)
{
	uint32_t wrong = 0, nnodes = getnnodes();
	uint32_t *count = message_room(nnodes * sizeof *count);
	void *room = message_room(job->nbytes);

	for (uint32_t i = 0; i < nnodes; i++)
		count[i] = 0;
	for (uint32_t i = 0; i < job->rounds * (job->party.n - 1); i++) {
		uint32_t serial, from = message_receive(room, job->nbytes, &serial, &wrong);

		wrong += from >= nnodes || serial != count[from]++;
	}
	free(room);
	free(count);
	return wrong;
}

int
main(int argc, char **argv)
{
	Job job = { .nbytes = 4096, .rounds = 1 };
	int32_t most = 0;
	uint32_t start, wrong;
	uint64_t total;
	Thread *sender;

	argument_number(argc, argv, 1, 0, 1 << 20, &job.nbytes);
	argument_number(argc, argv, 2, 1, 1000000, &job.rounds);
	argument_number(argc, argv, 3, 0, UINT16_MAX, &most);
	job.party = party_find(most);
	start = getclock();
	sender = thread_start(send_all, &job, STACK, PRIORITY_LOW);
	if (sender == NULL) {
		fprintf(stderr, "node %u: no memory for a thread\n", (unsigned)getnodeid());
		return 3;
	}
	wrong = receive_all(&job);
	thread_join(sender);
	wrong = message_report(&job.party, wrong);
	start = getclock() - start;
	total = (uint64_t)job.party.n * (job.party.n - 1) * job.rounds;
	if (job.party.me == 0)
		printf("alltoall: %u nodes, %u messages of %d bytes: %u us, %u KB/s together, %u messages wrong\n",
			(unsigned)job.party.n, (unsigned)total, (int)job.nbytes, (unsigned)start,
			(unsigned)(total * job.nbytes * 1000 / (start + 1)), (unsigned)wrong);
	return wrong != 0;
}
