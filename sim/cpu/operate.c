/*
 * operate.c - single operations at the end of translated code, on the registers in the node:
 * nothing is decoded, and the registers are not copied.
 *
 * Scheduler, channels and block moves are compiled once more as functions of this file. Here they
 * test neither for an observer of memory nor for dynamic memory, and the compiler can inline them.
 */
#define WATCHED(t) false
#define GUARDED(t) true
#define DRAM(t) false
#define SHORT(t) ((void)(t), false)
#define SCHEDULING true

#include "post.h"

#include <stdbool.h>

/* STATIC_COPY: make a function static here that is global in process.c, channel.c or block.c. */
#define STATIC_COPY static __attribute__((unused))
struct T800;
STATIC_COPY void process_account(struct T800 *c);
STATIC_COPY void process_ready(struct T800 *c, Word desc);
STATIC_COPY void process_reschedule(struct T800 *c);
STATIC_COPY void process_wait(struct T800 *c);
STATIC_COPY void process_withhold(struct T800 *c);
STATIC_COPY void process_slice(struct T800 *c);
STATIC_COPY void process_start(struct T800 *c);
STATIC_COPY void process_end(struct T800 *c);
STATIC_COPY void process_run(struct T800 *c);
STATIC_COPY void process_stop(struct T800 *c);
STATIC_COPY bool process_spend(struct T800 *c);
STATIC_COPY void breakpoint(struct T800 *c);
STATIC_COPY void link_post(struct T800 *c, PostKind kind, int link);
STATIC_COPY void channel_in(struct T800 *c);
STATIC_COPY void channel_out(struct T800 *c);
STATIC_COPY void channel_outbyte(struct T800 *c);
STATIC_COPY void channel_outword(struct T800 *c);
STATIC_COPY void channel_reset(struct T800 *c);
STATIC_COPY void channel_done(struct T800 *c, int slot);
STATIC_COPY void channel_guard_ready(struct T800 *c, int link);
STATIC_COPY bool channel_ask(struct T800 *c, int link, bool *waiting);
STATIC_COPY void t800_raise_event(struct T800 *c);
STATIC_COPY bool block_inside(struct T800 *c, Addr a, Word nbytes);
STATIC_COPY bool block_copy(struct T800 *c, Addr dst, Addr src, Word nbytes);
STATIC_COPY void block_move(struct T800 *c);
STATIC_COPY void block_move_all(struct T800 *c);
STATIC_COPY void block_move_nonzero(struct T800 *c);
STATIC_COPY void block_move_zero(struct T800 *c);

#include "translate_run.h"
#include "block.c"
#include "process.c"
#include "channel.c"

#define outline(t, f) f((t)->node)

#include "blocks.h"

/* set_clock_and_iptr: set the clock and Iptr to their values after the operation. */
static void
set_clock_and_iptr(T800 *c, const Exit *e)
{
	Regs *r = &c->r;

	leave_before_exit(c, e);
	if (e->floating)
		lengths_set(&c->fpu[c->priority], e->lengths);
	r->start = e->iptr;
	r->began = r->cycles;
	r->iptr = e->iptr + e->nbytes;
	r->cycles += e->cycles;
}

/* execute_operation: execute the instruction with this operation code. */
static FORCE_INLINE void
execute_operation(T800 *c, Word operation)
{
	Regs *r = &c->r;

	switch (operation) {
#define DIRECT(...)
#define OPER(code, name, ...) case code: op_##name(r); break;
#define FPOPER(...)
#define FPENTRY(...)
#include "isa.tab"
#undef DIRECT
#undef OPER
#undef FPOPER
#undef FPENTRY
	default: assert(!"an operation of the processor");
	}
	if (--r->left == 0)
		pass_checkpoint(r);
}

/* may_run_on: true if the node can continue up to the limit without t800_run. */
static bool
may_run_on(const T800 *c, Cycles limit)
{
	Cycles when;

	due_next(c, &when);
	return c->stop == STOP_NONE && !c->idle && c->nposts == 0 && !c->asking && when >= limit
		&& c->due[DUE_SLICE] != NEVER;
}

/*
 * finish_run: after an operation that has ended the run, continue up to the limit if nothing else
 * acts.
 */
static void
finish_run(T800 *c, Cycles limit)
{
	Regs *r = &c->r;

	if (!may_run_on(c, limit))
		return;
	r->limit = limit;
	process_spend(c);
	if (r->left != STRETCH_MAX) /* the operation has started another process */
		pass_checkpoint(r);
}

/*
 * next_entry: the entry of the code that follows an exit; NULL if it is not known, or the run ends.
 */
static const void *
next_entry(const T800 *c, const Exit *e)
{
	const Regs *r = &c->r;

	return may_enter(r) && r->cycles < r->limit && !ends_at_mark(c, e) ? noted_entry(c) : NULL;
}

Exit *
operate(T800 *c, Exit *e)
{
	Cycles limit = c->r.limit;

	for (;;) {
		const void *entry;

		set_clock_and_iptr(c, e);
		execute_operation(c, e->operation);
		if (c->r.limit != limit)
			finish_run(c, limit);
		entry = next_entry(c, e);
		if (!entry)
			return e;
		e = run_unit(c, entry);
		if (e->kind != EXIT_OPERATE)
			return e;
	}
}
