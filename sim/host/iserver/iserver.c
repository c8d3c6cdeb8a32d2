/*
 * iserver.c - decodes frames of the INMOS server protocol, calls the service, and encodes the
 * reply.
 *
 * A request's fields are decoded according to its row of the table before its function is called.
 * So a frame that is too short, or a slice that claims more bytes than there are, is refused in one
 * place. Bytes after the last field are padding.
 */
#include "services.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A request that the server knows. */
typedef struct Service {
	uint8_t tag; /* the request's code in a frame */
	const char *name;
	const char *fields; /* the kinds of its fields, a character each (server.h) */
	ServerResult (*serve)(Call *c);
} Service;

static const Service services[] = {
#define X(tag, name, function, fields) {tag, #function, fields, sp_##function},
	SERVER_REQUESTS(X)
#undef X
};

enum { NSERVICES = sizeof services / sizeof *services };

/* The undecoded part of a frame. */
typedef struct FrameRest {
	const uint8_t *p; /* n bytes */
	size_t n;
} FrameRest;

/* join_words: the words as one line, with quotes around words that contain blanks. */
static char *
join_words(char **words, int n)
{
	Buf line = {0};

	for (int i = 0; i < n; i++) {
		bool blank = strpbrk(words[i], " \t") != NULL;

		buf_printf(&line, blank ? "%s\"%s\"" : "%s%s", i > 0 ? " " : "", words[i]);
	}
	if (line.len > SLICE_MAX) {
		buf_free(&line);
		fatal("the command line is longer than %d bytes, the size of a server packet: use "
			"fewer arguments", SLICE_MAX);
	}
	buf_byte(&line, 0);
	return (char *)line.data;
}

