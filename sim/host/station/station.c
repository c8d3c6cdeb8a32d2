/*
 * station.c - the host station: boots the network, and answers its nodes' requests.
 *
 * A table maps events to services. The INMOS server (iserver.c) implements files; its requests
 * arrive in the bodies of messages, and answers are sent a turn-round time later. Messages for the
 * host's own events are kept until the waiting command takes them.
 *
 * Booting goes in rounds: every node reports that it is up, and on which of its links no child
 * answered. If there are such links, they are cut and the whole network is booted again without
 * them, so that the routing tables of all nodes are correct.
 */
#include "station_state.h"
#include "sim/host/adapter.h"

#include "base/list.h"

#include <stdlib.h>
#include <string.h>

/* Time from a request to its answer (docs/t800/host.md, section 8). */
#define TURN_ROUND 100000000ull /* ps */

/* The longest time between two reports of nodes while booting. */
#define BOOT_WAIT 1000000000000ull /* ps */

/* The longest time for sending the boot stream. */
#define SENDING_WAIT (5 * BOOT_WAIT) /* ps */

enum { USER_WAIT_MS = 50 }; /* ms that an idle network waits for a user */

/* The interval at which a waiting command checks for interrupts. */
#define POLL_INTERVAL 5000000000ull /* ps */

uint32_t
station_nnodes(const Station *s)
{
	return s->plan ? s->plan->nnodes : 0;
}

/* ---- services ---- */

/* file_request: the size of the file request in a message; 0 if it holds none. */
static size_t
file_request(const Message *m)
{
	int size = iserver_frame_size(m->body.data, m->body.len);

	return size > 0 && size <= (int)m->body.len ? size : 0;
}

/* answer_file: let the file server serve a node's request, and send its reply. */
static void
answer_file(Station *s, const Message *m, Time at)
{
	Message reply = {.node = m->node, .event = m->data[0], .type = TYPE_FILED,
		.flags = m->flags & PACKET_SYSTEM};
	size_t size = file_request(m);

	fflush(stdout);
	if (size > 0)
		iserver_request(s->server, m->body.data, size, at, &reply.body);
	else
		buf_put(&reply.body, (uint8_t[]){1, 0, RESULT_BAD_PARAMETER}, 3);
	while (reply.body.len % 4)
		buf_byte(&reply.body, 0);
	station_answer(s, at, &reply);
	buf_free(&reply.body);
}

/* keep_reader: keep a copy of this request for input, to be served later. */
static void
keep_reader(Station *s, const Message *m)
{
	Message copy = *m;

	copy.body = (Buf){0};
	buf_put(&copy.body, m->body.data, m->body.len);
	s->readers = list_more(s->readers, s->nreaders, sizeof *s->readers);
	s->readers[s->nreaders++] = copy;
}

/* forget_readers: drop the requests that wait for typed input. */
static void
forget_readers(Station *s)
{
	while (s->nreaders > 0)
		buf_free(&s->readers[--s->nreaders].body);
}

/* lacks_input: true if the request asks for input that has not been typed yet. */
static bool
lacks_input(Station *s, const Message *m)
{
	size_t n = file_request(m);

	return iserver_awaits_typist(s->server, m->body.data, n)
		|| iserver_must_wait(s->server, m->body.data, n);
}

/* serve_readers: serve waiting requests for input, in their order, as far as there is input. */
static void
serve_readers(Station *s, Time at)
{
	while (s->nreaders > 0) {
		Message m = s->readers[0];

		if (lacks_input(s, &m))
			return;
		memmove(s->readers, s->readers + 1, --s->nreaders * sizeof *s->readers);
		answer_file(s, &m, at);
		buf_free(&m.body);
	}
}

/* serve_file: serve a node's file request, or keep it until input has been typed. */
static void
serve_file(Station *s, const Message *m, Time at)
{
	if (!(m->flags & PACKET_DATA))
		return; /* no requester to answer */
	if (lacks_input(s, m)) {
		keep_reader(s, m);
		return;
	}
	answer_file(s, m, at);
	serve_readers(s, at);
}

/*
 * lose_subtrees: count the nodes behind a node's failed links as lost, since they will not come up
 * in this round.
 */
static void
lose_subtrees(Station *s, uint32_t node)
{
	const BootNode *b = &s->plan->nodes[node];

	for (int l = 0; l < NLINKS; l++)
		if (s->failed[node] & b->children & 1u << l)
			s->nlost += s->below[b->peer[l]];
}

/*
 * serve_node_up: handle the message that a node has booted; it also says which of the node's
 * children did not answer.
 */
