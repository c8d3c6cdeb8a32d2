/*
 * server.c - a process that boots the machine, runs the program up to the place where its threads
 * are about to act for the first time, and stays there. For each order it makes a copy of itself
 * (fork), which continues in this order, sends back the play, and ends. So booting, compiling and
 * reading debugging information are done once.
 *
 * The output of the program and the messages about the run go to files in memory.
 */
#include "outcomes.h"

#include "base/interrupt.h"
#include "base/memory_file.h"
#include "base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

struct Server {
	pid_t pid;
	int to, from;  /* pipes to the server's process, and from it */
	int said;      /* file with its standard error until it began to serve */
	/* the following are used in the server's process and in its copies */
	bool is_copy;
	Arena arena;
	PlayOrder order;
};

/* ---- pipes ---- */

/* read_all: read n bytes; returns false if the file ends before. */
static bool
read_all(int fd, void *bytes, size_t n)
{
	for (uint8_t *p = bytes; n > 0;) {
		ssize_t done = read(fd, p, n);

		if (done == 0 || (done < 0 && errno != EINTR))
			return false;
		p += done > 0 ? done : 0;
		n -= done > 0 ? done : 0;
	}
	return true;
}

/*
 * send_bytes: write the length of the bytes, and the bytes, to a descriptor; fatal if that fails.
 */
static void
send_bytes(int fd, const Buf *b)
{
	uint32_t n = b->len;

	bytes_write(fd, &n, sizeof n);
	bytes_write(fd, b->data, n);
}

/* receive_bytes: read an answer into the arena; false if the other side has closed the pipe. */
static bool
receive_bytes(int fd, Arena *a, WireReader *r)
{
	uint32_t n;
	uint8_t *bytes;

	if (!read_all(fd, &n, sizeof n))
		return false;
	bytes = arena_alloc(a, n + 1, 1);
	*r = (WireReader){bytes, bytes + n, false};
	return read_all(fd, bytes, n);
}

/* ---- files in memory ---- */

/* copy_file: a descriptor of a temporary file with the contents of another descriptor's file. */
static int
copy_file(int fd)
{
	Buf b = memory_file_read(fd);
	int own = memory_file_new();

	bytes_write(own, b.data, b.len);
	buf_free(&b);
	return own;
}

/* ---- the server ---- */

/* send_play: in the copy that has played: send the play with its output, and exit. */
static void
send_play(void *server, Play *p)
{
	Server *s = server;
	Buf b = {0};

	fflush(NULL);
	p->output = memory_file_read(STDOUT_FILENO);
	p->said = memory_file_read(STDERR_FILENO);
	farm_report_cut(&p->said);
	play_put(&b, p);
	send_bytes(s->to, &b);
	_exit(0);
}

/*
 * reopen_files: give the copied process its own position in each open file; otherwise all copies
 * would share it.
 */
static void
reopen_files(void)
{
	enum { MOST = 256 };

	for (int fd = STDERR_FILENO + 1; fd < MOST; fd++) {
		int flags = fcntl(fd, F_GETFL), own;
		struct stat st;
		char name[32];

		if (flags < 0 || fstat(fd, &st) < 0 || !S_ISREG(st.st_mode))
			continue;
		snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
		own = open(name, (flags & (O_ACCMODE | O_APPEND)) | O_CLOEXEC);
		if (own < 0)
			continue;
		lseek(own, lseek(fd, 0, SEEK_CUR), SEEK_SET);
		dup2(own, fd);
		close(own);
	}
}

/*
 * await_process: wait for the end of a copied process; if it has failed, report its message as the
 * server's own, and fail.
 */
static void
await_process(pid_t pid, int said)
{
	int status = process_await(pid);
	Buf b;

	if (status != 0) {
		b = memory_file_read(said);
		bytes_write(STDERR_FILENO, b.data, b.len);
		_exit(WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_OURS);
	}
	close(said);
}

/* serve_orders: copy the process for each order; returns the order in each copy. */
static PlayOrder
serve_orders(void *server)
{
	Server *s = server;
	WireReader r;

	fflush(NULL);
	while (receive_bytes(s->from, &s->arena, &r)) {
		int out = copy_file(STDOUT_FILENO), said = copy_file(STDERR_FILENO);
		pid_t pid = fork();

		if (pid < 0)
			fatal("cannot start a run:");
		if (pid == 0) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			dup2(out, STDOUT_FILENO);
			dup2(said, STDERR_FILENO);
			reopen_files();
			s->order = play_order_get(&s->arena, &r);
			return s->order;
		}
		close(out);
		await_process(pid, said);
		arena_free(&s->arena);
	}
	_exit(0);
}

