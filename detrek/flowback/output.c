/*
 * output.c - reads the bytes of standard output from the packets that nodes have sent to the host.
 */
#include "output.h"

#include "kernel/include/border.h"
#include "kernel/include/kernel_calls.h"
#include "kernel/include/server.h"

#include <stdlib.h>
#include <string.h>

enum { STANDARD_OUTPUT = 1 }; /* file number in requests to the host */

/* Bytes that have arrived and were not parsed yet. */
typedef struct PendingBytes {
	OutputByte *byte;
	size_t n, cap;
} PendingBytes;

/* The data that one host link has brought so far. */
typedef struct HostLine {
	PendingBytes waiting;         /* bytes that are not a complete packet yet */
	/* [class] the bytes so far of the message that is not complete yet */
	PendingBytes body[NCLASSES];
	uint32_t event[NCLASSES]; /* [class] the event of this message */
	bool broken;           /* a packet was malformed */
} HostLine;

/* The messages that a node's link end was told to send to the host. */
typedef struct Sender {
	const Order *order; /* [norders] all orders that the end was given, of any kind */
	uint32_t norders;
	uint32_t next;      /* index of the next message to the host; norders: there is none */
	EndId host;         /* the host's end that receives this message */
} Sender;

/* The state of reading the output. */
typedef struct OutputReading {
	const Network *w;
	const CircuitHistory *circuits; /* NULL: there are no crossbars */
	Output *o;
	Sender *senders; /* [end of a node's link] */
	HostLine *lines;     /* [end of a host's link, counted from the first one] */
	bool kernel;     /* the nodes run the kernel */
	size_t cap;      /* room for bytes in *o */
	uint32_t messages_cap; /* room for messages in *o */
} OutputReading;

/* add_byte: append a byte that was sent, with its value and its place in the message. */
static void
add_byte(PendingBytes *b, OutputByte one)
{
	if (b->n == b->cap) {
		b->cap = b->cap ? 2 * b->cap : 256;
		b->byte = xrealloc(b->byte, b->cap * sizeof *b->byte);
	}
	b->byte[b->n++] = one;
}

/* drop_bytes: remove the first n bytes. */
static void
drop_bytes(PendingBytes *b, size_t n)
{
	memmove(b->byte, b->byte + n, (b->n - n) * sizeof *b->byte);
	b->n -= n;
}

/* value_of_bytes: the unsigned number in nbytes bytes, the lowest first. */
static uint32_t
value_of_bytes(const OutputByte *b, int nbytes)
{
	uint32_t n = 0;

	for (int i = 0; i < nbytes; i++)
		n |= (uint32_t)b[i].value << 8 * i;
	return n;
}

/* ---- requests ---- */

/* put_output: append bytes to the standard output. */
static void
put_output(OutputReading *r, const OutputByte *b, size_t n)
{
	Output *o = r->o;

	if (o->nbytes + n > r->cap) {
		r->cap = 2 * (o->nbytes + n);
		o->bytes = xrealloc(o->bytes, r->cap * sizeof *o->bytes);
	}
	memcpy(o->bytes + o->nbytes, b, n * sizeof *b);
	o->nbytes += n;
}

/* read_request: read a complete request, and store the bytes that it writes to standard output. */
static void
read_request(OutputReading *r, const OutputByte *b, size_t n)
{
	uint32_t tag = n > SERVER_LENGTH ? b[SERVER_LENGTH].value : 0, length;

	if (n < SERVER_DATA - SERVER_SLICE ||
		value_of_bytes(b + SERVER_LENGTH + SERVER_TAG, SERVER_STREAM) != STANDARD_OUTPUT)
		return;
	r->o->seeks |= tag == SERVER_SEEK;
	if ((tag != SERVER_WRITE && tag != SERVER_PUTBLOCK && tag != SERVER_PUTS)
		|| n < SERVER_DATA)
		return;
	length = value_of_bytes(b + SERVER_DATA - SERVER_SLICE, SERVER_SLICE);
	if (length <= n - SERVER_DATA)
		put_output(r, b + SERVER_DATA, length);
}

/* read_bare_requests: read the requests of a program that runs without a kernel. */
static void
read_bare_requests(OutputReading *r, HostLine *l)
{
	while (l->waiting.n >= SERVER_LENGTH) {
		size_t n = SERVER_LENGTH + value_of_bytes(l->waiting.byte, SERVER_LENGTH);

		if (l->waiting.n < n)
			return;
		read_request(r, l->waiting.byte, n);
		drop_bytes(&l->waiting, n);
	}
}

/* ---- packets ---- */

/*
 * end_message: handle a message whose packets have all arrived: read its request to the host,
 * unless the message was cut off; then empty its buffer. class: 1 for messages of the system,
 * otherwise 0.
 */
