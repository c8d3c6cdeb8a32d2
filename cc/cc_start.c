/*
 * cc_start.c - `trellis cc`: the compiler is a program of its own, trellis-cc, beside this one, so that
 * no other command has to load LLVM.
 */
#include "cc.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int
cc_start(int argc, char **argv)
{
	char self[4096], *program;
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);

	(void)argc;
	if (n < 0)
		fatal("cannot find out where trellis lies:");
	self[n] = '\0';
	program = xasprintf("%.*s/trellis-cc", (int)(strrchr(self, '/') - self), self);
	fflush(stdout);
	execv(program, argv);
	if (errno == ENOENT)
		fatal("%s is missing: trellis was built without its C compiler, which needs LLVM "
		      "(Debian: llvm-dev); the assembler is 'trellis as'",
			program);
	fatal("cannot run %s:", program);
}
