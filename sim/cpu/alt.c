/*
 * alt.c - alternatives (ALT): enable the guards, wait, and disable the guards in order; the first
 * ready guard is selected.
 *
 * Source: processor.md, section 10.
 */
#define SCHEDULING true
#include "execute.h"

void
alt_wake(T800 *c, Word desc)
{
	Regs *r = &c->r;
	Addr at = align_word(r, desc) + scaled(r, W_STATE);
	Word state = read_word(r, at);

	if (state != special(r, ENABLING) && state != special(r, WAITING))
		return;
	write_word(r, at, special(r, READY));
	if (state == special(r, WAITING))
		process_ready(c, desc);
}

/* set_ready: note in the workspace that a guard is ready. */
static void
set_ready(T800 *c)
{
	c->r.cycles += 2;
	write_word(&c->r, c->r.wptr + scaled(&c->r, W_STATE), special(&c->r, READY));
}

/* alt_enable_channel: enbc. Areg: guard, stays in Areg; Breg: channel. */
void
alt_enable_channel(T800 *c)
{
	Regs *r = &c->r;
	Addr channel = align_word(r, r->breg), word = as_reserved(r, channel);
	bool ready = false;

	if (r->areg != 0) {
		if (channel_is_link(word)) {
			if (!channel_ask(c, word >> 2 & 3, &ready))
				return;
			if (!ready)
				link_post(c, POST_GUARD, word >> 2 & 3);
		} else if (word == EVENT_CHANNEL) {
			ready = c->event_pending;
			c->event_waiter = EVENT_GUARD;
		} else {
			Word w = read_word(r, channel);

			ready = w != not_process(r) && w != wdesc(c);
		}
		if (ready)
			set_ready(c);
		else
			write_word(r, channel, wdesc(c));
	}
	r->breg = r->creg;
}

/* alt_enable_timer: enbt. Areg: guard, stays in Areg; Breg: time. */
void
alt_enable_timer(T800 *c)
{
	Regs *r = &c->r;
	Word time = r->breg;

	if (r->areg != 0) {
		if (read_word(r, r->wptr + scaled(r, W_TLINK)) == special(r, TIMENOTSET)) {
			write_word(r, r->wptr + scaled(r, W_TLINK), special(r, TIMESET));
			write_word(r, r->wptr + scaled(r, W_TIME), time);
		} else if (is_time_after(r, read_word(r, r->wptr + scaled(r, W_TIME)), time)) {
			write_word(r, r->wptr + scaled(r, W_TIME), time);
		}
	}
	r->breg = r->creg;
}

void
alt_wait(T800 *c)
{
	Regs *r = &c->r;

	write_word(r, r->wptr + W_TEMP, NONESELECTED);
	if (read_word(r, r->wptr + scaled(r, W_STATE)) == special(r, READY))
		return;
	r->cycles += 12;
	write_word(r, r->wptr + scaled(r, W_STATE), special(r, WAITING));
	process_wait(c);
}

void
alt_wait_timer(T800 *c)
{
	Regs *r = &c->r;
	Word now = as_word(r, clock_read(c, r->cycles, c->priority));
	bool timed = read_word(r, r->wptr + scaled(r, W_TLINK)) == special(r, TIMESET);

	write_word(r, r->wptr + W_TEMP, NONESELECTED);
	if (read_word(r, r->wptr + scaled(r, W_STATE)) == special(r, READY)
	    || (timed && is_time_after(r, now, read_word(r, r->wptr + scaled(r, W_TIME))))) {
		write_word(r, r->wptr + scaled(r, W_STATE), special(r, READY));
		write_word(r, r->wptr + scaled(r, W_TIME), now);
		return;
	}
	r->cycles += 33;
	write_word(r, r->wptr + scaled(r, W_STATE), special(r, WAITING));
	if (timed)
		timer_insert(c, as_word(r, read_word(r, r->wptr + scaled(r, W_TIME)) + 1));
	process_wait(c);
}

/* alt_disable_channel: disc. Areg: branch offset; Breg: guard; Creg: channel. */
void
alt_disable_channel(T800 *c)
{
	Regs *r = &c->r;
	Word offset = r->areg, guard = r->breg;
	Addr channel = align_word(r, r->creg), word = as_reserved(r, channel);
	bool ready = false;

	if (guard != 0) {
		if (channel_is_link(word)) {
			if (!channel_ask(c, word >> 2 & 3, &ready))
				return;
			link_post(c, POST_UNGUARD, word >> 2 & 3);
			write_word(r, channel, not_process(r));
		} else if (word == EVENT_CHANNEL) {
			ready = c->event_pending;
			c->event_waiter = EVENT_NONE;
			write_word(r, channel, not_process(r));
		} else {
			Word w = read_word(r, channel);

			ready = w != not_process(r) && w != wdesc(c);
			if (w == wdesc(c))
				write_word(r, channel, not_process(r));
		}
	}
	pop(r), pop(r), pop(r);
	push(r, ready && alt_select(r, offset));
}

/* alt_disable_timer: dist. Areg: branch offset; Breg: guard; Creg: time. */
void
alt_disable_timer(T800 *c)
{
	Regs *r = &c->r;
	Word offset = pop(r), guard = pop(r), time = pop(r);
	bool ready = false;

	if (guard != 0) {
		Word state = read_word(r, r->wptr + scaled(r, W_TLINK));

		if (state == special(r, TIMESET)) {
			ready = is_time_after(r, read_word(r, r->wptr + scaled(r, W_TIME)), time);
		} else if (state != special(r, TIMENOTSET)) {
			timer_remove(c);
			write_word(r, r->wptr + scaled(r, W_TLINK), special(r, TIMENOTSET));
		}
	}
	push(r, ready && alt_select(r, offset));
}
