/*
 * inside_seen.c - compares the times that the nodes' kernels log with those that the machine sees
 * from outside. They differ if a program does an operation that its kernel does not see, and does
 * not note this operation itself.
 */
#include "inside.h"

#include <inttypes.h>

/* find_thread: the log's entry for the same thread; NULL if there is none. */
static const LamportThread *
find_thread(const Lamport *l, const LamportThread *t)
{
	for (uint32_t i = l->nthreads; i-- > 0;)
		if (l->thread[i].node == t->node && l->thread[i].number == t->number)
			return &l->thread[i];
	return NULL;
}

/* first_difference: the number of the first operation with different times; UINT64_MAX: none. */
static uint64_t
first_difference(const LamportThread *t, const LamportThread *seen)
{
	uint64_t i = 0;

	while (i < t->n && i < seen->n && t->times[i] == seen->times[i])
		i++;
	return i < t->n || i < seen->n ? i : UINT64_MAX;
}

/* same_messages: tell if both logs have the same messages for the thread. */
static bool
same_messages(const LamportThread *t, const LamportThread *seen)
{
	bool same = t->nreceived == seen->nreceived;

	for (uint64_t i = 0; same && i < t->nreceived; i++)
		same = t->received[i].time == seen->received[i].time
			&& t->received[i].sent == seen->received[i].sent
			&& t->received[i].from == seen->received[i].from;
	return same;
}

/* put_time: append the time of the thread's i-th operation, or "no time". */
static void
put_time(Buf *out, const LamportThread *t, uint64_t i)
{
	if (i < t->n)
		buf_printf(out, "time %" PRIu64, t->times[i]);
	else
		buf_printf(out, "no time");
}

/*
 * compare_times: compare a thread's times; t is NULL if the log lacks the thread. why: gets the
 * first difference.
 */
static void
compare_times(const LamportThread *t, const LamportThread *seen, Buf *why)
{
	static const LamportThread nothing;
	const LamportThread *logged = t ? t : &nothing;
	uint64_t i = first_difference(logged, seen);

	if (i == UINT64_MAX)
		return;
	buf_printf(why, "the kernels' log gives operation %" PRIu64 " of thread %u.%u ", i + 1,
		seen->node, seen->number);
	put_time(why, logged, i);
	buf_printf(why, ", and the machine sees it with ");
	put_time(why, seen, i);
}

/* compare_messages: say in *why if both logs have different messages for the thread. */
static void
compare_messages(const LamportThread *t, const LamportThread *seen, Buf *why)
{
	if (!t || !same_messages(t, seen))
		buf_printf(why, "the kernels' log and the machine give thread %u.%u different "
			"messages", seen->node, seen->number);
}

bool
inside_agrees(const InsideLog *l, const Lamport *seen, Buf *why)
{
	const Lamport *times = inside_times(l);

	for (uint32_t i = 0; i < seen->nthreads && why->len == 0; i++)
		compare_times(find_thread(times, &seen->thread[i]), &seen->thread[i], why);
	for (uint32_t i = 0; i < seen->nthreads && why->len == 0; i++)
		compare_messages(find_thread(times, &seen->thread[i]), &seen->thread[i], why);
	if (why->len == 0 && times->nthreads != seen->nthreads)
		buf_printf(why, "the kernels' log has %u threads, and the machine sees %u",
			times->nthreads, seen->nthreads);
	return why->len == 0;
}
