/*
 * lost.c - finds lost updates: an assignment was computed from an older value of the variable, and
 * overwrites the value that another process has written since. It does not matter whether the two
 * writes are a race (on races: Miller and Choi, section 6).
 */
#include "flowback_parts.h"

enum {
	COPIES = 2, /* at most so many variables through which the older value has gone */
	OTHERS = 8, /* at most so many writes by other processes since the process's own write */
};

/* An assignment that may have lost an update. */
typedef struct LostUpdate {
	Flowback *f;
	At at;          /* the assignment */
	Addr addr;      /* address of the bytes that it has written */
	Word nbytes;
	LastWrite before; /* the other process's write, which the assignment has overwritten */
} LostUpdate;

/* same_process: true if both instructions are known to be of one process. */
static bool
same_process(At a, At b)
{
	const Thread *t = at_thread(a), *u = at_thread(b);

	return t && u && t->number == u->number;
}

/* is_statement: tell if the write is known and an instruction of the program made it. */
static bool
is_statement(const LastWrite *w)
{
	return w->known && w->at.step < w->at.in->nsteps && !w->at.in->events[w->event].by_machine;
}

static bool relies_on_older(const LostUpdate *x, const Gathered *got, int copies);

/*
 * own_write_before: the last write to the variable by the process itself, before the other
 * process's write.
 */
static LastWrite
own_write_before(const LostUpdate *x)
{
	LastWrite w = x->before;

	for (int i = 0; i < OTHERS && is_statement(&w); i++) {
		w = steps_writer(x->f->steps, w.at, w.event, x->addr);
		if (is_statement(&w) && same_process(w.at, x->at))
			return w;
	}
	return (LastWrite){.known = false};
}

/*
 * has_own_value: true if the source, which w has written, still has the value that the process
 * itself wrote last. (Compiled code does not load a value that it has just stored.)
 */
static bool
has_own_value(const LostUpdate *x, const Source *s, const LastWrite *w)
{
	LastWrite own = own_write_before(x), kept;
	Gathered got;

	if (!own.known)
		return false;
	got = gather_write(x->f->steps, own.at, own.event, x->addr, x->nbytes, &x->f->scratch);
	for (size_t i = 0; i < got.n; i++)
		if (!got.computed && !got.source[i].returned && !got.source[i].address
			&& got.source[i].addr == s->addr) {
			kept = steps_writer(x->f->steps, got.source[i].at, got.source[i].event,
				s->addr);
			return kept.known && kept.at.in == w->at.in && kept.event == w->event;
		}
	return false;
}

/*
 * is_older_value: true if the source is the value that the variable had before the other process
 * wrote it, or a copy of that value.
 */
static bool
is_older_value(const LostUpdate *x, const Source *s, int copies)
{
	LastWrite w;
	Gathered got;

	if (s->returned || s->address)
		return false;
	if (s->addr - x->addr < x->nbytes || x->addr - s->addr < s->nbytes)
		return at_count(s->at) < at_count(x->before.at);
	if (copies == 0)
		return false;
	w = steps_writer(x->f->steps, s->at, s->event, s->addr);
	if (!is_statement(&w) || !same_process(w.at, x->at))
		return false;
	if (has_own_value(x, s, &w))
		return true;
	got = gather_write(x->f->steps, w.at, w.event, s->addr, s->nbytes, &x->f->scratch);
	return relies_on_older(x, &got, copies - 1);
}

/*
 * relies_on_older: true if one of the sources is an older value of the variable, or was copied from
 * it in at most `copies` steps.
 */
static bool
relies_on_older(const LostUpdate *x, const Gathered *got, int copies)
{
	for (size_t i = 0; i < got->n; i++)
		if (is_older_value(x, &got->source[i], copies))
			return true;
	return false;
}

void
lost_expand(Flowback *f, Cause *effect, At at, uint32_t event, Addr a, Word nbytes,
	const Gathered *got)
{
	LostUpdate x = {.f = f, .at = at, .addr = a, .nbytes = nbytes};
	const Cause *lost;

	if (f->options.copies || steps_chosen_log(f->steps) || !at_thread(at))
		return;
	x.before = steps_writer(f->steps, at, event, a);
	if (!is_statement(&x.before) || !at_thread(x.before.at) || same_process(x.before.at, at)
		|| !relies_on_older(&x, got, COPIES))
		return;
	lost = origin_write(f, CAUSE_OVERWRITTEN, x.before.at, x.before.event);
	if (lost)
		graph_add_dependence(&f->graph, effect, DEPENDS_LOST, lost, "");
}
