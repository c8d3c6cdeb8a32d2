/*
 * memory_stream.c - streams on memory: of a given size (fmemopen), or growing (open_memstream).
 */
#include "file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct Memory {
	Device device; /* first: what the stream knows */
	char *bytes;
	size_t at, n, room; /* position; bytes written; bytes allocated */
	bool own, appends;
	/* for a stream that grows: where the caller wants address and length */
	char **address;
	size_t *length;
} Memory;

static int
read_memory(Device *device, void *to, int n)
{
	Memory *m = (Memory *)device;
	size_t rest = m->at < m->n ? m->n - m->at : 0;

	if ((size_t)n > rest)
		n = rest;
	memcpy(to, m->bytes + m->at, n);
	m->at += n;
	return n;
}

/* tell_caller: let the caller see a growing stream's memory. */
static void
tell_caller(const Memory *m)
{
	*m->address = m->bytes;
	*m->length = m->at < m->n ? m->at : m->n;
}

/* grow: make room for n bytes and a NUL; false without memory. */
static bool
grow(Memory *m, size_t n)
{
	size_t room = m->room;
	char *moved;

	if (n < room)
		return true;
	while (room <= n)
		room *= 2;
	moved = realloc(m->bytes, room);
	if (!moved)
		return false;
	memset(moved + m->room, '\0', room - m->room);
	m->bytes = moved;
	m->room = room;
	return true;
}

static int
write_memory(Device *device, const void *from, int n)
{
	Memory *m = (Memory *)device;

	if (m->appends)
		m->at = m->n;
	if (m->address && !grow(m, m->at + n))
		return -1;
	if (m->at + n > m->room)
		n = m->room > m->at ? m->room - m->at : 0;
	if (n == 0) {
		errno = ENOSPC;
		return -1;
	}
	memcpy(m->bytes + m->at, from, n);
	m->at += n;
	if (m->at > m->n) {
		m->n = m->at;
		if (m->n < m->room)
			m->bytes[m->n] = '\0';
	}
	if (m->address)
		tell_caller(m);
	return n;
}

static int
seek_memory(Device *device, int32_t offset, int origin)
{
	Memory *m = (Memory *)device;
	int64_t at = offset + (origin == SEEK_SET ? 0 : origin == SEEK_CUR ? (int64_t)m->at : (int64_t)m->n);

	if (at < 0 || (!m->address && at > (int64_t)m->room)) {
		errno = EINVAL;
		return -1;
	}
	m->at = at;
	if (m->address)
		tell_caller(m);
	return m->at;
}

static int
close_memory(Device *device)
{
	Memory *m = (Memory *)device;

	if (m->address)
		tell_caller(m);
	if (m->own)
		free(m->bytes);
	free(m);
	return 0;
}

/* new_memory: a Memory with these bytes, or with `size` new ones if `bytes` is NULL. */
static Memory *
new_memory(char *bytes, size_t size, bool own)
{
	Memory *m = calloc(1, sizeof *m);

	if (!m)
		return NULL;
	*m = (Memory){.device = {read_memory, write_memory, seek_memory, close_memory},
		.bytes = bytes ? bytes : calloc(1, size), .room = size, .own = own};
	if (m->bytes)
		return m;
	free(m);
	return NULL;
}

static FILE *
open_memory(Memory *m, const char *mode)
{
	FILE *f = m ? __stdio_open(DEVICE, &m->device, mode) : NULL;

	if (m && !f)
		m->device.close(&m->device);
	return f;
}

FILE *
fmemopen(void *restrict bytes, size_t size, const char *restrict mode)
{
	Memory *m;

	if (size == 0) {
		errno = EINVAL;
		return NULL;
	}
	m = new_memory(bytes, size, !bytes);
	if (m && *mode == 'w' && strchr(mode, '+'))
		m->bytes[0] = '\0';
	else if (m && bytes && *mode != 'w')
		m->n = *mode == 'r' ? size : strnlen(bytes, size);
	if (m && *mode == 'a') {
		m->at = m->n;
		m->appends = true;
	}
	return open_memory(m, mode);
}

FILE *
open_memstream(char **address, size_t *length)
{
	Memory *m = new_memory(NULL, BUFSIZ, false);

	if (m) {
		m->address = address;
		m->length = length;
		tell_caller(m);
	}
	return open_memory(m, "w");
}