static void
serve_node_up(Station *s, const Message *m, Time at)
{
	if (m->node >= station_nnodes(s) || s->up[m->node])
		return;
	s->up[m->node] = true;
	s->failed[m->node] = m->flags & PACKET_DATA ? m->data[0] : 0;
	s->nup++;
	s->last_progress = at;
	lose_subtrees(s, m->node);
}

/* found_by_kernel: true if the kernel's testerr has found this Error. */
static bool
found_by_kernel(const ErrorRise *r)
{
	return r->finder - KERNEL_STACK_LOW <= KERNEL_STACK - KERNEL_STACK_LOW;
}

/*
 * next_reported_error: where the next Error to be reported by a node's kernel was set. The kernel
 * finds an Error at a process's next call, and reports come in that order. NULL if the place is not
 * known any more.
 */
static const ErrorRise *
next_reported_error(Station *s, uint32_t node)
{
	const Errors *e = &s->w->nodes[s->plan->place[node]]->errors;

	while (s->errors[node] < e->nrises) {
		const ErrorRise *r = error_rise(e, ++s->errors[node]);

		if (r && found_by_kernel(r))
			return r;
	}
	return NULL;
}

/*
 * locate_halt: the failure in a node's report, with the node and the place of the program where it
 * happened.
 */
static Halt
locate_halt(Station *s, const HaltReport *r)
{
	Halt h = {.report = *r, .wptr = r->wptr, .iptr = r->iptr};

	if (r->reason != PANIC_ERROR)
		return h;
	h.error = next_reported_error(s, r->node);
	if (h.error) {
		h.wptr = h.error->wdesc & ~3u;
		h.iptr = h.error->instruction;
		snprintf(h.report.text, sizeof h.report.text, "Error was set: %s",
			error_rise_text(h.error));
	}
	return h;
}

/* serve_halt: pass the report of a failed process or node on to the station's user. */
static void
serve_halt(Station *s, const Message *m, Time at)
{
	const uint8_t *p = m->body.data;
	HaltReport r;
	Halt h;

	if (m->body.len < sizeof r || !s->o.halted)
		return;
	r = (HaltReport){.node = get32(p + offsetof(HaltReport, node)),
		.pid = get32(p + offsetof(HaltReport, pid)),
		.reason = get32(p + offsetof(HaltReport, reason)),
		.wptr = get32(p + offsetof(HaltReport, wptr)),
		.iptr = get32(p + offsetof(HaltReport, iptr)),
		.task = get32(p + offsetof(HaltReport, task))};
	if (r.node >= station_nnodes(s))
		return;
	memcpy(r.name, p + offsetof(HaltReport, name), sizeof r.name - 1);
	memcpy(r.text, p + offsetof(HaltReport, text), sizeof r.text - 1);
	h = locate_halt(s, &r);
	s->o.halted(s->o.context, &h, at);
}

static const struct Service {
	uint32_t event;
	void (*serve)(Station *s, const Message *m, Time at);
} services[] = {
	{EVENT_SYSTEM(EV_FILED), serve_file},
	{EVENT_SYSTEM(EV_UP), serve_node_up},
	{EVENT_SYSTEM(EV_HALTD), serve_halt},
};

enum { NSERVICES = sizeof services / sizeof *services };

/* find_wanted: the entry of an event in `wanted`; NULL if its messages are not kept. */
static uint32_t *
find_wanted(const Station *s, uint32_t event)
{
	for (uint32_t i = 0; i < s->nwanted; i++)
		if (s->wanted[i] == event)
			return &s->wanted[i];
	return NULL;
}

/* deliver_message: handle a complete message; unwanted messages are dropped. */
static void
deliver_message(Station *s, Message *m, Time at)
{
	for (int i = 0; i < NSERVICES; i++) {
		if (services[i].event == m->event) {
			services[i].serve(s, m, at);
			buf_free(&m->body);
			return;
		}
	}
	for (uint32_t i = 0; i < s->nlisteners; i++) {
		if (s->listeners[i].event == m->event) {
			s->listeners[i].handle(s->listeners[i].context, m, at);
			buf_free(&m->body);
			return;
		}
	}
	if (!find_wanted(s, m->event)) {
		buf_free(&m->body);
		return;
	}
	s->kept = xrealloc(s->kept, (s->nkept + 1) * sizeof *s->kept);
	s->kept[s->nkept++] = (KeptMessage){at, *m};
}

