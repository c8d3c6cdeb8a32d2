/* reach.c - follows a value forward through registers, memories and links in a replay. */
#include "reach.h"

#include "base/list.h"
#include "base/table.h"
#include "sim/cpu/watcher.h"
#include "taint.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_CODE = 8 }; /* bytes of an instruction */

/* From which origins a register's value was made. */
typedef struct Tainted {
	TaintSet set;
	bool computed; /* true: computed from the value in memory; false: a copy of that value */
} Tainted;

/* The instruction that a node executes. */
typedef struct Executing {
	bool is, decoded;    /* is: there is one; decoded: `e` is valid */
	uint64_t count;      /* instructions that the node had executed before it */
	Addr iptr;
	Word wdesc, areg;    /* registers before the instruction */
	uint8_t code[MAX_CODE]; /* [ncode] */
	Word ncode;
	Executed e;          /* the decoded instruction */
	/* sets of the bytes that a copying instruction has read, and has not written yet */
	TaintSet *copied; /* [ncopied] the next one is copied[first] */
	size_t ncopied, first, copied_cap;
	TaintSet read;    /* the origins of all bytes that the instruction has read */
} Executing;

/* The state of a node that the value has reached. */
typedef struct TaintedNode {
	bool watched; /* its instructions and accesses are reported */
	TaintMemory memory; /* the origins of each byte of its memory */
	Tainted reg[2][NFLOWREGISTERS]; /* [priority][register] the origins of its value */
	Executing now;
	uint8_t *owner; /* [byte of memory]: an Owner: that of the instruction there */
} TaintedNode;

/* To which part of the software an instruction belongs. */
typedef enum Owner { OWNER_UNKNOWN, OWNER_PROGRAM, OWNER_SYSTEM } Owner;

/* The bytes on their way to a link's end, from the first byte that the value has reached. */
typedef struct TaintedLine {
	TaintSet *set; /* [n] their origins; set[first] is that of the next byte to arrive */
	uint8_t *byte; /* [n] their values */
	size_t n, first, cap;
	Cycles sent;   /* when the last message began */
	Addr next;     /* address of the next byte of that message in memory */
} TaintedLine;

/* The state of following a value. */
typedef struct ReachRun {
	Reach result;
	Past *past;
	Network *w;
	Target *target;
	Watcher *watcher;
	TaintSets *sets;
	TaintedNode *nodes;      /* [node] */
	TaintedLine *lines;      /* [link end] the bytes on their way to this end */
	Table known;      /* the entries of `result`, by reached_key */
	bool copies;      /* as for reach_run */
} ReachRun;

/* ---- the reached instructions and bytes ---- */

/* add_used_origins: add n origins to x->from, the instructions whose values x has used. */
static void
add_used_origins(Reached *x, const uint32_t *origin, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		uint32_t k = 0;

		while (k < x->nfrom && x->from[k] < origin[i])
			k++;
		if (k < x->nfrom && x->from[k] == origin[i])
			continue;
		x->from = xrealloc(x->from, (x->nfrom + 1) * sizeof *x->from);
		memmove(x->from + k + 1, x->from + k, (x->nfrom - k) * sizeof *x->from);
		x->from[k] = origin[i];
		x->nfrom++;
	}
}

/*
 * is_same_reached: tell if both are the same instruction of a node, or the same byte for the host.
 */
static bool
is_same_reached(const Reached *x, const Reached *y)
{
	return x->kind == y->kind && x->node == y->node && x->instruction == y->instruction
		&& (x->kind != REACH_HOST || x->at == y->at);
}

/* reached_key: the hash key under which a reached place is found. */
static uint64_t
reached_key(const Reached *x)
{
	return (uint64_t)x->node << 35 ^ (uint64_t)x->instruction << 3 ^ x->kind;
}

/* find_reached: the entry for the same reached instruction or byte as x; NULL if there is none. */
static Reached *
find_reached(const ReachRun *r, const Reached *x)
{
	const TableSlot *s = table_find(&r->known, reached_key(x));

	while (s && !is_same_reached(&r->result.reached[s->number], x))
		s = table_next(&r->known, s);
	return s ? &r->result.reached[s->number] : NULL;
}

/* note_reached: note that values with the origins `from` have reached x; returns x's number. */
static uint32_t
note_reached(ReachRun *r, Reached x, TaintSet from)
{
	uint32_t norigins, n = r->result.n;
	const uint32_t *origin = taint_origins(r->sets, from, &norigins);
	Reached *to = find_reached(r, &x);

	if (!to) {
		table_put(&r->known, reached_key(&x), n);
		r->result.reached = list_more(r->result.reached, n, sizeof *to);
		r->result.n++;
		to = &r->result.reached[n];
		*to = x;
	}
	to->executions += to->executions == 0 || to->last != x.count;
	to->last = x.count;
	add_used_origins(to, origin, norigins);
	return to - r->result.reached;
}

