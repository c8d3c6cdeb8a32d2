/*
 * steps.c - traces intervals of a node's instructions by replaying the run, during which every
 * instruction and access is watched.
 */
#include "log_steps.h"

#include "allocations.h"
#include "sim/cpu/watcher.h"
#include "writes.h"

#include <stdlib.h>

/* A node that is replayed alone, if this is possible. */
typedef struct SingleNode {
	bool tried, good; /* tried: this was attempted; good: with success, so `lone` is valid */
	Lone lone;
	Writes *writes; /* the writes of the node's whole run; NULL: not needed yet */
	HeapBlocks *blocks; /* the allocations in the node's whole run; NULL: not needed yet */
	uint64_t used; /* number of its last use (Steps.clock) */
} SingleNode;

/*
 * The result of a search for the last execution of an instruction with a workspace. The
 * instruction is not executed between the counts `after` and `before`. If `found` is true, it is
 * executed at the count `after`.
 */
typedef struct SearchResult {
	NodeId node;
	Addr instruction;
	Word wdesc;
	bool found;
	uint64_t after, before;
} SearchResult;

enum { MAX_SEARCHED = 1 << 10 }; /* slots of Steps.searched */

/* A process that began after `count` instructions of its node. */
typedef struct BornThread {
	Thread thread;
	uint64_t count;
} BornThread;

struct Steps {
	LogSteps **logs; /* [nlogs]; if nlogs is 0, the steps are those of a past */
	uint32_t nlogs, chosen; /* chosen: the log of steps_choose */
	Network *logged; /* the network of the logs, borrowed; NULL: the steps are not of logs */
	Past *past;
	Target *target;
	bool together;   /* no node is replayed alone */
	Feed *feed;      /* NULL: not needed yet */
	CircuitHistory *circuits; /* NULL: not needed yet */
	SingleNode *singles; /* [node] */
	Interval **intervals; /* [nintervals] in no order */
	uint32_t nintervals;
	uint64_t clock;    /* number of uses of intervals and singles so far */
	struct BornThread *born; /* [nborn] the processes of steps_note_thread */
	uint32_t nborn;
	/* hash table of results; a slot with `before` 0 is empty */
	SearchResult searched[MAX_SEARCHED];
};

Steps *
steps_new(Past *past, Target *target)
{
	Steps *s = xcalloc(1, sizeof *s);

	*s = (Steps){.past = past, .target = target,
		.singles = xcalloc(past_network(past)->nnodes, sizeof *s->singles)};
	return s;
}

Steps *
steps_logged(LogSteps *const *logs, uint32_t nlogs, Network *w)
{
	Steps *s = xcalloc(1, sizeof *s);

	*s = (Steps){.logs = xcalloc(nlogs, sizeof *s->logs), .nlogs = nlogs, .logged = w};
	memcpy(s->logs, logs, nlogs * sizeof *logs);
	return s;
}

void
steps_choose(Steps *s, uint32_t log)
{
	s->chosen = log;
}

LogSteps *
steps_chosen_log(const Steps *s)
{
	return s->nlogs ? s->logs[s->chosen] : NULL;
}

/* log_of_count: the log to which an instruction's count belongs; NULL: the steps are of a past. */
static LogSteps *
log_of_count(const Steps *s, uint64_t count)
{
	return s->nlogs ? s->logs[count / LOG_MAX_COUNT] : NULL;
}

LogSteps *
steps_log_of(const Steps *s, At at)
{
	return log_of_count(s, at.in->first);
}

LogSteps *
steps_log_of_process(const Steps *s, NodeId n, uint32_t process)
{
	for (uint32_t i = 0; i < s->nlogs; i++) {
		const Log *log = log_steps_log(s->logs[i]);

		if (log->node == n && log->place.process == process)
			return s->logs[i];
	}
	return NULL;
}

bool
steps_is_process(const Steps *s)
{
	return s->nlogs && log_steps_log(steps_chosen_log(s))->place.process > 0;
}

