/*
 * heap.c - blocks of the C library's heap (kernel/libc/heap.c), in the memory of a node.
 *
 * The first word of a block's header is the size of header and block, which can be more than malloc
 * was asked for. realloc reads the header, and gives the rest of the block to the owner without an
 * observed call. free ends the use of the whole block, so it counts as a store to all of its bytes.
 */
#include "sync_parts.h"

Word
sync_block_bytes(const SyncObserver *o, NodeId n, Addr block)
{
	Word nbytes = target_word(o->target, n, block - HEAP_HEADER);

	return block != 0 && nbytes > HEAP_HEADER && nbytes % HEAP_HEADER == 0
		&& block - MOSTNEG + nbytes - HEAP_HEADER <= o->w->nodes[n]->r.size
		? nbytes - HEAP_HEADER : 0;
}

void
sync_report_free(SyncObserver *o, NodeId n, Addr block)
{
	const T800 *c = o->w->nodes[n];
	uint32_t thread = sync_thread_at(o, n, c->r.wptr);
	Word nbytes = sync_block_bytes(o, n, block);
	Access store = {.kind = ACCESS_WRITE,
		.wdesc = wdesc(c),
		.iptr = c->r.iptr + 1, /* the place is that of the previous byte */
		.nbytes = sizeof(Word),
		.count = t800_count(c)};

	if (thread == NO_THREAD || block % sizeof(Word) != 0)
		return;
	for (Word i = 0; i < nbytes; i += sizeof(Word)) {
		store.addr = block + i;
		o->calls.accesses(o->calls.context, thread, n, &store, 1);
	}
}
