/*
 * start.c - `trellis cc`: the compiler is a program of its own, trellis-cc, so that no other
 * command has to load LLVM.
 */
#include "cc.h"

#include "base/option.h"

static int
cc_start(int argc, char **argv)
{
	(void)argc; /* it counts for itself */
	program_become("trellis-cc", argv,
		"trellis was built without its C compiler, which needs LLVM "
		"(Debian: llvm-dev); the assembler is 'trellis as'");
}

/* trellis-cc prints its own help: its options have clang's forms. */
const Command cc_command = {.name = "cc", .summary = "compile C for transputers", .main = cc_start};
