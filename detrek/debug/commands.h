/* commands.h - the functions in command.c's table, and the parsing of their arguments. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "session.h"

/*
 * The function of a command. The argument has no blanks at its ends; it is "" if there is none.
 * Errors end in session_fail.
 */
typedef void CommandRun(Session *s, const char *argument);

/* command_point.c */
CommandRun run_break, run_break_event, run_tbreak, run_watch, run_rwatch, run_catch, run_delete,
	run_enable, run_disable, run_condition, run_ignore;
/* command_run.c */
CommandRun run_continue, run_reverse_continue, run_step, run_next, run_stepi, run_nexti,
	run_reverse_step, run_reverse_next, run_reverse_stepi, run_reverse_nexti, run_finish,
	run_reverse_finish, run_until;
/* command_goto.c */
CommandRun run_goto, run_run, run_last;
/* command_change.c */
CommandRun run_branch, run_branches, run_set, run_call;
/* command_show.c */
CommandRun run_backtrace, run_frame, run_up, run_down, run_print, run_display, run_undisplay,
	run_whatis, run_ptype, run_x, run_disassemble, run_node, run_process;
/* why.c */
CommandRun run_reach, run_why;
/* semaphore.c */
CommandRun run_semaphore;
/* command_list.c */
CommandRun run_commands;
/* info_code.c */
CommandRun info_line, info_symbol, info_source, info_frame;

/* command_execute: execute one command; false if it failed, for the reason in s->message. */
bool command_execute(Session *s, const char *line);

/* ---- argument.c ---- */

/* skip_blanks: the first character of s that is not a blank. */
const char *skip_blanks(const char *s);
/* trim_blanks: remove the blanks at the end of a text. */
void trim_blanks(char *text);
/* parse_repeat_count: the repeat count in an argument; 1 if it is empty. */
uint64_t parse_repeat_count(Session *s, const char *argument);
/* first_word: the first word of the argument; *rest: the text after it. */
char *first_word(Session *s, const char *argument, const char **rest);
/*
 * cut_off: cut a text off before the given word. Returns the text after the word, or NULL if the
 * word does not occur.
 */
char *cut_off(Session *s, char *text, const char *word);

#endif
