/*
 * owner.c - finds the variable of a program that contains an address: a global variable, a heap
 * block, or a place in a stack.
 */
#include "live.h"

#include <stdlib.h>
#include <string.h>

/*
 * The blocks that are allocated now, sorted by address: the blocks of the kernel, or the blocks of
 * the heaps inside the kernel's blocks.
 */
typedef struct Blocks {
	Owner **block;
	uint32_t n, cap;
} Blocks;

/* An owner that was made for an address; the list is searched for equal ones (keep_owner). */
typedef struct MadeOwner {
	Owner owner;
	struct MadeOwner *next;
} MadeOwner;

struct Owners {
	Arena *arena;
	Target *target;
	const Live *live;
	Blocks *kernel, *heap; /* [nodes] */
	MadeOwner *made;            /* everything except blocks */
};

/* ---- blocks ---- */

/* block_index: the number of blocks below an address. */
static uint32_t
block_index(const Blocks *b, Addr a)
{
	uint32_t i = b->n;

	while (i > 0 && b->block[i - 1]->low > a)
		i--;
	return i;
}

/* block_at: the block of memory that contains address a; NULL if there is none. */
static Owner *
block_at(const Blocks *b, Addr a)
{
	uint32_t i = block_index(b, a);

	return i > 0 && a - b->block[i - 1]->low < b->block[i - 1]->nbytes ? b->block[i - 1] : NULL;
}

/* forget_blocks: remove the blocks in a range that is allocated again. */
static void
forget_blocks(Blocks *b, Addr low, Word nbytes)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < b->n; i++)
		if (b->block[i]->low + b->block[i]->nbytes <= low
			|| b->block[i]->low >= low + nbytes)
			b->block[kept++] = b->block[i];
	b->n = kept;
}

/* add_owner: insert an owner into the blocks, which are sorted by address. */
static void
add_owner(Owners *o, Blocks *b, const Owner *w)
{
	uint32_t at = block_index(b, w->low);

	b->block = arena_grow(o->arena, b->block, b->n, &b->cap, sizeof *b->block);
	memmove(b->block + at + 1, b->block + at, (b->n - at) * sizeof *b->block);
	b->block[at] = arena_alloc(o->arena, 1, sizeof **b->block);
	*b->block[at] = *w;
	b->n++;
}

void
owners_note_allocation(Owners *o, const Allocation *a)
{
	Blocks *b = a->heap ? &o->heap[a->node] : &o->kernel[a->node];

	forget_blocks(&o->heap[a->node], a->low, a->nbytes);
	forget_blocks(b, a->low, a->nbytes);
	add_owner(o, b,
		&(Owner){.kind = OWNER_HEAP,
			.node = a->node,
			.low = a->low,
			.nbytes = a->nbytes,
			.thread = a->thread,
			.count = a->count});
}

/* ---- addresses ---- */

/* keep_owner: the pointer that stands for all owners equal to w. */
static const Owner *
keep_owner(Owners *o, const Owner *w)
{
	MadeOwner *m = o->made;

	while (m && !(m->owner.kind == w->kind && m->owner.node == w->node && m->owner.low == w->low
		&& m->owner.global == w->global && m->owner.thread == w->thread))
		m = m->next;
	if (!m) {
		m = arena_alloc(o->arena, 1, sizeof *m);
		*m = (MadeOwner){*w, o->made};
		o->made = m;
	}
	return &m->owner;
}

/* data_owner: the global variable at an address; NULL: none. */
static const Owner *
data_owner(Owners *o, NodeId n, Addr a)
{
	Loaded loaded[MAX_LOADED];
	uint32_t nloaded = target_loaded_programs(o->target, n, loaded);

	for (uint32_t i = 1; i < nloaded; i++) {
		ProgramInfo *p = loaded[i].program;
		const ProgramObject *g;

		if (!p || a - loaded[i].data >= p->data_bytes)
			continue;
		g = program_object(p, a - loaded[i].data_moved);
		return keep_owner(o,
			&(Owner){.kind = OWNER_GLOBAL,
				.node = n,
				.program = p,
				.thread = NONE,
				.low = g ? g->addr + loaded[i].data_moved : a,
				.nbytes = g ? g->nbytes : 4,
				.global = g ? &g->variable : NULL});
	}
	return NULL;
}

/* stack_owner: the stack at an address; NULL: none. */
static const Owner *
stack_owner(Owners *o, NodeId n, Addr a)
{
	const Live *l = o->live;

	for (uint32_t i = l->trace->thread.n; i-- > 0;)
		if (l->thread[i].node == n && a - l->thread[i].low < l->thread[i].nbytes)
			return keep_owner(o,
				&(Owner){.kind = OWNER_STACK,
					.node = n,
					.low = l->thread[i].low,
					.nbytes = l->thread[i].nbytes,
					.thread = i});
	return NULL;
}

const Owner *
owner_of(Owners *o, NodeId n, Addr a)
{
	const Owner *w = data_owner(o, n, a);

	w = w ? w : block_at(&o->heap[n], a);
	w = w ? w : stack_owner(o, n, a);
	w = w ? w : block_at(&o->kernel[n], a);
	return w ? w
		: keep_owner(o,
		&(Owner){.kind = OWNER_UNKNOWN,
			.node = n,
			.low = a,
				.nbytes = 4,
				.thread = NONE});
}

Owners *
owners_new(Arena *a, Target *t, const Live *live)
{
	uint32_t nnodes = target_network(t)->nnodes;
	Owners *o = arena_alloc(a, 1, sizeof *o);

	*o = (Owners){.arena = a,
		.target = t,
		.live = live,
		.kernel = arena_alloc(a, nnodes, sizeof *o->kernel),
		.heap = arena_alloc(a, nnodes, sizeof *o->heap)};
	return o;
}

/* ---- names ---- */

void
owner_name(const Owner *w, Addr a, Buf *out)
{
	Word start;

	if (w->kind == OWNER_GLOBAL && w->global) {
		buf_printf(out, "%s", w->global->name);
		type_path(w->global->type, a - w->low, 0, &start, out);
	} else if (w->kind == OWNER_HEAP) {
		buf_printf(out, "byte %u of %u that were allocated", a - w->low, w->nbytes);
	} else if (w->kind == OWNER_STACK) {
		buf_printf(out, "0x%x in a stack", a);
	} else {
		buf_printf(out, "0x%x", a);
	}
}
