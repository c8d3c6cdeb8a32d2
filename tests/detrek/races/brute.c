/*
 * brute.c - random traces: both methods against the definitions, computed by brute force.
 *
 * Operations are few enough for a word of bits each; the operations before one are the transitive
 * closure of the thread's order and the edges. RecPlay's edges join all operations on one object,
 * the graph's are made again here by its rules. In half of the traces, the threads take turns
 * between two memories.
 */
#include "detrek/races/races.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
	TRACES = 2000,
	MAX_THREADS = 5,
	MAX_OPS = 64,
	NSEMS = 3,
	NCHANNELS = 2,
	NVARIABLES = 5,
};

/* A made trace: its text and the graph's edges, op to op. */
typedef struct Made {
	Buf text;
	uint32_t state; /* of the generator */
	uint32_t nthreads, nops;
	uint32_t nmemories; /* thread t has memory t % nmemories */
	uint32_t thread[MAX_OPS], object[MAX_OPS];
	int from[MAX_OPS];
	uint32_t value[NSEMS];
	int rising[NSEMS];
	int grant[NSEMS][MAX_OPS];
	uint32_t ngrants[NSEMS], nwaiting[NSEMS];
	int waits[MAX_THREADS]; /* semaphore or -1 */
	int sent[NCHANNELS][MAX_OPS];
	uint32_t head[NCHANNELS], nsent[NCHANNELS];
	int blocking[MAX_THREADS]; /* the thread's last send or -1 */
	int received[MAX_OPS];     /* recv of a send or -1 */
} Made;

static uint32_t
draw(Made *m, uint32_t n)
{
	m->state ^= m->state << 13;
	m->state ^= m->state >> 17;
	m->state ^= m->state << 5;
	return (uint64_t)m->state * n >> 32;
}

static int
op(Made *m, uint32_t thread, const char *name, const char *kind, uint32_t object, int from)
{
	buf_printf(&m->text, "T%u %s %s%u\n", thread, name, kind, object);
	m->thread[m->nops] = thread;
	m->object[m->nops] = *kind == 's' ? object : NSEMS + object;
	m->from[m->nops] = from;
	m->received[m->nops] = -1;
	return m->nops++;
}

static void
wait_on(Made *m, uint32_t t, uint32_t s)
{
	int from = m->rising[s];

	if (m->value[s] == 0) {
		buf_printf(&m->text, "T%u B s%u\n", t, s);
		m->waits[t] = s;
		m->nwaiting[s]++;
		return;
	}
	m->value[s]--;
	m->rising[s] = -1;
	op(m, t, "P", "s", s, from >= 0 && m->thread[from] != t ? from : -1);
}

static void
go_on(Made *m, uint32_t t)
{
	uint32_t s = m->waits[t];

	if (m->ngrants[s] == 0)
		return;
	op(m, t, "P", "s", s, m->grant[s][0]);
	memmove(m->grant[s], m->grant[s] + 1, --m->ngrants[s] * sizeof m->grant[s][0]);
	m->nwaiting[s]--;
	m->waits[t] = -1;
}

static void
signal_on(Made *m, uint32_t t, uint32_t s)
{
	int v = op(m, t, "V", "s", s, -1);

	if (m->nwaiting[s] > m->ngrants[s])
		m->grant[s][m->ngrants[s]++] = v;
	else
		m->rising[s] = m->value[s]++ == 0 ? v : -1;
}

static void
message(Made *m, uint32_t t, uint32_t c)
{
	int last = m->blocking[t];

	if (last >= 0 && m->object[last] == NSEMS + c && m->received[last] >= 0) {
		op(m, t, "unblk", "c", c, m->received[last]);
		m->blocking[t] = -1;
	} else if (m->head[c] < m->nsent[c] && draw(m, 3)) {
		int send = m->sent[c][m->head[c]++];

		m->received[send] = op(m, t, "recv", "c", c, send);
	} else {
		m->sent[c][m->nsent[c]++] = m->blocking[t] = op(m, t, "send", "c", c, -1);
	}
}

