/* udp_link.c - connects the box of a UDP-LINK with a UDP port and a link of the host. */
#define _GNU_SOURCE /* SOCK_NONBLOCK */
#include "udp_link.h"

#include "base/clock.h"
#include "base/number.h"
#include "base/progress.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
	MOMENT = 50,   /* ms that an idle machine waits for a datagram */
	PATIENCE = 10, /* s; a host that is silent for longer may be replaced by another one */
	MOST = 65536,  /* bytes of a datagram */
};

struct UdpLink {
	const char *link; /* its name, for messages; borrowed */
	int fd;
	bool idle;        /* bytes are taken only when the machine is idle */
	Time now;         /* simulated time of the last byte, or of the last call of wake_box */
	struct sockaddr_in host; /* the connected host */
	double heard;     /* the host's clock when its last datagram came */
	UdpSession session;
};

UdpLink *
udp_link_new(const char *link, const char *port, bool idle, bool resets)
{
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	UdpLink *u = xcalloc(1, sizeof *u);

	a.sin_port = htons(number_option("link udp", port, 1, 65535));
	u->link = link;
	u->idle = idle;
	u->session.may_reset = resets;
	u->fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (u->fd < 0 || bind(u->fd, (struct sockaddr *)&a, sizeof a) != 0)
		fatal("--link %s: cannot wait for datagrams at udp:%s:", link, port);
	fprintf(stderr, "link %s: hosts can connect themselves at UDP port %s\n", link, port);
	return u;
}

/* send_answer: send the datagrams of an answer to a host. One that is lost is asked for again. */
static void
send_answer(UdpLink *u, const struct sockaddr_in *to, const UdpAnswer *a)
{
	const struct sockaddr *address = (const struct sockaddr *)to;

	if (a->has_reply)
		sendto(u->fd, a->reply, sizeof a->reply, 0, address, sizeof *to);
	if (a->data)
		sendto(u->fd, a->data->data, a->data->len, 0, address, sizeof *to);
}

/* ---- hosts ---- */

/* is_connected: true if the datagram's sender is the connected host. */
static bool
is_connected(const UdpLink *u, const struct sockaddr_in *from)
{
	return u->session.is_open && from->sin_port == u->host.sin_port
		&& from->sin_addr.s_addr == u->host.sin_addr.s_addr;
}

/* may_connect: true if a host that is not connected may take the place of the one that is. */
static bool
may_connect(const UdpLink *u, double now)
{
	return !u->session.is_open || now - u->heard > PATIENCE;
}

/* refuse_host: answer a host that is not connected, and cannot be. */
static void
refuse_host(UdpLink *u, const struct sockaddr_in *to, const uint8_t *bytes)
{
	UdpAnswer no = {.has_reply = true, .reply = {UDP_NACK, bytes[1]}};

	send_answer(u, to, &no);
}

/* take_datagram: handle a datagram of at least two bytes. */
static void
take_datagram(UdpLink *u, const struct sockaddr_in *from, const uint8_t *bytes, size_t n)
{
	double now = clock_wall();
	UdpAnswer a;

	if (!is_connected(u, from)) {
		if (bytes[0] != UDP_OPEN || !may_connect(u, now)) {
			refuse_host(u, from, bytes);
			return;
		}
		u->host = *from;
	}
	u->heard = now;
	a = udp_take(&u->session, bytes, n, now);
	send_answer(u, from, &a);
}

/* read_datagrams: handle the datagrams that have come, up to one that pulses a line. */
static void
read_datagrams(UdpLink *u)
{
	static uint8_t bytes[MOST];

	while (u->session.line == LINE_NONE) {
		struct sockaddr_in from;
		socklen_t size = sizeof from;
		ssize_t n = recvfrom(u->fd, bytes, sizeof bytes, 0, (struct sockaddr *)&from,
			&size);

		if (n < 0)
			return;
		if (n >= 2)
			take_datagram(u, &from, bytes, n);
	}
}

/* ---- the link ---- */

/* receive_byte: HostStream.receive: keep a byte of the machine for the host. */
static void
receive_byte(void *box, uint8_t byte, Time at)
{
	UdpLink *u = box;

	u->now = at;
	buf_byte(&u->session.out, byte);
}

/* give_bytes: HostStream.give: hand over the bytes that the host has sent. */
static void
give_bytes(void *box, Buf *bytes)
{
	UdpSession *s = &((UdpLink *)box)->session;

	buf_put(bytes, s->in.data, s->in.len);
	s->in.len = 0;
}

/* wake_time: HostStream.wakes: the next multiple of EPOCH. */
static Time
wake_time(const void *box)
{
	const UdpLink *u = box;

	return u->now - u->now % EPOCH + EPOCH;
}

/* wake_box: HostStream.wake: answer the datagrams that have come. */
static void
wake_box(void *box, Time at, bool quiet)
{
	UdpLink *u = box;
	struct pollfd f = {.fd = u->fd, .events = POLLIN};
	UdpAnswer a;

	u->now = at;
	u->session.is_held = u->idle && !quiet;
	if (poll(&f, 1, quiet && u->session.in.len == 0 ? MOMENT : 0) > 0)
		read_datagrams(u);
	a = udp_continue(&u->session, clock_wall());
	send_answer(u, &u->host, &a);
}

/* pulsed_line: HostStream.line: the line that the host pulses now. */
static HostLine
pulsed_line(void *box)
{
	UdpSession *s = &((UdpLink *)box)->session;
	HostLine line = s->line;

	s->line = LINE_NONE;
	return line;
}

/* set_error: HostStream.error: note the Error line for the host. */
static void
set_error(void *box, bool error)
{
	((UdpLink *)box)->session.has_error = error;
}

/* has_ended: HostStream.ended: never, since hosts come and go. */
static bool
has_ended(const void *box)
{
	(void)box; /* of the callback's type */
	return false;
}

/* close_box: HostStream.close. */
static void
close_box(void *box)
{
	UdpLink *u = box;

	close(u->fd);
	udp_session_free(&u->session);
	free(u);
}

const HostStream udp_link_calls = {
	.receive = receive_byte,
	.give = give_bytes,
	.wakes = wake_time,
	.wake = wake_box,
	.ended = has_ended,
	.line = pulsed_line,
	.error = set_error,
	.close = close_box,
};
