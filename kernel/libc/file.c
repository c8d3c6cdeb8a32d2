/*
 * file.c - stdio's streams, buffered, on the host's files.
 *
 * Each stream has a lock, which a function holds from beginning to end (C11 7.21.2, p. 7); another
 * lock guards the table of used streams, and is never held while a function waits for a stream.
 * Functions whose names begin with __ are called with the stream's lock held.
 */
#include "file.h"
#include "host.h"
#include "lock.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static char in_buffer[BUFSIZ], out_buffer[BUFSIZ];

_Static_assert(FOPEN_MAX <= 32, "a bit for each stream");

static FILE files[FOPEN_MAX] = {
	{.stream = 0, .used = 1, .can_read = 1, .mode = _IOLBF, .back = EOF, .buffer = in_buffer,
		.size = BUFSIZ},
	{.stream = 1, .used = 1, .can_write = 1, .mode = _IOLBF, .back = EOF, .buffer = out_buffer,
		.size = BUFSIZ},
	{.stream = 2, .used = 1, .can_write = 1, .mode = _IONBF, .back = EOF},
};

FILE *const stdin = &files[0], *const stdout = &files[1], *const stderr = &files[2];

/* ---- locks ---- */

static int
lock_of(const FILE *f) /* the number of f's lock */
{
	return f - files;
}

void
__stdio_enter(FILE *f)
{
	lock_enter(lock_of(f));
}

void
__stdio_leave(FILE *f)
{
	lock_leave(lock_of(f));
}

void
flockfile(FILE *f)
{
	__lock_again(lock_of(f));
}

int
ftrylockfile(FILE *f)
{
	return __trylock_again(lock_of(f));
}

void
funlockfile(FILE *f)
{
	__unlock_again(lock_of(f));
}

/* ---- buffers ---- */

static int
set_error(FILE *f) /* note a failure; returns EOF */
{
	f->error = 1;
	return EOF;
}

/*
 * The devices of streams that have one. They are not in FILE, so that an analysis of the program sees
 * that a stream's buffer is no device.
 */
static Device *devices[FOPEN_MAX];

static Device *
device_of(const FILE *f) /* NULL: a stream of the host */
{
	return f->stream == DEVICE ? devices[f - files] : NULL;
}

static int
read_bytes(FILE *f, void *to, int n)
{
	Device *device = device_of(f);

	return device ? device->read(device, to, n) : host_read(f->stream, to, n);
}

static int
write_bytes(FILE *f, const void *from, int n)
{
	Device *device = device_of(f);

	return device ? device->write(device, from, n) : host_write(f->stream, from, n);
}

static int
seek_bytes(FILE *f, int32_t offset, int origin)
{
	Device *device = device_of(f);

	if (device)
		return device->seek(device, offset, origin);
	return host_seek(f->stream, offset, origin + 1); /* the server counts from 1 */
}

static int
close_file(FILE *f)
{
	Device *device = device_of(f);

	return device ? device->close(device) : host_close(f->stream);
}

static int
write_all(FILE *f, const char *from, int n) /* write n bytes; 0 or EOF */
{
	while (n > 0) {
		int done = write_bytes(f, from, n);

		if (done <= 0)
			return set_error(f);
		from += done;
		n -= done;
	}
	return 0;
}

static int
write_buffer(FILE *f) /* write what it holds; 0 or EOF */
{
	int n = f->n;

	if (!f->writing)
		return 0;
	f->n = f->at = 0;
	f->writing = 0;
	return write_all(f, f->buffer, n);
}

/* try_enter: take the stream's lock, unless another thread has it. */
static bool
try_enter(FILE *f)
{
	return !__threads || __trylock(lock_of(f)) == 0;
}

/* used_streams: a set of bits, one for each stream that is used. */
static uint32_t
used_streams(void)
{
	uint32_t streams = 0;

	lock_enter(LOCK_STREAMS);
	for (int i = 0; i < FOPEN_MAX; i++)
		streams |= (uint32_t)files[i].used << i;
	lock_leave(LOCK_STREAMS);
	return streams;
}

