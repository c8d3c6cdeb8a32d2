/*
 * save.c - saves the station in a snapshot, and restores it.
 *
 * The file may contain anything, so indices and waits are checked. Other values need no check,
 * because a node could have sent them, too.
 */
#include "station_state.h"
#include "sim/past/check.h"

#include <stdlib.h>
#include <string.h>

/* TRANSFER: save or restore a field. */
#define TRANSFER(snap, field) snap_transfer(snap, &(field), sizeof(field))

/* check_snap: report a damaged snapshot if it is being read and `ok` is false. */
static void
check_snap(const Snap *snap, bool ok)
{
	if (snap->reading && !ok)
		snap_damaged(snap);
}

/* transfer_flag: save or restore a bool, which must be 0 or 1. */
static void
transfer_flag(Snap *snap, bool *flag)
{
	uint8_t byte = *flag;

	TRANSFER(snap, byte);
	check_snap(snap, byte <= 1);
	*flag = byte;
}

/* transfer_buf: save or restore a buffer. */
static void
transfer_buf(Snap *snap, Buf *b)
{
	uint32_t n = snap_count(snap, b->len, 1);

	if (n == 0)
		return;
	if (snap->reading) {
		b->data = xrealloc(b->data, n);
		b->len = b->cap = n;
	}
	snap_transfer(snap, b->data, n);
}

/* transfer_message: save or restore a message with its body. */
static void
transfer_message(Snap *snap, Message *m)
{
	TRANSFER(snap, m->node);
	TRANSFER(snap, m->event);
	TRANSFER(snap, m->type);
	TRANSFER(snap, m->flags);
	TRANSFER(snap, m->data);
	transfer_buf(snap, &m->body);
}

/* ---- the link ---- */

/* transfer_outgoing: save or restore the bytes that wait to be sent on a link. */
static void
transfer_outgoing(Snap *snap, Outgoing *o)
{
	TRANSFER(snap, o->ready);
	TRANSFER(snap, o->serial);
	TRANSFER(snap, o->class);
	check_snap(snap, o->class <= NCLASSES && snapshot_time_valid(o->ready));
	transfer_buf(snap, &o->bytes);
	check_snap(snap, o->bytes.len > 0);
}

/* transfer_queue: save or restore all that waits to be sent on a link. */
static void
transfer_queue(Snap *snap, StationLink *l)
{
	uint32_t n = snap_count(snap, l->nqueue, sizeof(Time));

	if (snap->reading)
		l->queue = xrealloc(l->queue, (n + 1) * sizeof *l->queue);
	for (uint32_t i = 0; i < n; i++) {
		if (snap->reading)
			l->queue[l->nqueue++] = (Outgoing){0};
		transfer_outgoing(snap, &l->queue[i]);
	}
}

/* transfer_class: save or restore the message in transit in one class. */
static void
transfer_class(Snap *snap, StationLink *l, int class)
{
	TRANSFER(snap, l->credits[class]);
	TRANSFER(snap, l->total[class]);
	transfer_flag(snap, &l->open[class]);
	transfer_message(snap, &l->parts[class]);
	check_snap(snap, station_link_is_class_valid(l, class));
}

/* transfer_link: save or restore a link of the station. */
static void
transfer_link(Snap *snap, const Network *w, StationLink *l)
{
	uint32_t awaited = l->awaited;

	TRANSFER(snap, l->end);
	check_snap(snap, l->end < w->links.nends && w->links.ends[l->end].ref.kind == END_HOST);
	TRANSFER(snap, l->serial);
	transfer_flag(snap, &l->sending);
	transfer_flag(snap, &l->broken);
	TRANSFER(snap, awaited);
	check_snap(snap, awaited <= AWAIT_BODY);
	l->awaited = awaited;
	TRANSFER(snap, l->header);
	for (int i = 0; i < NCLASSES; i++)
		transfer_class(snap, l, i);
	check_snap(snap, station_link_is_wait_valid(l, &w->links.ends[l->end]));
	transfer_queue(snap, l);
}

