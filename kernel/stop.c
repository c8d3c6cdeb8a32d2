/*
 * stop.c - hardware processes taken off the processor's queues.
 *
 * The threads of a process are those whose workspace lies in its memory. They can be in the ready queues, in the
 * timer queues, interrupted (in the words that the processor saves), or waiting for each other on words in
 * their own memory, where they may stay. The timer queues belong to the processor; a sleeper is left
 * there, but wakes in __reap, and the memory is kept until then.
 *
 * Source: processor.md, sections 3, 4 and 7.
 */
#include "node.h"

#define TIMER_QUEUES ((volatile uint32_t *)0x80000024u)
#define SAVED_WDESC ((volatile uint32_t *)0x8000002Cu)

enum { W_IPTR = -1, W_LINK = -2, W_TLINK = -4 }; /* words of a workspace */

/* The two queues' front and back registers, read and set by instructions of their own. */
static void
queue_get(int priority, uint32_t q[2])
{
	if (priority == PRIORITY_HIGH)
		__t800_saveh(q);
	else
		__t800_savel(q);
}

static void
queue_set(int priority, const uint32_t q[2])
{
	if (priority == PRIORITY_HIGH) {
		__t800_sthf(q[0]);
		__t800_sthb(q[1]);
	} else {
		__t800_stlf(q[0]);
		__t800_stlb(q[1]);
	}
}

/* workspace: the address of a Wptr's words. */
static uint32_t *
workspace(uint32_t w)
{
	return (uint32_t *)(w & ~3u);
}

static void
stop_ready(const Process *p, int priority)
{
	uint32_t q[2], kept[2] = {NOT_PROCESS, NOT_PROCESS}, w;

	queue_get(priority, q);
	w = q[0];
	while (w != NOT_PROCESS) {
		uint32_t next = w == q[1] ? NOT_PROCESS : workspace(w)[W_LINK];

		if (!memory_within(p, w)) {
			if (kept[0] == NOT_PROCESS)
				kept[0] = w;
			else
				workspace(kept[1])[W_LINK] = w;
			kept[1] = w;
		}
		w = next;
	}
	queue_set(priority, kept);
}

static void
stop_sleeping(Process *p, int priority)
{
	for (uint32_t w = TIMER_QUEUES[priority]; w != NOT_PROCESS; w = workspace(w)[W_TLINK]) {
		if (!memory_within(p, w))
			continue;
		workspace(w)[W_IPTR] = (uint32_t)__reap;
		p->transfers++;
	}
}

static void
stop_interrupted(void)
{
	*SAVED_WDESC = NOT_PROCESS | PRIORITY_LOW; /* nobody was */
}

void
threads_stop(Process *p)
{
	for (int priority = PRIORITY_HIGH; priority <= PRIORITY_LOW; priority++) {
		stop_ready(p, priority);
		stop_sleeping(p, priority);
	}
	if (*SAVED_WDESC != (NOT_PROCESS | PRIORITY_LOW) && memory_within(p, *SAVED_WDESC))
		stop_interrupted();
}

/*
 * caller_stop: of low priority, it is the one that was interrupted. Of high priority it stops by itself, since
 * its call is not done; that writes one word of its stack, before anything else can happen.
 */
void
caller_stop(const KCall *c)
{
	if (c->wdesc & PRIORITY_LOW)
		stop_interrupted();
}

/* reap: a sleeper of an ended process has woken, at this workspace; from gate.s. */
void
reap(uint32_t w)
{
	for (int i = 0; i < NPROCESSES; i++) {
		Process *p = process_at(i);

		if (p && p->ending && memory_within(p, w)) {
			process_unuse(p);
			return;
		}
	}
}
