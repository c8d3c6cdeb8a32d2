/*
 * kenyad.c - the process server: creates processes, lists them, sends them signals.
 *
 * Source: trollius.md, sections 5 and 7.
 */
#include "node.h"

static void
answer_request(const KenyadRequest *r, int32_t result) /* reply to the sender */
{
	KenyadReply *a = memory_alloc_server(sizeof *a);

	if (!a)
		return;
	*a = (KenyadReply){node_self(), result, 0};
	reply(r->node, r->event, TYPE_KENYAD, a, sizeof *a);
}

static int32_t
create_process(const KenyadRequest *r) /* create it; its pid, or an error */
{
	Image *i = image_find(r->tag);

	return i ? process_create(i, r->value, r->argc, (const char *)(r + 1), r->nbytes, r->node,
		r->event) : KE_NOENT;
}

/*
 * signal_all: signal one process, or all for pid 0; returns how many were signalled, or an error.
 */
static int32_t
signal_all(const KenyadRequest *r)
{
	int32_t n = 0, result = KE_NOPROC;

	for (uint32_t i = 0; i < NPROCESSES; i++) {
		Process *p = process_at(i);

		if (!p || p->ending || (r->pid && r->pid != p->pid))
			continue;
		result = process_signal(p, r->value);
		n += result >= 0;
	}
	return n ? n : r->pid || result == KE_INVAL ? result : 0;
}

/* ---- state ---- */

static void
set_row_state(StateRow *row, uint32_t state, int32_t event, uint32_t type) /* what p waits for */
{
	row->state = state;
	row->event = event;
	row->type = type;
}

static StateRow
process_row(const Process *p) /* row of the command `state` for p */
{
	StateRow row = {p->index, p->pid, p->priority, PROCESS_ACTIVE, -p->pid, 0, ""};
	const Waiter *w = waiter_of(p);
	const Sending *s = links_sending(p);

	if (w)
		set_row_state(&row, w->kind == WAIT_SEND ? PROCESS_SENDING : PROCESS_RECEIVING,
			w->event, w->type);
	else if (s)
		set_row_state(&row, PROCESS_SENDING, s->h.event, s->h.type);
	if (p->ending)
		row.state = PROCESS_ENDING;
	else if (p->arrested)
		row.state = PROCESS_ARRESTED;
	memcpy(row.name, p->image->program->name, sizeof row.name);
	row.name[sizeof row.name - 1] = '\0';
	return row;
}

static void
reply_state(const KenyadRequest *r) /* send a row for each process to the asker */
{
	KenyadReply *a = memory_alloc_server(sizeof *a + NPROCESSES * sizeof(StateRow));
	StateRow *row = (StateRow *)(a + 1);

	if (!a) {
		answer_request(r, KE_NOMEM);
		return;
	}
	*a = (KenyadReply){node_self(), 0, 0};
	for (uint32_t i = 0; i < NPROCESSES; i++)
		if (process_at(i))
			row[a->nrows++] = process_row(process_at(i));
	reply(r->node, r->event, TYPE_KENYAD, a, sizeof *a + a->nrows * sizeof *row);
}

void
kenyad_serve(Held *h)
{
	const KenyadRequest *r = (const KenyadRequest *)h->body;
	bool whole = h->letter.total >= sizeof *r && r->nbytes <= h->letter.total - sizeof *r;

	if (whole && r->action == KENYAD_CREATE)
		answer_request(r, create_process(r));
	else if (whole && r->action == KENYAD_STATE)
		reply_state(r);
	else if (whole && r->action == KENYAD_SIGNAL)
		answer_request(r, signal_all(r));
	else if (whole)
		answer_request(r, KE_INVAL);
	held_free(h);
}