/*
 * ignore_interrupts: ignore interrupts. They are meant for the exploring process; when that ends,
 * this process ends, too.
 */
static void
ignore_interrupts(void)
{
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	interrupt_signal = 0;
}

/* use_streams: use the descriptors as the run's standard input and outputs. */
static void
use_streams(int out, int said)
{
	int in = open("/dev/null", O_RDONLY | O_CLOEXEC);

	if (in < 0)
		fatal("cannot open /dev/null:");
	dup2(in, STDIN_FILENO);
	dup2(out, STDOUT_FILENO);
	dup2(said, STDERR_FILENO);
	close(in);
}

/*
 * run_server: in the child: run the program, and copy the process for each order that is asked for.
 */
static _Noreturn void
run_server(Server *s, const PlayedProgram *p)
{
	int out = memory_file_new();

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	ignore_interrupts();
	use_streams(out, s->said);
	p->run(p->context, NULL, &(PlayerCalls){serve_orders, send_play, p->until, p->library,
		p->compare, s});
	assert(!"a run has no end");
	_exit(EXIT_OURS);
}

/* ---- its user ---- */

/* make_pipe: make a pipe; fatal if that fails. */
static void
make_pipe(int ends[2])
{
	if (pipe(ends) < 0)
		fatal("cannot make a pipe:");
}

Server *
server_new(const PlayedProgram *p)
{
	Server *s = xcalloc(1, sizeof *s);
	int request[2], answer[2];

	make_pipe(request);
	make_pipe(answer);
	fflush(NULL);
	s->said = memory_file_new();
	s->pid = fork();
	if (s->pid < 0)
		fatal("cannot start a process:");
	s->from = s->pid == 0 ? request[0] : answer[0];
	s->to = s->pid == 0 ? answer[1] : request[1];
	close(s->pid == 0 ? request[1] : request[0]);
	close(s->pid == 0 ? answer[0] : answer[1]);
	if (s->pid == 0)
		run_server(s, p);
	return s;
}

void
server_free(Server *s)
{
	close(s->to);
	close(s->from);
	close(s->said);
	kill(s->pid, SIGKILL); /* another server may have copies of the pipes, so it sees no end */
	process_await(s->pid);
	free(s);
}

/* fail_with_server: end this process with the message and status of the server, which has ended. */
static _Noreturn void
fail_with_server(Server *s)
{
	Buf b = memory_file_read(s->said);
	int status;

	fwrite(b.data, 1, b.len, stderr);
	status = process_await(s->pid);
	exit(WIFEXITED(status) && WEXITSTATUS(status) != 0 ? WEXITSTATUS(status) : EXIT_OURS);
}

void
server_ask(Server *s, const PlayOrder *o)
{
	Buf b = {0};

	play_order_put(&b, o);
	signal(SIGPIPE, SIG_IGN);
	send_bytes(s->to, &b);
	buf_free(&b);
}

bool
server_has_answer(const Server *s)
{
	struct pollfd p = {.fd = s->from, .events = POLLIN};

	return poll(&p, 1, 0) > 0;
}

Play
server_answer(Server *s, Arena *a)
{
	WireReader r;

	if (!receive_bytes(s->from, a, &r))
		fail_with_server(s);
	return play_get(a, &r);
}

Play
server_play(Server *s, Arena *a, const PlayOrder *o)
{
	server_ask(s, o);
	return server_answer(s, a);
}

/* ---- a recording ---- */

/*
 * return_order: PlayerCalls.decide: returns the order that the play follows; `order` is a
 * PlayOrder.
 */
static PlayOrder
return_order(void *order)
{
	return *(const PlayOrder *)order;
}

/*
 * continue_run: PlayerCalls.over: do nothing, so that the run of a recorded order goes on to its
 * end.
 */
static void
continue_run(void *order, Play *p)
{
	(void)order;
	assert(p->end != PLAY_COVERED && p->end != PLAY_LEFT);
	if (p->end == PLAY_CUT)
		interrupt_signal = SIGALRM;
}

void
program_record(const PlayedProgram *p, const PlayOrder *o, const char *file)
{
	int out = memory_file_new();
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid < 0)
		fatal("cannot start a process:");
	if (pid == 0) {
		PlayOrder order = *o;

		order.known = order.n;
		ignore_interrupts();
		use_streams(out, out);
		p->run(p->context, file, &(PlayerCalls){return_order, continue_run, p->until,
			p->library, p->compare, &order});
		fflush(NULL);
		_exit(0);
	}
	close(out);
	if (process_await(pid) != 0)
		fatal("%s: the run of an order was not recorded", file);
}
