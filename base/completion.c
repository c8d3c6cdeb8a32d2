/*
 * completion.c - `trellis completion`: the file by which a shell completes trellis' command lines,
 * made of the commands and the rows of their options.
 */
#include "option.h"

#include <string.h>

/* A shell, and the functions that print its file: beginning, each command, end. */
typedef struct Shell {
	const char *name;
	void (*begin)(const Command *const *c);
	void (*command)(const Command *c);
	void (*end)(const Command *const *c);
} Shell;

/* is_file: true if the option's argument names a file. */
static bool
is_file(const Option *o)
{
	static const char *const kinds[] = {
		"FILE", "[FILE]", "FILE@TIME", "OUT", "PREFIX", "TREE"};

	for (size_t i = 0; o->argument && i < sizeof kinds / sizeof *kinds; i++)
		if (strcmp(o->argument, kinds[i]) == 0)
			return true;
	return false;
}

/* is_directory: true if the option's argument is a directory. */
static bool
is_directory(const Option *o)
{
	return o->argument && strcmp(o->argument, "DIR") == 0;
}

/*
 * takes_other_argument: true if the option needs an argument that is neither a file or directory
 * nor one of fixed words.
 */
static bool
takes_other_argument(const Option *o)
{
	return o->argument && o->argument[0] != '[' && !is_file(o) && !is_directory(o)
		&& !o->values;
}

/* ---- bash ---- */

/*
 * print_bash_names: print the long names of the options for which `which` is true; all if it is
 * NULL.
 */
static void
print_bash_names(const Command *c, bool (*which)(const Option *), const char *between)
{
	const Option *rows;
	bool first = true;

	for (size_t g = 0; (rows = command_options(c, g)) != NULL; g++)
		for (const Option *o = rows; o->id; o++)
			if (o->name && (!which || which(o))) {
				printf("%s--%s", first ? "" : between, o->name);
				first = false;
			}
	if (first)
		fputs("''", stdout); /* no word */
}

/* print_bash_begin: print the beginning of bash's file, with the names of the commands. */
static void
print_bash_begin(const Command *const *c)
{
	fputs("# bash completion for trellis, made by: trellis completion bash\n\n"
		"_trellis()\n{\n"
		"\tlocal command=${COMP_WORDS[0]##*/} options words word=$2 before=$3 w\n\n"
		"\tCOMPREPLY=()\n"
		"\t[ \"$word\" != = ] || word=\n"
		"\t[ \"$before\" != = ] || before=${COMP_WORDS[COMP_CWORD - 2]}\n"
		"\tif [ \"$command\" = trellis ]; then\n"
		"\t\tcommand=${COMP_WORDS[1]}\n"
		"\t\tif [ \"$COMP_CWORD\" = 1 ] ||\n"
		"\t\t\t{ [ \"$command\" = help ] && [ \"$COMP_CWORD\" = 2 ]; }; then\n"
		"\t\t\tCOMPREPLY=($(compgen -W '", stdout);
	for (; *c; c++)
		printf("%s ", (*c)->name);
	fputs("help --help --version' -- \"$word\"))\n"
		"\t\t\treturn\n"
		"\t\tfi\n"
		"\tfi\n"
		"\tcase $command in\n", stdout);
}

/*
 * print_bash_values: print an option's possible values, and the files that its argument may name
 * instead.
 */
static void
print_bash_values(const Option *o)
{
	printf("\t\t--%s) COMPREPLY=($(compgen %s-W '%s' -- \"$word\")); return ;;\n", o->name,
		is_file(o) ? "-f " : "", o->values);
}

static void
print_bash_command(const Command *c)
{
	const Option *rows;

	printf("\t%s)\n\t\toptions='",
		strcmp(c->name, "detrek") == 0 ? "detrek | deTrEK" : c->name);
	print_bash_names(c, NULL, " ");
	fputs("'\n\t\tcase $before in\n\t\t", stdout);
	print_bash_names(c, is_directory, " | ");
	fputs(") COMPREPLY=($(compgen -d -- \"$word\")); return ;;\n\t\t", stdout);
	print_bash_names(c, takes_other_argument, " | ");
	fputs(") compopt +o default; return ;;\n", stdout);
	for (size_t g = 0; (rows = command_options(c, g)) != NULL; g++)
		for (const Option *o = rows; o->id; o++)
			if (o->values)
				print_bash_values(o);
	printf("\t\tesac\n\t\twords='%s' ;;\n", c->words ? c->words : "");
}

