/* open.c - opens partners: commands, sockets, pseudo terminals. */
#define _GNU_SOURCE /* pseudo terminals, accept4 */
#include "partner.h"

#include "base/number.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <termios.h>
#include <unistd.h>

enum {
	TRIES = 50,    /* to find a program that takes the same port at this moment */
	PAUSE = 20000, /* us between two tries */
};

/* An address of a socket. */
typedef union Address {
	struct sockaddr any;
	struct sockaddr_un unix_path;
	struct sockaddr_in tcp;
} Address;

/* ---- commands ---- */

/*
 * exec_command: replace this process by a command of the shell, with `end` as its input and output.
 */
_Noreturn static void
exec_command(int end, const char *command)
{
	signal(SIGPIPE, SIG_DFL);
	dup2(end, STDIN_FILENO);
	dup2(end, STDOUT_FILENO);
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(127);
}

/* open_command: start a command of the shell as the partner of a link. */
static PartnerEnds
open_command(const char *link, const char *command)
{
	int ends[2];
	pid_t child;

	fflush(NULL);
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0 || (child = fork()) < 0)
		fatal("--link %s: cannot start '%s':", link, command);
	if (child == 0)
		exec_command(ends[1], command);
	close(ends[1]);
	return (PartnerEnds){.in = ends[0], .out = ends[0], .command = child};
}

/* ---- sockets ---- */

/*
 * is_self_connected: true if the socket was connected to itself, which happens if the host gives
 * it as its own port the port to which it connects.
 */
static bool
is_self_connected(int fd, const Address *a)
{
	Address own;
	socklen_t size = sizeof own;

	return a->any.sa_family == AF_INET && getsockname(fd, &own.any, &size) == 0
		&& own.tcp.sin_port == a->tcp.sin_port;
}

/* connect_to: a socket connected to an address; -1 if no process listens there. */
static int
connect_to(const Address *a, socklen_t size)
{
	int fd = socket(a->any.sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd >= 0 && connect(fd, &a->any, size) == 0 && !is_self_connected(fd, a))
		return fd;
	if (fd >= 0)
		close(fd);
	return -1;
}

/* forget_path: remove a socket's name from the file system. */
static void
forget_path(const Address *a)
{
	struct stat st;

	if (a->any.sa_family == AF_UNIX && lstat(a->unix_path.sun_path, &st) == 0
		&& S_ISSOCK(st.st_mode))
		unlink(a->unix_path.sun_path);
}

