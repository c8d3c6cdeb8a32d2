/*
 * kernel_ref.h - values in a node's memory, with types from the kernel's debugging information.
 *
 * The node's memory may contain garbage: addresses are checked, and the length of lists is limited.
 */
#ifndef KERNEL_REF_H
#define KERNEL_REF_H

#include "cc/debug/debug.h"
#include "sim/node/node_state.h"

enum { LONGEST_LIST = 1000 }; /* most elements that are read of a list */

/* A typed value in a node's memory; type NULL if there is none. */
typedef struct Ref {
	const T800 *c; /* the node's processor and memory */
	Addr at; /* address of the value */
	const Type *type;
} Ref;

/* ref_member: the member of a structure; type NULL if there is none. */
Ref ref_member(Ref r, const char *name);
/* ref_element: element i of an array; type NULL if there is none. */
Ref ref_element(Ref r, uint32_t i);
/* ref_target: the value that a pointer points to. */
Ref ref_target(Ref r);
/* ref_number: the unsigned value; 0 if it is not a number. */
uint32_t ref_number(Ref r);

struct KernelDebug {
	Debug *debug;
	DebugVariable table, lists, links; /* variables: processes, lists of waiting calls, links */
	Addr linked; /* link address of the kernel's data */
};

/*
 * kernel_variable: a variable of the kernel on a node; the node's status words give the address of
 * the kernel's data.
 */
Ref kernel_variable(const KernelDebug *k, const T800 *c, const DebugVariable *v);
/*
 * kernel_text_open: implements KernelReader.open: read the kernel's debugging information from its
 * ELF file.
 */
KernelDebug *kernel_text_open(const char *file);
/* kernel_text_close: implements KernelReader.close. */
void kernel_text_close(KernelDebug *k);

/*
 * kernel_process: the Process at an index of the table; empty if there is none.
 */
Ref kernel_process(Ref table, uint32_t i);
/* kernel_process_name: the name of a process's program; empty if it is not known. */
void kernel_process_name(Ref process, char name[], size_t size);
/*
 * kernel_waiting_message: the first of the node's own messages that waits for a link, in one of two
 * classes.
 */
Ref kernel_waiting_message(Ref links, uint32_t link, uint32_t class);

/* ---- kernel_threads.c ---- */
/* kernel_threads: implements KernelReader.threads. */
void kernel_threads(const KernelDebug *k, const T800 *c,
	void (*each)(void *context, const ThreadRow *row), void *context);

#endif
