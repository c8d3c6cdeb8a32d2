/* commands.c - the table of commands, and the search for the command of a command line. */
#include "command.h"
#include "shell/shell.h"
#include "cc/cc.h"
#include "sim/ranks/ranks.h"
#include "version.h"

#include <string.h>

static int completion_main(int argc, char **argv);

static const Command completion_command = {
	"completion", "print the script with which a shell completes command lines",
	completion_main,
	"trellis completion bash | zsh | fish",
	"Prints a script with which the shell completes the commands of trellis and their options; "
	"'make install' puts these files where the shells look for them. For this session of "
	"bash:\n"
	"\n"
	"    eval \"$(trellis completion bash)\"\n"
	"\n"
	"for zsh 'source <(trellis completion zsh)', for fish 'trellis completion fish | source'.",
	{0}, .words = "bash zsh fish",
};

/* The commands as the help shows them: those that most users need in the first groups. */
static const struct Group {
	const char *title;
	const Command *commands[8]; /* the last one NULL */
} groups[] = {
	{"Programs and their runs:", {&new_command, &cc_command, &run_command, &boot_command,
		&shell_command, &occam_command, &swarm_command}},
	{"Questions to a recording, trellis QUESTION RECORDING:", {&debug_command, &why_command,
		&report_command, &races_command, &order_command, &outcomes_command,
		&detrek_command}},
	{"The machine:", {&topo_command, &view_command}},
	{"More about runs, their logs and traces:", {&info_command, &replay_command,
		&flowback_command, &probe_command, &export_command, &tvmfilter_command}},
	{"Analyses of programs:", {&simul_command, &units_command, &db_command}},
	{"Tools:", {&as_command, &dis_command, &symbols_command, &bench_command,
		&completion_command}},
};

enum { NGROUPS = sizeof groups / sizeof *groups, MOST_COMMANDS = NGROUPS * 7 };

/* all_commands: all commands in the order of the groups, with NULL after the last. */
static const Command *const *
all_commands(void)
{
	static const Command *commands[MOST_COMMANDS + 1];
	size_t n = 0;

	for (size_t i = 0; i < NGROUPS; i++)
		for (const Command *const *c = groups[i].commands; *c; c++)
			commands[n++] = *c;
	return commands;
}

/*
 * completion_main: execute the command `completion`: print the file by which a shell completes
 * command lines.
 */
static int
completion_main(int argc, char **argv)
{
	OptionReader r;
	int first;

	option_reader_init(&r, &completion_command, OPTIONS_ANYWHERE, argc, argv);
	option_next(&r);
	first = option_first_argument(&r);
	if (argc - first != 1)
		fatal("completion: name one shell: bash, zsh or fish");
	completion_print(argv[first], all_commands());
	return 0;
}

/* commands_find: find the command of this name; returns NULL if there is none. */
const Command *
commands_find(const char *name)
{
	if (strcmp(name, "deTrEK") == 0) /* as Lin's thesis writes it */
		name = "detrek";
	for (const Command *const *c = all_commands(); *c; c++)
		if (strcmp((*c)->name, name) == 0)
			return *c;
	return NULL;
}

/* find_command: the command with this name; an unknown one is the user's mistake. */
static const Command *
find_command(const char *name)
{
	const Command *c = commands_find(name);
	Near near = near_word(name, strlen(name));

	if (c)
		return c;
	for (const Command *const *other = all_commands(); *other; other++)
		near_try_candidate(&near, (*other)->name);
	fatal("unknown command %s%s 'trellis --help' lists the commands", name,
		near_text(&near, ""));
}

/* print_help: print the help of trellis itself, with a line for each command. */
static void
print_help(FILE *f)
{
	fputs("usage: trellis COMMAND [ARGUMENT]...\n", f);
	for (size_t i = 0; i < NGROUPS; i++) {
		fprintf(f, "\n%s\n", groups[i].title);
		for (const Command *const *c = groups[i].commands; *c; c++) {
			fprintf(f, "  %-10s ", (*c)->name);
			text_wrap(f, (*c)->summary, 13, 13);
		}
	}
	fputs("\n'trellis help COMMAND' explains a command.\n", f);
}

/* help_main: print the help of trellis, or of the command that argv[1] names. */
static int
help_main(int argc, char **argv)
{
	char *words[] = {argv[1], "--help", NULL};

	if (argc > 1)
		return find_command(argv[1])->main(2, words);
	print_help(stdout);
	return 0;
}

/*
 * command_main: execute a command; with several ranks, refuse commands that ranks cannot execute.
 */
int
command_main(const Command *c, int argc, char **argv)
{
	if (c != &boot_command && c != &run_command && c != &shell_command && c != &swarm_command)
		ranks_refuse(c->name);
	return c->main(argc, argv);
}

int
commands_main(int argc, char **argv)
{
	if (argc == 0) {
		print_help(stderr);
		return EXIT_INPUT;
	}
	if (strcmp(argv[0], "help") == 0 || strcmp(argv[0], "--help") == 0
		|| strcmp(argv[0], "-h") == 0)
		return help_main(argc, argv);
	if (strcmp(argv[0], "--version") == 0) {
		puts("trellis " VERSION);
		return 0;
	}
	return command_main(find_command(argv[0]), argc, argv);
}