static void
step(Made *m)
{
	uint32_t t = draw(m, m->nthreads), k = draw(m, 20);

	if (m->waits[t] >= 0)
		go_on(m, t);
	else if (k < 10)
		buf_printf(&m->text, "T%u %s x%u\n", t, draw(m, 2) ? "rd" : "wr",
			draw(m, NVARIABLES) + t % m->nmemories * NVARIABLES);
	else if (k < 13)
		wait_on(m, t, draw(m, NSEMS));
	else if (k < 17)
		signal_on(m, t, draw(m, NSEMS));
	else
		message(m, t, draw(m, NCHANNELS));
}

static void
make(Made *m, uint32_t seed)
{
	memset(m, 0, sizeof *m);
	m->state = seed * 2654435761u + 1;
	m->nthreads = 1 + draw(m, MAX_THREADS);
	m->nmemories = 1 + seed % 2;
	for (uint32_t s = 0; s < NSEMS; s++) {
		m->rising[s] = -1;
		m->value[s] = draw(m, 2);
		buf_printf(&m->text, "sem s%u %u\n", s, m->value[s]);
	}
	for (uint32_t t = 0; t < m->nthreads; t++) {
		m->waits[t] = m->blocking[t] = -1;
		buf_printf(&m->text, "T%u rd own%u\n", t, t); /* threads in order */
	}
	for (uint32_t steps = draw(m, 150); steps && m->nops < MAX_OPS; steps--)
		step(m);
}

/* before[i]: the operations before i, itself included. */
static void
closure(const Made *m, bool recplay, uint64_t *before)
{
	for (uint32_t i = 0; i < m->nops; i++) {
		before[i] = (uint64_t)1 << i;
		for (uint32_t k = 0; k < i; k++)
			if (m->thread[k] == m->thread[i] ||
				(recplay ? m->object[k] == m->object[i] : m->from[i] == (int)k))
				before[i] |= before[k];
	}
}

/* Whether segment a ends before segment b begins. */
static bool
ordered(const Made *m, const uint64_t *before, uint32_t a, uint32_t b)
{
	uint32_t thread = b < m->nops ? m->thread[b] : b - m->nops;

	if (a >= m->nops)
		return false;
	for (uint32_t i = b < m->nops ? b : m->nops; i-- > 0;)
		if (m->thread[i] == thread)
			return before[i] >> a & 1;
	return false;
}

static uint8_t
accesses(const Trace *t, uint32_t segment, uint32_t v)
{
	for (uint32_t i = t->set_start[segment]; i < t->set_start[segment + 1]; i++)
		if (t->word[i].index == v / WORD_VARIABLES)
			return (t->word[i].load >> v % WORD_VARIABLES & 1) * LOAD |
				(t->word[i].store >> v % WORD_VARIABLES & 1) * STORE;
	return 0;
}

/* How often the race is reported. */
static uint32_t
reported(const Races *r, uint32_t v, uint32_t a, uint32_t b)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < r->n; i++)
		n += r->race[i].variable == v && r->race[i].a == a && r->race[i].b == b;
	return n;
}

static bool
share(const Made *m, uint32_t a, uint32_t b)
{
	return a % m->nmemories == b % m->nmemories;
}

static void
check(const Made *m, const Trace *t, const Races *r, const uint64_t *before)
{
	uint32_t n = trace_nsegments(t), races = 0;
	uint64_t parallel = 0;

	for (uint32_t a = 0; a < n; a++) {
		for (uint32_t b = a + 1; b < n; b++) {
			if (segment_thread(t, a) == segment_thread(t, b) ||
				!share(m, segment_thread(t, a), segment_thread(t, b)) ||
				ordered(m, before, a, b) || ordered(m, before, b, a))
				continue;
			parallel++;
			for (uint32_t v = 0; v < t->variable.n; v++) {
				uint8_t x = accesses(t, a, v), y = accesses(t, b, v);

				if (!x || !y || !((x | y) & STORE))
					continue;
				races++;
				assert_int_equal(reported(r, v, a, b), 1);
			}
		}
	}
	assert_int_equal(r->parallel, parallel);
	assert_int_equal(r->n, races);
}

