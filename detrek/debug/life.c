/*
 * life.c - finds how long an object is in its memory: a local variable from the call of its
 * function to the return, a block of a heap from its allocation until it is freed. Before and
 * afterwards the memory belongs to other objects.
 *
 * The process's place and workspace show both ends of a call: the place is the function's first
 * instruction, and later the instruction at which the caller continues. Counts are of instructions
 * that the node has executed.
 */
#include "session.h"

#include <stdlib.h>

/* An instruction that a process is about to execute, with this workspace. */
typedef struct InstructionPlace {
	Addr iptr, wptr;
} InstructionPlace;

struct Life {
	const Past *past;     /* the past to which the counts below belong */
	NodeId node;
	/*
	 * true: the object is a heap block, or of unknown kind; false: it is in a call's workspace
	 */
	bool block;
	/* if not `block`: first instruction of the call; the caller's instruction after it */
	InstructionPlace entry, after;
	Addr addr;            /* address and size of the object */
	Word nbytes;
	/* the object is known to exist while the node's count is from `low` to `high` */
	uint64_t low, high;
	/* counts at which the object's life begins and ends; 0 and UINT64_MAX if not known */
	uint64_t begin, end;
	char function[40];    /* if not `block`: name of the called function */
};

/* ---- which call ---- */

/*
 * frame_containing: the frame of the function, not an inlined one, whose workspace contains the
 * address. NULL if there is none.
 */
static const ChainFrame *
frame_containing(const Session *s, Addr a)
{
	for (size_t i = 0; i < s->nchain; i++) {
		const ChainFrame *f = &s->chain[i];

		if (!f->inlined && f->cfa != 0 && a - f->s.wptr < f->cfa - f->s.wptr)
			return f;
	}
	return NULL;
}

/*
 * set_call_life: set the first instruction and the return of the call whose workspace has the
 * object; false if it is the process's first call, or is not known.
 */
static bool
set_call_life(const Session *s, Life *l)
{
	const ChainFrame *f = frame_containing(s, l->addr), *caller = f ? f + 1 : NULL;
	const DebugFunction *function;

	if (!f || caller == s->chain + s->nchain || !f->program)
		return false;
	function = program_function_at(f->program, f->pc);
	if (!function)
		return false;
	l->entry = (InstructionPlace){function->addr + f->s.code_moved, f->cfa - 16};
	l->after = (InstructionPlace){caller->s.iptr, caller->s.wptr};
	snprintf(l->function, sizeof l->function, "%s", function->name);
	return true;
}

/* is_loaded: true if a program that has the address is loaded on a node now. */
static bool
is_loaded(const Session *s, NodeId node, Addr a)
{
	Loaded loaded[MAX_LOADED];
	uint32_t n = target_loaded_programs(s->target, node, loaded);

	for (uint32_t i = 0; i < n; i++)
		if (loaded[i].program && (a - loaded[i].data < loaded[i].program->data_bytes
			|| a - loaded[i].text < loaded[i].program->text_bytes))
			return true;
	return false;
}

/*
 * is_global: true if the address is in a loaded program, or the node has no kernel and no programs.
 */
static bool
is_global(const Session *s, Addr a)
{
	Loaded loaded[MAX_LOADED];

	return is_loaded(s, s->node, a) || target_loaded_programs(s->target, s->node, loaded) == 0;
}

Life *
life_new(const Session *s, Addr a, Word nbytes)
{
	uint64_t count = t800_count(s->w->nodes[s->node]);
	Life *l;

	if (is_global(s, a))
		return NULL;
	l = xcalloc(1, sizeof *l);
	*l = (Life){.past = s->past,
		.node = s->node,
		.addr = a,
		.nbytes = nbytes,
		.low = count,
		.high = count,
		.end = UINT64_MAX};
	l->block = !set_call_life(s, l);
	return l;
}

void
life_find(Session *s, Point *p)
{
	p->life = life_new(s, p->addr, p->size);
	p->of_program = is_loaded(s, p->node, p->addr);
}

/* ---- as the node runs ---- */

/*
 * is_about_to_execute: true if node n is about to execute the instruction at.iptr with the
 * workspace at.wptr.
 */
static bool
is_about_to_execute(const Session *s, NodeId n, InstructionPlace at)
{
	const T800 *c = s->w->nodes[n];

	return c->r.iptr == at.iptr && c->r.wptr == at.wptr;
}

