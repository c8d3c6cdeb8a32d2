/* thread_choice.c - chooses whether several threads execute a network (thread_choice.h). */
#include "thread_choice.h"

#define MEASURED 0.4 /* seconds of a measurement */
#define SETTLING 0.1 /* seconds after a change that are not measured: code is translated anew */
#define PAUSE    30  /* seconds after a change before several threads are tried again */
#define PAYS     1.1 /* several threads must be this many times as fast as one */
/* instructions of a round with which several threads are tried, and with which they are kept */
#define LONG_ROUND  20000
#define SHORT_ROUND 10000

/* is_better: true if several threads are better than one, by a measurement of one of them. */
static bool
is_better(ThreadChoice *c, double now, double speed, double round)
{
	if (!c->several) {
		c->alone = speed;
		return round >= LONG_ROUND && now >= c->again;
	}
	if (c->on_trial && speed < PAYS * c->alone)
		return false;
	return round >= SHORT_ROUND;
}

/* choose: choose several threads or one; the next measurement begins after the change. */
static void
choose(ThreadChoice *c, double now, bool several)
{
	bool changes = several != c->several;

	c->measuring = false;
	c->on_trial = several && changes;
	c->several = several;
	c->from = changes ? now + SETTLING : now;
	if (changes)
		c->again = now + PAUSE;
}

bool
thread_choice_is_due(const ThreadChoice *c, double now)
{
	return c->most > 1 && now >= c->from + (c->measuring ? MEASURED : 0);
}

uint32_t
thread_choice(ThreadChoice *c, double now, double busy, uint64_t instructions, uint64_t rounds)
{
	double executed = instructions - c->instructions;
	double took = c->several ? now - c->from : busy - c->busy;

	if (thread_choice_is_due(c, now) && c->measuring)
		choose(c, now, is_better(c, now, executed / took,
			executed / (rounds - c->rounds + 1)));
	if (thread_choice_is_due(c, now) && !c->measuring) {
		c->measuring = true;
		c->from = now;
		c->busy = busy;
		c->instructions = instructions;
		c->rounds = rounds;
	}
	return c->several ? c->most : 1;
}
