/* weight.c - estimates how often the blocks of a function run: each loop multiplies by eight. */
#include "select.h"

#include <string.h>

/* An edge to a block that is still being visited, which closes a loop. */
typedef struct BackEdge {
	int head, tail; /* from block `tail` to block `head` */
} BackEdge;

/* The state while loops are found. */
typedef struct Weighing {
	Fn *f;
	BackEdge *back;
	int nback;
	uint8_t *in; /* [block] true for the blocks of one loop */
	int *stack;  /* blocks whose predecessors are still to be visited */
} Weighing;

/* add_to_loop: add block b to the loop, unless it is there. */
static void
add_to_loop(Weighing *w, int b, int *n)
{
	if (w->in[b])
		return;
	w->in[b] = 1;
	w->stack[(*n)++] = b;
}

/*
 * mark_loop: mark every block from which a back edge of the head can be reached without passing the
 * head.
 */
static void
mark_loop(Weighing *w, int head)
{
	Fn *f = w->f;
	int n = 0;

	memset(w->in, 0, f->nblocks);
	w->in[head] = 1;
	for (int i = 0; i < w->nback; i++)
		if (w->back[i].head == head)
			add_to_loop(w, w->back[i].tail, &n);
	while (n > 0) {
		LLVMValueRef bb = LLVMBasicBlockAsValue(f->blocks[w->stack[--n]].bb);

		for (LLVMUseRef u = LLVMGetFirstUse(bb); u; u = LLVMGetNextUse(u))
			if (LLVMIsATerminatorInst(LLVMGetUser(u)))
				add_to_loop(w, fn_block(f,
					LLVMGetInstructionParent(LLVMGetUser(u))), &n);
	}
	for (int b = 0; b < f->nblocks; b++)
		if (w->in[b] && f->blocks[b].weight < 1 << 18)
			f->blocks[b].weight *= 8;
}

/*
 * visit_blocks: find the back edges by a depth-first search, and rank the blocks so that all other
 * edges go to higher ranks.
 */
static void
visit_blocks(Weighing *w)
{
	Fn *f = w->f;
	uint8_t *state = arena_alloc(f->arena, f->nblocks, 1); /* 0 new, 1 being visited, 2 done */
	unsigned *next = arena_alloc(f->arena, f->nblocks, sizeof(unsigned));
	int n = 1, rank = f->nblocks;

	state[0] = 1;
	w->stack[0] = 0;
	while (n > 0) {
		int b = w->stack[n - 1], s;

		if (next[b] == fn_successors(f, b)) {
			state[b] = 2;
			f->blocks[b].rank = --rank;
			n--;
			continue;
		}
		s = fn_successor(f, b, next[b]++);
		if (state[s] == 1) {
			w->back = arena_more(f->arena, w->back, w->nback, sizeof *w->back);
			w->back[w->nback++] = (BackEdge){s, b};
		}
		if (state[s] == 0) {
			state[s] = 1;
			w->stack[n++] = s;
		}
	}
}

void
fn_weigh(Fn *f)
{
	Weighing w = {
		.f = f, .in = arena_alloc(f->arena, f->nblocks, 1),
		.stack = arena_alloc(f->arena, f->nblocks, sizeof(int)),
	};

	visit_blocks(&w);
	for (int i = 0; i < w.nback; i++) {
		int k;

		for (k = 0; k < i && w.back[k].head != w.back[i].head; k++)
			;
		if (k == i) /* its first back edge */
			mark_loop(&w, w.back[i].head);
	}
}
