/* command.c - the debugger's commands, one row for each. They have gdb's names. */
#include "commands.h"

#include "base/progress.h"

#include <stdlib.h>
#include <string.h>

/* ---- the session itself ---- */

/* run_directory: the command `directory`: add a folder in which sources are searched. */
static void
run_directory(Session *s, const char *argument)
{
	if (!*argument)
		session_fail(s, "directory: a folder must follow");
	s->folders = xrealloc(s->folders, (s->nfolders + 1) * sizeof *s->folders);
	s->folders[s->nfolders++] = xstrdup(argument);
}

/*
 * run_echo: print a text; \n, \t and a character behind \ are as in C; a newline is added if the
 * text has none at its end.
 */
static void
run_echo(Session *s, const char *argument)
{
	char last = 0;

	for (const char *p = argument; *p; p++) {
		last = *p;
		if (*p == '\\' && p[1])
			last = *++p == 'n' ? '\n' : *p == 't' ? '\t' : *p;
		fputc(last, s->out);
	}
	if (last != '\n')
		fputc('\n', s->out);
}

/* run_source: the command `source`: execute the commands in a file. */
static void
run_source(Session *s, const char *argument)
{
	jmp_buf outer;
	bool good;

	if (!*argument)
		session_fail(s, "source: a file of commands must follow");
	memcpy(outer, s->escape, sizeof outer);
	argument = xstrdup(argument);
	good = session_script(s, argument, false);
	free((char *)argument);
	memcpy(s->escape, outer, sizeof outer);
	if (!good)
		longjmp(s->escape, 1); /* with the error message of the failed command */
}

/* run_quit: the command `quit`: end the session. */
static void
run_quit(Session *s, const char *argument)
{
	(void)argument;
	s->quit = true;
}

/* run_help: the command `help`: print all commands, or the help on one. */
static void
run_help(Session *s, const char *argument)
{
	const DebugCommand *c = *argument ? debug_command_named(argument, strlen(argument)) : NULL;

	if (*argument && !c)
		session_fail(s, "unknown command '%s'; 'help' lists them", argument);
	for (int i = 0; i < ndebug_commands; i++)
		if (!c || c == &debug_commands[i])
			fprintf(s->out, "%-17s %-5s %-34s %s\n", debug_commands[i].name,
				debug_commands[i].alias ? debug_commands[i].alias : "",
				debug_commands[i].args, debug_commands[i].help);
}

/* ---- the table ---- */