/* note_reached_now: note that the value reaches what a node executes now; returns its number. */
static uint32_t
note_reached_now(ReachRun *r, NodeId n, ReachKind kind, Addr a, TaintSet from)
{
	const Executing *now = &r->nodes[n].now;

	return note_reached(r, (Reached){.kind = kind, .node = n, .instruction = now->iptr,
		.count = now->count, .at = node_time(r->w, n, r->w->nodes[n]->r.cycles),
		.addr = a}, from);
}

/* ---- the owner of the code ---- */

/*
 * find_owner: whether the code at an address belongs to the user's program or to the system: the
 * kernel, TrEK or a library.
 */
static Owner
find_owner(const ReachRun *r, NodeId n, Addr iptr)
{
	const LineRow *row;
	Loaded in;

	if (!target_program_at(r->target, n, iptr, &in) || in.program == target_kernel(r->target))
		return OWNER_SYSTEM;
	row = program_line_row(in.program, iptr - in.text_moved);
	return row && row->place.file && !program_is_system(in.program, row->place.file)
		? OWNER_PROGRAM : OWNER_SYSTEM;
}

/*
 * is_shown: true if the instruction that the node executes belongs to the program, not to the
 * system. The answer shows only such instructions.
 */
static bool
is_shown(ReachRun *r, NodeId n)
{
	TaintedNode *x = &r->nodes[n];
	uint32_t offset = x->now.iptr - MOSTNEG, size = r->w->nodes[n]->r.size;

	if (r->copies)
		return true;
	if (offset >= size)
		return false;
	if (!x->owner)
		x->owner = xcalloc(size, 1);
	if (x->owner[offset] == OWNER_UNKNOWN)
		x->owner[offset] = find_owner(r, n, x->now.iptr);
	return x->owner[offset] == OWNER_PROGRAM;
}

/* ---- an instruction ---- */

/* decode_now: the instruction that is being executed, in decoded form. */
static const Executed *
decode_now(Executing *now)
{
	if (!now->decoded && !executed_decode(now->code, now->ncode, now->areg, &now->e))
		now->e = (Executed){.instr = NULL};
	now->decoded = true;
	return &now->e;
}

/*
 * tainted_registers: the sets of origins of the node's registers at the priority of its present
 * instruction.
 */
static Tainted *
tainted_registers(TaintedNode *x)
{
	return x->reg[x->now.wdesc & 1];
}

/* union_of_registers: the union of the sets of origins of some registers, given by their bits. */
static Tainted
union_of_registers(ReachRun *r, TaintedNode *x, uint8_t which)
{
	const Tainted *reg = tainted_registers(x);
	Tainted all = {0};

	for (int i = FLOW_A; i < NFLOWREGISTERS; i++)
		if (which >> i & 1) {
			all.set = taint_union(r->sets, all.set, reg[i].set);
			all.computed |= reg[i].computed;
		}
	return all;
}

/*
 * used_as_address: note that the value reaches an instruction as an address, in these registers.
 * Returns the origins that the loaded value gets: none or, in a library, those of the address,
 * because libraries use tables to compute a value from an index (such as the digits of a number).
 */
static TaintSet
used_as_address(ReachRun *r, NodeId n, uint8_t which)
{
	Tainted address = union_of_registers(r, &r->nodes[n], which);

	if (address.set && is_shown(r, n)) {
		note_reached_now(r, n, REACH_ADDRESS, 0, address.set);
		return 0;
	}
	return address.computed ? address.set : 0;
}

/*
 * add_read_taint: add the origins of the bytes that the instruction reads to those of its inputs.
 */
static void
add_read_taint(ReachRun *r, NodeId n, const Access *a)
{
	TaintedNode *x = &r->nodes[n];
	Executing *now = &x->now;

	if (now->ncopied + a->nbytes > now->copied_cap) {
		now->copied_cap = 2 * (now->ncopied + a->nbytes);
		now->copied = xrealloc(now->copied, now->copied_cap * sizeof *now->copied);
	}
	for (Word i = 0; i < a->nbytes; i++) {
		TaintSet set = taint_get(&x->memory, a->addr + i);

		now->copied[now->ncopied++] = set;
		now->read = taint_union(r->sets, now->read, set);
	}
}

