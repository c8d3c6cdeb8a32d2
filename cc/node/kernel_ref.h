/*
 * kernel_ref.h - values in a node's memory, by the layout that the kernel's debugging information
 * tells.
 *
 * Whatever a node holds may be garbage: addresses are checked, and lists are followed so far only.
 */
#ifndef KERNEL_REF_H
#define KERNEL_REF_H

#include "cc/debug/debug.h"
#include "sim/node/node_state.h"

enum { LONGEST_LIST = 1000 };

/* Something in a node's memory; type NULL: it is not there. */
typedef struct Ref {
	const T800 *c;
	Addr at;
	const Type *type;
} Ref;

Ref ref_member(Ref r, const char *name);
Ref ref_element(Ref r, uint32_t i);
Ref ref_target(Ref r); /* what a pointer points to */
uint32_t ref_number(Ref r); /* its unsigned value; 0 if it has none */

struct KernelText {
	Debug *debug;
	DebugVariable table, lists, links;
	Addr linked; /* where the kernel's data was linked for */
};

/* kernel_variable: of the kernel on a node, which tells where its data lies. */
Ref kernel_variable(const KernelText *k, const T800 *c, const DebugVariable *v);
KernelText *kernel_text_open(const char *file);
void kernel_text_close(KernelText *k);

/*
 * kernel_process: the process at a place of the table, a Ref to its Process; nothing: none is
 * there.
 */
Ref kernel_process(Ref table, uint32_t i);
void kernel_process_name(Ref process, char name[], size_t size);
/*
 * kernel_sending: the first message of the node's own that waits for a link, in one of two classes.
 */
Ref kernel_sending(Ref links, uint32_t link, uint32_t class);

/* ---- kernel_threads.c ---- */
void kernel_threads(const KernelText *k, const T800 *c,
	void (*each)(void *context, const ThreadRow *row), void *context);

#endif
