/*
 * control_flow.h - the instructions of a function as a graph. For each instruction, the graph gives
 * the value of the workspace pointer, and the conditional jumps that decide whether the instruction
 * is executed.
 *
 * An instruction is control dependent on a jump if one successor of the jump always leads to the
 * instruction, and another successor does not (Ferrante, Ottenstein and Warren). In an endless
 * loop, the highest block is treated as if it could leave the function.
 */
#ifndef CONTROL_FLOW_H
#define CONTROL_FLOW_H

#include "cc/isa/executed.h"
#include "detrek/target/program.h"

typedef struct CodeCache CodeCache;
typedef struct CodeFunction CodeFunction;

/* codes_new: an empty collection of the functions whose control flow is read. */
CodeCache *codes_new(void);
/* codes_free: free the functions. */
void codes_free(CodeCache *c);

/*
 * codes_function: the function that contains a link address; NULL if unknown. Owned by the
 * collection.
 */
const CodeFunction *codes_function(CodeCache *c, const ProgramInfo *p, Addr a);

/*
 * function_entry_wptr: find the value that Wptr had at the function's entry. wptr: its value before
 * the instruction at address a. false if unknown.
 */
bool function_entry_wptr(const CodeFunction *f, Addr a, Addr wptr, Addr *entry);

/*
 * function_deciders: the jumps on which the instruction at an address depends, owned by the
 * function; returns how many.
 */
size_t function_deciders(const CodeFunction *f, Addr a, const Addr **deciders);

/*
 * function_depends: whether the instruction at an address depends on the jump, directly or through
 * other jumps.
 */
bool function_depends(const CodeFunction *f, Addr a, Addr jump);

/*
 * function_decides_deed: true if a call or a use of a channel in the function depends on the jump.
 */
bool function_decides_deed(const CodeFunction *f, Addr jump);

/*
 * function_next_instruction: advance *a to the next instruction (from 0: to the first); false:
 * there is none.
 */
bool function_next_instruction(const CodeFunction *f, Addr *a);
/* function_decode: decode the instruction at an address into *e; false if there is none. */
bool function_decode(const CodeFunction *f, Addr a, Executed *e);

/* function_same_block: true if both instructions are in the same basic block. */
bool function_same_block(const CodeFunction *f, Addr a, Addr b);

/*
 * function_next_store: find the first instruction after *a (0: in the function) that stores into a
 * word of the workspace, and set *a to its address. entry: the value of Wptr when the function was
 * entered. false: there is none.
 */
bool function_next_store(const CodeFunction *f, Addr entry, Addr word, Addr *a);

#endif
