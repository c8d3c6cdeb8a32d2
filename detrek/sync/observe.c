/* observe.c - the observer of operations: it is called when a node reaches a marked instruction. */
#include "sync_parts.h"

#include <stdlib.h>
#include <string.h>

/* ---- the machine ---- */

Word
sync_argument(const SyncObserver *o, NodeId n, KernelArgument a)
{
	return target_word(o->target, n, o->w->nodes[n]->r.wptr + o->argument_at[a]);
}

void
sync_mark(SyncObserver *o, NodeId n, Addr a)
{
	const NodeSync *s = &o->nodes[n];

	if (s->is_marked && a - MOSTNEG < o->w->nodes[n]->r.size)
		s->is_marked[(a - MOSTNEG) / 8] |= 1 << a % 8;
	watcher_mark(o->watcher, n, a);
}

/* ---- operations ---- */

uint32_t
sync_add_object(SyncObserver *o, const SyncObjectInfo *info)
{
	if (o->calls.object)
		o->calls.object(o->calls.context, o->nobjects, info);
	return o->nobjects++;
}

/* make_operation: an Operation of the thread on the object, at the node's present instruction. */
static Operation
make_operation(const SyncObserver *o, NodeId n, OperationKind kind, uint32_t thread,
	uint32_t object)
{
	const T800 *c = o->w->nodes[n];

	return (Operation){.kind = kind,
		.thread = thread,
		.object = object,
		.node = n,
		.count = t800_count(c),
		.cycles = c->r.cycles,
		.called = o->threads[thread].called,
		.asked = o->threads[thread].asked,
		.tries = o->threads[thread].tries,
		.unbuffered = o->threads[thread].unbuffered,
		.input = o->threads[thread].inputs};
}

/*
 * report_operation: call the client with a finished operation of the thread on the object, and the
 * bytes that it moved.
 */
static void
report_operation(SyncObserver *o, NodeId n, OperationKind kind, uint32_t thread, uint32_t object,
	MovedMessage moved)
{
	Operation done = make_operation(o, n, kind, thread, object);

	done.moved = moved;
	if (o->calls.operation)
		o->calls.operation(o->calls.context, &done);
}

uint32_t
sync_high_object(SyncObserver *o, NodeId n)
{
	NodeSync *s = &o->nodes[n];

	if (s->high == NO_OBJECT)
		s->high = sync_add_object(o, &(SyncObjectInfo){.kind = OBJECT_HIGH, .node = n});
	return s->high;
}

void
sync_log_only(SyncObserver *o, NodeId n, OperationKind kind, uint32_t thread, uint32_t object)
{
	Operation done = make_operation(o, n, kind, thread, object);

	if (o->calls.turn)
		o->calls.turn(o->calls.context, &done);
}

void
sync_report_implied(SyncObserver *o, NodeId n, uint32_t thread, uint32_t object)
{
	report_operation(o, n, OPERATION_V, thread, object, (MovedMessage){0});
}

void
sync_order_high(SyncObserver *o, NodeId n, uint32_t thread)
{
	if (o->threads[thread].high)
		sync_report_implied(o, n, thread, sync_high_object(o, n));
}

/* begin_operation: forget what the thread's previous operation has seen and chosen. */
static void
begin_operation(SyncObserver *o, uint32_t thread)
{
	o->threads[thread].missed = false;
	sync_end_alternative(o, thread);
}

void
sync_moved(SyncObserver *o, NodeId n, OperationKind kind, uint32_t thread, uint32_t object,
	MovedMessage moved)
{
	bool tells = kind == OPERATION_V || kind == OPERATION_SEND;

	if (kind != OPERATION_BLOCK)
		begin_operation(o, thread);
	if (tells)
		sync_order_high(o, n, thread);
	report_operation(o, n, kind, thread, object, moved);
	if (!tells && kind != OPERATION_BLOCK)
		sync_order_high(o, n, thread);
}

