/* command.h - the commands of the simulator, except the shell. */
#ifndef COMMAND_H
#define COMMAND_H

#include "base/option.h"

extern const Command bench_command; /* bench.c */
extern const Command boot_command;  /* boot.c */
extern const Command replay_command; /* replay.c */
extern const Command topo_command;  /* topo.c */
extern const Command view_command;  /* view.c */

/*
 * replay_task: implements 'trellis replay DIR --task TASK'; returns the exit status. replay_native:
 * the same with --native, and arguments for gdb or NULL. main sets them; NULL if the debugger is
 * not part of the program.
 */
extern int (*replay_task)(const char *dir, const char *task);
extern int (*replay_native)(const char *dir, const char *task, const char *arguments);

#endif
