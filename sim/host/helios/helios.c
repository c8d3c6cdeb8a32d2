/* helios.c - the server's interface: receives bytes of the link, and gives bytes for it. */
#define _GNU_SOURCE /* O_PATH */
#include "helios_server.h"

#include "base/number.h"
#include "base/terminal.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FIRST_PORT = 0x100 }; /* first port of streams; lower ports belong to servers */

Helios *
helios_new(const HeliosOptions *o)
{
	Helios *s = xcalloc(1, sizeof *s);

	s->o = *o;
	s->root = open(o->root, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (s->root < 0)
		fatal("cannot open directory %s:", o->root);
	s->quota = o->quota ? o->quota : HELIOS_QUOTA;
	s->next_port = FIRST_PORT;
	strcpy(s->processor, "/IO");
	s->windows[0] = hs_console_new(o->in, o->out, o->typist);
	terminal_single_keys(o->in);
	hs_boot_prepare(s);
	return s;
}

/* free_windows: close all windows but the console, whose descriptors are the caller's. */
static void
free_windows(Helios *s)
{
	for (int i = 0; i < MAX_WINDOWS; i++) {
		if (!s->windows[i])
			continue;
		if (i > 0)
			close(s->windows[i]->in);
		hs_console_free(s->windows[i]);
	}
}

void
helios_free(Helios *s)
{
	for (int i = 0; i < MAX_STREAMS; i++)
		hs_stream_free(&s->streams[i]);
	close(s->root);
	buf_free(&s->bootstrap);
	buf_free(&s->in);
	buf_free(&s->out);
	free_windows(s);
	free(s->written);
	free(s);
}

const Buf *
helios_bootstrap(const Helios *s)
{
	return &s->bootstrap;
}

/* log_message: write a line on the message to the log, if there is one. */
static void
log_message(const Helios *s, const Message *m)
{
	if (!s->o.log)
		return;
	fprintf(s->o.log, "%s from %08x to %08x: %08x,", TIME_STRING(s->now), m->reply, m->dest,
		m->function);
	for (uint32_t i = 0; i < m->ncontrol; i++)
		fprintf(s->o.log, " %x", m->control[i]);
	fputs(" \"", s->o.log);
	for (uint32_t i = 0; i < m->ndata && i < 60; i++)
		fputc(m->data[i] >= ' ' && m->data[i] < 0x7F ? m->data[i] : '.', s->o.log);
	fputs("\"\n", s->o.log);
}

/* drop_stream: free a stream whose program has ended or opens the object again; NULL is allowed. */
static void
drop_stream(HeliosStream *st)
{
	if (st)
		hs_stream_free(st);
}

/* serve_message: serve a message to a stream, to the console or to the server itself. */
static void
serve_message(Helios *s, const Message *m)
{
	uint32_t function = m->function & FG_Mask;
	HeliosStream *st = hs_stream_find(s, m->dest);

	log_message(s, m);
	if (m->function == IO_DEBUG)
		hs_console_write(s, s->windows[0], m->data, m->ndata);
	else if (m->function & ERROR_BIT)
		drop_stream(st);
	else if (function == FG_Terminate || function == FG_TerminateSystem)
		s->ended = true;
	else if (st)
		hs_stream_message(s, st, m);
	else
		hs_serve_request(s, m);
}

/* answer_sync: answer a machine that asks whether Helios runs here. */
static void
answer_sync(Helios *s, const uint8_t *packet)
{
	if (!(get32(packet + 4) & 0xFF0000))
		return;
	buf_word(&s->out, 0xF0F0F0F0);
	buf_word(&s->out, 0x100);
	buf_word(&s->out, 1);
}

/*
 * serve_packet: serve a complete packet of the machine: a message of Helios, or the question
 * whether Helios runs here.
 */
static void
serve_packet(Helios *s, const uint8_t *packet)
{
	Message m;

	switch (packet[0]) {
	case 0x00:
		s->poked = get32(packet + 5);
		break;
	case 0x01:
		buf_word(&s->out, ~s->poked); /* so that the host is not taken for a reset node */
		break;
	case 0x02:
		hs_message_read(&m, packet);
		serve_message(s, &m);
		break;
	case 0xF0:
		answer_sync(s, packet);
		break;
	}
}

/* receive_byte: HostStream.receive: serve a packet of the machine when its last byte arrives. */
static void
receive_byte(void *server, uint8_t byte, Time now)
{
	Helios *s = server;
	size_t size;

	s->now = s->active = now;
	buf_byte(&s->in, byte);
	size = hs_packet_size(&s->in);
	if (size == 0 || s->in.len < size)
		return;
	serve_packet(s, s->in.data);
	s->in.len = 0;
	hs_console_type(s, s->windows[0]);
}

/* give_bytes: HostStream.give: hand over at most PIECE bytes of the server's output. */
static void
give_bytes(void *server, Buf *bytes)
{
	Helios *s = server;
	size_t n = s->out.len < PIECE ? s->out.len : PIECE;

	if (n == 0)
		return;
	buf_put(bytes, s->out.data, n);
	buf_drop(&s->out, n);
}

/* wake_time: HostStream.wakes: when a window must be looked at. */
static Time
wake_time(const void *server)
{
	const Helios *s = server;

	return s->ended ? NEVER : hs_console_wake_time(s);
}

/* wake_server: HostStream.wake: look for input of the windows. */
static void
wake_server(void *server, Time now, bool quiet)
{
	Helios *s = server;

	s->now = now;
	hs_console_wake(s, quiet);
}

/* has_ended: HostStream.ended: true if the system was shut down. */
static bool
has_ended(const void *server)
{
	const Helios *s = server;

	return s->ended;
}

const HostStream helios_callbacks = {
	.receive = receive_byte,
	.give = give_bytes,
	.wakes = wake_time,
	.wake = wake_server,
	.ended = has_ended,
};

int
helios_output_error(const Helios *s)
{
	return s->windows[0]->output_error;
}
