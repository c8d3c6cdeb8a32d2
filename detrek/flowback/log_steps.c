/* log_steps.c - emulates the e-blocks that a question needs, each once. */
#include "log_steps.h"

#include "interval_parts.h"

#include <stdlib.h>

enum {
	MAX_STEPS = 4 << 20, /* instructions of an interval that is traced at once */
	/*
	 * traced intervals; if there are more before a node is expanded, all but the KEPT that were
	 * used last are dropped
	 */
	MAX_KEPT = 256,
	KEPT = 64,
	MAX_KEPT_PARTS = 6,  /* the same for traced parts of intervals, and KEPT_PARTS */
	KEPT_PARTS = 2,
};

struct LogSteps {
	const Log *log;
	ProgramInfo *program;
	Emulator *emulator;   /* borrowed */
	Target *target;       /* borrowed */
	Interval **intervals; /* [block] its trace; NULL: not emulated, or traced in parts */
	IntervalParts **parts; /* [block] its parts; NULL: it is short, or was not emulated */
	Interval **returns;   /* [block] its last instruction alone, from its postlog; or NULL */
	uint32_t *unwritten;  /* Interval.last of the intervals in `returns`: nothing is written */
	uint32_t *applied;    /* [block] index of its first event in its parent's trace */
	bool *was_emulated;   /* [block] */
	uint32_t emulated, kept, kept_parts; /* numbers of intervals, and of parts */
	uint64_t clock;       /* number of uses of traces so far */
	uint32_t limit;       /* the interval set by log_steps_limit */
	Interval *now;        /* the trace that is being made */
	uint32_t block;       /* the number of the log interval that is being emulated */
};

LogSteps *
log_steps_new(const Log *log, ProgramInfo *program, Emulator *emulator)
{
	LogSteps *s = xcalloc(1, sizeof *s);

	*s = (LogSteps){.log = log, .program = program, .limit = NO_EVENT,
		.emulator = emulator,
		.intervals = xcalloc(log->nblocks, sizeof *s->intervals),
		.parts = xcalloc(log->nblocks, sizeof *s->parts),
		.returns = xcalloc(log->nblocks, sizeof *s->returns),
		.applied = xcalloc(log->nblocks, sizeof *s->applied),
		.was_emulated = xcalloc(log->nblocks, sizeof *s->was_emulated)};
	return s;
}

/*
 * free_return: free an interval that make_return has made, but not the memory that it shares with
 * the outermost interval.
 */
static void
free_return(Interval *in)
{
	free(in->steps);
	free(in->counts);
	free(in);
}

void
log_steps_free(LogSteps *s)
{
	for (uint32_t i = 0; i < s->log->nblocks; i++) {
		if (s->returns[i])
			free_return(s->returns[i]);
		if (s->intervals[i])
			interval_free(s->intervals[i]);
		if (s->parts[i])
			parts_free(s->parts[i]);
	}
	free(s->intervals);
	free(s->parts);
	free(s->returns);
	free(s->unwritten);
	free(s->applied);
	free(s->was_emulated);
	free(s);
}

void
log_steps_target(LogSteps *s, Target *target)
{
	s->target = target;
}

const Log *
log_steps_log(const LogSteps *s)
{
	return s->log;
}

uint32_t
log_steps_count_emulated(const LogSteps *s)
{
	return s->emulated;
}

const char *
log_steps_function(const LogSteps *s, uint32_t block)
{
	const DebugFunction *f = program_function_at(s->program,
		s->log->blocks[block].entered.iptr - log_code_distance(&s->log->place, s->program));

	return block > 0 && f ? f->name : "the process";
}

uint64_t
log_steps_end(const LogSteps *s)
{
	return s->log->first + s->log->end + 1;
}

Stop
log_steps_stop(const LogSteps *s)
{
	return s->log->stop;
}

/* ---- an interval ---- */

/* keep_page: copy one page of the node's memory into the interval; called by pages_each. */
static void
keep_page(void *context, uint32_t page, const uint8_t *bytes)
{
	Interval *in = context;

	memcpy(in->memory + (size_t)page * PAGE, bytes, PAGE);
}

/*
 * store_callers: store the return addresses from which the callers are found, because the interval
 * itself may not read them.
 */
