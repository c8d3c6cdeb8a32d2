/*
 * start.c - `trellis cc` and `trellis db`: run the compiler as a separate program, trellis-cc, so
 * that other commands need not load LLVM.
 */
#include "cc.h"

#include "base/option.h"
#include "base/system.h"

/*
 * cc_start: replace this process by the program trellis-cc with the same arguments; fatal if there
 * is none.
 */
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

const Command db_command = {
	"db", "find where variables are used and defined, and what calls may modify", cc_start,
	"trellis db uses|defs VARIABLE FILE... [-- OPTION...]\n"
	"trellis db mod|ref FUNCTION FILE... [-- OPTION...]",
	"The C files and the library are analysed as one program, for all of its runs: at which "
	"places a variable may be read (uses) or written (defs), and which variables a call of a "
	"function may modify (mod) or read (ref), with all that it calls. Pointers are followed. "
	"The options after -- are those of trellis cc: -I DIR, -D NAME, --kernel, -l NAME.\n\n"
	"A variable is NAME, FUNCTION:NAME or FILE:NAME; a function is NAME or FILE:NAME; * means "
	"all.",
	{0}, NULL,
};
