/*
 * copies.c - numbers the copies of a line's code, which optimisation makes when it unrolls a loop
 * or duplicates a block. The copies of an inlined function are told apart by their calls already.
 *
 * A copy begins, after other code, at a root that the copy before already has: a root of the same
 * kind, from the same column. Copies without other code between them count as one, since an
 * assignment of a structure looks the same. Several roots may count the turns of one loop. The
 * condition at a loop's end is no copy of the condition before the loop, because it is evaluated
 * while the loop's statement is being executed.
 */
#include "emit.h"

#include <stdlib.h>

/*
 * closes_loop: true if an edge from block b leads back, perhaps through a block that only jumps on.
 */
static bool
closes_loop(Fn *f, int b)
{
	for (unsigned i = 0; i < fn_successors(f, b); i++) {
		int next = fn_successor(f, b, i);

		if (fn_successors(f, next) == 1)
			next = fn_successor(f, next, 0);
		if (f->blocks[next].rank <= f->blocks[b].rank)
			return true;
	}
	return false;
}

/* mark_root: the root instruction whose code begins at the mark. */
static LLVMValueRef
mark_root(const Fn *f, const Mark *m)
{
	return f->blocks[m->block].ins[m->pos];
}

/*
 * by_line: order marks so that those of one line of one copy of a function are together, in the
 * order of the code.
 */
static int
by_line(const void *a, const void *b)
{
	const Mark *x = *(const Mark *const *)a, *y = *(const Mark *const *)b;

	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	if (x->where.line != y->where.line)
		return x->where.line < y->where.line ? -1 : 1;
	if (x->where.inlined != y->where.inlined)
		return (uintptr_t)x->where.inlined < (uintptr_t)y->where.inlined ? -1 : 1;
	return x < y ? -1 : x > y;
}

/* is_same_line: true if both marks have the same line, in the same copy of an inlined function. */
static bool
is_same_line(const Mark *a, const Mark *b)
{
	return a->file == b->file && a->where.line == b->where.line
		&& a->where.inlined == b->where.inlined;
}

/*
 * carrying_loop: the first block of a loop in which a phi takes the root's value for the next
 * round; -1 if there is none.
 */
static int
carrying_loop(Fn *f, const Mark *m)
{
	for (LLVMUseRef u = LLVMGetFirstUse(mark_root(f, m)); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		int b = LLVMIsAPHINode(user) ? fn_block(f, LLVMGetInstructionParent(user)) : -1;

		if (b >= 0 && f->blocks[b].rank <= f->blocks[m->block].rank)
			return b;
	}
	return -1;
}

/*
 * is_same_root: true if both marks are of copies of one root, which a pass of LLVM has duplicated.
 */
static bool
is_same_root(Fn *f, const Mark *a, const Mark *b)
{
	int loop = carrying_loop(f, a);

	return a->where.column == b->where.column && a->where.scope == b->where.scope
		&& LLVMGetInstructionOpcode(mark_root(f, a))
			== LLVMGetInstructionOpcode(mark_root(f, b))
		&& (loop < 0 || loop != carrying_loop(f, b));
}

/*
 * may_show_copy: true if the root of the mark can show that its line was copied. It must do more
 * than jump on or close a loop.
 */
static bool
may_show_copy(Fn *f, const Mark *m)
{
	return !LLVMIsATerminatorInst(mark_root(f, m))
		|| (fn_successors(f, m->block) != 1 && !closes_loop(f, m->block));
}

/*
 * run_length: how many of the n marks of a line, from the first on, follow each other without other
 * code between them.
 */
static size_t
run_length(Mark *const *marks, size_t n)
{
	size_t k = 1;

	while (k < n && marks[k] == marks[k - 1] + 1 && marks[k]->block == marks[0]->block)
		k++;
	return k;
}

/*
 * repeats_root: true if one of a run's n marks has the same root as one of nbefore marks before
 * the run.
 */
static bool
repeats_root(Fn *f, Mark *const *run, size_t n, Mark *const *before, size_t nbefore)
{
	for (size_t k = 0; k < n; k++)
		for (size_t i = 0; i < nbefore && may_show_copy(f, run[k]); i++)
			if (is_same_root(f, before[i], run[k]))
				return true;
	return false;
}

/* number_line: number the copies among the n marks of a line. */
static void
number_line(Fn *f, Mark **marks, size_t n)
{
	size_t first = 0, run; /* the first mark of the present copy; the length of a run */
	unsigned copy = 0;

	for (size_t i = 0; i < n; i += run) {
		run = run_length(marks + i, n - i);
		if (repeats_root(f, marks + i, run, marks + first, i - first)) {
			first = i;
			copy++;
		}
		for (size_t k = i; k < i + run; k++)
			marks[k]->copy = copy;
	}
}

void
fn_number_copies(Fn *f)
{
	Mark **marks = arena_alloc(f->arena, f->nmarks + 1, sizeof *marks);
	size_t n;

	for (size_t i = 0; i < f->nmarks; i++)
		marks[i] = &f->marks[i];
	qsort(marks, f->nmarks, sizeof *marks, by_line);
	for (size_t i = 0; i < f->nmarks; i += n) {
		n = 1;
		while (i + n < f->nmarks && is_same_line(marks[i], marks[i + n]))
			n++;
		number_line(f, marks + i, n);
	}
}