static void
end_message(OutputReading *r, HostLine *l, uint32_t class, bool cut)
{
	const PendingBytes *body = &l->body[class];

	if (!cut && l->event[class] == EVENT_SYSTEM(EV_FILED))
		read_request(r, body->byte, body->n);
	l->body[class].n = 0;
}

/* read_packet: take a packet if it has arrived completely; returns its length, or 0. */
static size_t
read_packet(OutputReading *r, HostLine *l)
{
	const OutputByte *b = l->waiting.byte;
	uint32_t event, length, flags, class;
	size_t data;

	if (l->waiting.n < sizeof(PacketHeader))
		return 0;
	event = value_of_bytes(b + offsetof(PacketHeader, event), 4);
	length = value_of_bytes(b + offsetof(PacketHeader, length), 4);
	flags = value_of_bytes(b + offsetof(PacketHeader, flags), 4);
	class = flags & PACKET_SYSTEM ? 1 : 0;
	if (flags & PACKET_CREDIT)
		return sizeof(PacketHeader);
	l->broken = length > MAX_PACKET || flags >= 2 * PACKET_CUT;
	data = sizeof(PacketHeader) + (flags & PACKET_DATA ? 4 * NH_WORDS : 0);
	if (l->broken || l->waiting.n < data + length)
		return 0;
	if (!(flags & PACKET_NEXT))
		l->event[class] = event;
	for (uint32_t i = 0; i < length; i++)
		add_byte(&l->body[class], b[data + i]);
	if (!(flags & PACKET_MORE))
		end_message(r, l, class, flags & PACKET_CUT);
	return data + length;
}

/* read_packets: read and remove all whole packets that wait on the line. */
static void
read_packets(OutputReading *r, HostLine *l)
{
	size_t n;

	while (!l->broken && (n = read_packet(r, l)) > 0)
		drop_bytes(&l->waiting, n);
}

/* ---- the run ---- */

/* read_sent_message: read a message that a node has ordered its link to send to the host. */
static void
read_sent_message(OutputReading *r, EndId e, const Order *o, EndId host)
{
	const End *end = &r->w->links.ends[e];
	HostLine *l = &r->lines[host - r->w->links.first_host_end];
	uint32_t message = r->o->nmessages;

	if (message == r->messages_cap) {
		r->messages_cap = r->messages_cap ? 2 * r->messages_cap : 256;
		r->o->messages = xrealloc(r->o->messages, r->messages_cap * sizeof *r->o->messages);
	}
	r->o->messages[r->o->nmessages++] = (OutputMessage){
		end->ref.part, end->ref.index, o->at, o->ptr, o->len};
	for (Word i = 0; i < o->len; i++)
		add_byte(&l->waiting, (OutputByte){message, i, o->data[i]});
	if (r->kernel)
		read_packets(r, l);
	else
		read_bare_requests(r, l);
}

/*
 * next_output_order: the index of the end's next order to send, from index i on; norders if there
 * is none.
 */
static uint32_t
next_output_order(const Sender *s, uint32_t i)
{
	while (i < s->norders && s->order[i].kind != POST_OUT)
		i++;
	return i;
}

/*
 * is_to_host: true if the end's message with this number went to a host; s->host then gets the
 * host's end.
 */
static bool
is_to_host(OutputReading *r, EndId e, Sender *s, uint32_t message)
{
	const Links *l = &r->w->links;
	uint32_t next = next_output_order(s, message + 1);
	Time until = next < s->norders ? s->order[next].at : NEVER;
	bool known = true;

	if (r->circuits)
		known = circuit_history_receiver(r->circuits, e, s->order[message].at, until,
			&s->host);
	else
		s->host = l->ends[e].peer;

	if (s->host == NOWHERE_END || l->ends[s->host].ref.kind != END_HOST)
		return false;
	if (!known && !r->o->is_cut)
		r->o->cut = (OutputMessage){l->ends[e].ref.part, l->ends[e].ref.index,
			s->order[message].at, s->order[message].ptr, s->order[message].len};
	r->o->is_cut |= !known;
	return true;
}

/*
 * find_next_order: find an end's next message to a host, among its orders from index `from` on, and
 * note it in s.
 */
static void
find_next_order(OutputReading *r, EndId e, Sender *s, uint32_t from)
{
	s->next = next_output_order(s, from);
	while (s->next < s->norders && !is_to_host(r, e, s, s->next))
		s->next = next_output_order(s, s->next + 1);
}

/* earliest_end: the node end whose next message is the earliest; NOWHERE_END: there are no more. */
static EndId
earliest_end(const OutputReading *r, uint32_t nsenders)
{
	EndId first = NOWHERE_END;
	Time at = NEVER;

	for (EndId e = 0; e < nsenders; e++) {
		const Sender *s = &r->senders[e];

		if (s->next < s->norders && s->order[s->next].at < at) {
			first = e;
			at = s->order[s->next].at;
		}
	}
	return first;
}

