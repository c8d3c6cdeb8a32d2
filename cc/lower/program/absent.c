/*
 * absent.c - functions of POSIX that the nodes' library lacks for a reason, which the message about
 * such a function gives.
 */
#include "program_parts.h"

#include <string.h>

/* The functions that are absent for one reason; a name that ends with '*' is a beginning. */
typedef struct Absence {
	const char *message; /* with a %s for the name */
	const char *names;
} Absence;

static const Absence absences[] = {
	{"%s is not defined: a node runs one program, and has no other processes of POSIX",
		"fork vfork execl execle execlp execv execve execvp posix_spawn wait waitpid kill "
		"killpg popen pclose setsid setpgid"},
	{"%s is not defined: the host's server knows no directories",
		"mkdir rmdir opendir readdir closedir rewinddir scandir chdir fchdir getcwd "
		"realpath glob ftw nftw mkdtemp"},
	{"%s is not defined: the host's server knows no links, owners and modes of files",
		"link symlink readlink chmod fchmod chown fchown lchown umask utime utimes "
		"futimens getuid geteuid getgid getegid getpwnam getpwuid getgrgid mkfifo mknod"},
	{"%s is not defined: the host's server cannot do this to a file",
		"ftruncate truncate dup dup2 pipe flock lockf"},
	{"%s is not defined: a node's memory has no pages",
		"mmap munmap mprotect msync madvise shm_open dlopen dlsym"},
	{"%s is not defined: a node has links instead of a network of sockets",
		"socket connect bind listen accept send sendto recv recvfrom shutdown "
		"gethostbyname getaddrinfo gethostname select poll"},
	{"%s is not defined: nothing interrupts a program from outside",
		"alarm ualarm setitimer pause sigsuspend sigwait"},
	{"%s is not defined: the server does not tell what a terminal can do",
		"ioctl tcgetattr tcsetattr ttyname"},
	{"%s is not defined: threads are those of threads.h, under the kernel (--kernel)",
		"pthread_* sem_*"},
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

const char *
program_absence(const char *name)
{
	for (size_t i = 0; i < sizeof absences / sizeof *absences; i++)
		if (is_in(absences[i].names, name))
			return absences[i].message;
	return "%s is not defined; add the file or library that has it";
}
