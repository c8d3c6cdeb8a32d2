/*
 * vms.c - tests of the reader of .vms files: the thesis's example, all keys, and every mistake with
 * its message.
 */
#include "vm/vm.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* Lin 1993, Figure 3.5, as printed. */
static const char figure[] =
	"Specification of VM-based Application\n"
	"begin\n"
	"Virtual_Machine\n"
	"  type = PFVM;\n"
	"Interface\n"
	"  input_stream = stdin;\n"
	"  output_stream = stdout;\n"
	"Configuration\n"
	"  topology = BTREE;\n"
	"  total_tasks = 100;\n"
	"  total_processors = 16;\n"
	"Programs\n"
	"  data_generator = file1.c;\n"
	"  comp_function = file2.c;\n"
	"  result_receive = file3.c;\n"
	"end\n";

static const char everything[] =
	"# comment\n"
	"Specification of VM-based Application begin\n"
	"Programs\n"
	"  data_generator = gen.c, image.c; comp_function = \"comp fn.c\";\n"
	"  result_receive = gen.c; split_function = s.c; join_function = s.c;\n"
	"  sources = common/all.c; compile_options = -O2, \"-DX=1 # no comment\";\n"
	"Virtual_Machine type = DCVM; split_degree = 4; split_depth = 15;\n"
	"Configuration topology = trees/odd.tree; total_processors = 75; total_buffers = 3;\n"
	"  stack = 0x8000; nodes = \"mem=2M\";\n"
	"Interface input_stream = a.dat; output_stream = b.out; arguments = -v, 8, \"two words\";\n"
	"Configuration total_tasks = 7; granularity = 1;\n"
	"end # all\n";

static Vms *
parse(Arena *a, const char *text)
{
	return vms_parse(a, "x.vms", text, strlen(text));
}

static void
test_figure(void **state)
{
	Arena a = {0};
	Vms *v = parse(&a, figure);

	(void)state;
	assert_string_equal(v->type->name, "PFVM");
	assert_int_equal(v->degree, 1);
	assert_int_equal(v->depth, 0);
	assert_null(v->input);
	assert_null(v->output);
	assert_int_equal(v->tree, TREE_BINARY);
	assert_int_equal(v->tasks, 100);
	assert_int_equal(v->processors, 16);
	assert_int_equal(v->granularity, 1);
	assert_int_equal(v->buffers, 1);
	assert_string_equal(v->files[ROLE_GENERATOR].name[0], "file1.c");
	assert_string_equal(v->files[ROLE_COMPUTE].name[0], "file2.c");
	assert_string_equal(v->files[ROLE_RECEIVER].name[0], "file3.c");
	assert_int_equal(v->files[ROLE_RECEIVER].line, 15);
	assert_int_equal(v->files[ROLE_SPLIT].n, 0);
	assert_int_equal(vms_line(v, "total_processors"), 11);
	assert_int_equal(vms_line(v, "nodes"), 0);
	arena_free(&a);
}

static void
test_everything(void **state)
{
	Arena a = {0};
	Vms *v = parse(&a, everything);

	(void)state;
	assert_string_equal(v->type->name, "DCVM");
	assert_int_equal(v->degree, 4);
	assert_int_equal(v->depth, 15);
	assert_string_equal(v->input, "a.dat");
	assert_string_equal(v->output, "b.out");
	assert_int_equal(v->narguments, 3);
	assert_string_equal(v->argument[2], "two words");
	assert_int_equal(v->tree, TREE_FILE);
	assert_string_equal(v->tree_file, "trees/odd.tree");
	assert_int_equal(v->buffers, 3);
	assert_int_equal(v->stack, 0x8000);
	assert_string_equal(v->nodes, "mem=2M");
	assert_int_equal(v->files[ROLE_GENERATOR].n, 2);
	assert_string_equal(v->files[ROLE_GENERATOR].name[1], "image.c");
	assert_string_equal(v->files[ROLE_COMPUTE].name[0], "comp fn.c");
	assert_int_equal(v->sources.n, 1);
	assert_int_equal(v->noptions, 2);
	assert_string_equal(v->option[1], "-DX=1 # no comment");
	arena_free(&a);
}

