/*
 * control_flow.h - a function's instructions as a graph: where its workspace pointer is at each,
 * and which conditional jumps decide whether an instruction is executed.
 *
 * An instruction is control dependent on a jump if one of the jump's ways always leads to it and
 * another need not (Ferrante, Ottenstein and Warren). Of a loop without an end, the highest block
 * counts as one that may leave the function.
 */
#ifndef CONTROL_FLOW_H
#define CONTROL_FLOW_H

#include "detrek/target/program.h"

typedef struct Codes Codes;
typedef struct CodeFunction CodeFunction;

Codes *codes_new(void);
void codes_free(Codes *c);

/*
 * codes_function: the one that has the address (linked); NULL: none is known there. It is the
 * codes'.
 */
const CodeFunction *codes_function(Codes *c, const ProgramInfo *p, Addr a);

Addr function_start(const CodeFunction *f);
bool function_has(const CodeFunction *f, const ProgramInfo *p, Addr a);

/*
 * function_entry: where Wptr was when the function was entered, if it is `wptr` at an address;
 * false: not known.
 */
bool function_entry(const CodeFunction *f, Addr a, Addr wptr, Addr *entry);

/*
 * function_deciders: the jumps that the instruction at an address depends on; they are the
 * function's; returns how many.
 */
size_t function_deciders(const CodeFunction *f, Addr a, const Addr **deciders);

/* function_same_block: no jump leads to a place between two instructions, or away from there. */
bool function_same_block(const CodeFunction *f, Addr a, Addr b);

/*
 * function_store: the next instruction behind *a (0: the first one) that stores into a word of the
 * workspace, if Wptr was `entry` when the function was entered.
 */
bool function_store(const CodeFunction *f, Addr entry, Addr word, Addr *a);

#endif
