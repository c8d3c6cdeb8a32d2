/* commands.c - the table of commands, and which of them is meant. */
#include "command.h"
#include "shell/shell.h"
#include "cc/cc.h"
#include "sim/ranks/ranks.h"
#include "version.h"

#include <string.h>

static int completion_main(int argc, char **argv);

static const Command completion_command = {
	"completion", "print the file by which a shell completes command lines", completion_main,
	"trellis completion bash | zsh | fish",
	"Prints what the shell needs to complete the commands of trellis and their options; 'make "
	"install' puts these files where the shells look for them. For this session of bash:\n\n"
	"    eval \"$(trellis completion bash)\"",
	{0}, NULL,
};

static const Command *const commands[] = {
	&boot_command,
	&replay_command,
	&view_command,
	&shell_command,
	&run_command,
	&new_command,
	&swarm_command,
	&debug_command,
	&why_command,
	&flowback_command,
	&detrek_command,
	&tvmfilter_command,
	&probe_command,
	&report_command,
	&export_command,
	&order_command,
	&races_command,
	&units_command,
	&simul_command,
	&cc_command,
	&db_command,
	&as_command,
	&dis_command,
	&symbols_command,
	&topo_command,
	&bench_command,
	&completion_command,
	NULL,
};

enum { NCOMMANDS = sizeof commands / sizeof *commands - 1 };

static int
completion_main(int argc, char **argv)
{
	OptionReader r;
	int first;

	option_reader(&r, &completion_command, OPTIONS_ANYWHERE, argc, argv);
	option_next(&r);
	first = option_end(&r);
	if (argc - first != 1)
		fatal("completion: name one shell: bash, zsh or fish");
	completion_print(argv[first], commands);
	return 0;
}

const Command *
commands_named(const char *name)
{
	if (strcmp(name, "deTrEK") == 0) /* as Lin's thesis writes it */
		name = "detrek";
	for (size_t i = 0; i < NCOMMANDS; i++)
		if (strcmp(commands[i]->name, name) == 0)
			return commands[i];
	return NULL;
}

/* named: the command of that name; an unknown one is the user's mistake. */
static const Command *
named(const char *name)
{
	const Command *c = commands_named(name);
	Near near = near_word(name, strlen(name));

	if (c)
		return c;
	for (size_t i = 0; i < NCOMMANDS; i++)
		near_try(&near, commands[i]->name);
	fatal("unknown command %s%s 'trellis --help' lists the commands", name,
		near_text(&near, ""));
}

static void
help(FILE *f)
{
	fputs("usage: trellis COMMAND [ARGUMENT]...\n\n", f);
	for (size_t i = 0; i < NCOMMANDS; i++) {
		fprintf(f, "  %-10s ", commands[i]->name);
		text_wrap(f, commands[i]->summary, 13, 13);
	}
	fputs("\n'trellis help COMMAND' explains a command.\n", f);
}

/* help_main: of trellis, or of the command that argv[1] names. */
static int
help_main(int argc, char **argv)
{
	char *words[] = {argv[1], "--help", NULL};

	if (argc > 1)
		return named(argv[1])->main(2, words);
	help(stdout);
	return 0;
}

/* command_main: only some can be done by several processes. */
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
		help(stderr);
		return EXIT_INPUT;
	}
	if (strcmp(argv[0], "help") == 0 || strcmp(argv[0], "--help") == 0
		|| strcmp(argv[0], "-h") == 0)
		return help_main(argc, argv);
	if (strcmp(argv[0], "--version") == 0) {
		puts("trellis " VERSION);
		return 0;
	}
	return command_main(named(argv[0]), argc, argv);
}
