/*
 * process.c - the scheduler: ready queues, two priorities, pre-emption, timeslices.
 *
 * Ready queues are lists through W_LINK in memory; the state of an interrupted low-priority process
 * is kept in the reserved words from SAVE_WDESC. When no process is ready, the node is idle until a
 * message, a timer or an event wakes it.
 *
 * Source: processor.md, section 7.
 */
#define SCHEDULING true
#include "execute.h"
#include "translate.h"

/*
 * execute_at: let the running process continue at iptr; an address outside memory stops the node.
 */
static void
execute_at(T800 *c, Addr iptr)
{
	c->r.iptr = iptr;
	if (iptr - lowest(&c->r) >= c->r.size && !rom_has(c, iptr - lowest(&c->r)))
		stop_because(&c->r, STOP_OUTSIDE, iptr);
	stretch_begin(&c->r);
	stop_now(&c->r);
}

void
process_account(T800 *c)
{
	if (!c->idle)
		c->busy[c->priority] += c->r.cycles - c->accounted;
	c->accounted = c->r.cycles;
}

/* has_queued: true if a process of this priority is ready. */
static bool
has_queued(const T800 *c, int priority)
{
	return c->fptr[priority] != not_process(&c->r);
}

/* dispatch_process: start the process at the front of a ready queue. */
static void
dispatch_process(T800 *c, int priority)
{
	Word w = c->fptr[priority];

	process_account(c);
	c->fptr[priority] = w == c->bptr[priority] ? not_process(&c->r)
		: read_word(&c->r, w + scaled(&c->r, W_LINK));
	c->priority = priority;
	c->idle = false;
	c->partner[priority] = not_process(&c->r);
	if (priority == LOW)
		c->sliced = c->slicing = false;
	c->r.wptr = align_word(&c->r, w);
	t800_note(c, NOTE_START, wdesc(c));
	execute_at(c, read_word(&c->r, c->r.wptr + scaled(&c->r, W_IPTR)));
}

/*
 * save_low: store the interrupted low-priority process in the reserved words, or a note that none
 * was interrupted. status: the status register of the process.
 */
static void
save_low(T800 *c, Word status)
{
	Regs *r = &c->r;

	if (c->idle) {
		write_word(r, reserved(r, SAVE_WDESC), not_process(&c->r) | LOW);
		return;
	}
	write_word(r, reserved(r, SAVE_WDESC), wdesc(c));
	write_word(r, reserved(r, SAVE_IPTR), as_word(r, r->iptr));
	write_word(r, reserved(r, SAVE_AREG), r->areg);
	write_word(r, reserved(r, SAVE_BREG), r->breg);
	write_word(r, reserved(r, SAVE_CREG), r->creg);
	write_word(r, reserved(r, SAVE_STATUS), status);
	c->errors.saved = c->errors.present;
	write_word(r, reserved(r, SAVE_EREG), as_word(r, c->ereg));
	c->ereg_above = SHORT(r) ? c->ereg >> 16 : 0;
	c->ereg = 0;
}

/*
 * interrupt_low: let a high-priority process interrupt a low-priority one, which continues later.
 */
static void
interrupt_low(T800 *c)
{
	save_low(c, status_word(c));
	if (c->idle)
		return;
	fetch_charge(&c->r);
	c->r.cycles += CYCLES_PREEMPT;
}

/*
 * resume_low: continue the interrupted low-priority process. Returns false if there is none, or if
 * it has descheduled itself; then the next process starts.
 */
static bool
resume_low(T800 *c)
{
	Regs *r = &c->r;
	Word desc = read_word(r, reserved(r, SAVE_WDESC)), status;

	if (desc == (not_process(&c->r) | LOW)) {
		c->errors.saved = 0;
		return false;
	}
	status = read_word(r, reserved(r, SAVE_STATUS));
	status_set(c, status);
	c->errors.saved = 0;
	r->areg = read_word(r, reserved(r, SAVE_AREG));
	r->breg = read_word(r, reserved(r, SAVE_BREG));
	r->creg = read_word(r, reserved(r, SAVE_CREG));
	if (status & GOTOSNP)
		return false;
	c->ereg = as_unsigned(r, read_word(r, reserved(r, SAVE_EREG))) | c->ereg_above << 16;
	r->cycles += CYCLES_RESUME;
	process_account(c);
	c->priority = LOW;
	r->wptr = align_word(&c->r, desc);
	if (c->note_observer.note) /* the fingerprint implies this event */
		c->note_observer.note(c, NOTE_RESUME, wdesc(c));
	execute_at(c, read_word(r, reserved(r, SAVE_IPTR)));
	return true;
}

/* become_idle: let the node run no process, and end its run. */
static void
become_idle(T800 *c)
{
	process_account(c);
	t800_note(c, NOTE_IDLE, 0);
	c->idle = true;
	c->priority = LOW;
	c->sliced = c->slicing = false;
	due_set(c, DUE_SLICE, NEVER);
	c->r.wptr = not_process(&c->r);
	stop_now(&c->r);
}

