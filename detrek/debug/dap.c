/*
 * dap.c - the Debug Adapter Protocol: messages, and the table of requests.
 *
 * A message is a header, "Content-Length: N", an empty line, and N bytes of JSON. A separate thread
 * reads them, so that a request to pause is noticed while the machine runs; everything else is done
 * sequentially.
 */
#define _GNU_SOURCE /* fopencookie */
#include "dap.h"

#include "base/files.h"
#include "base/interrupt.h"

#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
	MAX_BODY = 8 << 20,   /* bytes of a message; larger ones are skipped */
	MAX_HEADER = 4096,    /* bytes of a header */
	MAX_QUEUE = 1000,     /* messages waiting; beyond that the reader waits, too */
};

/* ---- reading, in its own thread ---- */

/* A message of the client. */
typedef struct ClientMessage {
	char *text;  /* NULL if it was too long, or was not a message; `error` says which */
	size_t n;
	const char *error;
} ClientMessage;

struct DapInput {
	FILE *f;
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	ClientMessage queue[MAX_QUEUE];
	uint32_t first, n; /* index of the oldest message in the ring `queue`; number of messages */
	bool ended;  /* no message will come */
	bool unread; /* messages in the queue will not be handled */
};

/*
 * read_header: read the header of a message: *length is the length that it gives, or SIZE_MAX if it
 * gives none; false at the end of the messages.
 */
static bool
read_header(FILE *f, size_t *length)
{
	static const char key[] = "Content-Length:";
	char line[MAX_HEADER];
	bool any = false;

	*length = SIZE_MAX;
	while (fgets(line, sizeof line, f)) {
		any = true;
		if (strcmp(line, "\r\n") == 0 || strcmp(line, "\n") == 0)
			return true;
		if (strncmp(line, key, strlen(key)) == 0) {
			char *end;
			unsigned long long n = strtoull(line + strlen(key), &end, 10);

			const char *value = line + strlen(key) + strspn(line + strlen(key), " ");

			*length = SIZE_MAX;
			if (n < SIZE_MAX && end > line + strlen(key) && *value != '-')
				*length = n;
		}
	}
	return any && !feof(f);
}

/* read_body: read one message; a bad length sets b->error. Returns false at the end of the file. */
static bool
read_body(FILE *f, ClientMessage *b)
{
	size_t length;

	*b = (ClientMessage){0};
	if (!read_header(f, &length))
		return false;
	if (length == SIZE_MAX) {
		b->error = "trellis: a message without a Content-Length\n";
		return true;
	}
	if (length > MAX_BODY) {
		for (size_t i = 0; i < length; i++)
			if (getc(f) == EOF)
				return false;
		b->error = "trellis: a message of more than 8 MB\n";
		return true;
	}
	b->text = xmalloc(length + 1);
	b->n = length;
	b->text[length] = '\0';
	if (fread(b->text, 1, length, f) == length)
		return true;
	free(b->text);
	return false;
}

/* must_interrupt: true if the message must interrupt a running command. */
static bool
must_interrupt(const ClientMessage *b)
{
	json_t *m = b->text ? json_loadb(b->text, b->n, 0, NULL) : NULL;
	const char *command = json_string_value(json_object_get(m, "command"));
	bool found = command
		&& (strcmp(command, "pause") == 0 || strcmp(command, "disconnect") == 0
			|| strcmp(command, "terminate") == 0);

	json_decref(m);
	return found;
}

/*
 * read_messages: the thread that reads the client's messages into a queue; `input` is a DapInput.
 */
static void *
read_messages(void *input)
{
	DapInput *in = input;
	ClientMessage b;

	while (read_body(in->f, &b)) {
		if (must_interrupt(&b))
			interrupt_signal = SIGINT;
		pthread_mutex_lock(&in->lock);
		while (in->n == MAX_QUEUE)
			pthread_cond_wait(&in->changed, &in->lock);
		in->queue[(in->first + in->n++) % MAX_QUEUE] = b;
		pthread_cond_broadcast(&in->changed);
		pthread_mutex_unlock(&in->lock);
	}
	pthread_mutex_lock(&in->lock);
	in->ended = true;
	if (!in->unread)
		interrupt_signal = SIGINT;
	pthread_cond_broadcast(&in->changed);
	pthread_mutex_unlock(&in->lock);
	return NULL;
}