bool
steps_is_limited(const Steps *s)
{
	return s->nlogs && log_steps_is_limited(steps_chosen_log(s));
}

Network *
steps_network(const Steps *s)
{
	return s->nlogs ? s->logged : past_network(s->past);
}

uint64_t
steps_end(Steps *s, NodeId n)
{
	if (s->nlogs)
		return log_steps_end(steps_chosen_log(s));
	past_go_present(s->past);
	return t800_count(past_network(s->past)->nodes[n]);
}

Stop
steps_stop(Steps *s, NodeId n)
{
	if (s->nlogs)
		return log_steps_stop(steps_chosen_log(s));
	past_go_present(s->past);
	return past_network(s->past)->nodes[n]->stop;
}

bool
steps_last_error(Steps *s, NodeId n, ErrorRise *r)
{
	const ErrorRise *last;

	if (s->nlogs)
		return false;
	past_go_present(s->past);
	last = error_last(&past_network(s->past)->nodes[n]->errors);
	if (last)
		*r = *last;
	return last != NULL;
}

void
interval_free(Interval *in)
{
	free(in->steps);
	free(in->counts);
	free(in->events);
	free(in->memory);
	free(in->has_page);
	free(in->last);
	free(in->loaded);
	free(in->threads);
	free(in);
}

/* single_free: free a network in which one node is replayed alone. */
static void
single_free(SingleNode *x)
{
	lone_free(&x->lone);
	writes_free(x->writes);
	blocks_free(x->blocks);
	*x = (SingleNode){.tried = false};
}

void
steps_free(Steps *s)
{
	for (uint32_t i = 0; i < s->nintervals; i++)
		interval_free(s->intervals[i]);
	free(s->intervals);
	for (NodeId n = 0; s->past && n < past_network(s->past)->nnodes; n++)
		single_free(&s->singles[n]);
	free(s->singles);
	free(s->born);
	for (uint32_t i = 0; i < s->nlogs; i++)
		log_steps_free(s->logs[i]);
	free(s->logs);
	circuit_history_free(s->circuits);
	feed_free(s->feed);
	free(s);
}

void
steps_replay_together(Steps *s)
{
	s->together = true;
}

void
steps_trim(Steps *s)
{
	for (uint32_t i = 0; i < s->nlogs; i++)
		log_steps_trim(s->logs[i]);
	while (s->nintervals > MAX_INTERVALS) {
		uint32_t oldest = 0;

		for (uint32_t i = 1; i < s->nintervals; i++)
			if (s->intervals[i]->used < s->intervals[oldest]->used)
				oldest = i;
		interval_free(s->intervals[oldest]);
		s->intervals[oldest] = s->intervals[--s->nintervals];
	}
}

/* ---- nodes alone ---- */

Feed *
steps_feed(Steps *s)
{
	if (!s->feed)
		s->feed = feed_new(s->past);
	return s->feed;
}

const CircuitHistory *
steps_circuits(Steps *s)
{
	if (!s->circuits)
		s->circuits = circuit_history_new(s->past, steps_feed(s));
	return s->circuits;
}

EndId
steps_peer(Steps *s, EndId e, Time at)
{
	const Network *w = steps_network(s);

	return s->nlogs || w->topology->nswitches == 0 ? w->links.ends[e].peer
		: circuit_history_peer(steps_circuits(s), e, at);
}

/*
 * drop_oldest_single: drop the node that was not used for the longest time, if there are too many.
 */
static void
drop_oldest_single(Steps *s)
{
	SingleNode *oldest = NULL;
	uint32_t kept = 0;

	for (NodeId n = 0; n < past_network(s->past)->nnodes; n++) {
		SingleNode *x = &s->singles[n];

		if (!x->lone.past)
			continue;
		kept++;
		if (!oldest || x->used < oldest->used)
			oldest = x;
	}
	if (kept < MAX_SINGLES)
		return;
	single_free(oldest);
}

