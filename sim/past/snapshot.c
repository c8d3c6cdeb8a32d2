/*
 * snapshot.c - saves the whole network in a file, and restores it.
 *
 * A snapshot contains the state that state.c hashes, and all other data that the run needs to
 * continue: the structs of nodes and ends in binary form, pages that are not all zeros, pending
 * orders and messages in transit. It contains the sizes of the structs and the text of the
 * topology, and ends with a hash of itself; so only the same program can read it, for the same
 * machine. A snapshot kept in memory for going back in time contains only the machine: it lacks the
 * host, and its pages are in a store.
 */
#include "check.h"
#include "base/files.h"
#include "sim/fault/fault.h"
#include "snap.h"
#include "snapshot.h"

#include <stdlib.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

enum {
	MAX_SNAPSHOT = 1 << 30, /* bytes */
	MAX_RATE = 1000000,     /* ratio of a clock's period to the period in the topology */
};

static const char magic[] = "trellis snapshot 8\n";

/* snap_damaged: fatal: the snapshot is damaged. */
_Noreturn void
snap_damaged(const Snap *s)
{
	fatal("%s is damaged or was written by another version; make the snapshot again", s->name);
}

void
snap_transfer(Snap *s, void *p, size_t n)
{
	if (!s->reading) {
		buf_put(&s->bytes, p, n);
		return;
	}
	if (n > s->bytes.len - s->at)
		snap_damaged(s);
	if (n > 0)
		memcpy(p, s->bytes.data + s->at, n);
	s->at += n;
}

uint32_t
snap_count(Snap *s, uint32_t n, size_t size)
{
	snap_transfer(s, &n, sizeof n);
	if (s->reading && n > (s->bytes.len - s->at) / size)
		snap_damaged(s);
	return n;
}

/* transfer_same_value: write a value; or read one, which must be the same. */
static void
transfer_same_value(Snap *s, uint64_t value)
{
	uint64_t other = value;

	snap_transfer(s, &other, sizeof other);
	if (other != value)
		snap_damaged(s);
}

/* ---- nodes ---- */

/*
 * write_page: callback for pages_each: write a page's number and its bytes, or its number in the
 * keeper.
 */
static void
write_page(void *context, uint32_t page, const uint8_t *bytes)
{
	Snap *s = context;
	uint32_t number;

	snap_transfer(s, &page, sizeof page);
	if (!s->keeper) {
		snap_transfer(s, (void *)bytes, PAGE);
		return;
	}
	number = s->keeper->put(s->keeper->context, bytes);
	snap_transfer(s, &number, sizeof number);
}

/* read_page: read the bytes of a page, from the snapshot or from the keeper. */
static void
read_page(Snap *s, uint8_t *bytes)
{
	const uint8_t *page;
	uint32_t number;

	if (!s->keeper) {
		snap_transfer(s, bytes, PAGE);
		return;
	}
	snap_transfer(s, &number, sizeof number);
	page = s->keeper->get(s->keeper->context, number);
	if (!page)
		snap_damaged(s);
	memcpy(bytes, page, PAGE);
}

/* transfer_memory: write or read all pages of a node's memory. */
static void
transfer_memory(Snap *s, T800 *c)
{
	const uint32_t end = 0xFFFFFFFF;
	uint32_t page = end;

	if (!s->reading) {
		pages_each(c, write_page, s);
		snap_transfer(s, &page, sizeof page);
		return;
	}
	t800_erase(c);
	for (snap_transfer(s, &page, sizeof page); page != end;
		snap_transfer(s, &page, sizeof page)) {
		if (page >= c->r.size / PAGE)
			snap_damaged(s);
		read_page(s, c->r.mem + (size_t)page * PAGE);
	}
}

/* skip_memory: skip the pages of a node that is absent in this network. */
static void
skip_memory(Snap *s)
{
	const uint32_t end = 0xFFFFFFFF;
	uint32_t page, number;
	uint8_t bytes[PAGE];

	for (snap_transfer(s, &page, sizeof page); page != end;
		snap_transfer(s, &page, sizeof page)) {
		if (s->keeper)
			snap_transfer(s, &number, sizeof number);
		else
			snap_transfer(s, bytes, sizeof bytes);
	}
}

void
snap_struct(Snap *s, const T800 *c, T800 *copy)
{
	memcpy(copy, c, sizeof *copy); /* including padding: equal states make equal snapshots */
	copy->r.mem = NULL;
	copy->r.node = NULL;
	copy->note_observer = (NoteObserver){0};
	copy->watch = NULL;
	copy->code = NULL;
	copy->call_marks = NULL;
	copy->called = false;
	copy->keep_error = NULL;
	copy->hold_count = NEVER;
	snap_transfer(s, copy, sizeof *copy);
	copy->r.mem = c->r.mem;
	copy->r.node = (T800 *)c;
	copy->note_observer = c->note_observer;
	copy->watch = c->watch;
	copy->code = c->code;
	copy->call_marks = c->call_marks;
	copy->keep_error = c->keep_error;
	copy->hold_count = NEVER;
	copy->held = copy->withheld = false;
	due_find_first(copy);
}