/* ---- the network that was booted ---- */

/* transfer_config: save or restore the configuration; returns whether there is a network. */
static bool
transfer_config(Snap *snap, Station *s)
{
	bool there = s->plan != NULL;
	Buf name = {0};

	transfer_flag(snap, &there);
	if (there && !snap->reading && s->plan->config)
		buf_printf(&name, "%s", s->plan->config->name);
	transfer_buf(snap, &name);
	if (snap->reading && there) {
		const Config *c = NULL;

		for (uint32_t i = 0; i < s->w->topology->nconfigs && name.len > 0; i++)
			if (strlen(s->w->topology->configs[i].name) == name.len
				&& memcmp(s->w->topology->configs[i].name, name.data, name.len)
					== 0)
				c = &s->w->topology->configs[i];
		if (name.len > 0 && !c) {
			buf_free(&name);
			snap_damaged(snap);
		}
		station_take_network(s, c);
	}
	buf_free(&name);
	return there;
}

/* transfer_nodes: save or restore how booting went for each node, and which links were cut. */
static void
transfer_nodes(Snap *snap, Station *s)
{
	BootPlan *p = s->plan;

	for (uint32_t i = 0; i < p->nnodes * NLINKS; i++)
		transfer_flag(snap, &p->edges[i].cut);
	for (uint32_t i = 0; i < p->nnodes; i++) {
		transfer_flag(snap, &s->up[i]);
		transfer_flag(snap, &s->silent[i]);
		TRANSFER(snap, s->failed[i]);
		TRANSFER(snap, s->errors[i]);
	}
	if (snap->reading) {
		boot_plan_tree(p);
		station_count_below(s);
	}
	TRANSFER(snap, s->nup);
	TRANSFER(snap, s->nlost);
	TRANSFER(snap, s->last_progress);
	check_snap(snap, snapshot_time_valid(s->last_progress) || s->last_progress == NEVER);
}

/* ---- messages that wait ---- */

/* transfer_wanted: save or restore the events whose messages are kept. */
static void
transfer_wanted(Snap *snap, Station *s)
{
	uint32_t n = snap_count(snap, s->nwanted, sizeof *s->wanted);

	if (snap->reading) {
		s->wanted = xrealloc(s->wanted, (n + 1) * sizeof *s->wanted);
		s->nwanted = n;
	}
	snap_transfer(snap, s->wanted, n * sizeof *s->wanted);
	TRANSFER(snap, s->events);
}

/* transfer_kept: save or restore the messages that are kept for a command. */
static void
transfer_kept(Snap *snap, Station *s)
{
	uint32_t n = snap_count(snap, s->nkept, sizeof(Time));

	if (snap->reading)
		s->kept = xrealloc(s->kept, (n + 1) * sizeof *s->kept);
	for (uint32_t i = 0; i < n; i++) {
		if (snap->reading)
			s->kept[s->nkept++] = (KeptMessage){0};
		TRANSFER(snap, s->kept[i].at);
		transfer_message(snap, &s->kept[i].m);
	}
}

void
station_transfer(void *service, Snap *snap)
{
	Station *s = service;
	int nfiles = iserver_open_files(s->server);

	if (s->typist)
		fatal("--type: snapshots do not hold typed answers; leave it out to write or "
			"restore one");
	if (s->o.nlinks > 0)
		fatal("--link: snapshots do not hold what partners have sent; leave it out to "
			"write or restore one");
	if (!snap->reading && nfiles > 0)
		fatal("programs have %d file%s open on the host; a snapshot is possible only "
			"after they are closed", nfiles, nfiles == 1 ? "" : "s");
	transfer_link(snap, s->w, &s->link);
	if (transfer_config(snap, s))
		transfer_nodes(snap, s);
	transfer_wanted(snap, s);
	transfer_kept(snap, s);
	if (s->o.transfer)
		s->o.transfer(s->o.context, snap);
}
