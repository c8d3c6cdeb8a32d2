/* option.c - parses a command's options and prints its help. */
#include "option.h"
#include "version.h"
#include "files.h"

#include <assert.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum {
	OPT_VERSION = 0x7FFF, /* above all option ids of commands */
	WIDTH = 80,           /* columns of help */
	/* columns for an option's name; the help of a longer name starts on the next line */
	MAX_LABEL = 26,
	MAX_LONG = 256,       /* at most this many long options per command */
};

const Option option_common[] = {
	{'h', "help", NULL, "print this text"},
	{OPT_VERSION, "version", NULL, "print the version"},
	{0},
};

static const Option none[] = {{0}};

const Option *
command_options(const Command *c, size_t i)
{
	if (i < OPTION_GROUPS)
		return c->options[i] ? c->options[i] : none;
	return i == OPTION_GROUPS ? option_common : NULL;
}

/* argument_kind: getopt's constant for whether the option takes an argument. */
static int
argument_kind(const Option *o)
{
	if (!o->argument)
		return no_argument;
	return o->argument[0] == '[' ? optional_argument : required_argument;
}

/* ---- reading ---- */

/* add_letter: append the option's short form to getopt's list of letters. */
static void
add_letter(Buf *letters, const Option *o)
{
	static const char *const colons[] = {
		[no_argument] = "", [required_argument] = ":", [optional_argument] = "::",
	};

	if (o->id < 256)
		buf_printf(letters, "%c%s", o->id, colons[argument_kind(o)]);
}

void
option_reader_init(OptionReader *r, const Command *c, OptionOrder order, int argc, char **argv)
{
	Buf letters = {0};
	size_t n = 0;

	*r = (OptionReader){.command = c, .argc = argc, .argv = argv};
	r->names = xcalloc(MAX_LONG, sizeof *r->names);
	buf_printf(&letters, "%s:", order == OPTIONS_FIRST ? "+" : "");
	for (size_t i = 0; command_options(c, i); i++) {
		for (const Option *o = command_options(c, i); o->id; o++) {
			add_letter(&letters, o);
			if (!o->name)
				continue;
			assert(n < MAX_LONG - 1);
			r->names[n++] = (struct option){o->name, argument_kind(o), NULL, o->id};
		}
	}
	buf_byte(&letters, '\0');
	r->letters = (char *)letters.data;
	optind = 0; /* GNU getopt: start a new scan */
	opterr = 0;
}

/*
 * find_gone_option: an option of an earlier version, by its letter or by a name of n bytes; NULL if
 * there is none.
 */
static const Option *
find_gone_option(const Command *c, int letter, const char *name, size_t n)
{
	for (size_t i = 0; i < sizeof c->gone_options / sizeof *c->gone_options; i++)
		for (const Option *o = c->gone_options[i]; o && o->id; o++)
			if (o->id == letter
				|| (strlen(o->name) == n && memcmp(o->name, name, n) == 0))
				return o;
	return NULL;
}

/* refuse_gone_option: fatal if o, an option of an earlier version, is not NULL. */
static void
refuse_gone_option(const Command *c, const Option *o)
{
	if (o)
		fatal("%s: --%s is gone: %s", c->name, o->name, o->help);
}

/* refuse_unknown_name: report that no option's long form begins with argv[optind - 1]. */
static _Noreturn void
refuse_unknown_name(const OptionReader *r)
{
	const char *command = r->command->name, *word = r->argv[optind - 1] + 2;
	size_t n = strcspn(word, "=");
	Near near = near_word(word, n);
	int fitting = 0;

	refuse_gone_option(r->command, find_gone_option(r->command, 0, word, n));
	for (const struct option *o = r->names; o->name; o++) {
		near_try_candidate(&near, o->name);
		fitting += strncmp(o->name, word, n) == 0;
	}
	if (fitting > 1)
		fatal("%s: --%.*s can mean %d options; 'trellis %s --help' lists them", command,
			(int)n, word, fitting, command);
	fatal("%s: unknown option --%.*s%s 'trellis %s --help' lists the options", command, (int)n,
		word, near_text(&near, "--"), command);
}

