/*
 * command.h - the commands of the simulator, but for the shell.
 */
#ifndef COMMAND_H
#define COMMAND_H

#include "base/option.h"

extern const Command bench_command; /* bench.c */
extern const Command boot_command;  /* boot.c */
extern const Command replay_command; /* replay.c */
extern const Command topo_command;  /* topo.c */
extern const Command view_command;  /* view.c */

/*
 * replay_task: what 'trellis replay DIR --task TASK' does; returns the exit status. Set at the
 * beginning of the program; NULL: there is no debugger in it.
 */
extern int (*replay_task)(const char *dir, const char *task);

#endif
