/*
 * radix.c - radix sort of words, four bits at a time.
 *
 * Each thread counts the digits of its part and adds these counts to the sums of all parts, each
 * under a lock. The counts of all threads tell where a thread's keys with a digit belong.
 */
#include "radix.h"

static int count[MOST_THREADS][DIGITS]; /* of a thread's part */
static int sum[DIGITS];                 /* of all parts */

static int
begin_of(int me)
{
	return part_begin(n, me, threads);
}

static void
count_digits(const uint32_t *from, int shift, int me)
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

/* find_places: where the keys of a thread's part go, by their digits. */
static void
find_places(int *place, int me)
{
	int before = 0;

	for (int d = 0; d < DIGITS; d++) {
		place[d] = before;
		for (int t = 0; t < me; t++)
			place[d] += count[t][d];
		before += sum[d];
	}
}

static void
move_keys(const uint32_t *from, uint32_t *to, int shift, int me)
{
	int place[DIGITS], end = begin_of(me + 1);

	find_places(place, me);
	for (int i = begin_of(me); i < end; i++)
		to[place[digit_of(from[i], shift)]++] = from[i];
}

static void
work(int me)
{
	uint32_t *from = key[0], *to = key[1], *next;

	for (int shift = 0; shift < 32; shift += BITS, next = from, from = to, to = next) {
		count_digits(from, shift, me);
		team_barrier(2);
		move_keys(from, to, shift, me);
		team_barrier(3);
		if (me == 0)
			for (int d = 0; d < DIGITS; d++)
				sum[d] = 0;
		team_barrier(4);
	}
}

int
main(int argc, char **argv)
{
	n = team_begin(argc, argv, 1, MOST, MOST);
	fill();
	team_run(work);
	print_result();
	return 0;
}
