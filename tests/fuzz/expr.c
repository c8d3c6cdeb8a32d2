/*
 * expr.c - fuzz target: the debugger's expressions on any text: evaluated twice, they give the same
 * value or the same error.
 */
#include "tests/detrek/expr/pair.h"

#include <assert.h>
#include <stdlib.h>

/* outcome: an expression's value or error as text. */
static Buf
outcome(const char *text)
{
	char error[EXPR_ERROR] = "";
	Arena a = {0};
	Expr *e = expression_parse(&a, text, &names, error);
	Buf b = {0};
	Value v;

	if (!e || !expression_eval(e, &a, &names, &v, error)) {
		assert(*error);
		buf_printf(&b, "%s", error);
	} else if (value_read(&v, &a, &names)) {
		type_text(v.type, "", &b);
		value_text(NULL, NULL, v.type, v.bytes, v.known, &b);
	}
	buf_byte(&b, 0);
	expression_type(&a, text, &names);
	arena_free(&a);
	return b;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	char *text = xstrndup((const char *)data, n);
	Buf first, second;

	make_types();
	fill();
	first = outcome(text);
	fill();
	second = outcome(text);
	assert(first.len == second.len && memcmp(first.data, second.data, first.len) == 0);
	buf_free(&first);
	buf_free(&second);
	free(text);
	return 0;
}
