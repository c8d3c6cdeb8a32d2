/*
 * thread_names.h - finds the source lines at which a network's threads are, and the names of the
 * objects for which they wait. This takes no simulated time.
 */
#ifndef THREAD_NAMES_H
#define THREAD_NAMES_H

#include "sim/host/station/station.h"
#include "sim/node/node_state.h"

typedef struct Past Past;
typedef struct ThreadNames ThreadNames;

/*
 * thread_names_new: names of the threads of a network; `kernel` is the kernel's ELF file, or NULL
 * if it is not known.
 */
ThreadNames *thread_names_new(Network *w, const char *kernel);
/*
 * thread_names_program: add the file of a program that was loaded; a missing file is ignored.
 */
void thread_names_program(ThreadNames *t, const char *file);
/* thread_names_recorded: add the kernel and the programs of a recording. */
void thread_names_recorded(ThreadNames *t, const Past *p);
/*
 * thread_names_open: the names from the ELF files of the kernel and of n programs; NULL, or a
 * missing file, gives none.
 */
ThreadNames *thread_names_open(Network *w, const char *kernel, const char *const *program,
	uint32_t n);
/* thread_names_close: free the names; accepts NULL. */
void thread_names_close(ThreadNames *t);

/* Each thread_put_... prints nothing and returns false if the name is not known. */

/* thread_put_state: print what a thread does: "is ready", "waits for a link to send over link 2" */
bool thread_put_state(ThreadNames *t, const ThreadRow *row, Buf *out);
/* thread_put_place: print the innermost function outside of libraries: "f() at x.c:12" */
bool thread_put_place(ThreadNames *t, const ThreadRow *row, Buf *out);
/*
 * thread_put_ended: print lines " f() at x.c:12\n" for the functions of a process that has just
 * ended, the innermost first. behind: iptr is the address after the last instruction, a call
 */
bool thread_put_ended(ThreadNames *t, uint32_t node, Addr iptr, Addr wptr, bool behind, Buf *out);
/*
 * thread_put_halt: print lines " f() at x.c:12\n" for the active functions of a process that has
 * failed. h: the station's report of the failure.
 */
void thread_put_halt(ThreadNames *t, const Halt *h, Buf *out);
/*
 * thread_put_instruction: print the place of an instruction, "f() at x.c:12"; its program may have
 * ended
 */
bool thread_put_instruction(ThreadNames *t, uint32_t n, Addr iptr, Buf *out);
/* thread_put_semaphore: print the variable that row->semaphore is: "lock at x.c:3" */
bool thread_put_semaphore(ThreadNames *t, const ThreadRow *row, Buf *out);
/* thread_put_start: print the function in which the thread row->holder began: "worker()" */
bool thread_put_start(ThreadNames *t, const ThreadRow *row, Buf *out);
/* thread_put_function: print the function at an address of a node: "slave: compute_fn()" */
bool thread_put_function(ThreadNames *t, uint32_t node, Addr iptr, Buf *out);
/* thread_put_message: print event and type, as numbers if they have no names: "(EVENT_ROW, 3)" */
void thread_put_message(ThreadNames *t, const ThreadRow *row, Buf *out);

/* thread_note_shown: note that a report of threads that wait for ever has named this one. */
void thread_note_shown(ThreadNames *t, const ThreadRow *row);

#endif
