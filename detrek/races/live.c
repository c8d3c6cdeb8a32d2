/*
 * live.c - makes a trace of a recorded run from the operations and accesses that an observer
 * reports.
 *
 * The variables are words. If several threads access different bytes of a word, the trace has a
 * false race on the word, which pairs.c leaves out. Words that are allocated again after another
 * thread has used them become new variables; each word counts how often.
 */
#include "live.h"

#include <string.h>

/* A page: PAGE_VARIABLES words of a node's memory. */
typedef struct LivePage {
	/* [nlives] number of the page's first variable for words renewed that often, or NONE */
	uint32_t *first;
	uint32_t nlives, cap;
	uint32_t *renewals; /* [word] how often it has become a new variable; NULL: none has */
} LivePage;


/* ---- threads, objects, operations ---- */

/* handle_thread: called by the observer: add a thread to the trace. */
static void
handle_thread(void *live, uint32_t thread, const SyncThreadInfo *info)
{
	Live *l = live;
	char name[32];
	int len = snprintf(name, sizeof name, "%u.%u", target_number(l->target, info->node),
		info->number);

	l->thread = arena_grow(l->arena, l->thread, thread, &l->threadcap, sizeof *l->thread);
	l->thread[thread] = *info;
	trace_set_memory(l->trace, trace_thread(l->trace, name, len), info->node);
}

/* handle_object: called by the observer: add a semaphore, channel or message to the trace. */
static void
handle_object(void *live, uint32_t object, const SyncObjectInfo *info)
{
	Live *l = live;
	char name[SYNC_NAME];

	l->object = arena_grow(l->arena, l->object, object, &l->objectcap, sizeof *l->object);
	l->object[object] = *info;
	trace_object(l->trace, name, sync_object_name(l->target, object, info, name));
	if (info->kind == OBJECT_SEMAPHORE && info->value > 0)
		trace_declare(l->trace, l->nops + 1, object, info->value);
}

/* is_traced_operation: true if the thread itself does the operation, and no other implies it. */
static bool
is_traced_operation(const Live *l, const Operation *o)
{
	return o->kind != OPERATION_BLOCK && !sync_is_implied(l->object[o->object].kind);
}

/* add_numbering: add an operation whose time is in the log, but which is not in the trace. */
static void
add_numbering(Live *l, const Operation *o)
{
	l->numbering = arena_grow(
		l->arena, l->numbering, l->nnumberings, &l->numberingcap, sizeof *l->numbering);
	l->numbering[l->nnumberings++] = (LiveNumbering){l->nops, o->thread, o->object,
		.turn = l->object[o->object].kind == OBJECT_HIGH};
}

/*
 * handle_turn: called by the observer (SyncCalls.turn): add a numbering for an operation that only
 * the log needs, such as the beginning of a high-priority thread's turn.
 */
static void
handle_turn(void *live, const Operation *o)
{
	add_numbering(live, o);
}

/* handle_operation: called by the observer: append the operation to the trace. */
static void
handle_operation(void *live, const Operation *o)
{
	static const SyncKind kinds[] = {[OPERATION_P] = SYNC_P,
		[OPERATION_V] = SYNC_V,
		[OPERATION_SEND] = SYNC_SEND,
		[OPERATION_RECV] = SYNC_RECV,
		[OPERATION_UNBLOCK] = SYNC_UNBLK};
	Live *l = live;

	if (l->object[o->object].kind == OBJECT_NUMBERS) {
		add_numbering(l, o);
		return;
	}
	l->op = arena_grow(l->arena, l->op, l->nops, &l->opcap, sizeof *l->op);
	l->op[l->nops++] = *o;
	l->noperations += is_traced_operation(l, o);
	if (o->kind == OPERATION_BLOCK)
		trace_block(l->trace, l->nops, o->thread, o->object);
	else
		trace_sync(l->trace, l->nops, o->thread, kinds[o->kind], o->object);
}

/* ---- inputs from outside ---- */

