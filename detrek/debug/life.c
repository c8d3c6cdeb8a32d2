/*
 * life.c - how long a local variable lives that is watched: from the call of its function to the
 * return. Before and afterwards its memory is others'.
 *
 * Both ends are told by where the process stands, with which workspace: before the function's first
 * instruction, and where its caller goes on. Counts are of instructions that the node has executed.
 */
#include "session.h"

#include <stdlib.h>

/* An instruction that a process is about to execute, with this workspace. */
typedef struct Standing {
	Addr iptr, wptr;
} Standing;

struct Life {
	const Past *past;     /* that the counts are of */
	Standing entry, after;
	uint64_t low, high;   /* it lives before these and all instructions between */
	uint64_t begin, end;  /* of its life; not known: 0, UINT64_MAX */
	char function[40];
};

/* ---- which call ---- */

/*
 * frame_of: the function that has an address of the stack in its workspace, and is not inlined; its
 * caller is one of the chain.
 */
static const ChainFrame *
frame_of(const Session *s, Addr a)
{
	for (size_t i = 0; i < s->nchain; i++) {
		const ChainFrame *f = &s->chain[i];

		if (!f->inlined && f->cfa != 0 && a - f->s.wptr < f->cfa - f->s.wptr)
			return f;
	}
	return NULL;
}

void
life_find(Session *s, Point *p)
{
	const ChainFrame *f = frame_of(s, p->addr), *caller = f ? f + 1 : NULL;
	const DebugFunction *function;
	uint64_t count = t800_count(s->w->nodes[p->node]);

	if (!f || caller == s->chain + s->nchain || !f->program)
		return;
	function = program_function_at(f->program, f->pc);
	if (!function)
		return;
	p->life = xcalloc(1, sizeof *p->life);
	*p->life = (Life){.past = s->past,
		.entry = {function->addr + f->s.code_moved, f->cfa - 16},
		.after = {caller->s.iptr, caller->s.wptr},
		.low = count,
		.high = count,
		.end = UINT64_MAX};
	snprintf(p->life->function, sizeof p->life->function, "%s", function->name);
}

/* ---- as the node runs ---- */

static bool
stands(const Session *s, NodeId n, Standing at)
{
	const T800 *c = s->w->nodes[n];

	return c->r.iptr == at.iptr && c->r.wptr == at.wptr;
}

/* see: whether the node is where the life begins or ends. */
static void
see(const Session *s, NodeId n, Life *l, uint64_t count)
{
	if (stands(s, n, l->entry) && count <= l->low && count > l->begin)
		l->begin = count;
	if (stands(s, n, l->after) && count > l->high && count < l->end)
		l->end = count;
}

bool
life_marked(const Session *s, const Point *p, NodeId n, char *text, size_t size)
{
	Life *l = p->life;
	uint64_t count = t800_count(s->w->nodes[n]);

	if (!l || !p->enabled || p->node != n)
		return false;
	see(s, n, l, count);
	if (count != (s->backward ? l->begin : l->end))
		return false;
	snprintf(text, size, s->backward ? "%s() begins here, and so does the variable"
		: "%s() has returned, and the variable has ended", l->function);
	return true;
}

bool
life_has(const Point *p, uint64_t count)
{
	const Life *l = p->life;

	/* the call, which writes arguments, is before the function's first instruction */
	return !l || (count + 1 >= l->begin && count < l->end);
}

void
life_marks(const Point *p, NodeId n, Watcher *o)
{
	if (!p->life || p->node != n)
		return;
	watcher_mark(o, n, p->life->entry.iptr);
	watcher_mark(o, n, p->life->after.iptr);
}

/* ---- after a jump ---- */

/* A search for one end of a life. */
typedef struct LifeSearch {
	Session *s;
	const Point *p;
	bool backward;
	Watcher *watcher;
} LifeSearch;

static void
marked(void *context, NodeId n)
{
	const LifeSearch *x = context;
	Life *l = x->p->life;
	uint64_t count = t800_count(x->s->w->nodes[n]);

	see(x->s, n, l, count);
	if (count == (x->backward ? l->begin : l->end))
		past_hit(x->s->past, place_before(n, count));
}

static void
attach(void *context, Network *w)
{
	LifeSearch *x = context;

	x->watcher = watcher_new(w, &(WatcherOptions){.marked = marked, .context = x});
	life_marks(x->p, x->p->node, x->watcher);
}

static void
detach(void *context, Network *w)
{
	LifeSearch *x = context;

	(void)w;
	watcher_free(x->watcher);
}

/* search: from where it is known to live to the time at hand, or back. */
static void
search(Session *s, const Point *p, bool backward)
{
	LifeSearch x = {.s = s, .p = p, .backward = backward};
	Search what = {attach, detach, &x};
	Time now = session_time(s);

	if (!past_goto(s->past, place_before(p->node, backward ? p->life->low : p->life->high)))
		return;
	if (backward)
		past_backward(s->past, &what, NULL);
	else
		past_forward(s->past, &what, now, NULL);
}

/*
 * other_run: the session has gone over to another run, which is as the one before it up to a place
 * not before this one.
 */
static void
other_run(Session *s, Life *l, uint64_t count)
{
	l->past = s->past;
	if (l->end <= count)
		return;
	l->end = count < l->low ? 0 : UINT64_MAX; /* it will not begin there */
	l->high = count;
}

static void
update(Session *s, const Point *p)
{
	Life *l = p->life;
	uint64_t count = t800_count(s->w->nodes[p->node]);

	if (l->past != s->past)
		other_run(s, l, count);
	if (count > l->high && l->end == UINT64_MAX) {
		search(s, p, false);
		l->high = l->end == UINT64_MAX ? count : l->high;
	} else if (count < l->low && l->begin == 0) {
		search(s, p, true);
	}
}

void
lives_update(Session *s)
{
	Place here = past_place(s->past);
	bool was_present = past_is_present(s->past);

	for (uint32_t i = 0; i < s->npoints; i++)
		if (s->points[i]->life && s->points[i]->enabled)
			update(s, s->points[i]);
	if (was_present)
		past_go_present(s->past);
	else
		past_goto(s->past, here);
}

void
lives_seen(Session *s)
{
	for (uint32_t i = 0; i < s->npoints; i++) {
		Life *l = s->points[i]->life;
		uint64_t count = l ? t800_count(s->w->nodes[s->points[i]->node]) : 0;

		if (!l || !s->points[i]->enabled)
			continue;
		if (count > l->high && l->end == UINT64_MAX)
			l->high = count;
		if (count < l->low && l->begin == 0)
			l->low = count;
	}
}