/*
 * copy_taint: give each written byte the set of the byte that it was copied from. This is the
 * oldest of the bytes that were read and not written yet or, in a two-dimensional move, the newest.
 */
static void
copy_taint(ReachRun *r, NodeId n, const Access *a)
{
	TaintedNode *x = &r->nodes[n];
	Executing *now = &x->now;

	for (Word i = 0; i < a->nbytes; i++) {
		TaintSet set = 0;

		if (now->ncopied > 0 && model_is_2d_move(decode_now(now)))
			set = now->copied[now->ncopied - 1];
		else if (now->first < now->ncopied)
			set = now->copied[now->first++];
		taint_put(&x->memory, a->addr + i, set);
	}
}

/*
 * store_taint: give written bytes the set of the inputs from which the instruction computes them.
 */
static void
store_taint(ReachRun *r, NodeId n, const Access *a, Inputs in)
{
	TaintedNode *x = &r->nodes[n];
	Tainted value = union_of_registers(r, x, in.values);

	if (in.reads)
		value.set = taint_union(r->sets, value.set, x->now.read);
	value.computed |= !in.same;
	if (value.set && value.computed && is_shown(r, n))
		value.set = taint_singleton(
			r->sets, note_reached_now(r, n, REACH_VALUE, a->addr, value.set));
	for (Word i = 0; i < a->nbytes; i++)
		taint_put(&x->memory, a->addr + i, value.set);
}

/* add_written_taint: give the written bytes the taint that the instruction copies or computes. */
static void
add_written_taint(ReachRun *r, NodeId n, const Access *a)
{
	TaintedNode *x = &r->nodes[n];
	Inputs in = model_word_inputs(decode_now(&x->now), a->addr - (x->now.wdesc & ~3u));

	if (in.addresses)
		used_as_address(r, n, in.addresses);
	if (in.reads && in.same)
		copy_taint(r, n, a);
	else
		store_taint(r, n, a, in);
}

/*
 * is_by_instruction: true if the access is made by the instruction itself, not by the scheduler,
 * the machine or a fault.
 */
static bool
is_by_instruction(const Executing *now, const Access *a)
{
	return now->is && !a->scheduling && a->count == now->count;
}

/* clear_taint: mark the written bytes as not coming from the value. */
static void
clear_taint(TaintedNode *x, const Access *a)
{
	for (Word i = 0; i < a->nbytes; i++)
		taint_put(&x->memory, a->addr + i, 0);
}

/* ---- between instructions ---- */

/* has_tainted: true if the value of one of the registers comes from the followed value. */
static bool
has_tainted(const Tainted *reg)
{
	for (int i = FLOW_A; i < NFLOWREGISTERS; i++)
		if (reg[i].set)
			return true;
	return false;
}

/* set_registers: compute the sets of origins of the registers after the instruction. */
static void
set_registers(ReachRun *r, NodeId n)
{
	TaintedNode *x = &r->nodes[n];
	const Executed *e = decode_now(&x->now);
	Tainted *reg = tainted_registers(x), after[NFLOWREGISTERS];
	Inputs in = model_register_inputs(e);
	Tainted made = union_of_registers(r, x, in.values);

	if (in.addresses)
		made.set = taint_union(r->sets, made.set, used_as_address(r, n, in.addresses));
	if (e->fn == FN_CJ && reg[FLOW_A].set && is_shown(r, n))
		note_reached_now(r, n, REACH_CONDITION, 0, reg[FLOW_A].set);
	if (in.reads)
		made.set = taint_union(r->sets, made.set, x->now.read);
	made.computed |= !in.same;
	for (int i = FLOW_A; i < NFLOWREGISTERS; i++) {
		FlowRegister from = model_source_register(e, i);

		after[i] = from == FLOW_MADE ? made : reg[from];
	}
	memcpy(reg, after, sizeof after);
}

/*
 * finish_instruction: pass on the taint of the instruction that the node has just executed. wdesc:
 * the process that executes the next instruction.
 */
static void
finish_instruction(ReachRun *r, NodeId n, Word wdesc)
{
	TaintedNode *x = &r->nodes[n];
	Executing *now = &x->now;
	uint32_t priority = now->wdesc & 1;

	if (now->is && (now->read || has_tainted(tainted_registers(x)))) {
		set_registers(r, n);
		if ((wdesc & 1) == priority
			&& !model_keeps_process(decode_now(now), now->wdesc, wdesc))
			memset(x->reg[priority], 0, sizeof x->reg[priority]);
	}
	if ((wdesc & 1) == 0 && priority == 1) /* this process has interrupted the other one */
		memset(x->reg[0], 0, sizeof x->reg[0]);
}

