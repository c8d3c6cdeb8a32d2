/*
 * nodemon.c - the monitor's process on a node: takes commands, and unloads what meters have noted.
 *
 *	control   (main)  commands of the host
 *	ticker            looks every `period` us whether `lower` records are there
 *	sampler           samples processor and links
 *	unloader          sends a buffer to the host and waits for the answer: what has not been
 *	                  answered still counts against the upper bound
 *
 * Threads are of high priority: they are short, and must not wait for what they look on.
 */
#include "tmon/node/area.h"
#include "tmon/node/meter.h"

#include <stdlib.h>
#include <t800.h>

enum {
	THREAD_STACK = 1024, /* bytes */
	SAMPLES = 16,        /* for a record ... */
	SAMPLE = MONITOR_SAMPLE / SAMPLES, /* ... and us between them */
	NLINKS = 4,
};

/* Where the processor keeps whom a process of high priority has interrupted (data sheet, memory map). */
#define SAVED_WDESC (*(volatile uint32_t *)0x8000002Cu)
#define NOBODY (NOT_PROCESS | 1)

static MonitorArea area;
static uint32_t event;  /* of the host, for blocks */
static uint32_t serial; /* of the next block */
static int ending;
static Semaphore ended; /* the unloader has sent the last block */

/* ---- unloading ---- */

/* turn: the buffer that is full, or as far as it is, is taken; meters go on in the other. */
static uint32_t
turn(void)
{
	uint32_t taken = area.fill;

	area.fill ^= 1;
	area.count[area.fill] = 0;
	return taken;
}

/* changed: there is room, or another state. returns whether a meter waits for that: area.room is to be signalled */
static uint32_t
changed(void)
{
	uint32_t blocked = area.blocked;

	area.blocked = 0;
	return blocked;
}

static void
send(uint32_t taken)
{
	Nmsg block = {
		.nh_node = NODE_HOST,
		.nh_event = event,
		.nh_flags = NH_HAS_DATA,
		.nh_data = {getnodeid(), serial++, area.count[taken]},
		.nh_length = area.count[taken] * sizeof(MonitorRecord),
		.nh_msg = area.buffer[taken],
	};
	Nmsg answer = {.nh_event = EVENT_NODEMON_ACK};

	nsend(&block);
	nrecv(&answer);
}

static void
unload(void)
{
	uint32_t taken = turn();

	if (area.count[taken] == 0)
		return;
	send(taken);
	area.pending -= area.count[taken];
	if (changed())
		sem_signal(&area.room);
}

static void
unloader(void *unused)
{
	(void)unused;
	while (!ending) {
		sem_wait(&area.work);
		unload();
	}
	unload(); /* what was noted while the block before was on its way */
	sem_signal(&ended);
}

static void
ticker(void *unused)
{
	uint32_t next = getclock();

	(void)unused;
	while (!ending) {
		next += area.period;
		timer_wait(next);
		if (area.state == AREA_NOTES && area.count[area.fill] >= area.lower)
			sem_signal(&area.work);
	}
}

/* How many samples have found the processor at work, and a process that waits for a link's output. */
typedef struct Busy {
	uint32_t processor, link[NLINKS];
} Busy;

static Busy
samples(uint32_t *next)
{
	Busy busy = {0};

	for (int i = 0; i < SAMPLES; i++) {
		*next += SAMPLE;
		timer_wait(*next);
		busy.processor += SAVED_WDESC != NOBODY;
		for (int l = 0; l < NLINKS; l++)
			busy.link[l] += *LINK_OUT(l) != NOT_PROCESS;
	}
	return busy;
}

static uint32_t
per_mille(uint32_t n)
{
	return n * 1000 / SAMPLES;
}

