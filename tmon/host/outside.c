/*
 * outside.c - the monitor from outside: the simulator records TrEK's events, at no simulated cost.
 *
 * The programs are unmodified. A probe is at the beginning of one of their functions, or at its
 * return address: the simulator inspects the node after each call or return to such an address. The
 * data of the event are in the callee's arguments and in TrEK's status words (NodeWork, NodeItem).
 *
 * 	pass_recv(from)            begins: call      returns m:  recv, for each task of the list m
 * 	pass_send(from, to, m)     begins: send, for each task of the list m
 * 	hop_recv, hop_send        the same, in runs with fault_tolerance
 * 	data_generator() and the   begins: start     returns:    end
 * 	user's other functions
 * 	do_task(), get_result()    begins: end returns: start, of the calling function
 * 	fail()                     begins: start, of the function that has failed
 * 	note_event(code, value)    begins: user; only programs with probes have it
 *
 * For programs with probes, this file can instead record what the probes have noted, to check them:
 *
 * 	meter_note(r, n)           returns:  n records
 *
 * The calling convention is that of docs/compiler.md: a function begins with its return address at
 * Wptr, its arguments from Wptr + 2 on; when it has returned, Wptr is four words higher, and its
 * result is in Areg. If a process is interrupted at such a place, it is observed there again when
 * it continues; the noted frame of the call shows that this has been recorded already.
 */
#include "monitor_host.h"
#include "base/files.h"
#include "cc/image/image.h"
#include "cc/isa/isa.h"
#include "sim/node/node_words.h"

#include <stdlib.h>

typedef enum PlaceKind {
	PLACE_SEND, /* sends a pass */
	PLACE_RECV, /* receives a pass */
	PLACE_USER, /* a function of the user */
	PLACE_TURN, /* ends the user function's work on one task, and begins the next task */
	PLACE_FAIL, /* fail() */
	PLACE_NOTE, /* note_event() */
	PLACE_METER /* meter_note() */
} PlaceKind;

static const struct Place {
	const char *name;
	PlaceKind kind;
	uint32_t function; /* PLACE_USER, PLACE_TURN: enum NodeFunction */
} places[] = {
	{"pass_send", PLACE_SEND},
	{"pass_recv", PLACE_RECV},
	{"hop_send", PLACE_SEND},
	{"hop_recv", PLACE_RECV},
	{"fail", PLACE_FAIL},
	{"note_event", PLACE_NOTE},
	{"meter_note", PLACE_METER},
	{"do_task", PLACE_TURN, FN_DATA_GENERATOR},
	{"get_result", PLACE_TURN, FN_RESULT_RECEIVER},
	{"data_generator", PLACE_USER, FN_DATA_GENERATOR},
	{"result_receiver", PLACE_USER, FN_RESULT_RECEIVER},
	{"compute_fn", PLACE_USER, FN_COMPUTE},
	{"border_fn", PLACE_USER, FN_COMPUTE},
	{"split_fn", PLACE_USER, FN_SPLIT},
	{"join_fn", PLACE_USER, FN_JOIN},
};

enum {
	NPLACES = sizeof places / sizeof *places,
	BLOCK_RECORDS = 64,   /* records of a block */
	CALL_RETURNS = 0x80, /* flag in a mark: a noted call (Frame) returns to this address */
};

/* A program, and the addresses of interest in its text. */
typedef struct ProgramCode {
	Addr show_address;     /* link address of node_show */
	Addr base;     /* link address of the program's beginning */
	uint32_t size; /* bytes */
	/* [size] 0, or the number of the place there plus 1; CALL_RETURNS may be set */
	uint8_t *mark;
} ProgramCode;

/* A call that has not returned. */
typedef struct Frame {
	Addr wptr; /* Wptr at the beginning of the called function */
	Addr return_address; /* return address */
	uint32_t place;       /* number of the called function in `places` */
	uint32_t peer;        /* PLACE_RECV: the node from which the call receives */
	uint32_t task, part;  /* PLACE_USER: the task, or part of one, of the function */
	Addr record;          /* PLACE_METER: address of the records */
	uint32_t count;       /* PLACE_METER: number of the records */
} Frame;

