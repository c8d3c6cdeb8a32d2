/* tape.c - records the host's orders, and plays them back. */
#include "tape.h"

#include "sim/fault/fault.h"

#include <stdlib.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* hash_faults: a hash of the network's faults; 0 if there are none. */
static uint64_t
hash_faults(const Network *w)
{
	return w->faults.n > 0 ? XXH3_64bits(w->faults.fault, w->faults.n * sizeof *w->faults.fault)
		: 0;
}

/* ---- size ---- */

/* order_size: the bytes of an order's data. */
static size_t
order_size(const Order *o)
{
	return o->data ? o->len : 0;
}

/* act_size: the bytes of an act with all that it owns. */
static size_t
act_size(const Act *a)
{
	return sizeof *a + order_size(&a->order) + a->faults.n * sizeof *a->faults.fault
		+ a->change.nbytes;
}

uint8_t *
order_copy(const Order *o)
{
	uint8_t *data = o->data ? xmalloc(o->len) : NULL;

	if (data)
		memcpy(data, o->data, o->len);
	return data;
}

/* copy_faults: a copy of a list of faults with its texts. */
static Faults
copy_faults(const Faults *f)
{
	Faults copy = {.n = f->n, .cap = f->n + 1};

	copy.fault = xcalloc(copy.cap, sizeof *copy.fault);
	copy.text = xcalloc(copy.cap, sizeof *copy.text);
	if (f->n > 0)
		memcpy(copy.fault, f->fault, f->n * sizeof *f->fault);
	for (uint32_t i = 0; i < f->n; i++)
		copy.text[i] = f->text[i] ? xstrdup(f->text[i]) : NULL;
	return copy;
}

void
tape_add_answer(Tape *t, EndId told, Answer a)
{
	Track *k = &t->tracks[told - t->w->links.first_host_end];

	if (k->n == k->cap) {
		k->cap = k->cap ? 2 * k->cap : 64;
		k->answers = xrealloc(k->answers, k->cap * sizeof *k->answers);
	}
	k->answers[k->n++] = a;
	t->size += sizeof a + order_size(&a.order);
}

void
tape_add_act(Tape *t, Act a)
{
	if (t->nacts == t->acts_cap) {
		t->acts_cap = t->acts_cap ? 2 * t->acts_cap : 16;
		t->acts = xrealloc(t->acts, t->acts_cap * sizeof *t->acts);
	}
	t->acts[t->nacts++] = a;
	t->size += act_size(&a);
}

/* ---- forgetting ---- */

Act
act_copy(const Act *a)
{
	Act copy = *a;

	copy.order.data = order_copy(&a->order);
	copy.faults = a->kind == ACT_FAULTS ? copy_faults(&a->faults) : (Faults){0};
	if (a->change.bytes) {
		copy.change.bytes = xmalloc(a->change.nbytes);
		memcpy(copy.change.bytes, a->change.bytes, a->change.nbytes);
	}
	return copy;
}

void
act_free(Act *a)
{
	free(a->order.data);
	free(a->change.bytes);
	faults_free(&a->faults);
}

/* forget_answers: forget the first n answers of a track. */
static void
forget_answers(Tape *t, Track *k, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		t->size -= sizeof *k->answers + order_size(&k->answers[i].order);
		free(k->answers[i].order.data);
	}
	if (n > 0)
		memmove(k->answers, k->answers + n, (k->n - n) * sizeof *k->answers);
	k->n -= n;
	k->gone += n;
	k->next -= k->next < n ? k->next : n;
}

/* forget_acts: drop the first n acts. */
static void
forget_acts(Tape *t, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		t->size -= act_size(&t->acts[i]);
		t->repeatable_gone += act_is_repeatable(&t->acts[i]);
		act_free(&t->acts[i]);
	}
	if (n > 0)
		memmove(t->acts, t->acts + n, (t->nacts - n) * sizeof *t->acts);
	t->nacts -= n;
	t->acts_gone += n;
	t->next_act -= t->next_act < n ? t->next_act : n;
}

void
tape_free(Tape *t)
{
	t->w->tape = NULL;
	for (uint32_t i = 0; i < t->ntracks; i++) {
		forget_answers(t, &t->tracks[i], t->tracks[i].n);
		free(t->tracks[i].answers);
	}
	free(t->tracks);
	forget_acts(t, t->nacts);
	free(t->acts);
}