/* ---- mistakes: one line of the figure replaced, and how the message begins ---- */

static const struct Mistake {
	const char *line; /* of the figure; NULL: the whole text */
	const char *instead, *message;
} mistakes[] = {
	{NULL, "", "x.vms:1: unexpected end of file; expected 'Specification'"},
	{NULL, "Specification of VM Application", "x.vms:1: unexpected 'VM'; expected 'VM-based'"},
	{"end\n", "", "x.vms:16: the file ends without 'end'"},
	{"end\n", "end\nend\n", "x.vms:17: unexpected 'end' after 'end'; only comments may follow"},
	{"Virtual_Machine\n", "", "x.vms:3: unexpected 'type'; expected a section"},
	{"Interface\n", "interface\n",
		"x.vms:5: unknown key 'interface'; the section Virtual_Machine has "
		"type, split_degree, split_depth"},
	{"type = PFVM", "type = FARM",
		"x.vms:4: type = 'FARM': a virtual machine is PFVM (a processor "
		"farm), DCVM"},
	{"type = PFVM", "type PFVM", "x.vms:4: unexpected 'PFVM'; expected '='"},
	{"type = PFVM", "type = PFVM; fault_tolerance = yes",
		"x.vms:4: fault_tolerance = 'yes': expected on or off"},
	{"type = PFVM", "fault_tolerance = on; type = PIPELINE",
		"x.vms:4: fault_tolerance = on: a PIPELINE needs all its nodes; a PFVM or a DCVM "},
	{"PFVM;", "PFVM", "x.vms:5: unexpected 'Interface'; expected ';'"},
	{"type = PFVM", "type = DCVM", "x.vms: split_function is missing: a DCVM splits tasks"},
	{"  type = PFVM;\n", "", "x.vms: type is missing: PFVM, DCVM, PIPELINE or SPMD"},
	{"type = PFVM", "type = SPMD", "x.vms:9: the nodes of an SPMD are a ring"},
	{"type = PFVM", "fault_tolerance = on; type = SPMD",
		"x.vms:4: fault_tolerance = on: an SPMD needs all its nodes; a PFVM or a DCVM "},
	{"type = PFVM", "type = SPMD; split_depth = 2",
		"x.vms:4: an SPMD computes its blocks whole and needs no split_depth"},
	{"  total_processors = 16;\n", "", "x.vms: total_processors is missing"},
	{"  data_generator = file1.c;\n", "",
		"x.vms: data_generator is missing: the C file with "
		"data_generator() and init_master()"},
	{"  comp_function = file2.c;\n", "",
		"x.vms: comp_function is missing: the C file with compute_fn()"},
	{"  result_receive = file3.c;\n", "",
		"x.vms: result_receive is missing: the C file with "
		"result_receiver()"},
	{"file1.c", "../file1.c",
		"x.vms:13: ../file1.c: C files are in the directory of the .vms file or below it"},
	{"file1.c", "a/../../file1.c", "x.vms:13: a/../../file1.c: C files are in"},
	{"file1.c", "/file1.c", "x.vms:13: /file1.c: C files are in"},
	{"file1.c", "-file1.c", "x.vms:13: -file1.c: C files are in"},
	{"file1.c", "file1.o", "x.vms:13: file1.o: the name of a C file ends in .c"},
	{"file1.c;", "file1.c; compile_options = -fplugin;",
		"x.vms:13: compile_options: -fplugin is not allowed"},
	{"= stdin", "= /etc/passwd",
		"x.vms:6: input_stream = /etc/passwd: an application's files are below"},
	{"= stdout", "= ..", "x.vms:7: output_stream = ..: an application's files are below"},
	{"= BTREE", "= ../a.tree",
		"x.vms:9: topology = ../a.tree: an application's files are below"},
	{"file1.c", "file1.c, ", "x.vms:13: unexpected ';'; expected a C file's name"},
	{"file1.c", "\"\"", "x.vms:13: unexpected \"\"; expected a C file's name"},
	{"file1.c", "\"file1.c", "x.vms:13: the string has no closing '\"' on its line"},
	{"file1.c", "file(1).c", "x.vms:13: unexpected '('; put text that contains it in \"\""},
	{"file1.c", "file\001.c", "x.vms:13: unexpected byte 0x01"},
	{"total_tasks = 100", "total_tasks = 0",
		"x.vms:10: total_tasks = '0': expected a number from 1 to "
		"16777216"},
	{"total_tasks = 100", "total_tasks = many",
		"x.vms:10: total_tasks = 'many': expected a number"},
	{"total_tasks = 100", "total_taks = 100",
		"x.vms:10: unknown key 'total_taks'; the section "
		"Configuration has topology, total_tasks, "},
	{"total_tasks = 100", "type = PFVM",
		"x.vms:10: type belongs to the section Virtual_Machine, not to "
		"Configuration"},
	{"total_tasks = 100", "topology = CHAIN", "x.vms:10: topology is already given in line 9"},
	{"topology = BTREE", "topology = RING",
		"x.vms:9: topology = RING: it is CHAIN, BTREE, TTREE, BOOT"},
	{"total_tasks = 100", "total_processors = 99999",
		"x.vms:10: total_processors = '99999': expected a "
		"number from 1 to 16384"},
	{"type = PFVM", "type = PFVM; split_degree = 2",
		"x.vms:4: a PFVM computes its tasks whole and needs "
		"no split_degree"},
	{"type = PFVM;",
		"type = DCVM; split_degree = 4; split_depth = 16; Programs join_function = a.c; "
		"split_function = a.c;",
		"x.vms:4: split_depth = 16: with 4 parts a split, at most 15 levels"},
	{"type = PFVM;",
		"type = DCVM; split_degree = 4; split_depth = 2; Programs join_function = a.c; "
		"split_function = a.c; Configuration granularity = 2;",
		"x.vms:4: the tasks of a DCVM travel "
		"one by one: granularity is 1"},
};

