/*
 * adapter.c - the host's link adapter: sets the crossbars, boots the root node, and serves its
 * link.
 *
 * It is a device of the simulated machine: it reacts to outcomes at its link ends, and its answers
 * take simulated time.
 *
 *      control links: the circuits' bytes -> all sent -> data link: boot file -> serve
 */
#include "adapter.h"
#include "base/number.h"
#include "sim/host/iserver/iserver.h"
#include "sim/past/snap.h"

#include <assert.h>
#include <stdlib.h>

enum {
	SWITCHING = 20, /* the time from the last control byte to the first boot byte, in SETUPs */
	MOMENT = 50,    /* ms that an idle machine waits for input */
};

/*
 * Time from the last byte of a request to the first byte of its answer, in ps (host.md, section 8).
 */
#define TURN_ROUND 100000000ull

typedef enum Phase {
	PHASE_SWITCHING, /* the crossbars are being set */
	PHASE_BOOTING,
	PHASE_SERVING,
	PHASE_PEEKING, /* the root node's memory is being read, before booting */
} Phase;

/* The host's state in a snapshot. */
typedef struct HostState {
	Phase phase;
	uint32_t controls; /* number of control links that still have bytes to send */
	Time pace;         /* see HostOptions.pace */
} HostState;

/* A link with a server of bytes. */
typedef struct LiveLink {
	EndId end;
	const HostStream *calls; /* its server's callbacks */
	void *server;
	bool sending; /* bytes are being sent */
	Time since;   /* when these bytes were ordered to be sent */
	const char *name; /* for messages */
} LiveLink;

struct Host {
	HostOptions o;
	EndId data;  /* the data link over which the root node is booted */
	HostState state;
	bool clear;  /* the crossbars may have been set before, so clear them first */
	Buf request; /* HOST_ISERVER: the part of the request received so far */
	Buf core;    /* HOST_ISERVER: the memory peeked so far */
	Buf paced;   /* bytes to send over the data link one at a time */
	size_t sent; /* number of these that have been sent */
	bool typing; /* HOST_RAW: typed bytes are being sent */
	LiveLink *live; /* [o.nlinks] */
	bool exiting;   /* the program has ended, and its last reply is being sent */
	bool listening; /* HOST_ISERVER: the request waits for input */
	Time looked;    /* when the host last looked for this input */
	bool inert;     /* see host_is_inert */
	bool held;      /* see host_hold */
};

void
host_order(Network *w, EndId e, Order o)
{
	if (w->tape)
		w->tape_calls->order(w->tape, e, &o);
	network_add_order(w, e, o);
}

/* send_bytes: send n bytes from an end, from `at` on. */
static void
send_bytes(Network *w, EndId e, Time at, const uint8_t *bytes, size_t n)
{
	uint8_t *data = xmalloc(n);

	memcpy(data, bytes, n);
	host_order(w, e, (Order){.at = at, .kind = POST_OUT, .len = n, .data = data});
}

/*
 * send_data: send n bytes over the data link: all at once or, if the host paces them, the first of
 * them.
 */
static void
send_data(Host *h, Network *w, Time at, const uint8_t *bytes, size_t n)
{
	if (h->state.pace) {
		h->paced.len = 0;
		buf_put(&h->paced, bytes, n);
		h->sent = n = 1;
	}
	send_bytes(w, h->data, at, bytes, n);
}

/*
 * send_next: send the next paced byte, after an acknowledge. Returns false if there is none left.
 */
static bool
send_next(Host *h, Network *w, Time at)
{
	if (h->sent >= h->paced.len)
		return false;
	send_bytes(w, h->data, at + h->state.pace, h->paced.data + h->sent++, 1);
	return true;
}

/* receive_bytes: let the end of the host receive a message of n bytes. */
static void
receive_bytes(Network *w, EndId e, Time at, Word n)
{
	host_order(w, e, (Order){.at = at, .kind = POST_IN, .len = n});
}

/* ---- crossbars ---- */

