/*
 * writes.c - the index of writes, and the allocations found on the way, in nodes of a recorded run:
 * as found by brute force, and the same with one processor as with several.
 */
#define _GNU_SOURCE
#include "base/base.h"
#include "detrek/flowback/writes.h"
#include "sim/past/feed.h"
#include "tests/random.h"
#include "tests/temp.h"

#include <string.h>

enum {
	BITS = 9,        /* short intervals, so that there are many parts */
	QUESTIONS = 400, /* about each node */
};

#define NONE UINT32_MAX /* no interval */

static uint64_t first = 1, count = 2;

/* A write by brute force. */
typedef struct Write {
	uint32_t word, interval;
} Write;

/* A node of a recorded run, and all writes of its run. */
typedef struct Subject {
	Past *past;
	Target *target;
	Feed *feed;
	Lone lone;
	NodeId node;
	uint64_t executed;
	Write *writes; /* [n] */
	size_t n, cap;
	Watcher *watcher;
} Subject;

static void
add(Subject *s, uint32_t word, uint64_t interval)
{
	if (s->n == s->cap) {
		s->cap = s->cap ? 2 * s->cap : 1 << 16;
		s->writes = xrealloc(s->writes, s->cap * sizeof *s->writes);
	}
	s->writes[s->n++] = (Write){word, interval};
}

static void
written(void *context, NodeId n, const Access *a, uint32_t naccesses)
{
	Subject *s = context;

	(void)n;
	for (uint32_t i = 0; i < naccesses; i++, a++) {
		if (a->kind != ACCESS_WRITE && a->count > 0)
			add(s, (a->addr - MOSTNEG) / 4, (a->count - 1) >> BITS);
		add(s, (a->addr - MOSTNEG) / 4, a->count >> BITS);
	}
}

/* list_writes: replay the node's whole run, with each write reported. */
static void
list_writes(Subject *s)
{
	Network *w = s->lone.network;
	Watcher *o;

	past_goto(s->lone.past, place_at(past_beginning(s->lone.past)));
	o = watcher_new(w, &(WatcherOptions){.report_accesses = written, .context = s});
	watcher_all(o, s->node, ACCESS_WRITES);
	past_run(s->lone.past, NEVER);
	watcher_free(o);
	s->executed = t800_count(w->nodes[s->node]);
}

/* last_write: by brute force. */
static uint32_t
last_write(const Subject *s, uint32_t word, uint32_t before)
{
	uint32_t last = NONE;

	for (size_t i = 0; i < s->n; i++)
		if (s->writes[i].word == word && s->writes[i].interval < before
			&& (last == NONE || s->writes[i].interval > last))
			last = s->writes[i].interval;
	return last;
}

/*
 * ask: questions about random words, in no order; the blocks' answers are those of a replay of the
 * whole run for allocations alone.
 */
static void
ask(Subject *s, uint64_t random)
{
	HeapBlocks *blocks = blocks_new(s->lone.past, s->target, s->node),
		*all = blocks_new(s->lone.past, s->target, s->node);
	Writes *x = writes_new(s->lone.past, s->node, BITS, blocks);
	int allocated = 0;

	for (int i = 0; i < QUESTIONS; i++) {
		uint32_t word = s->writes[random_below(&random, s->n)].word, found = NONE;
		uint32_t before = random_below(&random, (s->executed >> BITS) + 1) + 1;
		uint64_t at = 0, expected = 0;
		bool is_block;

		if (!writes_last_interval(x, MOSTNEG + 4 * word, before, &found))
			found = NONE;
		assert_int_equal(found, last_write(s, word, before));
		is_block = blocks_last_allocation(all, MOSTNEG + 4 * word, 0, s->executed, &expected);
		assert_int_equal(is_block, blocks_last_allocation(blocks, MOSTNEG + 4 * word, 0,
			s->executed, &at));
		assert_int_equal(at, expected);
		allocated += is_block;
	}
	assert_true(allocated > 10);
	writes_free(x);
	blocks_free(blocks);
	blocks_free(all);
}

static void
ask_run(const char *recording, NodeId node, uint64_t random)
{
	Subject s = {.past = past_open(recording), .node = node};

	s.target = target_new(past_network(s.past));
	target_add_recorded(s.target, s.past);
	past_go_present(s.past);
	target_store_kernels(s.target);
	s.feed = feed_new(s.past);
	assert_true(feed_lone(s.feed, node, &s.lone));
	list_writes(&s);
	assert_true(s.n > 1000 && s.executed >> BITS > 200);
	ask(&s, random);
	free(s.writes);
	lone_free(&s.lone);
	feed_free(s.feed);
	target_free(s.target);
	past_free(s.past);
}

static void
the_same_as_by_brute_force(void **state)
{
	const char *trellis = getenv("TRELLIS");
	char dir[TEMP_NAME], run[TEMP_NAME + 4], command[3 * TEMP_NAME];

	(void)state;
	if (access("build/trellis-cc", X_OK) != 0)
		skip();
	temp_directory(dir);
	snprintf(run, sizeof run, "%s/run", dir);
	snprintf(command, sizeof command,
		"%s run -n 3 --record %s --moments 1 -o /dev/null programs/mandel/mandel.vms -- "
		"24 18 40 6 > /dev/null 2>&1", trellis ? trellis : "build/trellis", run);
	assert_int_equal(system(command), 0);
	for (uint64_t i = first; i < first + count; i++)
		ask_run(run, i % 3, i);
	snprintf(command, sizeof command, "rm -rf %s", dir);
	assert_int_equal(system(command), 0);
}

int
main(int argc, char **argv)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_same_as_by_brute_force),
	};

	return random_main(argc, argv, &count, &first, 10, tests, sizeof tests / sizeof *tests);
}