/* free_lines: free the buffers of nlines links to hosts. */
static void
free_lines(OutputReading *r, uint32_t nlines)
{
	for (uint32_t i = 0; i < nlines; i++) {
		free(r->lines[i].waiting.byte);
		for (int k = 0; k < NCLASSES; k++)
			free(r->lines[i].body[k].byte);
	}
	free(r->lines);
}

Output
output_read(const Network *w, const OutputOrders *orders, const CircuitHistory *circuits,
	bool kernel)
{
	Output o = {.nbytes = 0};
	uint32_t nsenders = w->nnodes * NLINKS;
	uint32_t nlines = w->links.first_control_end - w->links.first_host_end;
	OutputReading r = {.w = w, .circuits = circuits, .o = &o, .kernel = kernel,
		.senders = xcalloc(nsenders, sizeof *r.senders),
		.lines = xcalloc(nlines, sizeof *r.lines)};
	EndId e;

	for (e = 0; e < nsenders; e++) {
		r.senders[e] = (Sender){.order = orders[e].order, .norders = orders[e].n};
		find_next_order(&r, e, &r.senders[e], 0);
	}
	while ((e = earliest_end(&r, nsenders)) != NOWHERE_END) {
		Sender *s = &r.senders[e];

		read_sent_message(&r, e, &s->order[s->next], s->host);
		find_next_order(&r, e, s, s->next + 1);
	}
	free_lines(&r, nlines);
	free(r.senders);
	return o;
}

void
output_free(Output *o)
{
	free(o->messages);
	free(o->bytes);
	*o = (Output){.nbytes = 0};
}

/* ---- places and texts ---- */

const char *
output_bytes_name(size_t offset, Word nbytes, char name[OUTPUT_NAME])
{
	snprintf(name, OUTPUT_NAME, nbytes > 1 ? "output[%zu..%zu]" : "output[%zu]", offset,
		offset + nbytes - 1);
	return name;
}

void
output_put_text(const Output *o, size_t offset, Word nbytes, Buf *to)
{
	enum { SHOWN = 24 };

	buf_printf(to, "\"");
	for (Word i = 0; i < nbytes && i < SHOWN; i++) {
		uint8_t c = o->bytes[offset + i].value;

		buf_printf(to, c == '\n' ? "\\n" : c == '"' || c == '\\' ? "\\%c"
			: c >= ' ' && c <= '~' ? "%c" : "\\%03o", c);
	}
	buf_printf(to, nbytes > SHOWN ? "...\"" : "\"");
}

/* has_bytes_at: true if the output has the bytes at the offset. */
static bool
has_bytes_at(const Output *o, size_t offset, const char *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (o->bytes[offset + i].value != (uint8_t)bytes[i])
			return false;
	return true;
}

size_t
output_find(const Output *o, const char *bytes, size_t n, size_t from)
{
	for (size_t at = from; at + n <= o->nbytes; at++)
		if (has_bytes_at(o, at, bytes, n))
			return at;
	return o->nbytes;
}

bool
output_column(const Output *o, uint32_t line, uint32_t column, size_t *offset)
{
	size_t at = 0;

	for (uint32_t i = 1; i < line && at < o->nbytes; i++)
		at = output_find(o, "\n", 1, at) + 1;
	*offset = at + column - 1;
	return line > 0 && column > 0 && *offset < o->nbytes
		&& output_find(o, "\n", 1, at) >= *offset;
}

/* ---- pictures ---- */

/* read_header_number: read the next number of a PPM's header; false: there is none. */
static bool
read_header_number(const Output *o, size_t *at, uint32_t *n)
{
	uint8_t c;

	*n = 0;
	while (*at < o->nbytes && (c = o->bytes[*at].value, c == ' ' || c == '\n'))
		++*at;
	if (*at == o->nbytes || o->bytes[*at].value - '0' > 9u)
		return false;
	while (*at < o->nbytes && o->bytes[*at].value - '0' <= 9u && *n < 1 << 20)
		*n = 10 * *n + (o->bytes[(*at)++].value - '0');
	return true;
}

bool
output_pixel(const Output *o, uint32_t x, uint32_t y, size_t *offset)
{
	uint32_t width, height, most;
	size_t at = 2;

	if (o->nbytes < at || o->bytes[0].value != 'P' || o->bytes[1].value != '6'
		|| !read_header_number(o, &at, &width) || !read_header_number(o, &at, &height)
		|| !read_header_number(o, &at, &most) || x >= width || y >= height)
		return false;
	*offset = at + 1 + 3 * ((size_t)y * width + x) * (most > 255 ? 2 : 1);
	return *offset < o->nbytes;
}