/* take_body: take the next message from the queue; false if none will come. */
static bool
take_body(DapInput *in, ClientMessage *b)
{
	bool any;

	pthread_mutex_lock(&in->lock);
	while (in->n == 0 && !in->ended)
		pthread_cond_wait(&in->changed, &in->lock);
	any = in->n > 0;
	if (any) {
		*b = in->queue[in->first];
		in->first = (in->first + 1) % MAX_QUEUE;
		in->n--;
		pthread_cond_broadcast(&in->changed);
	}
	pthread_mutex_unlock(&in->lock);
	return any;
}

/* ---- writing ---- */

/* put_bytes: write all bytes; if the client has closed the connection, the session ends. */
static void
put_bytes(Dap *d, const char *bytes, size_t n)
{
	while (n > 0) {
		ssize_t done = write(d->out, bytes, n);

		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0) {
			d->ended = true;
			return;
		}
		bytes += done;
		n -= done;
	}
}

/* send_message: send a message, and release it. */
static void
send_message(Dap *d, json_t *m)
{
	char *text, header[64];

	pthread_mutex_lock(&d->sending);
	json_object_set_new(m, "seq", json_integer(++d->seq));
	text = json_dumps(m, JSON_COMPACT);
	if (!text) { /* a string in the message is not UTF-8 */
		text = json_dumps(m, JSON_COMPACT | JSON_ENSURE_ASCII);
	}
	json_decref(m);
	if (text) {
		snprintf(header, sizeof header, "Content-Length: %zu\r\n\r\n", strlen(text));
		put_bytes(d, header, strlen(header));
		put_bytes(d, text, strlen(text));
	}
	pthread_mutex_unlock(&d->sending);
	free(text);
}

void
dap_send_event(Dap *d, const char *event, json_t *body)
{
	json_t *m = json_pack("{s:s, s:s}", "type", "event", "event", event);

	if (body)
		json_object_set_new(m, "body", body);
	send_message(d, m);
}

void
dap_send_output(Dap *d, const char *category, const char *text, size_t n)
{
	if (n > 0)
		dap_send_event(d, "output",
			json_pack("{s:s, s:s%}", "category", category, "output", text, n));
}

/* print_message: send a text to the client's console as a line. */
static void
print_message(Dap *d, const char *text)
{
	dap_send_output(d, "stderr", text, strlen(text));
}

/* write_console: send n bytes to the client's console; the write function of a stream. */
static ssize_t
write_console(void *dap, const char *text, size_t n)
{
	dap_send_output(dap, "console", text, n);
	return n;
}

/* console_new: a stream whose lines the client shows. */
static FILE *
console_new(Dap *d)
{
	FILE *f = fopencookie(d, "w", (cookie_io_functions_t){.write = write_console});

	if (!f)
		fatal("cannot make a stream:");
	setvbuf(f, NULL, _IOLBF, 0);
	return f;
}

/* ---- arguments ---- */

void
dap_fail(Dap *d, const char *fmt, ...)
{
	static char text[MAX_MESSAGE];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	session_fail(d->s, "%s", text);
}

const char *
dap_string(Dap *d, const json_t *args, const char *key, const char *otherwise)
{
	const json_t *v = json_object_get(args, key);

	if (!v && otherwise)
		return otherwise;
	if (!json_is_string(v))
		dap_fail(d, "the argument '%s' must be a string", key);
	return json_string_value(v);
}

int64_t
dap_number(Dap *d, const json_t *args, const char *key, int64_t otherwise)
{
	const json_t *v = json_object_get(args, key);

	if (!v && otherwise != INT64_MIN)
		return otherwise;
	if (!json_is_integer(v))
		dap_fail(d, "the argument '%s' must be a number", key);
	return json_integer_value(v);
}

