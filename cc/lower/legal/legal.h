/* legal.h - rewrites a program into the subset of LLVM IR that the lowering supports. */
#ifndef LEGAL_H
#define LEGAL_H

#include "cc/lower/module/module.h"

/* legalize_start: set the options of LLVM's passes; call this once before the first use. */
void legalize_start(void);
/*
 * module_legalize: rewrite a module into the supported subset, optimising it at a level from 0 to
 * 3.
 */
void module_legalize(Module *m, int level);

/*
 * legal_is_simple: true for a constant that is not an expression, or an address that the lowering
 * can compute.
 */
bool legal_is_simple(LLVMValueRef v);

#endif
