/*
 * table.c - a table finds what a plain list contains: with random elements of few and of many keys,
 * put and removed in any order.
 */
#include "tests/random.h"

#include "base/table.h"

enum { MOST = 2000, STEPS = 4000 };

typedef struct Element {
	uint64_t key;
	uint32_t number;
} Element;

typedef struct Plain {
	Element element[MOST];
	uint32_t n;
} Plain;

static uint32_t
plain_count(const Plain *p, uint64_t key)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < p->n; i++)
		count += p->element[i].key == key;
	return count;
}

static bool
plain_has(const Plain *p, uint64_t key, uint32_t number)
{
	for (uint32_t i = 0; i < p->n; i++)
		if (p->element[i].key == key && p->element[i].number == number)
			return true;
	return false;
}

/* compare: the table has the same elements with that key, each once, the older ones first. */
static void
compare(const Table *t, const Plain *p, uint64_t key)
{
	uint32_t count = 0, last = 0;

	for (const TableSlot *s = table_find(t, key); s; s = table_next(t, s)) {
		assert_int_equal(s->key, key);
		assert_true(plain_has(p, key, s->number));
		assert_true(count == 0 || last < s->number);
		last = s->number;
		count++;
	}
	assert_int_equal(count, plain_count(p, key));
	assert_int_equal(t->n, p->n);
}

static void
put(Table *t, Plain *p, uint64_t key, uint32_t number)
{
	table_put(t, key, number);
	p->element[p->n++] = (Element){key, number};
}

static void
take_out(Table *t, Plain *p, uint32_t i)
{
	const TableSlot *s = table_find(t, p->element[i].key);

	while (s && s->number != p->element[i].number)
		s = table_next(t, s);
	assert_non_null(s);
	table_remove(t, s);
	p->element[i] = p->element[--p->n];
}

/* operate: random operations with keys that have one of nkeys values, step apart. */
static void
operate(Arena *a, uint64_t seed, uint32_t nkeys, uint64_t step)
{
	Table t = {.arena = a};
	Plain *p = calloc(1, sizeof *p);

	for (uint32_t i = 0; i < STEPS / RANDOM_SHARE; i++) {
		uint64_t key = random_below(&seed, nkeys) * step;

		if (p->n < MOST && random_below(&seed, 5) < 3)
			put(&t, p, key, i);
		else if (p->n > 0)
			take_out(&t, p, random_below(&seed, p->n));
		compare(&t, p, key);
	}
	while (p->n > 0)
		take_out(&t, p, p->n - 1);
	assert_int_equal(t.n, 0);
	table_free(&t);
	assert_null(table_find(&t, 0));
	free(p);
}

static void
few_keys(void **state)
{
	(void)state;
	operate(NULL, 1, 100, 1);
	operate(NULL, 2, 3, UINT64_C(1) << 63);
}

static void
many_keys(void **state)
{
	(void)state;
	operate(NULL, 3, 100000, 1);
	operate(NULL, 4, 100000, UINT64_C(1) << 32);
	operate(NULL, 5, 100000, 0x9E3779B97F4A7C15u);
}

static void
slots_in_an_arena(void **state)
{
	Arena a = {0};

	(void)state;
	operate(&a, 6, 1000, 64);
	arena_free(&a);
}

static void
keys_join_once(void **state)
{
	Table t = {0};

	(void)state;
	for (uint64_t i = 0; i < MOST; i++)
		assert_true(table_insert_key(&t, i * i));
	for (uint64_t i = 0; i < MOST; i++)
		assert_false(table_insert_key(&t, i * i));
	assert_true(table_insert_key(&t, 2));
	assert_int_equal(t.n, MOST + 1);
	table_free(&t);
}

static void
texts_have_keys(void **state)
{
	(void)state;
	assert_true(table_hash("abc", 3) == table_hash("abcd", 3));
	assert_true(table_hash("abc", 3) != table_hash("abd", 3));
	assert_true(table_hash("", 0) == table_hash("a", 0));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(few_keys),
		cmocka_unit_test(many_keys),
		cmocka_unit_test(slots_in_an_arena),
		cmocka_unit_test(keys_join_once),
		cmocka_unit_test(texts_have_keys),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