/*
 * check_stored: on the list are the segments that the next operation of some other thread of the
 * memory is not after.
 */
static void
check_stored(const Made *m, const Trace *t, const RecPlay *r, const uint64_t *before)
{
	uint32_t most = 0;

	for (uint32_t now = 0; now < m->nops; now++) {
		uint32_t stored = 0, nwords = 0;
		uint64_t last[MAX_THREADS] = {0};

		for (uint32_t i = 0; i <= now; i++)
			last[m->thread[i]] = before[i];
		for (uint32_t s = 0; s <= now; s++) {
			bool all = true;

			for (uint32_t i = 0; i < m->nthreads; i++)
				all &= i == m->thread[s] || !share(m, i, m->thread[s]) ||
					last[i] >> s & 1;
			stored += !all;
			nwords += all ? 0 : t->set_start[s + 1] - t->set_start[s];
		}
		assert_int_equal(r->sample[now].stored, stored);
		assert_int_equal(r->sample[now].bytes, nwords * sizeof(AccessWord));
		most = stored > most ? stored : most;
	}
	assert_int_equal(r->max_stored, most);
}

/* Variable x<k> at an address of its own: some in one page, some far away. */
static uint64_t
address_of(const InputWord *name)
{
	uint64_t k = name->s[name->len - 1] - '0';

	return *name->s == 'x' ? 0x80000000u + k * k * 700 : 0x90000000u + k;
}

static uint32_t
variable_at(Trace *t, uint64_t address)
{
	return trace_page_variable(t, address / PAGE_VARIABLES) + address % PAGE_VARIABLES;
}

/* The same trace again, with addresses instead of names of variables. */
static Trace *
by_address(Arena *a, const Buf *text)
{
	Lines l = lines_start(a, "made", (char *)text->data, text->len);
	Trace *t = trace_new(a, "made");
	TraceLine x;

	while (trace_line(&l, &x)) {
		uint32_t object = NONE, thread;

		if (x.kind != LINE_ACCESS)
			object = trace_object(t, x.object.s, x.object.len);
		if (x.kind == LINE_DECLARE) {
			trace_declare(t, l.line, object, x.value);
			continue;
		}
		thread = trace_thread(t, x.thread.s, x.thread.len);
		if (x.kind == LINE_ACCESS)
			trace_access(t, l.line, thread, variable_at(t, address_of(&x.object)),
				x.store);
		else if (x.kind == LINE_BLOCK)
			trace_block(t, l.line, thread, object);
		else
			trace_sync(t, l.line, thread, x.sync, object);
	}
	trace_finish(t);
	return t;
}

static void
put_memories(const Made *m, Trace *t)
{
	for (uint32_t i = 0; i < m->nthreads; i++)
		trace_set_memory(t, i, i % m->nmemories);
}

static void
check_addresses(Arena *a, const Made *m, const Trace *t, const Races *r)
{
	Trace *other = by_address(a, &m->text);
	const Races *q;

	put_memories(m, other);
	q = recplay_run(other, &(KeptParts){0})->races;
	assert_int_equal(q->n, r->n);
	assert_int_equal(q->parallel, r->parallel);
	for (uint32_t i = 0; i < r->n; i++) {
		const char *name = variable_name(t, r->race[i].variable);
		InputWord w = {name, strlen(name)};
		char address[24];

		snprintf(address, sizeof address, "0x%llx", (unsigned long long)address_of(&w));
		assert_string_equal(variable_name(other, q->race[i].variable), address);
		assert_int_equal(q->race[i].a, r->race[i].a);
		assert_int_equal(q->race[i].b, r->race[i].b);
		assert_int_equal(q->race[i].aops, r->race[i].aops);
		assert_int_equal(q->race[i].bops, r->race[i].bops);
	}
}

