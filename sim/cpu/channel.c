/*
 * channel.c - channels: words in memory, the links, the event pin.
 *
 * The word of a soft channel holds NotProcess or the descriptor of the process that waits; the
 * second process to arrive copies the data. For a link, the instruction passes the message to the
 * link engine and the process waits; the channel word then holds the process to wake. The direction
 * of a link channel depends on its address alone.
 *
 * Sources: processor.md, section 9; for the cycles the compiler writer's guide, as the public
 * emulator devzendo/transputer-emulator has them.
 */
#define SCHEDULING true
#include "execute.h"

enum { INPUT_BIT = LINK_IN0 - LINK_OUT0 };

/* channel_post: append a request for a link to the node's posts, and end the node's run. */
static void
channel_post(T800 *c, Post post)
{
	assert(c->nposts < NPOSTS);
	c->posts[c->nposts++] = post;
	stop_now(&c->r);
}

/*
 * link_post: post a request to a link that transfers no message; it takes effect as if the
 * instruction began now.
 */
void
link_post(T800 *c, PostKind kind, int link)
{
	channel_post(c, (Post){.kind = kind, .link = link, .at = c->r.cycles});
}

enum {
	/* in and out that wait; the link engine works in parallel (links.md, section 4: setup) */
	CYCLES_MESSAGE = 20,
	/* how much less `in` takes, besides copying, if its partner has waited */
	CYCLES_READY_INPUT = 2,
	/* how much less outbyte and outword take then: their cycles include copying a word */
	CYCLES_READY_WORD = 2,
};

/* link_transfer: give a message to a link, and wait for its end. */
static void
link_transfer(T800 *c, Addr channel, Addr ptr, Word nbytes)
{
	Addr word = as_reserved(&c->r, channel);
	PostKind kind = word & INPUT_BIT ? POST_IN : POST_OUT;

	if (!block_inside(c, ptr, nbytes))
		return;
	write_word(&c->r, channel, wdesc(c));
	channel_post(c, (Post){.kind = kind,
		.link = word >> 2 & 3,
		.ptr = ptr,
		.len = nbytes,
		.at = c->r.cycles - CYCLES_MESSAGE});
	process_wait(c);
}

/* input_event: wait for the event pin; the length is ignored and no data is transferred. */
static void
input_event(T800 *c)
{
	if (c->event_pending) {
		c->event_pending = false;
		return;
	}
	c->event_waiter = EVENT_INPUT;
	write_word(&c->r, reserved(&c->r, EVENT_CHANNEL), wdesc(c));
	process_wait(c);
}

/* is_alt_state: true if W_STATE is that of a process which executes an ALT. */
static bool
is_alt_state(const Regs *r, Word state)
{
	return state == special(r, ENABLING) || state == special(r, WAITING)
		|| state == special(r, READY);
}

/*
 * wait_on: let the running process, which is the first to arrive at a soft channel, wait for its
 * partner.
 */
static void
wait_on(T800 *c, Addr channel, Addr ptr)
{
	write_word(&c->r, channel, wdesc(c));
	write_word(&c->r, c->r.wptr + scaled(&c->r, W_POINTER), ptr);
	process_wait(c);
}

/*
 * transfer_message: execute in or out for nbytes at ptr on a channel. If the partner has waited,
 * the instruction takes `saved` cycles less, besides copying.
 */
static FORCE_INLINE void
transfer_message(T800 *c, bool input, Addr channel, Addr ptr, Word nbytes, Cycles saved)
{
	Regs *r = &c->r;
	Word other, theirs;

	channel = align_word(r, channel);
	if (channel_is_link(as_reserved(r, channel))) {
		link_transfer(c, channel, ptr, nbytes);
		return;
	}
	if (channel == reserved(r, EVENT_CHANNEL)) {
		input_event(c);
		return;
	}
	other = read_word(r, channel);
	if (other == not_process(r)) {
		wait_on(c, channel, ptr);
		return;
	}
	theirs = read_word(r, align_word(r, other) + scaled(r, W_POINTER));
	if (!input && is_alt_state(r, theirs)) {
		alt_wake(c, other);
		wait_on(c, channel, ptr);
		return;
	}
	if (!(input ? block_copy(c, ptr, theirs, nbytes) : block_copy(c, theirs, ptr, nbytes)))
		return;
	r->cycles -= saved;
	write_word(r, channel, not_process(r));
	c->partner[c->priority] = other;
}

