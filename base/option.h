/*
 * option.h - commands and their options: one row for each option, of which parsing, --help and
 * the completion of command lines are made.
 */
#ifndef OPTION_H
#define OPTION_H

#include "base.h"

typedef struct Option {
	/* what option_next returns: the short form's letter, or 256 and more */
	int id;
	/* the long form without its dashes; NULL if there is only the letter */
	const char *name;
	const char *argument; /* "FILE"; "[N]" if it can be left out; NULL if there is none */
	const char *help;     /* what the option does; wrapped when it is printed */
} Option;

enum { OPTION_GROUPS = 4 };

/* A subcommand of trellis. All texts are borrowed and last as long as the program. */
struct Command {
	const char *name;
	const char *summary; /* one line, for the list of commands */
	int (*main)(int argc, char **argv); /* argv[0] is the name; returns the exit status */
	const char *usage;   /* what follows "usage: ", a line for each form */
	const char *about;   /* paragraphs; lines that begin with a space are kept as they are */
	/* groups of rows, each ended by {0}; shared ones among them */
	const Option *options[OPTION_GROUPS];
	const char *notes;   /* after the options, as `about`; NULL if there are none */
};

/* The rows that every command has; option_next handles them itself. */
extern const Option option_common[];

/* A command line being read. Only one at a time: it is read by getopt_long. */
typedef struct OptionReader {
	const Command *command;
	int argc;
	char **argv;
	char *letters;         /* getopt's description of the short forms, ... */
	struct option *names;  /* ... and of the long ones */
	/* of the option that option_next has returned; NULL if it has none */
	char *argument;
} OptionReader;

typedef enum OptionOrder {
	OPTIONS_ANYWHERE, /* behind arguments, too */
	OPTIONS_FIRST,    /* up to the first argument: a program, which has options of its own */
} OptionOrder;

/* option_reader: begin to read argv. */
void option_reader(OptionReader *r, const Command *c, OptionOrder order, int argc, char **argv);

/*
 * option_next: the id of the next option, its argument in r->argument; -1 after the last one. Then
 * the arguments begin at the index option_end. --help and --version are answered, and the program
 * ends with status 0; an unknown option or a missing argument is the user's mistake (fatal).
 */
int option_next(OptionReader *r);
int option_end(OptionReader *r);

/* command_help: the whole of --help, in lines of at most 80 columns. */
void command_help(const Command *c, FILE *f);

/*
 * text_wrap: the words of text from column `from` on, in lines of at most 80 columns that begin at
 * column `indent`. A newline in the text begins a line.
 */
void text_wrap(FILE *f, const char *text, int from, int indent);

/* ---- near.c: what a misspelt word was perhaps meant to be ---- */

typedef struct Near {
	const char *word; /* borrowed; n bytes */
	size_t n;
	const char *best; /* NULL if nothing is near enough */
	unsigned distance;
} Near;

Near near_word(const char *word, size_t n);
void near_try(Near *n, const char *candidate);
/* near_text: "; did you mean '--view'?", or ";" if nothing is near; valid until the next call. */
const char *near_text(const Near *n, const char *dashes);

#endif