uint32_t
steps_count_alone(const Steps *s)
{
	uint32_t n = 0;

	for (NodeId i = 0; s->past && i < past_network(s->past)->nnodes; i++)
		n += s->singles[i].good;
	return n;
}

/*
 * past_of: the past by which node n is replayed: a past of this node alone, or the past of the
 * whole network.
 */
static Past *
past_of(Steps *s, NodeId n)
{
	SingleNode *x = &s->singles[n];

	if (s->together || past_is_live(s->past) || past_network(s->past)->nnodes == 1)
		return s->past;
	if (!x->tried) {
		drop_oldest_single(s);
		x->good = feed_lone(steps_feed(s), n, &x->lone);
		x->tried = true;
		if (!x->good)
			lone_free(&x->lone);
	}
	x->used = ++s->clock;
	return x->good ? x->lone.past : s->past;
}

/* get_blocks: the heap blocks of node n; made at the first use. */
static HeapBlocks *
get_blocks(Steps *s, NodeId n)
{
	SingleNode *x = &s->singles[n];

	if (!x->blocks)
		x->blocks = blocks_new(past_of(s, n), s->target, n);
	return x->blocks;
}

/* ---- tracing ---- */

/* node_of: the transputer of node n in the network that is replayed for the steps. */
static const T800 *
node_of(Steps *s, NodeId n)
{
	return past_network(past_of(s, n))->nodes[n];
}

/* is_full: true if the node has begun the instruction after the last one of the interval. */
static bool
is_full(const Interval *in, uint64_t count)
{
	return count >= in->end;
}

void
interval_event(Interval *in, StepEvent e)
{
	uint32_t *last = &in->last[(e.addr - MOSTNEG) / 4];

	if (in->nevents == in->events_cap) {
		in->events_cap = in->events_cap ? 2 * in->events_cap : 1 << 14;
		in->events = xrealloc(in->events, in->events_cap * sizeof *in->events);
	}
	e.before = *last - 1;
	in->events[in->nevents++] = e;
	if (1 << e.kind & (ACCESS_WRITES | 1 << STEP_NESTED | 1 << STEP_CHANGED))
		*last = in->nevents;
}

/* is_by_machine: true if the access was not made by the instruction that is being executed. */
static bool
is_by_machine(const Interval *in, const Access *a)
{
	return (a->kind != ACCESS_READ && a->kind != ACCESS_WRITE)
		|| a->count - in->first >= in->nsteps;
}

/* record_accesses: append the accesses as events of the interval; called by the watcher. */
static void
record_accesses(void *context, NodeId n, const Access *a, uint32_t naccesses)
{
	Interval *in = context;

	(void)n;
	for (uint32_t i = 0; i < naccesses && !in->full; i++, a++)
		interval_event(in,
			(StepEvent){.step = a->count - in->first,
				.addr = a->addr,
				.value = a->new,
				.nbytes = a->nbytes,
				.kind = a->kind,
				.by_machine = is_by_machine(in, a),
				.wdesc = a->wdesc,
				.cycles = a->cycles - in->began});
}

void
interval_step(Interval *in, const T800 *c)
{
	if (in->nsteps == in->steps_cap) {
		in->steps_cap = in->steps_cap ? 2 * in->steps_cap : 1 << 12;
		in->steps = xrealloc(in->steps, in->steps_cap * sizeof *in->steps);
	}
	in->steps[in->nsteps++] = (Step){c->r.iptr, wdesc(c), c->r.areg, c->r.breg, c->r.creg,
		in->nevents, c->r.cycles - in->began};
}

/*
 * record_step: append the instruction that the node is about to execute; called by the watcher. An
 * instruction that was begun and postponed is reported again.
 */