/* transfer_node: write or read a node with its clock and memory. */
static void
transfer_node(Snap *s, const Network *w, NodeId n)
{
	T800 *c = w->nodes[n], copy;

	snap_struct(s, c, &copy);
	if (s->reading && c->stop == STOP_ABSENT) {
		skip_memory(s);
		return;
	}
	if (s->reading) {
		if (!snapshot_node_valid(c, &copy, node_clock(w, n, w->now)))
			snap_damaged(s);
		*c = copy;
	}
	transfer_memory(s, c);
}

/* ---- ends ---- */

/*
 * transfer_bytes: write the n bytes at *data, or replace *data by n bytes that are read; *data is
 * NULL if n is 0.
 */
static void
transfer_bytes(Snap *s, uint8_t **data, uint32_t n)
{
	uint32_t there = snap_count(s, *data ? n : 0, 1);

	if (s->reading) {
		if (there != 0 && there != n)
			snap_damaged(s);
		free(*data);
		*data = there > 0 ? xmalloc(there) : NULL;
	}
	snap_transfer(s, *data, there);
}

/* transfer_order: write end e's order o to a snapshot, or read the order of e from one. */
static void
transfer_order(Snap *s, const Network *w, End *e, Order o)
{
	uint8_t *data = s->reading ? NULL : o.data;

	snap_transfer(s, &o.at, sizeof o.at);
	snap_transfer(s, &o.kind, sizeof o.kind);
	snap_transfer(s, &o.ptr, sizeof o.ptr);
	snap_transfer(s, &o.len, sizeof o.len);
	if (s->reading && !snapshot_order_valid(w, e, &o))
		snap_damaged(s);
	transfer_bytes(s, &data, o.len);
	if (!s->reading)
		return;
	o.data = data;
	end_add_order(e, o);
	if ((data != NULL) != (o.kind == POST_OUT && o.len > 0))
		snap_damaged(s);
}

/* transfer_orders: write or read the orders that wait for an end. */
static void
transfer_orders(Snap *s, const Network *w, End *e)
{
	uint32_t n = snap_count(s, e->norders, sizeof(Time));

	while (s->reading && e->norders > 0)
		free(e->orders[--e->norders].data);
	for (uint32_t i = 0; i < n; i++)
		transfer_order(s, w, e, s->reading ? (Order){0} : e->orders[i]);
}

void
snap_end(Snap *s, Network *w, End *e)
{
	const End made = *e;

	snap_transfer(s, e, offsetof(End, out));
	snap_transfer(s, &e->counted, sizeof e->counted);
	transfer_bytes(s, &e->out, e->out_len);
	e->in.len = snap_count(s, e->in.len, 1);
	if (s->reading && e->in.len > 0) {
		e->in.data = xrealloc(e->in.data, e->in.len);
		e->in.cap = e->in.len;
	}
	snap_transfer(s, e->in.data, e->in.len);
	if (s->reading && !snapshot_end_valid(w, &made, e))
		snap_damaged(s);
	transfer_orders(s, w, e);
}

/* ---- the network ---- */

/* transfer_selector: write or read the state of the crossbars' end of a control link. */
static void
transfer_selector(Snap *s, Selector *sel)
{
	snap_transfer(s, sel, offsetof(Selector, replies));
	sel->replies.len = snap_count(s, sel->replies.len, 1);
	if (s->reading && sel->replies.len > 0) {
		sel->replies.data = xrealloc(sel->replies.data, sel->replies.len);
		sel->replies.cap = sel->replies.len;
	}
	snap_transfer(s, sel->replies.data, sel->replies.len);
}

void
snap_clock(Snap *s, Network *w, NodeId n)
{
	uint64_t made = w->period[n];

	snap_transfer(s, &w->period[n], sizeof w->period[n]);
	snap_transfer(s, &w->phase[n], sizeof w->phase[n]);
	snap_transfer(s, &w->from[n], sizeof w->from[n]);
	if (w->period[n] < made / MAX_RATE || w->period[n] / MAX_RATE > made
	    || !snapshot_time_valid(w->phase[n]) || !snapshot_time_valid(w->from[n]))
		snap_damaged(s);
}

/*
 * transfer_faults: write or read all faults, including pending ones; those read replace the
 * network's.
 */
static void
transfer_faults(Snap *s, Network *w)
{
	Faults *f = &w->faults;
	uint32_t n = snap_count(s, f->n, sizeof *f->fault);

	if (s->reading) {
		faults_free(f);
		f->fault = xcalloc(n + 1, sizeof *f->fault);
		f->text = xcalloc(n + 1, sizeof *f->text);
		f->cap = n + 1;
		f->n = n;
	}
	snap_transfer(s, f->fault, n * sizeof *f->fault);
	faults_attach(w);
	for (uint32_t i = 0; s->reading && i < n; i++)
		if (!fault_is_valid(w, &f->fault[i]))
			snap_damaged(s);
}

