/* break_hits.c - handles, during a run, the breakpoints that the nodes' programs recognise. */
#include "break_hits.h"
#include "base/number.h"
#include "detrek/events/events.h"

#include <stdlib.h>
#include <string.h>

/* The longest time for which a process may compute before its halt is complete. */
#define HALT_WAIT 100000000000ull

/*
 * Counts from outside how often an event holds: the given event, or the event of one choice of
 * threads.
 */
typedef struct HitWatch {
	EventWatch *watch;
	uint32_t nheld; /* how often the event began to hold */
	uint32_t last;  /* the number of the occurrence that was recognised last, from 1 */
} HitWatch;

struct BreakHits {
	Arena arena;
	BreakHitsOptions o;
	Target *target;
	EventQuery **query;    /* [choices] */
	HitWatch *watch;       /* [nwatches] */
	uint32_t nwatches;
	uint32_t *watched;     /* [nchoices] the index of the watch that counts for the choice */
	Watcher *watcher;      /* one for all watches, because a network has one watcher; or NULL */
	HaltReport *report;    /* [nreports] breakpoints reported */
	Time *reported;        /* [nreports] the times of these reports */
	uint32_t nreports;
	HaltReport hit;        /* the report that is being handled */
	uint32_t next;         /* the index of the next report */
	bool broken;           /* the run stops at `hit` */
	Job *awaited;          /* the job for whose end break_hits_wait waits */
	uint32_t nhits;        /* hits so far */
	uint32_t nfalse;       /* hits at which the event was not true */
	uint32_t nheld;        /* how often the events began to hold, as seen from outside */
	uint32_t nrecognised;  /* how many of these times were recognised */
};

/* ---- evaluation from outside ---- */

/* parse_event: parse the event of --break-outside or --break; fatal if it is invalid. */
static EventQuery *
parse_event(BreakHits *h, const char *text)
{
	char mistake[EVENT_MISTAKE];
	EventQuery *q = event_parse(&h->arena, text, mistake);

	if (!q)
		fatal("--break: %s", mistake);
	return q;
}

/* open_programs: read the kernel and the programs, to evaluate events in them. */
static void
open_programs(BreakHits *h)
{
	h->target = target_new(station_network(h->o.s));
	target_add_program(h->target, program_open(station_kernel_file(h->o.s), "kernel"));
	for (uint32_t i = 0; i < h->o.nelf; i++)
		target_add_program(h->target, program_open(h->o.elf[i], NULL));
}

/* add_watch: watch for one event of the breakpoint. */
static void
add_watch(BreakHits *h, const EventQuery *q)
{
	char mistake[EVENT_MISTAKE];
	EventWatch *v = event_watch_new(h->target, q, mistake);

	if (!v)
		fatal("--break: %s", mistake);
	h->watch[h->nwatches++].watch = v;
	event_watch_begin(v, h->watcher);
}

/* handle_accesses: watcher callback: pass accesses to the watches of all events. */
static void
handle_accesses(void *hits, NodeId n, const Access *a, uint32_t naccesses)
{
	const BreakHits *h = hits;

	for (uint32_t i = 0; i < h->nwatches; i++)
		event_watch_note_accesses(h->watch[i].watch, n, a, naccesses);
}

/*
 * handle_mark: watcher callback: tell all watches that node n is about to execute a marked
 * instruction.
 */
static void
handle_mark(void *hits, NodeId n)
{
	const BreakHits *h = hits;

	for (uint32_t i = 0; i < h->nwatches; i++)
		event_watch_note_mark(h->watch[i].watch, n);
}

/*
 * same_event: of the choices of processes with the same local events as this one, the number of the
 * first, which may be this one.
 */
static uint32_t
same_event(const BreakHits *h, uint32_t choice)
{
	uint32_t i = 0;

	while (strcmp(h->o.choice[i].event, h->o.choice[choice].event) != 0)
		i++;
	return i;
}

/*
 * watch_event: count how often the event holds. If the local events belong to threads, which the
 * event as given does not name, each choice of processes is counted separately.
 */
static void
watch_event(BreakHits *h)
{
	if (h->o.related)
		fatal("--break-hits counts simultaneous events; concurrent and ordered ones are "
			"all reported");
	h->watch = arena_alloc(&h->arena, h->o.nchoices + 1, sizeof *h->watch);
	h->watched = arena_alloc(&h->arena, h->o.nchoices + 1, sizeof *h->watched);
	h->watcher = watcher_new(station_network(h->o.s), &(WatcherOptions){
		.report_accesses = handle_accesses, .report_marked = handle_mark, .context = h});
	if (!h->o.threads)
		add_watch(h, parse_event(h, h->o.run->brk));
	for (uint32_t i = 0; h->o.threads && i < h->o.nchoices; i++) {
		uint32_t same = same_event(h, i);

		h->watched[i] = same < i ? h->watched[same] : h->nwatches;
		if (same == i)
			add_watch(h, h->query[i]);
	}
}

BreakHits *
break_hits_new(const BreakHitsOptions *o)
{
	BreakHits *h = xcalloc(1, sizeof *h);

	h->o = *o;
	open_programs(h);
	h->query = arena_alloc(&h->arena, o->nchoices, sizeof *h->query);
	for (uint32_t i = 0; i < o->nchoices; i++)
		h->query[i] = parse_event(h, o->choice[i].event);
	if (o->run->hits)
		watch_event(h);
	return h;
}

