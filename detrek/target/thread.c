/*
 * thread.c - finds the processes of a node from outside.
 *
 * The state of the processor shows the running process, the interrupted process, the processes in
 * the ready and timer queues, and the processes in the channel words of the links. A process that
 * waits in the kernel goes on in __kcall, its workspace is its call, and this is in one of the
 * kernel's lists. A process that waits for a channel in memory has stopped after an in or out, and
 * the channel's word contains its Wdesc. A process that has stopped itself is after a stopp, and a
 * word in its stack or data contains its descriptor, for the process that will restart it.
 */
#include "target.h"

#include "kernel/include/border.h"
#include "kernel/include/kernel_calls.h"
#include "sim/node/node_words.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { STOPP_BYTES = 2 }; /* length of the instruction stopp */

/*
 * A workspace that was found to belong to a process. The fields have the meaning of those of
 * Thread.
 */
typedef struct FoundProcess {
	Word desc;
	Addr iptr;
	ThreadState state;
	bool behind;
	char waits[80];
	Addr semaphore, holder;
} FoundProcess;

/* The state of the search for the processes of a node. */
typedef struct Finding {
	Target *t;
	NodeId n;
	const T800 *c; /* the node's processor */
	Loaded loaded[MAX_LOADED]; /* [nloaded] the programs on the node */
	uint32_t nloaded;
	FoundProcess *found;     /* [nfound] processes that are not yet in `threads` */
	uint32_t nfound, found_cap;
	Thread *threads;  /* [nthreads] */
	uint32_t nthreads, threads_cap;
} Finding;

const char *
thread_state(ThreadState s)
{
	static const char *const texts[] = {
#define X(name, text) text,
		THREAD_STATES(X)
#undef X
	};

	return texts[s];
}

/* node_word: the word at address a of the node whose threads are searched. */
static Word
node_word(const Finding *f, Addr a)
{
	return target_word(f->t, f->n, a);
}

/*
 * A walk along a list in memory. Garbage can make the list a circle, so the walk compares each
 * element with an earlier one, which it replaces by the present one after 1, 2, 4, ... elements
 * (Brent).
 */
typedef struct ListWalk {
	Addr earlier;   /* the element with which others are compared */
	uint32_t since; /* elements visited since `earlier` was set */
	uint32_t limit; /* value of `since` at which `earlier` is set again */
} ListWalk;

/*
 * continue_walk: true if the walk along a list in the node's memory may go on to the element; false
 * if it has found that the list is a circle.
 */
static bool
continue_walk(ListWalk *l, Addr element)
{
	if (l->limit > 0 && element == l->earlier)
		return false;
	if (l->since++ == l->limit) {
		l->earlier = element;
		l->limit = 2 * l->limit + 1;
		l->since = 0;
	}
	return true;
}

/* ---- threads that the processor's registers and queues show ---- */

/* add_found: append an empty entry for a process that was found. */
static FoundProcess *
add_found(Finding *f)
{
	if (f->nfound == f->found_cap) {
		f->found_cap = 2 * f->found_cap + 16;
		f->found = xrealloc(f->found, f->found_cap * sizeof *f->found);
	}
	return &f->found[f->nfound++];
}

/*
 * add_workspace: add the process with this descriptor to the list of found processes; the formatted
 * text says what the process waits for.
 */
static void __attribute__((format(printf, 6, 7)))
add_workspace(
	Finding *f, Word desc, Addr iptr, ThreadState state, bool behind, const char *fmt, ...)
{
	FoundProcess *one;
	va_list ap;

	if (!node_memory(f->c, (desc & ~3u) - 4, 4))
		return;
	one = add_found(f);
	*one = (FoundProcess){.desc = desc, .iptr = iptr, .state = state, .behind = behind};
	va_start(ap, fmt);
	vsnprintf(one->waits, sizeof one->waits, fmt, ap);
	va_end(ap);
}

/*
 * find_running: add the process that executes now or has stopped the node, and the one it
 * interrupted.
 */
