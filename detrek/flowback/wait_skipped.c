/*
 * wait_skipped.c - finds the jumps by which threads have skipped a deed that would end a wait: a
 * signal, a release or a message.
 *
 * A deed that was not done leaves no trace. So conditional jumps of the threads are executed the
 * other way (switched.h), the last jumps first. Only those jumps are tried that decide whether
 * their functions call others.
 */
#include "wait_parts.h"

#include <stdlib.h>
#include <string.h>

enum {
	SITES = 1 << 10, /* size of the hash table Skipping.site */
	TRIED = 3000, /* executions of jumps of a node that are tried for one wait */
	EACH = 24,    /* executions of one jump that are tried */
	/* the search ends after so many executions whose other way would have ended the wait */
	MAX_FOUND = 8,
	MOST_ADDED = 3, /* jumps that waits_add_skipped adds */
	INTERVALS = 100, /* at most so many intervals of a node are searched */
};

/* A jump of the code, with the results of trying it. */
typedef struct JumpSite {
	Addr iptr;
	/* DECIDING_JUMP: it decides on calls; OTHER: it does not */
	enum { UNKNOWN_YET, OTHER, DECIDING_JUMP } kind;
	uint32_t tried; /* number of executions that were tried */
	bool found;     /* the other way of an execution would have ended the wait */
} JumpSite;

/* The search for the jumps that skipped a deed. */
typedef struct SkipSearch {
	Waits *w;
	const Waiter *one;   /* the thread whose wait the deed would end */
	const JumpSelection *by;
	SkipList *list;      /* the result */
	JumpSite site[SITES];
	uint32_t tried, found; /* numbers of executions of jumps so far */
} SkipSearch;

/* is_trek: true if the code belongs to TrEK, which decides only on its own messages. */
static bool
is_trek(const Loaded *l, Addr linked)
{
	const LineRow *row = program_line_row(l->program, linked);

	return row && row->place.file && program_is_system(l->program, row->place.file)
		&& !strstr(row->place.file, "kernel/");
}

/*
 * is_deciding_jump: true if the instruction is a conditional jump of a program or library on which
 * calls depend.
 */
static bool
is_deciding_jump(SkipSearch *s, At at)
{
	const Loaded *l = at_program(at);
	Addr linked = l ? at_step(at)->iptr - l->text_moved : 0;
	const CodeFunction *code;
	Executed e;

	if (!l || l->program == target_kernel(s->w->f->target) || !at_decode(at, &e)
		|| e.fn != FN_CJ || where_line(at) == 0 || is_trek(l, linked))
		return false;
	code = codes_function(s->w->f->codes, l->program, linked);
	return code && function_decides_deed(code, linked);
}

/*
 * get_site: the entry for an instruction, which tells if it is a jump that decides on calls; made
 * at the first request.
 */
static JumpSite *
get_site(SkipSearch *s, At at)
{
	Addr iptr = at_step(at)->iptr;
	JumpSite *site = &s->site[iptr % SITES];

	if (site->kind == UNKNOWN_YET || site->iptr != iptr)
		*site = (JumpSite){.iptr = iptr,
			.kind = is_deciding_jump(s, at) ? DECIDING_JUMP : OTHER};
	return site;
}

/* is_jump_wanted: true if one of the threads whose jumps are tried has executed the instruction. */
static bool
is_jump_wanted(const SkipSearch *s, At at)
{
	const JumpSelection *by = s->by;
	Addr wptr = at_step(at)->wdesc & ~3u;

	return by->nbytes == 0 || (wptr - by->low <= by->nbytes) != by->others;
}

/*
 * ending_deed: run the code behind the jump. Returns the number, from 0, of the first deed (kernel
 * call or use of a channel) there that would end the wait, or UINT32_MAX if there is none. actual:
 * let the jump go the way that it went in the run, otherwise the other way.
 */
static uint32_t
ending_deed(SkipSearch *s, At at, bool actual)
{
	const Deeds *d = switched_deeds(s->w->switched, at, actual);

	for (uint32_t i = 0; d && i < d->n; i++)
		if (waits_is_ended_by(s->w, s->one, at.in->node, &d->deed[i]))
			return i;
	return UINT32_MAX;
}

