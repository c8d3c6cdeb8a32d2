/*
 * expr.c - C expressions: their values, and the texts that are refused.
 *
 * That arithmetic follows C, for all types and operators, is tested by expr.t: a C compiler
 * evaluates the same random expressions. Argument: a file with one expression per line, whose
 * values are printed.
 */
#include "pair.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* text_of: the type and value of an expression, or its error message. */
static char *
text_of(const char *text)
{
	char error[EXPR_ERROR];
	Arena a = {0};
	Expr *e = expression_parse(&a, text, &names, error);
	Value v;
	Buf b = {0};

	if (!e || !expression_eval(e, &a, &names, &v, error)) {
		buf_printf(&b, "%s", error);
	} else if (!value_read(&v, &a, &names)) {
		buf_printf(&b, "no memory");
	} else {
		type_text(v.type, "", &b);
		buf_printf(&b, " ");
		value_text(NULL, NULL, v.type, v.bytes, v.known, &b);
	}
	buf_byte(&b, 0);
	arena_free(&a);
	return (char *)b.data;
}

static void
is(const char *text, const char *expected)
{
	char *found = text_of(text);

	if (strcmp(found, expected) != 0)
		fail_msg("%s: '%s', not '%s'", text, found, expected);
	free(found);
}

static void
values(void **state)
{
	(void)state;
	fill();
	is("1 + 2 * 3", "int 7");
	is("(1 + 2) * 3", "int 9");
	is("i", "int -12345");
	is("u + i", "unsigned int 2999987655");
	is("-2147483647 - 1", "int -2147483648");
	is("2147483647 + 1", "int -2147483648");
	is("2147483648", "long long 2147483648");
	is("0xFFFFFFFF", "unsigned int 4294967295");
	is("c", "char 200");
	is("c + 0", "int 200");
	is("sc * 2", "int -200");
	is("us << 4", "int 960000");
	is("-7 / 2", "int -3");
	is("-7 % 3", "int -1");
	is("i >> 3", "int -1544");
	is("1 ? 2 : 1 / 0", "int 2");
	is("0 && 1 / 0", "int 0");
	is("1 || 1 / 0", "int 1");
	is("f", "float -2.75");
	is("f * 2", "float -5.5");
	is("(int)f", "int -2");
	is("1.5 < 2", "int 1");
	is("'a' + 1", "int 98");
	is("'\\n'", "int 10");
	is("sizeof p", "unsigned int 20");
	is("sizeof(struct Pair *)", "unsigned int 4");
	is("sizeof (i)", "unsigned int 4");
	is("GREEN + 1", "int 6");
	is("(Color)5", "Color GREEN");
	is("(unsigned char)300", "unsigned char 44 ','");
	is("(1, 2)", "int 2");
	is("$areg", "unsigned int 77");
	is("$.a + $1.a", "int -14");
	is("$$12.b", "unsigned int 5");
	is("$.c * 2", "int -30");
	is("$.d[1]", "short -2");
	is("$.next->a", "int -7");
	is("&$", "the value is in no memory: it has no address");
}

static void
objects(void **state)
{
	(void)state;
	fill();
	is("p.a", "int -7");
	is("pp->a", "int -7");
	is("pp->next->next->a", "int -7");
	is("p.b", "unsigned int 5");
	is("p.c", "int -15");
	is("p.c + 0", "int -15");
	is("p.d[1]", "short -2");
	is("p.d", "short [3] {1, -2, 3}");
	is("*p.d", "short 1");
	is("*(p.d + 2)", "short 3");
	is("2[p.d]", "short 3");
	is("&p.d[2] - p.d", "int 2");
	is("&p", "struct Pair * 0x1000");
	is("(int)&p.next", "int 4112");
	is("*&i", "int -12345");
	is("p.d[0] @ 2", "short [2] {1, -2}");
	is("*(short *)0x1200 @ 9", "short [9] {0, 0, 0, 0, 0, 0, 0, 0, 0}");
	is("*(short *)0x1200 @ 10", "short [10] {0 <repeats 10 times>}");
	is("p.d[0] @ 46", "short [46] {1, -2, 3, 0, 4096, 0 <repeats 41 times>}");
	is("*(int *)0x1200 @ 800", "int [800] {0 <repeats 800 times>}");
	is("*(int *)0x1000", "int -7");
	is("*(short (*)[3])0x1008", "short [3] {1, -2, 3}");
	is("((struct Pair *)&p)->a", "int -7");
	is("pp == &p", "int 1");
	is("!pp", "int 0");
	is("p", "struct Pair {a = -7, b = 5, c = -15, d = {1, -2, 3}, next = 0x1000}");
}

