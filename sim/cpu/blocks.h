/*
 * blocks.h - the instruction blocks as functions: fn_NAME of direct functions with their operand,
 * op_NAME of operations. For the interpreters and the stencils, which inline them.
 */
#ifndef BLOCKS_H
#define BLOCKS_H

#include "execute.h"

#define DIRECT(code, name, ...) static FORCE_INLINE void fn_##name(Regs *t, Word n)
#define OPER(code, name, ...) static FORCE_INLINE void op_##name(Regs *t)
#define FPOPER OPER
#define FPENTRY OPER
#include "ops.c"
#include "ops_long.c"
#include "ops_process.c"
#include "fpu.c"
#undef DIRECT
#undef OPER
#undef FPOPER
#undef FPENTRY

#endif