/* ---- marks: for each track, its answers and outcomes so far (12 bytes); the acts so far ---- */

/* answers_before: the number of a track's answers before a mark. */
static uint32_t
answers_before(const Tape *t, const Buf *mark, uint32_t track)
{
	return get32(mark->data + 12 * track) - t->tracks[track].gone;
}

/* outcomes_before: the number of outcomes that an end has had before a mark. */
static uint64_t
outcomes_before(const Buf *mark, uint32_t track)
{
	return get64(mark->data + 12 * track + 4);
}

uint32_t
tape_count_acts(const Tape *t, const Buf *mark)
{
	return get32(mark->data + 12 * t->ntracks) - t->acts_gone;
}

/* tape_mark: set *mark to the present position of the tape. */
void
tape_mark(const Tape *t, Buf *mark)
{
	for (uint32_t i = 0; i < t->ntracks; i++) {
		const Track *k = &t->tracks[i];

		buf_word(mark, k->gone + (t->playing ? k->next : k->n));
		buf_word(mark, k->outcomes);
		buf_word(mark, k->outcomes >> 32);
	}
	buf_word(mark, t->acts_gone + (t->playing ? t->next_act : t->nacts));
}

void
tape_forget(Tape *t, const Buf *mark)
{
	for (uint32_t i = 0; i < t->ntracks; i++)
		forget_answers(t, &t->tracks[i], answers_before(t, mark, i));
	forget_acts(t, tape_count_acts(t, mark));
}

bool
tape_mark_is_valid(const Tape *t, const Buf *mark)
{
	for (uint32_t i = 0; i < t->ntracks; i++)
		if (answers_before(t, mark, i) > t->tracks[i].n)
			return false;
	return tape_count_acts(t, mark) <= t->nacts;
}

bool
tape_has_acted(const Tape *t, const Buf *mark, Time at)
{
	uint32_t n = tape_count_acts(t, mark);

	return n > 0 && t->acts[n - 1].at == at;
}

void
tape_play(Tape *t, const Buf *mark)
{
	t->playing = true;
	for (uint32_t i = 0; i < t->ntracks; i++) {
		t->tracks[i].next = answers_before(t, mark, i);
		t->tracks[i].outcomes = outcomes_before(mark, i);
	}
	t->next_act = tape_count_acts(t, mark);
}

void
tape_record(Tape *t)
{
	t->playing = false;
	t->faults = hash_faults(t->w);
}

void
tape_cut(Tape *t)
{
	for (uint32_t i = 0; i < t->ntracks; i++) {
		Track *k = &t->tracks[i];

		while (k->n > k->next) {
			k->n--;
			t->size -= sizeof *k->answers + order_size(&k->answers[k->n].order);
			free(k->answers[k->n].order.data);
		}
	}
	while (t->nacts > t->next_act) {
		t->nacts--;
		t->size -= act_size(&t->acts[t->nacts]);
		act_free(&t->acts[t->nacts]);
	}
	t->quiet = t->parted = false;
	tape_record(t);
}

/* ---- answers ---- */

/*
 * play_answers: give the orders with which the host answered this outcome when the tape was
 * recorded.
 */
static void
play_answers(Tape *t, Track *k, Outcome what, Time at)
{
	for (; k->next < k->n && k->answers[k->next].number == k->outcomes; k->next++) {
		const Answer *a = &k->answers[k->next];
		Order o = a->order;

		t->parted |= a->what != what;
		if (t->parted)
			return;
		o.at += at;
		o.data = order_copy(&o);
		network_add_order(t->w, a->end, o);
	}
}

/*
 * begin_outcome: TapeCalls.begin_outcome: note what has happened at the host's end or, while
 * playing, give the recorded answers.
 */
static bool
begin_outcome(Tape *t, EndId e, Outcome what, Time at)
{
	Track *k = &t->tracks[e - t->w->links.first_host_end];

	if (t->playing) {
		if (!t->parted)
			play_answers(t, k, what, at);
		k->outcomes++;
		return true;
	}
	t->in_outcome = true;
	t->outcome_end = e;
	t->what = what;
	t->at = at;
	return false;
}