/*
 * enter_stream: take the lock of a stream, for work on all streams; false for stdin if a thread
 * that waits for input has it.
 */
static bool
enter_stream(FILE *f)
{
	if (f == stdin)
		return try_enter(f);
	__stdio_enter(f);
	return true;
}

/* for_each_stream: call `work` for every stream that is used; EOF if one call has failed. */
static int
for_each_stream(int (*work)(FILE *f))
{
	int result = 0;
	uint32_t streams = used_streams();

	for (FILE *f = files; streams; f++, streams >>= 1)
		if (streams & 1 && enter_stream(f)) {
			if (work(f) < 0)
				result = EOF;
			__stdio_leave(f);
		}
	return result;
}

int
fflush(FILE *f)
{
	int result;

	if (!f)
		return for_each_stream(write_buffer);
	__stdio_enter(f);
	result = write_buffer(f);
	__stdio_leave(f);
	return result;
}

/* finish_stream: write the buffer; close the stream, unless it is a standard stream of the host. */
static int
finish_stream(FILE *f)
{
	write_buffer(f);
	return f->stream == DEVICE || f->stream > 2 ? close_file(f) : 0;
}

void
__stdio_close(void)
{
	for_each_stream(finish_stream);
}

static int
fill_buffer(FILE *f) /* read the next bytes; 0 or EOF */
{
	char one[1], *to = f->size > 0 ? f->buffer : one;
	int n;

	if (!f->can_read) {
		errno = EBADF;
		return set_error(f);
	}
	if (f == stdin && try_enter(stdout)) { /* so that a question is shown before its answer */
		write_buffer(stdout);
		__stdio_leave(stdout);
	}
	write_buffer(f);
	n = read_bytes(f, to, f->size > 0 ? f->size : 1);
	if (n < 0)
		return set_error(f);
	if (n == 0) {
		f->eof = 1;
		return EOF;
	}
	f->at = 1;
	f->n = f->size > 0 ? n : 1;
	return (unsigned char)to[0];
}

/* ---- opening and closing ---- */

/* open_mode: the server's number for r, w, a and +; 0: none of them. */
static int
open_mode(const char *mode, int *type)
{
	int plus = strchr(mode, '+') != NULL;

	*type = strchr(mode, 'b') ? 1 : 2;
	switch (*mode) {
	case 'r':
		return 1 + 3 * plus;
	case 'w':
		return 2 + 3 * plus;
	case 'a':
		return 3 + 3 * plus;
	default:
		errno = EINVAL;
		return 0;
	}
}

/* begin_stream: let f be a stream that is just opened, with the server's number of its mode. */
static void
begin_stream(FILE *f, int number)
{
	f->eof = f->error = f->writing = 0;
	f->at = f->n = 0;
	f->back = EOF;
	f->mode = _IOFBF;
	f->can_read = number == 1 || number > 3;
	f->can_write = number != 1;
	if (!f->buffer) {
		f->buffer = malloc(BUFSIZ);
		f->own = f->buffer != NULL;
		f->size = f->buffer ? BUFSIZ : 0;
	}
}

static FILE *
open_as(FILE *f, const char *name, const char *mode) /* open as f; NULL if it fails */
{
	int type, number = open_mode(mode, &type);

	if (number == 0 || host_open(name, type, number, &f->stream) < 0)
		return NULL;
	begin_stream(f, number);
	return f;
}

/* reserve_stream: a stream that is not used; NULL and errno if there is none. */
static FILE *
reserve_stream(void)
{
	FILE *f = files;

	lock_enter(LOCK_STREAMS);
	while (f < files + FOPEN_MAX && f->used)
		f++;
	if (f < files + FOPEN_MAX)
		f->used = 1;
	lock_leave(LOCK_STREAMS);
	if (f < files + FOPEN_MAX)
		return f;
	errno = EMFILE;
	return NULL;
}

