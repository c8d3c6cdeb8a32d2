/*
 * command.h - the commands of the simulator, but for the shell.
 */
#ifndef COMMAND_H
#define COMMAND_H

int bench_main(int argc, char **argv); /* bench.c */
int boot_main(int argc, char **argv);  /* boot.c */
int topo_main(int argc, char **argv);  /* topo.c */
int view_main(int argc, char **argv);  /* view.c */

#endif
