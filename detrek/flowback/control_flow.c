/* control_flow.c - the control flow of a function, and its control dependences. */
#include "control_flow.h"
#include "base/bitset.h"
#include "model.h"

#include <stdlib.h>
#include <string.h>

enum {
	UNKNOWN = INT32_MIN, /* a value of CodeFunction.depth */
	MAX_SUCCESSORS = 1024, /* successors of a jump through a table */
};

/* A basic block. */
typedef struct Block {
	Addr last;        /* its last instruction */
	uint32_t *ways;   /* [nways] successor blocks */
	uint32_t nways;
	/* control leaves the function behind the block, or a successor is unknown */
	bool leaves;
	Addr *deciders;   /* [ndeciders] the jumps on which the block depends, computed on demand */
	uint32_t ndeciders;
} Block;

struct CodeFunction {
	Arena *arena;
	const ProgramInfo *program;
	Addr start;
	Word size;
	const uint8_t *code;
	/* [byte]: before the instruction there: Wptr minus its value at the entry, in words */
	int32_t *depth;
	uint8_t *seen;     /* [byte]: 1: an instruction begins there; 2: a block, too */
	uint32_t *block;   /* [byte]: block of the instruction there */
	Block *blocks;
	uint32_t nblocks;
	CodeFunction *next; /* in the list of Codes.functions */
};

enum { BUCKETS = 256 }; /* of the hash table Codes.functions */

struct CodeCache {
	Arena arena;
	CodeFunction *functions[BUCKETS];
};

CodeCache *
codes_new(void)
{
	return xcalloc(1, sizeof(CodeCache));
}

void
codes_free(CodeCache *c)
{
	arena_free(&c->arena);
	free(c);
}

/* ---- the ways from an instruction ---- */

/* The successors of an instruction: offsets in the function. */
typedef struct Successors {
	Word to[MAX_SUCCESSORS]; /* [n] */
	uint32_t n;
	bool leaves;       /* control leaves the function, or a successor is unknown */
} Successors;

/*
 * add_successor: add an offset as a successor; an offset outside the function counts as leaving it.
 */
static void
add_successor(const CodeFunction *f, Successors *w, Word to)
{
	if (to < f->size && w->n < MAX_SUCCESSORS)
		w->to[w->n++] = to;
	else
		w->leaves = true;
}

/*
 * add_table_successors: add the successors that are listed in the table after a gcall: distances
 * from the table, ended by 0.
 */
static void
add_table_successors(const CodeFunction *f, Successors *w, Word next)
{
	Word start = ((f->start + next + 3) & ~3u) - f->start;

	for (Word i = start; i + 4 <= f->size && get32(f->code + i) != 0; i += 4)
		add_successor(f, w, start + get32(f->code + i));
	w->leaves |= w->n == 0;
}

/*
 * find_successors: list in *w the offsets at which control can go on after the instruction at
 * offset `at`.
 */
static void
find_successors(const CodeFunction *f, Word at, const Executed *e, Successors *w)
{
	Word next = at + e->size;

	w->n = 0;
	w->leaves = false;
	if (e->fn == FN_J || e->fn == FN_CJ)
		add_successor(f, w, next + e->operand);
	if (executed_is(e, OPER_GCALL))
		add_table_successors(f, w, next);
	else if (executed_is(e, OPER_RET) || executed_is(e, OPER_ENDP)
		|| executed_is(e, OPER_ALTEND))
		w->leaves = true;
	else if (e->fn != FN_J)
		add_successor(f, w, next);
}

/* ends_block: true if control may go elsewhere than to the next instruction. */
static bool
ends_block(const Executed *e)
{
	return e->fn == FN_J || e->fn == FN_CJ || executed_is(e, OPER_GCALL)
		|| executed_is(e, OPER_RET) || executed_is(e, OPER_ENDP)
		|| executed_is(e, OPER_ALTEND);
}

/*
 * depth_after: Wptr after an instruction, relative to its value at the function's entry. depth: the
 * same before the instruction.
 */
static int32_t
depth_after(const Executed *e, int32_t depth)
{
	if (depth == UNKNOWN || executed_is(e, OPER_GAJW))
		return UNKNOWN;
	return e->fn == FN_AJW ? depth + (int32_t)e->operand : depth;
}

