/*
 * outside.c - the inputs of threads from outside: the clock, which they read with ldtimer, and
 * messages of the host. A forced order may replace them.
 *
 * A value of the clock is observed, and replaced, in Areg before the instruction after ldtimer. The
 * clock of high priority is also read in a function that the kernel executes for a thread, on the
 * kernel's stack (critical). The kernels' own log has only the values that the functions of the
 * library read (kernel/stamp.h).
 */
#include "sync_parts.h"

#include "kernel/include/clock_code.h"
#include "sim/node/node_words.h"

#include <string.h>

/* ldtimer: prefix 2, operate 2. */
enum { LDTIMER_0 = 0x22, LDTIMER_1 = 0xF2, LDTIMER_BYTES = 2 };

/* ---- the clock ---- */

bool
sync_is_clock(const uint8_t *code)
{
	return code[0] == LDTIMER_0 && code[1] == LDTIMER_1;
}

void
sync_mark_clock(SyncObserver *o, NodeId n, Addr ldtimer)
{
	sync_mark(o, n, ldtimer);
	sync_mark(o, n, ldtimer + LDTIMER_BYTES);
}

/*
 * critical_function: the function that the kernel executes for a thread in `critical`; 0 if there
 * is none.
 */
static Addr
critical_function(const SyncObserver *o, NodeId n)
{
	const NodeSync *s = &o->nodes[n];

	if (s->caller == NO_THREAD
		|| target_word(o->target, n, s->call + o->number_at) != KC_CRITICAL)
		return 0;
	return sync_call_argument(o, n, s->call, 0);
}

/* reading_thread: the thread that is about to read the clock, or NO_THREAD. */
static uint32_t
reading_thread(SyncObserver *o, NodeId n)
{
	const T800 *c = o->w->nodes[n];
	uint32_t thread = sync_thread_at(o, n, c->r.wptr);

	if (thread == NO_THREAD && c->priority == HIGH && critical_function(o, n) != 0)
		return o->nodes[n].caller;
	return thread;
}

/*
 * is_clock_function: true if the function that runs as critical does nothing but read the clock
 * (ldtimer) and return.
 */
static bool
is_clock_function(SyncObserver *o, NodeId n, Addr ldtimer)
{
	static const uint8_t code[] = CLOCK_CODE;
	Addr f = ldtimer - CLOCK_CODE_LDTIMER;
	const uint8_t *at = node_memory(o->w->nodes[n], f, sizeof code);

	return at && memcmp(at, code, sizeof code) == 0 && critical_function(o, n) == f
		&& sync_thread_at(o, n, o->w->nodes[n]->r.wptr) == NO_THREAD;
}

void
sync_prepare_clock_read(SyncObserver *o, NodeId n)
{
	uint32_t thread = reading_thread(o, n);
	Addr at = o->w->nodes[n]->r.iptr;

	if (thread == NO_THREAD)
		return;
	o->nodes[n].nreading += o->threads[thread].reading == 0;
	o->threads[thread].reading = at + LDTIMER_BYTES;
	o->threads[thread].noted = is_clock_function(o, n, at)
		|| sync_is_in_function(o, n, at, LIBRARY_CLOCK);
}

void
sync_clock_was_read(SyncObserver *o, NodeId n)
{
	T800 *c = o->w->nodes[n];
	uint32_t thread = o->nodes[n].nreading > 0 ? reading_thread(o, n) : NO_THREAD;
	Force f = {.kind = FORCE_REGISTERS,
		.node = n,
		.areg = c->r.areg,
		.breg = c->r.breg,
		.creg = c->r.creg,
		.fpu = c->fpu[c->priority]};

	if (thread == NO_THREAD || o->threads[thread].reading != c->r.iptr)
		return;
	o->threads[thread].reading = 0;
	o->nodes[n].nreading--;
	f.areg = o->calls.clock(o->calls.context,
		&(ClockRead){.thread = thread,
			.node = n,
			.at = c->r.iptr - LDTIMER_BYTES,
			.value = c->r.areg,
			.high = c->priority == HIGH,
			.noted = o->threads[thread].noted});
	if (f.areg != c->r.areg)
		network_force(o->w, &f, true);
}

/* ---- messages of the host ---- */

/* write_words: set memory to given bytes by forced changes, only of the words that differ. */
static void
write_words(SyncObserver *o, NodeId n, Addr at, const uint8_t *bytes, Word nbytes)
{
	for (Word done = 0, more; done < nbytes; done += more) {
		Addr word = (at + done) & ~3u;
		Word first = at + done - word, old = target_word(o->target, n, word);
		uint8_t new[4];

		more = 4 - first < nbytes - done ? 4 - first : nbytes - done;
		put32(new, old);
		memcpy(new + first, bytes + done, more);
		if (get32(new) != old)
			network_force(o->w, &(Force){.kind = FORCE_WORD,
				.node = n,
				.addr = word,
				.value = get32(new)}, true);
	}
}

Word
sync_handle_input(SyncObserver *o, NodeId n, uint32_t thread, MovedMessage moved)
{
	const T800 *c = o->w->nodes[n];
	HostInput in = {.thread = thread,
		.node = n,
		.count = t800_count(c),
		.bytes = node_memory(c, moved.body, moved.nbytes),
		.nbytes = moved.nbytes,
		.room = o->threads[thread].room};
	const uint8_t *given;
	uint8_t length[4];

	if (!o->calls.input || (!in.bytes && in.nbytes > 0))
		return moved.nbytes;
	given = o->calls.input(o->calls.context, &in);
	if (!given)
		return moved.nbytes;
	write_words(o, n, moved.body, given, in.nbytes);
	if (in.nbytes != moved.nbytes) {
		put32(length, in.nbytes);
		write_words(o, n, moved.message + o->message_at[MESSAGE_LENGTH], length,
			sizeof length);
	}
	return in.nbytes;
}