/* add_input: append an input of the thread, behind the operations so far. */
static void
add_input(Live *l, uint32_t thread, Input i)
{
	l->input = arena_grow(l->arena, l->input, l->ninputs, &l->inputcap, sizeof *l->input);
	l->input[l->ninputs++] = (LiveInput){.nops = l->nops, .nnumberings = l->nnumberings,
		.thread = thread, .input = i, .object = UINT32_MAX};
}

/*
 * is_last_look: true if the last thing in the run so far is a receive by this thread that found no
 * message.
 */
static bool
is_last_look(const Live *l, uint32_t thread)
{
	const LiveInput *i = l->ninputs > 0 ? &l->input[l->ninputs - 1] : NULL;

	return i && i->nops == l->nops && i->nnumberings == l->nnumberings && i->thread == thread
		&& i->look.misses > 0;
}

/* note_miss: make the last input of the run a receive that found no message, from `looked`. */
static void
note_miss(Live *l, const LookResult *looked)
{
	Operation *o = arena_alloc(l->arena, 1, sizeof *o);

	*o = (Operation){.kind = OPERATION_RECV, .thread = looked->thread, .object = UINT32_MAX,
		.node = looked->node, .count = looked->count, .called = looked->called,
		.asked = looked->asked};
	l->input[l->ninputs - 1].miss = o;
	l->input[l->ninputs - 1].kernel_event = looked->event;
}

/*
 * handle_look: called by the observer: note a receive that found no message, or a probe. Repeated
 * receives and probes that find no message share an entry.
 */
static void
handle_look(void *live, const LookResult *looked)
{
	Live *l = live;
	LiveInput *i;

	if (!looked->again || !is_last_look(l, looked->thread)) {
		add_input(l, looked->thread, (Input){0});
		l->input[l->ninputs - 1].follows_miss = looked->again;
		if (!looked->again && !looked->seen)
			note_miss(l, looked);
	}
	i = &l->input[l->ninputs - 1];
	i->look.misses += !looked->seen;
	i->look.seen = looked->seen;
	i->object = looked->object;
}

/* handle_clock_read: called by the observer: note the value of the clock, and return the value. */
static Word
handle_clock_read(void *live, const ClockRead *r)
{
	add_input(live, r->thread, (Input){.kind = INPUT_CLOCK, .value = r->value});
	return r->value;
}

/*
 * handle_host_input: called by the observer: note the bytes that a thread gets from the host;
 * returns NULL.
 */
static const uint8_t *
handle_host_input(void *live, HostInput *i)
{
	Live *l = live;
	uint8_t *bytes = arena_alloc(l->arena, i->nbytes + 1, 1);

	memcpy(bytes, i->bytes, i->nbytes);
	add_input(l, i->thread,
		(Input){.kind = INPUT_HOST, .bytes = bytes, .nbytes = i->nbytes});
	return NULL;
}

/*
 * handle_choice: called by the observer: add an input of the thread: the channel that its
 * alternative has taken, or that it has taken no channel.
 */
static void
handle_choice(void *live, const ChannelChoice *c)
{
	Live *l = live;

	add_input(l, c->thread, (Input){0});
	l->input[l->ninputs - 1].choice = c->number + 1;
}

/* ---- accesses ---- */

/* get_page: the page of node n with this offset; made at its first use. */
static LivePage *
get_page(Live *l, NodeId n, uint32_t offset)
{
	LivePage **page = &l->page[n][offset / LIVE_PAGE];

	if (!*page)
		*page = arena_alloc(l->arena, 1, sizeof **page);
	return *page;
}

/*
 * first_page_variable: the number of the page's first variable for words whose memory was allocated
 * anew `renewals` times.
 */
static uint32_t
first_page_variable(Live *l, LivePage *p, NodeId n, uint32_t offset, uint32_t life)
{
	while (p->nlives <= life) {
		p->first = arena_grow(l->arena, p->first, p->nlives, &p->cap, sizeof *p->first);
		p->first[p->nlives++] = NONE;
	}
	if (p->first[life] == NONE)
		p->first[life] = trace_page_variable(l->trace,
			((uint64_t)life << 16 | n) << 22 | offset / LIVE_PAGE);
	return p->first[life];
}

