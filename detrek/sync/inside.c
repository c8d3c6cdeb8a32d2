/*
 * inside.c - puts together the log of operations that the nodes' kernels keep.
 *
 * Blocks of a node arrive in their order. After the run, a node's last block, which is not full, is
 * in its memory, and so are the times of the threads that have not ended. An entry gives two
 * successive times of a thread that differ by more than one. Times that are not in the log are each
 * one more than the time before. The entry after a receive identifies its message. The bytes of a
 * message from the host are in the entries after the one that announces them.
 */
#include "inside.h"

#include "kernel/include/border.h"
#include "kernel/include/stamps.h"

#include <inttypes.h>
#include <stdlib.h>

enum { MOST_BETWEEN = 1 << 22 }; /* times between two entries of a thread; more are damage */

enum { NO_THREAD_YET = UINT32_MAX };

/* How far the log of a node has been read. */
typedef struct InsideNode {
	uint32_t nblocks; /* number of blocks received */
	/*
	 * the thread of the last entry, while the next entries may belong to it; otherwise
	 * NO_THREAD_YET
	 */
	uint32_t last;
	bool sees;        /* the last entry was a probe that saw a message, named by the next one */
	Buf input;        /* the first bytes of a message from the host to the thread `last` */
	uint32_t left;    /* number of bytes of that message which follow in the next entries */
} InsideNode;

struct InsideLog {
	Lamport times;
	InsideNode *nodes; /* nnodes */
	uint32_t nnodes;
	Buf wrong;         /* what was wrong with the first damaged block; empty: nothing so far */
};

InsideLog *
inside_new(void)
{
	return xcalloc(1, sizeof(InsideLog));
}

void
inside_free(InsideLog *l)
{
	lamport_free(&l->times);
	buf_free(&l->wrong);
	for (uint32_t n = 0; n < l->nnodes; n++)
		buf_free(&l->nodes[n].input);
	free(l->nodes);
	free(l);
}

/* get_node: the entry of the node; made if it is new. */
static InsideNode *
get_node(InsideLog *l, uint32_t node)
{
	if (node >= l->nnodes) {
		l->nodes = xrealloc(l->nodes, (node + 1) * sizeof *l->nodes);
		while (l->nnodes <= node)
			l->nodes[l->nnodes++] = (InsideNode){.last = NO_THREAD_YET};
	}
	return &l->nodes[node];
}

/* get_thread: the number of a thread in the log; the thread is added if it is new. */
static uint32_t
get_thread(InsideLog *l, uint32_t node, uint32_t number)
{
	for (uint32_t i = l->times.nthreads; i-- > 0;)
		if (l->times.thread[i].node == node && l->times.thread[i].number == number)
			return i;
	lamport_add_thread(&l->times, node, number);
	return l->times.nthreads - 1;
}

/*
 * is_valid_entry: true if an operation at `time`, after one at `last`, can follow the times of the
 * thread so far.
 */
static bool
is_valid_entry(const LamportThread *t, uint32_t last, uint32_t time)
{
	return last >= t->last && last - t->last <= MOST_BETWEEN && (time == 0 || time > last);
}

/* add_unlogged: add the thread's operations at the times up to `last`, which were not logged. */
static void
add_unlogged(LamportThread *t, uint32_t last)
{
	while (t->last < last)
		lamport_add_time(t, t->last + 1);
}

/*
 * add_operations: add the thread's operations until time `last`, and one at `time` unless `time` is
 * 0. Returns false if these times cannot follow those of the thread.
 */
static bool
add_operations(InsideLog *l, uint32_t node, uint32_t number, uint32_t last, uint32_t time)
{
	uint32_t i = get_thread(l, node, number);
	LamportThread *t = &l->times.thread[i];

	if (!is_valid_entry(t, last, time))
		return false;
	add_unlogged(t, last);
	if (time != 0)
		lamport_add_time(t, time);
	get_node(l, node)->last = time != 0 ? i : NO_THREAD_YET;
	get_node(l, node)->sees = false;
	return true;
}

/*
 * add_message: the node's last entry was an operation, which must be a receive, or a probe that saw
 * a message (sees). Note that this operation got, or saw, the message that a thread of node `from`
 * sent at time `sent`. Returns false if there is no such entry, or the message is impossible.
 */