static void
record_step(void *context, NodeId n)
{
	Interval *in = context;
	const T800 *c = in->w->nodes[n];
	uint64_t count = t800_count(c);
	uint32_t i = count - in->first;

	in->full |= is_full(in, count);
	if (in->full
		|| (i < in->nsteps && in->steps[i].iptr == c->r.iptr
			&& in->steps[i].wdesc == wdesc(c)))
		return;
	assert(i <= in->nsteps);
	in->nsteps = i;
	interval_step(in, c);
	if (c->r.iptr == in->ending) /* a process may begin and end between two pieces */
		interval_add_programs(in, in->target);
	if (watcher_has_mark(in->watcher, n, c->r.iptr))
		blocks_handle_mark(in->blocks, in->watcher);
}

/* watch_steps: watch the node while an interval is traced. */
static void
watch_steps(void *context, Network *w)
{
	Interval *in = context;

	in->ending = target_ending_address(in->target, in->node);
	in->watcher = watcher_new(w, &(WatcherOptions){record_accesses, record_step, NULL, in});
	watcher_all(in->watcher, in->node, ACCESS_ALL);
	watcher_mark_all(in->watcher, in->node);
	blocks_mark_functions(in->blocks, in->watcher, in->first, in->end);
}

/* unwatch_steps: end the watching of watch_steps. */
static void
unwatch_steps(void *context, Network *w)
{
	Interval *in = context;

	(void)w;
	watcher_free(in->watcher);
}

/* keep_page: copy one page of the node's memory into the interval; called by pages_each. */
static void
keep_page(void *context, uint32_t page, const uint8_t *bytes)
{
	Interval *in = context;

	memcpy(in->memory + (size_t)page * PAGE, bytes, PAGE);
	in->has_page[page] = true;
}

/* ---- programs and processes ---- */

/* add_loaded: add a program to those of the interval, unless it is one of them. */
static void
add_loaded(Interval *in, const Loaded *l)
{
	for (uint32_t i = 0; i < in->nloaded; i++)
		if (in->loaded[i].program == l->program && in->loaded[i].text == l->text
			&& in->loaded[i].data == l->data && in->loaded[i].process == l->process)
			return;
	in->loaded = xrealloc(in->loaded, (in->nloaded + 1) * sizeof *in->loaded);
	in->loaded[in->nloaded++] = *l;
}

/* add_thread: add a process to those of the interval, unless it is one of them. */
static void
add_thread(Interval *in, const Thread *t)
{
	for (uint32_t i = 0; i < in->nthreads; i++)
		if (in->threads[i].number == t->number)
			return;
	in->threads = xrealloc(in->threads, (in->nthreads + 1) * sizeof *in->threads);
	in->threads[in->nthreads++] = *t;
}

void
interval_add_programs(Interval *in, Target *target)
{
	Loaded *loaded = xcalloc(MAX_LOADED, sizeof *loaded);
	Thread *threads;
	Network *w = target_network(target);
	uint32_t n;

	target_switch_network(target, in->w);
	n = target_loaded_programs(target, in->node, loaded);
	for (uint32_t i = 0; i < n; i++)
		add_loaded(in, &loaded[i]);
	threads = target_threads(target, in->node, &n);
	for (uint32_t i = 0; i < n; i++)
		add_thread(in, &threads[i]);
	target_switch_network(target, w);
	free(threads);
	free(loaded);
}

/*
 * add_born: add the processes that have begun in the interval, and may also have ended in it, to
 * its list.
 */
static void
add_born(const Steps *s, Interval *in)
{
	for (uint32_t i = 0; i < s->nborn; i++) {
		const BornThread *b = &s->born[i];

		if (b->thread.node != in->node || b->count - in->first > in->nsteps)
			continue;
		add_loaded(in, &b->thread.in);
		add_thread(in, &b->thread);
	}
}

void
steps_note_thread(Steps *s, const Thread *t, uint64_t count)
{
	s->born = xrealloc(s->born, (s->nborn + 1) * sizeof *s->born);
	s->born[s->nborn++] = (BornThread){*t, count};
	for (uint32_t i = 0; i < s->nintervals; i++)
		add_born(s, s->intervals[i]);
}

/* has_code: true if the address is in the program's code. */
static bool
has_code(const Loaded *l, Addr a)
{
	return l->program && a - l->text < l->program->text_bytes;
}

