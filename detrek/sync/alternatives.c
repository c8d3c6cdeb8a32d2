/*
 * alternatives.c - observes, and with a forced order decides, which channel in memory an
 * alternative (ALT) of a thread takes.
 *
 * The thread enables channels (enbc), waits (altwt, taltwt), and disables them (disc), which
 * selects the first one that has a sender. The input that follows is the operation. A forced order
 * decides which channel is selected: a thread of low priority is held before the wait until that
 * channel has a sender, and other channels with senders are disabled with a false guard. If the
 * alternative can also take a link, or end at a time, the machine decides about that; no order is
 * forced on it.
 */
#include "sync_parts.h"

#include "base/list.h"
#include "sim/node/node_words.h"

#include <stdlib.h>

enum { ALT_PREFIX = 0x24, TALT_PREFIX = 0x25, DISC_PREFIX = 0x22 };
enum { OP_ENBC = 0xF8, OP_ENBS = 0xF9, OP_ENBT = 0xF7, OP_DISC = 0xFF };
enum { OP_ALTWT = 0xF4, OP_TALTWT = 0xF1 };

/* is_enable: tell if the code is `enbc`, which enables a channel of an alternative. */
static bool
is_enable(const uint8_t *code)
{
	return code[0] == ALT_PREFIX && code[1] == OP_ENBC;
}

/* is_other_enable: true if the instruction enables a skip or a time. */
static bool
is_other_enable(const uint8_t *code)
{
	return code[0] == ALT_PREFIX && (code[1] == OP_ENBS || code[1] == OP_ENBT);
}

/* is_wait: tell if the code is `altwt` or `taltwt`, where an alternative waits. */
static bool
is_wait(const uint8_t *code)
{
	return (code[0] == ALT_PREFIX && code[1] == OP_ALTWT)
		|| (code[0] == TALT_PREFIX && code[1] == OP_TALTWT);
}

/* is_disable: tell if the code is `disc`, which disables a channel. */
static bool
is_disable(const uint8_t *code)
{
	return code[0] == DISC_PREFIX && code[1] == OP_DISC;
}

bool
sync_is_alternative_code(const uint8_t *code)
{
	return is_enable(code) || is_other_enable(code) || is_wait(code) || is_disable(code);
}

/* is_sender_ready: true if a process waits at the channel to send. */
static bool
is_sender_ready(const SyncObserver *o, NodeId n, Addr channel)
{
	Word w = target_word(o->target, n, channel);

	return w != NOTPROCESS && w != wdesc(o->w->nodes[n]);
}

/* report_choice: report the number of the channel that the alternative has taken; 0: none. */
static void
report_choice(SyncObserver *o, uint32_t thread, uint32_t number)
{
	SyncThread *t = &o->threads[thread];
	NodeId n = t->info.node;

	t->alternative = ALTERNATIVE_OVER;
	if (o->calls.chose)
		o->calls.chose(o->calls.context, &(ChannelChoice){.thread = thread, .node = n,
			.count = t800_count(o->w->nodes[n]), .number = number,
			.channel = number == 0 ? 0 : t->enabled[number - 1],
			.enabled = t->enabled,
			.nenabled = t->nenabled,
			.tries = t->has_other_guard});
}

void
sync_end_alternative(SyncObserver *o, uint32_t thread)
{
	if (o->threads[thread].alternative == ALTERNATIVE_DISABLES)
		report_choice(o, thread, 0);
}

/* ---- the three steps ---- */

/*
 * begin_alternative: note that the thread begins an alternative: it is at the instruction for the
 * first guard.
 */
static void
begin_alternative(SyncObserver *o, uint32_t thread)
{
	SyncThread *t = &o->threads[thread];

	sync_end_alternative(o, thread);
	if (t->alternative != ALTERNATIVE_ENABLES) {
		t->nenabled = 0;
		t->links = t->has_other_guard = false;
	}
	t->alternative = ALTERNATIVE_ENABLES;
}

/* enable_other: note that the thread enables a skip or a time, if its guard is true. */
static void
enable_other(SyncObserver *o, NodeId n, uint32_t thread)
{
	begin_alternative(o, thread);
	o->threads[thread].has_other_guard |= o->w->nodes[n]->r.areg != 0;
}

/* enable_channel: note that the thread enables a channel. */
static void
enable_channel(SyncObserver *o, NodeId n, uint32_t thread)
{
	const T800 *c = o->w->nodes[n];
	SyncThread *t = &o->threads[thread];
	Addr channel = c->r.breg & ~3u;

	begin_alternative(o, thread);
	if (c->r.areg == 0)
		return;
	if (!sync_is_memory_channel(channel)) {
		t->links = true;
		return;
	}
	t->enabled = list_more(t->enabled, t->nenabled, sizeof *t->enabled);
	t->enabled[t->nenabled++] = channel;
}