/* What is known of a node, and the records that wait to be written as a block. */
typedef struct Observed {
	uint32_t node;    /* its number in the network */
	ProgramCode *code;       /* NULL if the node is not watched */
	Addr displacement; /* load address minus link address of the program, if `is_located` */
	bool is_located;       /* `displacement` has been found */
	/* the calls at which the node is observed: all until `displacement` is known */
	CallMarks calls;
	Cycles start;     /* the node's clock when its records began */
	MonitorRecord halted; /* record of a halted process, made by stop_note_halt */
	UseSampler use;
	/* by enum NodeFunction: the last task of generator, receiver */
	uint32_t turn_task[FN_COMPUTE];
	bool at_task[FN_COMPUTE];  /* the generator, the receiver works on that task now */
	Frame *frames;             /* [nframes] calls that have not returned, in no order */
	uint32_t nframes, cap;
	/* serial number of the node's next block, and the number of records in it so far */
	uint32_t serial, count;
	uint8_t block[BLOCK_RECORDS * sizeof(MonitorRecord)];
} Observed;

struct Outside {
	PlacedNodes placed;
	Records *records;
	ProgramCode master, slave;
	bool meter; /* record only what probes have noted */
	Observed *observed; /* [nodes of the machine] */
};

/* ---- programs ---- */

/* read_code: read from an ELF file where the actions of a program of TrEK can be seen. */
static ProgramCode
read_code(const char *file, bool meter)
{
	Buf bytes = file_read(file, IMAGE_MAX_FILE);
	Image im = {0};
	ProgramCode c;

	image_read(&im, file, bytes.data, bytes.len);
	if (!image_symbol(&im, "node_show"))
		fatal("%s is not a TrEK program, or has no symbols", file);
	c = (ProgramCode){.show_address = image_symbol(&im, "node_show")->addr,
		.base = image_base(&im),
		.size = image_end(&im) - image_base(&im)};
	c.mark = xcalloc(c.size + 1, 1);
	for (uint32_t i = 0; i < NPLACES; i++) {
		const Symbol *s = image_symbol(&im, places[i].name);

		if ((places[i].kind == PLACE_METER) == meter && s && s->kind == SYMBOL_FUNCTION)
			c.mark[s->addr - c.base] = i + 1;
	}
	image_free(&im);
	buf_free(&bytes);
	return c;
}

/*
 * find_program: set v->displacement, v->is_located and v->calls by the address at which the node's
 * program is loaded; false if the node's status words do not contain this address yet.
 */
static bool
find_program(Outside *o, NodeId n, Observed *v)
{
	const T800 *c = o->placed.w->nodes[n];
	NodeWork work;

	if (!node_work(c, false, &work) || work.code == 0)
		return false;
	v->displacement = work.code - v->code->show_address;
	v->calls = (CallMarks){v->code->base + v->displacement, v->code->size, v->code->mark};
	network_watch_calls(o->placed.w, n, &v->calls);
	return v->is_located = true;
}

/* ---- memory, which may hold anything ---- */

/* word_at: the word at an address of a node's memory; 0 if there is none. */
static uint32_t
word_at(const T800 *c, Addr a)
{
	const uint8_t *p = node_memory(c, a, 4);

	return p ? get32(p) : 0;
}

/* read_argument: argument i of a function that begins with this Wptr. */
static Word
read_argument(const T800 *c, Addr wptr, int i)
{
	return word_at(c, wptr + FIRST_ARGUMENT + 4 * i);
}

/* read_packed: read the sizes of an item from a node's memory. */
static NodePacked
read_packed(const T800 *c, Addr a)
{
	return (NodePacked){
		.kind = word_at(c, a + offsetof(NodePacked, kind)),
		.task = word_at(c, a + offsetof(NodePacked, task)),
		.part = word_at(c, a + offsetof(NodePacked, part)),
		.count = word_at(c, a + offsetof(NodePacked, count)),
		.nbytes = word_at(c, a + offsetof(NodePacked, nbytes)),
		.nowners = word_at(c, a + offsetof(NodePacked, nowners)),
	};
}

/* ---- records ---- */

/* flush_records: write the collected records of a node as a block. */
static void
flush_records(Outside *o, Observed *v)
{
	if (v->count == 0)
		return;
	records_append(o->records, v->node, v->serial++, v->count, v->block);
	v->count = 0;
}

