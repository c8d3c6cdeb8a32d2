/*
 * host.c - the host's services: INMOS iserver requests, which exchange.c brings to the host.
 *
 * A request is a 16-bit length and that many bytes (an even number, at least 6): a tag and fields.
 * A reply is the same with a result in place of the tag. Numbers are little-endian; a slice is a
 * 16-bit length and the bytes. Threads may call: between begin_request and finish_request the
 * packet belongs to one thread.
 */
#include "host.h"

#include <errno.h>
#include <server.h>
#include <string.h>

enum { PACKET = 512 };

static struct {
	uint8_t packet[PACKET + 2]; /* length first */
	int n;                      /* bytes in the packet, or read from it, with its length */
} host;

/* ---- packets ---- */

static void
begin_request(int tag) /* empty the packet, put the tag */
{
	host_lock();
	host.n = 2;
	host.packet[host.n++] = tag;
}

static void
put_byte(int b) /* append to the request */
{
	host.packet[host.n++] = b;
}

static void
put_short(int w)
{
	put_byte(w);
	put_byte(w >> 8);
}

static void
put_word(int32_t w)
{
	put_short(w);
	put_short(w >> 16);
}

static void
put_slice(const void *s, int n) /* append a length and n bytes */
{
	put_short(n);
	memcpy(host.packet + host.n, s, n);
	host.n += n;
}

static void
put_string(const char *s)
{
	int n = strlen(s);

	put_slice(s, n > HOST_BLOCK ? HOST_BLOCK : n);
}

/* The directory in which names without "/" in front begin; empty: the root of the files. */
static char directory[HOST_BLOCK];

const char *
host_directory(void)
{
	return directory;
}

/* name_length: the length of a file's whole name. */
static size_t
name_length(const char *name)
{
	return strlen(name) + (*directory && *name != '/' ? strlen(directory) + 1 : 0);
}

/* fits: true if n bytes of names fit a request; otherwise errno is set. */
static int
fits(size_t n)
{
	if (n <= HOST_BLOCK)
		return 1;
	errno = ENAMETOOLONG;
	return 0;
}

/* host_set_directory: path: without "/" at its end. */
int
host_set_directory(const char *path)
{
	if (!fits(strlen(path) + 1))
		return -1;
	strcpy(directory, path);
	return 0;
}

static void
put_bytes(const char *from, int n)
{
	memcpy(host.packet + host.n, from, n);
	host.n += n;
}

static void
put_name(const char *name) /* append the whole name of a file */
{
	put_short(name_length(name));
	if (*directory && *name != '/') {
		put_bytes(directory, strlen(directory));
		put_byte('/');
	}
	put_bytes(name, strlen(name));
}

static int
errno_of_result(int result) /* errno for the server's result */
{
	switch (result) {
	case RESULT_UNKNOWN:
		return ENOSYS;
	case RESULT_NO_PRIVILEGE:
		return EACCES;
	case RESULT_NO_FILE:
		return ENOENT;
	case RESULT_BAD_STREAM:
		return EBADF;
	case RESULT_NO_RESOURCE:
		return EMFILE;
	case RESULT_BAD_PARAMETER:
		return EINVAL;
	default:
		return EIO;
	}
}

/*
 * exchange_request: send the request and get the reply; host.n is then the position after the
 * result.
 */
static int
exchange_request(void)
{
	int n;

	while (host.n < SERVER_MIN + 2 || host.n % 2)
		put_byte(0);
	n = host.n - 2;
	host.packet[0] = n;
	host.packet[1] = n >> 8;
	if (host_exchange(host.packet, host.n, sizeof host.packet) < 0)
		return -1;
	host.n = 3;
	if (host.packet[2] == RESULT_DONE)
		return 0;
	errno = errno_of_result(host.packet[2]);
	return -1;
}

static int
finish_request(int result) /* 0, or -1 with errno set */
{
	host_unlock();
	return result;
}

static int
get_short(void) /* the next 2 bytes of the reply */
{
	int w = host.packet[host.n] | host.packet[host.n + 1] << 8;

	host.n += 2;
	return w;
}

static int32_t
get_word(void) /* the next 4 bytes of the reply */
{
	uint32_t low = get_short();

	return low | (uint32_t)get_short() << 16;
}

/* get_slice: get at most `size` bytes of the reply's next slice. */
static int
get_slice(void *to, int size)
{
	int n = get_short();

	if (n > size)
		n = size;
	memcpy(to, host.packet + host.n, n);
	return n;
}

static int
get_string(char *to, int size)
{
	int n = get_slice(to, size - 1);

	to[n] = '\0';
	return n;
}

/* ---- requests ---- */

