/* nodemon.c - the monitor's process on a node: executes commands, and unloads the meters'
 * records.
 * 
 * 	control   (main) executes the host's commands
 * 	watcher           samples processor and links; when neither is busy, or new bounds are
 * 	                  in force, it lets the unloader send what the bounds allow
 * 	unloader          sends a buffer to the host and waits for the answer: records not yet
 * 	                  acknowledged count against the upper bound
 * 
 * The threads have high priority: they run briefly, and must not wait for the processes they
 * observe.
 * 
 * When nothing has happened on the node for the time of one use record, the watcher sleeps until
 * the next event. So if the application waits for ever, no activity is left in the network, and
 * the simulator detects the end. */
#include "tmon/node/area.h"
#include "tmon/node/meter.h"

#include <stdlib.h>
#include <string.h>
#include <t800.h>

enum {
	THREAD_STACK = 1024, /* bytes */
	SAMPLES = 16,        /* samples per record */
	SAMPLE_US = MONITOR_SAMPLE / SAMPLES, /* us between two samples */
	NLINKS = 4,
};

/*
 * Where the processor saves the process interrupted by a high-priority one (data sheet, memory
 * map).
 */
#define SAVED_WDESC (*(volatile uint32_t *)0x8000002Cu)
#define NO_SAVED_PROCESS (NOT_PROCESS | 1) /* SAVED_WDESC if no process was interrupted */
/* The queue of the low-priority processes that wait for a time. */
#define TIMER_QUEUE_LOW (*(volatile uint32_t *)0x80000028u)

static MonitorArea area;
static uint32_t block_event;  /* the host's event for blocks */
static uint32_t block_serial; /* number of the next block */
static Bounds step[MONITOR_MAX_STEPS]; /* [nsteps] the bounds of the first MONITOR_BEGIN */
static uint32_t nsteps;
static int is_ending;      /* 1: the monitor ends (MONITOR_QUIT), and with it the threads */
static Semaphore ended; /* signalled when the unloader has sent the last block */

/* ---- unloading ---- */

/* switch_buffers: empty the other buffer and let meters fill it; returns the index of this one. */
static uint32_t
switch_buffers(void)
{
	uint32_t taken = area.fill;

	area.fill ^= 1;
	area.count[area.fill] = 0;
	return taken;
}

/*
 * take_blocked: return and clear area.blocked: 1 if a meter waits for room or a change of state;
 * the caller must then signal area.room.
 */
static uint32_t
take_blocked(void)
{
	uint32_t blocked = area.blocked;

	area.blocked = 0;
	return blocked;
}

static void
send_buffer(uint32_t taken) /* send buffer `taken` to the host and wait for its answer */
{
	Nmsg block = {
		.nh_node = NODE_HOST,
		.nh_event = block_event,
		.nh_flags = NH_HAS_DATA,
		.nh_data = {getnodeid(), block_serial++, area.count[taken]},
		.nh_length = area.count[taken] * sizeof(MonitorRecord),
		.nh_msg = area.buffer[taken],
	};
	Nmsg answer = {.nh_event = EVENT_NODEMON_ACK};

	nsend(&block);
	nrecv(&answer);
}

static void
unload(void) /* send the records that meters have noted so far, if there are any */
{
	uint32_t taken = switch_buffers();

	if (area.count[taken] == 0)
		return;
	send_buffer(taken);
	area.pending -= area.count[taken];
	if (take_blocked())
		sem_signal(&area.room);
}

static void
unloader(void *unused) /* a thread: unloads whenever area.work is signalled */
{
	(void)unused;
	while (!is_ending) {
		sem_wait(&area.work);
		unload();
	}
	unload(); /* records made while the previous block was being sent */
	sem_signal(&ended);
}