/* ---- instructions ---- */

/*
 * explore_function: mark every instruction that can be reached from the entry, and the starts of
 * blocks.
 */
static void
explore_function(CodeFunction *f)
{
	Word *work = xcalloc(f->size, sizeof *work), nwork = 1;
	Successors *w = xmalloc(sizeof *w);

	f->seen[0] = 2;
	while (nwork > 0) {
		Word at = work[--nwork];
		Executed e;

		if (!executed_decode(f->code + at, f->size - at, 1, &e))
			continue;
		find_successors(f, at, &e, w);
		for (uint32_t i = 0; i < w->n; i++) {
			Word to = w->to[i];
			bool begins = ends_block(&e);

			if (!f->seen[to]) {
				f->depth[to] = depth_after(&e, f->depth[at]);
				work[nwork++] = to;
			}
			f->seen[to] = begins || f->seen[to] == 2 ? 2 : 1;
		}
	}
	free(w);
	free(work);
}

/* ---- blocks ---- */

/*
 * number_blocks: give each reached instruction the number of its basic block: its own if it begins
 * one, otherwise that of the previous instruction.
 */
static void
number_blocks(CodeFunction *f)
{
	for (Word at = 0; at < f->size; at++) {
		if (f->seen[at] == 2)
			f->nblocks++;
		if (f->seen[at] && f->nblocks > 0)
			f->block[at] = f->nblocks - 1;
	}
	f->blocks = arena_alloc(f->arena, f->nblocks, sizeof *f->blocks);
}

/*
 * join_blocks: set the last instruction and the successors of each block, from the instructions
 * that can be reached.
 */
static void
join_blocks(CodeFunction *f)
{
	Successors *w = xmalloc(sizeof *w);

	for (Word at = 0; at < f->size; at++) {
		Block *b = &f->blocks[f->block[at]];
		Executed e;

		if (!f->seen[at] || !executed_decode(f->code + at, f->size - at, 1, &e))
			continue;
		find_successors(f, at, &e, w);
		b->last = f->start + at;
		if (!ends_block(&e) && w->n == 1 && f->block[w->to[0]] == f->block[at])
			continue;
		b->leaves = w->leaves;
		b->nways = w->n;
		b->ways = arena_alloc(f->arena, w->n + 1, sizeof *b->ways);
		for (uint32_t i = 0; i < w->n; i++)
			b->ways[i] = f->block[w->to[i]];
	}
	free(w);
}

/*
 * ---- post-dominators, as rows of bits: the row of a block contains the blocks that are on every
 * path from this block to the exit ----
 */

/* A row of bits for each block, with a bit for each block. */
typedef struct BlockRows {
	uint64_t *bits; /* [n * words] the rows */
	uint32_t n, words; /* number of blocks; number of 64-bit words in a row */
} BlockRows;

/* row_of_block: the row of bits of block i, with a bit for each block. */
static uint64_t *
row_of_block(const BlockRows *r, uint32_t i)
{
	return r->bits + (size_t)i * r->words;
}

/* is_bit_set: tell if bit k of the row of block i is set. */
static bool
is_bit_set(const BlockRows *r, uint32_t i, uint32_t k)
{
	return set_has(row_of_block(r, i), k);
}

/*
 * open_loops: make every block reach the function's exit. If an endless loop prevents this, the
 * highest of its blocks is treated as if control could leave the function there.
 */
static void
open_loops(CodeFunction *f)
{
	bool *out = xcalloc(f->nblocks, sizeof *out), changed = true;

	while (changed) {
		changed = false;
		for (uint32_t i = f->nblocks; i-- > 0;) {
			bool was = out[i];

			out[i] |= f->blocks[i].leaves || f->blocks[i].nways == 0;
			for (uint32_t k = 0; k < f->blocks[i].nways; k++)
				out[i] |= out[f->blocks[i].ways[k]];
			changed |= out[i] != was;
		}
		for (uint32_t i = f->nblocks; !changed && i-- > 0;)
			if (!out[i])
				changed = f->blocks[i].leaves = true;
	}
	free(out);
}

/*
 * meet_successors: compute a block's row anew: the block itself, and the blocks that are in the
 * rows of all its successors; returns whether the row has changed.
 */