const DebugCommand debug_commands[] = {
	{"backtrace", "bt", run_backtrace, "[node|nodes] [all] [full] [N]",
		"stack of functions of the process, or of each process of the node or of all "
		"nodes; all: also the kernel's and the libraries'"},
	{"break", "b", run_break, "[PLACE] [process P | node N] [if E]",
		"stop before a place: FUNCTION, FILE:LINE, LINE, *ADDRESS; or as break-event"},
	{"break-event", "be", run_break_event, "{E}@PLACE [== {E}@PLACE]...",
		"stop where expressions of several processes hold together"},
	{"branch", NULL, run_branch, "[NAME]",
		"what if: start a run that branches off here, or switch to it"},
	{"branches", NULL, run_branches, "", "list the branches; 'run' is the run itself"},
	{"call", NULL, run_call, "FUNCTION(ARGUMENTS)",
		"call a function of the process, in a branch"},
	{"catch", NULL, run_catch, "error|unaligned|stop|deadlock|message|task T",
		"stop at an event"},
	{"commands", NULL, run_commands, "[N]",
		"execute the following lines, up to 'end', when a breakpoint stops"},
	{"condition", NULL, run_condition, "N [EXPRESSION]",
		"let a breakpoint stop only if EXPRESSION is true"},
	{"continue", "c", run_continue, "[TIME]", "run to the next stop, or to a time"},
	{"delete", "d", run_delete, "[N]", "delete a breakpoint, or all"},
	{"directory", NULL, run_directory, "DIR", "look for sources there, too"},
	{"disable", NULL, run_disable, "[N]", "a breakpoint no longer stops"},
	{"disassemble", NULL, run_disassemble, "[ADDRESS]", "instructions of a function"},
	{"display", NULL, run_display, "[/F] [EXPRESSION]", "print a value at every stop; F also "
		"i"},
	{"down", NULL, run_down, "[N]", "choose a function that is called"},
	{"echo", NULL, run_echo, "TEXT", "print the text"},
	{"enable", NULL, run_enable, "[N]", "let a breakpoint stop again"},
	{"finish", NULL, run_finish, "", "run until the function has returned"},
	{"frame", "f", run_frame, "[N]", "choose a function of the process's stack"},
	{"goto", NULL, run_goto, "TIME|beginning|end|error|node N COUNT|...",
		"go to a place; message N of link L, task N begins"},
	{"help", "h", run_help, "[COMMAND]", "this list"},
	{"ignore", NULL, run_ignore, "N COUNT", "ignore hits of a breakpoint"},
	{"info", "i", session_info, "[WHAT]",
		"nodes, processes, links, locals, ...: 'info' lists them"},
	{"last", NULL, run_last, "EXPRESSION", "go back to the last change of a value"},
	{"list", "l", show_list, "[PLACE | FIRST,LAST | -]", "lines of the source"},
	{"next", "n", run_next, "[N]", "to the next line, over calls"},
	{"nexti", "ni", run_nexti, "[N]", "an instruction, over calls"},
	{"node", NULL, run_node, "[N]", "choose a node"},
	{"print", "p", run_print, "[/F] [EXPRESSION]",
		"print a value; F: x d u o t c a f s; $: the last printed value, $$: the value "
		"before, $3: the third"},
	{"process", "thread", run_process, "[NODE.PROCESS]", "choose a process"},
	{"ptype", NULL, run_ptype, "EXPRESSION|TYPE", "print a type, as declared"},
	{"quit", "q", run_quit, "", "end the session"},
	{"reach", NULL, run_reach, "[/N] EXPRESSION",
		"what was computed from its value after this place; N statements: 20"},
	{"reverse-continue", "rc", run_reverse_continue, "", "go back to the previous stop"},
	{"reverse-finish", NULL, run_reverse_finish, "", "back to where the function was called"},
	{"reverse-next", "rn", run_reverse_next, "[N]", "back a line, over calls"},
	{"reverse-nexti", "rni", run_reverse_nexti, "[N]", "back an instruction, over calls"},
	{"reverse-step", "rs", run_reverse_step, "[N]", "back a line, into functions"},
	{"reverse-stepi", "rsi", run_reverse_stepi, "[N]", "back an instruction"},
	{"run", "r", run_run, "", "from the beginning to the first stop"},
	{"rwatch", NULL, run_rwatch, "EXPRESSION", "stop when a value is read"},
	{"semaphore", NULL, run_semaphore, "EXPRESSION",
		"its holder, the processes that wait for it, and where it was taken last"},
	{"set", NULL, run_set, "var ASSIGNMENT", "what if: change a variable, in a branch"},
	{"source", NULL, run_source, "FILE", "run the commands of a file"},
	{"step", "s", run_step, "[N]", "to the next line, into functions"},
	{"stepi", "si", run_stepi, "[N]", "an instruction"},
	{"tbreak", NULL, run_tbreak, "as break", "stop there once"},
	{"undisplay", NULL, run_undisplay, "[N]", "stop displaying an expression"},
	{"until", "u", run_until, "[PLACE]", "to a later line of the function, or to a place"},
	{"up", NULL, run_up, "[N]", "choose a calling function"},
	{"watch", NULL, run_watch, "EXPRESSION", "stop when a value changes"},
	{"whatis", NULL, run_whatis, "EXPRESSION|TYPE", "the name of its type"},
	{"why", NULL, run_why, "[/N] [EXPRESSION]",
		"where its value comes from, or why the node has stopped; N statements: 20; 'why "
		"line 12', 'why is this process waiting'; 'why waits': for which process it waits, "
		"and for which that process waits in turn"},
	{"x", NULL, run_x, "[/NFU] ADDRESS", "memory: N things, F format, U size (b h w g)"},
};
const int ndebug_commands = sizeof debug_commands / sizeof *debug_commands;

const DebugCommand *
debug_command_named(const char *name, size_t len)
{
	const DebugCommand *found = NULL;

	for (int i = 0; i < ndebug_commands; i++) {
		const DebugCommand *c = &debug_commands[i];

		if ((strlen(c->name) == len && strncmp(c->name, name, len) == 0)
			|| (c->alias && strlen(c->alias) == len
				&& strncmp(c->alias, name, len) == 0))
			return c;
	}
	for (int i = 0; i < ndebug_commands; i++)
		if (strncmp(debug_commands[i].name, name, len) == 0) {
			if (found)
				return NULL;
			found = &debug_commands[i];
		}
	return found;
}

bool
command_execute(Session *s, const char *line)
{
	size_t n;
	const DebugCommand *c;
	char *text;

	arena_free(&s->arena);
	progress_begin();
	line = skip_blanks(line);
	if (!*line || *line == '#')
		return true;
	text = arena_strndup(&s->arena, line, strlen(line));
	trim_blanks(text);
	if (setjmp(s->escape) != 0)
		return false;
	n = strcspn(text, " \t/*'\"(");
	c = n > 0 ? debug_command_named(text, n) : NULL;
	if (!c)
		session_fail(s, "unknown command '%.*s', or it could be several; 'help' lists them",
			(int)n, text);
	c->run(s, skip_blanks(text + n));
	return true;
}

bool
session_command(Session *s, const char *line)
{
	s->hit = 0;
	if (s->collecting_point && commands_collect(s, line))
		return true;
	return command_execute(s, line) && commands_execute(s);
}