void
sync_operation(SyncObserver *o, NodeId n, OperationKind kind, uint32_t thread, uint32_t object)
{
	sync_moved(o, n, kind, thread, object, (MovedMessage){0});
}

bool
sync_same_route(const SyncObjectInfo *a, const SyncObjectInfo *b)
{
	return a->from == b->from && a->node == b->node && a->event == b->event
		&& a->type == b->type;
}

int
sync_object_name(const Target *t, uint32_t object, const SyncObjectInfo *o, char name[SYNC_NAME])
{
	uint32_t node = target_number(t, o->node);

	switch (o->kind) {
	case OBJECT_SEMAPHORE:
		return snprintf(name, SYNC_NAME, "%u.sem-%x%s%.0u", node, o->addr,
			o->serial ? "." : "", o->serial);
	case OBJECT_RUN: return snprintf(name, SYNC_NAME, "%u.run-%u", node, o->addr);
	case OBJECT_CHANNEL:
		return snprintf(name, SYNC_NAME, "%u.channel-%x%s", node, o->addr,
			o->serial ? ".back" : "");
	case OBJECT_HIGH:
		return o->addr ? snprintf(name, SYNC_NAME, "%u.%u.high", node, o->addr)
			: snprintf(name, SYNC_NAME, "%u.high", node);
	case OBJECT_ENDS: return snprintf(name, SYNC_NAME, "%u.ends", node);
	case OBJECT_NUMBERS: return snprintf(name, SYNC_NAME, "%u.numbers", node);
	case OBJECT_MESSAGE: break;
	}
	return snprintf(name, SYNC_NAME, "%u>%u.%d.%u.%u", target_number(t, o->from), node,
		o->event, o->type, object);
}

/* ---- results ---- */

void
sync_await(SyncObserver *o, NodeId n, AwaitedKind kind, Addr call, Word argument)
{
	NodeSync *s = &o->nodes[n];
	Addr wptr = o->w->nodes[n]->r.wptr, back = target_word(o->target, n, wptr);

	if (s->nawaited == MOST_AWAITED) /* processes have ended within these calls */
		memmove(s->awaited, s->awaited + 1, --s->nawaited * sizeof *s->awaited);
	s->awaited[s->nawaited++] = (Awaited){kind, back, wptr, call, argument};
	sync_mark(o, n, back);
}

/* report_allocation: call the client with the memory that a call has just allocated. */
static void
report_allocation(SyncObserver *o, NodeId n, const Awaited *a)
{
	const T800 *c = o->w->nodes[n];
	Word nbytes = a->kind == AWAITED_BLOCK ? sync_block_bytes(o, n, c->r.areg) : a->argument;
	uint32_t thread = sync_thread_at(o, n, c->r.wptr);

	if (c->r.areg != 0)
		sync_renew_objects(o, n, c->r.areg, nbytes);
	if (c->r.areg != 0 && o->calls.allocated)
		o->calls.allocated(o->calls.context,
			&(Allocation){.node = n,
				.low = c->r.areg,
				.nbytes = nbytes,
				.header = a->kind == AWAITED_BLOCK ? HEAP_HEADER : 0,
				.heap = a->kind != AWAITED_MEMORY,
				.thread = thread != NO_THREAD ? thread : o->nodes[n].caller,
				.count = t800_count(c)});
}

/* check_return: handle the return of an awaited function, if one has just returned. */
static void
check_return(SyncObserver *o, NodeId n)
{
	NodeSync *s = &o->nodes[n];
	const T800 *c = o->w->nodes[n];

	for (uint32_t i = s->nawaited; i-- > 0;) {
		Awaited a = s->awaited[i];

		if (a.back != c->r.iptr || c->r.wptr != a.wptr + CALL_BYTES)
			continue;
		memmove(s->awaited + i, s->awaited + i + 1,
			(--s->nawaited - i) * sizeof *s->awaited);
		if (a.kind <= AWAITED_SPARE)
			report_allocation(o, n, &a);
		else if (a.kind == AWAITED_CRITICAL)
			o->threads[a.argument].critical = false;
		else
			sync_message_returned(o, n, &a, c->r.areg);
		return;
	}
}