/* handle_outcome: HostService.outcome: handle an outcome at the end of the host's link. */
static void
handle_outcome(void *service, Outcome what, Time at)
{
	Station *s = service;
	bool booted = what == OUTCOME_SENT && s->last_progress == NEVER;
	Message m;

	if (booted)
		s->last_progress = at;
	if (station_link_outcome(&s->link, s->w, what, at, &m))
		deliver_message(s, &m, at);
	else if (!s->link.broken)
		return;
	if (s->link.broken || (s->done && s->done(s->context)))
		network_finish(s->w, at);
}

/* handle_booting: HostService.booting: receive packets while the boot file is sent. */
static void
handle_booting(void *service, Time at)
{
	Station *s = service;
	s->link.sending = true;
	station_link_listen(&s->link, s->w, at);
}

/* ---- for commands ---- */

uint32_t
station_new_event(Station *s)
{
	uint32_t event = EVENT_SYSTEM(EV_SHELL) + 16 * (s->events++ % (1 << 20));

	s->wanted = xrealloc(s->wanted, (s->nwanted + 1) * sizeof *s->wanted);
	s->wanted[s->nwanted++] = event;
	return event;
}

void
station_listen(Station *s, uint32_t event, void (*handle)(void *context, const Message *m, Time at),
	void *context)
{
	uint32_t i = 0;

	while (i < s->nlisteners && s->listeners[i].event != event)
		i++;
	if (handle) {
		if (i == s->nlisteners)
			s->listeners = xrealloc(s->listeners,
				++s->nlisteners * sizeof *s->listeners);
		s->listeners[i] = (Listener){event, handle, context};
	} else if (i < s->nlisteners) {
		s->listeners[i] = s->listeners[--s->nlisteners];
	}
}

void
station_answer(Station *s, Time at, const Message *m)
{
	station_link_send(&s->link, s->w, at, at + TURN_ROUND, m);
}

uint32_t
station_backlog(const Station *s)
{
	return s->link.nqueue + s->link.sending;
}

void
station_send(Station *s, const Message *m)
{
	station_link_send(&s->link, s->w, s->w->now, s->w->now + SETUP, m);
}

bool
station_receive(Station *s, uint32_t event, Message *m, Time *at)
{
	for (uint32_t i = 0; i < s->nkept; i++) {
		KeptMessage *k = &s->kept[i];

		if (k->m.event != event)
			continue;
		*m = k->m;
		*at = k->at;
		memmove(k, k + 1, (s->kept + --s->nkept - k) * sizeof *k);
		return true;
	}
	return false;
}

void
station_forget_event(Station *s, uint32_t event)
{
	uint32_t *w = find_wanted(s, event);
	Message m;
	Time at;

	if (w)
		*w = s->wanted[--s->nwanted];
	while (station_receive(s, event, &m, &at))
		buf_free(&m.body);
}

/* user_interrupted: true if the user wants to end the wait; never while the boot file is sent. */
static bool
user_interrupted(const Station *s)
{
	return s->o.interrupted && !host_boots(s->host) && s->o.interrupted(s->o.context);
}

void
station_set_view(Station *s, View *v)
{
	s->view = v;
}

void
station_set_past(Station *s, struct Past *p)
{
	s->past = p;
}

/* run_network: run the network to `until`; in a view it may return earlier. */
static RunEnd
run_network(Station *s, Time until)
{
	if (s->view && !view_closed(s->view))
		return view_run(s->view, until);
	return s->past ? past_run(s->past, until) : network_run(s->w, until);
}

/* has_user: true if a program waits for input that a user types. */
static bool
has_user(const Station *s)
{
	return s->nreaders > 0 && s->realtime.factor > 0 && s->o.in >= 0;
}

/* may_receive: true if more bytes may come from outside: from partners or from a user who types. */
static bool
may_receive(const Station *s)
{
	return host_may_act(s->host) || has_user(s);
}

/*
 * wake_outside: let partners and waiting programs act, if it is time to or if no event is left. In
 * the second case the simulated time of their actions follows the host's clock. Returns the time
 * from which the run goes on.
 */
static Time
wake_outside(Station *s)
{
	Time now = s->w->now;

	if (s->quiet)
		now = later(now, realtime_now(&s->realtime));
	if (host_wakes(s->host) <= now || s->quiet)
		host_wake(s->host, s->w, now, s->quiet);
	if (has_user(s) && iserver_has_input(s->server, s->quiet ? USER_WAIT_MS : 0))
		serve_readers(s, now);
	return now;
}

/*
 * run_piece: run until a partner or a user is to act, or until it is time to check for interrupts.
 */