void
channel_in(T800 *c)
{
	Word nbytes = as_unsigned(&c->r, pop(&c->r)), channel = pop(&c->r), ptr = pop(&c->r);

	transfer_message(c, true, channel, ptr, nbytes, CYCLES_READY_INPUT);
}

void
channel_out(T800 *c)
{
	Word nbytes = as_unsigned(&c->r, pop(&c->r)), channel = pop(&c->r), ptr = pop(&c->r);

	transfer_message(c, false, channel, ptr, nbytes, 0);
}

/*
 * send_short_message: send a message of one byte or word for outbyte or outword, from the workspace
 * word W_TEMP.
 */
static FORCE_INLINE void
send_short_message(T800 *c, Word nbytes)
{
	Word value = pop(&c->r), channel = pop(&c->r);

	write_word(&c->r, c->r.wptr + W_TEMP, value);
	transfer_message(c, false, channel, c->r.wptr + W_TEMP, nbytes, CYCLES_READY_WORD);
}

void
channel_outbyte(T800 *c)
{
	send_short_message(c, 1);
}

void
channel_outword(T800 *c)
{
	send_short_message(c, word_size(&c->r));
}

/* channel_reset: resetch. A transfer in progress on a link will no longer wake a process. */
void
channel_reset(T800 *c)
{
	Addr channel = align_word(&c->r, c->r.areg), word = as_reserved(&c->r, channel);

	c->r.areg = read_word(&c->r, channel);
	write_word(&c->r, channel, not_process(&c->r));
	if (channel_is_link(word)) {
		PostKind kind = word & INPUT_BIT ? POST_RESET_IN : POST_RESET_OUT;

		link_post(c, kind, word >> 2 & 3);
	} else if (word == EVENT_CHANNEL) {
		c->event_waiter = EVENT_NONE;
		c->event_pending = false;
	}
}

void
channel_done(T800 *c, int slot)
{
	Addr word = slot < DUE_IN ? LINK_OUT0 + 4 * (slot - DUE_OUT)
		: LINK_IN0 + 4 * (slot - DUE_IN);
	Addr channel = reserved(&c->r, word);
	Word who = read_word(&c->r, channel);

	if (who == not_process(&c->r))
		return;
	write_word(&c->r, channel, not_process(&c->r));
	process_ready(c, who);
}

void
channel_guard_ready(T800 *c, int link)
{
	Word who = read_word(&c->r, reserved(&c->r, LINK_IN0 + 4 * link));

	if (who != not_process(&c->r))
		alt_wake(c, who);
}

/*
 * channel_ask: stop before the instruction, unless the network has set `waiting` for this moment.
 * The answer depends on what the other end has done up to this moment.
 */
bool
channel_ask(T800 *c, int link, bool *waiting)
{
	Regs *r = &c->r;

	if (c->exact == r->began && c->asked == link) {
		*waiting = c->waiting >> link & 1;
		return true;
	}
	r->iptr = r->start;
	r->cycles = r->began;
	r->count--;
	c->asking = true;
	c->asked = link;
	stop_now(r);
	return false;
}

void
t800_raise_event(T800 *c)
{
	Addr channel = reserved(&c->r, EVENT_CHANNEL);
	Word who = read_word(&c->r, channel);

	c->event_pending = c->event_waiter != EVENT_INPUT;
	if (c->event_waiter == EVENT_INPUT && who != not_process(&c->r)) {
		write_word(&c->r, channel, not_process(&c->r));
		process_ready(c, who);
	} else if (c->event_waiter == EVENT_GUARD && who != not_process(&c->r)) {
		alt_wake(c, who);
	}
	if (c->event_waiter == EVENT_INPUT)
		c->event_waiter = EVENT_NONE;
}