const Loaded *
at_program(At at)
{
	Addr a = at_step(at)->iptr;
	const Thread *t = at_thread(at);

	if (t && has_code(&t->in, a)) /* others may share the code, with data of their own */
		return &t->in;
	for (uint32_t i = 0; i < at.in->nloaded; i++) {
		const Loaded *l = &at.in->loaded[i];

		if (has_code(l, a))
			return l;
	}
	return NULL;
}

const Thread *
at_thread(At at)
{
	Addr w = at_step(at)->wdesc & ~3u;

	for (uint32_t i = 0; i < at.in->nthreads; i++)
		if (w - at.in->threads[i].low <= at.in->threads[i].nbytes)
			return &at.in->threads[i];
	return NULL;
}

/* ---- an interval ---- */

/*
 * trace_interval: trace from the network's present place, at least up to instruction number
 * `count`.
 */
static void
trace_interval(Steps *s, Interval *in, uint64_t count)
{
	enum { PIECES = 2 };
	Past *past = past_of(s, in->node);
	const T800 *c = node_of(s, in->node);
	Time piece = node_time(in->w, in->node, INTERVAL) / PIECES;

	in->first = t800_count(c);
	in->began = c->r.cycles;
	in->blocks = get_blocks(s, in->node);
	in->memory_bytes = c->r.size;
	in->memory = xcalloc(c->r.size, 1);
	in->has_page = xcalloc(c->r.size / PAGE, sizeof *in->has_page);
	in->steps_cap = in->events_cap = INTERVAL;
	in->steps = xmalloc(in->steps_cap * sizeof *in->steps);
	in->events = xmalloc(in->events_cap * sizeof *in->events);
	in->last = xcalloc(c->r.size / 4, sizeof *in->last);
	pages_each(c, keep_page, in);
	interval_add_programs(in, s->target);
	while (!in->full && !past_is_present(past)) {
		uint32_t nsteps = in->nsteps;

		past_forward(past, &(Search){watch_steps, unwatch_steps, in}, in->w->now + piece,
			NULL);
		interval_add_programs(in, s->target);
		if (in->full || in->nsteps > nsteps)
			continue;
		piece *= 2;
		/* the wanted part is complete, and the node waits */
		if (in->first + in->nsteps > count) {
			in->full = true;
			in->end = in->first + in->nsteps;
			in->cut = in->w->now;
		}
	}
	blocks_note_replayed(in->blocks, in->first, in->first + in->nsteps);
	add_born(s, in);
}

/*
 * go_before: move the past to the place before the node's instruction number `count`, or to the
 * run's beginning if the run begins later; false if the node executes fewer instructions.
 */
static bool
go_before(Steps *s, NodeId n, uint64_t count)
{
	Past *past = past_of(s, n);

	if (count > 0 && past_goto(past, place_before(n, count)))
		return true;
	past_goto(past, place_at(past_beginning(past)));
	return t800_count(node_of(s, n)) >= count;
}

/*
 * last_cut_interval: the last of a node's intervals between two instructions that ends at a time,
 * not with an instruction; NULL if there is none.
 */
static Interval *
last_cut_interval(Steps *s, NodeId n, uint64_t first, uint64_t count)
{
	Interval *last = NULL;

	for (uint32_t i = 0; i < s->nintervals; i++) {
		Interval *in = s->intervals[i];

		if (in->node == n && in->cut && in->end > first && in->end <= count
			&& (!last || in->end > last->end))
			last = in;
	}
	return last;
}

/*
 * make_interval: replay and trace the interval of node n that contains instruction `count`; returns
 * the trace.
 */
