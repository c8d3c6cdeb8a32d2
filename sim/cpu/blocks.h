/*
 * blocks.h - compiles the body of each instruction as an inline function: fn_NAME(t, n) for a
 * direct function with operand n, op_NAME(t) for an operation. The interpreters and the stencils
 * include this file.
 */
#ifndef BLOCKS_H
#define BLOCKS_H

#include "execute.h"

#define DIRECT(code, name, ...) static FORCE_INLINE void fn_##name(Regs *t, Word n)
#define OPER(code, name, ...) static FORCE_INLINE void op_##name(Regs *t)
#define FPOPER(code, name, base, ...) \
	enum { CYCLES_##name = base }; \
	static FORCE_INLINE void op_##name(Regs *t)
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
