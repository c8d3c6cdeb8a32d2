/* wire.c - orders and plays as bytes, for another process. */
#include "outcomes.h"

void
choices_put(Buf *b, const Choice *list, uint32_t n)
{
	put_number(b, n);
	for (uint32_t i = 0; i < n; i++) {
		put_number(b, list[i].thread);
		put_hash(b, list[i].object);
	}
}

Choice *
choices_get(Arena *a, WireReader *r, uint32_t *n)
{
	Choice *list;

	*n = get_below(r, MOST_ACTIONS + 1);
	list = arena_alloc(a, *n + 1, sizeof *list);
	for (uint32_t i = 0; i < *n; i++) {
		list[i].thread = get_number(r);
		list[i].object = get_hash(r);
	}
	return list;
}

void
play_order_put(Buf *b, const PlayOrder *o)
{
	choices_put(b, o->choice, o->n);
	put_number(b, o->known);
	choices_put(b, o->asleep, o->nasleep);
	put_hash(b, o->seed);
	put_number(b, o->depth);
	put_number(b, o->length);
	put_number(b, o->tell);
	put_number(b, o->instead.thread);
	put_hash(b, o->instead.object);
}

PlayOrder
play_order_get(Arena *a, WireReader *r)
{
	PlayOrder o = {0};

	o.choice = choices_get(a, r, &o.n);
	o.known = get_number(r);
	o.asleep = choices_get(a, r, &o.nasleep);
	o.seed = get_hash(r);
	o.depth = get_number(r);
	o.length = get_number(r);
	o.tell = get_number(r);
	o.instead.thread = get_number(r);
	o.instead.object = get_hash(r);
	return o;
}

void
action_put(Buf *b, const Action *a)
{
	put_number(b, a->thread);
	put_number(b, a->kind);
	put_hash(b, a->object);
	put_number(b, (uint32_t)a->count);
	put_number(b, a->node);
	put_number(b, (uint32_t)a->event);
	put_number(b, a->type);
	put_number(b, a->asked);
	put_number(b, a->number);
	put_number(b, a->from);
	put_number(b, a->tries | a->probes << 1 | a->unbuffered << 2 | a->channel << 3);
	put_number(b, a->high[0]);
	put_number(b, a->high[1]);
}

Action
action_get(WireReader *r)
{
	Action a = {.thread = get_number(r)};
	uint32_t flags;

	a.kind = get_number(r);
	a.object = get_hash(r);
	a.count = (int32_t)get_number(r);
	a.node = get_number(r);
	a.event = (int32_t)get_number(r);
	a.type = get_number(r);
	a.asked = get_number(r);
	a.number = get_number(r);
	a.from = get_number(r);
	flags = get_below(r, 16);
	a.tries = flags & 1;
	a.probes = flags >> 1 & 1;
	a.unbuffered = flags >> 2 & 1;
	a.channel = flags >> 3;
	a.high[0] = get_number(r);
	a.high[1] = get_number(r);
	return a;
}

/* put_state: append a state with its actions. */
static void
put_state(Buf *b, const State *s)
{
	put_number(b, s->n);
	for (uint32_t i = 0; i < s->n; i++)
		action_put(b, &s->action[i]);
	put_number(b, s->chosen);
}

/* get_state: read a state. */
static State
get_state(Arena *a, WireReader *r)
{
	State s = {.n = get_number(r)};

	s.action = arena_alloc(a, s.n + 1, sizeof *s.action);
	for (uint32_t i = 0; i < s.n; i++)
		s.action[i] = action_get(r);
	s.chosen = get_number(r);
	return s;
}

void
play_put(Buf *b, const Play *p)
{
	put_number(b, p->end);
	put_number(b, p->nthreads);
	for (uint32_t i = 0; i < p->nthreads; i++) {
		put_number(b, p->thread[i].node);
		put_number(b, p->thread[i].number);
	}
	put_number(b, p->nevents);
	for (uint32_t i = 0; i < p->nevents; i++)
		action_put(b, &p->event[i]);
	put_number(b, p->first);
	put_number(b, p->nstates);
	for (uint32_t i = 0; i < p->nstates; i++)
		put_state(b, &p->state[i]);
	put_number(b, p->lacks);
	put_bytes(b, p->output.data, p->output.len);
	put_bytes(b, p->said.data, p->said.len);
	put_bytes(b, p->told.data, p->told.len);
	put_hash(b, p->program);
}

Buf
bytes_get(WireReader *r)
{
	Buf b = {0};

	b.data = (uint8_t *)get_bytes(r, &b.len);
	return b;
}

Play
play_get(Arena *a, WireReader *r)
{
	Play p = {.end = get_number(r), .nthreads = get_number(r)};

	p.thread = arena_alloc(a, p.nthreads + 1, sizeof *p.thread);
	for (uint32_t i = 0; i < p.nthreads; i++) {
		p.thread[i].node = get_number(r);
		p.thread[i].number = get_number(r);
	}
	p.nevents = get_number(r);
	p.event = arena_alloc(a, p.nevents + 1, sizeof *p.event);
	for (uint32_t i = 0; i < p.nevents; i++)
		p.event[i] = action_get(r);
	p.first = get_number(r);
	p.nstates = get_number(r);
	p.state = arena_alloc(a, p.nstates + 1, sizeof *p.state);
	for (uint32_t i = 0; i < p.nstates; i++)
		p.state[i] = get_state(a, r);
	p.lacks = get_number(r);
	p.output = bytes_get(r);
	p.said = bytes_get(r);
	p.told = bytes_get(r);
	p.program = get_hash(r);
	assert(!r->bad);
	return p;
}