int
host_open(const char *name, int type, int mode, int32_t *stream)
{
	if (!fits(name_length(name)))
		return -1;
	begin_request(SERVER_OPEN);
	put_name(name);
	put_byte(type);
	put_byte(mode);
	if (exchange_request() < 0)
		return finish_request(-1);
	*stream = get_word();
	return finish_request(0);
}

static int
ask_stream(int tag, int32_t stream) /* send tag and stream; the result */
{
	begin_request(tag);
	put_word(stream);
	return exchange_request();
}

static int
finish_on_stream(int tag, int32_t stream) /* ask_stream; 0, or -1 and errno */
{
	return finish_request(ask_stream(tag, stream));
}

int
host_close(int32_t stream)
{
	return finish_on_stream(SERVER_CLOSE, stream);
}

int
host_flush(int32_t stream)
{
	return finish_on_stream(SERVER_FLUSH, stream);
}

int
host_read(int32_t stream, void *to, int n)
{
	if (n > HOST_BLOCK)
		n = HOST_BLOCK;
	begin_request(SERVER_READ);
	put_word(stream);
	put_short(n);
	if (exchange_request() < 0)
		return finish_request(-1);
	return finish_request(get_slice(to, n));
}

int
host_write(int32_t stream, const void *from, int n)
{
	if (n > HOST_BLOCK)
		n = HOST_BLOCK;
	begin_request(SERVER_WRITE);
	put_word(stream);
	put_slice(from, n);
	if (exchange_request() < 0)
		return finish_request(-1);
	return finish_request(get_short());
}

int
host_seek(int32_t stream, int32_t offset, int32_t origin)
{
	begin_request(SERVER_SEEK);
	put_word(stream);
	put_word(offset);
	put_word(origin);
	return finish_request(exchange_request());
}

int
host_tell(int32_t stream, int32_t *at)
{
	if (ask_stream(SERVER_TELL, stream) < 0)
		return finish_request(-1);
	*at = get_word();
	return finish_request(0);
}

int
host_remove(const char *name)
{
	if (!fits(name_length(name)))
		return -1;
	begin_request(SERVER_REMOVE);
	put_name(name);
	return finish_request(exchange_request());
}

int
host_rename(const char *from, const char *to)
{
	if (!fits(name_length(from) + name_length(to)))
		return -1;
	begin_request(SERVER_RENAME);
	put_name(from);
	put_name(to);
	return finish_request(exchange_request());
}

int
host_time(int32_t *seconds)
{
	begin_request(SERVER_TIME);
	if (exchange_request() < 0)
		return finish_request(-1);
	*seconds = get_word();
	return finish_request(0);
}

int
host_getenv(const char *name, char *to, int size)
{
	begin_request(SERVER_GETENV);
	put_string(name);
	if (exchange_request() < 0)
		return finish_request(-1);
	return finish_request(get_string(to, size));
}

int
host_command(char *to, int size)
{
	begin_request(SERVER_COMMANDLINE);
	put_byte(0);
	if (exchange_request() < 0)
		return finish_request(-1);
	return finish_request(get_string(to, size));
}

int
host_system(const char *command, int32_t *status)
{
	begin_request(SERVER_SYSTEM);
	put_string(command);
	if (exchange_request() < 0)
		return finish_request(-1);
	*status = get_word();
	return finish_request(0);
}

void
host_end(int status)
{
	begin_request(SERVER_EXIT);
	put_word(status);
	finish_request(exchange_request());
}

/* ---- requests of Trellis's own ---- */

static int
finish_on_name(int tag, const char *name) /* send tag and name; 0, or -1 and errno */
{
	if (!fits(name_length(name)))
		return -1;
	begin_request(tag);
	put_name(name);
	return finish_request(exchange_request());
}

int
host_status(const char *name, FileKind *kind, int32_t *length)
{
	if (!fits(name_length(name)))
		return -1;
	begin_request(SERVER_STATUS);
	put_name(name);
	if (exchange_request() < 0)
		return finish_request(-1);
	*kind = host.packet[host.n++];
	*length = get_word();
	return finish_request(0);
}

int
host_truncate(int32_t stream, int32_t length)
{
	begin_request(SERVER_TRUNCATE);
	put_word(stream);
	put_word(length);
	return finish_request(exchange_request());
}

int
host_make_directory(const char *name)
{
	return finish_on_name(SERVER_MAKEDIR, name);
}

int
host_remove_directory(const char *name)
{
	return finish_on_name(SERVER_REMOVEDIR, name);
}

int
host_list(const char *name, int i, char *to, int size)
{
	if (!fits(name_length(name)))
		return -1;
	begin_request(SERVER_LIST);
	put_name(name);
	put_word(i);
	if (exchange_request() == 0)
		return finish_request(get_string(to, size));
	return finish_request(host.packet[2] == RESULT_END_OF_FILE ? 0 : -1);
}
