/* build.h - builds an application's programs. */
#ifndef BUILD_H
#define BUILD_H

#include "vm.h"

#include "base/table.h"

#include <sys/types.h>

/* ---- step.c ---- */

/* A command that makes one file. */
typedef struct BuildStep {
	Arena *arena;
	const char *out; /* the file that it makes */
	char **argv; /* argc words; argv[0] is a path */
	uint32_t argc;
	const char **input; /* [ninputs] the files that it reads */
	uint32_t ninputs;
	bool compiles; /* the step is a compilation; the compiler lists the files that it reads */
	/* set by steps_run */
	pid_t pid;     /* 0: the file was up to date */
	int errors;    /* a file in memory with its standard error */
	bool failed;
	/*
	 * if the command was executed: its standard error, with a zero at the end; the caller frees
	 * it
	 */
	Buf messages;
} BuildStep;

/* step_new: a step that makes the file `out`. */
BuildStep step_new(Arena *a, const char *out);
/* step_word: append a borrowed word to the command. */
void step_word(BuildStep *s, const char *word);
/* step_words: append borrowed words, the last of them NULL. */
void step_words(BuildStep *s, const char *word, ...) __attribute__((sentinel));
/* step_needs: let the step also depend on this file; the name is borrowed. */
void step_needs(BuildStep *s, const char *file);
/* step_input: append the name of an input file, which is borrowed. */
void step_input(BuildStep *s, const char *file);
/* steps_run: run the steps whose output is older than its input, several at a time. */
void steps_run(BuildStep *s, uint32_t n);
/*
 * step_read: call `use` for each file that the compiler has read, until a call returns false.
 * Returns false in that case, and if the files are not known.
 */
bool step_read(const BuildStep *s, bool (*use)(void *to, const char *file), void *to);

/* ---- sources.c ---- */

/* The C files of a program, each once, in an arena. {0} is empty. */
typedef struct Sources {
	const char **name;
	int *line; /* [n] line of the .vms file's key that names the source */
	uint32_t n;
	Table known; /* name -> index of the source; in the arena */
} Sources;

/* sources_add: add the files of a key, each once. */
void sources_add(Arena *a, Sources *s, const VmsFiles *f);

/* ---- build.c ---- */

/* build_keep_text: a copy of s in the arena; s is freed. */
char *build_keep_text(Arena *a, char *s);

/* The ELF files that run on the nodes; the application's own are in the build directory. */
typedef struct Programs {
	const char *master, *slave, *kernel;
	const char **read; /* [nread] files of the application that the compiler has read */
	uint32_t nread;
} Programs;

/*
 * build_lock: wait until no other process makes or reads programs in the directory, and lock it.
 * Otherwise that process could remove files that this one needs. Returns the lock, which also ends
 * with this process.
 */
int build_lock(const char *dir);
/* build_unlock: release the lock; -1: do nothing, because a caller holds the lock. */
void build_unlock(int lock);

/* What TrEK does in addition to running the application. */
typedef enum BuildWay {
	BUILD_PLAIN,
	BUILD_MONITOR, /* TrEK executes the monitor's probes */
	BUILD_BREAK,   /* TrEK recognises an event over several nodes */
	BUILD_SYNC,    /* TrEK notes operations for a kernel that logs them */
	NBUILDWAYS
} BuildWay;

/* For BUILD_BREAK: C that is added to the programs (trek/tree_break.h). */
typedef struct BuildBreak {
	const char *event;  /* for messages */
	const char *values; /* functions, compiled at the end of a file of comp_function */
	const char *master, *slave; /* the tables of each program */
} BuildBreak;

/* build_check: fatal if a file that the .vms file names is missing. */
void build_check(Arena *a, const Vms *v);

/*
 * build_programs: compile and link what has changed in the programs. It is fatal if a
 * file does not compile, or a function is missing: the compiler's messages are printed, then their
 * relation to the .vms file. brk is NULL except for BUILD_BREAK.
 */
Programs build_programs(Arena *a, const Vms *v, const char *dir, BuildWay way,
	const BuildBreak *brk);

/* build_native: build the same functions as one program of the host; returns its file. */
const char *build_native(Arena *a, const Vms *v, const char *dir);

#endif