static void
store_callers(const LogSteps *s, Interval *in)
{
	for (uint32_t i = s->block;; i = s->log->blocks[i].parent) {
		const LogBlock *b = &s->log->blocks[i];

		if (b->entered.wptr - MOSTNEG < in->memory_bytes)
			put32(in->memory + (b->entered.wptr - MOSTNEG), b->back);
		if (i == 0)
			return;
	}
}

/* record_place: store in the trace where the program and its process were on the node. */
static void
record_place(const LogSteps *s, Interval *in)
{
	const LogPlace *p = &s->log->place;
	Loaded loaded = log_loaded(s->log, s->program);

	if (p->process == 0) {
		interval_add_programs(in, s->target);
		return;
	}
	in->loaded = xmalloc(sizeof *in->loaded);
	in->loaded[in->nloaded++] = loaded;
	in->threads = xmalloc(sizeof *in->threads);
	in->threads[in->nthreads++] = (Thread){.node = in->node, .number = p->process,
		.low = p->stack, .nbytes = p->stack_bytes, .in = loaded};
}

/* handle_begin: copy the node's memory at an interval's start; called by the emulator. */
static void
handle_begin(void *context)
{
	LogSteps *s = context;
	Interval *in = s->now;
	const T800 *c = in->w->nodes[in->node];

	in->began = c->r.cycles;
	in->memory_bytes = c->r.size;
	in->memory = xcalloc(c->r.size, 1);
	in->last = xcalloc(c->r.size / 4, sizeof *in->last);
	pages_each(c, keep_page, in);
	store_callers(s, in);
	record_place(s, in);
}

/* handle_step: record a step of the interval; called by the emulator. */
static void
handle_step(void *context, const T800 *c, uint64_t count)
{
	LogSteps *s = context;
	Interval *in = s->now;
	uint32_t cap = in->steps_cap;

	interval_step(in, c);
	if (in->steps_cap > cap)
		in->counts = xrealloc(in->counts, in->steps_cap * sizeof *in->counts);
	in->counts[in->nsteps - 1] = s->log->first + count;
}

/* handle_accesses: record accesses as events; called by the emulator. */
static void
handle_accesses(void *context, const Access *a, uint32_t naccesses)
{
	LogSteps *s = context;

	for (uint32_t i = 0; i < naccesses; i++, a++)
		interval_event(s->now, (StepEvent){.step = s->now->nsteps - 1, .addr = a->addr,
			.value = a->new, .nbytes = a->nbytes, .kind = a->kind, .wdesc = a->wdesc,
			.cycles = a->cycles - s->now->began});
}

/*
 * handle_nested: record, as events, the words that a nested e-block has changed; called by the
 * emulator.
 */
static void
handle_nested(void *context, uint32_t block, Cycles cycles)
{
	LogSteps *s = context;
	const LogBlock *b = &s->log->blocks[block];

	s->applied[block] = s->now->nevents;
	for (uint32_t i = 0; i < b->ndefined; i++) {
		if (!emulator_defines(s->emulator, b, &b->defined[i]))
			continue;
		interval_event(s->now, (StepEvent){.step = s->now->nsteps,
			.addr = b->defined[i].addr, .value = b->defined[i].value, .nbytes = 4,
			.kind = STEP_NESTED, .by_machine = true, .wdesc = block,
			.cycles = cycles - s->now->began});
	}
}

/* add_outside_write: record that a link or another process has written memory, as an event. */
static void
add_outside_write(LogSteps *s, const LogItem *item, uint8_t kind, Word nbytes, Word wdesc)
{
	interval_event(s->now, (StepEvent){.step = s->now->nsteps, .addr = item->word.addr,
		.value = item->word.value, .nbytes = nbytes, .kind = kind, .by_machine = true,
		.wdesc = wdesc, .cycles = item->cycles - s->now->began});
}

/*
 * handle_received: record, as an event, the bytes that a link has received; called by the emulator.
 */
static void
handle_received(void *context, const LogItem *item, Word wdesc)
{
	add_outside_write(context, item, ACCESS_RECEIVED, item->nbytes, wdesc);
}

/*
 * handle_changed: record, as an event, the word that another process has changed; called by the
 * emulator.
 */