/*
 * transfer_topology: write the canonical text of the topology, or check that the snapshot has the
 * same.
 */
static void
transfer_topology(Snap *s, const Topology *t)
{
	uint32_t n = s->reading ? snap_count(s, 0, 1) : 0;
	Buf text = {0};
	bool same = true;

	topology_print(t, &text);
	if (s->reading) {
		same = n == text.len && memcmp(s->bytes.data + s->at, text.data, n) == 0;
		s->at += n;
	} else {
		snap_count(s, text.len, 1);
		snap_transfer(s, text.data, text.len);
	}
	buf_free(&text);
	if (!same)
		fatal("%s was made on another machine than %s", s->name, t->file);
}

/* transfer_machine: write or read everything except the host. */
static void
transfer_machine(Snap *s, Network *w)
{
	snap_transfer(s, &w->now, sizeof w->now);
	snap_transfer(s, &w->seed, sizeof w->seed);
	if (!snapshot_time_valid(w->now))
		snap_damaged(s);
	for (NodeId n = 0; n < w->nnodes; n++)
		snap_clock(s, w, n);
	for (NodeId n = 0; n < w->nnodes; n++)
		transfer_node(s, w, n);
	for (EndId e = 0; e < w->links.nends; e++)
		snap_end(s, w, &w->links.ends[e]);
	snap_transfer(s, w->links.crossbars, w->topology->nswitches * sizeof *w->links.crossbars);
	snap_transfer(s, w->links.ports,
		(size_t)w->topology->nswitches * MAX_PORTS * sizeof *w->links.ports);
	for (uint32_t i = 0; i < w->topology->ncontrols; i++)
		transfer_selector(s, &w->selectors[i]);
	if (s->reading && !snapshot_circuits_valid(w))
		snap_damaged(s);
	transfer_faults(s, w);
}

uint64_t
snapshot_layout(void)
{
	return sizeof(T800) << 32 | sizeof(End);
}

/* transfer_network: write or read the machine and its host. */
static void
transfer_network(Snap *s, Network *w)
{
	transfer_topology(s, w->topology);
	transfer_same_value(s, snapshot_layout());
	transfer_machine(s, w);
	w->host_calls->transfer(w->host, w, s);
}

void
snapshot_save(Network *w, Buf *out)
{
	Snap s = {.name = "", .bytes = *out};
	uint64_t hash;

	buf_put(&s.bytes, magic, sizeof magic);
	transfer_network(&s, w);
	hash = XXH3_64bits(s.bytes.data, s.bytes.len);
	buf_put(&s.bytes, &hash, sizeof hash);
	*out = s.bytes;
}

void
snapshot_write(Network *w, const char *name)
{
	Buf bytes = {0};

	snapshot_save(w, &bytes);
	file_write(name, bytes.data, bytes.len);
	buf_free(&bytes);
}

/* snap_open: start reading a snapshot's bytes, after its signature; damage is fatal. */
static Snap
snap_open(const char *name, Buf bytes)
{
	Snap s = {.name = name, .reading = true, .bytes = bytes, .at = sizeof magic};
	uint64_t hash;

	if (s.bytes.len < sizeof magic + sizeof hash
	    || memcmp(s.bytes.data, magic, sizeof magic) != 0)
		fatal("%s is not a snapshot; 'trellis boot --snapshot FILE@TIME' makes one", name);
	s.bytes.len -= sizeof hash;
	memcpy(&hash, s.bytes.data + s.bytes.len, sizeof hash);
	if (hash != XXH3_64bits(s.bytes.data, s.bytes.len))
		snap_damaged(&s);
	return s;
}

void
snapshot_load(Network *w, const char *name, Buf bytes)
{
	Snap s = snap_open(name, bytes);

	w->finishing = false;
	transfer_network(&s, w);
	if (s.at != s.bytes.len)
		snap_damaged(&s);
	network_resume(w);
}

void
snapshot_keep(Network *w, const PageKeeper *keeper, Buf *out)
{
	Snap s = {.name = "", .bytes = *out, .keeper = keeper};

	transfer_machine(&s, w);
	*out = s.bytes;
}

void
snapshot_reload(Network *w, const PageKeeper *keeper, const char *name, Buf bytes)
{
	Snap s = {.name = name, .reading = true, .bytes = bytes, .keeper = keeper};

	w->finishing = false;
	transfer_machine(&s, w);
	if (s.at != s.bytes.len)
		snap_damaged(&s);
	network_resume(w);
}

void
snapshot_read(Network *w, const char *name)
{
	Buf bytes = file_read(name, MAX_SNAPSHOT);

	snapshot_load(w, name, bytes);
	buf_free(&bytes);
}

Topology *
snapshot_topology(const char *name)
{
	Buf bytes = file_read(name, MAX_SNAPSHOT);
	Snap s = snap_open(name, bytes);
	uint32_t n = snap_count(&s, 0, 1);
	Topology *t = topology_parse((const char *)s.bytes.data + s.at, n, name);

	buf_free(&bytes);
	return t;
}