/*
 * chosen_channel: the number of the channel that the thread's alternative must take, as
 * SyncCalls.chooses gives it.
 */
static uint32_t
chosen_channel(const SyncObserver *o, uint32_t thread)
{
	const SyncThread *t = &o->threads[thread];

	return o->calls.chooses
		? o->calls.chooses(o->calls.context, thread, t->enabled, t->nenabled) : ANY_CHANNEL;
}

/*
 * make_guard_false: make the guard in the registers false, so that the instruction does not take
 * the channel.
 */
static void
make_guard_false(SyncObserver *o, NodeId n)
{
	const T800 *c = o->w->nodes[n];

	network_force(o->w, &(Force){.kind = FORCE_REGISTERS,
		.node = n,
		.areg = c->r.areg,
		.breg = 0,
		.creg = c->r.creg,
		.fpu = c->fpu[c->priority]}, true);
}

/*
 * disable_channel: handle an instruction that disables a channel; its guard is made false if the
 * forced order wants another channel.
 */
static void
disable_channel(SyncObserver *o, NodeId n, uint32_t thread)
{
	const T800 *c = o->w->nodes[n];
	const SyncThread *t = &o->threads[thread];
	Addr channel = c->r.creg & ~3u;
	uint32_t number = 0, chosen;
	bool other;

	if (t->alternative != ALTERNATIVE_DISABLES || c->r.breg == 0
		|| !sync_is_memory_channel(channel) || !is_sender_ready(o, n, channel)
		|| target_word(o->target, n, c->r.wptr + W_TEMP) != NONESELECTED)
		return;
	while (number < t->nenabled && t->enabled[number] != channel)
		number++;
	chosen = chosen_channel(o, thread);
	/* if the chosen one is not ready, the machine chooses: something must be selected */
	other = chosen != ANY_CHANNEL && chosen != number + 1
		&& (chosen == 0 || is_sender_ready(o, n, t->enabled[chosen - 1]));
	if (o->calls.chooses && (number == t->nenabled || other))
		make_guard_false(o, n);
	else if (number < t->nenabled)
		report_choice(o, thread, number + 1);
}

/* note_wait: note that the thread waits in an alternative, and report the alternative's place. */
static void
note_wait(SyncObserver *o, NodeId n, uint32_t thread)
{
	SyncThread *t = &o->threads[thread];

	t->alternative = t->nenabled > 0 ? ALTERNATIVE_DISABLES : ALTERNATIVE_OVER;
	if (t->nenabled > 0 && o->calls.alternative)
		o->calls.alternative(o->calls.context, thread, n);
}

void
sync_handle_alternative(SyncObserver *o, NodeId n, const uint8_t *code)
{
	uint32_t thread = sync_thread_at(o, n, o->w->nodes[n]->r.wptr);
	SyncThread *t = thread == NO_THREAD ? NULL : &o->threads[thread];

	if (!t)
		return;
	if (is_enable(code))
		enable_channel(o, n, thread);
	else if (is_other_enable(code))
		enable_other(o, n, thread);
	else if (is_disable(code))
		disable_channel(o, n, thread);
	else if (t->alternative == ALTERNATIVE_ENABLES)
		note_wait(o, n, thread);
}

bool
sync_is_before_alternative(const SyncObserver *o, NodeId n, uint32_t thread)
{
	const T800 *c = o->w->nodes[n];
	const uint8_t *code = node_memory(c, c->r.iptr, 2);
	const SyncThread *t = &o->threads[thread];

	return code && is_wait(code) && t->nenabled > 0 && t->alternative == ALTERNATIVE_ENABLES;
}

EnabledChannels
sync_enabled_channels(const SyncObserver *o, NodeId n, uint32_t thread)
{
	const SyncThread *t = &o->threads[thread];
	EnabledChannels e = {.channel = t->enabled, .links = t->links};

	while (e.n < t->nenabled && !e.ready)
		e.ready = is_sender_ready(o, n, t->enabled[e.n++]);
	e.tries = !e.ready && t->has_other_guard;
	return e;
}

bool
sync_lacks_sender(SyncObserver *o, NodeId n, uint32_t thread)
{
	const SyncThread *t = &o->threads[thread];
	uint32_t chosen;

	if (!sync_is_before_alternative(o, n, thread) || o->w->nodes[n]->priority == HIGH)
		return false;
	chosen = chosen_channel(o, thread);
	return chosen != ANY_CHANNEL && chosen != 0
		&& !is_sender_ready(o, n, t->enabled[chosen - 1]);
}