static void
release_stream(FILE *f) /* let it be unused */
{
	lock_enter(LOCK_STREAMS);
	f->used = 0;
	lock_leave(LOCK_STREAMS);
}

FILE *
fopen(const char *restrict name, const char *restrict mode)
{
	FILE *f = reserve_stream(), *opened;

	if (!f)
		return NULL;
	__stdio_enter(f);
	opened = open_as(f, name, mode);
	__stdio_leave(f);
	if (!opened)
		release_stream(f);
	return opened;
}

FILE *
__stdio_open(int32_t stream, Device *device, const char *mode)
{
	int type, number = open_mode(mode, &type);
	FILE *f = number ? reserve_stream() : NULL;

	if (!f)
		return NULL;
	__stdio_enter(f);
	f->stream = stream;
	devices[f - files] = device;
	begin_stream(f, number);
	__stdio_leave(f);
	return f;
}

static int
close_stream(FILE *f) /* write the buffer, close the file; 0 or EOF */
{
	int result = write_buffer(f);

	return close_file(f) < 0 ? EOF : result;
}

int
fclose(FILE *f)
{
	int result;

	__stdio_enter(f);
	result = close_stream(f);
	if (f->own)
		free(f->buffer);
	f->buffer = NULL;
	f->size = f->own = 0;
	__stdio_leave(f);
	release_stream(f);
	return result;
}

FILE *
freopen(const char *restrict name, const char *restrict mode, FILE *restrict f)
{
	FILE *opened;

	__stdio_enter(f);
	close_stream(f);
	opened = open_as(f, name, mode);
	__stdio_leave(f);
	if (!opened)
		release_stream(f);
	return opened;
}

static int
set_buffer(FILE *f, char *buffer, int mode, size_t size)
{
	if (mode < _IOFBF || mode > _IONBF || f->n > 0)
		return -1;
	f->mode = mode;
	if (mode == _IONBF)
		f->size = 0;
	else if (buffer) {
		f->buffer = buffer;
		f->size = size;
		f->own = 0;
	}
	return 0;
}

int
setvbuf(FILE *restrict f, char *restrict buffer, int mode, size_t size)
{
	int result;

	__stdio_enter(f);
	result = set_buffer(f, buffer, mode, size);
	__stdio_leave(f);
	return result;
}

void
setbuf(FILE *restrict f, char *restrict buffer)
{
	setvbuf(f, buffer, buffer ? _IOFBF : _IONBF, BUFSIZ);
}

/* ---- characters ---- */

int
__getc(FILE *f)
{
	int c = f->back;

	if (c != EOF) {
		f->back = EOF;
		return c;
	}
	if (f->writing || f->at >= f->n || f->size == 0)
		return fill_buffer(f);
	return (unsigned char)f->buffer[f->at++];
}

int
fgetc(FILE *f)
{
	int c;

	__stdio_enter(f);
	c = __getc(f);
	__stdio_leave(f);
	return c;
}

int
getc(FILE *f)
{
	return fgetc(f);
}

int
getchar(void)
{
	return fgetc(stdin);
}

/*
 * __ungetc: put the character back to its place in the buffer, so that there is room for one more;
 * scanf needs one, too.
 */
int
__ungetc(int c, FILE *f)
{
	if (c == EOF || f->back != EOF)
		return EOF;
	if (f->at > 0 && !f->writing && f->size > 0)
		f->buffer[--f->at] = c;
	else
		f->back = (unsigned char)c;
	f->eof = 0;
	return (unsigned char)c;
}

int
ungetc(int c, FILE *f)
{
	__stdio_enter(f);
	c = __ungetc(c, f);
	__stdio_leave(f);
	return c;
}

/* turn_to_writing: go back to the stream's position, before bytes read ahead, for a write. */
static void
turn_to_writing(FILE *f)
{
	if (f->writing)
		return;
	if (f->n > f->at)
		seek_bytes(f, f->at - f->n, SEEK_CUR);
	f->at = f->n = 0;
	f->writing = 1;
}