/* is_loop: true if the jump decides whether it is itself executed again. */
static bool
is_loop(SkipSearch *s, At at)
{
	const Loaded *l = at_program(at);
	Addr linked = at_step(at)->iptr - l->text_moved;

	return function_depends(codes_function(s->w->f->codes, l->program, linked), linked,
		linked);
}

/* note_skipped: append to the list the place at which the jump has skipped deed number `deed`. */
static void
note_skipped(SkipSearch *s, At at, uint32_t deed)
{
	SkipList *list = s->list;
	Time time = node_time(steps_network(s->w->f->steps), at.in->node,
		at.in->began + at_step(at)->cycles);

	list->skip = arena_more(&s->w->arena, list->skip, list->n, sizeof *list->skip);
	list->skip[list->n++] = (SkippingJump){at.in->node, at_count(at), time, deed,
		is_loop(s, at)};
}

/* try_jump: note the jump if only its other way would have ended the wait. */
static void
try_jump(SkipSearch *s, At at)
{
	JumpSite *site = get_site(s, at);
	uint32_t deed;

	if (site->kind != DECIDING_JUMP || site->found || site->tried >= EACH
		|| !is_jump_wanted(s, at))
		return;
	site->tried++;
	s->tried++;
	deed = ending_deed(s, at, false);
	if (deed == UINT32_MAX || ending_deed(s, at, true) != UINT32_MAX
		|| !waits_own_step(s->w, at).in)
		return;
	site->found = true;
	s->found++;
	note_skipped(s, at, deed);
}

/* may_continue: true if more jumps may be tried: neither enough were tried nor enough found. */
static bool
may_continue(const SkipSearch *s)
{
	return s->tried < TRIED && s->found < MAX_FOUND;
}

/* try_interval: try the jumps of an interval before an instruction, the last one first. */
static void
try_interval(SkipSearch *s, At at)
{
	while (at.step-- > 0 && may_continue(s) && at_count(at) >= s->by->from)
		try_jump(s, at);
}

void
waits_find_skipped(Waits *w, const Waiter *one, const JumpSelection *by, SkipList *list)
{
	SkipSearch *s = xcalloc(1, sizeof *s);
	uint64_t count = w->nodes[by->node].count;

	*s = (SkipSearch){.w = w, .one = one, .by = by, .list = list};
	for (int i = 0; i < INTERVALS && count > by->from && may_continue(s); i++) {
		At at;

		steps_trim(w->f->steps);
		at = steps_at(w->f->steps, by->node, count - 1);
		if (at.step < at.in->nsteps)
			at.step++;
		try_interval(s, at);
		count = at.in->first < count ? at.in->first : 0;
	}
	free(s);
}

/* ---- their order ---- */

/*
 * compare_nearness: compare two listed jumps, for qsort: first by how soon after the jump the
 * skipped deed would have come, then jumps that do not decide on a loop before others, then late
 * jumps before early ones.
 */
static int
compare_nearness(const void *a, const void *b)
{
	const SkippingJump *x = a, *y = b;

	if (x->deed != y->deed)
		return x->deed < y->deed ? -1 : 1;
	if (x->loop != y->loop)
		return x->loop - y->loop;
	if (x->time != y->time)
		return x->time > y->time ? -1 : 1;
	return x->node < y->node ? -1 : x->node > y->node;
}

uint32_t
waits_add_skipped(Waits *w, Cause *effect, SkipList *list, const char *what)
{
	uint32_t n = list->n < MOST_ADDED ? list->n : MOST_ADDED;

	if (n > 0)
		qsort(list->skip, list->n, sizeof *list->skip, compare_nearness);
	for (uint32_t i = 0; i < n; i++) {
		At at;
		Cause *c;

		steps_trim(w->f->steps);
		at = steps_at(w->f->steps, list->skip[i].node, list->skip[i].count);
		c = control_predicate(w->f, at);
		waits_set_place(w, c, at);
		c->alone = true;
		graph_add_dependence(&w->f->graph, effect, DEPENDS_POTENTIAL, c, what);
	}
	return n;
}