LiveWord
live_word(const Live *l, uint32_t variable)
{
	uint64_t page = l->trace->pages.page[variable / PAGE_VARIABLES];

	return (LiveWord){.node = page >> 22 & 0xFFFF,
		.renewals = page >> 38,
		.addr = MOSTNEG + (page & ((1 << 22) - 1)) * LIVE_PAGE
			+ variable % PAGE_VARIABLES * 4};
}

/*
 * get_variable: the number of the variable that stands for the word at an offset of the node's
 * memory; added if it is new.
 */
static uint32_t
get_variable(Live *l, NodeId n, uint32_t offset)
{
	LivePage *p = get_page(l, n, offset);
	uint32_t word = offset % LIVE_PAGE / 4, life = p->renewals ? p->renewals[word] : 0;
	uint32_t first = life < p->nlives ? p->first[life] : NONE;

	return (first != NONE ? first : first_page_variable(l, p, n, offset, life)) + word;
}

/*
 * handle_accesses: called by the observer: add the words that a thread has loaded or stored to its
 * segment.
 */
static void
handle_accesses(void *live, uint32_t thread, NodeId n, const Access *a, uint32_t naccesses)
{
	Live *l = live;
	LivePage *const *page = l->page[n];
	Bitmap *map = &l->trace->running_sets[thread];

	for (uint32_t i = 0; i < naccesses; i++) {
		uint32_t offset = a[i].addr - MOSTNEG;
		const LivePage *p = page[offset / LIVE_PAGE];
		/* most words have never been renewed */
		bool plain = p && !p->renewals && p->nlives && p->first[0] != NONE;

		bitmap_add(map, l->arena,
			plain ? p->first[0] + offset % LIVE_PAGE / 4 : get_variable(l, n, offset),
			a[i].kind == ACCESS_WRITE);
	}
	l->trace->naccesses += naccesses;
}

/*
 * handle_repeated: called by the observer: count the accesses; nothing else is necessary, because
 * they repeat earlier accesses of the segment.
 */
static void
handle_repeated(void *live, uint32_t thread, uint64_t naccesses)
{
	Live *l = live;

	(void)thread;
	l->trace->naccesses += naccesses;
}

/* ---- allocations ---- */

/*
 * renew_word: from now on, let a word that other threads have used be a new variable, because its
 * memory was allocated anew.
 */
static void
renew_word(Live *l, LivePage *p, uint32_t offset, const Allocation *a)
{
	uint32_t word = offset % LIVE_PAGE / 4, life = p->renewals ? p->renewals[word] : 0;

	if (life >= p->nlives || p->first[life] == NONE)
		return;
	if (!trace_others_accessed(l->trace, a->node, a->thread, p->first[life] + word))
		return;
	if (!p->renewals)
		p->renewals = arena_alloc(l->arena, PAGE_VARIABLES, sizeof *p->renewals);
	p->renewals[word]++;
}

/*
 * handle_allocation: called by the observer: let the words of an allocated block be new variables.
 */
static void
handle_allocation(void *live, const Allocation *a)
{
	Live *l = live;
	uint32_t offset = (a->low - a->header - MOSTNEG) & ~3u, end = a->low - MOSTNEG + a->nbytes;

	while (offset < end) {
		LivePage *p = l->page[a->node][offset / LIVE_PAGE];

		if (p)
			renew_word(l, p, offset, a);
		offset = p ? offset + 4 : (offset / LIVE_PAGE + 1) * LIVE_PAGE;
	}
}

/* ---- the run ---- */

