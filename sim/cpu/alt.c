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
	Addr state = (desc & ~3u) + W_STATE;

	switch (read_word(&c->r, state)) {
	case ENABLING:
		write_word(&c->r, state, READY);
		break;
	case WAITING:
		write_word(&c->r, state, READY);
		process_ready(c, desc);
		break;
	}
}

/* set_ready: note in the workspace that a guard is ready. */
static void
set_ready(T800 *c)
{
	c->r.cycles += 2;
	write_word(&c->r, c->r.wptr + W_STATE, READY);
}

/* alt_enable_channel: enbc. Areg: guard, stays in Areg; Breg: channel. */
void
alt_enable_channel(T800 *c)
{
	Regs *r = &c->r;
	Addr channel = r->breg & ~3u;
	bool ready = false;

	if (r->areg != 0) {
		if (channel_is_link(channel)) {
			if (!channel_ask(c, channel >> 2 & 3, &ready))
				return;
			if (!ready)
				link_post(c, POST_GUARD, channel >> 2 & 3);
		} else if (channel == EVENT_CHANNEL) {
			ready = c->event_pending;
			c->event_waiter = EVENT_GUARD;
		} else {
			Word w = read_word(r, channel);

			ready = w != NOTPROCESS && w != wdesc(c);
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
		if (read_word(r, r->wptr + W_TLINK) == TIMENOTSET) {
			write_word(r, r->wptr + W_TLINK, TIMESET);
			write_word(r, r->wptr + W_TIME, time);
		} else if (is_time_after(read_word(r, r->wptr + W_TIME), time)) {
			write_word(r, r->wptr + W_TIME, time);
		}
	}
	r->breg = r->creg;
}

void
alt_wait(T800 *c)
{
	Regs *r = &c->r;

	write_word(r, r->wptr + W_TEMP, NONESELECTED);
	if (read_word(r, r->wptr + W_STATE) == READY)
		return;
	r->cycles += 12;
	write_word(r, r->wptr + W_STATE, WAITING);
	process_wait(c);
}

void
alt_wait_timer(T800 *c)
{
	Regs *r = &c->r;
	Word now = clock_read(c, r->cycles, c->priority);
	bool timed = read_word(r, r->wptr + W_TLINK) == TIMESET;

	write_word(r, r->wptr + W_TEMP, NONESELECTED);
	if (read_word(r, r->wptr + W_STATE) == READY
	    || (timed && is_time_after(now, read_word(r, r->wptr + W_TIME)))) {
		write_word(r, r->wptr + W_STATE, READY);
		write_word(r, r->wptr + W_TIME, now);
		return;
	}
	r->cycles += 33;
	write_word(r, r->wptr + W_STATE, WAITING);
	if (timed)
		timer_insert(c, read_word(r, r->wptr + W_TIME) + 1);
	process_wait(c);
}

/* alt_disable_channel: disc. Areg: branch offset; Breg: guard; Creg: channel. */
void
alt_disable_channel(T800 *c)
{
	Regs *r = &c->r;
	Word offset = r->areg, guard = r->breg;
	Addr channel = r->creg & ~3u;
	bool ready = false;

	if (guard != 0) {
		if (channel_is_link(channel)) {
			if (!channel_ask(c, channel >> 2 & 3, &ready))
				return;
			link_post(c, POST_UNGUARD, channel >> 2 & 3);
			write_word(r, channel, NOTPROCESS);
		} else if (channel == EVENT_CHANNEL) {
			ready = c->event_pending;
			c->event_waiter = EVENT_NONE;
			write_word(r, channel, NOTPROCESS);
		} else {
			Word w = read_word(r, channel);

			ready = w != NOTPROCESS && w != wdesc(c);
			if (w == wdesc(c))
				write_word(r, channel, NOTPROCESS);
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
		switch (read_word(r, r->wptr + W_TLINK)) {
		case TIMENOTSET:
			break;
		case TIMESET:
			ready = is_time_after(read_word(r, r->wptr + W_TIME), time);
			break;
		default:
			timer_remove(c);
			write_word(r, r->wptr + W_TLINK, TIMENOTSET);
		}
	}
	push(r, ready && alt_select(r, offset));
}