/* add_record: collect a record of a node. */
static void
add_record(Outside *o, Observed *v, const MonitorRecord *r)
{
	record_encode(v->block + v->count++ * sizeof(MonitorRecord), r);
	if (v->count == BLOCK_RECORDS)
		flush_records(o, v);
}

/* record_event: make a record of an event at the node's present time. */
static void
record_event(Outside *o, const T800 *c, Observed *v, MonitorKind kind, uint32_t peer, uint32_t task,
	uint32_t part)
{
	add_record(o, v,
		&(MonitorRecord){.time = (c->r.cycles - v->start) * 1000 / c->khz,
			.kind = kind,
			.peer = peer,
			.task = task,
			.part = part});
}

/*
 * note_packed: record an event for each task of an item, whose sizes are at the address `item`;
 * returns the address after its data and owners, at which the next item of a pack begins.
 */
static Addr
note_packed(Outside *o, const T800 *c, Observed *v, MonitorKind kind, uint32_t peer, Addr item)
{
	NodePacked p = read_packed(c, item);

	if (p.kind == NODE_ITEM_TASK || p.kind == NODE_ITEM_RESULT)
		for (uint32_t i = 0; i < p.count && i < MONITOR_MAX_UPPER; i++)
			record_event(o, c, v, kind, peer, p.task + i, p.part);
	return item + sizeof(NodePacked) + ((p.nbytes + 3) & -4u) + p.nowners * NODE_OWNER_BYTES;
}

/*
 * note_items: record the events of a pass (a call that hands on a list of items and packs): one for
 * each task of each item, from the first item on. The items travel in one packet, in which each
 * item has at least its sizes. This limits their number, which is necessary because the memory may
 * contain anything.
 */
static void
note_items(Outside *o, const T800 *c, Observed *v, MonitorKind kind, uint32_t peer, Addr item)
{
	uint32_t left = 1 + MAX_PACKET / sizeof(NodePacked);

	for (; item && left > 0; item = word_at(c, item + offsetof(NodeItem, next))) {
		uint32_t more = word_at(c, item + offsetof(NodeItem, more));
		Addr at = item + offsetof(NodeItem, first)
			+ word_at(c, item + offsetof(NodeItem, at));

		do
			at = note_packed(o, c, v, kind, peer, at);
		while (--left > 0 && more-- > 0);
	}
}

/* note_meter: record the events that a probe of the program has noted in the node's memory. */
static void
note_meter(Outside *o, const T800 *c, Observed *v, const Frame *f)
{
	uint32_t words = word_at(c, f->record + offsetof(MonitorRecord, kind));

	for (uint32_t i = 0; i < f->count && i < MONITOR_MAX_UPPER; i++)
		record_event(o, c, v, words & 0xFFFF, words >> 16,
			word_at(c, f->record + offsetof(MonitorRecord, task)) + i,
			word_at(c, f->record + offsetof(MonitorRecord, part)));
}

/* ---- calls and returns ---- */

/* find_frame: the frame that was noted for a workspace; NULL if there is none. */
static Frame *
find_frame(Observed *v, Addr wptr)
{
	for (uint32_t i = 0; i < v->nframes; i++)
		if (v->frames[i].wptr == wptr)
			return &v->frames[i];
	return NULL;
}

/*
 * is_inside: true if the place is a user's function that is already running, so that it has called
 * itself. Such a call is not recorded; only calls by TrEK are.
 */
static bool
is_inside(const Observed *v, uint32_t place)
{
	for (uint32_t i = 0; i < v->nframes; i++)
		if (places[place].kind == PLACE_USER && v->frames[i].place == place)
			return true;
	return false;
}

/*
 * begin_turn: record that the user's function (the generator or receiver) begins to work on the
 * task v->turn_task[function]; it works on one task at a time.
 */
static void
begin_turn(Outside *o, const T800 *c, Observed *v, uint32_t function)
{
	v->at_task[function] = true;
	record_event(o, c, v, MONITOR_START, function, v->turn_task[function], 0);
}

/* end_turn: record the end of a user's function if it works on a task now. */
static void
end_turn(Outside *o, const T800 *c, Observed *v, uint32_t function)
{
	if (v->at_task[function])
		record_event(o, c, v, MONITOR_END, function, v->turn_task[function], 0);
	v->at_task[function] = false;
}

