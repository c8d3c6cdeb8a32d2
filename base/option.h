/*
 * option.h - commands and their options: parsing, --help and completion all use one row per option.
 */
#ifndef OPTION_H
#define OPTION_H

#include "base.h"

/* An option of a command. */
typedef struct Option {
	/* the value option_next returns: the letter of the short form, or 256 and above */
	int id;
	/* the long form without dashes; NULL if there is only a short form */
	const char *name;
	const char *argument; /* "FILE"; "[N]" if optional; NULL if the option takes none */
	const char *help;     /* what the option does; wrapped for printing */
	/* words that the argument can be, for completion: "full short"; NULL: no fixed ones */
	const char *values;
} Option;

enum { OPTION_GROUPS = 4 }; /* at most this many groups of options per command */

/* A subcommand of trellis. All texts are borrowed and last as long as the program. */
struct Command {
	const char *name;
	const char *summary; /* one line, for the list of commands */
	int (*main)(int argc, char **argv); /* argv[0] is the name; returns the exit status */
	const char *usage;   /* the text after "usage: ", one line for each form */
	const char *about;   /* paragraphs; lines that begin with a space are kept as they are */
	/* groups of rows, each terminated by {0}; groups may be shared between commands */
	const Option *options[OPTION_GROUPS];
	const char *notes;   /* printed after the options, as `about` is; NULL if none */
	/* options of earlier versions, in lists as above: `help` says what replaces them */
	const Option *gone_options[2];
	const char *words; /* the possible values of an argument, for completion; NULL: any text */
};

/* Options of every command; option_next handles them itself. */
extern const Option option_common[];

/* A command line being parsed. Only one at a time, because getopt_long has global state. */
typedef struct OptionReader {
	const Command *command;
	int argc;
	char **argv;
	char *letters;         /* getopt's description of the short forms */
	struct option *names;  /* getopt's description of the long forms */
	/* the argument of the last option returned; NULL if it has none */
	char *argument;
} OptionReader;

/* Where options may stand. */
typedef enum OptionOrder {
	OPTIONS_ANYWHERE, /* options may also follow arguments */
	OPTIONS_FIRST, /* options end at the first argument: a program, whose own options follow */
} OptionOrder;

/* option_reader_init: start parsing argv. */
void option_reader_init(OptionReader *r, const Command *c, OptionOrder order, int argc,
	char **argv);

/*
 * option_next: return the id of the next option, with its argument in r->argument; -1 after the
 * last option. Then the arguments start at index option_first_argument. It handles --help and
 * --version itself and exits with status 0; an unknown option or a missing argument is fatal.
 */
int option_next(OptionReader *r);
/*
 * option_first_argument: the index in argv of the first argument, after option_next has returned
 * -1.
 */
int option_first_argument(OptionReader *r);

/* command_options: the rows of group i; the last group is option_common. NULL if i is beyond it. */
const Option *command_options(const Command *c, size_t i);

/* command_help: print the text of --help, in lines of at most 80 columns. */
void command_help(const Command *c, FILE *f);

/*
 * text_wrap: print text in lines of at most 80 columns. The first line starts at column `from`,
 * further lines at column `indent`. A newline in the text starts a new line.
 */
void text_wrap(FILE *f, const char *text, int from, int indent);

/* ---- completion.c ---- */

/*
 * completion_print: print the file by which the shell (bash, zsh or fish) completes the command
 * lines of the commands, of which the last is NULL. An unknown shell is the user's mistake (fatal).
 */
void completion_print(const char *shell, const Command *const *commands);

/* ---- near.c: suggestions for misspelt words ---- */

/* A search for the word that the user probably meant by a misspelt one. */
typedef struct Near {
	const char *word; /* borrowed; n bytes */
	size_t n;
	const char *best; /* NULL if no candidate is similar enough */
	unsigned distance; /* of `best`: number of letters that differ */
} Near;

/* near_word: begin to search for the word that was probably meant by a misspelt one. */
Near near_word(const char *word, size_t n);
/* near_try_candidate: keep the candidate in n->best if it is more similar than all before it. */
void near_try_candidate(Near *n, const char *candidate);
/*
 * near_text: "; did you mean '--view'?", or ";" if no candidate is similar; valid until the next
 * call.
 */
const char *near_text(const Near *n, const char *dashes);

#endif