/* unload_if_due: wake the unloader if the bounds in force require it: the lower one if idle. */
static void
unload_if_due(int idle)
{
	const Bounds *b = area_bounds(&area, timer_now() - area.start);

	if (area.count[area.fill] >= (idle ? b->lower : b->upper))
		sem_signal(&area.work);
}

/*
 * Counts of samples that found the processor busy, or a process waiting for a link's output.
 */
typedef struct BusyCounts {
	uint32_t processor, link[NLINKS];
} BusyCounts;

/* take_sample: sample the processor and the links; returns whether all are idle. */
static int
take_sample(BusyCounts *busy)
{
	int any = SAVED_WDESC != NO_SAVED_PROCESS;

	busy->processor += any;
	for (int l = 0; l < NLINKS; l++) {
		int sends = *LINK_OUT(l) != NOT_PROCESS;

		busy->link[l] += sends;
		any |= sends;
	}
	return !any;
}

static BusyCounts
take_samples(uint32_t *next) /* take SAMPLES samples, one at each SAMPLE_US of time */
{
	BusyCounts busy = {0};

	for (int i = 0; i < SAMPLES; i++) {
		int idle;

		*next += SAMPLE_US;
		timer_wait(*next);
		idle = take_sample(&busy);
		if (area.state == AREA_NOTING)
			unload_if_due(idle);
	}
	return busy;
}

static uint32_t
per_mille(uint32_t n) /* n samples in thousandths of all samples */
{
	return n * 1000 / SAMPLES;
}

static void
note_use(const BusyCounts *busy) /* record how busy the processor was */
{
	meter_note(&(MonitorRecord){
		.kind = MONITOR_USE,
		.peer = per_mille(busy->processor),
		.task = per_mille(busy->link[0]) | per_mille(busy->link[1]) << 16,
		.part = per_mille(busy->link[2]) | per_mille(busy->link[3]) << 16,
	}, 1);
}

/*
 * is_still: 1 if nothing has happened during the samples: the processor was idle, no process waits
 * for a time, and each link was idle in all samples or busy in all samples.
 */
static int
is_still(const BusyCounts *busy)
{
	int moved = busy->processor > 0 || TIMER_QUEUE_LOW != NOT_PROCESS;

	for (int l = 0; l < NLINKS; l++)
		moved |= busy->link[l] > 0 && busy->link[l] < SAMPLES;
	return !moved;
}

/* is_due: 1 if bounds that come into force later have a lower bound that the records reach. */
static int
is_due(void)
{
	for (const Bounds *b = area.bounds; b != area.last_bounds; b++)
		if (area.count[area.fill] >= b[1].lower)
			return 1;
	return 0;
}

/*
 * sleep_until_event: unload as on an idle node; then sleep until the next event, unless records are
 * to be unloaded later without an event (is_due).
 */
static void
sleep_until_event(void)
{
	unload_if_due(1);
	if (area.count[area.fill] < area.bounds->lower && is_due())
		return;
	area.watcher_sleeps = 1;
	sem_wait(&area.wake);
}

/* watcher: a thread: samples, wakes the unloader; notes use only if half of the room is free. */
static void
watcher(void *unused)
{
	uint32_t next = getclock();

	(void)unused;
	while (!is_ending) {
		uint32_t noted = area.noted;
		BusyCounts busy = take_samples(&next);
		int still = area.noted == noted && is_still(&busy);

		if (area.state == AREA_NOTING && 2 * area.pending < area.bounds->upper)
			note_use(&busy);
		if (still && area.noted - noted <= 1) {
			sleep_until_event();
			next = getclock();
		}
	}
}

/* ---- commands ---- */

static int
make_buffers(void) /* allocate the buffers; 0 or an error */
{
	uint32_t upper = 0;

	for (uint32_t i = 0; i < nsteps; i++)
		if (step[i].upper > upper)
			upper = step[i].upper;
	for (int i = 0; i < 2; i++) {
		area.buffer[i] = kalloc(upper * sizeof(MonitorRecord));
		if (!area.buffer[i])
			return KE_NOMEM;
	}
	return 0;
}

