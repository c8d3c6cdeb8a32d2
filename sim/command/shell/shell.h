/*
 * shell.h - the host shell: what its files share. See docs/shell.md.
 *
 * shell.c is the command and its loop, line.c cuts lines into words; the commands are in network.c,
 * job.c and node.c, a row each in table.c.
 */
#ifndef SHELL_H
#define SHELL_H

#include "base/editor.h"
#include "sim/command/machine_options.h"
#include "sim/host/adapter.h"
#include "sim/host/station/station.h"
#include "sim/past/snap.h"

enum {
	MAX_LINE = 4096, /* bytes of a command line */
	MAX_WORDS = 512,
	MAX_JOBS = 100,
};

/* A command line, cut. */
typedef struct Line {
	char text[MAX_LINE]; /* the words, each ended by a zero */
	char *words[MAX_WORDS + 1]; /* into text; NULL behind the last */
	int nwords;
	bool background; /* it ended in & */
} Line;

/* A job of the shell's; its number is its place plus 1. */
typedef struct ShellJob {
	Job *job;        /* NULL: the number is free */
	char *text;      /* the command */
	/* no program that was loaded could end its waiting when it was in the foreground */
	bool stuck;
} ShellJob;

/* The simulated machine, with its host and what runs there. */
typedef struct Machine {
	Topology *topology;
	Network *network;
	Station *station;
	Past *past;      /* NULL: it is not recorded */
	ShellJob jobs[MAX_JOBS];
	int current;     /* the last job put into the background; -1: none */
} Machine;

/* What a machine's host is made with: the options of the command. */
typedef struct Setup {
	const char *net, *script, *root, *kernel;
	int in;          /* the programs' standard input; -1: none */
	EnvOption env;
	MachineOptions machine;
	char **argv;     /* the command line, argc words */
	int argc;
	FILE *requests;  /* NULL if there is none */
} Setup;

typedef struct Shell {
	Setup setup;
	Machine m;
	Machine incoming;   /* while a snapshot is read */
	const char *script; /* name of what is read; NULL: a terminal */
	int line_number;
	bool terminal;
	bool leaving;
	/*
	 * EXIT_FOUND once a process has come to a bad end, or more of a command that is a process
	 */
	int status;
	/* of the command at hand: released when the next begins */
	Line line;
	NodeSet set;
	Buf file;
	Ask ask;
	bool asking;     /* ask has begun */
	/* for the editor; NULL if there is none */
	Editor *editor;
	struct Collector *collector; /* the extension's, of hostmon; NULL if there is none */
	struct View *view; /* NULL if there is no observer */
} Shell;

typedef struct ShellCommand {
	const char *name;
	void (*run)(Shell *sh, int argc, char **argv);
	const char *args;
	const char *help; /* one line */
	bool background;  /* it may run on behind an & */
} ShellCommand;

/* Commands of another part of the program, and what they ask of the shell. */
typedef struct ShellExtension {
	const ShellCommand *commands; /* ended by {0} */
	void (*halted)(Shell *sh, const HaltReport *r); /* a report has just come */
	void (*end)(Shell *sh); /* the shell ends; its machine is still there */
} ShellExtension;

/* ---- table.c ---- */

/* shell_extend: called once, by main, before the shell begins. */
void shell_extend(const ShellExtension *e);
extern const ShellExtension *shell_extension;
/* shell_command_at: command i in the order of help; NULL: there are no more. */
const ShellCommand *shell_command_at(uint32_t i);
/* shell_find: the command of that name; none is the user's mistake. */
const ShellCommand *shell_find(const char *name);

/* ---- line.c ---- */

/*
 * line_cut: words are separated by blanks; '...' and "..." keep blanks; # begins a comment. What
 * cannot be cut is the user's mistake.
 */
void line_cut(Line *l, const char *text);

/* ---- shell.c ---- */

/* shell_options: getopt over argv; a letter that is not one of these is the user's mistake. -1 at
 * the end */
int shell_option(int argc, char **argv, const char *letters);
/* shell_check_count: there must be `least` to `most` arguments from argv[optind] on. */
void shell_check_count(int argc, char **argv, int least, int most);
/*
 * shell_nodes: the nodes that text names, as sh->set; all must be up, unless `any`, and N is all
 * that are.
 */
const NodeSet *shell_nodes(Shell *sh, const char *text, bool any);

/* machine_make: of a topology, which becomes the machine's. */
void machine_make(Shell *sh, Machine *m, Topology *t);
/* shell_open_view: have the machine's network looked at, if the command is to. */
void shell_open_view(Shell *sh);
/* machine_free: also one that was never made, or only partly. */
void machine_free(Machine *m);

/* ---- job.c ---- */
void shell_halted(void *context, const HaltReport *r);
/* shell_reap: tell of background jobs that have ended. */
void shell_reap(Shell *sh);
void shell_jobs_free(Machine *m);
/* shell_jobs_transfer: the jobs in a snapshot. */
void shell_jobs_transfer(Machine *m, Snap *snap);

void shell_loadgo(Shell *sh, int argc, char **argv);
void shell_jobs(Shell *sh, int argc, char **argv);
void shell_fg(Shell *sh, int argc, char **argv);
void shell_kill(Shell *sh, int argc, char **argv);

/* ---- waits.c ---- */

/* shell_waits: no event is left while job n is in the foreground: print that, and in a deadlock
 * which processes wait for which. */
void shell_waits(Shell *sh, int n);
/* shell_stuck: the status at the end, if programs are left that wait for ever. */
void shell_stuck(Shell *sh);

/* ---- own.c ---- */

void shell_own(Shell *sh, int argc, char **argv);

/* ---- network.c ---- */
void shell_spread(Shell *sh, int argc, char **argv);
void shell_run_until(Shell *sh, int argc, char **argv);
void shell_stats(Shell *sh, int argc, char **argv);
void shell_fault(Shell *sh, int argc, char **argv);
void shell_peek(Shell *sh, int argc, char **argv);
void shell_snapshot(Shell *sh, int argc, char **argv);
void shell_restore(Shell *sh, int argc, char **argv);

/* ---- node.c ---- */
void shell_state(Shell *sh, int argc, char **argv);
void shell_doom(Shell *sh, int argc, char **argv);
void shell_tping(Shell *sh, int argc, char **argv);

/* ---- the command ---- */
extern const Command shell_command;

#endif
