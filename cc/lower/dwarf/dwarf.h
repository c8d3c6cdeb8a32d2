/*
 * dwarf.h - debugging information of a program: DWARF 4, as the assembler's text; docs/compiler.md.
 */
#ifndef DWARF_H
#define DWARF_H

#include "cc/lower/fn/fn.h"

/*
 * dwarf_function_unit: the compilation unit of a function that is known in the source; NULL: it is
 * not.
 */
struct DwarfUnit *dwarf_function_unit(Dwarf *d, const Module *m, LLVMValueRef f);
int dwarf_file(struct DwarfUnit *u, const char *dir, const char *file); /* number for .loc */
/* what follows has its .loc from that unit */
void dwarf_lines(const struct DwarfUnit *u, Buf *out);
void dwarf_function(Fn *f); /* everything about it; after fn_frame, before fn_text */
void dwarf_variable(Dwarf *d, const Module *m, LLVMValueRef v, const char *name);
Dwarf *dwarf_new(Arena *a);
void dwarf_free(Dwarf *d);
bool dwarf_any(const Dwarf *d);
void dwarf_head(const Dwarf *d, Buf *out); /* names of the source files; before all .loc */
/* code that is entered by call and leaves Wptr */
void dwarf_stub(Dwarf *d, const char *low, const char *high);
void dwarf_text(Dwarf *d, Buf *out);

#endif