static void
changes(void **state)
{
	(void)state;
	fill();
	is("i = 5", "int 5");
	is("i", "int 5");
	is("i += 3 * 2", "int 11");
	is("i++", "int 11");
	is("--i", "int 11");
	is("c = 300", "char 44 ','");
	is("p.b = 14", "unsigned int 14");
	is("p.b", "unsigned int 6");
	is("p.c", "int -15");
	is("p.d[1] = i = 9", "short 9");
	is("f = 1", "float 1");
	is("u <<= 4", "unsigned int 755359744");
	is("5 = i", "the left side of the assignment is not in memory");
	is("p.d = 5", "short [3] cannot be assigned to");
	names.write = NULL;
	is("i = 1", "assignments are not allowed here; use 'set var'");
	is("i", "int 9");
	names.write = write_memory;
}

static void
mistakes(void **state)
{
	(void)state;
	fill();
	is("", "the expression ends; expected a value");
	is("1 +", "the expression ends; expected a value");
	is("(1", "')' is missing at the end");
	is("1 2", "unexpected '2' after the expression");
	is("x", "no symbol \"x\" in the current context");
	is("gone", "gone: optimised away here");
	is("nowhere", "no memory");
	is("nowhere + 1", "no memory at 0x9000");
	is("1 / z", "division by zero");
	is("1 << 32", "a shift by 32 of a value of 32 bits");
	is("p + 1", "struct Pair is neither a number nor a pointer");
	is("p.x", "struct Pair has no member x");
	is("i.x", "int has no members");
	is("&5", "the value is in no memory: it has no address");
	is("&p.b", "a bit-field has no address");
	is("i(3)", "functions cannot be called in an expression");
	is("1 # 2", "unexpected '#' in an expression");
	is("(struct Gone *)1", "the program has no struct Gone");
	is("$zreg", "unknown register $zreg");
	is("$2", "no symbol \"$2\" in the current context");
	is("$$", "no symbol \"$$\" in the current context");
	is("1.5 % 2", "the operator needs integers");
	is("p.d[0] @ 0", "@: expected a number of elements on its right");
	is("*(void *)5", "it points to void: add a cast");
	is("0x", "0x: hexadecimal digits must follow");
	is("5q", "unexpected 'q' after a number; only u, l and ll are allowed");
	is("'ab'", "missing closing ' of a character");
	is("(long float)1", "not a type");
}

static void
deep(void **state)
{
	static char text[20000];

	(void)state;
	memset(text, '(', 5000);
	text[5000] = '\0';
	is(text, "the expression is nested too deeply");
	memset(text, '-', 5000);
	for (int i = 1; i < 5000; i += 2)
		text[i] = ' ';
	is(text, "the expression is nested too deeply");
	memset(text, '1', 20000 - 1);
	is(text, "the expression is longer than 10000 characters");
}

/* evaluate_lines: for expr.t: the value of each line of a file. */
static int
evaluate_lines(const char *file)
{
	FILE *f = fopen(file, "r");
	char line[4096];

	if (!f)
		return 1;
	fill();
	while (fgets(line, sizeof line, f)) {
		char *text;

		line[strcspn(line, "\n")] = '\0';
		text = text_of(line);
		printf("%s\n", text);
		free(text);
	}
	fclose(f);
	return 0;
}

int
main(int argc, char **argv)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(values),
		cmocka_unit_test(objects),
		cmocka_unit_test(changes),
		cmocka_unit_test(mistakes),
		cmocka_unit_test(deep),
	};

	make_types();
	if (argc > 1)
		return evaluate_lines(argv[1]);
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("expressions", tests, NULL, NULL);
}