/* What a marked instruction does to the life of an object: nothing, begin it, or end it. */
typedef enum LifeEffect {
	STAYS, BEGINS, ENDS
} LifeEffect;

/*
 * next_effect: whether the node's next instruction begins or ends the life of the object, or
 * neither.
 */
static LifeEffect
next_effect(const Session *s, const Life *l)
{
	HeapEvent e;

	if (!l->block)
		return is_about_to_execute(s, l->node, l->entry) ? BEGINS
			: is_about_to_execute(s, l->node, l->after) ? ENDS : STAYS;
	if (!heap_event_at_mark(s->target, l->node, &e)
		|| !(l->addr - e.low < e.nbytes || e.low - l->addr < l->nbytes))
		return STAYS;
	return e.allocated ? BEGINS : ENDS;
}

/*
 * update_existence: if the node's next instruction, number `count`, begins (ends) the life, closer
 * to l->low (l->high) than the known beginning (end), set l->begin (l->end) to `count`. An
 * allocation of a block's memory after l->high counts as the end, because the block must have been
 * freed.
 */
static void
update_existence(const Session *s, Life *l, uint64_t count)
{
	LifeEffect what = next_effect(s, l);

	if (what == BEGINS && count <= l->low && count > l->begin)
		l->begin = count;
	if ((what == ENDS || (what == BEGINS && l->block)) && count > l->high && count < l->end)
		l->end = count;
}

/*
 * describe_life: write into `text` why the object begins to exist (`begins`), or no longer exists,
 * at the present place.
 */
static void
describe_life(const Life *l, bool begins, char *text, size_t size)
{
	if (l->block)
		snprintf(text, size, "%s", begins ? "its memory is allocated here"
			: "its memory is freed here");
	else
		snprintf(text, size, begins ? "%s() begins here, and so does the variable"
			: "%s() has returned, and the variable has ended", l->function);
}

bool
life_changes_here(const Session *s, const Point *p, NodeId n, char *text, size_t size)
{
	Life *l = p->life;
	uint64_t count = t800_count(s->w->nodes[n]);

	if (!l || !p->enabled || p->node != n)
		return false;
	update_existence(s, l, count);
	if (count != (s->backward ? l->begin : l->end))
		return false;
	describe_life(l, s->backward, text, size);
	return true;
}

bool
life_includes(const Session *s, const Point *p, uint64_t count)
{
	const Life *l = p->life;

	if (!l)
		return !p->of_program || p->kind == POINT_WATCH || is_loaded(s, p->node, p->addr);
	/* the call, which writes arguments, is before the function's first instruction */
	return count + 1 >= l->begin && count < l->end;
}

/*
 * set_marks: mark the instructions at which the life can begin or end: those of the heap's
 * functions, or of the function that is called.
 */
static void
set_marks(const Session *s, const Life *l, Watcher *o)
{
	if (l->block) {
		heap_set_marks(s->target, l->node, o);
	} else {
		watcher_mark(o, l->node, l->entry.iptr);
		watcher_mark(o, l->node, l->after.iptr);
	}
}

void
life_set_marks(const Session *s, const Point *p, NodeId n, Watcher *o)
{
	if (p->life && p->node == n)
		set_marks(s, p->life, o);
}

/* ---- since when ---- */

/* A search for the last instruction at which the life of an object begins. */
typedef struct BeginningSearch {
	Session *s;
	Life *life;
	/*
	 * counts of the node: only beginnings below `before` are searched; the highest one found
	 * so far (0: none)
	 */
	uint64_t before, found;
	Watcher *watcher;
} BeginningSearch;

/*
 * handle_beginning: node n has reached a mark: if the object's life begins there before instruction
 * x->before of the node, and later than at x->found, store the node's count in x->found.
 */
static void
handle_beginning(void *context, NodeId n)
{
	BeginningSearch *x = context;
	uint64_t count = t800_count(x->s->w->nodes[n]);

	if (x->life->block)
		heap_set_marks(x->s->target, n, x->watcher); /* a program may have been loaded */
	if (count < x->before && count > x->found && next_effect(x->s, x->life) == BEGINS)
		x->found = count;
}

/* attach_beginning: watch the node of the life for marks during a part of the run. */
static void
attach_beginning(void *context, Network *w)
{
	BeginningSearch *x = context;

	x->watcher = watcher_new(w, &(WatcherOptions){.report_marked = handle_beginning,
		.context = x});
	set_marks(x->s, x->life, x->watcher);
}

