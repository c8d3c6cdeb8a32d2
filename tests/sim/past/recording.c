/*
 * recording.c - recordings of random networks: every state of the run is restored from the file
 * alone, and a file that is cut or damaged is used up to the damage, or refused.
 *
 * Arguments: the number of networks; the number of the first. With LONG set, ten times as many as
 * without.
 */
#include "story.h"

#include "base/files.h"
#include "base/wire.h"
#include "sim/cpu/watcher.h"
#include "sim/past/chunk.h"
#include "tests/random.h"
#include "tests/temp.h"

enum { PLACES = 8, DAMAGES = 30 };

static uint64_t first = 1, count = 30;

/* A recorded run. */
typedef struct Recorded {
	Story story;
	char name[TEMP_NAME];
	uint64_t hash, fingerprint, counts[MAX_SIZE];
	Time end;
	bool ended_quiet;
} Recorded;

static void
record(Recorded *r, uint64_t number, uint64_t every)
{
	Machine m;
	Past *p;

	story_make(&r->story, number);
	temp_file(r->name);
	plan_open(&r->story.plan, &m, (Way){0});
	p = past_new(m.w);
	past_record(p, r->name, "test 'of a recording'", every, false);
	straight(&r->story, &m, p, r->story.plan.until);
	r->hash = network_hash(m.w);
	r->fingerprint = network_fingerprint(m.w);
	r->end = m.w->now;
	for (NodeId n = 0; n < m.w->nnodes; n++)
		r->counts[n] = t800_count(m.w->nodes[n]);
	past_free(p);
	machine_close(&m);
}

static void
recorded_free(Recorded *r)
{
	unlink(r->name);
	plan_free(&r->story.plan);
}

/* visit: random places and the end. */
static void
visit(Recorded *r, Past *p)
{
	Network *w = past_network(p);
	uint64_t *random = &r->story.random;

	for (int i = 0; i < PLACES; i++) {
		NodeId n = random_below(random, w->nnodes);

		if (random_below(random, 2) || r->counts[n] == 0)
			assert_true(past_goto(p, place_at(random_next(random) % r->end)));
		else
			assert_true(past_goto(p, place_before(n,
				random_next(random) % r->counts[n])));
		assert_int_equal(network_hash(w), state_at(&r->story, past_place(p)));
	}
	past_go_present(p);
	assert_int_equal(network_hash(w), r->hash);
	assert_int_equal(network_fingerprint(w), r->fingerprint);
	assert_int_equal(w->now, r->end);
	assert_true(past_goto(p, place_at(r->end / 2)));
	assert_int_equal(network_hash(w), state_at(&r->story, past_place(p)));
	past_run(p, NEVER);
	assert_int_equal(network_hash(w), r->hash);
}

static void
all_states_are_had_again(void **state)
{
	(void)state;
	for (uint64_t i = first; i < first + count; i++) {
		Recorded r;
		Past *p;

		record(&r, i, i % 3 == 0 ? 0 : 1000 + i % 7 * 1000);
		p = past_open(r.name);
		assert_string_equal(past_command(p), "test 'of a recording'");
		visit(&r, p);
		past_free(p);
		recorded_free(&r);
	}
}

/* The same run makes the same file. */
static void
the_file_is_the_same(void **state)
{
	Recorded one, two;
	Buf x, y;

	(void)state;
	record(&one, 7, 1000);
	record(&two, 7, 1000);
	x = file_read(one.name, 1 << 28);
	y = file_read(two.name, 1 << 28);
	assert_int_equal(x.len, y.len);
	assert_memory_equal(x.data, y.data, x.len);
	buf_free(&x);
	buf_free(&y);
	recorded_free(&one);
	recorded_free(&two);
}

/* ---- bad ones ---- */

static jmp_buf refused;

static void
caught(int status)
{
	assert_int_equal(status, EXIT_INPUT);
	longjmp(refused, 1);
}

/* attempt: open the bytes as a recording, and go to its end. returns whether they were accepted */
static bool
attempt(const Recorded *r, const uint8_t *bytes, size_t n, Time *end)
{
	static Past *p;
	Buf copy = {0};
	static bool good;

	good = false;
	buf_put(&copy, bytes, n);
	fatal_catch(caught);
	p = NULL;
	if (setjmp(refused) == 0) {
		past_open_bytes(&p, r->name, copy);
		past_go_present(p);
		*end = past_present(p);
		good = true;
	}
	fatal_catch(NULL);
	if (p)
		past_free(p);
	return good;
}

