/*
 * radix_nodes.c - radix.c on several nodes.
 *
 * A node has a part of the keys, in their place in the array of all keys, and its threads have
 * parts of these. Each node counts the digits of its keys, and sends the sums to all others. Then
 * threads move their keys to their places in the array. The places of a digit's keys are
 * contiguous, so those in another node's part take one message at most.
 */
#include "nodes.h"
#include "radix.h"

enum { SUMS, RESULT, KEYS }; /* tags; KEYS and the following ones: of a digit */

static int count[MOST_THREADS][DIGITS];   /* of a thread's part */
static int sums[2][MOST_NODES][DIGITS];   /* of a node's part, by turns */

/* A range of places. */
typedef struct Range {
	int first, end;
} Range;

/* ---- counting ---- */

static int
begin_of(int me)
{
	int first = part_begin(n, node, nodes);

	return first + part_begin(part_begin(n, node + 1, nodes) - first, me, threads);
}

static void
count_digits(const uint32_t *from, int *sum, int shift, int me)
{
	for (int d = 0; d < DIGITS; d++)
		count[me][d] = 0;
	for (int i = begin_of(me); i < begin_of(me + 1); i++)
		count[me][digit_of(from[i], shift)]++;
	for (int d = 0; d < DIGITS; d++) {
		team_lock(1, d);
		sum[d] += count[me][d];
		team_unlock(1, d);
	}
}

/* ---- moving ---- */

/* places_of: the places of those keys of a node's part that have this digit. */
static Range
places_of(int (*sum)[DIGITS], int digit, int of)
{
	int first = 0;

	for (int d = 0; d <= digit; d++)
		for (int i = 0; i < (d < digit ? nodes : of); i++)
			first += sum[i][d];
	return (Range){first, first + sum[of][digit]};
}

static void
move_keys(const uint32_t *from, uint32_t *to, int (*sum)[DIGITS], int shift, int me)
{
	int place[DIGITS];

	for (int d = 0; d < DIGITS; d++) {
		place[d] = places_of(sum, d, node).first;
		for (int t = 0; t < me; t++)
			place[d] += count[t][d];
	}
	for (int i = begin_of(me); i < begin_of(me + 1); i++)
		to[place[digit_of(from[i], shift)]++] = from[i];
}

/* part_of: the places of a range that lie in a node's part. */
static Range
part_of(Range r, int of)
{
	int first = part_begin(n, of, nodes), end = part_begin(n, of + 1, nodes);

	return (Range){r.first > first ? r.first : first, r.end < end ? r.end : end};
}

/* exchange: the keys of a digit that go to another node's part. */
static void
exchange(uint32_t *to, int (*sum)[DIGITS], int d)
{
	for (int i = 0; i < nodes; i++) {
		Range r = part_of(places_of(sum, d, node), i);

		if (i != node && r.first < r.end)
			node_send(i, KEYS + d, to + r.first, (r.end - r.first) * sizeof *to);
	}
	for (int i = 0; i < nodes; i++) {
		Range r = part_of(places_of(sum, d, i), node);

		if (i != node && r.first < r.end)
			node_receive(i, KEYS + d, to + r.first, (r.end - r.first) * sizeof *to);
	}
}

/* share_sums: send the sums of this node's part to all nodes. */
static void
share_sums(int (*sum)[DIGITS], int (*next)[DIGITS])
{
	nodes_share(SUMS, sum, sizeof sum[0], nodes);
	for (int d = 0; d < DIGITS; d++)
		next[node][d] = 0;
}

static void
work(int me)
{
	for (int pass = 0; pass < 32 / BITS; pass++) {
		uint32_t *from = key[pass & 1], *to = key[!(pass & 1)];
		int (*sum)[DIGITS] = sums[pass & 1];

		count_digits(from, sum[node], pass * BITS, me);
		team_barrier(2);
		if (me == 0)
			share_sums(sum, sums[!(pass & 1)]);
		team_barrier(3);
		move_keys(from, to, sum, pass * BITS, me);
		team_barrier(4);
		for (int d = me; d < DIGITS; d += threads)
			exchange(to, sum, d);
		team_barrier(5);
	}
}

int
main(int argc, char **argv)
{
	n = nodes_begin(argc, argv, 1, MOST, MOST);
	fill();
	team_run(work);
	nodes_collect(RESULT, key[0], sizeof key[0][0], n);
	if (node == 0)
		print_result();
	return 0;
}
