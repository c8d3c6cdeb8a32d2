/*
 * ahead.c - continues a link from the state that its prediction has reached.
 *
 * A prediction (link_expect) finds that a link repeats its steps, and skips the repetitions, until
 * a message ends. If no order comes before that end, the link need not make the steps again: it
 * takes over the state predicted for that time, and receives the bytes that arrive until then. The
 * state after the repetitions is kept until the end of the message is known.
 */
#include "link_pair.h"

#include <string.h>

/*
 * is_faulty: true if a fault affects the line to an end, so that bytes may arrive that differ from
 * those sent.
 */
static bool
is_faulty(const End *e, const End *sender)
{
	bool faulty = e->altered || e->again || sender->dead;

	for (int k = 0; k < NHITS; k++)
		faulty |= sender->hits[k].left > 0;
	return faulty;
}

void
repetition_keep(LinkRepetition *a, const Pair *p, Time at)
{
	if (a->faulty)
		return;
	a->at = at;
	for (int i = 0; i < 2; i++)
		memcpy(&a->end[i], p->end[i], offsetof(End, out));
}

void
repetition_drop(End *e)
{
	if (e->ahead)
		e->ahead->at = NEVER;
}

/*
 * receive_bytes: let an end receive n bytes: first the byte on the line, then bytes not sent yet.
 */
static void
receive_bytes(End *e, const End *sender, Word n)
{
	if (n == 0)
		return;
	if (e->in_have == 0)
		e->in.len = 0;
	if (e->arrive_at != NEVER) {
		buf_byte(&e->in, e->incoming);
		n--;
	}
	if (n > 0)
		buf_put(&e->in, sender->out + sender->out_sent, n);
}

void
repetition_take(LinkRepetition *a, Pair *p)
{
	for (int i = 0; i < 2; i++)
		receive_bytes(p->end[i], p->end[!i], a->end[i].in_have - p->end[i]->in_have);
	for (int i = 0; i < 2; i++)
		memcpy(p->end[i], &a->end[i], offsetof(End, out));
}

LinkRepetition *
repetition_clear(const Pair *p)
{
	End *e = p->end[0];

	if (!e->ahead)
		e->ahead = xmalloc(sizeof *e->ahead);
	e->ahead->at = NEVER;
	e->ahead->repetition[0].periods = e->ahead->repetition[1].periods = 0;
	e->ahead->faulty = is_faulty(p->end[0], p->end[1]) || is_faulty(p->end[1], p->end[0]);
	return e->ahead;
}