/*
 * handle_instruction: finish the node's last instruction, and begin the next one; called by the
 * watcher.
 */
static void
handle_instruction(void *context, NodeId n)
{
	ReachRun *r = context;
	const T800 *c = r->w->nodes[n];
	Executing *now = &r->nodes[n].now;
	uint64_t count = t800_count(c);
	Word desc = wdesc(c), offset = c->r.iptr - MOSTNEG;

	if (now->is && now->count == count && now->iptr == c->r.iptr && now->wdesc == desc)
		return; /* the instruction was begun and postponed */
	finish_instruction(r, n, desc);
	now->is = true;
	now->decoded = false;
	now->count = count;
	now->iptr = c->r.iptr;
	now->wdesc = desc;
	now->areg = c->r.areg;
	now->ncopied = now->first = now->read = 0;
	now->ncode = offset >= c->r.size ? 0
		: c->r.size - offset < MAX_CODE ? c->r.size - offset : MAX_CODE;
	memcpy(now->code, c->r.mem + offset, now->ncode);
}

/* ---- links ---- */

/* watch_node: watch all instructions and accesses of the node. */
static void
watch_node(ReachRun *r, NodeId n)
{
	TaintedNode *x = &r->nodes[n];

	if (!x->watched)
		taint_memory_init(&x->memory, r->w->nodes[n]->r.size);
	x->watched = true;
	watcher_all(r->watcher, n, ACCESS_ALL);
	watcher_mark_all(r->watcher, n);
}

/*
 * append_to_line: append a sent byte, with its set, to the bytes that are on their way over a link.
 */
static void
append_to_line(TaintedLine *l, TaintSet set, uint8_t byte)
{
	if (l->n == l->cap) {
		l->cap = l->cap ? 2 * l->cap : 256;
		l->set = xrealloc(l->set, l->cap * sizeof *l->set);
		l->byte = xrealloc(l->byte, l->cap);
	}
	l->set[l->n] = set;
	l->byte[l->n++] = byte;
}

/* empty_line: forget all bytes on their way over a link. */
static void
empty_line(TaintedLine *l)
{
	l->n = l->first = 0;
}

/* note_host_bytes: note that bytes of a message to the host come from the followed value. */
static void
note_host_bytes(ReachRun *r, NodeId n, const Access *a, Addr at, TaintSet set)
{
	note_reached(r, (Reached){.kind = REACH_HOST, .node = n, .instruction = at,
		.at = node_time(r->w, n, a->cycles), .link = a->link}, set);
}

/*
 * handle_sent: append the bytes that leave a node, with their taint, to those on their way. If the
 * receiving node is not watched yet, bytes are ignored until one is tainted; the first byte of this
 * message is then the next byte that will arrive there.
 */
static void
handle_sent(ReachRun *r, NodeId n, const Access *a)
{
	const End *end = &r->w->links.ends[n * NLINKS + a->link];
	EndId to = end->peer;
	EndRef ref;
	TaintedLine *l;

	if (to == NOWHERE_END)
		return;
	ref = r->w->links.ends[to].ref;
	l = &r->lines[to];
	if (l->next != a->addr || l->sent != a->cycles)
		if (ref.kind != END_NODE || !r->nodes[ref.part].watched)
			empty_line(l);
	l->next = a->addr + a->nbytes;
	l->sent = a->cycles;
	for (Word i = 0; i < a->nbytes; i++) {
		TaintSet set = taint_get(&r->nodes[n].memory, a->addr + i);

		if (set && ref.kind == END_HOST)
			note_host_bytes(r, n, a, a->addr + i, set);
		if (ref.kind != END_NODE)
			continue;
		append_to_line(l, set, a->new >> 8 * i);
		if (set && !r->nodes[ref.part].watched)
			watch_node(r, ref.part);
	}
}

/* handle_received: give received bytes the sets of the oldest bytes on their way. */
static void
handle_received(ReachRun *r, NodeId n, const Access *a)
{
	TaintedLine *l = &r->lines[n * NLINKS + a->link];

	if (a->link == NO_LINK || l->first == l->n) {
		clear_taint(&r->nodes[n], a);
		return;
	}
	for (Word i = 0; i < a->nbytes; i++) {
		bool same = l->first < l->n && l->byte[l->first] == (uint8_t)(a->new >> 8 * i);

		taint_put(&r->nodes[n].memory, a->addr + i, same ? l->set[l->first] : 0);
		l->first++;
		if (same)
			continue;
		r->result.lost = true;
		empty_line(l);
		return;
	}
	if (l->first == l->n)
		empty_line(l);
}