void
break_hits_free(BreakHits *h)
{
	if (!h)
		return;
	if (h->watcher)
		watcher_free(h->watcher);
	for (uint32_t i = 0; i < h->nwatches; i++)
		event_watch_free(h->watch[i].watch);
	target_free(h->target);
	arena_free(&h->arena);
	free(h);
}

bool
break_hits_report(BreakHits *h, const HaltReport *r, Time at)
{
	if (!h || r->reason != PANIC_BREAK || r->task >= h->o.nchoices)
		return false;
	h->report = arena_more(&h->arena, h->report, h->nreports, sizeof *h->report);
	h->reported = arena_more(&h->arena, h->reported, h->nreports, sizeof *h->reported);
	h->reported[h->nreports] = at;
	h->report[h->nreports++] = *r;
	return true;
}

void
break_hits_observe(BreakHits *h)
{
	EventHit hit;

	for (uint32_t i = 0; h && i < h->nwatches; i++)
		while (event_watch_next(h->watch[i].watch, &hit)) {
			h->watch[i].nheld++;
			h->nheld++;
		}
}

/* ---- a hit ---- */

/* release_reporter: send the process that reported the present hit the message to continue. */
static void
release_reporter(BreakHits *h)
{
	station_send(h->o.s, &(Message){.node = h->hit.node, .event = -h->hit.pid,
		.type = TYPE_BREAK, .flags = PACKET_SYSTEM});
}

/* print_hit: print the breakpoint, the node that recognised it, and the event. */
static void
print_hit(BreakHits *h, FILE *f)
{
	Buf text = {0};

	fprintf(f, "breakpoint: %s\nrecognised by node %s, %s\n", h->o.run->brk,
		STATION_NODE(h->o.s, h->hit.node), h->o.choice[h->hit.task].recogniser);
	event_text(h->target, h->query[h->hit.task], &text);
	fwrite(text.data, 1, text.len, f);
	buf_free(&text);
}

/* hit_holds: true if the event of the present hit holds now; if not, a message is printed. */
static bool
hit_holds(BreakHits *h)
{
	const EventQuery *q = h->query[h->hit.task];

	if (event_holds_now(h->target, q))
		return true;
	fprintf(stderr, "%s: recognised by a process, but the event does not hold\n", q->text);
	return false;
}

/*
 * await_halt: let the run continue until no process runs, for at most HALT_WAIT: each process stops
 * in its next call. True if the event of the present hit still holds then.
 */
static bool
await_halt(BreakHits *h)
{
	station_await(h->o.s, NULL, NULL, station_network(h->o.s)->now + HALT_WAIT);
	return hit_holds(h);
}

/*
 * report_related: report a hit of concurrent or ordered events, which may be over already, and let
 * the run continue.
 */
static void
report_related(BreakHits *h)
{
	const BreakChoice *c = &h->o.choice[h->hit.task];

	h->nhits++;
	fprintf(stderr, "%s: %s: recognised by node %s, %s\n",
		TIME_STRING(h->reported[h->next - 1]), c->event,
		STATION_NODE(h->o.s, h->hit.node), c->recogniser);
}

/*
 * count_recognised: count that the nodes have recognised the event of the watch w; only if it has
 * held again since it was last counted.
 */
static void
count_recognised(BreakHits *h, HitWatch *w)
{
	h->nrecognised += w->nheld != w->last;
	w->last = w->nheld;
}

/*
 * evaluate_hit: take the next report as the present hit, evaluate its event from outside, and print
 * or count the hit. True if the run is to stop at it.
 */
static bool
evaluate_hit(BreakHits *h)
{
	uint32_t hits = h->o.run->hits;
	bool holds;

	h->hit = h->report[h->next++];
	if (h->o.related) {
		report_related(h);
		return false;
	}
	holds = hit_holds(h) && (hits || await_halt(h));
	h->nhits++;
	h->nfalse += !holds;
	if (hits)
		count_recognised(h, &h->watch[h->watched[h->hit.task]]);
	if (!hits || h->nhits == hits || !holds) {
		print_hit(h, stderr);
		return h->broken = true;
	}
	release_reporter(h);
	return false;
}

/* ---- the run ---- */

/* is_run_over: true if the job's programs have ended, or a breakpoint has been reported. */
static bool
is_run_over(void *context)
{
	BreakHits *h = context;

	return h->next < h->nreports || job_has_ended(h->awaited);
}

WaitEnd
break_hits_wait(BreakHits *h, Job *j, Time until)
{
	h->awaited = j;
	for (;;) {
		WaitEnd end = station_await(h->o.s, is_run_over, h, until);

		if (end != WAIT_DONE || h->next == h->nreports)
			return end;
		break_hits_observe(h);
		if (evaluate_hit(h))
			return WAIT_INTERRUPTED;
	}
}

bool
break_hits_broken(const BreakHits *h)
{
	return h && h->broken;
}

uint32_t
break_hits_count(const BreakHits *h)
{
	return h ? h->nhits : 0;
}

void
break_hits_print(const BreakHits *h, FILE *f)
{
	if (!h)
		return;
	if (!h->o.run->only && h->nhits == 0)
		fprintf(f, "the event was not recognised: %s\n", h->o.run->brk);
	if (h->o.run->hits)
		fprintf(f, "recognised %u times, %u not true; held %u times, of which %u were "
			"recognised, %u missed\n", h->nhits, h->nfalse, h->nheld, h->nrecognised,
			h->nheld - h->nrecognised);
}
