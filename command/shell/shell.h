/*
 * shell.h - the host shell: declarations shared by its files. See docs/shell.md.
 *
 * shell.c is the command and its loop, line.c splits lines into words; the commands are in
 * network.c, job.c, state.c and node.c, with one row each in table.c.
 */
#ifndef SHELL_H
#define SHELL_H

#include "base/editor.h"
#include "detrek/events/run_events.h"
#include "detrek/observers/observers.h"
#include "detrek/target/stuck.h"
#include "machine/boot_files.h"
#include "machine/machine_options.h"
#include "sim/host/adapter.h"
#include "sim/host/station/station.h"
#include "sim/past/snap.h"
#include "tmon/host/monitor_host.h"

enum {
	MAX_LINE = 4096, /* bytes of a command line */
	MAX_WORDS = 512,
	MAX_JOBS = 100,  /* jobs at one time */
};

/* A command line, split into words. */
typedef struct Line {
	char text[MAX_LINE]; /* the words, each terminated by a zero */
	char *words[MAX_WORDS + 1]; /* pointers into text, terminated by NULL */
	int nwords;
	bool background; /* the line ended in & */
} Line;

/* A job of the shell; its number is its index plus 1. */
typedef struct ShellJob {
	Job *job;        /* NULL: the number is free */
	char *text;      /* the command line */
	/* true if none of the loaded programs could end the job's last wait in the foreground */
	bool stuck;
} ShellJob;

/* The simulated machine, with its host and jobs. */
typedef struct Machine {
	Topology *topology;
	Network *network;
	Station *station;
	BootFiles files; /* the software that the station boots */
	Past *past;      /* NULL if the run is neither recorded nor observed */
	RunEvents *events; /* NULL for none */
	bool loading;      /* a program is being loaded, so the event is not evaluated */
	SyncLive *sync; /* NULL for none */
	ShellJob jobs[MAX_JOBS];
	int current;     /* the job last put into the background; -1 for none */
} Machine;

/* Settings for a machine's host, from the command's options. */
typedef struct Setup {
	const char *net, *script, *root, *kernel; /* files; root: a directory */
	int in;          /* the programs' standard input; -1 for none */
	EnvOption env;
	MachineOptions machine;
	char **argv;     /* the command line, argc words */
	int argc;
	FILE *requests;  /* NULL for none */
} Setup;

/* The state of the shell. */
typedef struct Shell {
	Setup setup;
	Machine m;
	LiveLinks live;     /* links with partners */
	Machine incoming;   /* the machine being read from a snapshot */
	uint32_t nrecorded; /* number of recorded runs, including the present one */
	const char *script; /* name of the script; NULL for a terminal */
	int line_number;
	bool terminal;      /* commands are typed at a terminal */
	bool leaving; /* the loop ends after this command */
	bool stopped; /* the event of --break-outside has been reported */
	/*
	 * EXIT_FOUND after a process of the nodes has failed; a higher status after a command that
	 * runs as a host process has failed
	 */
	int status;
	/* data of the current command, freed before the next one */
	Line line;
	NodeSet set;
	Buf file;
	Ask ask;
	bool asking;     /* `ask` has been initialised */
	char **programs; /* [nprograms] the files that loadgo has loaded */
	uint32_t nprograms;
	/* the line editor; NULL if there is none */
	Editor *editor;
	Collector *collector; /* of hostmon; NULL for none */
	struct View *view; /* NULL without a window */
} Shell;

/* A command of the shell. */
typedef struct ShellCommand {
	const char *name;
	void (*run)(Shell *sh, int argc, char **argv);
	const char *args; /* the arguments, as the help shows them */
	const char *help; /* one line */
	bool background;  /* may run in the background with & */
} ShellCommand;

/* ---- table.c ---- */

/* shell_command_at: command i in the order of help; NULL after the last. */
const ShellCommand *shell_command_at(uint32_t i);
/* shell_find_command: the command with this name; fatal if there is none. */
const ShellCommand *shell_find_command(const char *name);

/* ---- line.c ---- */

/*
 * line_split: split a line into words. Words are separated by blanks; '...' and "..." protect
 * blanks; # starts a comment. A syntax error is fatal.
 */
void line_split(Line *l, const char *text);

/* ---- shell.c ---- */