/* change_state: set area.state; returns bits for what to signal: 1 area.room, 2 area.wake. */
static uint32_t
change_state(uint32_t state)
{
	uint32_t signals = (take_blocked() != 0) | (area.watcher_sleeps ? 2 : 0);

	area.watcher_sleeps = 0;
	area.state = state;
	return signals;
}

static void
set_state(uint32_t state) /* change area.state, and wake the threads that wait for that */
{
	uint32_t signals = critical(change_state, state);

	if (signals & 1)
		sem_signal(&area.room);
	if (signals & 2)
		sem_signal(&area.wake);
}

/* read_steps: read the bounds in a command into `step`. Returns 0, or KE_INVAL if one is invalid */
static int
read_steps(const Nmsg *command)
{
	nsteps = command->nh_length / sizeof *step;
	if (nsteps == 0 || command->nh_length % sizeof *step != 0)
		return KE_INVAL;
	memcpy(step, command->nh_msg, command->nh_length);
	for (uint32_t i = 0; i < nsteps; i++) {
		if (step[i].upper == 0 || step[i].upper > MONITOR_MAX_UPPER
			|| step[i].lower > step[i].upper)
			return KE_INVAL;
		if (step[i].lower == 0)
			step[i].lower = 1;
	}
	return 0;
}

/* begin_first: at the first MONITOR_BEGIN, store the bounds, and start the monitor's threads. */
static int
begin_first(const Nmsg *command)
{
	int error = read_steps(command);

	if (error < 0)
		return error;
	area.bounds = step;
	area.last_bounds = step + nsteps - 1;
	if (make_buffers() < 0 || !thread_start(unloader, NULL, THREAD_STACK, PRIORITY_HIGH)
	    || !thread_start(watcher, NULL, THREAD_STACK, PRIORITY_HIGH))
		return KE_NOMEM;
	area.start = getclock();
	return 0;
}

static int
begin_monitoring(const Nmsg *command)
{
	int error = 0;

	block_event = command->nh_data[COMMAND_BLOCKS];
	if (!area.buffer[0])
		error = begin_first(command);
	if (error == 0)
		set_state(AREA_NOTING);
	return error;
}

static int
quit_monitoring(void) /* end the monitor, after its last block was sent; returns 0 */
{
	set_state(AREA_ENDED);
	is_ending = 1;
	if (area.buffer[0]) {
		sem_signal(&area.work);
		sem_wait(&ended);
	}
	return 0;
}

static int
stop_monitoring(void)
{
	set_state(AREA_WAITING);
	sem_signal(&area.work);
	return 0;
}

static int
execute(const Nmsg *command) /* execute a command; 0 or an error */
{
	switch (command->nh_data[COMMAND_KIND]) {
	case MONITOR_BEGIN: return begin_monitoring(command);
	case MONITOR_STOP: return area.buffer[0] ? stop_monitoring() : KE_INVAL;
	case MONITOR_QUIT: return quit_monitoring();
	default: return KE_INVAL;
	}
}

static void
answer(const Nmsg *command, int error) /* tell the host the result of a command: 0 or an error */
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
	static Bounds message[MONITOR_MAX_STEPS];
	NodeWords *words = (NodeWords *)NODE_WORDS;

	if (words->monitor)
		return EXIT_FAILURE; /* the node already has a monitor */
	sem_init(&area.turn, 1);
	sem_init(&area.room, 0);
	sem_init(&area.work, 0);
	sem_init(&area.wake, 0);
	sem_init(&ended, 0);
	words->monitor = (uint32_t)&area;
	while (!is_ending) {
		Nmsg command = {
			.nh_event = EVENT_NODEMON, .nh_length = sizeof message, .nh_msg = message};

		if (nrecv(&command) == 0)
			answer(&command, execute(&command));
	}
	words->monitor = 0;
	return 0;
}
