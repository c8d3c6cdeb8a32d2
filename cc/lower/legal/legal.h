/*
 * legal.h - the same program in less of LLVM's language.
 */
#ifndef LEGAL_H
#define LEGAL_H

#include "cc/lower/module/module.h"

void legalize_start(void); /* once, before the first: options of LLVM's passes */
void legalize(Module *m, int level);

/* a constant that is not an expression, or an address that the lowering computes as such */
bool legal_is_simple(LLVMValueRef v);

#endif
