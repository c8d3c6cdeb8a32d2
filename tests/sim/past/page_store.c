/*
 * Pages that several snapshots share are stored once, until the last of these snapshots is freed.
 */
#include "sim/network/network.h"
#include "sim/past/page_store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MANY = 5000 };

/* page: page i; pages of the same thousand differ in their last word only. */
static const uint8_t *
page(uint32_t i)
{
	static uint8_t bytes[PAGE];

	memset(bytes, i / 1000, PAGE);
	put32(bytes + PAGE - 4, i);
	return bytes;
}

static void
shared(void **state)
{
	PageStore *s = page_store_new();
	uint32_t *number = xcalloc(MANY, sizeof *number);
	size_t once;

	(void)state;
	assert_int_equal(page_store_size(s), 0);
	for (uint32_t i = 0; i < MANY; i++)
		number[i] = page_store_put(s, page(i));
	once = page_store_size(s);
	assert_true(once >= (size_t)MANY * PAGE);
	for (uint32_t i = 0; i < MANY; i++)
		assert_int_equal(page_store_put(s, page(i)), number[i]);
	assert_int_equal(page_store_size(s), once);
	for (uint32_t i = 0; i < MANY; i += 2)
		page_store_drop(s, number[i]);
	assert_int_equal(page_store_size(s), once);
	for (uint32_t i = 0; i < MANY; i += 2)
		page_store_drop(s, number[i]);
	assert_int_equal(page_store_size(s), once / 2);
	for (uint32_t i = 1; i < MANY; i += 2)
		assert_memory_equal(page_store_get(s, number[i]), page(i), PAGE);
	for (uint32_t i = 0; i < MANY; i += 2) /* reuse the places of those that were freed */
		number[i] = page_store_put(s, page(MANY + i));
	assert_int_equal(page_store_size(s), once);
	for (uint32_t i = 0; i < MANY; i++)
		assert_memory_equal(page_store_get(s, number[i]), page(i % 2 ? i : MANY + i),
			PAGE);
	page_store_free(s);
	free(number);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(shared)};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
