/* legal.h - rewrites a program into the subset of LLVM IR that the lowering supports. */
#ifndef LEGAL_H
#define LEGAL_H

#include "cc/lower/module/module.h"

void legalize_start(void); /* call once before the first use; sets options of LLVM's passes */
void module_legalize(Module *m, int level);

/* true for a constant that is not an expression, or an address that the lowering can compute */
bool legal_is_simple(LLVMValueRef v);

#endif