/* listen_at: a socket that listens at an address where no process listens; -1 with errno. */
static int
listen_at(const Address *a, socklen_t size)
{
	int fd = socket(a->any.sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1, error;
	mode_t old = umask(077);

	forget_path(a); /* of a program that has ended */
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
	error = fd < 0 || bind(fd, &a->any, size) != 0 || listen(fd, 1) != 0 ? errno : 0;
	umask(old);
	if (error && fd >= 0)
		close(fd);
	errno = error;
	return error ? -1 : fd;
}

/*
 * lock_folder: keep other programs from a socket's folder until the descriptor is closed; -1 if it
 * cannot be locked.
 */
static int
lock_folder(const Address *a)
{
	char path[sizeof a->unix_path.sun_path];
	int fd;

	if (a->any.sa_family != AF_UNIX)
		return -1;
	strcpy(path, a->unix_path.sun_path);
	fd = open(dirname(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd >= 0)
		flock(fd, LOCK_EX);
	return fd;
}

/*
 * connect_or_listen: make a socket that is connected to a listening partner or, with *connected
 * false, listens. Two programs that begin at the same time must find each other. Both could take a
 * path, so a lock protects the search for it and its creation; a port is given to one of them only,
 * and the other one tries again.
 */
static int
connect_or_listen(const char *link, const char *where, const Address *a, socklen_t size,
	bool *connected)
{
	for (int tries = 0;; tries++) {
		int lock = lock_folder(a), fd = connect_to(a, size), error;

		*connected = fd >= 0;
		if (fd < 0)
			fd = listen_at(a, size);
		error = errno;
		if (lock >= 0)
			close(lock);
		if (fd >= 0)
			return fd;
		errno = error;
		if (error != EADDRINUSE || tries == TRIES)
			fatal("--link %s: cannot listen at %s:", link, where);
		usleep(PAUSE);
	}
}

/* accept_one: wait for one partner, and return its socket. */
static int
accept_one(const char *link, const char *where, const Address *a, int listener)
{
	int fd;

	fprintf(stderr, "link %s: waiting for a partner at %s\n", link, where);
	do
		fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
	while (fd < 0 && errno == EINTR);
	if (fd < 0)
		fatal("--link %s: no partner at %s:", link, where);
	forget_path(a); /* before the socket closes: another program may listen there from now on */
	close(listener);
	return fd;
}

/* open_socket: connect to a socket or wait for a partner there; returns its descriptors. */
static PartnerEnds
open_socket(const char *link, const char *where, const Address *a, socklen_t size)
{
	bool connected;
	int fd = connect_or_listen(link, where, a, size, &connected);

	if (!connected)
		fd = accept_one(link, where, a, fd);
	return (PartnerEnds){.in = fd, .out = fd};
}

/* open_unix: open_socket for a socket in the file system. */
static PartnerEnds
open_unix(const char *link, const char *where, const char *path)
{
	Address a = {.unix_path = {.sun_family = AF_UNIX}};

	if (strlen(path) >= sizeof a.unix_path.sun_path)
		fatal("--link %s=%s: a socket's path has at most %zu characters", link, where,
			sizeof a.unix_path.sun_path - 1);
	strcpy(a.unix_path.sun_path, path);
	return open_socket(link, where, &a, sizeof a.unix_path);
}

/* open_tcp: open_socket for a TCP port on the loopback address. */
static PartnerEnds
open_tcp(const char *link, const char *where, const char *port)
{
	Address a = {.tcp = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)}};

	a.tcp.sin_port = htons(number_option("link tcp", port, 1, 65535));
	return open_socket(link, where, &a, sizeof a.tcp);
}

/* ---- pseudo terminals ---- */

int
partner_open_terminal(const char *label)
{
	int fd = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC), other;
	struct termios raw;

	if (fd < 0 || grantpt(fd) != 0 || unlockpt(fd) != 0
		|| (other = open(ptsname(fd), O_RDWR | O_NOCTTY | O_CLOEXEC)) < 0)
		return -1;
	if (tcgetattr(other, &raw) == 0) {
		cfmakeraw(&raw);
		tcsetattr(other, TCSANOW, &raw);
	}
	fprintf(stderr, "%s: %s\n", label, ptsname(fd));
	return fd; /* `other` stays open: partners come and go */
}

/* open_terminal: make a pseudo terminal as the partner of a link. */
static PartnerEnds
open_terminal(const char *link)
{
	char *label = xasprintf("link %s", link);
	int fd = partner_open_terminal(label);

	if (fd < 0)
		fatal("--link %s: cannot make a pseudo terminal:", link);
	free(label);
	return (PartnerEnds){.in = fd, .out = fd};
}

PartnerEnds
partner_open(const char *link, const char *where)
{
	if (strcmp(where, "stdio") == 0)
		return (PartnerEnds){.in = STDIN_FILENO, .out = STDOUT_FILENO, .closes = true};
	if (strcmp(where, "pty") == 0)
		return open_terminal(link);
	if (strncmp(where, "exec:", 5) == 0 && where[5])
		return open_command(link, where + 5);
	if (strncmp(where, "unix:", 5) == 0 && where[5])
		return open_unix(link, where, where + 5);
	if (strncmp(where, "tcp:", 4) == 0)
		return open_tcp(link, where, where + 4);
	fatal("--link %s=%s: expected stdio, exec:COMMAND, unix:PATH, tcp:PORT, udp:PORT, pty or "
		"c011:IN,OUT", link, where);
}