/* dap_flag: the boolean `key` of a request's arguments; false if it is missing. */
static bool
dap_flag(const json_t *args, const char *key)
{
	return json_is_true(json_object_get(args, key));
}

Session *
dap_session(Dap *d)
{
	if (!d->debugged.past)
		dap_fail(d, "nothing to debug yet: send 'launch' with \"program\", "
			"\"recording\" or \"snapshot\" first");
	return d->s;
}

json_t *
dap_new_list(Dap *d)
{
	return d->list = json_array();
}

/* ---- beginning and end ---- */

/* answer_initialize: answer the request initialize with the adapter's capabilities. */
static json_t *
answer_initialize(Dap *d, const json_t *args)
{
	static const char *const can[] = {
		"supportsConfigurationDoneRequest",
		"supportsFunctionBreakpoints",
		"supportsConditionalBreakpoints",
		"supportsHitConditionalBreakpoints",
		"supportsEvaluateForHovers",
		"supportsStepBack",
		"supportsGotoTargetsRequest",
		"supportsRestartRequest",
		"supportsDataBreakpoints",
		"supportsInstructionBreakpoints",
		"supportsDisassembleRequest",
		"supportsReadMemoryRequest",
		"supportsSteppingGranularity",
		"supportsTerminateRequest",
		"supportsExceptionInfoRequest",
		"supportsSetVariable",
		"supportsSetExpression",
		"supportsLogPoints",
		"supportsCompletionsRequest",
	};
	json_t *body = json_object();

	d->lines_from_0 = json_is_false(json_object_get(args, "linesStartAt1"));
	d->columns_from_0 = json_is_false(json_object_get(args, "columnsStartAt1"));
	for (size_t i = 0; i < sizeof can / sizeof *can; i++)
		json_object_set_new(body, can[i], json_true());
	json_object_set_new(body, "exceptionBreakpointFilters", dap_exception_filters());
	json_object_set_new(body, "completionTriggerCharacters", json_pack("[s, s]", ".", ">"));
	return body;
}

/* report_initialized: send the event "initialized": the client may set breakpoints. */
static void
report_initialized(Dap *d)
{
	dap_send_event(d, "initialized", NULL);
}

/*
 * outcome_file: the recording with the number that the client gives, in a directory of `trellis
 * outcomes`.
 */
static const char *
outcome_file(Dap *d, const json_t *args, const char *directory)
{
	int64_t number = dap_number(d, args, "outcome", INT64_MIN);

	free(d->outcome);
	d->outcome = xasprintf("%s/%" PRId64, directory, number);
	if (!file_is_directory(directory))
		dap_fail(d, "%s: not a directory of outcomes, in which to open number %" PRId64,
			directory, number);
	return d->outcome;
}

/*
 * checked_path: the recording or snapshot to debug, if it exists; a failure to open it later would
 * end the program.
 */
static const char *
checked_path(Dap *d, const json_t *args)
{
	const char *key = json_object_get(args, "recording") ? "recording" : "snapshot",
		*path = d->what ? d->what : dap_string(d, args, key, "");

	if (!*path)
		dap_fail(d, "launch needs \"program\", \"recording\" or \"snapshot\"");
	if (json_object_get(args, "outcome"))
		path = outcome_file(d, args, path);
	if (access(path, R_OK) != 0)
		dap_fail(d, "cannot read %s: %s", path, strerror(errno));
	return path;
}

/* add_strings: call `use` with each string of a list among the arguments. */
static void
add_strings(Dap *d, const json_t *args, const char *key, void (*use)(Session *s, const char *text))
{
	json_t *list = json_object_get(args, key), *one;
	size_t i;

	json_array_foreach(list, i, one) {
		if (!json_is_string(one))
			dap_fail(d, "the argument '%s' must be a list of strings", key);
		use(d->s, json_string_value(one));
	}
}

/* add_program: add the program in a file to those of the session. */
static void
add_program(Session *s, const char *file)
{
	if (access(file, R_OK) != 0)
		session_fail(s, "cannot read %s: %s", file, strerror(errno));
	target_add_program(s->target, program_open(file, NULL));
}