static void
find_running(Finding *f)
{
	const T800 *c = f->c;
	bool stopped = c->stop > STOP_BOOT;

	if (c->idle || c->stop == STOP_BOOT)
		return;
	/* a stack has overwritten everything below it */
	if (!node_memory(c, (wdesc(c) & ~3u) - 4, 4))
		*add_found(f) = (FoundProcess){.desc = wdesc(c),
			.iptr = c->r.iptr,
			.state = stopped ? THREAD_STOPPED : THREAD_RUNNING,
			.behind = stopped};
	else
		add_workspace(f, wdesc(c), c->r.iptr, stopped ? THREAD_STOPPED : THREAD_RUNNING,
			stopped, "%s", stopped ? stop_text(c->stop) : "");
	if (c->priority == HIGH && node_word(f, SAVE_WDESC) != (NOTPROCESS | LOW))
		add_workspace(f, node_word(f, SAVE_WDESC), node_word(f, SAVE_IPTR),
			THREAD_INTERRUPTED, false, "%s", "");
}

/* find_ready: add the processes in the run queue of this priority. */
static void
find_ready(Finding *f, int priority)
{
	Word w = f->c->fptr[priority];
	ListWalk l = {0};

	while (w != NOTPROCESS && (w & ~3u) != 0 && continue_walk(&l, w)) {
		add_workspace(f, (w & ~3u) | priority, node_word(f, (w & ~3u) + W_IPTR),
			THREAD_READY, false, "%s", "");
		if (w == f->c->bptr[priority])
			break;
		w = node_word(f, (w & ~3u) + W_LINK);
	}
}

/* find_timers: add the processes in the timer queue of this priority. */
static void
find_timers(Finding *f, int priority)
{
	Word w = node_word(f, priority == HIGH ? TPTRLOC0 : TPTRLOC1);
	ListWalk l = {0};

	while (f->c->tvalid[priority] && w != NOTPROCESS && (w & ~3u) != 0
		&& continue_walk(&l, w)) {
		add_workspace(f, (w & ~3u) | priority, node_word(f, (w & ~3u) + W_IPTR),
			THREAD_TIMER, true, "until %u", node_word(f, (w & ~3u) + W_TIME));
		w = node_word(f, (w & ~3u) + W_TLINK);
	}
}

/* find_links: add the processes that wait for a link or the event channel. */
static void
find_links(Finding *f)
{
	for (int l = 0; l < 2 * NLINKS; l++) {
		Word w = node_word(f, LINK_OUT0 + 4 * l);

		if (w != NOTPROCESS && w != 0)
			add_workspace(f, w, node_word(f, (w & ~3u) + W_IPTR), THREAD_LINK, true,
				l < NLINKS ? "to send over link %d" : "to receive over link %d",
				l % NLINKS);
	}
	if (f->c->event_waiter != EVENT_NONE)
		add_workspace(f, node_word(f, EVENT_CHANNEL),
			node_word(f, (node_word(f, EVENT_CHANNEL) & ~3u) + W_IPTR), THREAD_EVENT,
			true, "%s", "");
}

/* ---- processes that wait in the kernel ---- */

/*
 * find_on_list: find the element of a list in the node's memory that has the wanted word at offset
 * `what`; *element gets its address. next: the offset of the pointer to the next element. false:
 * there is none.
 */
static bool
find_on_list(const Finding *f, Addr first, Word next, Word what, Addr wanted, Addr *element)
{
	ListWalk l = {0};

	for (; first != 0 && continue_walk(&l, first); first = node_word(f, first + next))
		if (node_word(f, first + what) == wanted) {
			*element = first;
			return true;
		}
	return false;
}

/*
 * waits_for_message: true if the kernel call at an address waits for a message; *one then gets the
 * description of the wait.
 */
static bool
waits_for_message(const Finding *f, const Loaded *kernel, Addr call, FoundProcess *one)
{
	const KernelLayout *k = target_layout(f->t);
	Addr lists = k->lists + kernel->data_moved, links = k->links + kernel->data_moved, at;

	for (Word i = 0; i < k->nlists; i++)
		if (find_on_list(f, node_word(f, lists + 4 * i), k->waiter_next, k->waiter_call,
			call, &at)) {
			bool sends = (node_word(f, at + k->waiter_kind) & 0xFF) == WAIT_SEND;

			snprintf(one->waits, sizeof one->waits, "to %s (%d, %u)",
				sends ? "send" : "receive", (int)node_word(f, at + k->waiter_event),
				node_word(f, at + k->waiter_type));
			return true;
		}
	for (Word l = 0; l < NLINKS; l++)
		for (Word class = 0; class < k->link_classes; class++)
			if (find_on_list(f,
				node_word(f,
				links + l * k->link_size + k->link_local
					+ class * k->queue_size),
					k->sending_next, k->sending_call, call, &at)) {
				snprintf(one->waits, sizeof one->waits, "to send over link %u", l);
				return true;
			}
	return false;
}

