/*
 * absent.c - functions of POSIX that the nodes' library lacks for a reason, or that always fail
 * there; the message about such a function gives the reason.
 */
#include "program_parts.h"

#include <string.h>

/*
 * The functions that are absent for one reason; a name that ends with '*' stands for all names with
 * this beginning.
 */
typedef struct Absence {
	const char *message; /* with a %s for the name */
	const char *names;
} Absence;

static const Absence absences[] = {
	{"%s is not defined: a node runs one program, and has no other processes of POSIX",
		"fork vfork execl execle execlp execv execve execvp posix_spawn wait waitpid kill "
		"killpg setsid setpgid"},
	{"%s is not defined: the host's server knows no users",
		"getgrgid getgrnam getlogin setuid setgid"},
	{"%s is not defined: the host's server cannot do this to a file",
		"dup dup2 pipe mkfifo mknod flock lockf"},
	{"%s is not defined: a node's memory has no pages",
		"mprotect mremap msync madvise mlock shm_open dlopen dlsym"},
	{"%s is not defined: a node has links instead of a network of sockets",
		"socket connect bind listen accept send sendto recv recvfrom shutdown "
		"gethostbyname getaddrinfo gethostname select poll"},
	{"%s is not defined: nothing interrupts a program from outside",
		"alarm ualarm setitimer pause sigsuspend sigwait"},
	{"%s is not defined: the host's server knows no properties of terminals",
		"tcgetattr tcsetattr ttyname"},
	{"%s is not defined: nothing cancels a thread or changes its priority",
		"pthread_cancel pthread_testcancel pthread_setcancel* pthread_kill pthread_sigmask "
		"pthread_getschedparam pthread_setschedparam pthread_atfork"},
	{"%s is not defined: threads are those of the kernel; compile with -pthread", "pthread_*"},
	{"%s is not defined: semaphores are those of kernel.h; compile with --kernel", "sem_*"},
};

/*
 * Functions that exist, but always fail and set errno: programs put them in tables, or ignore their
 * failure.
 */
static const Absence failures[] = {
	{"%s always fails: the host's server knows no owners, modes and times of files",
		"chmod fchmod chown fchown utime utimes"},
	{"%s always fails: the host's server makes no links", "link symlink"},
	{"%s always fails: a node's memory has no pages", "mmap munmap"},
	{"%s always fails: a node runs one program, and has no other processes of POSIX",
		"popen pclose"},
	{"%s always fails: the host's server knows no properties of terminals", "ioctl"},
};

/* is_in: true if a list of words, which are separated by blanks, has the name. */
static bool
is_in(const char *words, const char *name)
{
	size_t n;

	for (; *words; words += n + (words[n] == ' ')) {
		n = strcspn(words, " ");
		if (n > 0 && words[n - 1] == '*' && strncmp(words, name, n - 1) == 0)
			return true;
		if (strlen(name) == n && strncmp(words, name, n) == 0)
			return true;
	}
	return false;
}

/* find_message: the message of the first of n reasons that has the name, or NULL. */
static const char *
find_message(const Absence *reasons, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (is_in(reasons[i].names, name))
			return reasons[i].message;
	return NULL;
}

const char *
program_absence_message(const char *name)
{
	const char *message = find_message(absences, sizeof absences / sizeof *absences, name);

	return message ? message : "%s is not defined; add the file or library that has it";
}

const char *
program_failure_message(const char *name)
{
	return find_message(failures, sizeof failures / sizeof *failures, name);
}