/* add_folder: add a folder in which the session searches sources. */
static void
add_folder(Session *s, const char *folder)
{
	s->folders = xrealloc(s->folders, (s->nfolders + 1) * sizeof *s->folders);
	s->folders[s->nfolders++] = xstrdup(folder);
}

void
dap_add_folders(Dap *d, const json_t *args)
{
	add_strings(d, args, "sources", add_folder);
}

/* Opening may end in fatal: then its message is the answer to the request. */
static Session *opening;

/* catch_failure: after a fatal failure to open a past: answer the request with its message. */
static void
catch_failure(int status)
{
	(void)status;
	fatal_catch(NULL);
	session_fail(opening, "%s", error_text());
}

/* catch_fatal: make fatal() return to the opening of session s instead of ending the program. */
static void
catch_fatal(Session *s)
{
	opening = s;
	fatal_catch(catch_failure);
}

/*
 * open_past: open the recording or snapshot that the client wants to debug; returns the answer's
 * body, or NULL.
 */
static json_t *
open_past(Dap *d, const json_t *args)
{
	const char *path = checked_path(d, args),
		*task = json_object_get(args, "task") ? dap_string(d, args, "task", NULL) : NULL;
	Session *old = d->s, *s;
	char why[MAX_MESSAGE];
	bool recorded;

	catch_fatal(old);
	recorded = debugged_open(&d->debugged, path);
	if (task && (!recorded || !debugged_isolate_task(&d->debugged, task, false, why)))
		session_fail(old, "%s", recorded ? why : "tasks are found in recordings");
	s = debugged_session(&d->debugged, recorded);
	memcpy(s->escape, old->escape, sizeof s->escape);
	d->s = s;
	s->out = d->console;
	free(old);
	catch_fatal(s);
	d->stop_on_entry = dap_flag(args, "stopOnEntry");
	d->attached = recorded && !task
		&& strcmp(dap_string(d, d->request, "command", ""), "attach") == 0;
	add_strings(d, args, "programs", add_program);
	dap_add_folders(d, args);
	debugged_add_kernel(d->s, NULL);
	target_store_kernels(d->s->target);
	fatal_catch(NULL);
	d->beginning = task ? d->debugged.alone.from : place_at(past_beginning(d->s->past));
	past_goto(d->s->past, d->beginning);
	session_refresh(d->s);
	d->after = report_initialized;
	return NULL;
}

/* answer_launch: answer the requests launch and attach: open what is to be debugged. */
static json_t *
answer_launch(Dap *d, const json_t *args)
{
	if (d->debugged.past)
		dap_fail(d, "a session debugs one run; this one has %s", d->what ? d->what : "one");
	if (d->what || !json_object_get(args, "program"))
		return open_past(d, args);
	dap_check_run(d, args);
	d->stop_on_entry = dap_flag(args, "stopOnEntry");
	d->launch = json_incref((json_t *)d->request);
	return NULL;
}

/*
 * go_to_failure: if the client has attached to a recording that ended by an Error, go to the
 * instruction that set it. Returns true if it has gone there.
 */
static bool
go_to_failure(Dap *d)
{
	Place from = past_place(d->s->past);
	char why[MAX_MESSAGE];

	if (!d->attached)
		return false;
	past_go_present(d->s->past);
	session_refresh(d->s);
	if (!debugged_go_to_error(d->s, why)) {
		session_goto(d->s, from);
		return false;
	}
	d->s->event.reason = REASON_STOPPED;
	snprintf(d->s->event.text, sizeof d->s->event.text, "%.150s", why);
	return true;
}

/*
 * begin_session: report a stop at the session's first place or at its failure, or run on, as the
 * client has asked.
 */
static void
begin_session(Dap *d)
{
	if (d->stop_on_entry)
		dap_stopped(d, "entry");
	else if (go_to_failure(d))
		dap_stopped(d, "exception");
	else
		dap_continue(d, NULL), d->after(d);
	d->after = NULL;
}