int
__putc(int c, FILE *f)
{
	char byte = c;

	if (!f->can_write) {
		errno = EBADF;
		return set_error(f);
	}
	if (f->size == 0)
		return write_all(f, &byte, 1) < 0 ? EOF : (unsigned char)c;
	turn_to_writing(f);
	f->buffer[f->n++] = c;
	if (f->n == f->size || (f->mode == _IOLBF && c == '\n'))
		if (write_buffer(f) < 0)
			return EOF;
	return (unsigned char)c;
}

int
fputc(int c, FILE *f)
{
	__stdio_enter(f);
	c = __putc(c, f);
	__stdio_leave(f);
	return c;
}

int
putc(int c, FILE *f)
{
	return fputc(c, f);
}

int
putchar(int c)
{
	return fputc(c, stdout);
}

/* ---- characters, while the thread has the lock by flockfile ---- */

int
getc_unlocked(FILE *f)
{
	return __getc(f);
}

int
getchar_unlocked(void)
{
	return __getc(stdin);
}

int
putc_unlocked(int c, FILE *f)
{
	return __putc(c, f);
}

int
putchar_unlocked(int c)
{
	return __putc(c, stdout);
}

/* ---- blocks and lines ---- */

/* get_block: read up to this number of bytes; returns how many. */
static size_t
get_block(char *p, size_t bytes, FILE *f)
{
	size_t got = 0;

	while (got < bytes) {
		int c = __getc(f);

		if (c == EOF)
			break;
		p[got++] = c;
		if (f->size > 0 && f->n > f->at) { /* take the rest of the buffer in one step */
			size_t there = f->n - f->at, part = there < bytes - got ? there : bytes - got;

			memcpy(p + got, f->buffer + f->at, part);
			got += part;
			f->at += part;
		}
	}
	return got;
}

size_t
fread(void *restrict to, size_t size, size_t n, FILE *restrict f)
{
	size_t got;

	__stdio_enter(f);
	got = get_block(to, size * n, f);
	__stdio_leave(f);
	return size ? got / size : 0;
}

/* put_block: put bytes into the buffer, which is written out when it is full; returns how many. */
static size_t
put_block(FILE *f, const char *p, size_t bytes)
{
	size_t done = 0;

	while (done < bytes) {
		size_t room = f->size - f->n, part = room < bytes - done ? room : bytes - done;

		turn_to_writing(f);
		memcpy(f->buffer + f->n, p + done, part);
		f->n += part;
		if (f->n == f->size && write_buffer(f) < 0)
			return done;
		done += part;
	}
	return done;
}

size_t
__write(const void *from, size_t size, size_t n, FILE *f)
{
	size_t bytes = size * n, done;

	if (!f->can_write) {
		errno = EBADF;
		set_error(f);
		return 0;
	}
	if (bytes == 0)
		return 0;
	if (f->size == 0)
		return write_all(f, from, bytes) == 0 ? n : 0;
	turn_to_writing(f);
	done = put_block(f, from, bytes);
	if (f->mode == _IOLBF && memchr(from, '\n', done) && write_buffer(f) < 0)
		return 0;
	return done / size;
}

size_t
fwrite(const void *restrict from, size_t size, size_t n, FILE *restrict f)
{
	__stdio_enter(f);
	n = __write(from, size, n, f);
	__stdio_leave(f);
	return n;
}

void
__stdio_lend(FILE *f, char *room, int size)
{
	f->buffer = room;
	f->size = size;
	f->mode = _IOFBF;
}

void
__stdio_take_back(FILE *f)
{
	write_buffer(f);
	f->buffer = NULL;
	f->size = 0;
	f->mode = _IONBF;
}

static char *
get_line(char *s, int n, FILE *f) /* fgets, with the lock held */
{
	int i = 0, c = EOF;

	while (i < n - 1 && (c = __getc(f)) != EOF) {
		s[i++] = c;
		if (c == '\n')
			break;
	}
	if (n <= 0 || (c == EOF && (i == 0 || f->error)))
		return NULL;
	s[i] = '\0';
	return s;
}