/* refuse_option: explain why getopt has rejected an option. */
static _Noreturn void
refuse_option(const OptionReader *r, int why)
{
	const char *command = r->command->name, *word = r->argv[optind - 1];
	bool is_long = strncmp(word, "--", 2) == 0;

	if (why == ':')
		fatal("%s: option %s lacks its argument; 'trellis %s --help' lists the options",
			command, word, command);
	if (optopt == 0)
		refuse_unknown_name(r);
	if (optopt > 255 || is_long)
		fatal("%s: option %s takes no argument", command, word);
	refuse_gone_option(r->command, find_gone_option(r->command, optopt, "", 0));
	fatal("%s: unknown option -%c; 'trellis %s --help' lists the options", command, optopt,
		command);
}

int
option_next(OptionReader *r)
{
	int id = getopt_long(r->argc, r->argv, r->letters, r->names, NULL);

	r->argument = optarg;
	switch (id) {
	case '?':
	case ':':
		refuse_option(r, id);
	case 'h':
		command_help(r->command, stdout);
		break;
	case OPT_VERSION:
		puts("trellis " VERSION);
		break;
	case -1:
		free(r->letters);
		free(r->names);
		return -1;
	default:
		return id;
	}
	output_close();
	exit(0);
}

int
option_first_argument(OptionReader *r)
{
	(void)r; /* getopt keeps its position in globals */
	return optind;
}

/* ---- help ---- */

void
text_wrap(FILE *f, const char *text, int from, int indent)
{
	int column = from;

	while (*text) {
		int n = strcspn(text, " \n");

		if (column > indent && column + 1 + n > WIDTH) {
			fprintf(f, "\n%*s", indent, "");
			column = indent;
		}
		if (column > indent) {
			fputc(' ', f);
			column++;
		}
		fprintf(f, "%.*s", n, text);
		column += n;
		text += n;
		if (*text == '\n') {
			fprintf(f, "\n%*s", indent, "");
			column = indent;
		}
		if (*text)
			text++;
	}
	fputc('\n', f);
}

/*
 * print_paragraphs: print text, wrapped, with an empty line between two paragraphs. A line that
 * begins with a space is printed as it is.
 */
static void
print_paragraphs(FILE *f, const char *text)
{
	while (*text) {
		const char *end = strstr(text, "\n\n");
		char *one = xstrndup(text, end ? end - text : strlen(text));

		fputc('\n', f);
		if (one[0] == ' ')
			fprintf(f, "%s\n", one);
		else
			text_wrap(f, one, 0, 0);
		free(one);
		text = end ? end + 2 : "";
	}
}

/*
 * option_label: an option as the help shows it, "-t, --topo FILE", in memory that the caller frees.
 */
static char *
option_label(const Option *o)
{
	char *letter = o->id < 256 ? xasprintf("-%c", o->id) : xstrdup(o->name ? "  " : "");
	const char *a = o->argument ? o->argument : "";
	bool optional = a[0] == '[';
	char *argument = optional ? xasprintf("[=%s", a + 1) : xasprintf("%s%s", *a ? " " : "", a);
	char *text = o->name
		? xasprintf("%s%s --%s%s", letter, o->id < 256 ? "," : " ", o->name, argument)
		: xasprintf("%s%s", letter, argument);

	free(letter);
	free(argument);
	return text;
}

/* label_width: columns that the labels of a command need, not counting long ones. */
static int
label_width(const Command *c)
{
	int width = 0;

	for (size_t i = 0; command_options(c, i); i++) {
		for (const Option *o = command_options(c, i); o->id; o++) {
			char *text = option_label(o);
			int n = strlen(text);

			if (n > width && n <= MAX_LABEL)
				width = n;
			free(text);
		}
	}
	return width;
}

void
command_help(const Command *c, FILE *f)
{
	int width = label_width(c);

	fprintf(f, "usage: %s\n", c->usage);
	print_paragraphs(f, c->about);
	fputc('\n', f);
	for (size_t i = 0; command_options(c, i); i++) {
		for (const Option *o = command_options(c, i); o->id; o++) {
			char *text = option_label(o);

			fprintf(f, "  %-*s", width, text);
			if ((int)strlen(text) > width)
				fprintf(f, "\n%*s", width + 2, "");
			fputs("  ", f);
			text_wrap(f, o->help, width + 4, width + 4);
			free(text);
		}
	}
	if (c->notes)
		print_paragraphs(f, c->notes);
}