Iserver *
iserver_new(const IserverOptions *o)
{
	const int standard[] = {o->in, o->out, o->err};
	int root = o->root ? open(o->root, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
	Iserver *s;
	char *line;

	if (o->root && root < 0)
		fatal("cannot open directory %s:", o->root);
	line = join_words(o->words, o->nwords);
	s = xcalloc(1, sizeof *s);
	s->o = *o;
	if (s->o.polls == 0)
		s->o.polls = ISERVER_POLLS;
	if (s->o.quota == 0)
		s->o.quota = ISERVER_QUOTA;
	s->root = root;
	s->line = line;
	s->interactive = o->in >= 0 && isatty(o->in);
	for (int i = 0; i < 3; i++)
		s->streams[i] = (Stream){
			.arrangement = TEXT,
			.fd = standard[i],
			.standard = true,
			.reads = i == 0,
			.writes = i != 0,
		};
	s->program_line = join_words(o->words + o->nserver, o->nwords - o->nserver);
	return s;
}

void
iserver_free(Iserver *s)
{
	if (!s)
		return;
	for (int i = 0; i < NSTREAMS; i++) {
		Stream *st = &s->streams[i];

		if (st->record)
			sp_record_flush(s, st);
		sp_stream_end(st);
	}
	if (s->root >= 0)
		close(s->root);
	free(s->line);
	free(s->program_line);
	buf_free(&s->core);
	free(s);
}

void
iserver_set_core(Iserver *s, const uint8_t *bytes, size_t n)
{
	s->core.len = 0;
	buf_put(&s->core, bytes, n);
}

bool
iserver_exited(const Iserver *s, int *status)
{
	if (s->exited)
		*status = s->status;
	return s->exited;
}

bool
iserver_starved(const Iserver *s)
{
	return s->hungry >= s->o.polls;
}

bool
iserver_has_terminal(const Iserver *s)
{
	return s->takes_keys || s->line_is_open;
}

int
iserver_open_files(const Iserver *s)
{
	int n = 0;

	for (int i = 3; i < NSTREAMS; i++)
		n += s->streams[i].arrangement != CLOSED;
	return n;
}

int
iserver_output_error(const Iserver *s)
{
	return s->output_error;
}

/* ---- replies ---- */

void
sp_reply_half(Buf *reply, uint16_t n)
{
	buf_byte(reply, n);
	buf_byte(reply, n >> 8);
}

void
sp_reply_slice(Buf *reply, const void *bytes, size_t n)
{
	sp_reply_half(reply, n);
	buf_put(reply, bytes, n);
}

ServerResult
sp_result(int error)
{
	switch (error) {
	case ENOENT:
	case ENOTDIR:
		return RESULT_NO_FILE;
	case EACCES:
	case EPERM:
	case EROFS:
	case EXDEV: /* outside the root */
		return RESULT_NO_PRIVILEGE;
	case EMFILE:
	case ENFILE:
	case ENOMEM:
	case ENOSPC:
	case EDQUOT:
	case EFBIG:
		return RESULT_NO_RESOURCE;
	case ENODEV: /* no root */
		return RESULT_NOT_AVAILABLE;
	}
	return RESULT_FAILED;
}

/* ---- requests ---- */

int
iserver_frame_size(const uint8_t *bytes, size_t n)
{
	unsigned size;

	if (n < 2)
		return 0;
	size = get16(bytes);
	if (size < SERVER_MIN || size > ISERVER_MAX)
		return ISERVER_REFUSED;
	return 2 + size;
}

/* next_bytes: the next n bytes of the frame; NULL if there are fewer. */
static const uint8_t *
next_bytes(FrameRest *r, size_t n)
{
	const uint8_t *p = r->p;

	if (n > r->n)
		return NULL;
	r->p += n;
	r->n -= n;
	return p;
}

/*
 * take_number: decode a number of the request; `field` gives its size; false if the frame is too
 * short.
 */
static bool
take_number(FrameRest *r, char field, Arg *arg)
{
	size_t size = field == 'b' ? 1 : field == 'h' ? 2 : 4;
	const uint8_t *p = next_bytes(r, size);

	if (!p)
		return false;
	arg->n = size == 1 ? p[0] : size == 2 ? (int16_t)get16(p) : (int32_t)get32(p);
	return true;
}

/* take_slice: decode a slice of the request; false if the frame is too short. */
static bool
take_slice(FrameRest *r, char field, Arg *arg)
{
	const uint8_t *length = next_bytes(r, 2);

	if (!length)
		return false;
	arg->n = get16(length);
	arg->bytes = next_bytes(r, arg->n);
	if (!arg->bytes)
		return false;
	return field == 's' || (arg->n > 0 && !memchr(arg->bytes, 0, arg->n));
}

/*
 * find_stream: set the stream of an argument from its id in the request, an index into the
 * server's streams.
 */
static ServerResult
find_stream(Iserver *s, char field, Arg *arg)
{
	if (arg->n < 0 || arg->n >= NSTREAMS)
		return RESULT_BAD_STREAM;
	arg->stream = &s->streams[arg->n];
	if (arg->stream->arrangement == CLOSED || (field == 'r' && !arg->stream->record))
		return RESULT_BAD_STREAM;
	return RESULT_DONE;
}

/* decode_arguments: decode the fields of a request into c->arg; returns RESULT_DONE or an error. */
static ServerResult
decode_arguments(Call *c, const Service *service, FrameRest r)
{
	ServerResult result = RESULT_DONE;

	for (int i = 0; service->fields[i]; i++) {
		char field = service->fields[i];
		bool slice = field == 's' || field == 'n';

		if (!(slice ? take_slice : take_number)(&r, field, &c->arg[i]))
			return RESULT_BAD_PARAMETER;
		c->nargs++;
		if (field == 'f' || field == 'r')
			result = find_stream(c->s, field, &c->arg[i]);
	}
	return result;
}

/* asks_standard_input: true if the request reads bytes or a line from standard input. */
static bool
asks_standard_input(const uint8_t *frame, size_t n)
{
	enum { STREAM = 3, END = 7 }; /* of the id */
	uint8_t tag = n > 2 ? frame[2] : 0;
	bool reads = tag == SERVER_READ || tag == SERVER_GETS || tag == SERVER_GETBLOCK;

	return reads && n >= END && get32(frame + STREAM) == 0;
}

/* asks_for_key: true if the request reads a key. */
static bool
asks_for_key(const uint8_t *frame, size_t n)
{
	return n > 2 && frame[2] == SERVER_GETKEY;
}

bool
iserver_awaits_typist(const Iserver *s, const uint8_t *frame, size_t n)
{
	return typist_is_waiting(s->o.typist) && typist_unread(s->o.typist) == 0
		&& (asks_for_key(frame, n) || asks_standard_input(frame, n));
}

bool
iserver_must_wait(Iserver *s, const uint8_t *frame, size_t n)
{
	bool key = asks_for_key(frame, n);

	if (!s->o.live || s->o.in < 0 || !(key || asks_standard_input(frame, n)))
		return false;
	if (typist_is_waiting(s->o.typist) || typist_unread(s->o.typist) > 0)
		return false;
	if (s->interactive)
		sp_terminal_mode(s, key);
	return !iserver_has_input(s, 0);
}

/* find_service: the service with this tag; NULL if there is none. */
static const Service *
find_service(uint8_t tag)
{
	for (int i = 0; i < NSERVICES; i++)
		if (services[i].tag == tag)
			return &services[i];
	return NULL;
}

/* log_slice: print the bytes of a slice in quotation marks. */
static void
log_slice(FILE *f, const Arg *arg)
{
	fputs(" \"", f);
	for (int i = 0; i < arg->n; i++) {
		uint8_t b = arg->bytes[i];

		fprintf(f,
			b == '"' || b == '\\'         ? "\\%c"
				: b >= ' ' && b < 127 ? "%c"
				: "\\x%02x",
			b);
	}
	fputc('"', f);
}

/*
 * log_request: write a line to the log: simulated time, request, the fields decoded so far, result.
 */
static void
log_request(const Call *c, const Service *service, const uint8_t *frame, size_t n,
	ServerResult result)
{
	FILE *f = c->s->o.log;

	if (!f)
		return;
	fprintf(f, "iserver %" PRIu64 ".%06" PRIu64 " ms ", c->now / 1000000000,
	        c->now / 1000 % 1000000);
	if (service)
		fputs(service->name, f);
	else if (n > 2)
		fprintf(f, "tag %d", frame[2]);
	else
		fputs("no tag", f);
	for (int i = 0; i < c->nargs; i++)
		if (c->arg[i].bytes)
			log_slice(f, &c->arg[i]);
		else
			fprintf(f, " %" PRId32, c->arg[i].n);
	fprintf(f, " -> %d\n", result);
}

/* serve_call: decode a frame and serve it; service NULL: the tag is unknown. */
static ServerResult
serve_call(Call *c, const Service *service, const uint8_t *frame, size_t n)
{
	ServerResult result;

	if (n < 3 || n > 2 + ISERVER_MAX || get16(frame) != n - 2)
		return RESULT_BAD_PARAMETER;
	if (!service)
		return RESULT_UNKNOWN;
	result = decode_arguments(c, service, (FrameRest){frame + 3, n - 3});
	return result == RESULT_DONE ? service->serve(c) : result;
}

void
iserver_request(Iserver *s, const uint8_t *frame, size_t n, Time now, Buf *reply)
{
	Buf fields = {0};
	Call c = {.s = s, .now = now, .reply = &fields};
	const Service *service = n > 2 ? find_service(frame[2]) : NULL;
	ServerResult result = serve_call(&c, service, frame, n);

	log_request(&c, service, frame, n, result);
	if (result != RESULT_DONE && result != RESULT_TRUNCATED)
		fields.len = 0;
	s->hungry = c.hungry ? s->hungry + 1 : 0;
	sp_reply_half(reply, 1 + fields.len);
	buf_byte(reply, result);
	buf_put(reply, fields.data, fields.len);
	buf_free(&fields);
}
