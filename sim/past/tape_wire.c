/*
 * tape_wire.c - writes and reads a tape as bytes. A time is not written if the run itself
 * determines it: an answer has the time of its outcome.
 *
 *      for each track: the number of answers, then the answers (rows.h);
 *      the number of acts, then the acts
 */
#include "tape_wire.h"

#include "sim/fault/fault.h"

#include <stdlib.h>

enum {
	MAX_FAULTS_READ = 1 << 16, /* faults of one ACT_FAULTS; more are invalid */
};

#define MAX_TIME (1ull << 61) /* larger times in a file are invalid */

void
tape_written_init(TapeWritten *d, const Tape *t)
{
	*d = (TapeWritten){.answers = xcalloc(t->ntracks, sizeof *d->answers),
		.numbers = xcalloc(t->ntracks, sizeof *d->numbers),
		.rows = rows_new()};
}

void
tape_written_free(TapeWritten *d)
{
	free(d->answers);
	free(d->numbers);
	rows_free(d->rows);
}

size_t
tape_unwritten(const Tape *t, const TapeWritten *done)
{
	size_t n = 0;

	for (uint32_t i = 0; i < t->ntracks; i++)
		n += (t->tracks[i].gone + t->tracks[i].n - done->answers[i]) * sizeof(Answer);
	return n + (t->acts_gone + t->nacts - done->acts) * sizeof(Act);
}

/* ---- writing ---- */

/* put_answers: write the answers of a track that have not been written. */
static void
put_answers(const Tape *t, uint32_t track, TapeWritten *done, Buf *b)
{
	const Track *k = &t->tracks[track];
	uint32_t first = done->answers[track] - k->gone;

	assert(done->answers[track] >= k->gone);
	put_number(b, k->n - first);
	for (uint32_t i = first; i < k->n; i++) {
		Answer a = k->answers[i];

		a.number -= done->numbers[track];
		a.end -= t->w->links.first_host_end;
		rows_put(done->rows, b, &a);
		done->numbers[track] = k->answers[i].number;
	}
	done->answers[track] = k->gone + k->n;
}

/* put_fault: write the fields of a fault and its text. */
static void
put_fault(Buf *b, const Fault *f, const char *text)
{
	const uint64_t fields[] = {f->kind, f->node, f->end, f->when, f->at, f->value, f->function,
		f->bits, f->moved, f->done, f->count, f->seen, f->inside, f->struck, f->found};

	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		put_number(b, fields[i]);
	put_bytes(b, text ? text : "", text ? strlen(text) : 0);
}

/* put_force: write the fields of an intervention. */
static void
put_force(Buf *b, const Act *a)
{
	const Force *f = &a->force;
	const uint64_t fields[] = {f->kind, f->node, a->at_place, a->count, f->desc, f->areg,
		f->breg, f->creg, f->fpu.reg[0], f->fpu.reg[1], f->fpu.reg[2], f->fpu.dbl[0],
		f->fpu.dbl[1], f->fpu.dbl[2], f->fpu.mode, f->fpu.error, f->addr, f->value};

	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		put_number(b, fields[i]);
}

/* put_act: write an act. */
static void
put_act(const Tape *t, const Act *a, TapeWritten *done, Buf *b)
{
	put_number(b, a->kind);
	put_number(b, a->at - done->act_at);
	put_number(b, a->quiet);
	done->act_at = a->at;
	switch (a->kind) {
	case ACT_ORDER:
		put_number(b, a->end - t->w->links.first_host_end);
		order_put(done->rows, b, &a->order);
		break;
	case ACT_SERVE:
		put_number(b, a->end - t->w->links.first_host_end);
		put_number(b, a->service);
		break;
	case ACT_RESET:
		put_number(b, a->reset);
		break;
	case ACT_FORCE:
		put_force(b, a);
		break;
	default:
		put_number(b, a->faults.n);
		for (uint32_t i = 0; i < a->faults.n; i++)
			put_fault(b, &a->faults.fault[i], a->faults.text[i]);
	}
}

void
tape_write(const Tape *t, TapeWritten *done, Buf *out)
{
	assert(!t->playing && done->acts >= t->acts_gone);
	for (uint32_t i = 0; i < t->ntracks; i++)
		put_answers(t, i, done, out);
	put_number(out, t->acts_gone + t->nacts - done->acts);
	for (uint32_t i = done->acts - t->acts_gone; i < t->nacts; i++)
		put_act(t, &t->acts[i], done, out);
	done->acts = t->acts_gone + t->nacts;
}

/* ---- reading ---- */

/* host_end: the host's end with this number among its ends; an unknown number makes r bad. */
static EndId
host_end(const Tape *t, WireReader *r, uint32_t number)
{
	const Links *l = &t->w->links;
	EndId e = l->first_host_end + (number < t->ntracks ? number : 0);

	r->bad |= number >= t->ntracks
		|| (l->ends[e].ref.kind != END_HOST && l->ends[e].ref.kind != END_CONTROL);
	return e;
}