static Interval *
make_interval(Steps *s, NodeId n, uint64_t count)
{
	Interval *in = xcalloc(1, sizeof *in), *cut;
	uint64_t first = count - count % INTERVAL;
	Past *past = past_of(s, n);

	*in = (Interval){.node = n, .w = past_network(past), .target = s->target,
		.end = first + INTERVAL};
	cut = last_cut_interval(s, n, first, count);
	if (cut)
		past_goto(past, place_at(cut->cut));
	/* the node stops before the interval begins: take the interval of its last instruction */
	if (!cut && !go_before(s, n, first)) {
		free(in);
		return first > 0 ? make_interval(s, n, first - 1) : NULL;
	}
	trace_interval(s, in, count);
	s->intervals = xrealloc(s->intervals, (s->nintervals + 1) * sizeof(Interval *));
	s->intervals[s->nintervals++] = in;
	return in;
}

/* traced_interval: the interval that contains the instruction; NULL if it is not traced. */
static Interval *
traced_interval(Steps *s, NodeId n, uint64_t count)
{
	for (uint32_t i = 0; i < s->nintervals; i++) {
		Interval *in = s->intervals[i];

		if (in->node == n && count >= in->first
			&& (count < in->first + in->nsteps || (!in->full && count < in->end))) {
			in->used = ++s->clock;
			return in;
		}
	}
	return NULL;
}

At
steps_at(Steps *s, NodeId n, uint64_t count)
{
	Interval *in = s->nlogs ? NULL : traced_interval(s, n, count);
	uint32_t step;

	if (s->nlogs)
		return log_steps_at(log_of_count(s, count), count);
	if (!in) {
		in = make_interval(s, n, count);
		in->used = ++s->clock;
	}
	step = count < in->first                 ? 0
		: count - in->first < in->nsteps ? count - in->first
		: in->nsteps;
	return (At){in, step};
}

