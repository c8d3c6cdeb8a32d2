/*
 * start.c - from _start to main, and out again.
 */
#include "host.h"
#include "lock.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_COMMAND = 256, MAX_ARGS = 32, MAX_ATEXIT = 32 };

int main(int argc, char **argv);

/* Functions to be called at the end, the last first. */
typedef struct AtExit {
	void (*f[MAX_ATEXIT])(void);
	int n;
} AtExit;

static struct {
	char command[MAX_COMMAND];
	char *argv[MAX_ARGS + 1];
	int argc;
	AtExit at_exit, at_quick_exit;
} process;

/* split_command_line: split the command line at its blanks, but not within "...". */
static void
split_command_line(char *s)
{
	while (process.argc < MAX_ARGS) {
		char end = ' ';

		while (*s == ' ')
			s++;
		if (*s == '\0')
			break;
		if (*s == '"') {
			end = '"';
			s++;
		}
		process.argv[process.argc++] = s;
		while (*s && *s != end)
			s++;
		if (*s)
			*s++ = '\0';
	}
}

_Noreturn void
__start(uint32_t link)
{
	host_start(link);
	if (host_command(process.command, MAX_COMMAND) < 0)
		process.command[0] = '\0';
	process.argv[process.argc++] = "program"; /* the server gives only the arguments */
	split_command_line(process.command);
	errno = 0;
	__constructors();
	exit(main(process.argc, process.argv));
}

static int
add_function(AtExit *list, void (*f)(void))
{
	int result = -1;

	lock_enter(LOCK_ENDS);
	if (list->n < MAX_ATEXIT) {
		list->f[list->n++] = f;
		result = 0;
	}
	lock_leave(LOCK_ENDS);
	return result;
}

/* take_last: remove the last function, and return it; NULL if there is none. */
static void
(*take_last(AtExit *list))(void)
{
	void (*f)(void);

	lock_enter(LOCK_ENDS);
	f = list->n > 0 ? list->f[--list->n] : NULL;
	lock_leave(LOCK_ENDS);
	return f;
}

static void
call_functions(AtExit *list)
{
	void (*f)(void);

	while ((f = take_last(list)) != NULL)
		f();
}

int
atexit(void (*f)(void))
{
	return add_function(&process.at_exit, f);
}

int
at_quick_exit(void (*f)(void))
{
	return add_function(&process.at_quick_exit, f);
}

void
exit(int status)
{
	call_functions(&process.at_exit);
	__destructors();
	__stdio_close();
	host_exit(status);
}

void
quick_exit(int status)
{
	call_functions(&process.at_quick_exit);
	host_exit(status);
}

void
_Exit(int status)
{
	host_exit(status);
}

int
system(const char *command)
{
	int32_t status;

	if (host_system(command ? command : "", &status) < 0)
		return command ? -1 : 0;
	return status;
}