/*
 * waits_for_semaphore: true if the kernel call at an address waits for a semaphore; *one then gets
 * the description of the wait.
 */
static bool
waits_for_semaphore(const Finding *f, Addr call, FoundProcess *one)
{
	const KernelLayout *k = target_layout(f->t);
	Addr semaphore = node_word(f, call + k->call_argument), at;

	snprintf(one->waits, sizeof one->waits, "for semaphore 0x%x", semaphore);
	one->semaphore = semaphore;
	one->holder = node_word(f, semaphore + offsetof(Semaphore, holder));
	return find_on_list(f, node_word(f, semaphore + offsetof(Semaphore, front)), k->call_next,
		k->call_wdesc, node_word(f, call + k->call_wdesc), &at)
		&& at == call;
}

/*
 * is_caller: true if the process with workspace w has made a call that has waited; *one then gets
 * its description.
 */
static bool
is_caller(const Finding *f, Addr w, FoundProcess *one)
{
	const KernelLayout *k = target_layout(f->t);
	Word desc = node_word(f, w + k->call_wdesc);

	*one = (FoundProcess){.desc = desc, .iptr = node_word(f, w + W_IPTR), .state = THREAD_CALL,
		.behind = true};
	return (desc & ~3u) == w && node_word(f, w + k->call_state) & KCALL_WAITS;
}

/*
 * is_waiting_call: true if the process with workspace w is in __kcall, and the kernel has its call;
 * *one then gets the description of the wait. listed: accept only a call that is on one of the
 * kernel's lists, because an earlier call may have left the words in the stack.
 */
static bool
is_waiting_call(const Finding *f, const Loaded *kernel, Addr w, bool listed, FoundProcess *one)
{
	if (!is_caller(f, w, one))
		return false;
	switch (node_word(f, w + target_layout(f->t)->call_number)) {
	case KC_SEND: case KC_RECEIVE: case KC_EXCHANGE:
		return waits_for_message(f, kernel, w, one);
	case KC_SEM_WAIT: return waits_for_semaphore(f, w, one);
	default: return !listed; /* stopped by a signal, or ended */
	}
}

/* is_runp: tell if the code is the instruction runp. */
static bool
is_runp(const uint8_t code[STOPP_BYTES])
{
	return code[0] == 0x23 && code[1] == 0xF9;
}

/* is_stopp: tell if the code is the instruction stopp. */
static bool
is_stopp(const uint8_t code[STOPP_BYTES])
{
	return code[0] == 0x21 && code[1] == 0xF5;
}

/* Where processes of low and of high priority go on in __kcall that have waited; 0 if unknown. */
typedef struct Waited {
	Addr low, high;
} Waited;

/* find_waited: find these places in the program's __kcall. */
static Waited
find_waited(const Finding *f, const Loaded *in)
{
	const Symbol *s = in->program ? image_symbol(&in->program->image, "__kcall") : NULL;
	Addr a = s ? s->addr + in->text_moved : 0;
	Waited waited = {0};
	uint8_t bytes[64];

	if (!s || !target_read(f->t, f->n, a, bytes, sizeof bytes))
		return waited;
	for (Word i = 0; i + STOPP_BYTES <= sizeof bytes; i++) {
		if (waited.low == 0 && is_runp(bytes + i))
			waited.low = a + i + STOPP_BYTES + KCALL_WAITED;
		if (waited.high == 0 && is_stopp(bytes + i))
			waited.high = a + i + STOPP_BYTES;
	}
	return waited;
}

/* has_waited: true if a process that goes on at the address has waited in __kcall. */
static bool
has_waited(Waited waited, Addr iptr)
{
	return iptr != 0 && (iptr == waited.low || iptr == waited.high);
}

/* ---- processes that wait for a channel in memory ---- */