/* restart_session: return to the session's beginning; the client's breakpoints stay. */
static void
restart_session(Dap *d)
{
	dap_continued(d, dap_thread_id(d->s, d->s->node, d->s->number));
	session_branch(d->s, d->s->lines[0].name);
	if (!session_goto(d->s, d->beginning))
		session_fail(d->s, "the run has no beginning any more");
	begin_session(d);
}

/* answer_restart: answer the request restart: return to the beginning, after the answer. */
static json_t *
answer_restart(Dap *d, const json_t *args)
{
	(void)args;
	dap_session(d);
	d->after = restart_session;
	return NULL;
}

/* configuration_done: answer the request configurationDone: the session begins after the answer. */
static json_t *
configuration_done(Dap *d, const json_t *args)
{
	(void)args;
	dap_session(d);
	d->after = begin_session;
	return NULL;
}

/* end_session: send the event "terminated"; the adapter ends after the answer. */
static void
end_session(Dap *d)
{
	if (d->is_live)
		dap_end_output(d);
	dap_send_event(d, "terminated", NULL);
	d->ended = true;
}

/* answer_disconnect: answer the request disconnect: end the session. */
static json_t *
answer_disconnect(Dap *d, const json_t *args)
{
	d->goes_on = json_is_false(json_object_get(args, "terminateDebuggee"));
	d->after = end_session;
	return NULL;
}

/* ---- requests ---- */

static const struct {
	const char *command;
	json_t *(*run)(Dap *d, const json_t *args);
} requests[] = {
	{"initialize", answer_initialize},
	{"launch", answer_launch},
	{"attach", answer_launch},
	{"configurationDone", configuration_done},
	{"disconnect", answer_disconnect},
	{"terminate", answer_disconnect},
	{"restart", answer_restart},
	{"setBreakpoints", dap_set_breakpoints},
	{"setFunctionBreakpoints", dap_set_function_breakpoints},
	{"setInstructionBreakpoints", dap_set_instruction_breakpoints},
	{"setExceptionBreakpoints", dap_set_exception_breakpoints},
	{"dataBreakpointInfo", dap_data_breakpoint_info},
	{"setDataBreakpoints", dap_set_data_breakpoints},
	{"continue", dap_continue},
	{"reverseContinue", dap_reverse_continue},
	{"next", dap_next},
	{"stepIn", dap_step_in},
	{"stepOut", dap_step_out},
	{"stepBack", dap_step_back},
	{"pause", dap_pause},
	{"gotoTargets", dap_goto_targets},
	{"goto", dap_goto},
	{"threads", dap_threads},
	{"stackTrace", dap_stack_trace},
	{"scopes", dap_scopes},
	{"variables", dap_variables},
	{"locations", dap_locations},
	{"evaluate", dap_evaluate},
	{"completions", dap_completions},
	{"trellisWhy", dap_why},
	{"trellisNodes", dap_nodes},
	{"trellisProcesses", dap_processes},
	{"source", dap_source},
	{"disassemble", dap_disassemble},
	{"readMemory", dap_read_memory},
	{"exceptionInfo", dap_exception_info},
	{"setVariable", dap_set_variable},
	{"setExpression", dap_set_expression},
};

void
dap_answer(Dap *d, const json_t *request, bool good, json_t *body)
{
	const char *command = json_string_value(json_object_get(request, "command"));
	json_t *m = json_pack("{s:s, s:O, s:b, s:s}", "type", "response", "request_seq",
		json_object_get(request, "seq"), "success", good, "command", command);

	if (!good)
		json_object_set_new(m, "message", json_string_nocheck(d->s->message));
	if (body)
		json_object_set_new(m, "body", body);
	send_message(d, m);
}