/* chain_position: a crossbar's position in a control link's chain; -1 if it is not in the chain. */
static int
chain_position(const Control *c, uint32_t number)
{
	for (uint32_t i = 0; i < c->nswitches; i++)
		if (c->switches[i] == number)
			return i;
	return -1;
}

/*
 * circuit_settings: the bytes to send over one control link to set the circuits of the
 * configuration. If h->clear is set, commands that remove all circuits come first.
 */
static Buf
circuit_settings(const Host *h, const Topology *t, const Control *c)
{
	const Circuit *circuits;
	uint32_t n = h->o.config ? topology_circuits(t, h->o.config, &circuits) : 0;
	Buf bytes = {0};

	for (uint32_t s = 0; s < c->nswitches && h->clear; s++) {
		buf_byte(&bytes, s);
		buf_byte(&bytes, 4);
	}
	for (uint32_t s = 0; s < c->nswitches; s++) {
		size_t begin = bytes.len;

		for (uint32_t i = 0; i < n; i++) {
			if (chain_position(c, circuits[i].sw) != (int)s)
				continue;
			if (bytes.len == begin)
				buf_byte(&bytes, s);
			buf_byte(&bytes, 1);
			buf_byte(&bytes, circuits[i].a);
			buf_byte(&bytes, circuits[i].b);
		}
		if (bytes.len > begin)
			buf_byte(&bytes, 3);
	}
	return bytes;
}

/* boot_root: send the boot file to the root node, then serve the link as the mode says. */
static void
boot_root(Host *h, Network *w, Time at)
{
	h->state.phase = h->o.nboot > 0 ? PHASE_BOOTING : PHASE_SERVING;
	if (h->o.nboot > 0)
		send_data(h, w, at, h->o.boot, h->o.nboot);
	if (h->o.mode == HOST_ISERVER)
		receive_bytes(w, h->data, at, 2);
	else if (h->o.mode == HOST_STATION)
		h->o.calls->booting(h->o.service, at);
}

/*
 * set_switches: send each control link its settings, from `at` on; if there are none, boot the root
 * node at once.
 */
static void
set_switches(Host *h, Network *w, Time at)
{
	const Topology *t = w->topology;

	h->state.phase = PHASE_SWITCHING;
	h->state.controls = 0;
	for (uint32_t i = 0; i < t->ncontrols; i++) {
		Buf bytes = {0};

		if (t->controls[i].end.kind == END_CONTROL)
			bytes = circuit_settings(h, t, &t->controls[i]);
		if (bytes.len > 0) {
			h->state.controls++;
			send_bytes(w, network_find_end(w, t->controls[i].end), at, bytes.data,
				   bytes.len);
		}
		buf_free(&bytes);
	}
	if (h->state.controls == 0)
		boot_root(h, w, at);
}

/* ---- peeking ---- */

/* peek_word: ask the boot logic of the root node for the next word of the node's memory. */
static void
peek_word(Host *h, Network *w, Time at)
{
	Word address = MOSTNEG + h->core.len;
	uint8_t command[] = {1, address, address >> 8, address >> 16, address >> 24};

	receive_bytes(w, h->data, at, 4);
	send_data(h, w, at, command, sizeof command);
}

/*
 * receive_peeked: append a word of the root node's memory and ask for the next one; after the last,
 * boot the program.
 */
static void
receive_peeked(Host *h, Network *w, Time at)
{
	buf_put(&h->core, w->links.ends[h->data].in.data, 4);
	if (h->core.len < ISERVER_CORE) {
		peek_word(h, w, at + SETUP);
		return;
	}
	iserver_set_core(h->o.iserver, h->core.data, h->core.len);
	boot_root(h, w, at + SETUP);
}

/* ---- serving ---- */

/* send_typed: send typed bytes, unless bytes are being sent. */
static void
send_typed(Host *h, Network *w, Time at)
{
	uint8_t bytes[256];
	size_t n;

	if (h->typing || h->state.phase != PHASE_SERVING)
		return;
	n = typist_read(h->o.typist, bytes, sizeof bytes);
	h->typing = n > 0;
	if (n > 0)
		send_data(h, w, at, bytes, n);
}

