/*
 * stamp_later.c - operations that get their times only after they have been done; see
 * stamp_later.h.
 */
#include "stamp_later.h"

#ifdef SYNC_LOG

#define SAVED_WDESC ((volatile uint32_t *)0x8000002Cu) /* the low-priority process interrupted */

/* A channel in memory: the times of its two objects, the first and the second arrival. */
typedef struct ChannelStamp {
	struct ChannelStamp *next;
	uint32_t channel;
	uint32_t first, second;
	Stack *waiting; /* the first thread, until the second one arrives */
} ChannelStamp;

static ChannelStamp *channels;
Stack *stamp_unsettled;

/* ---- running threads ---- */

void
stamp_run_now(Stack *by, Stack *s)
{
	s->stamp.ran = stamp_step(by, s->stamp.ran);
	s->stamp.ran = stamp_step(s, s->stamp.ran);
}

/* put_off_operation: put s first into the list of threads whose operation has no time yet. */
static void
put_off_operation(Stack *s)
{
	if (s->stamp.starter || s->stamp.channel)
		return; /* s is in the list */
	s->stamp.unsettled = stamp_unsettled;
	stamp_unsettled = s;
}

void
stamp_run(bool later, Stack *by, Stack *s)
{
	if (!later) {
		stamp_run_now(by, s);
		return;
	}
	put_off_operation(s);
	s->stamp.starter = by;
}

/* is_queued: true if the process of stack s is in the ready queue from front w to `back`. */
static bool
is_queued(const Stack *s, uint32_t w, uint32_t back)
{
	while (w != NOT_PROCESS) {
		if (is_stack(s, w & ~3u))
			return true;
		w = w == back ? NOT_PROCESS : ((const uint32_t *)(w & ~3u))[-2];
	}
	return false;
}

/* is_running: true if a process of the stack is ready to run, or interrupted. */
static bool
is_running(const Stack *s)
{
	uint32_t high[2], low[2];

	__t800_saveh(high);
	__t800_savel(low);
	return is_queued(s, high[0], high[1]) || is_queued(s, low[0], low[1])
		|| is_stack(s, *SAVED_WDESC & ~3u);
}

/* ---- channels ---- */

static ChannelStamp *
find_channel(uint32_t channel) /* the channel's stamp, made if there is none yet */
{
	ChannelStamp *k = channels;

	while (k && k->channel != channel)
		k = k->next;
	if (k)
		return k;
	k = memory_alloc_server(sizeof *k);
	if (!k)
		panic("no memory for the times of a channel: log it from outside");
	*k = (ChannelStamp){.next = channels, .channel = channel};
	return channels = k;
}

/*
 * use_channel: the thread uses the channel: it arrives first and waits, or (meets) finds the other
 * one waiting.
 */
static void
use_channel(Stack *s, ChannelStamp *k, bool meets)
{
	Stack *other = k->waiting;

	k->first = stamp_step(s, k->first);
	k->waiting = meets ? NULL : s;
	if (!meets)
		return;
	k->second = stamp_step(s, k->second);
	k->second = stamp_step(other, k->second);
}

void
stamp_channel(bool later, Stack *by, uint32_t channel)
{
	ChannelStamp *k = find_channel(channel);

	if (later) {
		put_off_operation(by);
		by->stamp.channel = channel;
	} else if (*(const Channel *)channel == NOT_PROCESS) {
		use_channel(by, k, false);
	} else if (k->waiting) {
		use_channel(by, k, true);
	}
}

/* is_used: true if s has used channel k: s waits there, or the wait of k->waiting has ended. */
static bool
is_used(const Stack *s, const ChannelStamp *k)
{
	uint32_t word = *(const Channel *)k->channel;

	return k->waiting ? word == NOT_PROCESS : word != NOT_PROCESS && is_stack(s, word & ~3u);
}

/* ---- what has been done ---- */

/*
 * settle_one: true if the put-off operation of s has been done and now has its time. That s was run
 * is certain if `by` is s or its starter; only for a turn it matters whether s is ready otherwise.
 */
static bool
settle_one(Stack *s, const Stack *by, bool turn)
{
	ThreadStamp *t = &s->stamp;
	ChannelStamp *k = t->channel ? find_channel(t->channel) : NULL;

	if (k ? !is_used(s, k) : by != s && by != t->starter && !(turn && is_running(s)))
		return false;
	if (k)
		use_channel(s, k, k->waiting);
	else
		stamp_run_now(t->starter, s);
	t->channel = 0;
	t->starter = NULL;
	return true;
}

void
stamp_settle_all(const Stack *by, bool turn)
{
	for (Stack **at = &stamp_unsettled; *at;) {
		Stack *s = *at;

		if (settle_one(s, by, turn))
			*at = s->stamp.unsettled;
		else
			at = &s->stamp.unsettled;
	}
}

void
stamp_forget(const Stack *s)
{
	for (Stack **at = &stamp_unsettled; *at;)
		if (*at == s)
			*at = s->stamp.unsettled;
		else
			at = &(*at)->stamp.unsettled;
	for (ChannelStamp *k = channels; k; k = k->next)
		if (k->waiting == s)
			k->waiting = NULL;
}

#endif