static void
note_use(const Busy *busy)
{
	meter_note(&(MonitorRecord){
		.kind = MONITOR_USE,
		.peer = per_mille(busy->processor),
		.task = per_mille(busy->link[0]) | per_mille(busy->link[1]) << 16,
		.part = per_mille(busy->link[2]) | per_mille(busy->link[3]) << 16,
	}, 1);
}

/* The application's events go first: samples are noted while half of the room is free. */
static void
sampler(void *unused)
{
	uint32_t next = getclock();

	(void)unused;
	while (!ending) {
		Busy busy = samples(&next);

		if (area.state == AREA_NOTES && 2 * area.pending < area.upper)
			note_use(&busy);
	}
}

/* ---- commands ---- */

static int
make_buffers(uint32_t upper)
{
	for (int i = 0; i < 2; i++) {
		area.buffer[i] = kalloc(upper * sizeof(MonitorRecord));
		if (!area.buffer[i])
			return KE_NOMEM;
	}
	return 0;
}

static uint32_t
enter(uint32_t state)
{
	area.state = state;
	return changed();
}

static void
set_state(uint32_t state)
{
	if (critical(enter, state))
		sem_signal(&area.room);
}

/* first: at the first begin; the bounds hold until the end. */
static int
first(const Nmsg *command)
{
	const uint32_t *word = command->nh_data;

	if (word[COMMAND_UPPER] == 0 || word[COMMAND_UPPER] > MONITOR_MOST
	    || word[COMMAND_LOWER] > word[COMMAND_UPPER])
		return KE_INVAL;
	area.period = word[COMMAND_TIME];
	area.lower = word[COMMAND_LOWER] ? word[COMMAND_LOWER] : 1;
	area.upper = word[COMMAND_UPPER];
	if (make_buffers(area.upper) < 0 || !thread_start(unloader, NULL, THREAD_STACK, PRIORITY_HIGH)
	    || !thread_start(sampler, NULL, THREAD_STACK, PRIORITY_HIGH))
		return KE_NOMEM;
	if (area.period > 0 && !thread_start(ticker, NULL, THREAD_STACK, PRIORITY_HIGH))
		return KE_NOMEM;
	area.start = getclock();
	return 0;
}

static int
begin(const Nmsg *command)
{
	int error = 0;

	event = command->nh_data[COMMAND_BLOCKS];
	if (!area.buffer[0])
		error = first(command);
	if (error == 0)
		set_state(AREA_NOTES);
	return error;
}

static int
quit(void)
{
	set_state(AREA_ENDED);
	ending = 1;
	if (area.buffer[0]) {
		sem_signal(&area.work);
		sem_wait(&ended);
	}
	return 0;
}

static int
stop(void)
{
	set_state(AREA_WAITS);
	sem_signal(&area.work);
	return 0;
}

static int
obey(const Nmsg *command)
{
	switch (command->nh_data[COMMAND_WHAT]) {
	case MONITOR_BEGIN: return begin(command);
	case MONITOR_STOP: return area.buffer[0] ? stop() : KE_INVAL;
	case MONITOR_QUIT: return quit();
	default: return KE_INVAL;
	}
}

static void
answer(const Nmsg *command, int error)
{
	Nmsg m = {
		.nh_node = command->nh_node,
		.nh_event = command->nh_data[COMMAND_EVENT],
		.nh_flags = NH_HAS_DATA,
		.nh_data = {getnodeid(), error},
	};

	nsend(&m);
}

int
main(void)
{
	NodeWords *words = (NodeWords *)NODE_WORDS;

	if (words->monitor)
		return EXIT_FAILURE; /* the node has one */
	sem_init(&area.turn, 1);
	sem_init(&area.room, 0);
	sem_init(&area.work, 0);
	sem_init(&ended, 0);
	words->monitor = (uint32_t)&area;
	while (!ending) {
		Nmsg command = {.nh_event = EVENT_NODEMON};

		if (nrecv(&command) == 0)
			answer(&command, obey(&command));
	}
	words->monitor = 0;
	return 0;
}
