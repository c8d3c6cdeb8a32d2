/*
 * unit.h - what a module's lowering asks of the whole program, which answers in program/unit.c:
 * names, constants, what lies where.
 */
#ifndef UNIT_H
#define UNIT_H

#include "cc/lower/module/module.h"

typedef struct Unit Unit; /* a module being compiled, with its program */
typedef struct Dwarf Dwarf;

const char *unit_symbol(Unit *u, LLVMValueRef global); /* its name in the program */
const char *unit_real(Unit *u, Kind k, uint64_t bits); /* label of a constant in the data */
Dwarf *unit_dwarf(Unit *u);
const char *unit_label(Unit *u, LLVMValueRef global); /* its name, if the program has it; NULL */
void unit_icall(Unit *u, int slot); /* the program needs the stub that calls through that slot */
int unit_serial(Unit *u);           /* a number not yet used in this program's labels */
/* the number of the labels of f's blocks, which begin with 0 */
int unit_serial_of(Unit *u, LLVMValueRef f);

/*
 * unit_is_code: a function, or a constant that lies beside the code. A constant that holds
 * addresses does not: it lies with the data, so that code and data can be put anywhere, each by
 * itself.
 */
bool unit_is_code(Unit *u, LLVMValueRef global);

#endif
