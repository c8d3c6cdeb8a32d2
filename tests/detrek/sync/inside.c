/*
 * inside.c - blocks of a log that kernels keep, made of random runs, give the log of the same
 * times, and agree with these and no others; blocks that are damaged, missing or repeated are named.
 */
#include "detrek/sync/inside.h"

#include "kernel/include/stamps.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RUNS = 200, NODES = 3, THREADS = 4, OPS = 3000, OBJECTS = 9 };

/* The log of a kernel: its blocks, of which the last one is padded. */
typedef struct Kernel {
	SyncBlock block[4 * OPS / SYNC_ENTRIES + 2];
	uint32_t nentries;
} Kernel;

/* pack: on a machine without a kernel, so that the blocks are all there is. */
static bool
pack(InsideLog *l, Buf *got, Buf *why)
{
	static const char text[] = "topology one\nnode n0\nend\n";
	Topology *topology = topology_parse(text, sizeof text - 1, "one.topo");
	Network *w = network_new(topology);
	Target *t = target_new(w);
	bool whole = inside_pack(l, t, got, why);

	target_free(t);
	network_free(w);
	topology_free(topology);
	return whole;
}

static void
put(Kernel *k, uint32_t thread, uint32_t last, uint32_t time)
{
	SyncBlock *b = &k->block[k->nentries / SYNC_ENTRIES];

	b->serial = k->nentries++ / SYNC_ENTRIES;
	b->entry[b->count++] = (SyncEntry){thread, last, time};
}

/* run_step: an operation, and what the kernel logs of it. sent: messages not yet received. */
static void
run_step(Lamport *times, Kernel *k, uint32_t t, uint32_t last, uint32_t message, uint32_t *sent,
	uint32_t *nsent)
{
	OperationKind kind = rand() % 4 == 0 ? OPERATION_SEND
		: *nsent > 0 && rand() % 3 == 0 ? OPERATION_RECV : OPERATION_V;
	uint32_t object = kind == OPERATION_SEND ? message
		: kind == OPERATION_RECV ? sent[--*nsent] : rand() % OBJECTS;
	uint32_t time = lamport_step(times, kind, t, object, true);

	if (kind == OPERATION_SEND)
		sent[(*nsent)++] = object;
	if (kind == OPERATION_RECV || time != last + 1)
		put(k, t / NODES + 1, last, time);
	if (kind == OPERATION_RECV)
		put(k, times->object[object].from | SYNC_MESSAGE, 0, times->object[object].sent);
}

/* put_input: perhaps the thread gets something from outside; what the kernel logs of it. */
static void
put_input(Lamport *times, Kernel *k, uint32_t t)
{
	uint8_t bytes[100], padded[sizeof(SyncEntry)];
	uint32_t number = t / NODES + 1, last = times->thread[t].last;
	Input i = {.bytes = bytes, .nbytes = rand() % sizeof bytes};

	if (rand() % 8 > 0)
		return;
	for (uint32_t b = 0; b < sizeof bytes; b++)
		bytes[b] = rand();
	i.kind = rand() % 2 ? INPUT_CLOCK : INPUT_HOST;
	if (i.kind == INPUT_CLOCK)
		i = (Input){.kind = INPUT_CLOCK, .value = rand()};
	lamport_add_input(&times->thread[t], &i);
	put(k, number | (i.kind == INPUT_CLOCK ? SYNC_CLOCK : SYNC_INPUT), last,
		i.kind == INPUT_CLOCK ? i.value : i.nbytes);
	for (uint32_t b = 0; b < i.nbytes; b += sizeof padded) {
		memset(padded, 0xAA, sizeof padded);
		memcpy(padded, bytes + b,
			i.nbytes - b < sizeof padded ? i.nbytes - b : sizeof padded);
		put(k, get32(padded), get32(padded + 4), get32(padded + 8));
	}
}

/* run: a random run of all nodes; its times, and what each kernel logs of them. */
static void
run(Lamport *times, Kernel *k, unsigned seed)
{
	uint32_t sent[OPS], nsent = 0;

	srand(seed);
	for (int i = 0; i < NODES * THREADS; i++)
		lamport_add_thread(times, i % NODES, i / NODES + 1);
	for (int i = rand() % OPS; i > 0; i--) {
		uint32_t t = rand() % (NODES * THREADS), last = times->thread[t].last;

		run_step(times, &k[t % NODES], t, last, OBJECTS + i, sent, &nsent);
		put_input(times, &k[t % NODES], t);
	}
	for (uint32_t t = 0; t < NODES * THREADS; t++)
		put(&k[t % NODES], t / NODES + 1, times->thread[t].last, 0);
}

static uint32_t
nblocks(const Kernel *k)
{
	return (k->nentries + SYNC_ENTRIES - 1) / SYNC_ENTRIES;
}

static void
give(InsideLog *l, uint32_t node, const SyncBlock *b)
{
	inside_add_block(l, node, (const uint8_t *)b, sizeof *b);
}