static void
run_piece(Station *s, Time from, Time limit)
{
	bool paced = s->realtime.factor > 0;
	Time look = paced ? from + EPOCH : from - from % POLL_INTERVAL + POLL_INTERVAL;

	look = earlier(earlier(look, limit), host_wakes(s->host));
	s->quiet = run_network(s, look) == RUN_QUIET;
	if (!s->quiet)
		realtime_wait(&s->realtime, s->w->now);
}

/*
 * await_condition: station_await; outside: if no event is left in the network, wait for partners
 * and users.
 */
static WaitEnd
await_condition(Station *s, bool (*done)(void *context), void *context, Time limit, bool outside)
{
	Network *w = s->w;
	WaitEnd why = WAIT_LIMIT;

	s->quiet = false;
	s->done = done;
	s->context = context;
	realtime_begin(&s->realtime, w->now);
	while (w->now < limit && (!s->quiet || (outside && may_receive(s)))) {
		if (done && done(context)) {
			why = WAIT_DONE;
			break;
		}
		if (s->link.broken) {
			why = WAIT_BROKEN;
			break;
		}
		if (user_interrupted(s)) {
			why = WAIT_INTERRUPTED;
			break;
		}
		if (s->quiet && realtime_now(&s->realtime) > limit)
			break;
		run_piece(s, wake_outside(s), limit);
		w->finishing = false;
	}
	if (why == WAIT_LIMIT && done && done(context))
		why = WAIT_DONE;
	if (why == WAIT_LIMIT && limit != NEVER && w->now < limit)
		w->now = limit; /* nothing happens before this time */
	s->done = NULL;
	return why;
}

WaitEnd
station_await(Station *s, bool (*done)(void *context), void *context, Time limit)
{
	return await_condition(s, done, context, limit, false);
}

WaitEnd
station_await_programs(Station *s, bool (*done)(void *context), void *context, Time limit)
{
	return await_condition(s, done, context, limit, true);
}

Network *
station_network(const Station *s)
{
	return s->w;
}

/* ---- booting ---- */

const char *
station_kernel_file(const Station *s)
{
	return s->files.kernel_file;
}

const BootPlan *
station_plan(const Station *s)
{
	return s->plan;
}

char *
station_node_text(const Station *s, uint32_t node, char *text)
{
	return node_text(s->w->topology, s->plan->place[node], node, text);
}

NodeFate
station_fate(const Station *s, uint32_t node)
{
	if (s->up[node])
		return FATE_UP;
	return s->silent[node] ? FATE_SILENT : FATE_UNREACHABLE;
}

/* forget_network: free the boot plan and what is known of its nodes. */
static void
forget_network(Station *s)
{
	boot_plan_free(s->plan);
	free(s->up);
	free(s->failed);
	free(s->errors);
	free(s->below);
	free(s->silent);
	s->plan = NULL;
	s->up = s->silent = NULL;
	s->failed = s->errors = s->below = NULL;
}

void
station_take_network(Station *s, const Config *config)
{
	boot_plan_free(s->next_plan);
	s->next_plan = boot_plan_new(s->w->topology, config);
	boot_plan_check(s->next_plan);
	forget_network(s);
	if (s->view)
		view_set_config(s->view, config);
	s->plan = s->next_plan;
	s->next_plan = NULL;
	s->up = xcalloc(s->plan->nnodes, sizeof *s->up);
	s->silent = xcalloc(s->plan->nnodes, sizeof *s->silent);
	s->failed = xcalloc(s->plan->nnodes, sizeof *s->failed);
	s->errors = xcalloc(s->plan->nnodes, sizeof *s->errors);
	s->below = xcalloc(s->plan->nnodes, sizeof *s->below);
}

/* count_below: compute the size of a node's subtree, itself included, and of all subtrees in it. */
static void
count_below(Station *s, uint32_t node)
{
	const BootNode *b = &s->plan->nodes[node];

	s->below[node] = 1;
	for (int l = 0; l < NLINKS; l++) {
		if (!(b->children >> l & 1))
			continue;
		count_below(s, b->peer[l]);
		s->below[node] += s->below[b->peer[l]];
	}
}

/* have_all_reported: callback for station_await: true if each node has reported or is lost. */
static bool
have_all_reported(void *context)
{
	const Station *s = context;

	return s->nup + s->nlost >= s->below[0];
}

void
station_count_below(Station *s)
{
	count_below(s, 0);
}

