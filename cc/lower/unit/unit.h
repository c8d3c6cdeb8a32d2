/*
 * unit.h - the services of the whole program for the lowering of a module: names, constants,
 * placement.
 */
#ifndef UNIT_H
#define UNIT_H

#include "cc/lower/module/module.h"

typedef struct Unit Unit; /* a module being compiled, and its program */
/* The debugging information of the program, while it is made. */
typedef struct Dwarf Dwarf;

/* unit_symbol: the global's name in the program. */
const char *unit_symbol(Unit *u, LLVMValueRef global);
/* unit_real: the label of a constant in the program's data. */
const char *unit_real(Unit *u, Kind k, uint64_t bits);
/* unit_dwarf: the program's debugging information. */
Dwarf *unit_dwarf(Unit *u);
/* unit_defined_name: the global's name if the program defines it; otherwise NULL. */
const char *unit_defined_name(Unit *u, LLVMValueRef global);
/* unit_request_icall: request the stub for calls through the slot with this offset. */
void unit_request_icall(Unit *u, int slot);
/* unit_new_serial: a number not yet used in labels of this program. */
int unit_new_serial(Unit *u);
/* unit_serial_of: the number in the labels of f's blocks, which count from 0. */
int unit_serial_of(Unit *u, LLVMValueRef f);

/*
 * unit_is_code: true for a function, or a constant placed with the code. A constant that contains
 * addresses is placed with the data, so that code and data can be loaded at independent addresses.
 */
bool unit_is_code(Unit *u, LLVMValueRef global);

#endif