static jmp_buf rejected;

static void
caught(int status)
{
	longjmp(rejected, status);
}

/* The message that a text gives, and the exit status; "" if it is accepted. */
static int
message_of(const char *text, char *message, size_t size)
{
	FILE *f = tmpfile();
	int saved = dup(STDERR_FILENO), status;
	size_t n;
	static Arena a; /* static, so that it is kept over a longjmp */

	fflush(stderr);
	dup2(fileno(f), STDERR_FILENO);
	fatal_catch(caught);
	status = setjmp(rejected);
	if (status == 0)
		parse(&a, text);
	fatal_catch(NULL);
	fflush(stderr);
	dup2(saved, STDERR_FILENO);
	close(saved);
	rewind(f);
	n = fread(message, 1, size - 1, f);
	message[n] = '\0';
	fclose(f);
	arena_free(&a);
	return status;
}

static void
test_mistake(void **state)
{
	const struct Mistake *m = *state;
	char text[2048], message[1024];
	const char *at = m->line ? strstr(figure, m->line) : NULL;

	if (m->line) {
		assert_non_null(at);
		snprintf(text, sizeof text, "%.*s%s%s", (int)(at - figure), figure, m->instead,
			at + strlen(m->line));
	} else {
		snprintf(text, sizeof text, "%s", m->instead);
	}
	assert_int_equal(message_of(text, message, sizeof message), EXIT_INPUT);
	message[strnlen(m->message, sizeof message)] = '\0';
	assert_string_equal(message, m->message);
}

int
main(void)
{
	enum { N = sizeof mistakes / sizeof *mistakes };
	static char name[N][16];
	struct CMUnitTest tests[3 + N] = {
		cmocka_unit_test(test_figure),
		cmocka_unit_test(test_everything),
	};

	for (int i = 0; i < N; i++) {
		snprintf(name[i], sizeof name[i], "mistake %d", i);
		tests[3 + i] = (struct CMUnitTest){
			.name = name[i],
			.test_func = test_mistake,
			.initial_state = (void *)&mistakes[i],
		};
	}
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
