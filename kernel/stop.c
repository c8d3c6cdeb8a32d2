/*
 * stop.c - stops the hardware processes of a program that has ended.
 *
 * The threads of a process are those whose workspace is in its memory. They can be in the ready
 * queues, in the timer queues, interrupted (in the words that the processor saves), or waiting for
 * each other on words in their own memory, where they may stay. The processor adds processes to the
 * queues at any moment, from the links and the timer; so nothing is removed from them. Instead, a
 * thread found there gets the Iptr of code that stops at once, and the memory is kept until it has
 * executed this code, which changes the word with the Iptr.
 *
 * Source: processor.md, sections 3, 4 and 7.
 */
#include "node.h"

#define TIMER_QUEUES ((volatile uint32_t *)0x80000024u)
#define SAVED_WDESC ((volatile uint32_t *)0x8000002Cu)
#define SAVED_IPTR ((volatile uint32_t *)0x80000030u)
#define TIME_SET 0x80000001u /* in a W_TLINK: the process is not in a timer queue any more */

enum { W_IPTR = -1, W_LINK = -2, W_TLINK = -4 }; /* words of a workspace */

/* A thread that has still to execute the code that stops it. */
typedef struct Victim {
	struct Victim *next;
	Process *process;
	volatile uint32_t *workspace;
} Victim;

static Victim *victims;
static Pool pool = {sizeof(Victim), NULL};

/* condemn_process: make the process with workspace w stop when it next runs. */
static void
condemn_process(Process *p, uint32_t w)
{
	Victim *v = pool_take_server(&pool);

	if (!v)
		panic("no memory to end a process");
	*v = (Victim){victims, p, (volatile uint32_t *)(w & ~3u)};
	victims = v;
	v->workspace[W_IPTR] = (uint32_t)__halt;
	p->transfers++;
	clock_need();
}

/*
 * condemn_timer_queue: condemn the processes of p in a timer queue, which begins at *front. The
 * time of a process may come meanwhile: then the processor has put this process on a ready queue,
 * and its link is TIME_SET.
 * The processes behind it are then found from the front again.
 */
static void
condemn_timer_queue(Process *p, volatile const uint32_t *front)
{
	uint32_t w = *front;

	while (w != NOT_PROCESS) {
		uint32_t next = ((volatile uint32_t *)(w & ~3u))[W_TLINK];

		if (next == TIME_SET) {
			w = *front;
			continue;
		}
		if (memory_within(p, w))
			condemn_process(p, w);
		w = next;
	}
}

/*
 * condemn_queue: condemn the processes of p in the queue from front to back, which does not change.
 */
static void
condemn_queue(Process *p, uint32_t w, uint32_t back)
{
	while (w != NOT_PROCESS) {
		uint32_t next = w == back ? NOT_PROCESS : ((uint32_t *)(w & ~3u))[W_LINK];

		if (memory_within(p, w))
			condemn_process(p, w);
		w = next;
	}
}

/* stop_interrupted: make sure that the interrupted process of low priority does not continue. */
static void
stop_interrupted(void)
{
	*SAVED_WDESC = NOT_PROCESS | PRIORITY_LOW; /* as if no process were interrupted */
}

void
threads_stop(Process *p)
{
	uint32_t high[2], low[2];

	/* first, as processes go from there to the ready queues */
	for (int priority = PRIORITY_HIGH; priority <= PRIORITY_LOW; priority++)
		condemn_timer_queue(p, &TIMER_QUEUES[priority]);
	__t800_saveh(high);
	__t800_savel(low);
	condemn_queue(p, high[0], high[1]);
	condemn_queue(p, low[0], low[1]);
	if (*SAVED_WDESC != (NOT_PROCESS | PRIORITY_LOW) && memory_within(p, *SAVED_WDESC))
		stop_interrupted();
}

bool
threads_stopped(void)
{
	Victim **at = &victims;

	while (*at) {
		Victim *v = *at;

		if (v->workspace[W_IPTR] == (uint32_t)__halt) {
			at = &v->next;
			continue;
		}
		*at = v->next;
		process_unuse(v->process);
		pool_put(&pool, v);
	}
	return victims == NULL;
}

/*
 * caller_stop: a low-priority caller is the interrupted process. A high-priority caller stops by
 * itself, because its call waits; this writes one word of its stack, before anything else can
 * happen.
 */
void
caller_stop(KCall *c)
{
	c->state = KCALL_WAITS;
	if (c->wdesc & PRIORITY_LOW)
		stop_interrupted();
}

void
caller_wait(KCall *c)
{
	((uint32_t *)c)[W_IPTR] = *SAVED_IPTR + KCALL_WAITED;
	stop_interrupted();
}