/* is_after_channel_wait: true if the instruction before the address waits for a channel. */
static bool
is_after_channel_wait(const Finding *f, const Loaded *in, Addr a)
{
	uint8_t code[2];

	if (!in->program || a - in->text - 2 >= in->program->text_bytes
		|| !target_read(f->t, f->n, a - 2, code, 2))
		return false;
	/* in, out, outbyte, outword */
	return code[1] == 0xF7 || code[1] == 0xFB || code[1] == 0xFE || code[1] == 0xFF
		/* altwt, taltwt */
		|| (code[0] == 0x24 && code[1] == 0xF4) || (code[0] == 0x25 && code[1] == 0xF1)
		|| is_stopp(code);
}

/*
 * find_word_in_data: the address of the word in a program's data that contains the descriptor; 0 if
 * there is none.
 */
static Addr
find_word_in_data(const Finding *f, const Loaded *in, Word desc)
{
	Word data_bytes = in->program ? in->program->data_bytes : 0;

	for (Addr a = in->data; a - in->data < data_bytes; a += 4)
		if (node_word(f, a) == desc)
			return a;
	return 0;
}

/*
 * find_naming_word: the address of a word that contains the process's descriptor, as the word of a
 * channel does; 0 if there is none. It is searched for in the process's stack and in the data of
 * all programs of the node, because a user's process waits for TrEK's at channels of TrEK.
 */
static Addr
find_naming_word(const Finding *f, Addr low, Word nbytes, Word desc)
{
	Addr found;

	for (uint32_t i = 0; i < f->nloaded; i++)
		if ((found = find_word_in_data(f, &f->loaded[i], desc)) != 0)
			return found;
	for (Addr a = (desc & ~3u) + 4; a - low < nbytes; a += 4)
		if (node_word(f, a) == desc)
			return a;
	return 0;
}

/*
 * waits_for_channel: true if the process at workspace w waits for a channel or sleeps; *one then
 * gets the description of the wait.
 */
static bool
waits_for_channel(const Finding *f, const Loaded *in, Addr low, Word nbytes, Addr w,
	FoundProcess *one)
{
	Addr iptr = node_word(f, w + W_IPTR), channel = 0;
	Word desc = w | LOW;
	uint8_t code[STOPP_BYTES];

	if (!is_after_channel_wait(f, in, iptr))
		return false;
	channel = find_naming_word(f, low, nbytes, desc);
	if (channel == 0)
		channel = find_naming_word(f, low, nbytes, desc = w | HIGH);
	*one = (FoundProcess){.desc = desc, .iptr = iptr, .state = THREAD_CHANNEL, .behind = true};
	if (target_read(f->t, f->n, iptr - STOPP_BYTES, code, sizeof code) && is_stopp(code))
		one->state = THREAD_ASLEEP;
	else
		snprintf(one->waits, sizeof one->waits, "0x%x", channel);
	return channel != 0;
}

/*
 * find_call: search a stack for the kernel call in which its process waits; *one gets it; false if
 * there is none.
 */
static bool
find_call(const Finding *f, const Loaded *kernel, Waited waited, Addr low, Word nbytes,
	bool listed, FoundProcess *one)
{
	for (Addr a = (low + 3) & ~3u; a - low < nbytes; a += 4)
		if (has_waited(waited, node_word(f, a))
			&& is_waiting_call(f, kernel, a + 4, listed, one))
			return true;
	return false;
}

/*
 * find_waiting: search a stack from its lowest word up for the workspace of a process that may
 * wait; called if no process is known on the stack. false if there is none.
 */
static bool
find_waiting(const Finding *f, const Loaded *kernel, const Loaded *in, Addr low, Word nbytes,
	FoundProcess *one)
{
	Waited waited = find_waited(f, in);

	if (find_call(f, kernel, waited, low, nbytes, true, one)
		|| find_call(f, kernel, waited, low, nbytes, false, one))
		return true;
	for (Addr a = (low + 3) & ~3u; a - low < nbytes; a += 4)
		if (!has_waited(waited, node_word(f, a))
			&& waits_for_channel(f, in, low, nbytes, a + 4, one))
			return true;
	/* unless something is known to wait there */
	for (Addr a = (low + 3) & ~3u; a - low < nbytes; a += 4)
		if (has_waited(waited, node_word(f, a)) && is_caller(f, a + 4, one))
			return true;
	return false;
}

/* ---- processes ---- */

