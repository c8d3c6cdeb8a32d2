/*
 * thread_names.h - where the threads of a network are in their sources, and what the sources call
 * the things that they wait for. Read from outside; this takes no simulated time.
 */
#ifndef THREAD_NAMES_H
#define THREAD_NAMES_H

#include "sim/node/node_state.h"

typedef struct Network Network;
typedef struct Past Past;
typedef struct ThreadNames ThreadNames;

/* Each put_... prints nothing and returns false if the name is not known. */
typedef struct ThreadNamer {
	/* open: kernel is the kernel's ELF file; NULL: it is not known */
	ThreadNames *(*open)(Network *w, const char *kernel);
	void (*close)(ThreadNames *t); /* NULL is allowed */
	/* program: the file of a program that was loaded; a file that is gone is ignored */
	void (*program)(ThreadNames *t, const char *file);
	/* recorded: the kernel and the programs of a recording */
	void (*recorded)(ThreadNames *t, const Past *p);
	/* put_state: what it does: "is ready", "waits for a link to send over link 2" */
	bool (*put_state)(ThreadNames *t, const ThreadRow *row, Buf *out);
	/* put_place: "f() at x.c:12": the innermost function that is not a library's */
	bool (*put_place)(ThreadNames *t, const ThreadRow *row, Buf *out);
	/*
	 * put_gone: lines "    f() at x.c:12\n" for the functions of a process that has just ended,
	 * the innermost first. behind: iptr follows the instruction, a call
	 */
	bool (*put_gone)(ThreadNames *t, uint32_t node, Addr iptr, Addr wptr, bool behind,
		Buf *out);
	/*
	 * put_instruction: "f() at x.c:12", of a node of the network; its program may have ended
	 */
	bool (*put_instruction)(ThreadNames *t, uint32_t n, Addr iptr, Buf *out);
	/* put_semaphore: the variable that row->semaphore is: "lock at x.c:3" */
	bool (*put_semaphore)(ThreadNames *t, const ThreadRow *row, Buf *out);
	/* put_start: the function that the thread row->holder began with: "worker()" */
	bool (*put_start)(ThreadNames *t, const ThreadRow *row, Buf *out);
	/* put_function: the one of a node at an address: "slave: compute_fn()" */
	bool (*put_function)(ThreadNames *t, uint32_t node, Addr iptr, Buf *out);
	/* put_message: event and type, with numbers for those without names: "(EVENT_ROW, 3)" */
	void (*put_message)(ThreadNames *t, const ThreadRow *row, Buf *out);
} ThreadNamer;

/* main sets it (detrek/target/namer.c); NULL: no names are known. */
extern const ThreadNamer *thread_namer;

/*
 * thread_names_open: the names from the ELF files of the kernel and of n programs; NULL, or a file
 * that is gone, gives none. Returns NULL if no names are known. thread_names_close accepts NULL.
 */
ThreadNames *thread_names_open(Network *w, const char *kernel, const char *const *program,
	uint32_t n);
void thread_names_close(ThreadNames *t);

#endif