/* detach_beginning: end the watching of attach_beginning. */
static void
detach_beginning(void *context, Network *w)
{
	BeginningSearch *x = context;

	(void)w;
	watcher_free(x->watcher);
}

bool
life_go_to_begin(Session *s, Life *l, uint64_t count, Place *at, char *text, size_t size)
{
	BeginningSearch x = {.s = s, .life = l, .before = count};
	Search what = {attach_beginning, detach_beginning, &x};
	const T800 *c = s->w->nodes[l->node];

	while (t800_count(c) < count && !past_is_present(s->past))
		past_forward(s->past, &what, session_time(s) + 100 * EPOCH, NULL);
	if (x.found == 0 || !past_goto(s->past, place_before(l->node, x.found)))
		return false;
	*at = past_place(s->past);
	if (l->block)
		snprintf(text, size, "its memory was allocated");
	else
		snprintf(text, size, "%s() began", l->function);
	return true;
}

/* ---- after a jump ---- */

/* A search for the instruction at which an object's life begins (backward) or ends (forward). */
typedef struct LifeSearch {
	Session *s;
	const Point *p;
	bool backward;
	Watcher *watcher;
} LifeSearch;

/*
 * handle_mark: node n has reached a mark: stop the search if the object's life begins (backward) or
 * ends (forward) there.
 */
static void
handle_mark(void *context, NodeId n)
{
	const LifeSearch *x = context;
	Life *l = x->p->life;
	uint64_t count = t800_count(x->s->w->nodes[n]);

	update_existence(x->s, l, count);
	if (count == (x->backward ? l->begin : l->end))
		past_report_hit(x->s->past, place_before(n, count));
}

/* attach_search: watch the node of the life for marks during a part of the run. */
static void
attach_search(void *context, Network *w)
{
	LifeSearch *x = context;

	x->watcher = watcher_new(w, &(WatcherOptions){.report_marked = handle_mark, .context = x});
	life_set_marks(x->s, x->p, x->p->node, x->watcher);
}

/* detach_search: end the watching of attach_search. */
static void
detach_search(void *context, Network *w)
{
	LifeSearch *x = context;

	(void)w;
	watcher_free(x->watcher);
}

/*
 * search_life: search from the range in which the object of point p is known to exist, backward or
 * forward, to the present time; set begin (backward) or end of its life if they lie there.
 */
static void
search_life(Session *s, const Point *p, bool backward)
{
	LifeSearch x = {.s = s, .p = p, .backward = backward};
	Search what = {attach_search, detach_search, &x};
	Time now = session_time(s);

	if (!past_goto(s->past, place_before(p->node, backward ? p->life->low : p->life->high)))
		return;
	if (backward)
		past_backward(s->past, &what, NULL);
	else
		past_forward(s->past, &what, now, NULL);
}

/*
 * follow_other_run: make l a life in the session's present run, which is equal to the run of
 * l->past for the first `count` instructions of the node. If the life ended later than that, its
 * end in the present run is not known.
 */
static void
follow_other_run(Session *s, Life *l, uint64_t count)
{
	l->past = s->past;
	if (l->end <= count)
		return;
	l->end = count < l->low ? 0 : UINT64_MAX; /* 0: the object does not exist in this run */
	l->high = count;
}

/*
 * update_life: the session has moved: if the present place is outside the range in which the
 * point's object is known to exist, search between the two for the beginning or end of the object's
 * life. If the place is behind the range, and no end was found, extend the range to the place.
 */
static void
update_life(Session *s, const Point *p)
{
	Life *l = p->life;
	uint64_t count = t800_count(s->w->nodes[p->node]);

	if (l->past != s->past)
		follow_other_run(s, l, count);
	if (count > l->high && l->end == UINT64_MAX) {
		search_life(s, p, false);
		l->high = l->end == UINT64_MAX ? count : l->high;
	} else if (count < l->low && l->begin == 0) {
		search_life(s, p, true);
	}
}

void
lives_update(Session *s)
{
	Place here = past_place(s->past);
	bool was_present = past_is_present(s->past);

	for (uint32_t i = 0; i < s->npoints; i++)
		if (s->points[i]->life && s->points[i]->enabled)
			update_life(s, s->points[i]);
	if (was_present)
		past_go_present(s->past);
	else
		past_goto(s->past, here);
}

void
lives_extend(Session *s)
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