void
process_ready(T800 *c, Word desc)
{
	int priority = desc & 1;
	Word w = align_word(&c->r, desc);

	if (has_queued(c, priority))
		write_word(&c->r, c->bptr[priority] + scaled(&c->r, W_LINK), w);
	else
		c->fptr[priority] = w;
	c->bptr[priority] = w;
}

void
process_reschedule(T800 *c)
{
	bool was_idle = c->idle;

	if (has_queued(c, HIGH) && c->priority == LOW) {
		interrupt_low(c);
		dispatch_process(c, HIGH);
	} else if (was_idle && has_queued(c, LOW)) {
		dispatch_process(c, LOW);
	} else {
		return;
	}
	if (was_idle) {
		c->r.cycles += CYCLES_WAKE;
		stretch_begin(&c->r);
	}
}

/*
 * process_next: start the next process, or become idle, after the running process has given up the
 * processor. If Analyse is high, stop the node instead.
 */
static void
process_next(T800 *c)
{
	bool was_high = c->priority == HIGH;

	fetch_charge(&c->r);
	if (c->halting) {
		t800_halt(c);
		return;
	}
	if (has_queued(c, HIGH)) {
		if (!was_high)
			save_low(c, status_word(c) | GOTOSNP);
		dispatch_process(c, HIGH);
	} else if (was_high && resume_low(c)) {
		return;
	} else if (has_queued(c, LOW)) {
		dispatch_process(c, LOW);
	} else {
		become_idle(c);
	}
}

void
process_wait(T800 *c)
{
	write_word(&c->r, c->r.wptr + scaled(&c->r, W_IPTR), c->r.iptr);
	process_next(c);
}

void
process_withhold(T800 *c)
{
	assert(!c->idle);
	process_wait(c);
	c->r.count = t800_count(c);
	c->r.left = STRETCH_MAX;
	c->withheld = c->held;
}

/*
 * process_slice: end the timeslice of the running process, which has reached a timeslice point
 * after the end of its slice; or stop the node there, if Analyse is high.
 */
void
process_slice(T800 *c)
{
	if (c->priority != LOW || c->idle)
		return;
	if (c->halting) {
		t800_halt(c);
		return;
	}
	c->slicing = false;
	if (!has_queued(c, LOW))
		return;
	process_ready(c, wdesc(c));
	process_wait(c);
}

bool
process_spend(T800 *c)
{
	Word partner = c->partner[c->priority];

	while (c->ereg > 0 && c->r.cycles < c->r.limit) {
		Word n = c->ereg < 32 ? c->ereg : 32;

		c->r.cycles += n;
		c->ereg -= n;
	}
	if (c->r.cycles >= c->r.limit)
		return false;
	if (partner == not_process(&c->r))
		return true;
	c->partner[c->priority] = not_process(&c->r);
	process_ready(c, partner);
	process_reschedule(c);
	return false;
}

/*
 * process_start: startp. Areg: the new workspace; Breg: offset of its code from the next
 * instruction.
 */
void
process_start(T800 *c)
{
	Word w = align_word(&c->r, pop(&c->r)), offset = pop(&c->r);

	write_word(&c->r, w + scaled(&c->r, W_IPTR), as_word(&c->r, c->r.iptr + offset));
	process_ready(c, w | c->priority);
}

/*
 * process_end: the instruction endp. Areg: address of the control block, which holds the Iptr of
 * the process that continues after all have ended, and the count of processes.
 */
void
process_end(T800 *c)
{
	Word block = align_word(&c->r, c->r.areg);
	Word count = read_word(&c->r, block + scaled(&c->r, 4));

	write_word(&c->r, block + scaled(&c->r, 4), as_word(&c->r, count - 1));
	if (count == 1) {
		fetch_charge(&c->r);
		c->r.wptr = block;
		execute_at(c, read_word(&c->r, block));
	} else {
		process_next(c);
	}
}

void
process_run(T800 *c)
{
	process_ready(c, pop(&c->r));
	process_reschedule(c);
}

void
process_stop(T800 *c)
{
	process_wait(c);
}

/*
 * breakpoint: exchange Iptr and Wdesc with the two words reserved for the priority: at MemStart for
 * high, 8 above it for low (processor.md, section 15).
 */
void
breakpoint(T800 *c)
{
	Addr save = memstart(c->chip) + (c->priority == HIGH ? 0 : scaled(&c->r, 8));
	Word iptr = read_word(&c->r, save), desc = read_word(&c->r, save + scaled(&c->r, 4));

	c->r.cycles += c->priority == HIGH ? 0 : 2;
	process_account(c);
	write_word(&c->r, save, c->r.iptr);
	write_word(&c->r, save + scaled(&c->r, 4), wdesc(c));
	fetch_charge(&c->r);
	c->r.wptr = align_word(&c->r, desc);
	c->priority = desc & 1;
	execute_at(c, iptr);
}
