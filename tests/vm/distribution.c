/* distribution.c - the report's lines folded, however the output is cut into pieces. */
#include "vm/distribution.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

/* folded: what is shown of a text that comes in pieces of `size` bytes; the caller frees it. */
static char *
folded(const char *text, size_t size)
{
	Distribution d = {0};
	Buf to = {0};

	for (size_t n; *text; text += n) {
		n = strnlen(text, size);
		distribution_put(&d, text, n, &to);
	}
	distribution_end(&d, &to);
	buf_byte(&to, '\0');
	return (char *)to.data;
}

static void
expect_folded(const char *text, const char *expected)
{
	for (size_t size = 1; size <= strlen(text); size++) {
		char *got = folded(text, size);

		assert_string_equal(got, expected);
		free(got);
	}
}

static void
test_many(void **state)
{
	Buf text = {0};

	(void)state;
	buf_printf(&text, "Task Distribution:\n");
	for (int i = 0; i < 40; i++)
		buf_printf(&text, "Node %d %d Tasks\n", i, i < 3 ? 0 : i % 2 ? 5 : 7);
	buf_printf(&text, "done\n");
	buf_byte(&text, '\0');
	expect_folded((char *)text.data,
		"Task Distribution:\n"
		"      tasks  nodes                            (--all: a line a node)\n"
		"          0      3  ####                      n0-2\n"
		"          5     19  ########################  n3,5,7,9,11,13,15,17,19,...\n"
		"          7     18  #######################   n4,6,8,10,12,14,16,18,20,...\n"
		"done\n");
	buf_free(&text);
}

static void
test_wide(void **state)
{
	Buf text = {0}, all = {0};
	uint32_t tasks[32];

	(void)state;
	for (uint32_t i = 0; i < 32; i++)
		tasks[i] = i == 31 ? UINT32_MAX : 0;
	distribution_print(tasks, 32, true, &text);
	buf_byte(&text, '\0');
	assert_string_equal((char *)text.data,
		"      tasks  nodes                            (--all: a line a node)\n"
		"0-536870911     31  ########################  n0-30\n"
		"3758096384-4294967295      1  #                         n31\n");
	distribution_print(tasks, 32, false, &all);
	assert_int_equal(memcmp(all.data, "Node 0 0 Tasks\nNode 1 0 Tasks\n", 30), 0);
	buf_free(&text);
	buf_free(&all);
}

static void
test_others(void **state)
{
	static const char *const texts[] = {
		"Node 0 1 Tasks\nNode 1 2 Tasks\n", /* few */
		"Node 0 1 Tasks\nNode 2 2 Tasks\n", /* not the next */
		"Node 0 1 Tasks\nNode 0 2 Tasks\n", "Node 0 1 Tasks", "Node 0 01 Tasks\n",
		"Node\nNo", "N", "a Node 0 1 Tasks\n", "x\nNode 0 -1 Tasks\n", "\n\nNode 0 7 Tasks \n",
	};

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		expect_folded(texts[i], texts[i]);
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_many),
		cmocka_unit_test(test_wide),
		cmocka_unit_test(test_others),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
