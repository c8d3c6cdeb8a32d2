/*
 * walk.c - random movements in a recorded run of an application: goto, steps forward and back,
 * watches and what-ifs. Every state must have the same hash as in a straight run to the same place.
 *
 * Arguments: the recording with moments; one of the same run without; the number of movements; the
 * number of the first. Without arguments the test does nothing: walks.t makes the recordings and
 * calls it.
 */
#include "sim/cpu/watcher.h"
#include "sim/past/past.h"

#include <inttypes.h>
#include <stdlib.h>

enum { STEPS = 8 };

typedef struct Walk {
	const char *plain;   /* the recording without moments */
	Past *run, *p;       /* p: the run, or a branch of it */
	uint64_t random, number;
	Place left;          /* where the branch left the run */
	Change change;       /* the change at that place */
	uint8_t byte;
	Watcher *watcher;
	NodeId node;
	Addr word;
	bool good;
} Walk;

static uint64_t
draw(Walk *k, uint64_t below)
{
	uint64_t x = k->random += 0x9E3779B97F4A7C15ull;

	x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ull;
	x = (x ^ x >> 27) * 0x94D049BB133111EBull;
	return (x ^ x >> 31) % below;
}

/* must: prints the failed condition; cmocka's asserts print nothing outside its tests. */
static void
must(Walk *k, bool ok, const char *what)
{
	Place at = past_place(k->p);

	if (ok)
		return;
	printf("# walk %" PRIu64 "%s at %" PRIu64 " ps, node %d, %" PRIu64 ": %s\n", k->number,
		k->p == k->run ? "" : " in a branch", at.time, (int)at.node, at.count, what);
	exit(1);
}

/*
 * straight: the state at the place where the walk is, from one replay of the recording without
 * moments.
 */
static uint64_t
straight(Walk *k)
{
	Past *p = past_open(k->plain), *b = NULL;
	Place at = past_place(k->p);
	uint64_t hash;

	if (k->p != k->run && at.time >= k->left.time) { /* before that, a branch is the run */
		must(k, past_goto(p, k->left), "the branch's place is not there");
		b = past_branch(p);
		must(k, past_change(b, &k->change), "no change");
		past_go_present(b);
		if (past_run_end(k->p) == RUN_QUIET) /* what happens at that very time has happened */
			past_run(b, past_present(k->p) + 1);
		else if (past_present(b) < past_present(k->p))
			past_run(b, past_present(k->p));
	}
	if (past_is_present(k->p) && (b || k->p == k->run))
		past_go_present(b ? b : p);
	else
		must(k, past_goto(b ? b : p, at), "the place is not there");
	hash = network_hash(past_network(b ? b : p));
	past_free(b);
	past_free(p);
	return hash;
}

/* ---- steps ---- */

static NodeId
some_node(Walk *k)
{
	return draw(k, past_network(k->p)->nnodes);
}

static void
goto_time(Walk *k)
{
	Time begin = past_beginning(k->p);

	past_goto(k->p, place_at(begin + draw(k, past_present(k->p) - begin + 1)));
}

static void
goto_place(Walk *k)
{
	NodeId n = some_node(k);
	uint64_t count = t800_count(past_network(k->p)->nodes[n]);

	past_goto(k->p, place_before(n, draw(k, 3 * count + 1000)));
}

/* nearby: go some instructions forward or back. */
static void
nearby(Walk *k)
{
	NodeId n = past_place(k->p).node == NOWHERE ? some_node(k) : past_place(k->p).node;
	uint64_t count = t800_count(past_network(k->p)->nodes[n]), by = 1 + draw(k, 50);

	past_goto(k->p, place_before(n, draw(k, 2) || count < by ? count + by : count - by));
}

static void
touched(void *context, NodeId n, const Access *a, uint32_t naccesses)
{
	Walk *k = context;

	for (uint32_t i = 0; i < naccesses; i++)
		if (a[i].kind == ACCESS_WRITE)
			past_report_hit(k->p, place_before(n, a[i].count));
}

static void
attach(void *context, Network *w)
{
	Walk *k = context;

	k->watcher = watcher_new(w, &(WatcherOptions){.report_accesses = touched, .context = k});
	watcher_range(k->watcher, k->node, ACCESS_WRITES, k->word, 64);
}

static void
detach(void *context, Network *w)
{
	Walk *k = context;

	(void)w;
	watcher_free(k->watcher);
}

/*
 * watch: to the next or last write of some words near a process's workspace, or to a word's last
 * change.
 */
static void
watch(Walk *k)
{
	const Search search = {attach, detach, k};
	Network *w = past_network(k->p);

	k->node = some_node(k);
	k->word = (w->nodes[k->node]->r.wptr & ~3u) - 64 * draw(k, 4);
	if (k->word - MOSTNEG >= w->nodes[k->node]->r.size)
		return;
	switch (draw(k, 3)) {
	case 0: past_forward(k->p, &search, past_present(k->p), NULL); break;
	case 1: past_backward(k->p, &search, NULL); break;
	default: past_last_change(k->p, k->node, k->word, 4, NULL);
	}
}

/* what_if: leave the run, or go back to it. */
static void
what_if(Walk *k)
{
	Place at = past_place(k->p);
	Network *w = past_network(k->p);

	if (k->p != k->run) {
		past_free(k->p);
		k->p = k->run;
		return;
	}
	if (at.node == NOWHERE)
		return;
	k->left = at;
	k->byte = draw(k, 256);
	k->change = (Change){.node = at.node,
		.addr = (w->nodes[at.node]->r.wptr & ~3u) + draw(k, 64),
		.nbytes = 1,
		.bytes = &k->byte};
	if (!change_is_possible(w, &k->change))
		return;
	k->p = past_branch(k->run);
	must(k, past_change(k->p, &k->change), "no change");
	if (draw(k, 2)) {
		past_go_present(k->p);
		past_run(k->p, past_present(k->p) + draw(k, 20000000000ull));
	}
}

static void
step(Walk *k)
{
	static void (*const steps[])(Walk * k) = {
		goto_time, goto_place, goto_place, nearby, nearby, watch, watch, what_if};

	steps[draw(k, sizeof steps / sizeof *steps)](k);
}

static void
walk(Walk *k)
{
	for (int i = 0; i < STEPS && k->good; i++) {
		Place at;

		step(k);
		at = past_place(k->p);
		k->good = network_hash(past_network(k->p)) == straight(k);
		if (!k->good)
			printf("# walk %" PRIu64 ", step %d%s: another state at %" PRIu64
				" ps, node %d, %" PRIu64 "\n",
				k->number, i, k->p == k->run ? "" : " in a branch", at.time,
				(int)at.node, at.count);
	}
	if (k->p != k->run)
		past_free(k->p);
	k->p = k->run;
}

int
main(int argc, char **argv)
{
	uint64_t bad = 0, first, n;

	if (argc < 5) {
		printf("1..0 # SKIP walks.t calls it\n");
		return 0;
	}
	n = strtoull(argv[3], NULL, 0);
	first = strtoull(argv[4], NULL, 0);
	for (uint64_t i = first; i < first + n; i++) {
		Walk k = {.plain = argv[2],
			.run = past_open(argv[1]),
			.random = i,
			.number = i,
			.good = true};

		k.p = k.run;
		walk(&k);
		past_free(k.run);
		bad += !k.good;
	}
	printf("%" PRIu64 " walks, %" PRIu64 " with another state\n", n, bad);
	return bad > 0;
}
