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
	const char *out;
	char **argv; /* argc words; argv[0] is a path */
	uint32_t argc;
	const char **input;
	uint32_t ninputs;
	bool compiles; /* the compiler lists the files it reads */
	/* set by steps_run */
	pid_t pid;     /* 0: the file was up to date */
	int errors;    /* a file in memory with its standard error */
	bool failed;
	/* its standard error, terminated by a zero; if it was executed; the caller frees it */
	Buf messages;
} BuildStep;

BuildStep step_new(Arena *a, const char *out);
void step_word(BuildStep *s, const char *word);  /* the word is borrowed */
/* step_words: borrowed words, the last of them NULL. */
void step_words(BuildStep *s, const char *word, ...) __attribute__((sentinel));
void step_needs(BuildStep *s, const char *file); /* the step also depends on this file; borrowed */
void step_input(BuildStep *s, const char *file); /* a word that names an input file; borrowed */
void steps_run(BuildStep *s, uint32_t n);
/*
 * step_read: call `use` for each file that the compiler has read, until it returns false. false if
 * it has, or the files are not known.
 */
bool step_read(const BuildStep *s, bool (*use)(void *to, const char *file), void *to);

/* ---- sources.c ---- */

/* The C files of a program, each once, in an arena. {0} is empty. */
typedef struct Sources {
	const char **name;
	int *line; /* line of the key that named it */
	uint32_t n;
	Table known; /* the names' numbers, in the arena */
} Sources;

void sources_add(Arena *a, Sources *s, const VmsFiles *f);

/* ---- build.c ---- */

char *build_text(Arena *a, char *s); /* a copy of s in the arena; s is freed */

/* The ELF files that run on the nodes; the application's own are in the build directory. */
typedef struct Programs {
	const char *master, *slave, *kernel;
	const char **read; /* nread files of the application from which they were compiled */
	uint32_t nread;
} Programs;

/*
 * build_lock: wait until no other process makes or reads programs in the directory, because it
 * would remove the files that this one needs. Returns the lock, which also ends with this process.
 */
int build_lock(const char *dir);
void build_unlock(int lock); /* -1: a caller further up holds it */

/* What TrEK does besides running the application. */
typedef enum BuildWay {
	BUILD_PLAIN,
	BUILD_MONITOR, /* it executes the monitor's probes */
	BUILD_BREAK,   /* it recognises an event over several nodes */
	BUILD_SYNC,    /* it notes operations for a kernel that logs them */
	NBUILDWAYS
} BuildWay;

/* For BUILD_BREAK: C that is added to the programs (trek/tree_break.h). */
typedef struct BuildBreak {
	const char *event;  /* for messages */
	const char *values; /* functions, compiled at the end of a file of comp_function */
	const char *master, *slave; /* the tables of each program */
} BuildBreak;

/* build_check: a file of the .vms file that is missing is fatal. */
void build_check(Arena *a, const Vms *v);

/*
 * build_programs: compile and link whatever has changed. If a file does not compile, or a function
 * is missing, this is fatal: the compiler's messages are printed, then how they relate to the .vms
 * file. brk is NULL except for BUILD_BREAK.
 */
Programs build_programs(Arena *a, const Vms *v, const char *dir, BuildWay way,
	const BuildBreak *brk);

/* build_native: build the same functions as one program of the host; returns its file. */
const char *build_native(Arena *a, const Vms *v, const char *dir);

#endif