/* ---- marks ---- */

/* handle_kernel_call: note which thread calls the kernel, and begin the call that it makes. */
static void
handle_kernel_call(SyncObserver *o, NodeId n, Addr call)
{
	NodeSync *s = &o->nodes[n];
	Word desc = target_word(o->target, n, call + o->wdesc_at);

	s->call = call;
	s->caller = sync_thread_at(o, n, desc & ~3u);
	if (s->caller != NO_THREAD) {
		o->threads[s->caller].high = !(desc & LOW);
		o->threads[s->caller].called = desc & ~3u;
	}
	if (s->caller != NO_THREAD && !(desc & LOW) && o->calls.accesses)
		sync_mark_return(o, n, s->caller);
	if (s->caller != NO_THREAD
		&& target_word(o->target, n, call + o->number_at) == KC_THREAD_END)
		sync_end_turn(o, n, s->caller);
	s->cloner = NO_THREAD;
}

/*
 * check_kernel_function: handle the call of an observed function; false if none has just been
 * called.
 */
static bool
check_kernel_function(SyncObserver *o, NodeId n)
{
	NodeSync *s = &o->nodes[n];
	Addr iptr = o->w->nodes[n]->r.iptr;
	uint32_t f = 0;

	while (f < NOBSERVED && s->function[f] != iptr)
		f++;
	switch (f) {
	case OBSERVED_kernel_call:
		handle_kernel_call(o, n, sync_argument(o, n, ARGUMENT_kernel_call_c));
		break;
	case OBSERVED___gate_call: /* no function: the gate's word is the call */
		handle_kernel_call(o, n, target_word(o->target, n, o->w->nodes[n]->r.wptr));
		break;
	case OBSERVED_stack_add: sync_stack_added(o, n); break;
	case OBSERVED_memory_alloc:
		sync_await(o, n, AWAITED_MEMORY, 0, sync_argument(o, n,
			ARGUMENT_memory_alloc_nbytes));
		break;
	case OBSERVED_process_clone: s->cloner = s->caller; break;
	case OBSERVED_sem_wait_call:
		sync_semaphore_wait(o, n, sync_argument(o, n, ARGUMENT_sem_wait_call_s));
		break;
	case OBSERVED_sem_try_call:
		sync_semaphore_try(o, n, sync_argument(o, n, ARGUMENT_sem_try_call_s));
		break;
	case OBSERVED_sem_signal_call:
		sync_semaphore_signal(o, n, sync_argument(o, n, ARGUMENT_sem_signal_call_s));
		break;
	case OBSERVED_message_send:
		sync_message_send(o, n, sync_argument(o, n, ARGUMENT_message_send_c));
		break;
	case OBSERVED_message_receive:
		sync_message_receive(o, n, sync_argument(o, n, ARGUMENT_message_receive_c));
		break;
	case OBSERVED_call_finish:
		sync_call_finished(o, n, sync_argument(o, n, ARGUMENT_call_finish_c),
			sync_argument(o, n, ARGUMENT_call_finish_result));
		break;
	case OBSERVED_process_end: sync_process_ends(o, n); break;
	case OBSERVED_sink_open:
		sync_note_arrival(o, n, sync_argument(o, n, ARGUMENT_sink_open_head));
		break;
	case OBSERVED_held_search: sync_note_search(o, n); break;
	case OBSERVED_held_add:
		sync_note_held(o, n, sync_argument(o, n, ARGUMENT_held_add_h));
		break;
	case OBSERVED_held_complete:
		sync_note_held_complete(o, n, sync_argument(o, n, ARGUMENT_held_complete_h));
		break;
	default: return false;
	}
	return true;
}