/* shell_next_option: like getopt over argv; an unknown option is fatal. Returns -1 at the end. */
int shell_next_option(int argc, char **argv, const char *letters);
/* shell_check_count: check that there are `least` to `most` arguments from argv[optind] on. */
void shell_check_count(int argc, char **argv, int least, int most);
/*
 * shell_set_nodes: set sh->set to the nodes that a text names. All of them must be up, unless `any`
 * is set; N means all nodes that are up.
 */
const NodeSet *shell_set_nodes(Shell *sh, const char *text, bool any);

/* machine_make: create a machine from a topology, which the machine then owns. */
void machine_make(Shell *sh, Machine *m, Topology *t, bool recorded);
/*
 * machine_record: if the shell is recorded, record the machine's run from now on. The recording has
 * a name of its own if another run has been recorded before.
 */
void machine_record(Shell *sh, Machine *m);
/* shell_open_view: show the machine's network in a window, if the options ask for it. */
void shell_open_view(Shell *sh);
/* machine_free: free a machine; it may be empty or incomplete. */
void machine_free(Machine *m);

/* ---- job.c ---- */
/* shell_report_halt: callback for StationOptions: report a process or node that has failed. */
void shell_report_halt(void *context, const Halt *h, Time at);
/* shell_report_ended_jobs: report background jobs that have ended. */
void shell_report_ended_jobs(Shell *sh);
/* shell_jobs_free: free all jobs of a machine. */
void shell_jobs_free(Machine *m);
/* shell_jobs_transfer: save or restore the jobs in a snapshot. */
void shell_jobs_transfer(Machine *m, Snap *snap);

void shell_loadgo(Shell *sh, int argc, char **argv);
void shell_jobs(Shell *sh, int argc, char **argv);
void shell_fg(Shell *sh, int argc, char **argv);
void shell_kill(Shell *sh, int argc, char **argv);

/* ---- waits.c ---- */

/*
 * shell_open_names: the names in the sources of the programs that loadgo has loaded; the caller
 * closes them.
 */
ThreadNames *shell_open_names(Shell *sh);
/* shell_add_threads: add the threads of all nodes that are up. */
void shell_add_threads(Shell *sh, Deadlock *d);
/*
 * shell_print_cycle: print the cycle of waits among threads, if there is one that nothing can end.
 * If all programs are known to wait, waits for messages are included.
 */
void shell_print_cycle(const Shell *sh, Deadlock *d, const DeadlockChoice *choice);
/*
 * shell_report_waits: report that job n is in the foreground and no event is left and, in a
 * deadlock, which processes wait for which.
 */
void shell_report_waits(Shell *sh, int n);
/* shell_set_stuck_status: set the exit status if some programs wait for ever. */
void shell_set_stuck_status(Shell *sh);

/* ---- own.c ---- */

/* shell_run_own_command: execute a command of trellis itself as a child process. */
void shell_run_own_command(Shell *sh, int argc, char **argv);

/* ---- network.c ---- */
void shell_spread(Shell *sh, int argc, char **argv);
void shell_run_until(Shell *sh, int argc, char **argv);
void shell_stats(Shell *sh, int argc, char **argv);
void shell_fault(Shell *sh, int argc, char **argv);
void shell_peek(Shell *sh, int argc, char **argv);
void shell_snapshot(Shell *sh, int argc, char **argv);
void shell_restore(Shell *sh, int argc, char **argv);

/* ---- state.c ---- */
void shell_state(Shell *sh, int argc, char **argv);

/* ---- node.c ---- */

/* shell_ask: begin a request to the nodes of sh->set; `answer` is called with each answer. */
Ask *shell_ask(Shell *sh, void (*answer)(Ask *a, uint32_t i, const Message *m, Time at),
	void *context);
/* shell_ask_end: end the request that shell_ask has begun. */
void shell_ask_end(Shell *sh);
/* shell_ask_all: send a request to the kenyad of every node that is up. */
void shell_ask_all(Shell *sh, KenyadRequest r);
/* shell_list_silent: list the nodes of the set that have not answered. */
void shell_list_silent(Shell *sh);

void shell_doom(Shell *sh, int argc, char **argv);
void shell_tping(Shell *sh, int argc, char **argv);

/* ---- the command ---- */
extern const Command shell_command;

/* ---- monitor.c ---- */
void shell_hostmon(Shell *sh, int argc, char **argv);
void shell_monctrl(Shell *sh, int argc, char **argv);

#endif