static void
handle_changed(void *context, const LogItem *item)
{
	LogSteps *s = context;

	add_outside_write(s, item, STEP_CHANGED, 4, item - s->log->blocks[s->block].items);
}

/* is_left_within: true if a single longjmp has left both the interval and one nested in it. */
static bool
is_left_within(const Log *log, uint32_t block)
{
	const LogBlock *b = &log->blocks[block];
	const LogItem *last = b->nitems > 0 ? &b->items[b->nitems - 1] : NULL;

	return b->jumped && last && last->kind == LOG_BLOCK
		&& log->blocks[last->block].end == b->end;
}

static const EmulateCalls tracing = {
	handle_step, handle_accesses, handle_nested, handle_received, handle_changed};

/*
 * start_interval: make an empty trace for the instructions `begin` to `end` - 1 of an e-block; the
 * caller fills it.
 */
static Interval *
start_interval(LogSteps *s, uint32_t block, uint64_t begin, uint64_t end)
{
	Interval *in = xcalloc(1, sizeof *in);

	*in = (Interval){.node = s->log->node, .block = block, .first = s->log->first + begin,
		.end = s->log->first + end, .full = true, .w = emulator_network(s->emulator)};
	s->now = in;
	s->block = block;
	return in;
}

/*
 * set_end_count: if the trace contains the last instruction of the log interval, give this
 * instruction the same count as make_return gives it.
 */
static void
set_end_count(const LogSteps *s, Interval *in, uint32_t block)
{
	if (s->log->inside.is && !s->log->blocks[block].open && !is_left_within(s->log, block))
		in->counts[in->nsteps - 1] = in->end - 1;
}

/*
 * max_steps: the largest number of instructions that an interval may execute itself. If the program
 * wrote the log, this is the number of cycles that the interval took.
 */
static uint64_t
max_steps(const Log *log, uint32_t block)
{
	const LogBlock *b = &log->blocks[block];
	uint64_t own = b->end - b->begin;

	if (log->inside.roots && block == 0)
		return b->nitems;
	if (log->inside.is)
		return (b->open ? log->blocks[0].left.cycles : b->left.cycles) - b->entered.cycles;
	for (uint32_t i = 0; i < b->nitems; i++)
		if (b->items[i].kind == LOG_BLOCK)
			own -= log->blocks[b->items[i].block].end
				- log->blocks[b->items[i].block].begin;
	return own;
}

/* count_emulated: count an interval if it is emulated for the first time. */
static void
count_emulated(LogSteps *s, uint32_t block)
{
	s->emulated += !s->was_emulated[block];
	s->was_emulated[block] = true;
}

/* interval_parts: the parts of a long interval; NULL: it is traced as a whole. */
static IntervalParts *
interval_parts(LogSteps *s, uint32_t block)
{
	IntervalParts *p;

	if (s->parts[block] || s->intervals[block] || s->was_emulated[block]
		|| max_steps(s->log, block) <= MAX_STEPS)
		return s->parts[block];
	p = parts_new(s->emulator, s->log, s->program, block);
	count_emulated(s, block);
	if (parts_steps(p) > MAX_STEPS)
		s->parts[block] = p;
	else
		parts_free(p);
	return s->parts[block];
}

/* part_interval: the trace of a part, made if there is none. */
static Interval *
part_interval(LogSteps *s, uint32_t block, uint32_t part)
{
	const IntervalParts *p = s->parts[block];
	Interval **traced = parts_trace(p, part), *in = *traced;
	bool last = part + 1 == parts_nparts(p);

	if (!in) {
		in = *traced = start_interval(s, block, parts_first_count(p, part),
			last ? s->log->blocks[block].end : parts_first_count(p, part + 1));
		parts_begin_part(p, part, &tracing, s);
		handle_begin(s);
		emulator_advance(s->emulator, PART_STEPS);
		if (last)
			set_end_count(s, in, block);
		s->kept_parts++;
	}
	in->used = ++s->clock;
	return in;
}

/*
 * interval_at: the trace of the log interval `block`, or of that part of it which executes
 * instruction `count`, itself or in a nested interval.
 */