/* receive_raw: write a received byte to the output, and show it to the typist, who may answer. */
static void
receive_raw(Host *h, Network *w, Time at)
{
	uint8_t byte = w->links.ends[h->data].in.data[0];

	fputc(byte, h->o.output);
	typist_see_output(h->o.typist, &byte, 1);
	send_typed(h, w, at + later(TURN_ROUND, h->state.pace));
}

/*
 * serve_raw: handle an outcome in HOST_RAW: after the boot file, send the input or the typed text.
 */
static void
serve_raw(Host *h, Network *w, Outcome what, Time at)
{
	bool booted = h->state.phase == PHASE_BOOTING;
	Time next = at + later(SETUP, h->state.pace);

	if (what == OUTCOME_RECEIVED) {
		receive_raw(h, w, at);
		return;
	}
	h->state.phase = PHASE_SERVING;
	h->typing = false;
	if (booted && h->o.ninput > 0)
		send_data(h, w, next, h->o.input, h->o.ninput);
	else
		send_typed(h, w, next);
}

/* answer_request: answer a complete request. */
static void
answer_request(Host *h, Network *w, Time at)
{
	Buf reply = {0};
	int status;

	iserver_request(h->o.iserver, h->request.data, h->request.len, at, &reply);
	h->request.len = 0;
	h->exiting = iserver_exited(h->o.iserver, &status) || iserver_starved(h->o.iserver);
	send_data(h, w, at + TURN_ROUND, reply.data, reply.len);
	buf_free(&reply);
}

/* await_input: keep a request for input unanswered until the input has arrived. */
static void
await_input(Host *h, Time at)
{
	h->listening = true;
	h->looked = at;
}

/* check_input: answer the waiting request if its input has arrived. */
static void
check_input(Host *h, Network *w, Time at, bool quiet)
{
	h->looked = at;
	h->listening = !iserver_has_input(h->o.iserver, quiet ? MOMENT : 0);
	if (!h->listening)
		answer_request(h, w, at);
}

/*
 * serve_iserver: receive a request, whose first two bytes hold its length; after its answer,
 * receive the next.
 */
static void
serve_iserver(Host *h, Network *w, Outcome what, Time at)
{
	End *e = &w->links.ends[h->data];
	int size;

	if (what == OUTCOME_SENT) {
		if (h->state.phase == PHASE_BOOTING)
			h->state.phase = PHASE_SERVING;
		else if (h->exiting)
			network_finish(w, at);
		else
			receive_bytes(w, h->data, at + SETUP, 2);
		return;
	}
	buf_put(&h->request, e->in.data, e->in_have);
	size = iserver_frame_size(h->request.data, h->request.len);
	if (size == ISERVER_REFUSED)
		network_finish(w, at);
	else if ((size_t)size > h->request.len)
		receive_bytes(w, h->data, at + SETUP, size - h->request.len);
	else if (iserver_must_wait(h->o.iserver, h->request.data, h->request.len))
		await_input(h, at);
	else
		answer_request(h, w, at);
}

/*
 * send_from_server: send the bytes that the server of a link has to send, unless it is still
 * sending.
 */
static void
send_from_server(Host *h, Network *w, LiveLink *l, Time at)
{
	Buf bytes = {0};

	if (h->held || l->sending || (l->end == h->data && h->state.phase != PHASE_SERVING))
		return;
	l->calls->give(l->server, &bytes);
	l->sending = bytes.len > 0;
	l->since = at;
	if (l->sending && l->end == h->data)
		send_data(h, w, at, bytes.data, bytes.len);
	else if (l->sending)
		send_bytes(w, l->end, at, bytes.data, bytes.len);
	else if (l->calls->ended(l->server))
		network_finish(w, at);
	buf_free(&bytes);
}

/*
 * serve_live: pass a received byte to the link's server or, when its bytes have been sent, send the
 * next ones.
 */
