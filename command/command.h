/* command.h - the commands of trellis, a file or a few for each. */
#ifndef COMMAND_H
#define COMMAND_H

#include "base/option.h"

extern const Command as_command, bench_command, boot_command, debug_command, detrek_command,
	dis_command, export_command, flowback_command, info_command, new_command, occam_command,
	order_command, outcomes_command, probe_command, races_command, replay_command,
	report_command, run_command, simul_command, swarm_command, symbols_command, topo_command,
	tvmfilter_command, units_command, view_command, why_command;

extern const Option boot_options[]; /* options of trellis boot alone */

/*
 * commands_main: execute the command that argv[0] names, or 'help', or an option of trellis itself;
 * argc 0 is the user's mistake.
 */
int commands_main(int argc, char **argv);
/*
 * commands_find: the command with this name, also in another spelling (deTrEK); NULL if there is
 * none.
 */
const Command *commands_find(const char *name);
/* command_main: execute command c; returns the exit status. */
int command_main(const Command *c, int argc, char **argv);

/*
 * debug_task: at a terminal, debug the function that works at a task ("49.0010") of a recording;
 * returns the exit status.
 */
int debug_task(const char *dir, const char *task);

/* swarm_serve: a RanksTask, which makes a share of the trials of a swarm on rank 0 */
void swarm_serve(const Buf *task, uint32_t rank, uint32_t size, Buf *result);

#endif