/* is_marked: true if the next instruction is one for which the observer itself has set a mark. */
static bool
is_marked(const SyncObserver *o, NodeId n)
{
	const uint8_t *marks = o->nodes[n].is_marked;
	Addr a = o->w->nodes[n]->r.iptr;

	return !marks || (a - MOSTNEG < o->w->nodes[n]->r.size
		&& marks[(a - MOSTNEG) / 8] & 1 << a % 8);
}

/*
 * handle_mark: called by the watcher: handle the function, return or instruction that is marked
 * here.
 */
static void
handle_mark(void *observer, NodeId n)
{
	SyncObserver *o = observer;

	if (o->calls.instruction)
		o->calls.instruction(o->calls.context, n);
	if (!is_marked(o, n))
		return;
	if (o->calls.clock)
		sync_clock_was_read(o, n);
	if (o->calls.early && sync_hold(o, n))
		return;
	sync_report_turn(o, n);
	check_return(o, n); /* there may be another mark at this address */
	if (!check_kernel_function(o, n))
		sync_program_marked(o, n);
}

/* ---- accesses ---- */

/*
 * is_by_program: true if a program's own instruction makes the access, not a link, the scheduler,
 * or __kcall to the kernel's words.
 */
static bool
is_by_program(const NodeSync *s, const Access *a)
{
	return !a->scheduling && a->addr >= s->lowest
		&& (a->kind == ACCESS_READ || a->kind == ACCESS_WRITE);
}

/* is_copied: true if the running process accesses the message of another one. */
static bool
is_copied(const NodeSync *s, const Access *a)
{
	return a->count == s->copy.count && a->kind == s->copy.kind && s->copy.thread != NO_THREAD;
}

/* handle_accesses: pass on accesses; consecutive ones of one process are passed on together. */
static void
handle_accesses(void *observer, NodeId n, const Access *a, uint32_t naccesses)
{
	SyncObserver *o = observer;
	const NodeSync *s = &o->nodes[n];

	for (uint32_t i = 0; o->calls.access && i < naccesses; i++)
		o->calls.access(o->calls.context, n, &a[i]);
	for (uint32_t i = 0, k; o->calls.accesses && i < naccesses; i = k) {
		Word desc = a[i].wdesc;
		uint32_t thread;
		bool copied;

		if (!is_by_program(s, &a[i])) {
			k = i + 1;
			continue;
		}
		copied = is_copied(s, &a[i]);
		for (k = i + 1; k < naccesses && a[k].wdesc == desc && is_by_program(s, &a[k])
			&& is_copied(s, &a[k]) == copied;
			k++)
			;
		thread = copied ? s->copy.thread : sync_thread_at(o, n, desc & ~3u);
		if (thread != NO_THREAD && !o->threads[thread].critical)
			o->calls.accesses(o->calls.context, thread, n, a + i, k - i);
	}
}

/*
 * handle_repeated: called by the watcher: tell the client how many accesses the thread has
 * repeated.
 */
static void
handle_repeated(void *observer, NodeId n, Word desc, uint64_t naccesses)
{
	SyncObserver *o = observer;
	uint32_t thread = sync_thread_at(o, n, desc & ~3u);

	if (thread != NO_THREAD && !o->threads[thread].critical)
		o->calls.repeated(o->calls.context, thread, naccesses);
}

/* ---- beginning and end ---- */

/* member_offset: the offset of a member of a structure, from the kernel's debugging information. */
static Word
member_offset(const ProgramInfo *kernel, const char *type, const char *name)
{
	const Type *t = program_type(kernel, TYPE_TYPEDEF, type);

	t = t ? type_plain(t) : program_type(kernel, TYPE_STRUCT, type);
	for (size_t i = 0; t && i < t->nmembers; i++)
		if (strcmp(t->members[i].name, name) == 0)
			return t->members[i].at;
	fatal("%s: the debugging information lacks %s.%s; a kernel made with -g has it",
		kernel->file, type, name);
}

/* A search for a parameter by its name. */
typedef struct ParameterSearch {
	const char *name;
	uint32_t before; /* number of parameters before it */
	bool found;
} ParameterSearch;

