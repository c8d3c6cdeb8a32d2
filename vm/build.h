/*
 * build.h - making an application's programs. Private to vm/.
 */
#ifndef BUILD_H
#define BUILD_H

#include "vm.h"

#include <sys/types.h>

/* ---- step.c ---- */

/* A command that makes one file. */
typedef struct Step {
	Arena *arena;
	const char *out;
	char **argv; /* argc words; argv[0] is a path */
	uint32_t argc;
	const char **input;
	uint32_t ninputs;
	bool compiles; /* the compiler tells what it reads */
	/* by steps_run */
	pid_t pid;     /* 0: the file was as it should be */
	int errors;    /* a file in memory: what it says */
	bool failed;
	/* on standard error, ended by a zero; if it was run; the caller's to free */
	Buf messages;
} Step;

Step step_new(Arena *a, const char *out);
void step_word(Step *s, const char *word);  /* borrowed, as is ... */
void step_input(Step *s, const char *file); /* ... a word that names a file it is made of */
void steps_run(Step *s, uint32_t n);

/* ---- sources.c ---- */

/* The C files of a program, each once; all of it is an arena's. {0} is none. */
typedef struct Sources {
	const char **name;
	int *line; /* of the key that named it */
	uint32_t n;
	uint32_t *slot; /* [nslots], a power of two: by hash, 1 + the index of a name, or 0 */
	uint32_t nslots;
} Sources;

void sources_add(Arena *a, Sources *s, const VmsFiles *f);

/* ---- build.c ---- */

/* What runs on the nodes: ELF files; the application's own are in the build directory. */
typedef struct Programs {
	const char *master, *slave, *kernel;
} Programs;

/*
 * build_lock: wait until no other process makes or reads programs in the directory. Another one
 * that builds there would remove what this one is about to read.
 * returns the lock, which also ends with this process
 */
int build_lock(const char *dir);
void build_unlock(int lock); /* -1: the caller's caller holds it */

/*
 * build_programs: compile and link what has changed. What does not compile, or lacks a function, is
 * the user's mistake (fatal): the compiler's messages, then what the .vms file has to do with them.
 * probes: with those of the monitor.
 */
Programs build_programs(Arena *a, const Vms *v, const char *dir, bool probes);

/* build_native: the same functions as one program of the host; its file. */
const char *build_native(Arena *a, const Vms *v, const char *dir);

#endif
