/* dwarf.h - debugging information of a program: DWARF 4, as assembly text; docs/compiler.md. */
#ifndef DWARF_H
#define DWARF_H

#include "cc/lower/fn/fn.h"

/*
 * dwarf_function_unit: the compilation unit of a function; NULL if the source of the function is
 * unknown.
 */
struct DwarfUnit *dwarf_function_unit(Dwarf *d, const Module *m, LLVMValueRef f);
int dwarf_file(struct DwarfUnit *u, const char *dir, const char *file); /* file number for .loc */
/* the following .loc directives belong to that unit */
void dwarf_lines(const struct DwarfUnit *u, Buf *out);
void dwarf_function(Fn *f); /* all entries of a function; call it between fn_frame and fn_text */
void dwarf_variable(Dwarf *d, const Module *m, LLVMValueRef v, const char *name);
Dwarf *dwarf_new(Arena *a);
void dwarf_free(Dwarf *d);
bool dwarf_any(const Dwarf *d);
void dwarf_head(const Dwarf *d, Buf *out); /* names of the source files; must precede all .loc */
/* code that is entered by call and does not change Wptr */
void dwarf_stub(Dwarf *d, const char *low, const char *high);
void dwarf_text(Dwarf *d, Buf *out);

#endif
