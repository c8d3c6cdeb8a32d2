/* memory.c - the node's memory: blocks linked to their neighbours, each with an owner.
 * 
 * All memory is a sequence of blocks without gaps. Two free blocks are never adjacent, so
 * freeing takes constant time; allocating takes the first free block that is large
 * enough.
 * 
 * The end of the memory is a separate sequence, the reserve: from it the system's servers
 * can answer when programs have used up the rest, so that a full node can be queried and
 * its processes ended. */
#include "node.h"

enum {
	FREE = 1,  /* in Block.size */
	LEAST = 32, /* bytes of a block; a smaller rest is not split off */
	/* bytes: the longest answer of kenyad, plus a margin for whatever else an answer needs */
	RESERVE = 12 * 1024,
};

/* List heads: free blocks, free ones of the reserve, the kernel's; each process has a head. */
static struct {
	Block free, reserve, kernel;
	/* the block in front of the reserve, always in use: blocks are never joined across it */
	uint32_t border;
	uint32_t end;    /* address behind the memory */
	uint32_t avail;  /* including the reserve */
	uint32_t total;  /* without the reserve */
} memory;

static Block *
owner_list(Process *owner) /* the head of the list of the owner's blocks */
{
	return owner == KERNEL ? &memory.kernel : &owner->blocks;
}

static void
insert_block(Block *head, Block *b) /* put b first into the list */
{
	b->next = head->next;
	b->previous = head;
	if (head->next)
		head->next->previous = b;
	head->next = b;
}

static void
remove_block(Block *b) /* take b out of its list */
{
	b->previous->next = b->next;
	if (b->next)
		b->next->previous = b->previous;
}

static uint32_t
block_size(const Block *b) /* size of b in bytes, its head included */
{
	return b->size & ~FREE;
}

static Block *
next_in_memory(Block *b) /* NULL if b is the last one */
{
	uint32_t next = (uint32_t)b + block_size(b);

	return next == memory.end ? NULL : (Block *)next;
}

static void
set_size(Block *b, uint32_t size, uint32_t free) /* set the sizes in b and in the block after it */
{
	Block *next;

	b->size = size | free;
	next = next_in_memory(b);
	if (next)
		next->before = size;
}

static bool
in_reserve(const Block *b) /* true if b belongs to the servers' reserve */
{
	return (uint32_t)b > memory.border;
}

static void
add_free(Block *b) /* put b into a list of free blocks */
{
	insert_block(in_reserve(b) ? &memory.reserve : &memory.free, b);
}

void
memory_start(uint32_t from, uint32_t to)
{
	Block *b = (Block *)((from + 3) & ~3u);
	Block *border, *reserve;

	memory.end = to & ~3u;
	memory.border = memory.end - RESERVE - sizeof *border;
	border = (Block *)memory.border;
	reserve = border + 1;
	memory.total = memory.border - (uint32_t)b;
	memory.avail = memory.total + RESERVE;
	b->before = 0;
	set_size(b, memory.total, FREE);
	set_size(border, sizeof *border, 0);
	set_size(reserve, RESERVE, FREE);
	add_free(b);
	add_free(reserve);
}

/*
 * take_part: allocate the first `size` bytes of a free block; the rest takes its place in the list
 * of free blocks.
 */
static inline void
take_part(Block *b, uint32_t size)
{
	uint32_t rest = block_size(b) - size;
	Block *second = (Block *)((uint32_t)b + size), *next = b->next;

	if (rest < LEAST) {
		remove_block(b);
		b->size -= FREE;
		return;
	}
	b->size = size;
	second->before = size;
	set_size(second, rest, FREE);
	second->next = next;
	second->previous = b->previous;
	b->previous->next = second;
	if (next)
		next->previous = second;
}

/* allocate nbytes for the owner in the first free block from b on that is large enough. */
static inline __attribute__((always_inline)) void *
take_block(Block *b, Process *owner, uint32_t nbytes)
{
	uint32_t size = ((nbytes + 3) & ~3u) + sizeof(Block);

	if (nbytes > memory.total)
		return NULL;
	while (b && block_size(b) < size)
		b = b->next;
	if (!b)
		return NULL;
	take_part(b, size);
	b->owner = owner;
	insert_block(owner_list(owner), b);
	memory.avail -= b->size;
	return b + 1;
}

void *
memory_alloc(Process *owner, uint32_t nbytes)
{
	return take_block(memory.free.next, owner, nbytes);
}

void *
memory_alloc_server(uint32_t nbytes)
{
	void *p = memory_alloc(KERNEL, nbytes);

	return p ? p : take_block(memory.reserve.next, KERNEL, nbytes);
}

/* join_next: merge the free blocks b and the one after it. */
static void
join_next(Block *b)
{
	Block *next = next_in_memory(b);

	if (!next || !(next->size & FREE))
		return;
	remove_block(next);
	set_size(b, block_size(b) + block_size(next), FREE);
}

static void
release_block(Block *b) /* free b, and join it with the free blocks beside it */
{
	Block *before = (Block *)((uint32_t)b - b->before);

	remove_block(b);
	memory.avail += b->size;
	b->size |= FREE;
	join_next(b);
	if (b->before && before->size & FREE) {
		set_size(before, block_size(before) + block_size(b), FREE);
	} else {
		add_free(b);
	}
}

void
memory_free(void *p)
{
	if (p)
		release_block((Block *)p - 1);
}

bool
memory_owned(const void *p, Process *owner)
{
	for (const Block *b = owner_list(owner)->next; b; b = b->next)
		if (b + 1 == p)
			return true;
	return false;
}

void
memory_free_all(Process *owner)
{
	Block *head = owner_list(owner);

	while (head->next)
		release_block(head->next);
}

bool
memory_within(Process *owner, uint32_t address)
{
	for (const Block *b = owner_list(owner)->next; b; b = b->next)
		if (address - (uint32_t)b < b->size)
			return true;
	return false;
}

/* is_intact: true if b, after `before` in its list, is a block of the owner with an intact head. */
static bool
is_intact(const Block *b, const Block *before, const Process *owner)
{
	uint32_t from_end = memory.border - (uint32_t)b; /* programs own nothing in the reserve */

	if (from_end > memory.total || from_end % 4 != 0 || b->owner != owner
		|| b->previous != before)
		return false;
	return b->size % 4 == 0 && b->size >= sizeof *b && b->size <= from_end
		&& (b->size == from_end || next_in_memory((Block *)b)->before == b->size);
}

void
memory_check(Process *owner)
{
	const Block *before = owner_list(owner);

	for (const Block *b = before->next; b; before = b, b = b->next)
		if (!is_intact(b, before, owner))
			panic("a process has overwritten the header of its memory block");
}

uint32_t
memory_avail(void)
{
	return memory.avail > RESERVE ? memory.avail - RESERVE : 0;
}

uint32_t
memory_total(void)
{
	return memory.total;
}
