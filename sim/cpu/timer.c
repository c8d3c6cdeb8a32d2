/*
 * timer.c - the two clocks and their queues.
 *
 * A queue is a list through W_TLINK in memory, headed by TPTRLOC0/1, sorted by W_TIME; TNextReg
 * holds its first time. due[] holds the processor clock at which that time is reached.
 *
 * Source: processor.md, section 8.
 */
#define SCHEDULING true
#include "execute.h"

/* queue_head_address: the reserved word that points to the head of a timer queue. */
static Addr
queue_head_address(const T800 *c, int priority)
{
	return reserved(&c->r, priority == HIGH ? TPTRLOC0 : TPTRLOC1);
}

/*
 * head_due_clock: the clock at which the head of a queue becomes due; NEVER if the queue is empty
 * or disabled.
 */
static Cycles
head_due_clock(const T800 *c, int priority)
{
	int32_t wait = as_word(&c->r, c->tnext[priority] - clock_read(c, c->r.cycles, priority));
	uint64_t us;

	if (!c->tvalid[priority] || c->timer_off[priority])
		return NEVER;
	if (wait <= 0)
		return c->r.cycles;
	if (!c->clock_on)
		return NEVER;
	us = (c->r.cycles - c->clock_start) * 1000 / c->khz;
	us = priority == HIGH ? us + wait : (us / 64 + wait) * 64;
	return c->clock_start + (us * c->khz + 999) / 1000;
}

/* schedule_timer: set the entry of due[] for the head of a timer queue. */
static void
schedule_timer(T800 *c, int priority)
{
	due_set(c, DUE_TIMER_HIGH + priority, head_due_clock(c, priority));
}

/* update_head: set TNextReg from the head of the queue. */
static void
update_head(T800 *c, int priority)
{
	Word head = read_word(&c->r, queue_head_address(c, priority));

	c->tvalid[priority] = head != not_process(&c->r);
	if (c->tvalid[priority])
		c->tnext[priority] = read_word(&c->r, head + scaled(&c->r, W_TIME));
	schedule_timer(c, priority);
}

/* stop_hung: stop the node because a list in memory is too long. */
static void
stop_hung(T800 *c)
{
	stop_because(&c->r, STOP_HANG, c->r.iptr);
}

void
timer_start(T800 *c)
{
	c->clock_base[HIGH] = c->clock_base[LOW] = pop(&c->r);
	c->clock_on = true;
	c->clock_start = c->r.cycles;
	schedule_timer(c, HIGH);
	schedule_timer(c, LOW);
	stop_now(&c->r);
}

/*
 * timer_insert: put the running process on the timer queue until `time`; equal times keep their
 * order.
 */
void
timer_insert(T800 *c, Word time)
{
	Regs *r = &c->r;
	Addr link = queue_head_address(c, c->priority);
	Word next = c->tvalid[c->priority] ? read_word(r, link) : not_process(r);

	write_word(r, r->wptr + scaled(r, W_TIME), time);
	for (int steps = 0; next != not_process(r); steps++) {
		if (is_time_after(r, read_word(r, next + scaled(r, W_TIME)), time))
			break;
		if (steps == STEPS_MAX) {
			stop_hung(c);
			return;
		}
		r->cycles += 5;
		link = next + scaled(r, W_TLINK);
		next = read_word(r, link);
	}
	write_word(r, r->wptr + scaled(r, W_TLINK), next);
	write_word(r, link, r->wptr);
	update_head(c, c->priority);
}

/* timer_remove: take the running process from the timer queue of its priority. */
void
timer_remove(T800 *c)
{
	Regs *r = &c->r;
	Addr link = queue_head_address(c, c->priority);

	for (int steps = 0;; steps++) {
		Word next = read_word(r, link);

		if (next == not_process(r))
			break;
		if (next == r->wptr) {
			write_word(r, link, read_word(r, next + scaled(r, W_TLINK)));
			break;
		}
		if (steps == STEPS_MAX) {
			stop_hung(c);
			return;
		}
		r->cycles += 5;
		link = next + scaled(r, W_TLINK);
	}
	update_head(c, c->priority);
}

/* timer_input: tin. */
void
timer_input(T800 *c)
{
	Regs *r = &c->r;
	Word time = pop(r);

	if (is_time_after(r, clock_read(c, r->cycles, c->priority), time))
		return;
	r->cycles += 26;
	write_word(r, r->wptr + scaled(r, W_STATE), special(r, WAITING));
	timer_insert(c, as_word(r, time + 1));
	process_wait(c);
}

/* timer_expire: wake all processes whose time has come, because the clock has reached TNextReg. */
void
timer_expire(T800 *c, int priority)
{
	Regs *r = &c->r;
	Word now = as_word(r, clock_read(c, r->cycles, priority));

	for (int steps = 0; c->tvalid[priority] && !is_time_after(r, c->tnext[priority], now);
	     steps++) {
		Word w = read_word(r, queue_head_address(c, priority));

		if (steps == STEPS_MAX) {
			stop_hung(c);
			return;
		}
		write_word(r, queue_head_address(c, priority),
			read_word(r, w + scaled(r, W_TLINK)));
		write_word(r, w + scaled(r, W_TLINK), special(r, TIMESET));
		write_word(r, w + scaled(r, W_TIME), now);
		alt_wake(c, w | priority);
		update_head(c, priority);
	}
	schedule_timer(c, priority);
}

/* enable_timer: enable or disable the timer of a priority. */
static void
enable_timer(T800 *c, int priority, bool on)
{
	c->timer_off[priority] = !on;
	schedule_timer(c, priority);
	stop_now(&c->r);
}

void
timer_disable_high(T800 *c)
{
	enable_timer(c, HIGH, false);
}

void
timer_disable_low(T800 *c)
{
	enable_timer(c, LOW, false);
}

void
timer_enable_high(T800 *c)
{
	enable_timer(c, HIGH, true);
}

void
timer_enable_low(T800 *c)
{
	enable_timer(c, LOW, true);
}
