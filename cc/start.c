/*
 * start.c - `trellis cc`: the compiler is a program of its own, trellis-cc, so that no other
 * command has to load LLVM.
 */
#include "cc.h"

int
cc_start(int argc, char **argv)
{
	(void)argc; /* it counts for itself */
	program_become("trellis-cc", argv, "trellis was built without its C compiler, which needs LLVM "
		"(Debian: llvm-dev); the assembler is 'trellis as'");
}
