/*
 * kernel_ref.h - values in a node's memory, with types from the kernel's debugging information.
 *
 * The node's memory may contain garbage: addresses are checked, and the length of lists is limited.
 */
#ifndef KERNEL_REF_H
#define KERNEL_REF_H

#include "cc/debug/debug.h"
#include "sim/node/node_state.h"

enum { LONGEST_LIST = 1000 };

/* A typed value in a node's memory; type NULL if there is none. */
typedef struct Ref {
	const T800 *c;
	Addr at;
	const Type *type;
} Ref;

Ref ref_member(Ref r, const char *name);
Ref ref_element(Ref r, uint32_t i);
Ref ref_target(Ref r); /* the value that a pointer points to */
uint32_t ref_number(Ref r); /* the unsigned value; 0 if it is not a number */

struct KernelText {
	Debug *debug;
	DebugVariable table, lists, links;
	Addr linked; /* link address of the kernel's data */
};

/*
 * kernel_variable: a variable of the kernel on a node; the node's status words give the address of
 * the kernel's data.
 */
Ref kernel_variable(const KernelText *k, const T800 *c, const DebugVariable *v);
KernelText *kernel_text_open(const char *file);
void kernel_text_close(KernelText *k);

/*
 * kernel_process: the Process at an index of the table; empty if there is none.
 */
Ref kernel_process(Ref table, uint32_t i);
void kernel_process_name(Ref process, char name[], size_t size);
/*
 * kernel_sending: the first of the node's own messages that waits for a link, in one of two
 * classes.
 */
Ref kernel_sending(Ref links, uint32_t link, uint32_t class);

/* ---- kernel_threads.c ---- */
void kernel_threads(const KernelText *k, const T800 *c,
	void (*each)(void *context, const ThreadRow *row), void *context);

#endif