char *
fgets(char *restrict s, int n, FILE *restrict f)
{
	__stdio_enter(f);
	s = get_line(s, n, f);
	__stdio_leave(f);
	return s;
}

int
fputs(const char *restrict s, FILE *restrict f)
{
	size_t n = strlen(s);

	return fwrite(s, 1, n, f) == n ? 0 : EOF;
}

int
puts(const char *s)
{
	size_t n = strlen(s);
	int result;

	__stdio_enter(stdout);
	result = __write(s, 1, n, stdout) != n || __putc('\n', stdout) == EOF ? EOF : 0;
	__stdio_leave(stdout);
	return result;
}

/* ---- positions ---- */

static int
move_to(FILE *f, long offset, int origin) /* fseek, with the lock held */
{
	if (write_buffer(f) < 0)
		return -1;
	if (origin == SEEK_CUR)
		offset -= f->n - f->at + (f->back != EOF);
	f->at = f->n = 0;
	f->back = EOF;
	f->eof = 0;
	return seek_bytes(f, offset, origin) < 0 ? -1 : 0;
}

int
fseek(FILE *f, long offset, int origin)
{
	int result;

	__stdio_enter(f);
	result = move_to(f, offset, origin);
	__stdio_leave(f);
	return result;
}

static long
stream_position(FILE *f)
{
	int32_t at;

	if (write_buffer(f) < 0)
		return -1;
	if (f->stream == DEVICE)
		at = seek_bytes(f, 0, SEEK_CUR);
	else if (host_tell(f->stream, &at) < 0)
		return -1;
	return at - (f->n - f->at) - (f->back != EOF);
}

long
ftell(FILE *f)
{
	long at;

	__stdio_enter(f);
	at = stream_position(f);
	__stdio_leave(f);
	return at;
}

void
rewind(FILE *f)
{
	__stdio_enter(f);
	move_to(f, 0, SEEK_SET);
	f->error = 0;
	__stdio_leave(f);
}

int
fgetpos(FILE *restrict f, fpos_t *restrict at)
{
	*at = ftell(f);
	return *at < 0 ? -1 : 0;
}

int
fsetpos(FILE *f, const fpos_t *at)
{
	return fseek(f, *at, SEEK_SET);
}

int
feof(FILE *f)
{
	int result;

	__stdio_enter(f);
	result = f->eof;
	__stdio_leave(f);
	return result;
}

int
ferror(FILE *f)
{
	int result;

	__stdio_enter(f);
	result = f->error;
	__stdio_leave(f);
	return result;
}

void
clearerr(FILE *f)
{
	__stdio_enter(f);
	f->eof = f->error = 0;
	__stdio_leave(f);
}

int
remove(const char *name)
{
	return host_remove(name);
}

int
rename(const char *from, const char *to)
{
	return host_rename(from, to);
}

/* next_number: the number for the name of the next temporary file. */
static int
next_number(void)
{
	static int next;
	int number;

	lock_enter(LOCK_STREAMS);
	number = next++;
	lock_leave(LOCK_STREAMS);
	return number;
}

/* tmpnam: a name with a number that no file has yet. */
char *
tmpnam(char *s)
{
	static char own[L_tmpnam];
	int number;
	int32_t stream;

	s = s ? s : own;
	while ((number = next_number()) < TMP_MAX) {
		sprintf(s, "tmp%05d", number);
		if (host_open(s, 1, 1, &stream) < 0)
			return s;
		host_close(stream);
	}
	return NULL;
}

/* tmpfile: the file's name is removed at once; on the host an open file needs no name. */
FILE *
tmpfile(void)
{
	char name[L_tmpnam];
	FILE *f = tmpnam(name) ? fopen(name, "w+b") : NULL;

	if (f)
		host_remove(name);
	return f;
}

void
perror(const char *s)
{
	fprintf(stderr, "%s%s%s\n", s ? s : "", s && *s ? ": " : "", strerror(errno));
}