static bool
meet_successors(const CodeFunction *f, const BlockRows *r, uint32_t i, uint64_t *scratch)
{
	const Block *b = &f->blocks[i];
	bool changed;

	memset(scratch, b->leaves || b->nways == 0 ? 0 : 0xFF, r->words * sizeof *scratch);
	for (uint32_t k = 0; k < b->nways; k++)
		for (uint32_t w = 0; w < r->words; w++)
			scratch[w] &= row_of_block(r, b->ways[k])[w];
	set_put(scratch, i);
	changed = memcmp(scratch, row_of_block(r, i), r->words * sizeof *scratch) != 0;
	memcpy(row_of_block(r, i), scratch, r->words * sizeof *scratch);
	return changed;
}

/* find_post_dominators: for each block, the bits of the blocks that every path from it passes. */
static BlockRows
find_post_dominators(const CodeFunction *f)
{
	BlockRows r = {.n = f->nblocks, .words = set_words(f->nblocks)};
	uint64_t *scratch = xcalloc(r.words, sizeof *scratch);
	bool changed = true;

	r.bits = xmalloc((size_t)r.n * r.words * sizeof *r.bits);
	memset(r.bits, 0xFF, (size_t)r.n * r.words * sizeof *r.bits);
	while (changed) {
		changed = false;
		for (uint32_t i = r.n; i-- > 0;)
			changed |= meet_successors(f, &r, i, scratch);
	}
	free(scratch);
	return r;
}

/*
 * block_decides: true if block k is on every path from one successor of block b, but not on every
 * path from b.
 */
static bool
block_decides(const CodeFunction *f, const BlockRows *r, uint32_t b, uint32_t k)
{
	if (f->blocks[b].nways + f->blocks[b].leaves < 2 || (k != b && is_bit_set(r, b, k)))
		return false;
	for (uint32_t i = 0; i < f->blocks[b].nways; i++)
		if (is_bit_set(r, f->blocks[b].ways[i], k))
			return true;
	return false;
}

/* find_deciders: list for each block the jumps that decide whether it is executed. */
static void
find_deciders(CodeFunction *f)
{
	BlockRows r;

	open_loops(f);
	r = find_post_dominators(f);
	for (uint32_t k = 0; k < f->nblocks; k++)
		for (uint32_t b = 0; b < f->nblocks; b++)
			if (block_decides(f, &r, b, k)) {
				Block *block = &f->blocks[k];

				block->deciders = arena_more(f->arena, block->deciders,
					block->ndeciders, sizeof(Addr));
				block->deciders[block->ndeciders++] = f->blocks[b].last;
			}
	free(r.bits);
}

/* ---- functions ---- */

/* code_at: the bytes of a program's image; NULL if it has none there. */
static const uint8_t *
code_at(const ProgramInfo *p, Addr a, Word nbytes)
{
	for (size_t i = 0; i < p->image.nsegments; i++) {
		const Segment *s = &p->image.segments[i];

		if (a - s->addr < s->nbytes && nbytes <= s->nbytes - (a - s->addr))
			return s->data + (a - s->addr);
	}
	return NULL;
}

/* function_extent: the range of the function that contains an address; false if there is none. */
static bool
function_extent(const ProgramInfo *p, Addr a, Addr *start, Word *size)
{
	const DebugFunction *d = program_function_at(p, a);
	const Symbol *s = d ? NULL : image_find(&p->image, a);

	*start = d ? d->addr : s ? s->addr : 0;
	*size = d ? d->size : s ? s->size : 0;
	return (d || s) && a - *start < *size;
}

/* read_function: decode a function's code, and find its blocks and the jumps that decide them. */
static CodeFunction *
read_function(CodeCache *c, const ProgramInfo *p, Addr start, Word size, const uint8_t *code)
{
	CodeFunction *f = arena_alloc(&c->arena, 1, sizeof *f);

	*f = (CodeFunction){.arena = &c->arena, .program = p, .start = start, .size = size,
		.code = code};
	f->depth = arena_alloc(&c->arena, size, sizeof *f->depth);
	f->seen = arena_alloc(&c->arena, size, sizeof *f->seen);
	f->block = arena_alloc(&c->arena, size, sizeof *f->block);
	explore_function(f);
	number_blocks(f);
	join_blocks(f);
	find_deciders(f);
	return f;
}