static bool
add_message(InsideLog *l, uint32_t node, uint32_t from, uint32_t sent)
{
	InsideNode *n = get_node(l, node);
	LamportThread *t;

	if (n->last == NO_THREAD_YET)
		return false;
	t = &l->times.thread[n->last];
	n->last = NO_THREAD_YET;
	if (n->sees) {
		lamport_add_look(t, &(LogLook){.seen = true, .from = from, .sent = sent});
		return from < NODE_LIMIT;
	}
	if (from >= NODE_LIMIT || sent == 0 || sent >= t->last)
		return false;
	lamport_add_received(t, from, sent);
	return true;
}

/* end_input: all bytes of a message from the host are read: add it to the thread n->last. */
static void
end_input(InsideLog *l, InsideNode *n)
{
	lamport_add_input(&l->times.thread[n->last],
		&(Input){.kind = INPUT_HOST, .bytes = n->input.data, .nbytes = n->input.len});
	n->input.len = 0;
	n->last = NO_THREAD_YET;
}

/*
 * add_look: add, after the operation at time `last`, looks / 2 receives that found no message and,
 * if looks is odd, a probe that then saw one; false if they do not fit the log.
 */
static bool
add_look(InsideLog *l, uint32_t node, uint32_t number, uint32_t last, uint32_t looks)
{
	uint32_t i = get_thread(l, node, number);
	LamportThread *t = &l->times.thread[i];
	InsideNode *n = get_node(l, node);

	if (!is_valid_entry(t, last, 0) || looks == 0)
		return false;
	add_unlogged(t, last);
	if (looks > 1)
		lamport_add_look(t, &(LogLook){.misses = looks / 2});
	n->sees = looks % 2;
	n->last = n->sees ? i : NO_THREAD_YET;
	return true;
}

/*
 * add_outside: add, after the operation at time `last`, a value of the clock that the thread read,
 * or a message of the host of `value` bytes; false if it does not fit the log.
 */
static bool
add_outside(InsideLog *l, uint32_t node, uint32_t thread, uint32_t last, uint32_t value)
{
	uint32_t i = get_thread(l, node, thread & ~(SYNC_CLOCK | SYNC_INPUT));
	LamportThread *t = &l->times.thread[i];
	InsideNode *n = get_node(l, node);

	if (!is_valid_entry(t, last, 0))
		return false;
	add_unlogged(t, last);
	n->last = NO_THREAD_YET;
	if (thread & SYNC_CLOCK) {
		lamport_add_input(t, &(Input){.kind = INPUT_CLOCK, .value = value});
		return true;
	}
	n->last = i;
	n->left = value;
	if (value == 0)
		end_input(l, n);
	return true;
}

/* add_bytes: add the bytes in an entry to the message from the host that is being read. */
static void
add_bytes(InsideLog *l, InsideNode *n, const uint8_t *entry)
{
	uint32_t nbytes = n->left < sizeof(SyncEntry) ? n->left : sizeof(SyncEntry);

	buf_put(&n->input, entry, nbytes);
	n->left -= nbytes;
	if (n->left == 0)
		end_input(l, n);
}

/* add_entry: add one entry of a kernel's log, by its kind; returns false if it is not valid. */
static bool
add_entry(InsideLog *l, uint32_t node, uint32_t thread, uint32_t last, uint32_t time)
{
	if (!(thread & SYNC_MESSAGE) && thread & SYNC_LOOK)
		return add_look(l, node, thread & ~SYNC_LOOK, last, time);
	if (!(thread & SYNC_MESSAGE) && thread & (SYNC_CLOCK | SYNC_INPUT))
		return add_outside(l, node, thread, last, time);
	if (thread & SYNC_MESSAGE)
		return add_message(l, node, thread & ~SYNC_MESSAGE, time);
	return add_operations(l, node, thread, last, time);
}

/* add_entries: add `count` entries of a kernel's log; returns false if one is not valid. */
static bool
add_entries(InsideLog *l, uint32_t node, const uint8_t *entry, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++, entry += sizeof(SyncEntry))
		if (get_node(l, node)->left > 0)
			add_bytes(l, get_node(l, node), entry);
		else if (!add_entry(l, node, get32(entry + offsetof(SyncEntry, thread)),
			get32(entry + offsetof(SyncEntry, last)),
			get32(entry + offsetof(SyncEntry, time))))
			return false;
	return true;
}

/* add_block: add a block; false if it is not the next block of its node. */
static bool
add_block(InsideLog *l, uint32_t node, const uint8_t *block)
{
	uint32_t count = get32(block + offsetof(SyncBlock, count));
	uint32_t *serial = &get_node(l, node)->nblocks;

	return get32(block + offsetof(SyncBlock, serial)) == (*serial)++
		&& count <= SYNC_ENTRIES
		&& add_entries(l, node, block + offsetof(SyncBlock, entry), count);
}