/* get_answers: read answers into a track of the tape. */
static void
get_answers(Tape *t, uint32_t track, TapeWritten *done, WireReader *r)
{
	uint64_t n = get_number(r);

	for (uint64_t i = 0; i < n && !r->bad; i++) {
		Answer a = rows_get(done->rows, r);

		a.number += done->numbers[track];
		a.end = host_end(t, r, a.end);
		done->numbers[track] = a.number;
		if (r->bad)
			free(a.order.data);
		else
			tape_add_answer(t, t->w->links.first_host_end + track, a);
	}
}

/* get_fault: read a fault into zeroed memory, since its padding is hashed, too. */
static void
get_fault(WireReader *r, Fault *f, char **text)
{
	f->kind = get_number(r);
	f->node = get_below(r, 1ull << 32);
	f->end = get_below(r, 1ull << 32);
	f->when = get_number(r);
	f->at = get_number(r);
	f->value = get_number(r);
	f->function = get_below(r, 1ull << 32);
	f->bits = get_below(r, 256);
	f->moved = get_below(r, 256);
	f->done = get_below(r, 2);
	f->count = get_number(r);
	f->seen = get_number(r);
	f->inside = get_below(r, 1ull << 32);
	f->struck = get_number(r);
	f->found = get_below(r, 1ull << 32);
	*text = get_text(r);
}

/* get_faults: read a list of faults; r->bad if they are not valid. */
static Faults
get_faults(const Tape *t, WireReader *r)
{
	Faults f = {0};

	f.cap = get_below(r, MAX_FAULTS_READ) + 1;
	f.fault = xcalloc(f.cap, sizeof *f.fault);
	f.text = xcalloc(f.cap, sizeof *f.text);
	while (f.n + 1 < f.cap && !r->bad) { /* the lists have one more element */
		get_fault(r, &f.fault[f.n], &f.text[f.n]);
		r->bad = r->bad || !fault_is_valid(t->w, &f.fault[f.n]);
		f.n++;
	}
	return f;
}

/* get_force: read the fields of an intervention into an act. */
static void
get_force(const Tape *t, WireReader *r, Act *a)
{
	Force *f = &a->force;

	f->kind = get_below(r, NFORCES);
	f->node = a->node = get_below(r, t->w->nnodes);
	a->at_place = get_below(r, 2);
	a->count = get_number(r);
	f->desc = get_below(r, 1ull << 32);
	f->areg = get_below(r, 1ull << 32);
	f->breg = get_below(r, 1ull << 32);
	f->creg = get_below(r, 1ull << 32);
	for (int i = 0; i < 3; i++)
		f->fpu.reg[i] = get_number(r);
	for (int i = 0; i < 3; i++)
		f->fpu.dbl[i] = get_below(r, 2);
	f->fpu.mode = get_below(r, 4);
	f->fpu.error = get_below(r, 2);
	f->addr = get_below(r, 1ull << 32);
	f->value = get_below(r, 1ull << 32);
}

/* get_act: read an act and append it to the tape, unless r is bad. */
static void
get_act(Tape *t, TapeWritten *done, WireReader *r)
{
	Act a = {.kind = get_below(r, NACTKINDS)};

	a.at = done->act_at + get_below(r, MAX_TIME);
	a.quiet = get_below(r, 2);
	r->bad |= a.at >= MAX_TIME;
	done->act_at = a.at;
	switch (a.kind) {
	case ACT_ORDER:
		a.end = host_end(t, r, get_below(r, t->ntracks));
		a.order = order_get(done->rows, r);
		break;
	case ACT_SERVE:
		a.end = host_end(t, r, get_below(r, t->ntracks));
		r->bad |= get_number(r) != RECEIVE_STREAM;
		a.service = RECEIVE_STREAM;
		break;
	case ACT_RESET:
		a.reset = get_below(r, RESET_NODE + t->w->nnodes);
		break;
	case ACT_FORCE:
		get_force(t, r, &a);
		break;
	default:
		a.faults = get_faults(t, r);
	}
	if (!r->bad) {
		tape_add_act(t, a);
		return;
	}
	free(a.order.data);
	faults_free(&a.faults);
}

bool
tape_read(Tape *t, TapeWritten *done, WireReader *r)
{
	uint64_t nacts;

	for (uint32_t i = 0; i < t->ntracks && !r->bad; i++)
		get_answers(t, i, done, r);
	nacts = get_number(r);
	for (uint64_t i = 0; i < nacts && !r->bad; i++)
		get_act(t, done, r);
	r->bad |= done->rows->read != done->rows->sent.len;
	done->rows->read = done->rows->sent.len = 0;
	return !r->bad;
}