static void
serve_live(Host *h, Network *w, LiveLink *l, Outcome what, Time at)
{
	if (what == OUTCOME_RECEIVED) {
		l->calls->receive(l->server, w->links.ends[l->end].in.data[0], at);
	} else {
		l->sending = false;
		if (l->end == h->data)
			h->state.phase = PHASE_SERVING;
	}
	send_from_server(h, w, l, at + (l->calls->timed ? SETUP : TURN_ROUND));
}

/* live_link: the live link at an end; NULL if the end has no server of bytes. */
static LiveLink *
live_link(const Host *h, EndId e)
{
	for (uint32_t i = 0; i < h->o.nlinks; i++)
		if (h->live[i].end == e)
			return &h->live[i];
	return NULL;
}

void
host_hold(Host *h, bool held)
{
	h->held = held;
}

Time
host_wakes(const Host *h)
{
	Time first = h->listening ? h->looked + EPOCH : NEVER;

	for (uint32_t i = 0; i < h->o.nlinks; i++)
		first = earlier(first, h->live[i].calls->wakes(h->live[i].server));
	return first;
}

bool
host_may_act(const Host *h)
{
	for (uint32_t i = 0; i < h->o.nlinks; i++)
		if (!h->live[i].sending && h->live[i].calls->wakes(h->live[i].server) != NEVER)
			return true;
	return h->listening;
}

void
host_report(const Host *h, const Network *w, FILE *f)
{
	for (uint32_t i = 0; i < h->o.nlinks; i++) {
		const LiveLink *l = &h->live[i];
		const End *e = &w->links.ends[l->end];

		if (!l->sending || !e->sending)
			continue;
		fprintf(f, "link %s: since %s the machine has not taken the last %u bytes of the "
			"partner\n", l->name, TIME_STRING(l->since), e->out_len - e->out_done);
	}
}

/* serve_outcome: handle an outcome at the data link, according to the host's mode. */
static void
serve_outcome(Host *h, Network *w, Outcome what, Time at)
{
	if (h->state.phase == PHASE_PEEKING) {
		if (what == OUTCOME_RECEIVED)
			receive_peeked(h, w, at);
		return;
	}
	switch (h->o.mode) {
	case HOST_RAW:
		serve_raw(h, w, what, at);
		break;
	case HOST_ISERVER:
		serve_iserver(h, w, what, at);
		break;
	case HOST_STATION:
		h->state.phase = PHASE_SERVING;
		h->o.calls->outcome(h->o.service, what, at);
		break;
	case HOST_STREAM:
		break; /* the server of its link handles the outcome */
	}
}

/* dispatch_outcome: pass an outcome to the part of the host that serves its end. */
static void
dispatch_outcome(Host *h, Network *w, EndId e, Outcome what, Time at)
{
	LiveLink *l = live_link(h, e);

	if (w->links.ends[e].ref.kind == END_CONTROL) {
		if (what == OUTCOME_SENT && --h->state.controls == 0)
			boot_root(h, w, at + SWITCHING * SETUP);
	} else if (e == h->data && what == OUTCOME_SENT && send_next(h, w, at)) {
		return;
	} else if (l) {
		serve_live(h, w, l, what, at);
	} else if (e == h->data) {
		serve_outcome(h, w, what, at);
	}
}

/* host_outcome: HostCalls.outcome: handle what has happened at an end of the host. */
static void
host_outcome(Host *h, Network *w, EndId e, Outcome what, Time at)
{
	if (!h->inert)
		dispatch_outcome(h, w, e, what, at);
}

/* receive_stream: let the end receive bytes one by one for ever, and record this on a tape. */
static void
receive_stream(Network *w, EndId e)
{
	if (w->tape)
		w->tape_calls->serve(w->tape, e, RECEIVE_STREAM);
	network_serve(w, e, RECEIVE_STREAM);
}

/* receive_streams: prepare the host's raw and live links to receive bytes one by one. */
static void
receive_streams(Host *h, Network *w)
{
	if (h->o.mode == HOST_RAW)
		receive_stream(w, h->data);
	for (uint32_t i = 0; i < h->o.nlinks; i++)
		receive_stream(w, h->live[i].end);
}

