/*
 * fft_nodes.c - fft.c on several nodes: on the largest power of two of them.
 *
 * At first, a node has every nodes-th number. In the order of their reversed bits these are a
 * block of neighbours, of which the first stages combine pairs. For the last stages it has every
 * nodes-th number again. In between, the threads of a node exchange numbers with the other nodes,
 * each thread with some of them.
 */
#include "fft.h"
#include "nodes.h"

enum { NUMBERS, RESULT }; /* tags */

static Complex room[MOST / 2]; /* for the bodies of messages */
static int every;              /* the node's first number; it has every nodes-th from there */

/* begin_of_share: the first of a thread's share of the node's part of n numbers, or n / 2 pairs. */
static int
begin_of_share(int me, int of)
{
	return part_begin(of / nodes, me, threads);
}

/* first_number: the first number of a node while it has every nodes-th number. */
static int
first_number(int of)
{
	return reversed(of) * nodes / n;
}

/* ---- messages ---- */

/* pack, unpack: every nodes-th number from `first` on, before `end`. */
static void
pack(Complex *to, const Complex *x, int first, int end)
{
	for (int i = first; i < end; i += nodes)
		*to++ = x[i];
}

static void
unpack(const Complex *from, Complex *x, int first, int end)
{
	for (int i = first; i < end; i += nodes)
		x[i] = *from++;
}

/* exchange: divide the node's block among all nodes. */
static void
exchange(Complex *x, int me)
{
	int block = n / nodes, count = block / nodes;

	for (int i = me; i < nodes; i += threads)
		if (i != node) {
			pack(room + i * count, x, node * block + first_number(i), (node + 1) * block);
			node_send(i, NUMBERS, room + i * count, count * sizeof *room);
		}
	for (int i = me; i < nodes; i += threads)
		if (i != node) {
			node_receive(i, NUMBERS, room + i * count, count * sizeof *room);
			unpack(room + i * count, x, i * block + every, (i + 1) * block);
		}
	team_barrier(3);
}

static void
collect(Complex *x)
{
	int nbytes = n / nodes * sizeof *room;

	if (node > 0) {
		pack(room, x, every, n);
		node_send(0, RESULT, room, nbytes);
	}
	for (int i = 1; i < nodes && node == 0; i++) {
		node_receive(i, RESULT, room, nbytes);
		unpack(room, x, first_number(i), n);
	}
}

/* ---- threads ---- */

static void
transform(const Complex *from, Complex *to, int me, int back)
{
	int block = n / 2 / nodes * node, apart;

	for (int i = begin_of_share(me, n); i < begin_of_share(me + 1, n); i++)
		to[reversed(every + i * nodes)] = from[every + i * nodes];
	team_barrier(1);
	for (apart = 1; apart < n / nodes; apart *= 2) {
		for (int i = begin_of_share(me, n / 2); i < begin_of_share(me + 1, n / 2); i++)
			combine(to, block + i, apart, back);
		team_barrier(2);
	}
	exchange(to, me);
	for (; apart < n; apart *= 2) {
		for (int i = begin_of_share(me, n / 2); i < begin_of_share(me + 1, n / 2); i++)
			combine(to, every + i * nodes, apart, back);
		team_barrier(2);
	}
}

static void
work(int me)
{
	for (int round = 0; round < ROUNDS; round++) {
		transform(data[0], data[1], me, 0);
		transform(data[1], data[0], me, 1);
		for (int i = begin_of_share(me, n); i < begin_of_share(me + 1, n); i++) {
			data[0][every + i * nodes].re /= n;
			data[0][every + i * nodes].im /= n;
		}
	}
}

int
main(int argc, char **argv)
{
	fill(nodes_begin(argc, argv, MOST_NODES * MOST_NODES, MOST, MOST));
	while (nodes & (nodes - 1))
		nodes--;
	if (node >= nodes)
		return 0;
	every = first_number(node);
	team_run(work);
	collect(data[0]);
	collect(data[1]);
	if (node == 0)
		print_result();
	return 0;
}