/* ---- the run ---- */

/* handle_accesses: note the accesses of the current instruction; called by the watcher. */
static void
handle_accesses(void *context, NodeId n, const Access *a, uint32_t naccesses)
{
	ReachRun *r = context;

	for (uint32_t i = 0; i < naccesses; i++, a++) {
		bool own = is_by_instruction(&r->nodes[n].now, a);

		if (a->kind == ACCESS_SENT)
			handle_sent(r, n, a);
		else if (a->kind == ACCESS_RECEIVED)
			handle_received(r, n, a);
		else if (a->kind == ACCESS_READ && own)
			add_read_taint(r, n, a);
		else if (a->kind == ACCESS_WRITE && own)
			add_written_taint(r, n, a);
		else if (a->kind == ACCESS_WRITE)
			clear_taint(&r->nodes[n], a);
	}
}

/* watch_nodes: watch the network during a part of the run. */
static void
watch_nodes(void *context, Network *w)
{
	ReachRun *r = context;

	r->watcher = watcher_new(
		w, &(WatcherOptions){handle_accesses, handle_instruction, NULL, r});
	for (NodeId n = 0; n < w->nnodes; n++) {
		if (!r->nodes[n].watched)
			continue;
		watch_node(r, n);
		free(r->nodes[n].owner); /* other programs may be there */
		r->nodes[n].owner = NULL;
	}
}

/* unwatch_nodes: end the watching of watch_nodes. */
static void
unwatch_nodes(void *context, Network *w)
{
	ReachRun *r = context;

	(void)w;
	watcher_free(r->watcher);
}

/* find_stops: find the nodes that were stopped by an instruction which uses the value. */
static void
find_stops(ReachRun *r)
{
	for (NodeId n = 0; n < r->w->nnodes; n++) {
		TaintedNode *x = &r->nodes[n];
		Stop stop = r->w->nodes[n]->stop;
		const Executed *e = decode_now(&x->now);
		TaintSet used;

		if (!x->now.is || !e->instr || stop <= STOP_BOOT || stop == STOP_ANALYSE)
			continue;
		used = union_of_registers(r, x, ((1 << e->instr->pops) - 1) << FLOW_A
			| ((1 << (e->instr->real_pops - e->instr->loads)) - 1) << FLOW_FA).set;
		used = taint_union(r->sets, used, x->now.read);
		if (used)
			note_reached_now(r, n, REACH_STOP, 0, used);
	}
}

/* run_free: free the state of a run. */
static void
run_free(ReachRun *r)
{
	for (NodeId n = 0; n < r->w->nnodes; n++) {
		if (r->nodes[n].watched)
			taint_memory_free(&r->nodes[n].memory);
		free(r->nodes[n].owner);
		free(r->nodes[n].now.copied);
	}
	for (EndId e = 0; e < r->w->links.nends; e++) {
		free(r->lines[e].set);
		free(r->lines[e].byte);
	}
	free(r->nodes);
	free(r->lines);
	table_free(&r->known);
	taint_sets_free(r->sets);
}

Reach
reach_run(Past *past, Target *target, NodeId n, Addr a, Word nbytes, bool copies)
{
	enum { PIECES = 100 };
	Network *w = past_network(past);
	ReachRun r = {.past = past, .w = w, .target = target, .sets = taint_sets_new(),
		.nodes = xcalloc(w->nnodes, sizeof *r.nodes),
		.lines = xcalloc(w->links.nends, sizeof *r.lines),
		.copies = copies};
	Time piece = (past_present(past) - w->now) / PIECES + 1;
	uint32_t origin = note_reached(&r, (Reached){.kind = REACH_ORIGIN, .node = n,
		.count = t800_count(w->nodes[n]), .addr = a, .at = w->now}, 0);

	taint_memory_init(&r.nodes[n].memory, w->nodes[n]->r.size);
	r.nodes[n].watched = true;
	for (Word i = 0; i < nbytes; i++)
		taint_put(&r.nodes[n].memory, a + i, taint_singleton(r.sets, origin));
	while (!past_is_present(past))
		past_forward(past, &(Search){watch_nodes, unwatch_nodes, &r}, w->now + piece, NULL);
	find_stops(&r);
	run_free(&r);
	return r.result;
}

void
reach_free(Reach *r)
{
	for (uint32_t i = 0; i < r->n; i++)
		free(r->reached[i].from);
	free(r->reached);
	*r = (Reach){NULL};
}