/* A cut file leads to a state of the run; a changed byte is found wherever it is. */
static void
bad_ones(void **state)
{
	Recorded r;
	Buf bytes;
	Time end;
	int used = 0;

	(void)state;
	record(&r, 3, 1000);
	bytes = file_read(r.name, 1 << 28);
	assert_true(attempt(&r, bytes.data, bytes.len, &end));
	assert_int_equal(end, r.end);
	for (int i = 0; i < DAMAGES; i++) {
		size_t at = random_next(&r.story.random) % bytes.len;

		used += attempt(&r, bytes.data, at, &end);
		bytes.data[at] ^= 1 << i % 8;
		if (attempt(&r, bytes.data, bytes.len, &end))
			assert_true(end <= r.end);
		bytes.data[at] ^= 1 << i % 8;
	}
	assert_true(used > DAMAGES / 4);
	assert_false(attempt(&r, (const uint8_t *)"trellis", 7, &end));
	assert_false(attempt(&r, NULL, 0, &end));
	buf_free(&bytes);
	recorded_free(&r);
}

/* is_alone: chunks of a kind are packed without regard to others. */
static bool
is_alone(ChunkKind kind)
{
	return kind != CHUNK_HEAD && kind != CHUNK_FILES && kind != CHUNK_TAPE && kind != CHUNK_END;
}

/* of_other_border: write the recording again, as a version that knows other kernels has made it. */
static void
of_other_border(const char *name)
{
	ChunkReader *r = chunk_open(name, file_read(name, 1 << 28));
	ChunkFile *f = chunk_create(name, false);
	Buf before = {0}, put = {0};
	Chunk c;
	bool cut;

	while (chunk_next(r, &c, &cut)) {
		Buf bytes = {0}, changed = {0};
		bool alone = is_alone(c.kind);

		assert_true(chunk_read(r, &c, alone ? (Buf){0} : before, &bytes));
		buf_put(&changed, bytes.data, bytes.len);
		if (c.kind == CHUNK_HEAD) { /* behind the layout, a number of 64 bits in any length */
			WireReader w = {bytes.data, bytes.data + bytes.len, false};

			get_number(&w);
			changed.data[w.p - bytes.data] ^= 1;
		}
		chunk_put(f, c.kind, changed, alone ? (Buf){0} : put);
		if (!alone) {
			buf_free(&before);
			buf_free(&put);
			before = bytes;
			put = changed;
		} else {
			buf_free(&bytes);
			buf_free(&changed);
		}
	}
	buf_free(&before);
	buf_free(&put);
	chunk_close(f);
	chunk_reader_free(r);
}

/* A recording of a version with another kernel is replayed, and nothing in its nodes is read. */
static void
other_kernels(void **state)
{
	Recorded r;
	Past *p;
	static bool read;

	(void)state;
	record(&r, 5, 1000);
	for (int other = 0; other < 2; other++) {
		if (other)
			of_other_border(r.name);
		p = past_open(r.name);
		past_go_present(p);
		assert_int_equal(network_hash(past_network(p)), r.hash);
		read = false;
		fatal_catch(caught);
		if (setjmp(refused) == 0) {
			past_require_same_kernel(p);
			read = true;
		}
		fatal_catch(NULL);
		assert_int_equal(read, !other);
		past_free(p);
	}
	recorded_free(&r);
}

/* ---- observers ---- */

static void
accessed(void *context, NodeId n, const Access *a, uint32_t naccesses)
{
	uint64_t *seen = context;

	for (uint32_t i = 0; i < naccesses; i++)
		*seen = *seen * 31 + a[i].addr + a[i].new + a[i].count * (n + 1);
}

/* observed: what a watcher of a node sees of the run from a time to its end. */
static uint64_t
observed(const char *name, NodeId n, Time from)
{
	Past *p = past_open(name);
	uint64_t seen = 0;
	Watcher *o;

	assert_true(past_goto(p, place_at(from)));
	o = watcher_new(past_network(p), &(WatcherOptions){.report_accesses = accessed, .context = &seen});
	watcher_all(o, n, ACCESS_ALL);
	past_run(p, NEVER);
	assert_true(past_is_present(p));
	watcher_free(o);
	past_free(p);
	return seen;
}