void
inside_add_block(InsideLog *l, uint32_t node, const uint8_t *body, size_t nbytes)
{
	if (l->wrong.len == 0 && (node >= NODE_LIMIT || nbytes != sizeof(SyncBlock)
		|| !add_block(l, node, body)))
		buf_printf(&l->wrong, "a block of node %u is damaged, or does not follow the one "
			"before; the network must be booted once only", node);
}

/* ---- the rest, in the memory of a node ---- */

/*
 * read_threads: add, for each thread in the kernel's list, the operations since its last entry;
 * false if the list is not valid.
 */
static bool
read_threads(InsideLog *l, const Target *t, NodeId n, Addr thread)
{
	for (uint32_t most = UINT16_MAX; thread != 0 && most > 0; most--) {
		uint32_t number = target_word(t, n, thread + offsetof(SyncThread, number));
		uint32_t time = target_word(t, n, thread + offsetof(SyncThread, time));
		uint32_t misses = target_word(t, n, thread + offsetof(SyncThread, misses));

		if (!add_operations(l, target_number(t, n), number, time, 0)
			|| (misses > 0 && !add_look(l, target_number(t, n), number, time,
				2 * misses)))
			return false;
		thread = target_word(t, n, thread + offsetof(SyncThread, next));
	}
	return thread == 0;
}

/* read_block: add the block of the log at address a; true if it is valid or a is 0. */
static bool
read_block(InsideLog *l, const Target *t, NodeId n, Addr a)
{
	uint8_t block[sizeof(SyncBlock)];

	return a == 0 || (target_read(t, n, a, block, sizeof block)
		&& add_block(l, target_number(t, n), block));
}

/* sync_area: the address of the node's SyncArea; 0 if there is none. */
static Addr
sync_area(const Target *t, NodeId n)
{
	if (target_word(t, n, NODE_WORDS + offsetof(NodeWords, magic)) != NODE_MAGIC)
		return 0;
	return target_word(t, n, NODE_WORDS + offsetof(NodeWords, sync));
}

/* current_block: the address of the block that the node is filling. */
static Addr
current_block(const Target *t, NodeId n, Addr area)
{
	return target_word(t, n, area + offsetof(SyncArea, block));
}

/* has_all_blocks: true if all blocks that the node has sent have arrived. */
static bool
has_all_blocks(InsideLog *l, const Target *t, NodeId n, Addr area)
{
	uint32_t made = target_word(t, n, area + offsetof(SyncArea, nblocks));

	return get_node(l, target_number(t, n))->nblocks + (current_block(t, n, area) != 0) == made;
}

bool
inside_is_complete(InsideLog *l, const Target *t)
{
	for (NodeId n = 0; n < target_network(t)->nnodes; n++) {
		Addr area = sync_area(t, n);

		if (area != 0 && !has_all_blocks(l, t, n, area))
			return false;
	}
	return true;
}

/*
 * read_node: read the part of a node's log that is still in its memory; why: gets a message if it
 * is not complete.
 */
static void
read_node(InsideLog *l, const Target *t, NodeId n, Addr area, Buf *why)
{
	uint32_t lost = target_word(t, n, area + offsetof(SyncArea, lost));

	if (lost > 0)
		buf_printf(why, "%s had no memory for %u entries", TARGET_NODE(t, n), lost);
	else if (!has_all_blocks(l, t, n, area))
		buf_printf(why, "blocks of %s have not arrived", TARGET_NODE(t, n));
	else if (!read_block(l, t, n, current_block(t, n, area))
		|| get_node(l, target_number(t, n))->left > 0)
		buf_printf(why, "the last block of %s is damaged", TARGET_NODE(t, n));
	else if (!read_threads(l, t, n, target_word(t, n, area + offsetof(SyncArea, threads))))
		buf_printf(why, "the list of threads of %s is damaged", TARGET_NODE(t, n));
}

bool
inside_pack(InsideLog *l, const Target *t, Buf *out, Buf *why)
{
	NodeId nnodes = target_network(t)->nnodes;

	buf_put(why, l->wrong.data, l->wrong.len);
	for (NodeId n = 0; n < nnodes && why->len == 0; n++) {
		Addr area = sync_area(t, n);

		if (area != 0)
			read_node(l, t, n, area, why);
	}
	if (why->len == 0)
		lamport_pack(&l->times, out);
	return why->len == 0;
}

const Lamport *
inside_times(const InsideLog *l)
{
	return &l->times;
}