/* set_place: set where the thread is, and what it waits for, from the process that was found. */
static void
set_place(Thread *thread, const FoundProcess *one)
{
	thread->has_place = true;
	thread->state = one->state;
	thread->behind = one->behind;
	thread->wptr = one->desc & ~3u;
	thread->desc = one->desc;
	thread->iptr = one->iptr;
	snprintf(thread->waits, sizeof thread->waits, "%s", one->waits);
	thread->semaphore = one->semaphore;
	thread->holder = one->holder;
}

/*
 * remove_found: take the process whose workspace is in a stack off the list of found processes, and
 * copy it to *one; false if there is none.
 */
static bool
remove_found(Finding *f, Addr low, Word nbytes, FoundProcess *one)
{
	for (uint32_t i = 0; i < f->nfound; i++)
		if (f->found[i].desc != 0 && (f->found[i].desc & ~3u) - low <= nbytes) {
			*one = f->found[i];
			f->found[i].desc = 0;
			return true;
		}
	return false;
}

/* add_thread: append an empty thread to the result. */
static Thread *
add_thread(Finding *f)
{
	if (f->nthreads == f->threads_cap) {
		f->threads_cap = 2 * f->threads_cap + 16;
		f->threads = xrealloc(f->threads, f->threads_cap * sizeof *f->threads);
	}
	return &f->threads[f->nthreads++];
}

/* add_stack: add the thread of a stack, with the process found in it. */
static void
add_stack(Finding *f, const Loaded *kernel, const Loaded *in, Addr low, Word nbytes)
{
	Thread *thread = add_thread(f);
	FoundProcess one;

	*thread = (Thread){.node = f->n, .low = low, .nbytes = nbytes, .in = *in,
		.state = THREAD_UNKNOWN,
		.number = target_thread_number(f->t, f->n, low, in->pid)};
	if (remove_found(f, low, nbytes, &one) || find_waiting(f, kernel, in, low, nbytes, &one))
		set_place(thread, &one);
}

/*
 * add_process: add the stacks of a process, beginning with its first one; the kernel's list begins
 * with the last one.
 */
static void
add_process(Finding *f, const Loaded *kernel, const Loaded *in)
{
	const KernelLayout *k = target_layout(f->t);
	Addr process = node_word(f, k->process_table + kernel->data_moved + 4 * in->index);
	Addr *stacks = NULL;
	uint32_t n = 0;
	ListWalk l = {0};

	for (Addr s = node_word(f, process + k->stacks); s != 0 && continue_walk(&l, s);
		s = node_word(f, s + k->stack_next)) {
		stacks = xrealloc(stacks, (n + 1) * sizeof *stacks);
		stacks[n++] = s;
	}
	while (n-- > 0)
		add_stack(f, kernel, in, node_word(f, stacks[n] + k->stack_low),
			node_word(f, stacks[n] + k->stack_nbytes));
	free(stacks);
}

/*
 * find_kernel_stack: find the stack on which a process of the kernel runs; false if it is not
 * known.
 */
static bool
find_kernel_stack(const Loaded *kernel, Addr w, Addr *low, Word *nbytes)
{
	Addr at;
	const Symbol *s;

	if (w - KERNEL_STACK_LOW <= KERNEL_STACK + 16 - KERNEL_STACK_LOW) {
		*low = KERNEL_STACK_LOW;
		*nbytes = KERNEL_STACK + 16 - *low;
		return true;
	}
	if (w - LINK_STACKS < 2 * NLINKS * LINK_STACK) {
		*low = LINK_STACKS + (w - LINK_STACKS) / LINK_STACK * LINK_STACK;
		*nbytes = LINK_STACK;
		return true;
	}
	if (kernel && kernel->program) {
		at = w - kernel->data_moved;
		s = at - kernel->program->data < kernel->program->data_bytes
			? image_find(&kernel->program->image, at)
			: NULL;
		if (s) {
			*low = s->addr + kernel->data_moved;
			*nbytes = s->size ? s->size : 4096;
			return true;
		}
	}
	*low = w - 256;
	*nbytes = 512;
	return false;
}

/*
 * add_other_threads: add a thread for each found process that is in no program's stack: these are
 * the kernel's own processes or, on a node without a kernel, all processes.
 */