/* init_live_links: set up the links with servers of bytes. */
static void
init_live_links(Host *h, const Network *w)
{
	h->live = xcalloc(h->o.nlinks + 1, sizeof *h->live);
	for (uint32_t i = 0; i < h->o.nlinks; i++) {
		const HostLink *l = &h->o.links[i];

		h->live[i] = (LiveLink){.end = network_find_end(w, l->end), .calls = l->calls,
			.server = l->server, .name = l->name};
	}
}

/* ---- acting by itself ---- */

/*
 * tell_error: tell the server of a link whether Error is set on a node that is in no other node's
 * subsystem.
 */
static void
tell_error(const LiveLink *l, const Network *w)
{
	bool error = false;

	if (!l->calls->error)
		return;
	for (NodeId n = 0; n < w->nnodes; n++)
		if (w->topology->nodes[n].subsystem == NOWHERE)
			error |= w->nodes[n]->error;
	l->calls->error(l->server, error);
}

/* pulse_line: pulse the line that the server of a link wants to be pulsed, if any. */
static void
pulse_line(Host *h, Network *w, const LiveLink *l)
{
	HostLine line = l->calls->line ? l->calls->line(l->server) : LINE_NONE;

	if (line == LINE_NONE)
		return;
	network_reset(w, line == LINE_ANALYSE ? RESET_ANALYSE : RESET_ALL);
	for (uint32_t i = 0; i < h->o.nlinks; i++)
		h->live[i].sending = false; /* bytes that were being sent are lost */
	receive_streams(h, w);
}

/*
 * wake_server: let the server of a link act by itself, at `at`; or if it is timed and no event is
 * left, at the time at which it wants to.
 */
static void
wake_server(Host *h, Network *w, LiveLink *l, Time at, bool quiet)
{
	Time wanted = l->calls->wakes(l->server);
	bool ahead = quiet && l->calls->timed;

	if (ahead ? l->sending || wanted == NEVER : !quiet && wanted > at)
		return;
	if (ahead)
		at = later(at, wanted);
	tell_error(l, w);
	l->calls->wake(l->server, at, quiet);
	pulse_line(h, w, l);
	send_from_server(h, w, l, at + SETUP);
}

void
host_wake(Host *h, Network *w, Time at, bool quiet)
{
	if (h->o.mode == HOST_RAW)
		fflush(h->o.output);
	if (h->listening && (quiet || h->looked + EPOCH <= at))
		check_input(h, w, at, quiet);
	for (uint32_t i = 0; i < h->o.nlinks; i++)
		wake_server(h, w, &h->live[i], at, quiet);
}

void
host_spread(Host *h, Network *w, EndId data, const Config *config, const uint8_t *bytes, size_t n)
{
	h->data = data;
	h->o.config = config;
	h->o.boot = bytes;
	h->o.nboot = n;
	h->clear = true;
	for (uint32_t i = 0; i < h->o.nlinks; i++)
		h->live[i].sending = false; /* bytes that were being sent are lost */
	receive_streams(h, w);
	set_switches(h, w, w->now + SETUP);
}

void
host_boot(Host *h, Network *w, Time at, const uint8_t *bytes, size_t n)
{
	h->o.boot = bytes;
	h->o.nboot = n;
	h->o.ninput = 0;
	h->request.len = 0;
	h->exiting = h->listening = false;
	receive_streams(h, w);
	boot_root(h, w, at + SETUP);
}

void
host_boot_served(Host *h, Network *w, Time at, const HostProgram *p)
{
	assert(h->o.mode == HOST_ISERVER);
	h->o.iserver = p->iserver;
	if (!p->peek) {
		host_boot(h, w, at, p->boot, p->nboot);
		return;
	}
	h->o.boot = p->boot;
	h->o.nboot = p->nboot;
	h->request.len = h->core.len = 0;
	h->exiting = h->listening = false;
	h->state.phase = PHASE_PEEKING;
	peek_word(h, w, at + SETUP);
}

bool
host_boots(const Host *h)
{
	return h->state.phase == PHASE_SWITCHING;
}

