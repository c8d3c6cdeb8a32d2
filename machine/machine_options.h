/*
 * machine_options.h - the options that boot, run and shell share, with the same meaning in each.
 */
#ifndef MACHINE_OPTIONS_H
#define MACHINE_OPTIONS_H

#include "base/option.h"
#include "live_links.h"
#include "sim/fault/fault.h"
#include "sim/host/realtime.h"
#include "sim/host/station/station.h"
#include "sim/host/typist/typist.h"
#include "sim/network/network.h"
#include "sim/past/past.h"
#include "sim/view/view.h"

/* Values of the shared options; texts point into argv. */
typedef struct MachineOptions {
	const char *topology;  /* NULL: the command's default machine */
	const char *config;    /* configuration of the crossbars; NULL: chosen by the command */
	bool has_seed;
	uint64_t seed;
	Time until;            /* NEVER if there is no limit */
	Sync sync;
	Engine engine;
	bool has_engine;
	Cycles ahead;          /* cycles that nodes may run beyond what is certain */
	bool has_ahead;
	uint32_t threads;      /* 0: the default */
	FaultOptions faults;
	ViewOptions view;      /* window and picture; the command sets the other fields */
	const char *requests;  /* log file for the programs' host requests; NULL for none */
	bool stats;
	TypeOptions types;     /* of --type */
	LinkOptions links;     /* of --link */
	Realtime realtime;     /* of --realtime */
	uint64_t quota;        /* limit of bytes that programs may write; 0: the default */
	const char *record;    /* file for a recording; NULL for none */
	bool by_default; /* the run is recorded without an option of the user */
	bool has_moments;
	/* millions of instructions between the states that a recording saves (moments); 0: none */
	uint64_t moments;
	bool debug;              /* debug the run while it is being made */
	const char *script;      /* file of commands for the debugger; NULL for none */
	const char *sync_inside; /* file for the order that the kernels log, or NULL */
	const char *sync_order;  /* file with an order that is forced on the run, or NULL */
	const char *event; /* event over several nodes at which the run stops; NULL for none */
} MachineOptions;

extern const Option machine_options[];     /* options of boot, run and shell */
/* options of boot and run, which run one program to its end */
extern const Option machine_run_options[];
/* options of earlier versions, each with a text that names its replacement */
extern const Option machine_gone_options[];

/* picture_size_option: set the size of pictures and movies from WIDTHxHEIGHT. */
void picture_size_option(ViewOptions *v, const char *argument);

/*
 * machine_option: handle an option of machine_options or machine_run_options. Returns false if it
 * belongs to another table.
 */
bool machine_option(MachineOptions *m, int id, char *argument);

/* machine_check: fatal if options contradict each other; call this after the last option. */
void machine_check(const MachineOptions *m);

/* machine_apply: set how a network, which has just been made, is run. */
void machine_apply(const MachineOptions *m, Network *w);

/*
 * machine_record_default: if the user has not said whether to record, record the run in the cache
 * (sim/past/runs.h), unless TRELLIS_RECORD is none. Call this after machine_check. what: the file
 * that is run.
 */
void machine_record_default(MachineOptions *m, const char *what);
/*
 * machine_print_recording: after a failed run, print the path of the recording that
 * machine_record_default has begun.
 */
void machine_print_recording(const MachineOptions *m);

/*
 * machine_past: the past of a network that has just been made, by which earlier states can be
 * restored (sim/past/past.h). NULL unless the run is recorded or debugged. argv is the command
 * line, starting at the command's name.
 */
Past *machine_past(const MachineOptions *m, Network *w, int argc, char **argv);
/* machine_past_in: as machine_past, with the recording in the file `record`. */
Past *machine_past_in(const MachineOptions *m, const char *record, Network *w, int argc,
	char **argv);
/*
 * machine_record_program: store a program in a recording, with its role. Its sources are stored,
 * too, if they are Trellis' own or lie below the application's directory. Other sources are not
 * stored, with a warning, because their names may come from a stranger's #line. directory NULL: the
 * program's directory and the current one.
 */
void machine_record_program(Past *p, const char *role, const char *name, const char *directory);

/*
 * machine_input: the descriptor of the programs' input: `in`; but -1 with --type, unless `in` is a
 * terminal.
 */
int machine_input(const MachineOptions *m, int in);

/*
 * machine_realtime: the pace of the run; {0} (as fast as possible) if all input comes from --type.
 */
Realtime machine_realtime(const MachineOptions *m);

/* machine_is_synced: true if the operations of threads are logged or forced. */
bool machine_is_synced(const MachineOptions *m);

/*
 * requests_open: open the log file for requests, which gets one line for each request of a program
 * to the host: standard error for "-", NULL for NULL.
 */
FILE *requests_open(const char *name);
/* requests_close: close the log file, which may be NULL. */
void requests_close(FILE *f, const char *name);

#endif