static Interval *
interval_at(LogSteps *s, uint32_t block, uint64_t count)
{
	const IntervalParts *p = interval_parts(s, block);

	return p ? part_interval(s, block, parts_containing(p, count))
		: log_steps_interval(s, block);
}

/*
 * last_interval: the trace that contains the end of the log interval `block`: that of its last
 * part, if it is traced in parts.
 */
static Interval *
last_interval(LogSteps *s, uint32_t block)
{
	return interval_at(s, block, UINT64_MAX);
}

Interval *
log_steps_interval(LogSteps *s, uint32_t block)
{
	Interval *in;

	if (interval_parts(s, block))
		return part_interval(s, block, 0);
	in = s->intervals[block];
	if (!in) {
		in = s->intervals[block] = start_interval(s, block, s->log->blocks[block].begin,
			s->log->blocks[block].end);
		emulator_run(s->emulator, s->log, s->program, block, handle_begin, &tracing, s);
		set_end_count(s, in, block);
		count_emulated(s, block);
		s->kept++;
	}
	in->used = ++s->clock;
	return in;
}

At
log_steps_last_instruction(LogSteps *s, uint32_t block)
{
	Interval *in = last_interval(s, block);

	return (At){in, in->nsteps - 1};
}

bool
log_steps_is_long(LogSteps *s, uint32_t block)
{
	return interval_parts(s, block);
}

/*
 * trim_parts: drop the traces of parts that were not used lately, if there are too many. The first
 * part of the first interval is kept, because others use its memory.
 */
static void
trim_parts(LogSteps *s)
{
	if (s->kept_parts <= MAX_KEPT_PARTS)
		return;
	for (uint32_t i = 0; i < s->log->nblocks; i++)
		for (uint32_t k = i == 0; s->parts[i] && k < parts_nparts(s->parts[i]); k++) {
			Interval **in = parts_trace(s->parts[i], k);

			if (!*in || (*in)->used + KEPT_PARTS > s->clock)
				continue;
			interval_free(*in);
			*in = NULL;
			s->kept_parts--;
		}
}

void
log_steps_trim(LogSteps *s)
{
	trim_parts(s);
	if (s->kept <= MAX_KEPT)
		return;
	/* not the outermost interval, whose memory others use */
	for (uint32_t i = 1; i < s->log->nblocks; i++)
		if (s->intervals[i] && s->intervals[i]->used + KEPT <= s->clock) {
			interval_free(s->intervals[i]);
			s->intervals[i] = NULL;
			s->kept--;
		}
}

/*
 * make_return: the last instruction of a log interval that was not emulated, in a trace of its own.
 * This trace contains the program, but not the memory.
 */
static At
make_return(LogSteps *s, uint32_t block)
{
	const LogBlock *b = &s->log->blocks[block];
	Interval *in = s->returns[block], *outermost = log_steps_interval(s, 0);

	if (in)
		return (At){in, 0};
	in = s->returns[block] = xmalloc(sizeof *in);
	*in = *outermost;
	in->block = block;
	in->first = s->log->first + b->end - 1;
	in->end = in->first + 1;
	in->began = b->last_began;
	if (!s->unwritten)
		s->unwritten = xcalloc(in->memory_bytes / 4, sizeof *s->unwritten);
	in->last = s->unwritten;
	in->events = NULL;
	in->nevents = in->events_cap = 0;
	in->nsteps = in->steps_cap = 1;
	in->steps = xmalloc(sizeof *in->steps);
	in->steps[0] = (Step){.iptr = b->last, .areg = b->left.areg, .breg = b->left.breg,
		.creg = b->left.creg, .wdesc = (b->entered.wptr) | b->left.priority};
	in->counts = xmalloc(sizeof *in->counts);
	in->counts[0] = in->first;
	return (At){in, 0};
}

/*
 * is_made_return: tell if the trace was made by make_return, and so contains only the last
 * instruction of its e-block.
 */
static bool
is_made_return(const LogSteps *s, const Interval *in)
{
	return s->returns[in->block] == in;
}

At
log_steps_return(LogSteps *s, uint32_t block)
{
	Interval *in = s->intervals[block];

	return in ? (At){in, in->nsteps - 1} : make_return(s, block);
}

