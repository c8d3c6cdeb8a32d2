/*
 * start.c - `trellis cc`: runs the compiler as a separate program, trellis-cc, so that other
 * commands need not load LLVM.
 */
#include "cc.h"

#include "base/option.h"

static int
cc_start(int argc, char **argv)
{
	(void)argc; /* argv is terminated by NULL */
	program_become("trellis-cc", argv,
		"trellis was built without its C compiler, which needs LLVM "
		"(Debian: llvm-dev); the assembler is 'trellis as'");
}

/* trellis-cc prints its own help, because its options have clang's syntax. */
const Command cc_command = {.name = "cc", .summary = "compile C for transputers", .main = cc_start};
