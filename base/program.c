/*
 * program.c - runs helper programs from this program's directory, which are separate because they
 * need libraries that other commands should not have to load; and waits for child processes.
 */
#include "system.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

char *
program_beside(const char *name)
{
	char self[4096];
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);

	if (n < 0)
		fatal("cannot find the path of the program trellis:");
	self[n] = '\0';
	return xasprintf("%.*s/%s", (int)(strrchr(self, '/') - self), self, name);
}

/*
 * program_become: replace this process by the helper program `name`; if there is none, `missing`
 * says what it is needed for.
 */
void
program_become(const char *name, char **argv, const char *missing)
{
	char *program = program_beside(name);

	fflush(stdout);
	execv(program, argv);
	if (errno == ENOENT)
		fatal("%s is missing: %s", program, missing);
	fatal("cannot run %s:", program);
}

int
process_await(pid_t pid)
{
	int status = 0;

	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		continue;
	return status;
}

uint32_t
host_processors(void)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN);

	return n > 0 ? n : 1;
}
