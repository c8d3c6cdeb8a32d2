/* option.c - the layout of help, the reading of options, and suggestions for misspelt words. */
#include "base/base.h"
#include "base/option.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { OPT_LONG = 256, OPT_MAYBE };

static const Option rows[] = {
	{'o', "output", "FILE", "write it there"},
	{OPT_LONG, "a-very-long-option-name", "ARGUMENT", "its help begins a line of its own"},
	{OPT_MAYBE, "maybe", "[N]",
		"words and words and words and words and words and words and words"},
	{'q', NULL, NULL, "only a letter"},
	{0},
};

static int
nothing(int argc, char **argv)
{
	(void)argc, (void)argv;
	return 0;
}

static const Command command = {
	"try",
	"a trial",
	nothing,
	"trellis try [OPTION]... FILE",
	"A paragraph that is longer than a line can be, so that it has to be broken where a word "
	"ends.\n\n"
	"  kept   as it is",
	{rows},
	"Exit status: 0.",
};

static void
help(void **state)
{
	static const char expected[] =
		"usage: trellis try [OPTION]... FILE\n"
		"\n"
		"A paragraph that is longer than a line can be, so that it has to be broken where\n"
		"a word ends.\n"
		"\n"
		"  kept   as it is\n"
		"\n"
		"  -o, --output FILE  write it there\n"
		"      --a-very-long-option-name ARGUMENT\n"
		"                     its help begins a line of its own\n"
		"      --maybe[=N]    words and words and words and words and words and words and\n"
		"                     words\n"
		"  -q                 only a letter\n"
		"  -h, --help         print this text\n"
		"      --version      print the version\n"
		"\n"
		"Exit status: 0.\n";
	char *text;
	size_t n;
	FILE *f = open_memstream(&text, &n);

	(void)state;
	command_help(&command, f);
	fclose(f);
	assert_string_equal(text, expected);
	free(text);
}

static void
reading(void **state)
{
	char *argv[] = {"try", "-q", "file", "--maybe=7", "-ox", "--maybe", "--", "-q", NULL};
	OptionReader r;

	(void)state;
	option_reader_init(&r, &command, OPTIONS_ANYWHERE, 8, argv);
	assert_int_equal(option_next(&r), 'q');
	assert_int_equal(option_next(&r), OPT_MAYBE);
	assert_string_equal(r.argument, "7");
	assert_int_equal(option_next(&r), 'o');
	assert_string_equal(r.argument, "x");
	assert_int_equal(option_next(&r), OPT_MAYBE);
	assert_null(r.argument);
	assert_int_equal(option_next(&r), -1);
	assert_string_equal(argv[option_first_argument(&r)], "file");
	assert_string_equal(argv[option_first_argument(&r) + 1], "-q");
}

static void
first(void **state)
{
	char *argv[] = {"try", "-q", "file", "-q", NULL};
	OptionReader r;

	(void)state;
	option_reader_init(&r, &command, OPTIONS_FIRST, 4, argv);
	assert_int_equal(option_next(&r), 'q');
	assert_int_equal(option_next(&r), -1);
	assert_int_equal(option_first_argument(&r), 2);
}

/* ---- what cannot be used ---- */

static jmp_buf caught;
static int caught_status;

static void
catch(int status)
{
	caught_status = status;
	longjmp(caught, 1);
}

/* mistake: the message for a command line that has one wrong option; valid until the next call. */
static const char *
mistake(char *option)
{
	static char text[400];
	char *argv[] = {"try", option, NULL};
	OptionReader r;
	FILE *file = tmpfile();
	int saved = dup(2);

	fflush(stderr);
	dup2(fileno(file), 2);
	fatal_catch(catch);
	if (setjmp(caught) == 0) {
		option_reader_init(&r, &command, OPTIONS_ANYWHERE, 2, argv);
		option_next(&r);
		caught_status = -1;
	}
	fatal_catch(NULL);
	fflush(stderr);
	dup2(saved, 2);
	close(saved);
	free(r.letters);
	free(r.names);
	rewind(file);
	text[fread(text, 1, sizeof text - 1, file)] = '\0';
	fclose(file);
	assert_int_equal(caught_status, EXIT_INPUT);
	return text;
}

static void
mistakes(void **state)
{
	(void)state;
	assert_string_equal(mistake("--outptu"),
		"trellis: try: unknown option --outptu; did you mean '--output'? 'trellis try "
		"--help' lists the options\n");
	assert_string_equal(mistake("--frobnicate=3"),
		"trellis: try: unknown option --frobnicate; 'trellis try --help' lists the "
		"options\n");
	assert_string_equal(mistake("-z"),
		"trellis: try: unknown option -z; 'trellis try --help' lists the options\n");
	assert_string_equal(mistake("--output"),
		"trellis: try: option --output lacks its argument; 'trellis try --help' lists the "
		"options\n");
	assert_string_equal(mistake("-o"),
		"trellis: try: option -o lacks its argument; 'trellis try --help' lists the "
		"options\n");
	assert_string_equal(mistake("--help=3"),
		"trellis: try: option --help=3 takes no argument\n");
}

static const char *
nearest(const char *word)
{
	static const char *const words[] = {"run", "races", "report", "view", "export"};
	Near n = near_word(word, strlen(word));

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		near_try_candidate(&n, words[i]);
	return n.best;
}

static void
near(void **state)
{
	(void)state;
	assert_string_equal(nearest("rnu"), "run");
	assert_string_equal(nearest("veiw"), "view");
	assert_string_equal(nearest("vew"), "view");
	assert_string_equal(nearest("reports"), "report");
	assert_string_equal(nearest("exprot"), "export");
	assert_null(nearest("frobnicate"));
	assert_null(nearest("x"));
	assert_null(nearest(""));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(help),
		cmocka_unit_test(reading),
		cmocka_unit_test(first),
		cmocka_unit_test(mistakes),
		cmocka_unit_test(near),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