/* disagrees: is that what is said of the log and these times? */
static bool
disagrees(const InsideLog *l, const Lamport *seen, const char *said)
{
	Buf why = {0};
	bool agrees = inside_agrees(l, seen, &why);

	buf_byte(&why, '\0');
	assert_string_equal((char *)why.data, said);
	buf_free(&why);
	return !agrees;
}

/* last_lost: what is said if the machine has not seen the last operation of thread 0.1. */
static const char *
last_lost(const LamportThread *t)
{
	static char said[200];

	snprintf(said, sizeof said, "the kernels' log gives operation %u of thread 0.1 time %u, "
		"and the machine sees it with no time", (unsigned)t->n + 1,
		(unsigned)t->times[t->n]);
	return said;
}

/* check_agreement: the log agrees with its own times, not with any other ones. */
static void
check_agreement(const InsideLog *l, Lamport *times)
{
	LamportThread *t = &times->thread[0];

	assert_false(disagrees(l, times, ""));
	if (t->n == 0)
		return;
	t->n--;
	assert_true(disagrees(l, times, last_lost(t)));
	t->n++;
	if (t->nreceived > 0) {
		t->received[0].sent++;
		assert_true(disagrees(l, times, "the kernels' log and the machine give thread "
			"0.1 different messages"));
		t->received[0].sent--;
	}
	times->nthreads--;
	assert_true(disagrees(l, times, "the kernels' log has 12 threads, and the machine sees "
		"11"));
	times->nthreads++;
}

static void
same_log(void **state)
{
	(void)state;
	for (unsigned seed = 1; seed <= RUNS; seed++) {
		Kernel *k = calloc(NODES, sizeof *k);
		Lamport times = {0};
		InsideLog *l = inside_new();
		Buf wanted = {0}, got = {0}, why = {0};

		run(&times, k, seed);
		for (uint32_t n = NODES; n-- > 0;)
			for (uint32_t i = 0; i < nblocks(&k[n]); i++)
				give(l, n, &k[n].block[i]);
		assert_true(pack(l, &got, &why));
		lamport_pack(&times, &wanted);
		assert_int_equal(got.len, wanted.len);
		assert_memory_equal(got.data, wanted.data, wanted.len);
		check_agreement(l, &times);
		buf_free(&wanted);
		buf_free(&got);
		lamport_free(&times);
		inside_free(l);
		free(k);
	}
}

/* is_refused: are these n blocks of node 7 refused, with a message that names it? */
static bool
is_refused(const SyncBlock *b, uint32_t n, size_t nbytes)
{
	InsideLog *l = inside_new();
	Buf got = {0}, why = {0};
	bool whole;

	for (uint32_t i = 0; i < n; i++)
		inside_add_block(l, 7, (const uint8_t *)&b[i], nbytes);
	whole = pack(l, &got, &why);
	buf_byte(&why, '\0');
	assert_true(whole || strstr((char *)why.data, "a block of node 7 is damaged"));
	buf_free(&got);
	buf_free(&why);
	inside_free(l);
	return !whole;
}

static void
wrong_blocks(void **state)
{
	SyncBlock right[2] = {{.count = 2, .entry = {{1, 4, 9}, {1, 12, 0}}}, {.serial = 1}};
	SyncBlock b[2];

	(void)state;
	assert_false(is_refused(right, 2, sizeof *b));
	assert_true(is_refused(right, 2, sizeof *b - 1));
	assert_true(is_refused(right + 1, 1, sizeof *b)); /* the first is missing */
	memcpy(b, right, sizeof b);
	b[1].serial = 0; /* booted again */
	assert_true(is_refused(b, 2, sizeof *b));
	memcpy(b, right, sizeof b);
	b[0].count = SYNC_ENTRIES + 1;
	assert_true(is_refused(b, 2, sizeof *b));
	memcpy(b, right, sizeof b);
	b[0].entry[1].last = 8; /* before the entry before */
	assert_true(is_refused(b, 2, sizeof *b));
	memcpy(b, right, sizeof b);
	b[0].entry[0].time = 4; /* does not grow */
	assert_true(is_refused(b, 2, sizeof *b));
	memcpy(b, right, sizeof b);
	b[0].entry[1].last = UINT32_MAX;
	assert_true(is_refused(b, 2, sizeof *b));
	memcpy(b, right, sizeof b);
	b[0].entry[1] = (SyncEntry){SYNC_MESSAGE | 3, 0, 8}; /* the message of the receive at 9 */
	assert_false(is_refused(b, 2, sizeof *b));
	b[0].entry[1].time = 9; /* sent when it is received */
	assert_true(is_refused(b, 2, sizeof *b));
	b[0].entry[1] = (SyncEntry){SYNC_CLOCK | 1, 8, 5}; /* read before the entry before */
	assert_true(is_refused(b, 2, sizeof *b));
	b[0].entry[1].last = 9;
	assert_false(is_refused(b, 2, sizeof *b));
	b[0].entry[0] = (SyncEntry){SYNC_MESSAGE | 3, 0, 8}; /* there is no receive before */
	assert_true(is_refused(b, 2, sizeof *b));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(same_log),
		cmocka_unit_test(wrong_blocks),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
