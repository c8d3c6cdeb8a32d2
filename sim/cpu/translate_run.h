/*
 * translate_run.h - entering and leaving translated code: what translate.c and operate.c share.
 */
#ifndef TRANSLATE_RUN_H
#define TRANSLATE_RUN_H

#include "translate.h"
#include "call_marks.h"

/* on_chip: true if the workspace is on the chip. */
static inline bool
on_chip(const T800 *c)
{
	return c->r.wptr - MOSTNEG < c->r.onchip;
}

/*
 * may_enter: true if a unit could begin at the node's place. If the clock has advanced since a
 * stretch began there, by cycles that a link took, the interpreter must execute it.
 */
static inline bool
may_enter(const Regs *r)
{
	return r->left == STRETCH_MAX && (r->from != r->iptr || r->since == r->cycles);
}

/* noted_entry: the entry noted for the node's place; NULL if there is none. */
static FORCE_INLINE const void *
noted_entry(const T800 *c)
{
	const Regs *r = &c->r;
	bool inside = on_chip(c);
	Word place = r->iptr & (JUMPS - 1);
	const Jump *jump = &c->code->jumps[inside][place];
	const ContinuedEntry *other = &c->code->kind->continued[inside][place];

	if (r->from == r->iptr)
		return jump->addr == r->iptr ? jump->host : NULL;
	return other->addr == r->iptr && other->from == r->from ? other->host : NULL;
}

/* run_unit: run translated code from an entry; returns the exit at which it was left. */
static inline Exit *
run_unit(T800 *c, const void *entry)
{
	NodeCode *k = c->code;

	k->since = c->r.since + k->shift;
	k->translator->enter(c, entry);
	return &k->translator->exits[k->exit_index];
}

/*
 * leave_before_exit: set the registers for an exit before an instruction, at a known place of its
 * stretch.
 */
static inline void
leave_before_exit(T800 *c, const Exit *e)
{
	const NodeCode *k = c->code;
	Regs *r = &c->r;

	r->left = e->left;
	r->since = e->since ? k->since - k->shift : r->cycles;
	r->from = e->from;
	r->cycles += e->spent;
}

/*
 * is_marked: true if an observer wants to see the node when a call or return has led to its place.
 */
static inline bool
is_marked(const T800 *c)
{
	return c->call_marks && is_call_marked(c->call_marks, c->r.iptr);
}

/* ends_at_mark: true if a call or return has ended at a marked address. */
static inline bool
ends_at_mark(const T800 *c, const Exit *e)
{
	return e->is_call && c->r.left == STRETCH_MAX && is_marked(c);
}

#endif