/* note_parameter: count the parameters before the one of the wanted name. */
static void
note_parameter(void *to, const DebugVariable *v)
{
	ParameterSearch *p = to;

	if (!v->is_parameter || p->found)
		return;
	p->found = strcmp(v->name, p->name) == 0;
	p->before += !p->found;
}

/* argument_offset: the offset of an argument from Wptr at the entry of the function. */
static Word
argument_offset(const ProgramInfo *kernel, const char *function, const char *name)
{
	const DebugFunction *f = program_function(kernel, function);
	ParameterSearch p = {.name = name};

	if (f)
		debug_function_variables(kernel->debug, f, note_parameter, &p);
	if (!p.found)
		fatal("%s: the debugging information lacks the parameter %s of %s(), which is "
			"observed",
			kernel->file, name, function);
	return FIRST_ARGUMENT + 4 * p.before;
}

/*
 * find_arguments: find the kernel's arguments by their names, so that a different kernel is
 * observed correctly or refused.
 */
static void
find_arguments(SyncObserver *o, const ProgramInfo *kernel)
{
#define X(function, parameter) \
	o->argument_at[ARGUMENT_##function##_##parameter] = \
		argument_offset(kernel, #function, #parameter);
	KERNEL_ARGUMENTS(X)
#undef X
}

/*
 * watch_accesses: have the accesses and instructions of node n reported, as far as the client
 * wants.
 */
static void
watch_accesses(SyncObserver *o, NodeId n)
{
	if (o->calls.accesses || o->calls.access)
		watcher_all(o->watcher, n, ACCESS_ALL);
	if (o->calls.repeated)
		watcher_report_once(o->watcher, n, o->nodes[n].lowest);
	if (o->calls.instruction)
		watcher_mark_all(o->watcher, n);
}

/* find_kernel: find the functions and tables of node n's kernel, if it is loaded. */
static void
find_kernel(SyncObserver *o, NodeId n)
{
	static const char *const names[] = {
#define X(name) #name,
		KERNEL_FUNCTIONS(X)
#undef X
	};
	NodeSync *s = &o->nodes[n];
	Loaded kernel;

	if (!target_kernel_at(o->target, n, &kernel))
		return;
	if (o->calls.instruction)
		s->is_marked = xcalloc(o->w->nodes[n]->r.size / 8 + 1, 1);
	s->has_kernel = true;
	s->lowest = kernel.text;
	s->lists = target_layout(o->target)->lists + kernel.data_moved;
	watch_accesses(o, n);
	for (int i = 0; i < NOBSERVED; i++) {
		const Symbol *f = image_symbol(&kernel.program->image, names[i]);

		if (!f)
			fatal("%s: missing the function %s, which is observed",
				kernel.program->file, names[i]);
		s->function[i] = f->addr + kernel.text_moved;
		sync_mark(o, n, s->function[i]);
	}
}

/*
 * handle_note: called by the watcher: find the node's kernel, unless it is known; if a process
 * starts to run, note that.
 */
static void
handle_note(void *observer, NodeId n, Word what, Word value)
{
	SyncObserver *o = observer;

	if (!o->nodes[n].has_kernel)
		find_kernel(o, n);
	if (what == NOTE_START)
		sync_begins_running(o, n, value);
}

/*
 * handle_leave: called by the watcher: split the turn of a high-priority thread that is about to be
 * held, since other threads run in between (sync_interrupt_turn).
 */
static void
handle_leave(void *observer, NodeId n)
{
	SyncObserver *o = observer;
	uint32_t thread = sync_thread_at(o, n, o->w->nodes[n]->r.wptr);

	if (thread != NO_THREAD)
		sync_interrupt_turn(o, n, thread);
}

void
sync_attach(SyncObserver *o)
{
	if (o->watcher) {
		watcher_resume(o->watcher);
		return;
	}
	o->watcher = watcher_new(o->w,
		&(WatcherOptions){
			.report_accesses = o->calls.accesses || o->calls.access ? handle_accesses
				: NULL,
			.report_repeats = o->calls.repeated ? handle_repeated : NULL,
			.report_marked = handle_mark, .report_event = handle_note,
			.report_leave = handle_leave,
			.context = o});
	for (NodeId n = 0; n < o->w->nnodes; n++)
		watcher_report_events(o->watcher, n);
	if (o->calls.epoch)
		network_on_epoch(o->w,
			&(EpochCalls){o->calls.waits, o->calls.epoch, o->calls.context});
}

void
sync_detach(SyncObserver *o)
{
	watcher_suspend(o->watcher);
	network_on_epoch(o->w, NULL);
}

SyncObserver *
sync_observer_new(Target *t, const SyncCalls *calls)
{
	static const char *const fields[] = {
#define X(name, member) member,
		MESSAGE_FIELDS(X)
#undef X
	};
	Network *w = target_network(t);
	ProgramInfo *kernel = target_kernel(t);
	SyncObserver *o = xcalloc(1, sizeof *o);

	*o = (SyncObserver){.target = t,
		.w = w,
		.calls = *calls,
		.nodes = xcalloc(w->nnodes, sizeof *o->nodes),
		.pid_at = member_offset(kernel, "Process", "pid"),
		.wdesc_at = member_offset(kernel, "KCall", "wdesc"),
		.number_at = member_offset(kernel, "KCall", "number"),
		.argument_at_call = member_offset(kernel, "KCall", "argument"),
		.back_at = member_offset(kernel, "KCall", "back"),
		.timed_at = member_offset(kernel, "Waiter", "timed"),
		.held_event_at = member_offset(kernel, "Held", "letter")
			+ member_offset(kernel, "Letter", "event")};
	find_arguments(o, kernel);
	for (int i = 0; i < NMESSAGEFIELDS; i++)
		o->message_at[i] = member_offset(kernel, "Nmsg", fields[i]);
	for (NodeId n = 0; n < w->nnodes; n++) {
		NodeSync *s = &o->nodes[n];

		s->last = s->caller = s->cloner = s->sending.thread = s->copy.thread = NO_THREAD;
		s->sending.object = s->high = s->ends = s->numbers = s->arriving = NO_OBJECT;
	}
	return o;
}

void
sync_observer_free(SyncObserver *o)
{
	if (o->watcher)
		watcher_free(o->watcher);
	for (NodeId n = 0; n < o->w->nnodes; n++) {
		free(o->nodes[n].live);
		free(o->nodes[n].is_marked);
		free(o->nodes[n].hidden);
	}
	free(o->nodes);
	for (uint32_t i = 0; i < o->nthreads; i++)
		free(o->threads[i].enabled);
	free(o->threads);
	free(o->words);
	free(o->messages);
	table_free(&o->known);
	free(o);
}

/* ---- the run of a past ---- */

/* attach_observer: observe the network during a part of the run. */
static void
attach_observer(void *observer, Network *w)
{
	(void)w;
	sync_attach(observer);
}

/* detach_observer: end the observation of attach_observer. */
static void
detach_observer(void *observer, Network *w)
{
	(void)w;
	sync_detach(observer);
}

void
sync_observe(Past *p, Target *t, const SyncCalls *calls)
{
	SyncObserver *o = sync_observer_new(t, calls);
	Search all = {attach_observer, detach_observer, o}; /* no target: each part is run once */

	past_use_even_pieces(p); /* so that each observation gets the same reports */
	past_goto(p, place_at(past_beginning(p)));
	past_forward(p, &all, NEVER, NULL);
	sync_observer_free(o);
}

Target *
sync_target(Past *p)
{
	Target *t = target_new(past_network(p));

	target_add_recorded(t, p);
	if (!target_kernel(t) || !target_layout(t)->known)
		fatal("%s: the recording has no kernel with debugging information, whose "
			"operations could be observed",
			past_command(p));
	return t;
}
