/*
 * output.c - graphs in DOT: quoting, boxes, attributes.
 */
#include "detrek/detrek.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void
test_dot(void **state)
{
	static const char want[] =
		"digraph \"a \\\"b\\\"\" {\n"
		"subgraph \"cluster box\\\\\" {\n"
		"label=\"box\\\\\"\n"
		"\"n\" [label=\"two\\nlines\",shape=box]\n"
		"}\n"
		"\"m\" [label=\"m\"]\n"
		"\"n\" -> \"m\"\n"
		"\"m\" -> \"n\" [style=bold]\n"
		"}\n";
	Buf b = {0};

	(void)state;
	dot_begin(&b, "a \"b\"");
	dot_cluster(&b, "box\\");
	dot_node(&b, "n", "two\nlines", "shape=box");
	dot_end(&b);
	dot_node(&b, "m", "m", NULL);
	dot_edge(&b, "n", "m", NULL);
	dot_edge(&b, "m", "n", "style=bold");
	dot_end(&b);
	buf_byte(&b, '\0');
	assert_string_equal((const char *)b.data, want);
	buf_free(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_dot),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("report", tests, NULL, NULL);
}