/* Moments shorten no run that is observed. */
static void
observers_miss_nothing(void **state)
{
	int seen = 0;

	(void)state;
	for (uint64_t i = 1; i <= 10; i++) {
		Recorded with, without;

		record(&with, i, 1000);
		record(&without, i, 0);
		for (NodeId n = 0; n < with.story.plan.nnodes; n++) {
			uint64_t all = observed(without.name, n, with.end / 4);

			assert_int_equal(observed(with.name, n, with.end / 4), all);
			seen += all != 0;
		}
		recorded_free(&with);
		recorded_free(&without);
	}
	assert_true(seen > 10);
}

/* One node that moves nbytes bytes, divides, and stops; the host lets the clock tick. */
static Host *
dividing(Network *w, Word nbytes, uint8_t boot[32])
{
	static const uint8_t begin[] = {24, 0x24, 0xF2, 0x24, 0x20, 0x50, /* mint; ldnlp #400: from */
		0x24, 0xF2, 0x21, 0x20, 0x20, 0x50, /* mint; ldnlp #1000: to */
		0, 0, 0, 0,                         /* ldc nbytes */
		0x24, 0xFA,                         /* move */
		0x40, 0x41, 0x42, 0x21, 0xFA,       /* ldc 0; ldc 1; ldc 2; ldiv */
		0x21, 0xF5};                        /* stopp */

	memcpy(boot, begin, sizeof begin);
	for (int i = 0; i < 4; i++)
		boot[12 + i] = (i < 3 ? 0x20 : 0x40) | (nbytes >> (12 - 4 * i) & 15);
	return host_new(w, &(HostOptions){.mode = HOST_RAW, .boot = boot, .nboot = sizeof begin});
}

/* end_within: record a run that ends after an epoch, and compare the end of the recording. */
static void
end_within(Topology *t, Word nbytes, uint64_t every)
{
	char name[TEMP_NAME];
	Network *w = network_new(t);
	uint8_t boot[32];
	Host *h = dividing(w, nbytes, boot);
	Past *p = past_new(w);
	uint64_t hash;

	temp_file(name);
	past_record(p, name, "test", every, false);
	network_finish(w, 0);
	assert_int_equal(past_run(p, NEVER), RUN_FINISHED);
	assert_int_equal(w->now, EPOCH);
	host_order(w, w->links.first_host_end,
		(Order){.at = w->now + SETUP, .kind = POST_OUT, .len = 1, .data = xcalloc(1, 1)});
	hash = network_hash(w);
	past_free(p);
	host_free(h);
	network_free(w);

	p = past_open(name);
	past_go_present(p);
	assert_int_equal(network_hash(past_network(p)), hash);
	past_free(p);
	unlink(name);
}

/*
 * The host ends the run while a node is in its last stretch, and acts once more: to a replay, which
 * the host does not end, the network is quiet only after that act. With moments, the end is in the
 * file, too.
 */
static void
ended_within_the_last_stretch(void **state)
{
	static const char text[] = "topology t\nnode n mem=64K\nhost h\nwire h.0 n.0\nend\n";
	Topology *t = topology_parse(text, strlen(text), "t.topo");
	Word nbytes = 0x3300;

	(void)state;
	for (Time end = 0; end <= EPOCH; nbytes += 4) {
		uint8_t boot[32];
		Network *w = network_new(t);
		Host *h = dividing(w, nbytes, boot);

		assert_int_equal(network_run(w, NEVER), RUN_QUIET);
		end = w->now;
		assert_true(end < EPOCH + 1000000);
		host_free(h);
		network_free(w);
	}
	end_within(t, nbytes - 4, 0);
	end_within(t, nbytes - 4, 1);
	topology_free(t);
}

int
main(int argc, char **argv)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_states_are_had_again),
		cmocka_unit_test(the_file_is_the_same),
		cmocka_unit_test(bad_ones),
		cmocka_unit_test(other_kernels),
		cmocka_unit_test(observers_miss_nothing),
		cmocka_unit_test(ended_within_the_last_stretch),
	};

	return random_main(argc, argv, &count, &first, 10, tests, sizeof tests / sizeof *tests);
}
