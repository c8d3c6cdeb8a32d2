/* open.c - opens partners: commands, sockets, pseudo terminals. */
#define _GNU_SOURCE /* pseudo terminals, accept4 */
#include "partner.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <termios.h>
#include <unistd.h>

/* An address of a socket. */
typedef union Address {
	struct sockaddr any;
	struct sockaddr_un unix_path;
	struct sockaddr_in tcp;
} Address;

/* ---- commands ---- */

_Noreturn static void
become_command(int end, const char *command)
{
	signal(SIGPIPE, SIG_DFL);
	dup2(end, STDIN_FILENO);
	dup2(end, STDOUT_FILENO);
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(127);
}

static PartnerEnds
open_command(const char *link, const char *command)
{
	int ends[2];
	pid_t child;

	fflush(NULL);
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0 || (child = fork()) < 0)
		fatal("--link %s: cannot start '%s':", link, command);
	if (child == 0)
		become_command(ends[1], command);
	close(ends[1]);
	return (PartnerEnds){.in = ends[0], .out = ends[0], .command = child};
}

/* ---- sockets ---- */

/* connect_to: a socket connected to that address; -1: no process listens there. */
static int
connect_to(const Address *a, socklen_t size)
{
	int fd = socket(a->any.sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd >= 0 && connect(fd, &a->any, size) == 0)
		return fd;
	if (fd >= 0)
		close(fd);
	return -1;
}

/* forget_path: remove a socket's name that is left of a program that has ended. */
static void
forget_path(const Address *a)
{
	struct stat st;

	if (a->any.sa_family == AF_UNIX && lstat(a->unix_path.sun_path, &st) == 0
		&& S_ISSOCK(st.st_mode))
		unlink(a->unix_path.sun_path);
}

/* accept_one: wait for one partner at that address. */
static int
accept_one(const char *link, const char *where, const Address *a, socklen_t size)
{
	int listener = socket(a->any.sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0), fd, on = 1;
	mode_t old;

	forget_path(a);
	setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
	old = umask(077);
	if (listener < 0 || bind(listener, &a->any, size) != 0 || listen(listener, 1) != 0)
		fatal("--link %s: cannot listen at %s:", link, where);
	umask(old);
	fprintf(stderr, "link %s: waiting for a partner at %s\n", link, where);
	do
		fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
	while (fd < 0 && errno == EINTR);
	if (fd < 0)
		fatal("--link %s: no partner at %s:", link, where);
	close(listener);
	forget_path(a);
	return fd;
}

static PartnerEnds
open_socket(const char *link, const char *where, const Address *a, socklen_t size)
{
	int fd = connect_to(a, size);

	if (fd < 0)
		fd = accept_one(link, where, a, size);
	return (PartnerEnds){.in = fd, .out = fd};
}

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

static PartnerEnds
open_tcp(const char *link, const char *where, const char *port)
{
	Address a = {.tcp = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)}};

	a.tcp.sin_port = htons(number_option("link tcp", port, 1, 65535));
	return open_socket(link, where, &a, sizeof a.tcp);
}

/* ---- pseudo terminals ---- */

static PartnerEnds
open_pty(const char *link)
{
	int fd = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC), other;
	struct termios raw;

	if (fd < 0 || grantpt(fd) != 0 || unlockpt(fd) != 0
		|| (other = open(ptsname(fd), O_RDWR | O_NOCTTY | O_CLOEXEC)) < 0)
		fatal("--link %s: cannot make a pseudo terminal:", link);
	if (tcgetattr(other, &raw) == 0) {
		cfmakeraw(&raw);
		tcsetattr(other, TCSANOW, &raw);
	}
	fprintf(stderr, "link %s: %s\n", link, ptsname(fd));
	return (PartnerEnds){.in = fd, .out = fd}; /* `other` stays open: partners come and go */
}

PartnerEnds
partner_open(const char *link, const char *where)
{
	if (strcmp(where, "stdio") == 0)
		return (PartnerEnds){.in = STDIN_FILENO, .out = STDOUT_FILENO, .closes = true};
	if (strcmp(where, "pty") == 0)
		return open_pty(link);
	if (strncmp(where, "exec:", 5) == 0 && where[5])
		return open_command(link, where + 5);
	if (strncmp(where, "unix:", 5) == 0 && where[5])
		return open_unix(link, where, where + 5);
	if (strncmp(where, "tcp:", 4) == 0)
		return open_tcp(link, where, where + 4);
	fatal("--link %s=%s: expected stdio, exec:COMMAND, unix:PATH, tcp:PORT or pty", link,
		where);
}