/* serve_request: do what a request asks, and answer it. */
static void
serve_request(Dap *d, const json_t *request)
{
	const char *command = json_string_value(json_object_get(request, "command"));
	json_t *body = NULL;

	d->request = request;
	d->after = NULL;
	interrupt_signal = 0;
	arena_free(&d->s->arena);
	d->list = NULL;
	if (setjmp(d->s->escape) != 0) {
		json_decref(d->list);
		dap_answer(d, request, false, NULL);
		return;
	}
	for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
		if (strcmp(requests[i].command, command) == 0) {
			body = requests[i].run(d, json_object_get(request, "arguments"));
			if (d->launch)
				return; /* launch is answered when the run begins */
			dap_answer(d, request, true, body);
			if (setjmp(d->s->escape) != 0) { /* going to a place has failed */
				print_message(d, d->s->message);
				print_message(d, "\n");
				dap_stopped(d, "pause");
			} else if (d->after) {
				d->after(d);
			}
			return;
		}
	session_fail(d->s, "the request '%.100s' is not known", command);
}

void
dap_handle_message(Dap *d, const char *text, size_t n)
{
	json_error_t error;
	json_t *m = json_loadb(text, n, 0, &error);
	char told[300];

	if (!m) {
		snprintf(told, sizeof told, "trellis: %s\n", error.text);
		print_message(d, told);
	} else if (json_is_object(m) && json_is_string(json_object_get(m, "command"))
		&& json_is_integer(json_object_get(m, "seq"))) {
		serve_request(d, m);
	} else {
		print_message(d, "trellis: a message that is not a request\n");
	}
	json_decref(m);
}

/* ---- the connection ---- */

/* await_client: wait for the first client and return its descriptor. */
static int
await_client(uint16_t port)
{
	struct sockaddr_in at = {.sin_family = AF_INET,
		.sin_port = htons(port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int yes = 1, s = socket(AF_INET, SOCK_STREAM, 0), c;

	if (s < 0 || setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) < 0
		|| bind(s, (struct sockaddr *)&at, sizeof at) < 0 || listen(s, 1) < 0)
		fatal("cannot listen on port %u:", port);
	c = accept(s, NULL, NULL);
	if (c < 0)
		fatal("cannot accept a connection on port %u:", port);
	close(s);
	return c;
}

void
dap_serve(Dap *d)
{
	ClientMessage b;

	while (!d->ended && !d->launch && take_body(d->in, &b)) {
		if (b.text)
			dap_handle_message(d, b.text, b.n);
		else
			print_message(d, b.error);
		free(b.text);
	}
	pthread_mutex_lock(&d->in->lock);
	d->in->unread = d->ended; /* the run may go on: do not interrupt it when the client ends */
	pthread_mutex_unlock(&d->in->lock);
}

Dap *
dap_new(const char *what, int out)
{
	Dap *d = xcalloc(1, sizeof *d);

	*d = (Dap){.what = what, .out = out, .s = xcalloc(1, sizeof *d->s),
		.sending = PTHREAD_MUTEX_INITIALIZER};
	d->console = console_new(d);
	return d;
}

void
dap_free(Dap *d)
{
	if (d->debugged.past) {
		session_free(d->s);
		debugged_close(&d->debugged);
	} else {
		arena_free(&d->s->arena);
		free(d->s);
	}
	fclose(d->console);
	json_decref(d->launch);
	arena_free(&d->stop);
	free(d->outcome);
	free(d->frames);
	free(d->variables);
	free(d);
}

int
dap_main(const char *what, uint16_t port, MakeRun *make)
{
	int c = port ? await_client(port) : -1;
	Dap *d = dap_new(what, c < 0 ? dup(STDOUT_FILENO) : c);
	DapInput *in = xcalloc(1, sizeof *in);

	if (c < 0)
		dup2(STDERR_FILENO, STDOUT_FILENO); /* only the protocol uses standard output */
	signal(SIGPIPE, SIG_IGN);
	in->f = fdopen(c < 0 ? dup(STDIN_FILENO) : c, "r");
	pthread_mutex_init(&in->lock, NULL);
	pthread_cond_init(&in->changed, NULL);
	if (!in->f || pthread_create(&in->thread, NULL, read_messages, in) != 0)
		fatal("cannot read from the client:");
	d->in = in;
	d->make = make;
	dap_serve(d);
	if (d->launch)
		dap_make_run(d);
	dap_free(d);
	exit(0); /* do not return: the reader's thread is blocked in a read */
}
