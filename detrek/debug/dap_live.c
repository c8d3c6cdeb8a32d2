/*
 * dap_live.c - lets a client of the Debug Adapter Protocol launch a run, and debug the run while it
 * is being made.
 *
 * The command that runs the network (run, boot) acts in the main thread, with the option --debug;
 * the protocol is served in the debugger's thread (live.c). The command and the application write
 * their output to two pipes; a thread reads the pipes and sends the output to the client.
 */
#include "dap.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* An output of the process: its descriptor, its pipe's end for reading, and the client's name. */
typedef struct Output {
	int descriptor, pipe;
	const char *category;
} Output;

static Dap *client; /* the client that has launched the run of this process */
static pthread_t sender; /* the thread that sends the output to the client */
static Output outputs[] = {
	{STDOUT_FILENO, -1, "stdout"},
	{STDERR_FILENO, -1, "stderr"},
};

enum { NOUTPUTS = sizeof outputs / sizeof *outputs };

/* ---- the output of the run ---- */

/*
 * send_output: send output of the run; JSON is UTF-8, so of other text only the ASCII characters
 * are sent.
 */
static void
send_output(const Output *o, char *text, size_t n)
{
	json_t *valid = json_stringn(text, n);

	for (size_t i = 0; !valid && i < n; i++)
		if ((uint8_t)text[i] >= 0x80)
			text[i] = '?';
	json_decref(valid);
	dap_send_output(client, o->category, text, n);
}

/* send_outputs: send the output of both pipes until their other ends are closed. */
static void *
send_outputs(void *none)
{
	struct pollfd wait[NOUTPUTS];
	uint32_t open = NOUTPUTS;

	(void)none;
	for (size_t i = 0; i < NOUTPUTS; i++)
		wait[i] = (struct pollfd){outputs[i].pipe, POLLIN, 0};
	while (open > 0) {
		char text[4096];

		if (poll(wait, NOUTPUTS, -1) < 0 && errno != EINTR)
			break;
		for (size_t i = 0; i < NOUTPUTS; i++) {
			ssize_t n = wait[i].revents ? read(wait[i].fd, text, sizeof text) : 1;

			if (n > 0 && wait[i].revents)
				send_output(&outputs[i], text, n);
			if (n <= 0) {
				wait[i].fd = -1;
				open--;
			}
		}
	}
	return NULL;
}

/*
 * begin_sending_output: replace standard output and error by pipes, whose text a thread sends to
 * the client.
 */
static void
begin_sending_output(void)
{
	fflush(stdout);
	for (size_t i = 0; i < NOUTPUTS; i++) {
		int ends[2];

		if (pipe(ends) != 0 || fcntl(ends[0], F_SETFD, FD_CLOEXEC) != 0
			|| dup2(ends[1], outputs[i].descriptor) < 0)
			fatal("cannot make a pipe:");
		close(ends[1]);
		outputs[i].pipe = ends[0];
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	setvbuf(stderr, NULL, _IOLBF, 0);
	errno = pthread_create(&sender, NULL, send_outputs, NULL);
	if (errno != 0)
		fatal("cannot start a thread:");
}

void
dap_end_output(Dap *d)
{
	int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);

	(void)d;
	fflush(stdout);
	for (size_t i = 0; i < NOUTPUTS; i++)
		dup2(nothing, outputs[i].descriptor);
	close(nothing);
	pthread_join(sender, NULL);
}

/* ---- the request ---- */

/*
 * check_strings: the number of strings in the list that is argument `key`, 0 if it is missing; the
 * request fails if it is no such list.
 */
static size_t
check_strings(Dap *d, const json_t *args, const char *key)
{
	const json_t *list = json_object_get(args, key), *one;
	size_t i;

	if (list && !json_is_array(list))
		dap_fail(d, "the argument '%s' must be a list of strings", key);
	json_array_foreach((json_t *)list, i, one)
		if (!json_is_string(one))
			dap_fail(d, "the argument '%s' must be a list of strings", key);
	return json_array_size(list);
}

void
dap_check_run(Dap *d, const json_t *args)
{
	const char *program = dap_string(d, args, "program", NULL);

	if (!d->make)
		dap_fail(d, "this program cannot make a run");
	if (access(program, R_OK) != 0)
		dap_fail(d, "cannot read %s: %s", program, strerror(errno));
	check_strings(d, args, "options");
	check_strings(d, args, "args");
	check_strings(d, args, "sources");
}

/* has_suffix: true if the file's name ends in the suffix, and has something before it. */
static bool
has_suffix(const char *file, const char *suffix)
{
	size_t n = strlen(file), k = strlen(suffix);

	return n > k && strcmp(file + n - k, suffix) == 0;
}

/* is_run: true if the program is an application's description or text in C, not a boot file. */
static bool
is_run(const char *file)
{
	return has_suffix(file, ".vms") || has_suffix(file, ".c");
}

/* add_words: append the strings of a list to the arguments of a command. */
static void
add_words(char **argv, int *argc, const json_t *list)
{
	const json_t *one;
	size_t i;

	json_array_foreach((json_t *)list, i, one)
		argv[(*argc)++] = xstrdup(json_string_value(one));
}

/*
 * build_command: the arguments of the command that makes the run: run|boot OPTION... --debug
 * PROGRAM [-- ARG...]
 */
static char **
build_command(const json_t *args, int *argc)
{
	const json_t *options = json_object_get(args, "options"), *words = json_object_get(args,
		"args");
	const char *program = json_string_value(json_object_get(args, "program"));
	char **argv = xcalloc(json_array_size(options) + json_array_size(words) + 5,
		sizeof *argv);

	*argc = 0;
	argv[(*argc)++] = is_run(program) ? "run" : "boot";
	add_words(argv, argc, options);
	argv[(*argc)++] = "--debug";
	argv[(*argc)++] = xstrdup(program);
	if (json_array_size(words) > 0)
		argv[(*argc)++] = "--";
	add_words(argv, argc, words);
	return argv;
}

/* ---- the run ---- */

/* leave_process: end this process; the session has ended. */
static _Noreturn void
leave_process(int status)
{
	if (!client->ended) {
		dap_end_output(client);
		dap_send_event(client, "terminated", NULL);
	}
	exit(status);
}

/* report_failure: report a fatal mistake, which has been printed, to the client. */
static void
report_failure(int status)
{
	fatal_catch(NULL);
	snprintf(client->s->message, sizeof client->s->message, "%s", error_text());
	if (client->launch)
		dap_answer(client, client->launch, false, NULL);
	leave_process(status);
}

/*
 * run_session: serve the client, in the debugger's thread, from the beginning of the run on; false
 * when the process must end.
 */
static bool
run_session(Session *s)
{
	Dap *d = client;
	json_t *request = d->launch;

	free(d->s);
	d->s = s;
	s->out = d->console;
	d->debugged.past = s->past;
	d->beginning = place_at(past_beginning(s->past));
	dap_add_folders(d, json_object_get(request, "arguments"));
	dap_answer(d, request, true, NULL);
	d->launch = NULL;
	json_decref(request);
	dap_send_event(d, "initialized", NULL);
	dap_serve(d);
	return d->goes_on;
}

void
dap_make_run(Dap *d)
{
	int argc, nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
	char **argv = build_command(json_object_get(d->launch, "arguments"), &argc);

	client = d;
	d->is_live = true;
	dup2(nothing, STDIN_FILENO); /* the standard input is used by the protocol */
	close(nothing);
	begin_sending_output();
	fatal_catch(report_failure);
	live_set_interface(run_session);
	leave_process(d->make(argc, argv));
}