/*
 * end_outcome: TapeCalls.end_outcome: the host has answered the outcome; further orders become
 * acts.
 */
static void
end_outcome(Tape *t)
{
	t->in_outcome = false;
	t->tracks[t->outcome_end - t->w->links.first_host_end].outcomes++;
}

/* ---- acts ---- */

/*
 * begin_act: a new act of the present time. Only the first act after a run notes in its fields how
 * the run ended.
 */
static Act
begin_act(Tape *t, ActKind kind)
{
	Act a = {.at = t->w->now, .quiet = t->quiet, .kind = kind};

	t->quiet = false;
	return a;
}

/*
 * note_order: TapeCalls.order: record an order, as an answer to the present outcome or as an act.
 */
static void
note_order(Tape *t, EndId e, const Order *o)
{
	Order copy = *o;
	Act act;

	copy.data = order_copy(o);
	if (t->in_outcome) {
		copy.at -= t->at;
		tape_add_answer(t, t->outcome_end, (Answer){
			.number = t->tracks[t->outcome_end - t->w->links.first_host_end].outcomes,
			.what = t->what, .end = e, .order = copy});
		return;
	}
	copy.at -= t->w->now;
	act = begin_act(t, ACT_ORDER);
	act.end = e;
	act.order = copy;
	tape_add_act(t, act);
}

/* note_serve: TapeCalls.serve: record as an act that a device serves the end. */
static void
note_serve(Tape *t, EndId e, Receiver service)
{
	Act act = begin_act(t, ACT_SERVE);

	act.end = e;
	act.service = service;
	tape_add_act(t, act);
}

/* note_reset: TapeCalls.reset: record as an act that nodes are reset. */
static void
note_reset(Tape *t, uint32_t which)
{
	Act act;

	if (t->playing)
		return;
	act = begin_act(t, ACT_RESET);
	act.reset = which;
	tape_add_act(t, act);
}

/*
 * is_later_place: true if the place of act a is after the place of act b; both took place in the
 * same run of the network.
 */
static bool
is_later_place(const Act *a, const Act *b)
{
	if (a->at != b->at)
		return a->at > b->at;
	return a->node != b->node ? a->node > b->node : a->count > b->count;
}

/*
 * note_force: record an intervention. Nodes run one after the other up to a common time, so an act
 * on one node may belong before acts on other nodes that were recorded earlier.
 */
static void
note_force(Tape *t, const Force *f, bool at_mark)
{
	const T800 *c = t->w->nodes[f->node];
	Act act = {.at = at_mark ? node_time(t->w, f->node, c->checkpoint) : t->w->now,
		.kind = ACT_FORCE,
		.quiet = !at_mark && t->w->still,
		.force = *f,
		.at_place = at_mark,
		.node = f->node,
		.count = t800_count(c)};
	uint32_t i;

	tape_add_act(t, act);
	for (i = t->nacts - 1;
		i > 0 && t->acts[i - 1].at_place && is_later_place(&t->acts[i - 1], &act); i--)
		t->acts[i] = t->acts[i - 1];
	t->acts[i] = act;
}

void
tape_note_run_end(Tape *t, RunEnd end)
{
	t->quiet = end == RUN_QUIET;
	t->faults = hash_faults(t->w);
}

/* note_faults: record the network's present faults as an act. */
static void
note_faults(Tape *t)
{
	Act act = begin_act(t, ACT_FAULTS);

	act.faults = copy_faults(&t->w->faults);
	tape_add_act(t, act);
	t->faults = hash_faults(t->w);
}

void
tape_record_faults(Tape *t)
{
	if (t->faults != hash_faults(t->w))
		note_faults(t);
}

const Act *
tape_next(const Tape *t)
{
	return t->next_act < t->nacts ? &t->acts[t->next_act] : NULL;
}

bool
tape_is_forced(const Tape *t)
{
	for (uint32_t i = 0; i < t->nacts; i++)
		if (t->acts[i].kind == ACT_FORCE)
			return true;
	return false;
}

/*
 * is_made_ready_again: true if act i withholds a process that is put on its queue again before act
 * n.
 */
