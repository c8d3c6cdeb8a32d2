/*
 * machine_options.h - the options that boot, run and shell share. Each means the same in all of
 * them.
 */
#ifndef COMMAND_MACHINE_H
#define COMMAND_MACHINE_H

#include "base/option.h"
#include "sim/fault/fault.h"
#include "sim/network/network.h"
#include "sim/past/past.h"
#include "sim/window/view.h"

/* What the command line says; texts are argv's. */
typedef struct MachineOptions {
	const char *topology;  /* NULL: the command's own machine */
	const char *config;    /* setting of the crossbars; NULL: the command chooses */
	bool has_seed;
	uint64_t seed;
	Time until;            /* NEVER if there is no limit */
	Sync sync;
	FaultOptions faults;
	ViewOptions view;      /* window, picture; the rest is the command's */
	const char *trace;     /* file for the machine's events; NULL if there is none */
	bool packets;          /* ... with each packet on the lines */
	const char *requests;  /* file for the programs' requests; NULL if there is none */
	bool stats;
	uint64_t quota;        /* bytes that programs may write; 0: the default */
	const char *record;    /* directory of a recording; NULL if there is none */
	bool has_moments;
	uint64_t moments;      /* millions of instructions between its moments; 0 if none */
} MachineOptions;

extern const Option machine_options[];     /* rows of boot, run and shell */
/* rows of boot and run, which run one program to its end */
extern const Option machine_run_options[];

/* machine_option: take an option of these rows. returns false if it is another's */
bool machine_option(MachineOptions *m, int id, const char *argument);

/*
 * machine_check: after the last option; options that contradict each other are the user's mistake.
 */
void machine_check(const MachineOptions *m);

/*
 * machine_past: the past of a network that has just been made, if the run is recorded; NULL: it is
 * not. argv is the command line, from the command's name on.
 */
Past *machine_past(const MachineOptions *m, Network *w, int argc, char **argv);
/*
 * machine_record_program: keep a program with a recording, in its role, and the sources of it that
 * are there.
 */
void machine_record_program(Past *p, const char *role, const char *name);

/*
 * requests_open: the file for a line for each request of a program to the host: standard error for
 * "-", NULL for NULL. requests_close: it has been written.
 */
FILE *requests_open(const char *name);
void requests_close(FILE *f, const char *name);

#endif