void
log_steps_limit(LogSteps *s, uint32_t block)
{
	s->limit = block;
}

bool
log_steps_is_limited(const LogSteps *s)
{
	return s->limit != NO_EVENT;
}

At
log_steps_with_memory(LogSteps *s, At at)
{
	return is_made_return(s, at.in) ? log_steps_last_instruction(s, at.in->block) : at;
}

/* ---- places ---- */

/* step_at: the number of the last step of an interval at or before an instruction count. */
static uint32_t
step_at(const Interval *in, uint64_t count)
{
	uint32_t low = 0, high = in->nsteps;

	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;

		if (in->counts[middle] <= count)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* interval_covers: true if the interval, or an interval nested in it, executes the instruction. */
static bool
interval_covers(const LogBlock *b, uint64_t count)
{
	return count >= b->begin && (count < b->end || b->open);
}

/*
 * innermost_interval: the number of the innermost interval, or call that is not emulated, that
 * contains the instruction.
 */
static uint32_t
innermost_interval(const Log *log, uint64_t count)
{
	uint32_t block = 0;

	for (uint32_t i = 0; i < log->blocks[block].nitems; i++) {
		const LogItem *item = &log->blocks[block].items[i];

		if (item->kind == LOG_BLOCK && interval_covers(&log->blocks[item->block], count)) {
			block = item->block;
			i = UINT32_MAX; /* begin again from the first item */
		}
	}
	return block;
}

/*
 * executing_interval: the number of the interval that executes an instruction itself, not in a
 * nested one.
 */
static uint32_t
executing_interval(const Log *log, uint64_t count)
{
	uint32_t block = innermost_interval(log, count);

	return log->blocks[block].is_root ? 0 : block;
}

const char *
log_steps_root_text(const LogSteps *s, uint32_t block, Arena *arena)
{
	enum { ROOM = 80 };
	const LogBlock *b = &s->log->blocks[block];
	char *text;

	if (!b->is_root)
		return NULL;
	text = arena_alloc(arena, ROOM, 1);
	snprintf(text, ROOM, "from TrEK, task %u, part %u", b->task, b->part);
	return text;
}

/*
 * message_origin: a text that says where a message has come from. The head of the message begins
 * with node and event.
 */
static const char *
message_origin(const LogBlock *b, Arena *arena)
{
	enum { ROOM = 80 };
	char *text = arena_alloc(arena, ROOM, 1);

	snprintf(text, ROOM, "by a message from node %u, event %d, %u bytes",
		b->defined[0].value & 0xFFFF, (int32_t)b->defined[1].value, b->defined[3].value);
	return text;
}

const char *
log_steps_closed_reason(const LogSteps *s, uint64_t count, Arena *arena)
{
	uint32_t block =
		count > s->log->first ? innermost_interval(s->log, count - s->log->first) : 0;
	const LogBlock *b = &s->log->blocks[block];

	if (count <= s->log->first || !b->is_outside)
		return NULL;
	return b->is_root ? log_steps_root_text(s, block, arena)
		: b->is_message ? message_origin(b, arena) : "of a library, and not emulated";
}

At
log_steps_at(LogSteps *s, uint64_t count)
{
	uint64_t own = count > s->log->first ? count - s->log->first : 0;
	Interval *in;

	if (own > s->log->end)
		own = s->log->end;
	in = interval_at(s, executing_interval(s->log, own), own);
	return (At){in, count > s->log->first + s->log->end ? in->nsteps
		: step_at(in, s->log->first + own)};
}

/*
 * instruction_before: the instruction of the process before its instruction number `count`. If this
 * ends a call whose interval was not emulated, the return is made from the call's postlog.
 */
static At
instruction_before(LogSteps *s, uint64_t count)
{
	uint32_t block = executing_interval(s->log, count - 1 - s->log->first);
	const LogBlock *b = &s->log->blocks[block];

	if (!s->intervals[block] && !b->open && !b->jumped && b->end == count - s->log->first)
		return make_return(s, block);
	return log_steps_at(s, count - 1);
}

At
log_steps_before(LogSteps *s, At at)
{
	uint64_t count;

	at = log_steps_with_memory(s, at);
	count = at.step < at.in->nsteps ? at_count(at)
		: at.in->nsteps > 0 ? at.in->counts[at.in->nsteps - 1] + 1 : at.in->first;
	if (at.step > 0 && at.in->counts[at.step - 1] == count - 1)
		return (At){at.in, at.step - 1};
	if (at.step == 0 && log_steps_is_limited(s))
		return (At){NULL};
	return count <= s->log->first ? (At){NULL} : instruction_before(s, count);
}

/* ---- writers ---- */

/* traced_part: the number of the part of the interval to which a trace belongs. */
static uint32_t
traced_part(const LogSteps *s, const Interval *in)
{
	return parts_containing(s->parts[in->block], in->first - s->log->first);
}

/*
 * find_earlier_part: find the last part before the traced part *in, in the same log interval, that
 * has written the byte; set *in to its trace, and *event to the write. false if there is none.
 */
static bool
find_earlier_part(LogSteps *s, Interval **in, uint32_t *event, Addr a)
{
	const IntervalParts *p = s->parts[(*in)->block];
	uint32_t block = (*in)->block;

	for (uint32_t k = p ? traced_part(s, *in) : 0; k-- > 0;) {
		Interval *earlier;

		if (!parts_writes(p, k, a))
			continue;
		earlier = part_interval(s, block, k);
		*event = interval_writer(earlier, earlier->nevents, a);
		if (*event != NO_EVENT) {
			*in = earlier;
			return true;
		}
	}
	return false;
}

LastWrite
log_steps_writer(LogSteps *s, At at, uint32_t event, Addr a)
{
	Interval *in = at.in;
	uint32_t e = NO_EVENT;

	/* the return address was written by the call, before the interval */
	if (!is_made_return(s, in)) {
		e = interval_writer(in, event, a);
	} else if ((a & ~3u) != s->log->blocks[in->block].entered.wptr) {
		at = log_steps_with_memory(s, at);
		in = at.in;
		e = interval_writer(in, at_first_event(at), a);
	}
	for (;;) {
		if (e == NO_EVENT && find_earlier_part(s, &in, &e, a))
			continue;
		if (e == NO_EVENT) {
			const LogBlock *b = &s->log->blocks[in->block];

			if (in->block == 0 || in->block == s->limit)
				return (LastWrite){.known = false};
			e = in->block;
			in = interval_at(s, b->parent, b->begin);
			e = interval_writer(in, s->applied[e], a);
		} else if (in->events[e].kind == STEP_NESTED && in->block != s->limit
			&& !s->log->blocks[in->events[e].wdesc].is_outside) {
			in = last_interval(s, in->events[e].wdesc);
			e = interval_writer(in, in->nevents, a);
		} else {
			return (LastWrite){{in, in->events[e].step}, e, true};
		}
	}
}

bool
log_steps_is_loaded(const LogSteps *s, Addr a)
{
	const Image *im = &s->program->image;
	bool kernel = s->log->place.process > 0;
	Addr base = kernel ? s->log->place.data : image_base(im);
	Word nbytes = kernel ? s->program->data_bytes : image_end(im) - base;

	return a - base < nbytes;
}

/*
 * last_execution: the last execution of an instruction with this Wdesc in a trace, before the step
 * `before` and with a count above `after`; its `in` is NULL if there is none.
 */
static At
last_execution(Interval *in, uint32_t before, uint64_t after, Addr instruction, Word desc)
{
	for (uint32_t i = before; i-- > 0 && in->counts[i] > after;)
		if (in->steps[i].iptr == instruction && in->steps[i].wdesc == desc)
			return (At){in, i};
	return (At){NULL};
}

At
log_steps_last_execution(LogSteps *s, At at, At from, Addr instruction, Word desc)
{
	const IntervalParts *p = s->parts[at.in->block];
	uint64_t after = at_count(from);
	At found = last_execution(at.in, at.step, after, instruction, desc);

	for (uint32_t k = p ? traced_part(s, at.in) : 0; !found.in && k-- > 0
		&& s->log->first + parts_first_count(p, k + 1) > after;)
		if (parts_executes(p, k, instruction)) {
			Interval *in = part_interval(s, at.in->block, k);

			found = last_execution(in, in->nsteps, after, instruction, desc);
		}
	return found;
}