/* first_step_from: the first step of an interval at or after a time of the node's clock. */
static uint32_t
first_step_from(const Interval *in, Cycles clock)
{
	uint32_t low = 0, high = in->nsteps;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (in->began + in->steps[middle].cycles < clock)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

At
steps_at_time(Steps *s, NodeId n, Time time)
{
	Past *past = past_of(s, n);
	Network *w = past_network(past);
	Cycles clock = node_clock(w, n, time);
	Interval *in;

	for (uint32_t i = 0; i < s->nintervals; i++) {
		in = s->intervals[i];
		if (in->node == n && in->nsteps > 0 && in->began <= clock
			&& in->began + in->steps[in->nsteps - 1].cycles >= clock) {
			in->used = ++s->clock;
			return (At){in, first_step_from(in, clock)};
		}
	}
	past_goto(past, place_at(time));
	in = steps_at(s, n, t800_count(w->nodes[n])).in;
	return (At){in, first_step_from(in, clock)};
}

At
steps_before(Steps *s, At at)
{
	if (s->nlogs)
		return log_steps_before(steps_log_of(s, at), at);
	if (at.step > 0)
		return (At){at.in, at.step - 1};
	if (at.in->first == 0)
		return (At){NULL};
	at = steps_at(s, at.in->node, at.in->first - 1);
	return at.step < at.in->nsteps ? at : (At){NULL};
}

/* ---- memory ---- */

uint32_t
at_first_event(At at)
{
	return at.step < at.in->nsteps ? at.in->steps[at.step].event : at.in->nevents;
}

uint32_t
at_event_behind(At at)
{
	uint32_t e = at_first_event(at);

	while (e < at.in->nevents && !at.in->events[e].by_machine
		&& at.in->events[e].step == at.step)
		e++;
	return e;
}

/* last_write: the number of the last event before `event` that writes the word at an address. */
static uint32_t
last_write(const Interval *in, uint32_t event, Addr a)
{
	uint32_t e = in->last[(a - MOSTNEG) / 4] - 1;

	if (event < in->nevents && ((in->events[event].addr ^ a) & ~3u) == 0)
		return in->events[event].before;
	while (e != NO_EVENT && e >= event)
		e = in->events[e].before;
	return e;
}

uint32_t
interval_writer(const Interval *in, uint32_t event, Addr a)
{
	uint32_t e = last_write(in, event, a);

	while (e != NO_EVENT && a - in->events[e].addr >= in->events[e].nbytes)
		e = in->events[e].before;
	return e;
}

bool
interval_read(const Interval *in, uint32_t event, Addr a, void *to, Word nbytes)
{
	uint8_t *byte = to;

	if (a - MOSTNEG >= in->memory_bytes || nbytes > in->memory_bytes - (a - MOSTNEG))
		return false;
	for (Word i = 0; i < nbytes; i++, a++) {
		uint32_t e = interval_writer(in, event, a);

		byte[i] = e == NO_EVENT ? in->memory[a - MOSTNEG]
					: in->events[e].value >> 8 * (a - in->events[e].addr);
	}
	return true;
}

/* ---- searches beyond the intervals ---- */

/* A backward search for an instruction that is executed with a workspace. */
typedef struct WantedStep {
	Past *past;
	NodeId node;
	Addr instruction;
	Word wdesc;
	At from;          /* the search also ends here */
	Watcher *watcher;
} WantedStep;

/*
 * handle_wanted_step: end the search if the node is at the instruction that is searched for, or at
 * the place where the search ends.
 */
static void
handle_wanted_step(void *context, NodeId n)
{
	const WantedStep *x = context;
	const T800 *c = past_network(x->past)->nodes[n];

	if ((c->r.iptr == x->instruction && wdesc(c) == x->wdesc)
		|| t800_count(c) == at_count(x->from))
		past_report_hit(x->past, place_before(n, t800_count(c)));
}

/*
 * attach_search: watch the node, during a part of the run, for the instruction that is searched
 * for.
 */
static void
attach_search(void *context, Network *w)
{
	WantedStep *x = context;

	x->watcher = watcher_new(w, &(WatcherOptions){.report_marked = handle_wanted_step,
		.context = x});
	watcher_mark(x->watcher, x->node, x->instruction);
	watcher_mark(x->watcher, x->node, at_step(x->from)->iptr);
}

/* detach_search: end the watching of attach_search. */
static void
detach_search(void *context, Network *w)
{
	WantedStep *x = context;

	(void)w;
	watcher_free(x->watcher);
}

/*
 * search_write: search backward, from an interval's beginning, for an execution of the instruction
 * in x; false if there is none. *count gets the number of instructions that the node had executed
 * before it.
 */
static bool
search_write(Steps *s, const Interval *in, WantedStep *x, uint64_t *count)
{
	Place found;

	if (in->first == 0 || !go_before(s, in->node, in->first))
		return false;
	if (!past_backward(
		x->past, &(Search){attach_search, detach_search, x}, &found))
		return false;
	*count = t800_count(node_of(s, in->node));
	return true;
}

/*
 * searched_slot: the slot for the result of a search for a node's instruction with this workspace.
 */
static SearchResult *
searched_slot(Steps *s, NodeId n, Addr instruction, Word wdesc)
{
	uint32_t hash = (instruction * 31 + wdesc) * 31 + n;

	return &s->searched[(hash ^ hash >> 12) % MAX_SEARCHED];
}

/*
 * search_once: as search_write, but use the result of an earlier search if this result covers the
 * interval's beginning.
 */
static bool
search_once(Steps *s, const Interval *in, WantedStep *x, uint64_t *count)
{
	SearchResult *known = searched_slot(s, x->node, x->instruction, x->wdesc);
	uint64_t bound = at_count(x->from);

	if (known->node != x->node || known->instruction != x->instruction
		|| known->wdesc != x->wdesc || in->first > known->before
		|| in->first <= known->after || (!known->found && known->after > bound)) {
		bool found = search_write(s, in, x, count) && *count > bound;

		*known = (SearchResult){x->node, x->instruction, x->wdesc, found,
			found ? *count : bound, in->first};
	}
	*count = known->after;
	return known->found && known->after > bound;
}

/* traced_predecessor: the previous interval, if it is traced or short; NULL: search instead. */
static Interval *
traced_predecessor(Steps *s, const Interval *in)
{
	if (in->first == 0 || in->first > (uint64_t)FEW_INTERVALS * INTERVAL)
		return in->first > 0 ? traced_interval(s, in->node, in->first - 1) : NULL;
	return steps_at(s, in->node, in->first - 1).in;
}

/*
 * interval_before: the interval before `in` in which the word at an address may have been written
 * last; NULL if there is none.
 */
static Interval *
interval_before(Steps *s, const Interval *in, Addr a)
{
	Past *past = past_of(s, in->node);
	SingleNode *x = &s->singles[in->node];
	uint64_t count = in->first - 1;
	uint32_t number;
	Interval *earlier;

	if (in->first == 0)
		return NULL;
	if (in->first % INTERVAL == 0) { /* otherwise a time has cut the interval in two */
		if (!x->writes)
			x->writes = writes_new(past, in->node, INTERVAL_BITS,
				get_blocks(s, in->node));
		if (!writes_last_interval(x->writes, a, in->first / INTERVAL, &number))
			return NULL;
		count = (number + 1ull) * INTERVAL - 1;
	}
	earlier = steps_at(s, in->node, count).in;
	return earlier->first < in->first ? earlier : NULL; /* the run began later */
}

LastWrite
steps_writer(Steps *s, At at, uint32_t event, Addr a)
{
	Interval *in = at.in;
	uint32_t e = interval_writer(in, event, a);

	if (s->nlogs)
		return log_steps_writer(steps_log_of(s, at), at, event, a);
	while (e == NO_EVENT) {
		in = interval_before(s, in, a);
		if (!in)
			return (LastWrite){.known = false};
		e = interval_writer(in, in->nevents, a);
	}
	return (LastWrite){{in, in->events[e].step}, e, true};
}

At
steps_last_allocation(Steps *s, At from, At at, Addr a)
{
	NodeId n = at.in->node;
	uint64_t count;

	if (s->nlogs > 0 || !blocks_last_allocation(get_blocks(s, n), a, from.in ? at_count(from)
		: 0,
		at_count(at), &count))
		return (At){NULL};
	return steps_at(s, n, count);
}

At
steps_with_memory(Steps *s, At at)
{
	return s->nlogs ? log_steps_with_memory(steps_log_of(s, at), at) : at;
}

const char *
steps_closed_reason(const Steps *s, uint64_t count, Arena *arena)
{
	return s->nlogs ? log_steps_closed_reason(log_of_count(s, count), count, arena) : NULL;
}

bool
steps_is_loaded(Steps *s, At read, Addr a)
{
	return s->nlogs && log_steps_is_loaded(steps_log_of(s, read), a);
}

/*
 * last_step: the last step before step `before` in which the interval executes an instruction with
 * the descriptor; NO_EVENT if there is none.
 */
static uint32_t
last_step(const Interval *in, uint32_t before, Addr instruction, Word desc)
{
	for (uint32_t i = before; i-- > 0;)
		if (in->steps[i].iptr == instruction && in->steps[i].wdesc == desc)
			return i;
	return NO_EVENT;
}

At
steps_last_execution(Steps *s, At at, At from, Addr instruction, Word desc)
{
	Interval *in = at.in;
	uint32_t i = last_step(in, at.step, instruction, desc);
	uint64_t count;

	if (s->nlogs)
		return log_steps_last_execution(steps_log_of(s, at), at, from, instruction, desc);
	while (i == NO_EVENT && in->first > at_count(from)) {
		WantedStep x = {.past = past_of(s, in->node),
			.node = in->node,
			.instruction = instruction,
			.wdesc = desc,
			.from = from};
		Interval *earlier = traced_predecessor(s, in);

		if (!earlier) {
			if (!search_once(s, in, &x, &count))
				return (At){NULL};
			earlier = steps_at(s, in->node, count).in;
		}
		in = earlier;
		i = last_step(in, in->nsteps, instruction, desc);
	}
	return i != NO_EVENT && in->first + i > at_count(from) ? (At){in, i} : (At){NULL};
}
