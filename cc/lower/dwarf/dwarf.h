/* dwarf.h - debugging information of a program: DWARF 4, as assembly text; docs/compiler.md. */
#ifndef DWARF_H
#define DWARF_H

#include "cc/lower/fn/fn.h"

/*
 * dwarf_function_unit: the compilation unit of a function; NULL if the source of the function is
 * unknown.
 */
struct DwarfUnit *dwarf_function_unit(Dwarf *d, const Module *m, LLVMValueRef f);
/* dwarf_file: the number of a source file in its unit, for .loc. */
int dwarf_file(struct DwarfUnit *u, const char *dir, const char *file);
/* dwarf_switch_lines: let the following .loc directives belong to the unit. */
void dwarf_switch_lines(const struct DwarfUnit *u, Buf *out);
/* dwarf_add_function: make all entries of a function, between fn_frame and fn_text. */
void dwarf_add_function(Fn *f);
/* dwarf_add_variable: make the entry of a global variable with this name in the assembly text. */
void dwarf_add_variable(Dwarf *d, const Module *m, LLVMValueRef v, const char *name);
Dwarf *dwarf_new(Arena *a);
void dwarf_free(Dwarf *d);
/* dwarf_has_units: true if some module has debugging information. */
bool dwarf_has_units(const Dwarf *d);
/* dwarf_head: print the names of the source files, before all .loc directives. */
void dwarf_head(const Dwarf *d, Buf *out);
/* dwarf_add_stub: describe the frame of code that is entered by call and does not change Wptr. */
void dwarf_add_stub(Dwarf *d, const char *low, const char *high);
/* dwarf_text: print all sections of debugging information. */
void dwarf_text(Dwarf *d, Buf *out);

#endif
