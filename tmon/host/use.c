/*
 * use.c - samples from outside how busy a node and its links are. The records are the same as those
 * of nodemon's sampler, but cost no simulated time.
 *
 * A node is checked at the first checkpoint at which a sample is due, when it becomes idle, and
 * when it executes again. The state of a node does not change while it is idle, so all samples that
 * were due in this time are taken when it executes again.
 */
#include "monitor_host.h"

enum { SAMPLES = 16 }; /* samples of one record */

void
use_start(UseSampler *u, const T800 *c, Cycles start)
{
	*u = (UseSampler){.next = start, .low = c->busy[LOW]};
	u->next += u->period = (Cycles)c->khz * MONITOR_SAMPLE / SAMPLES / 1000;
}

/* low_cycles: the time, until now, in which the processor worked at low priority. */
static Cycles
low_cycles(const T800 *c)
{
	return c->busy[LOW] + (!c->idle && c->priority == LOW ? c->r.cycles - c->accounted : 0);
}

/* per_mille: part / whole in thousandths, at most 1000. */
static uint32_t
per_mille(Cycles part, Cycles whole)
{
	return part < whole ? part * 1000 / whole : 1000;
}

/* find_sending_links: set sends[l] to whether a process waits for the output of link l. */
static void
find_sending_links(const T800 *c, bool *sends)
{
	for (int l = 0; l < NLINKS; l++)
		sends[l] = get32(c->r.mem + (LINK_OUT0 - MOSTNEG) + 4 * l) != NOTPROCESS;
}

/*
 * make_record: make in *r the record of how the processor and links were used since the last
 * record, and begin to count for the next one.
 */
static void
make_record(UseSampler *u, const T800 *c, Cycles start, MonitorRecord *r)
{
	Cycles low = low_cycles(c);
	uint32_t use[NLINKS];

	for (int l = 0; l < NLINKS; l++) {
		use[l] = per_mille(u->link[l], SAMPLES);
		u->link[l] = 0;
	}
	*r = (MonitorRecord){
		.time = (u->next - start) * 1000 / c->khz,
		.kind = MONITOR_USE,
		.peer = per_mille(low - u->low, SAMPLES * u->period),
		.task = use[0] | use[1] << 16,
		.part = use[2] | use[3] << 16,
	};
	u->low = low;
}

bool
use_sample(UseSampler *u, const T800 *c, Cycles start, MonitorRecord *r)
{
	bool made = false;

	while (!made && c->r.cycles >= u->next) {
		if (!u->idle)
			find_sending_links(c, u->link_waits);
		for (int l = 0; l < NLINKS; l++)
			u->link[l] += u->link_waits[l];
		if (++u->taken == SAMPLES) {
			u->taken = 0;
			make_record(u, c, start, r);
			made = true;
		}
		u->next += u->period;
	}
	if (made)
		return true;
	u->idle = c->idle;
	if (u->idle)
		find_sending_links(c, u->link_waits);
	return false;
}

Cycles
use_due(const UseSampler *u)
{
	return u->idle ? 0 : u->next;
}