/* With one race of each variable kept, the counts are those of all. */
static void
check_limit(const Trace *t, const Races *all, const Races *one)
{
	assert_int_equal(all->total, all->n);
	assert_int_equal(one->total, all->n);
	assert_int_equal(one->parallel, all->parallel);
	for (uint32_t v = 0; v < t->nvariables; v++)
		assert_int_equal(one->count[v], all->count[v]);
	for (uint32_t i = 0; i < one->n; i++) {
		const Race *x = &one->race[i];

		assert_int_equal(reported(all, x->variable, x->a, x->b), 1);
		assert_true(i == 0 || x[-1].variable != x->variable);
	}
}

static void
random_traces(void **state)
{
	(void)state;
	for (uint32_t seed = 1; seed <= TRACES; seed++) {
		Made m;
		Arena a = {0};
		uint64_t before[MAX_OPS];
		Trace *t;
		RecPlay *r;
		Races *ppd;

		make(&m, seed);
		t = trace_read(&a, "made", (char *)m.text.data, m.text.len);
		assert_int_equal(t->nops, m.nops);
		assert_int_equal(t->thread.n, m.nthreads);
		put_memories(&m, t);
		for (uint32_t i = 0; i < m.nops; i++)
			assert_int_equal((int)t->op[i].from, m.from[i]);
		closure(&m, true, before);
		r = recplay_run(t, &(KeptParts){.samples = true});
		check(&m, t, r->races, before);
		check_stored(&m, t, r, before);
		check_addresses(&a, &m, t, r->races);
		check_limit(t, r->races, recplay_run(t, &(KeptParts){.races = 1})->races);
		closure(&m, false, before);
		ppd = ppd_run(t, &(KeptParts){0});
		check(&m, t, ppd, before);
		check_limit(t, ppd, ppd_run(t, &(KeptParts){.races = 1}));
		assert_int_equal(races_compare(t, r->races, ppd).missing, 0);
		arena_free(&a);
		buf_free(&m.text);
	}
}

/* Enough variables, threads and segments for wide bitmaps, grown tables and dropped entries. */
static void
many_variables(void **state)
{
	enum { N = 20000, TURNS = 300 };
	Buf b = {0};
	Arena a = {0};
	Trace *t;
	RecPlay *r;

	(void)state;
	buf_printf(&b, "sem m 1\n");
	for (uint32_t i = 0; i < N; i++)
		buf_printf(&b, "A wr v%u\n", i);
	for (uint32_t k = 0; k < TURNS; k++)
		buf_printf(&b, "%c P m\n%c wr v7\n%c V m\n", "AB"[k % 2], "AB"[k % 2], "AB"[k % 2]);
	buf_printf(&b, "C wr v%u\n", N - 1);
	t = trace_read(&a, "made", (char *)b.data, b.len);
	r = recplay_run(t, &(KeptParts){0});
	assert_int_equal(t->variable.n, N);
	assert_int_equal(r->races->n, 1);
	assert_string_equal(variable_name(t, r->races->race[0].variable), "v19999");
	assert_int_equal(r->max_stored, 2 * TURNS); /* C never synchronises: nothing is obsolete */
	arena_free(&a);
	buf_free(&b);
}

/* Threads that never synchronise: every two that access a variable, one storing, race. */
static void
unsynchronised(void **state)
{
	enum { THREADS = 3000, STORING = 1000 };
	uint64_t pairs = (uint64_t)THREADS * (THREADS - 1) / 2 -
		(uint64_t)(THREADS - STORING) * (THREADS - STORING - 1) / 2;
	Buf b = {0};
	Arena a = {0};
	Trace *t;
	RecPlay *r;

	(void)state;
	for (uint32_t i = 0; i < THREADS; i++)
		buf_printf(&b, "T%u %s x\n", i, i % 3 ? "rd" : "wr");
	t = trace_read(&a, "made", (char *)b.data, b.len);
	r = recplay_run(t, &(KeptParts){.races = 5});
	assert_int_equal(r->races->n, 5);
	assert_int_equal(r->races->total, pairs);
	assert_int_equal(recplay_run(t, &(KeptParts){0})->races->n, pairs);
	arena_free(&a);
	buf_free(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_traces),
		cmocka_unit_test(many_variables),
		cmocka_unit_test(unsynchronised),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