static void
add_other_threads(Finding *f, const Loaded *kernel)
{
	for (uint32_t i = 0; i < f->nfound; i++) {
		FoundProcess one = f->found[i];
		Thread *thread;

		if (one.desc == 0)
			continue;
		thread = add_thread(f);
		*thread = (Thread){.node = f->n, .in = kernel ? *kernel : (Loaded){0}};
		if (!find_kernel_stack(kernel, one.desc & ~3u, &thread->low, &thread->nbytes)
			|| !kernel) /* or the kernel's record of the stack was overwritten */
			target_program_at(f->t, f->n, one.iptr, &thread->in);
		if (!kernel) { /* its stack is unknown */
			thread->low = 0;
			thread->nbytes = 0;
		}
		thread->number = target_thread_number(f->t, f->n, kernel ? thread->low : one.desc,
			0);
		set_place(thread, &one);
	}
}

/* compare_numbers: compare two threads by number, for qsort. */
static int
compare_numbers(const void *a, const void *b)
{
	const Thread *x = a, *y = b;

	return x->number < y->number ? -1 : x->number > y->number;
}

Thread *
target_threads(Target *t, NodeId n, uint32_t *count)
{
	Finding f = {.t = t, .n = n, .c = target_network(t)->nodes[n]};
	const Loaded *loaded = f.loaded;
	bool kernel;

	f.nloaded = target_loaded_programs(t, n, f.loaded);
	kernel = f.nloaded > 0 && loaded[0].program == target_kernel(t) && loaded[0].program;
	find_running(&f);
	for (int priority = HIGH; priority <= LOW; priority++) {
		find_ready(&f, priority);
		find_timers(&f, priority);
	}
	find_links(&f);
	for (uint32_t i = 1; kernel && i < f.nloaded; i++)
		add_process(&f, &loaded[0], &loaded[i]);
	add_other_threads(&f, kernel ? &loaded[0] : NULL);
	if (f.nthreads > 0)
		qsort(f.threads, f.nthreads, sizeof *f.threads, compare_numbers);
	free(f.found);
	*count = f.nthreads;
	return f.threads;
}

/* find_first_thread: the first process for which `is` holds; false if there is none. */
static bool
find_first_thread(Target *t, NodeId n, bool (*is)(const Thread *x, uint32_t number),
	uint32_t number,
	Thread *thread)
{
	uint32_t count, i = 0;
	Thread *threads = target_threads(t, n, &count);

	while (i < count && !is(&threads[i], number))
		i++;
	if (i < count)
		*thread = threads[i];
	free(threads);
	return i < count;
}

/* has_number: tell if the thread has this number. */
static bool
has_number(const Thread *x, uint32_t number)
{
	return x->number == number;
}

bool
thread_executes(const Thread *thread)
{
	return thread->state == THREAD_RUNNING || thread->state == THREAD_STOPPED;
}

/* executes_any: tell if the thread executes now, whatever its number. */
static bool
executes_any(const Thread *x, uint32_t number)
{
	(void)number;
	return thread_executes(x);
}

bool
target_thread(Target *t, NodeId n, uint32_t number, Thread *thread)
{
	return find_first_thread(t, n, has_number, number, thread);
}

bool
target_running(Target *t, NodeId n, Thread *thread)
{
	return find_first_thread(t, n, executes_any, 0, thread);
}

/* process_stack: the lowest address of that stack of a process which contains a; 0 if none does. */
static Addr
process_stack(Target *t, NodeId n, Addr process, Addr a)
{
	const KernelLayout *k = target_layout(t);
	ListWalk l = {0};

	for (Addr s = target_word(t, n, process + k->stacks); s != 0 && continue_walk(&l, s);
		s = target_word(t, n, s + k->stack_next)) {
		Addr low = target_word(t, n, s + k->stack_low);

		if (a - low <= target_word(t, n, s + k->stack_nbytes))
			return low;
	}
	return 0;
}

bool
target_stack(Target *t, NodeId n, Addr a, Loaded *in, Addr *low)
{
	Loaded loaded[MAX_LOADED];
	uint32_t count = target_loaded_programs(t, n, loaded);

	for (uint32_t i = 0; i < count; i++) {
		*in = loaded[i];
		*low = in->process ? process_stack(t, n, in->process, a) : 0;
		if (*low)
			return true;
	}
	return false;
}