/*
 * next_turn: end the work of the generator or receiver on its task (it has made the task, or got
 * the result), and begin its work on the next one.
 */
static void
next_turn(Outside *o, const T800 *c, Observed *v, uint32_t function)
{
	NodeWork work;

	if (node_work(c, false, &work))
		v->turn_task[function] = work.worker[function - FN_INIT_MASTER].task;
	begin_turn(o, c, v, function);
}

/* begin_user: record that a user's function begins, and store its task in f. */
static void
begin_user(Outside *o, const T800 *c, Observed *v, Frame *f)
{
	uint32_t function = places[f->place].function;
	NodeWork work;

	if (function == FN_DATA_GENERATOR)
		begin_turn(o, c, v, function);
	if (function < FN_COMPUTE)
		return;
	if (node_work(c, false, &work)) {
		f->task = work.worker[function - FN_COMPUTE].task;
		f->part = work.worker[function - FN_COMPUTE].part;
	}
	record_event(o, c, v, MONITOR_START, function, f->task, f->part);
}

/*
 * process_failed: record that TrEK ends a process because of an error of the user function that the
 * process called last. If the end of this function is in the trace already, because it has called
 * put_result or the like, record that it begins again.
 */
static void
process_failed(Outside *o, const T800 *c, Observed *v)
{
	NodeWork work;

	if (!node_work(c, false, &work))
		return;
	for (int i = 0; i < NWORKERS; i++) {
		const NodeWorker *p = &work.worker[i];

		if (p->function >= NFUNCTIONS || p->stack - c->r.wptr >= p->stack_bytes)
			continue;
		if (p->function >= FN_COMPUTE)
			record_event(o, c, v, MONITOR_START, p->function, p->task, p->part);
		else if (p->function >= FN_DATA_GENERATOR && !v->at_task[p->function])
			begin_turn(o, c, v, p->function);
	}
}

/*
 * mark_return: mark the address `return_address`, to which a call returns, so that the node is
 * observed when it reaches this address.
 */
static void
mark_return(Outside *o, Observed *v, Addr back)
{
	uint32_t offset = back - v->displacement - v->code->base;

	if (offset >= v->code->size || v->code->mark[offset] & CALL_RETURNS)
		return;
	v->code->mark[offset] |= CALL_RETURNS;
	network_watch_calls(o->placed.w, v - o->observed, &v->calls);
}

/* begin_function: record what the call of a function of TrEK, which begins here, means. */
static void
begin_function(Outside *o, const T800 *c, Observed *v, uint32_t place)
{
	Addr wptr = c->r.wptr;
	Frame f = {.wptr = wptr, .return_address = word_at(c, wptr), .place = place};

	if (find_frame(v, wptr) || is_inside(v, place))
		return;
	switch (places[place].kind) {
	case PLACE_SEND:
		note_items(o, c, v, MONITOR_SEND, read_argument(c, wptr, 1),
			read_argument(c, wptr, 2));
		break;
	case PLACE_RECV:
		f.peer = read_argument(c, wptr, 0);
		record_event(o, c, v, MONITOR_CALL, f.peer, 0, 0);
		break;
	case PLACE_USER:
		begin_user(o, c, v, &f);
		break;
	case PLACE_FAIL:
		process_failed(o, c, v);
		return; /* the function does not return */
	case PLACE_NOTE:
		record_event(o, c, v, MONITOR_USER, read_argument(c, wptr, 0) & 0xFFFF,
			read_argument(c, wptr, 1), 0);
		break;
	case PLACE_METER:
		f.record = read_argument(c, wptr, 0);
		f.count = read_argument(c, wptr, 1);
		break;
	case PLACE_TURN:
		end_turn(o, c, v, places[place].function);
		break;
	}
	if (v->nframes == v->cap) {
		v->cap = v->cap ? 2 * v->cap : 8;
		v->frames = xrealloc(v->frames, v->cap * sizeof *v->frames);
	}
	v->frames[v->nframes++] = f;
	mark_return(o, v, f.return_address);
}

/*
 * function_returned: if a noted call has just returned, record what the return means, and forget
 * the call.
 */
