/*
 * match.c - sorts the events by node and by task, and matches the two ends of each message.
 *
 * A message is identified by its task, its sender, its SubTid and its type: no part is sent twice.
 * A trace may lack one of the two ends (an event that never reached the host). Two sends or two
 * receives of one message, or a receive at a node other than the destination, cannot occur in any
 * run and are refused.
 */
#include "tasks.h"

#include <string.h>

/*
 * make_starts: convert the sizes of groups in first[0..n-1] to the indices at which the groups
 * start; first[n] becomes the end of the last group.
 */
static void
make_starts(uint32_t *first, uint32_t n)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i <= n; i++) {
		uint32_t count = first[i];

		first[i] = sum;
		sum += count;
	}
}

/*
 * restore_starts: set the index of each group back to the group's start. While the groups were
 * filled, each index was advanced to the end of its group.
 */
static void
restore_starts(uint32_t *first, uint32_t n)
{
	memmove(first + 1, first, n * sizeof *first);
	first[0] = 0;
}

/*
 * sort_by_node: sort the events by node; the sort is in place and stable. It uses the array bytask
 * as scratch, for one number of each event.
 */
static void
sort_by_node(TvmTrace *t)
{
	uint32_t *place = t->bytask;

	for (uint32_t i = 0; i < t->n; i++)
		t->node_start[t->event[i].node]++;
	make_starts(t->node_start, t->spec->nnodes);
	for (uint32_t i = 0; i < t->n; i++)
		place[i] = t->node_start[t->event[i].node]++;
	restore_starts(t->node_start, t->spec->nnodes);
	for (uint32_t i = 0; i < t->n; i++) {
		for (uint32_t k; (k = place[i]) != i; place[i] = place[k], place[k] = k) {
			TvmEvent e = t->event[k];

			t->event[k] = t->event[i];
			t->event[i] = e;
			if (t->stamp_data) {
				TvmStampData late = t->stamp_data[k];

				t->stamp_data[k] = t->stamp_data[i];
				t->stamp_data[i] = late;
			}
		}
	}
}

/* sort_events: sort the events by node, and their numbers by task. */
static void
sort_events(TvmTrace *t)
{
	t->node_start = arena_alloc(t->arena, (size_t)t->spec->nnodes + 1, sizeof *t->node_start);
	t->task_start = arena_alloc(t->arena, (size_t)t->ntasks + 1, sizeof *t->task_start);
	t->bytask = arena_alloc(t->arena, t->n, sizeof *t->bytask);
	sort_by_node(t);
	for (uint32_t i = 0; i < t->n; i++)
		t->task_start[t->event[i].task]++;
	for (uint32_t i = 0; i < t->ntasks; i++)
		if (t->task_start[i] > t->max_task_events)
			t->max_task_events = t->task_start[i];
	make_starts(t->task_start, t->ntasks);
	for (uint32_t i = 0; i < t->n; i++)
		t->bytask[t->task_start[t->event[i].task]++] = i;
	restore_starts(t->task_start, t->ntasks);
}

/* sender_of: the node that sends the event's message. */
static uint32_t
sender_of(const TvmEvent *e)
{
	return tvm_is_recv(e) ? e->peer : e->node;
}

/* receiver_of: the node that receives the event's message. */
static uint32_t
receiver_of(const TvmEvent *e)
{
	return tvm_is_recv(e) ? e->node : e->peer;
}

/*
 * message_address: the destination of the message if it is needed to tell messages with the same
 * sender and SubTid apart: in a mesh, node 0 sends to all other nodes.
 */
static uint32_t
message_address(const TvmTrace *t, const TvmEvent *e)
{
	return t->spec->machine->graph == GRAPH_MESH ? receiver_of(e) : 0;
}

/* same_message: tell if the two events are ends of the same message. */
static bool
same_message(const TvmTrace *t, const TvmEvent *a, const TvmEvent *b)
{
	return a->sub == b->sub && sender_of(a) == sender_of(b)
		&& message_address(t, a) == message_address(t, b)
		&& kind_message(a->kind) == kind_message(b->kind);
}

/* message_hash: the hash key under which the send and the receive of a message find each other. */
static uint32_t
message_hash(const TvmTrace *t, const TvmEvent *e, uint32_t shift)
{
	uint64_t part = (e->sub + ((uint64_t)message_address(t, e) << 32)) * 0x9E3779B97F4A7C15u;
	uint64_t k = part + (sender_of(e) << 2 | kind_message(e->kind)) + 1;

	return k * 0xD6E8FEB86659FD93u >> shift;
}

/* fail_duplicate: end the program with a message: the trace has an event twice. */
static _Noreturn void
fail_duplicate(const TvmTrace *t, const TvmEvent *first, const TvmEvent *again)
{
	const char *what = tvm_message(t->spec, again)->called;

	if (tvm_is_recv(first) == tvm_is_recv(again))
		fatal_at(t->file, again->line,
			"node %u %s %stask %u, SubTid %llx a second time "
			"(first in line %u)",
			again->node, tvm_is_recv(again) ? "receives" : "sends", what,
			again->task, (unsigned long long)again->sub, first->line);
	fatal_at(t->file, again->line,
		"task %u, SubTid %llx is sent to node %u but received by node "
		"%u (the other end is in line %u)",
		again->task, (unsigned long long)again->sub,
		receiver_of(tvm_is_recv(again) ? first : again),
		receiver_of(tvm_is_recv(again) ? again : first), first->line);
}

/*
 * pair_ends: make the two ends of a message partners: `first`, which was found in the hash table,
 * and `again`.
 */
static void
pair_ends(TvmTrace *t, uint32_t first, uint32_t again)
{
	TvmEvent *a = &t->event[first], *b = &t->event[again];

	if (tvm_is_recv(a) == tvm_is_recv(b) || receiver_of(a) != receiver_of(b))
		fail_duplicate(t, a, b);
	if (a->partner != NO_PARTNER) /* both ends were seen before: b duplicates one of them */
		fail_duplicate(t, &t->event[a->partner], b);
	a->partner = again;
	b->partner = first;
}

/* match_task: find the partners of all events of a task. */
static void
match_task(TvmTrace *t, uint32_t task, uint32_t *slot)
{
	const uint32_t *event = t->bytask + t->task_start[task];
	uint32_t n = t->task_start[task + 1] - t->task_start[task];
	/* at least twice as many slots as events */
	uint32_t bits = n > 1 ? 33 - __builtin_clz(n - 1) : 1;
	uint32_t mask = (1u << bits) - 1;

	memset(slot, 0xFF, ((size_t)mask + 1) * sizeof *slot); /* NONE */
	for (uint32_t i = 0; i < n; i++) {
		const TvmEvent *e = &t->event[event[i]];
		uint32_t h = message_hash(t, e, 64 - bits);

		while (slot[h] != NONE && !same_message(t, &t->event[slot[h]], e))
			h = (h + 1) & mask;
		if (slot[h] == NONE)
			slot[h] = event[i];
		else
			pair_ends(t, slot[h], event[i]);
	}
}

void
tvm_match(TvmTrace *t)
{
	uint32_t *slot;

	sort_events(t);
	slot = arena_alloc(t->arena, (size_t)t->max_task_events * 4 + 2, sizeof *slot);
	for (uint32_t i = 0; i < t->ntasks; i++)
		if (t->task_start[i] < t->task_start[i + 1])
			match_task(t, i, slot);
}