/* transfer_links: save or restore the servers of links that are part of snapshots. */
static void
transfer_links(Host *h, Snap *s)
{
	for (uint32_t i = 0; i < h->o.nlinks; i++) {
		LiveLink *l = &h->live[i];

		if (!l->calls->transfer)
			continue;
		snap_transfer(s, &l->sending, sizeof l->sending);
		snap_transfer(s, &l->since, sizeof l->since);
		l->calls->transfer(l->server, s);
	}
}

/* transfer_servers: save or restore the station, or the servers of links. */
static void
transfer_servers(Host *h, Snap *s)
{
	if (h->o.mode == HOST_STATION)
		h->o.calls->transfer(h->o.service, s);
	else
		transfer_links(h, s);
}

/* saved_servers: the bytes that transfer_servers saves; the caller frees them. */
static Buf
saved_servers(Host *h)
{
	Snap part = {0};

	transfer_servers(h, &part);
	return part.bytes;
}

/* read_servers: restore the station, or the servers of links, from n bytes of the snapshot. */
static void
read_servers(Host *h, Snap *s, uint32_t n)
{
	Snap part = {.name = s->name, .reading = true, .bytes = s->bytes, .at = s->at};
	Buf saved = h->o.mode == HOST_STATION ? (Buf){0} : saved_servers(h);

	if (h->o.mode != HOST_STATION && n != saved.len)
		fatal("%s: it was made with other link adaptors; give the same options --link",
			s->name);
	buf_free(&saved);
	part.bytes.len = s->at + n;
	transfer_servers(h, &part);
	if (part.at != part.bytes.len
	    || (h->o.mode == HOST_STATION && h->state.phase == PHASE_SWITCHING))
		snap_damaged(s);
}

/*
 * write_servers: save the station, or the servers of links, with their length before them, so that
 * a reader can skip them.
 */
static void
write_servers(Host *h, Snap *s)
{
	Buf saved = saved_servers(h);

	snap_count(s, saved.len, 1);
	if (saved.len > 0)
		snap_transfer(s, saved.data, saved.len);
	buf_free(&saved);
}

/* transfer_paced: save or restore the paced bytes that are still to be sent. */
static void
transfer_paced(Host *h, Snap *s)
{
	uint32_t left = snap_count(s, h->paced.len - h->sent, 1);

	if (!s->reading) {
		if (left > 0)
			snap_transfer(s, h->paced.data + h->sent, left);
		return;
	}
	h->paced.len = h->sent = 0;
	buf_put(&h->paced, s->bytes.data + s->at, left);
	s->at += left;
}

/* host_transfer: HostCalls.transfer: save or restore the host in a snapshot. */
static void
host_transfer(Host *h, const Network *w, Snap *s)
{
	uint32_t mode = h->o.mode, n;

	snap_transfer(s, &mode, sizeof mode);
	snap_transfer(s, &h->state, sizeof h->state);
	snap_transfer(s, &h->data, sizeof h->data);
	transfer_paced(h, s);
	if (!s->reading) {
		write_servers(h, s);
		return;
	}
	n = snap_count(s, 0, 1);
	h->inert = mode != h->o.mode;
	if (h->data < w->links.first_host_end || h->data >= w->links.first_control_end)
		snap_damaged(s);
	if (!h->inert)
		read_servers(h, s, n);
	s->at += n;
}

Host *
host_new(Network *w, const HostOptions *o)
{
	static const HostCalls calls = {.outcome = host_outcome, .transfer = host_transfer};
	Host *h = xcalloc(1, sizeof *h);

	h->o = *o;
	h->state.pace = o->pace;
	h->data = network_find_end(w, (EndRef){END_HOST, 0, 0});
	init_live_links(h, w);
	w->host = h;
	w->host_calls = &calls;
	receive_streams(h, w);
	if (!o->idle)
		set_switches(h, w, SETUP);
	return h;
}

bool
host_is_inert(const Host *h)
{
	return h->inert;
}

void
host_free(Host *h)
{
	buf_free(&h->request);
	buf_free(&h->core);
	buf_free(&h->paced);
	free(h->live);
	free(h);
}