Live *
live_replay(Arena *a, Past *p, Target *t, bool with_accesses)
{
	Network *w = past_network(p);
	Live *l = arena_alloc(a, 1, sizeof *l);
	SyncCalls calls = {
		.thread = handle_thread,
		.object = handle_object,
		.operation = handle_operation,
		.clock = handle_clock_read,
		.input = handle_host_input,
		.looked = handle_look,
		.chose = handle_choice,
		.numbers = true,
		.turn = handle_turn,
		.context = l};

	*l = (Live){.arena = a, .past = p, .target = t, .trace = trace_new(a, past_command(p))};
	l->page = arena_alloc(a, w->nnodes, sizeof *l->page);
	for (NodeId n = 0; n < w->nnodes; n++)
		l->page[n] = arena_alloc(a, w->nodes[n]->r.size / LIVE_PAGE + 1, sizeof **l->page);
	if (with_accesses) {
		calls.accesses = handle_accesses;
		calls.repeated = handle_repeated;
		calls.allocated = handle_allocation;
	}
	sync_observe(p, t, &calls);
	trace_finish(l->trace);
	return l;
}

/*
 * count_jumps: the number of the thread's times that differ from its previous time plus one, so
 * that the log must contain them.
 */
static uint32_t
count_jumps(const LamportThread *t)
{
	uint32_t n = 0;

	for (uint64_t i = 0; i < t->n; i++)
		n += t->times[i] != (i > 0 ? t->times[i - 1] : 0) + 1;
	return n;
}

/*
 * append_input: add the input to its thread's log: the choice of an alternative, a receive without
 * message or probe, a clock value or a message of the host.
 */
static void
append_input(Lamport *times, const LiveInput *i)
{
	LamportThread *t = &times->thread[i->thread];
	LogLook k = i->look;

	if (i->object != UINT32_MAX) {
		k.from = times->object[i->object].from;
		k.sent = times->object[i->object].sent;
	}
	if (i->choice > 0)
		lamport_add_choice(t, i->choice - 1);
	else if (k.misses > 0 || k.seen)
		lamport_add_look(t, &k);
	else
		lamport_add_input(t, &i->input);
}

/*
 * append_inputs: append to the log the inputs, from number `from` on, that come before operation
 * `nops` and numbering `nnumberings`; returns their number.
 */
static uint32_t
append_inputs(const Live *l, Lamport *times, uint32_t from, uint32_t nops, uint32_t nnumberings)
{
	uint32_t i = from;

	for (; i < l->ninputs && l->input[i].nops <= nops
		&& l->input[i].nnumberings <= nnumberings; i++)
		append_input(times, &l->input[i]);
	return i - from;
}

/* step_numbering: give an operation outside the trace the next Lamport time of its thread. */
static void
step_numbering(Lamport *times, const LiveNumbering *n)
{
	if (n->turn)
		lamport_turn(times, n->thread, true);
	else
		lamport_step(times, OPERATION_V, n->thread, n->object, true);
}

/* has_time_in_log: true if the log of Lamport times contains this operation. */
static bool
has_time_in_log(const Live *l, const Lamport *times, const Operation *o)
{
	return lamport_has_logged(times, o->kind, o->thread)
		&& !sync_is_implied(l->object[o->object].kind);
}

uint32_t
live_log(const Live *l, Buf *out, size_t *size)
{
	Lamport times = {0};
	uint32_t n = 0, k = 0, given = 0;

	for (uint32_t i = 0; i < l->trace->thread.n; i++)
		lamport_add_thread(&times, target_number(l->target, l->thread[i].node),
			l->thread[i].number);
	for (uint32_t i = 0; i <= l->nops; i++) {
		for (; k < l->nnumberings && l->numbering[k].nops == i; k++) {
			given += append_inputs(l, &times, given, i, k);
			step_numbering(&times, &l->numbering[k]);
		}
		given += append_inputs(l, &times, given, i, k);
		if (i < l->nops && has_time_in_log(l, &times, &l->op[i]))
			lamport_step(&times, l->op[i].kind, l->op[i].thread, l->op[i].object, true);
	}
	for (uint32_t i = 0; i < times.nthreads; i++)
		n += count_jumps(&times.thread[i]);
	*size = lamport_pack(&times, out);
	lamport_free(&times);
	return n;
}
