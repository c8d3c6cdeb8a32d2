/*
 * nodes.c - messages of the network level between nodes, and between threads of a node.
 */
#include "nodes.h"

#include <kernel.h>
#include <stdio.h>
#include <stdlib.h>

enum { ANY = MOST_NODES }; /* the sender of a message that is received by its tag alone */

int nodes, node;

static void
check(int result, const char *what)
{
	if (result >= 0)
		return;
	printf("node %d: %s fails (%d)\n", node, what, result);
	exit(1);
}

int
nodes_begin(int argc, char **argv, int least, int usual, int most)
{
	nodes = getnnodes();
	node = getnodeid();
	if (nodes > MOST_NODES) {
		printf("%d nodes are too many (at most %d)\n", nodes, MOST_NODES);
		exit(1);
	}
	return team_begin(argc, argv, least, usual, most);
}

/* message: the message as the node `from` (or ANY) sends it to `to`. */
static Nmsg
message(int from, int to, int tag, const void *bytes, int nbytes)
{
	return (Nmsg){.nh_node = to,
		.nh_event = 1 + tag * (MOST_NODES + 1) + from,
		.nh_type = 1,
		.nh_length = nbytes,
		.nh_msg = (void *)bytes};
}

static void
send(Nmsg m)
{
	check(nsend(&m), "nsend");
}

/* receive: receive a message; returns its length. */
static int
receive(Nmsg m)
{
	check(nrecv(&m), "nrecv");
	return m.nh_length;
}

void
node_send(int to, int tag, const void *bytes, int nbytes)
{
	send(message(node, to, tag, bytes, nbytes));
}

void
node_receive(int from, int tag, void *bytes, int nbytes)
{
	int got = receive(message(from, node, tag, bytes, nbytes));

	check(got == nbytes ? 0 : KE_INVAL, "length of a message");
}

void
node_post(int to, int tag, const void *bytes, int nbytes)
{
	send(message(ANY, to, tag, bytes, nbytes));
}

int
node_take(int tag, void *bytes, int most)
{
	return receive(message(ANY, node, tag, bytes, most));
}

void
node_tell(int point, int tag)
{
	if (team_has(point))
		node_send(node, tag, NULL, 0);
}

void
node_hear(int point, int tag)
{
	if (team_has(point))
		node_receive(node, tag, NULL, 0);
}

/* ---- arrays ---- */

typedef struct Part {
	char *bytes;
	int nbytes;
} Part;

static Part
part_of(void *array, int size, int n, int of)
{
	int first = part_begin(n, of, nodes);

	return (Part){(char *)array + first * size, (part_begin(n, of + 1, nodes) - first) * size};
}

static void
send_part(int to, int tag, void *array, int size, int n)
{
	Part p = part_of(array, size, n, node);

	node_send(to, tag, p.bytes, p.nbytes);
}

static void
receive_part(int from, int tag, void *array, int size, int n)
{
	Part p = part_of(array, size, n, from);

	node_receive(from, tag, p.bytes, p.nbytes);
}

void
nodes_share(int tag, void *array, int size, int n)
{
	for (int i = 1; i < nodes; i++)
		send_part((node + i) % nodes, tag, array, size, n);
	for (int i = 1; i < nodes; i++)
		receive_part((node + i) % nodes, tag, array, size, n);
}

void
nodes_collect(int tag, void *array, int size, int n)
{
	if (node > 0)
		send_part(0, tag, array, size, n);
	for (int i = 1; i < nodes && node == 0; i++)
		receive_part(i, tag, array, size, n);
}
