/*
 * tape.c - the host's answers, kept and given again.
 */
#include "tape.h"

#include <stdlib.h>

void
tape_init(Tape *t, Network *w)
{
	*t = (Tape){.w = w, .ntracks = w->links.nends - w->links.first_host_end};
	t->tracks = xcalloc(t->ntracks, sizeof *t->tracks);
	if (w->host)
		w->host_calls->tape(w->host, t);
}

static size_t
size_of(const Answer *a)
{
	return sizeof *a + (a->order.data ? a->order.len : 0);
}

/* forget: the first n answers of a track. */
static void
forget(Tape *t, Track *k, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		t->size -= size_of(&k->answers[i]);
		free(k->answers[i].order.data);
	}
	if (n > 0)
		memmove(k->answers, k->answers + n, (k->n - n) * sizeof *k->answers);
	k->n -= n;
	k->gone += n;
	k->next -= k->next < n ? k->next : n;
}

void
tape_free(Tape *t)
{
	if (t->w->host)
		t->w->host_calls->tape(t->w->host, NULL);
	for (uint32_t i = 0; i < t->ntracks; i++) {
		forget(t, &t->tracks[i], t->tracks[i].n);
		free(t->tracks[i].answers);
	}
	free(t->tracks);
}

void
tape_mark(const Tape *t, Buf *mark)
{
	for (uint32_t i = 0; i < t->ntracks; i++) {
		const Track *k = &t->tracks[i];

		buf_word(mark, k->gone + (t->playing ? k->next : k->n));
	}
}

/* marked: the place of a mark among the answers that a track still has. */
static uint32_t
marked(const Tape *t, const Buf *mark, uint32_t track)
{
	return get32(mark->data + 4 * track) - t->tracks[track].gone;
}

void
tape_forget(Tape *t, const Buf *mark)
{
	for (uint32_t i = 0; i < t->ntracks; i++)
		forget(t, &t->tracks[i], marked(t, mark, i));
}

void
tape_play(Tape *t, const Buf *mark)
{
	t->playing = true;
	for (uint32_t i = 0; i < t->ntracks; i++)
		t->tracks[i].next = marked(t, mark, i);
}

void
tape_record(Tape *t)
{
	t->playing = false;
}

static uint8_t *
copy_of(const Order *o)
{
	uint8_t *data = o->data ? xmalloc(o->len) : NULL;

	if (data)
		memcpy(data, o->data, o->len);
	return data;
}

/* play: the orders that were the answer to this. */
static void
play(Tape *t, EndId e, Outcome what, Time at)
{
	Track *k = &t->tracks[e - t->w->links.first_host_end];

	for (; k->next < k->n && k->answers[k->next].at <= at; k->next++) {
		const Answer *a = &k->answers[k->next];
		Order o = a->order;

		assert(a->at == at); /* it was told of everything before, as the host was */
		if (a->what != what)
			break;
		o.data = copy_of(&o);
		network_order(t->w, a->end, o);
	}
}

bool
tape_tell(Tape *t, EndId e, Outcome what, Time at)
{
	if (t->playing) {
		play(t, e, what, at);
		return true;
	}
	t->telling = true;
	t->told = e;
	t->what = what;
	t->at = at;
	return false;
}

void
tape_told(Tape *t)
{
	t->telling = false;
}

void
tape_note(Tape *t, EndId e, const Order *o)
{
	Track *k;
	Answer *a;

	if (!t->telling) {
		t->touched = true;
		return;
	}
	k = &t->tracks[t->told - t->w->links.first_host_end];
	if (k->n == k->cap) {
		k->cap = k->cap ? 2 * k->cap : 64;
		k->answers = xrealloc(k->answers, k->cap * sizeof *k->answers);
	}
	a = &k->answers[k->n++];
	*a = (Answer){t->at, t->what, e, *o};
	a->order.data = copy_of(o);
	t->size += size_of(a);
}