static void
function_returned(Outside *o, const T800 *c, Observed *v)
{
	Frame *at = find_frame(v, c->r.wptr - CALL_BYTES), f;
	uint32_t function;

	if (!at || at->return_address != c->r.iptr)
		return;
	f = *at;
	*at = v->frames[--v->nframes];
	function = places[f.place].function;
	switch (places[f.place].kind) {
	case PLACE_SEND: case PLACE_FAIL: case PLACE_NOTE: break;
	case PLACE_RECV: note_items(o, c, v, MONITOR_RECV, f.peer, c->r.areg); break;
	case PLACE_METER: note_meter(o, c, v, &f); break;
	case PLACE_USER:
		if (function < FN_COMPUTE)
			end_turn(o, c, v, function);
		else
			record_event(o, c, v, MONITOR_END, function, f.task, f.part);
		break;
	case PLACE_TURN:
		next_turn(o, c, v, function);
		break;
	}
}

/*
 * check_probe_place: if the node's present instruction is marked, record the return to it, the
 * beginning of a function there, or both.
 */
static void
check_probe_place(Outside *o, const T800 *c, Observed *v)
{
	uint32_t offset = c->r.iptr - v->displacement - v->code->base;
	uint8_t mark = offset < v->code->size ? v->code->mark[offset] : 0;

	if (mark & CALL_RETURNS)
		function_returned(o, c, v);
	if (mark & ~CALL_RETURNS)
		begin_function(o, c, v, (mark & ~CALL_RETURNS) - 1);
}

/*
 * observe_node: a callback for network_watch: record the samples of use that are due, and what the
 * node does at its present instruction. network_watch calls it at calls and returns, and also at
 * the time that it returns, by the node's clock, for the next sample; NEVER: no sample is needed.
 */
static Cycles
observe_node(void *outside, NodeId n)
{
	Outside *o = outside;
	Observed *v = &o->observed[n];
	const T800 *c = o->placed.w->nodes[n];
	MonitorRecord use;

	if (!v->code)
		return NEVER;
	while (!o->meter && use_sample(&v->use, c, v->start, &use))
		add_record(o, v, &use);
	if (v->is_located || find_program(o, n, v))
		check_probe_place(o, c, v);
	return o->meter ? NEVER : use_due(&v->use);
}

/* ---- beginning and end ---- */

Outside *
outside_new(PlacedNodes p, uint32_t n, const char *prefix, const char *master, const char *slave,
	bool meter)
{
	Network *w = p.w;
	NodeSet set = node_set_range(0, n - 1);
	Outside *o = xcalloc(1, sizeof *o);

	*o = (Outside){
		.placed = p,
		.records = records_new(prefix),
		.master = read_code(master, meter),
		.slave = read_code(slave, meter),
		.meter = meter,
		.observed = xcalloc(w->nnodes, sizeof *o->observed),
	};
	for (uint32_t i = 0; i < n; i++) {
		NodeId place = p.place[i];
		Observed *v = &o->observed[place];

		v->node = i;
		v->code = i == 0 ? &o->master : &o->slave;
		v->calls = (CallMarks){.size = UINT32_MAX};
		network_watch_calls(w, place, &v->calls);
		v->start = node_clock(w, place, w->now);
		use_start(&v->use, w->nodes[place], v->start);
	}
	records_put_config(o->records, &set, p.n, meter ? "witness\n" : "outside\n");
	node_set_free(&set);
	network_watch(w, observe_node, o);
	return o;
}

void
outside_halted(Outside *o, const Halt *h, Time at)
{
	NodeId n = o->placed.place[h->report.node];
	Observed *v = &o->observed[n];

	if (v->code)
		stop_note_halt(&v->halted, o->placed.w->nodes[n], v->start,
			node_clock(o->placed.w, n, at), h);
}

void
outside_free(Outside *o)
{
	network_watch(o->placed.w, NULL, NULL);
	for (NodeId n = 0; n < o->placed.w->nnodes; n++) {
		Observed *v = &o->observed[n];

		network_watch_calls(o->placed.w, n, NULL);
		flush_records(o, v);
		if (v->code)
			records_append_end(o->records, &o->placed,
				&(NodeEnd){v->node, v->serial, v->start, &v->halted});
		free(v->frames);
	}
	records_free(o->records);
	free(o->master.mark);
	free(o->slave.mark);
	free(o->observed);
	free(o);
}