/* print_bash_end: print the end of bash's file, which registers the function. */
static void
print_bash_end(const Command *const *c)
{
	(void)c;
	fputs("\tesac\n"
		"\tif [[ $word == -* ]]; then\n"
		"\t\tCOMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
		"\t\treturn\n"
		"\tfi\n"
		"\tfor w in $words; do\n"
		"\t\t[[ \" ${COMP_WORDS[*]:2:COMP_CWORD - 2} \" != *\" $w \"* ]] || return\n"
		"\tdone\n"
		"\t[ -z \"$words\" ] || COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
		"}\n\n"
		"complete -o default -F _trellis trellis detrek deTrEK tvmfilter\n", stdout);
}

/* ---- zsh ---- */

/*
 * print_escaped: print text with a backslash before each character of `special`, and with each '
 * written as `quote`, so that zsh and fish can read it between two quotes.
 */
static void
print_escaped(const char *text, const char *special, const char *quote)
{
	for (; *text; text++)
		if (*text == '\'')
			fputs(quote, stdout);
		else
			printf(strchr(special, *text) ? "\\%c" : "%c", *text);
}

static void
print_zsh_begin(const Command *const *c)
{
	fputs("#compdef trellis detrek deTrEK tvmfilter\n"
		"# zsh completion for trellis, made by: trellis completion zsh\n\n"
		"_trellis()\n{\n"
		"local -a commands\n"
		"commands=(\n", stdout);
	for (; *c; c++) {
		printf("\t'%s:", (*c)->name);
		print_escaped((*c)->summary, ":\\", "'\\''");
		fputs("'\n", stdout);
	}
	fputs("\t'help:explain a command'\n)\n"
		"local command=$service\n"
		"if [[ $command == trellis ]]; then\n"
		"\tif (( CURRENT == 2 )) || [[ $words[2] == help ]]; then\n"
		"\t\t_describe -t commands command commands\n"
		"\t\treturn\n"
		"\tfi\n"
		"\tshift words\n"
		"\t(( CURRENT-- ))\n"
		"\tcommand=$words[1]\n"
		"fi\n"
		"case $command in\n", stdout);
}

/* print_zsh_action: print what the argument of an option can be. */
static void
print_zsh_action(const Option *o)
{
	if (o->values && is_file(o))
		printf("{_alternative \"values\\:value\\:(%s)\" \"files\\:file\\:_files\"}",
			o->values);
	else if (o->values)
		printf("(%s)", o->values);
	else if (is_file(o))
		fputs("_files", stdout);
	else if (is_directory(o))
		fputs("_files -/", stdout);
}

/*
 * print_zsh_form: print one form of an option, such as '-n+[help]:N:' or '--nodes=[help]:N:'; an
 * optional argument is joined to the option, as in '-m-[help]'.
 */
static void
print_zsh_form(const Option *o, const char *form, const char *joined)
{
	bool optional = o->argument && o->argument[0] == '[';

	printf(" \\\n\t\t'%s%s%s[", form, o->argument ? joined : "", optional ? "-" : "");
	print_escaped(o->help, "[]:\\", "'\\''");
	putchar(']');
	if (o->argument) {
		fputs(optional ? "::" : ":", stdout);
		print_escaped(o->argument, "[]:\\", "");
		putchar(':');
		print_zsh_action(o);
	}
	putchar('\'');
}