static bool
is_made_ready_again(const Tape *t, uint32_t i, uint32_t n)
{
	const Force *held = &t->acts[i].force;

	for (; i < n; i++) {
		const Force *f = &t->acts[i].force;

		if (t->acts[i].kind == ACT_FORCE && f->kind == FORCE_READY
			&& f->node == held->node && f->desc == held->desc)
			return true;
	}
	return false;
}

void
tape_withheld(const Tape *t, void (*each)(void *context, NodeId n, Word desc), void *context)
{
	uint32_t n = t->playing ? t->next_act : t->nacts;

	for (uint32_t i = 0; i < n; i++) {
		const Act *a = &t->acts[i];

		/* recordings of earlier versions do not have the descriptor */
		if (a->kind == ACT_FORCE && a->force.kind == FORCE_WITHHOLD && a->force.desc != 0
			&& !is_made_ready_again(t, i, n))
			each(context, a->force.node, a->force.desc);
	}
}

/* apply_act: perform an act on the network. */
static void
apply_act(Network *w, const Act *a)
{
	Order o = a->order;

	switch (a->kind) {
	case ACT_ORDER:
		o.at += w->now;
		o.data = order_copy(&o);
		network_add_order(w, a->end, o);
		break;
	case ACT_SERVE:
		network_serve(w, a->end, a->service);
		break;
	case ACT_RESET:
		network_reset(w, a->reset);
		break;
	case ACT_CHANGE:
		change_apply(w, &a->change);
		break;
	case ACT_FORCE:
		force_apply(w, &a->force);
		break;
	default:
		faults_free(&w->faults);
		w->faults = copy_faults(&a->faults);
		faults_attach(w);
	}
}

bool
act_is_repeatable(const Act *a)
{
	return a->kind != ACT_FORCE && a->kind != ACT_CHANGE;
}

void
tape_repeat(Tape *t, const Act *a)
{
	assert(!t->playing);
	if (a->kind == ACT_ORDER) {
		Order o = a->order;

		o.at += t->w->now;
		note_order(t, a->end, &o);
	} else if (a->kind == ACT_SERVE) {
		note_serve(t, a->end, a->service);
	}
	apply_act(t->w, a); /* network_reset calls note_reset itself */
	if (a->kind == ACT_FAULTS)
		note_faults(t);
}

uint32_t
tape_count_repeatable(const Tape *t)
{
	uint32_t n = t->repeatable_gone;

	for (uint32_t i = 0; i < t->nacts; i++)
		n += act_is_repeatable(&t->acts[i]);
	return n;
}

bool
tape_next_fits(const Tape *t)
{
	const Act *a = tape_next(t);

	return a->kind != ACT_FORCE || force_is_possible(t->w, &a->force);
}

void
tape_apply(Tape *t)
{
	const Act *a = &t->acts[t->next_act++];

	assert(t->playing && t->w->now == a->at);
	apply_act(t->w, a);
}

/* ---- beginning ---- */

void
tape_init(Tape *t, Network *w)
{
	static const TapeCalls calls = {.begin_outcome = begin_outcome,
		.end_outcome = end_outcome,
		.order = note_order,
		.serve = note_serve,
		.reset = note_reset,
		.force = note_force};

	*t = (Tape){.w = w, .ntracks = w->links.nends - w->links.first_host_end,
		.faults = hash_faults(w)};
	t->tracks = xcalloc(t->ntracks, sizeof *t->tracks);
	w->tape = t;
	w->tape_calls = &calls;
}

void
tape_copy(Tape *t, Network *w, const Tape *from)
{
	assert(from->playing);
	tape_init(t, w);
	t->playing = true;
	t->quiet = from->quiet;
	t->parted = from->parted;
	for (uint32_t i = 0; i < from->ntracks; i++) {
		const Track *k = &from->tracks[i];

		t->tracks[i].outcomes = k->outcomes;
		t->tracks[i].gone = k->gone + k->next;
		for (uint32_t a = k->next; a < k->n; a++) {
			Answer copy = k->answers[a];

			copy.order.data = order_copy(&copy.order);
			tape_add_answer(t, w->links.first_host_end + i, copy);
		}
	}
	t->acts_gone = from->acts_gone + from->next_act;
	for (uint32_t i = from->next_act; i < from->nacts; i++)
		tape_add_act(t, act_copy(&from->acts[i]));
}