/* boot_round: boot along the present tree, and wait for the reports of all nodes. */
static WaitEnd
boot_round(Station *s)
{
	Time begin = s->w->now, limit = begin + SENDING_WAIT;
	WaitEnd end;

	boot_plan_tree(s->plan);
	station_count_below(s);
	memset(s->up, 0, s->plan->nnodes * sizeof *s->up);
	memset(s->failed, 0, s->plan->nnodes * sizeof *s->failed);
	memset(s->errors, 0, s->plan->nnodes * sizeof *s->errors);
	s->nup = s->nlost = 0;
	s->last_progress = NEVER;
	buf_free(&s->stream);
	s->stream = boot_stream(s->plan, &s->files);
	network_reset(s->w, RESET_ALL);
	station_link_reset(&s->link, network_find_end(s->w, s->plan->host));
	host_spread(s->host, s->w, s->link.end, s->plan->config, s->stream.data, s->stream.len);
	do {
		end = station_await(s, have_all_reported, s, limit);
		limit = s->last_progress == NEVER ? limit : s->last_progress + BOOT_WAIT;
	} while (end == WAIT_LIMIT && s->w->now < limit);
	return end;
}

/* cut_link: exclude a link over which no node answered. */
static void
cut_link(Station *s, uint32_t node, int l)
{
	s->silent[s->plan->nodes[node].peer[l]] = true;
	boot_plan_cut(s->plan, node, l);
}

/*
 * cut_silent: cut the links that failed, and all links of nodes that were booted but did not come
 * up. Returns whether there were any.
 */
static bool
cut_silent(Station *s)
{
	bool any = false;

	for (uint32_t i = 0; i < s->plan->nnodes; i++) {
		const BootNode *b = &s->plan->nodes[i];

		for (int l = 0; s->up[i] && l < NLINKS; l++) {
			uint32_t child = b->peer[l];

			if (!(b->children >> l & 1) || s->up[child])
				continue;
			any = true;
			cut_link(s, i, l);
			for (int k = 0; k < NLINKS && !(s->failed[i] >> l & 1); k++)
				boot_plan_cut(s->plan, child, k);
		}
	}
	return any;
}

WaitEnd
station_boot(Station *s, const Config *config)
{
	WaitEnd end;

	station_take_network(s, config);
	forget_readers(s);
	host_hold(s->host, true); /* a partner's bytes would boot a node */
	do {
		end = boot_round(s);
	} while ((end == WAIT_DONE || end == WAIT_LIMIT) && cut_silent(s));
	host_hold(s->host, false);
	s->silent[0] = !s->up[0];
	if (end == WAIT_DONE || (end == WAIT_LIMIT && s->up[0])) {
		station_send(s,
			&(Message){.node = 0,
				.event = EVENT_SYSTEM(EV_ROUTER),
				.flags = PACKET_SYSTEM});
		end = WAIT_DONE;
	}
	return end;
}

/* ---- beginning and end ---- */

Station *
station_new(Network *w, const StationOptions *o)
{
	static const HostService calls = {
		.booting = handle_booting, .outcome = handle_outcome, .transfer = station_transfer};
	static char *words[] = {"trellis"};
	Station *s = xcalloc(1, sizeof *s);

	if (w->topology->nhosts == 0)
		fatal_at(w->topology->file, 0,
			"has no host; add one with a link and a wire to a node");
	s->w = w;
	s->o = *o;
	s->files = *o->files;
	s->realtime = o->realtime;
	s->typist = o->types ? typist_new(o->types) : NULL;
	s->server = iserver_new(&(IserverOptions){
		.root = o->root, .words = words, .nwords = 1, .nserver = 1, .env = o->env,
		.in = o->in, .out = o->out, .err = o->err, .log = o->log,
		.quota = o->quota, .read_only = o->read_only, .typist = s->typist,
		.live = o->realtime.factor > 0,
	});
	s->host = host_new(w,
		&(HostOptions){.mode = HOST_STATION, .calls = &calls, .service = s, .idle = true,
			.links = o->links, .nlinks = o->nlinks});
	host_hold(s->host, true);
	return s;
}

void
station_report_input(const Station *s, FILE *f)
{
	typist_report(s->typist, f);
	host_report(s->host, s->w, f);
}

int
station_output_error(const Station *s)
{
	return iserver_output_error(s->server);
}

bool
station_has_denied_change(const Station *s)
{
	return iserver_has_denied_change(s->server);
}

void
station_free(Station *s)
{
	if (!s)
		return;
	forget_network(s);
	boot_plan_free(s->next_plan);
	for (uint32_t i = 0; i < s->nkept; i++)
		buf_free(&s->kept[i].m.body);
	free(s->kept);
	free(s->wanted);
	free(s->listeners);
	station_link_free(&s->link);
	buf_free(&s->stream);
	iserver_free(s->server);
	forget_readers(s);
	free(s->readers);
	typist_free(s->typist);
	host_free(s->host);
	free(s);
}