static void
print_zsh_command(const Command *c)
{
	const Option *rows;
	char form[64];

	printf("%s)\n\t_arguments -s -S",
		strcmp(c->name, "detrek") == 0 ? "detrek|deTrEK" : c->name);
	for (size_t g = 0; (rows = command_options(c, g)) != NULL; g++)
		for (const Option *o = rows; o->id; o++) {
			bool optional = o->argument && o->argument[0] == '[';

			snprintf(form, sizeof form, "-%c", o->id);
			if (o->id < 256)
				print_zsh_form(o, form, optional ? "" : "+");
			snprintf(form, sizeof form, "--%s", o->name ? o->name : "");
			if (o->name)
				print_zsh_form(o, form, "=");
		}
	if (c->words)
		printf(" \\\n\t\t'1:word:(%s)'", c->words);
	fputs(" \\\n\t\t'*:file:_files'\n\t;;\n", stdout);
}

static void
print_zsh_end(const Command *const *c)
{
	(void)c;
	/*
	 * compinit makes the file this function's body; `source` does not, so the function is
	 * called here
	 */
	fputs("*)\n\t_files\n\t;;\nesac\n}\n\n"
		"if [[ $funcstack[1] == _trellis ]]; then\n"
		"\t_trellis \"$@\"\n"
		"else\n"
		"\t(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }\n"
		"\tcompdef _trellis trellis detrek deTrEK tvmfilter\n"
		"fi\n", stdout);
}

/* ---- fish ---- */

static void
print_fish_begin(const Command *const *c)
{
	fputs("# fish completion for trellis, made by: trellis completion fish\n\n", stdout);
	for (; *c; c++) {
		printf("complete -c trellis -n __fish_use_subcommand -f -a %s -d '", (*c)->name);
		print_escaped((*c)->summary, "\\", "\\'");
		puts("'");
		printf("complete -c trellis -n '__fish_seen_subcommand_from help' -f -a %s\n",
			(*c)->name);
	}
	puts("complete -c trellis -n __fish_use_subcommand -f -a help -d 'explain a command'");
}

static void
print_fish_option(const Command *c, const Option *o, const char *own)
{
	if (own)
		printf("complete -c %s", own);
	else
		printf("complete -c trellis -n '__fish_seen_subcommand_from %s'", c->name);
	if (o->id < 256)
		printf(" -s %c", o->id);
	if (o->name)
		printf(" -l %s", o->name);
	if (o->values)
		printf(" %s -a '%s'", is_file(o) ? "-r -F" : "-x", o->values);
	else if (o->argument && o->argument[0] != '[')
		fputs(is_file(o) ? " -r -F" : is_directory(o)
			? " -x -a '(__fish_complete_directories)'" : " -x", stdout);
	fputs(" -d '", stdout);
	print_escaped(o->help, "\\", "\\'");
	puts("'");
}

static void
print_fish_command(const Command *c)
{
	bool detrek = strcmp(c->name, "detrek") == 0;
	const Option *rows;

	if (c->words)
		printf("complete -c trellis -n '__fish_seen_subcommand_from %s; and not "
			"__fish_seen_subcommand_from %s' -a '%s'\n", c->name, c->words, c->words);
	for (size_t g = 0; (rows = command_options(c, g)) != NULL; g++)
		for (const Option *o = rows; o->id; o++) {
			print_fish_option(c, o, NULL);
			if (detrek || strcmp(c->name, "tvmfilter") == 0)
				print_fish_option(c, o, c->name);
			if (detrek)
				print_fish_option(c, o, "deTrEK");
		}
}

static void
print_fish_end(const Command *const *c)
{
	(void)c;
}

/* ---- the command ---- */

static const Shell shells[] = {
	{"bash", print_bash_begin, print_bash_command, print_bash_end},
	{"zsh", print_zsh_begin, print_zsh_command, print_zsh_end},
	{"fish", print_fish_begin, print_fish_command, print_fish_end},
};

void
completion_print(const char *shell, const Command *const *commands)
{
	Near near = near_word(shell, strlen(shell));

	for (size_t i = 0; i < sizeof shells / sizeof *shells; i++) {
		near_try_candidate(&near, shells[i].name);
		if (strcmp(shells[i].name, shell) != 0)
			continue;
		shells[i].begin(commands);
		for (const Command *const *c = commands; *c; c++)
			shells[i].command(*c);
		shells[i].end(commands);
		return;
	}
	fatal("unknown shell '%s'%s give bash, zsh or fish", shell, near_text(&near, ""));
}