const CodeFunction *
codes_function(CodeCache *c, const ProgramInfo *p, Addr a)
{
	CodeFunction **bucket, *f;
	const uint8_t *code;
	Addr start;
	Word size;

	if (!p || !function_extent(p, a, &start, &size) || !(code = code_at(p, start, size)))
		return NULL;
	bucket = &c->functions[start % BUCKETS];
	for (f = *bucket; f; f = f->next)
		if (f->program == p && f->start == start)
			return f;
	f = read_function(c, p, start, size, code);
	f->next = *bucket;
	return *bucket = f;
}

bool
function_entry_wptr(const CodeFunction *f, Addr a, Addr wptr, Addr *entry)
{
	Word at = a - f->start;

	if (at >= f->size || !f->seen[at] || f->depth[at] == UNKNOWN)
		return false;
	*entry = wptr - 4 * f->depth[at];
	return true;
}

size_t
function_deciders(const CodeFunction *f, Addr a, const Addr **deciders)
{
	Word at = a - f->start;

	if (at >= f->size || !f->seen[at])
		return 0;
	*deciders = f->blocks[f->block[at]].deciders;
	return f->blocks[f->block[at]].ndeciders;
}

/*
 * block_depends: true if a block depends on the jump, directly or through others; seen: the blocks
 * that were visited.
 */
static bool
block_depends(const CodeFunction *f, uint32_t block, Addr jump, bool *seen)
{
	const Block *b = &f->blocks[block];

	if (seen[block])
		return false;
	seen[block] = true;
	for (uint32_t i = 0; i < b->ndeciders; i++)
		if (b->deciders[i] == jump
			|| block_depends(f, f->block[b->deciders[i] - f->start], jump, seen))
			return true;
	return false;
}

bool
function_depends(const CodeFunction *f, Addr a, Addr jump)
{
	Word at = a - f->start;
	bool *seen, found;

	if (at >= f->size || !f->seen[at])
		return false;
	seen = xcalloc(f->nblocks, sizeof *seen);
	found = block_depends(f, f->block[at], jump, seen);
	free(seen);
	return found;
}

/* is_call_or_channel: true if the instruction is a call, or uses a channel. */
static bool
is_call_or_channel(const Executed *e)
{
	return e->fn == FN_CALL || executed_is(e, OPER_GCALL) || executed_is(e, OPER_IN)
		|| executed_is(e, OPER_OUT) || executed_is(e, OPER_OUTBYTE)
		|| executed_is(e, OPER_OUTWORD);
}

bool
function_decides_deed(const CodeFunction *f, Addr jump)
{
	for (Word at = 0; at < f->size; at++) {
		Executed e;

		if (f->seen[at] && executed_decode(f->code + at, f->size - at, 1, &e)
			&& is_call_or_channel(&e) && function_depends(f, f->start + at, jump))
			return true;
	}
	return false;
}

bool
function_next_instruction(const CodeFunction *f, Addr *a)
{
	Word at = *a ? *a - f->start + 1 : 0;

	while (at < f->size && !f->seen[at])
		at++;
	*a = f->start + at;
	return at < f->size;
}

bool
function_decode(const CodeFunction *f, Addr a, Executed *e)
{
	return executed_decode(f->code + (a - f->start), f->size - (a - f->start), 1, e);
}

bool
function_same_block(const CodeFunction *f, Addr a, Addr b)
{
	Word at = a - f->start, other = b - f->start;

	return at < f->size && other < f->size && f->seen[at] && f->seen[other]
		&& f->block[at] == f->block[other];
}

bool
function_next_store(const CodeFunction *f, Addr entry, Addr word, Addr *a)
{
	Word at = *a ? *a - f->start + 1 : 0;

	for (; at < f->size; at++) {
		Executed e;

		if (f->seen[at] && f->depth[at] != UNKNOWN
			&& executed_decode(f->code + at, f->size - at, 1, &e) && e.fn == FN_STL
			&& entry + 4 * (f->depth[at] + (int32_t)e.operand) == word) {
			*a = f->start + at;
			return true;
		}
	}
	return false;
}
