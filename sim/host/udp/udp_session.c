/* udp_session.c - the box of a UDP-LINK: answers the datagrams of a connected host. */
#include "udp_link.h"

#include <string.h>

/* get16_high, put16_high: a number of two bytes, the high one first. */
static uint32_t
get16_high(const uint8_t *p)
{
	return p[0] << 8 | p[1];
}

static void
put16_high(uint8_t *p, uint32_t n)
{
	p[0] = n >> 8;
	p[1] = n;
}

/* ---- answers ---- */

/* answer_again: the answer to the last request, and the data frame that the host has not got. */
static UdpAnswer
answer_again(const UdpSession *s)
{
	UdpAnswer a = {.has_reply = true};

	memcpy(a.reply, s->reply, UDP_REPLY);
	if (s->code == UDP_READ || s->code == UDP_PEEK)
		a.data = s->frame.len > 0 ? &s->frame : NULL;
	return a;
}

/* answer_request: answer the last request by this code. */
static UdpAnswer
answer_request(UdpSession *s, UdpCode code)
{
	memset(s->reply, 0, UDP_REPLY);
	s->reply[0] = code;
	s->reply[1] = s->number;
	s->is_waiting = false;
	return answer_again(s);
}

/* answer_error: answer the last request by the Error flag. */
static UdpAnswer
answer_error(UdpSession *s)
{
	UdpAnswer a = answer_request(s, UDP_ERROR);

	a.reply[2] = s->reply[2] = s->has_error;
	return a;
}

/* suspend_request: tell the host that the last request is performed later. */
static UdpAnswer
suspend_request(const UdpSession *s)
{
	return (UdpAnswer){.has_reply = true, .reply = {UDP_SUSPEND, s->number}};
}

/* answer_bytes: answer the last request, and send as many bytes of the link as it wants. */
static UdpAnswer
answer_bytes(UdpSession *s)
{
	size_t n = s->out.len < s->most ? s->out.len : s->most;
	uint8_t head[UDP_HEAD] = {UDP_DATA, s->next};

	put16_high(head + 2, n);
	s->frame.len = 0;
	buf_put(&s->frame, head, sizeof head);
	buf_put(&s->frame, s->out.data, n);
	buf_drop(&s->out, n);
	return answer_request(s, UDP_ACK);
}

/* end_frame: the host has got the last data frame. */
static void
end_frame(UdpSession *s)
{
	if (s->frame.len > 0)
		s->next = (s->next + 1) % UDP_NUMBERS;
	s->frame.len = 0;
}

/* ---- requests ---- */

/* open_session: connect the host. Bytes that the machine has sent before are kept for it. */
static UdpAnswer
open_session(UdpSession *s)
{
	s->is_open = true;
	s->next = 0;
	return answer_request(s, UDP_ACK);
}

/* close_session: disconnect the host. */
static UdpAnswer
close_session(UdpSession *s)
{
	s->is_open = false;
	return answer_request(s, UDP_ACK);
}

/* pulse_line: let a line be pulsed; bytes on their way are lost. */
static UdpAnswer
pulse_line(UdpSession *s, HostLine line)
{
	if (!s->may_reset)
		return answer_request(s, UDP_NACK);
	s->line = line;
	s->in.len = s->out.len = 0;
	return answer_request(s, UDP_ACK);
}

/* may_take: true if bytes for the link can be taken now. */
static bool
may_take(const UdpSession *s)
{
	return s->in.len == 0 && !s->is_held;
}

/* take_data: take bytes for the link; if there are earlier ones, the host has to wait. */
static UdpAnswer
take_data(UdpSession *s, const uint8_t *bytes, size_t n)
{
	uint32_t length = get16_high(bytes + 2);

	if (length > UDP_MOST_DATA || length > n - UDP_HEAD)
		return answer_request(s, UDP_NACK);
	s->later.len = 0;
	buf_put(may_take(s) ? &s->in : &s->later, bytes + UDP_HEAD, length);
	s->is_waiting = s->later.len > 0;
	return s->is_waiting ? suspend_request(s) : answer_request(s, UDP_ACK);
}

/* wait_for_bytes: answer when the link has sent so many bytes, or at the limit. */
static UdpAnswer
wait_for_bytes(UdpSession *s, uint32_t least, uint32_t most, double limit)
{
	s->least = least;
	s->most = most;
	s->limit = limit;
	s->is_waiting = true;
	return udp_continue(s, 0);
}

/* take_read: send bytes of the link when there are some, or none after the request's timeout. */
static UdpAnswer
take_read(UdpSession *s, const uint8_t *bytes, double now)
{
	uint32_t most = get16_high(bytes + 2);

	return wait_for_bytes(s, 1, most < UDP_MOST_DATA ? most : UDP_MOST_DATA,
		now + get16_high(bytes + 4) / 10.0);
}

/* take_peek: ask the boot logic of the root node for words, and send them when they have come. */
static UdpAnswer
take_peek(UdpSession *s, const uint8_t *bytes, double now)
{
	enum { PATIENCE = 5 }; /* seconds; a host waits no longer */
	uint32_t nwords = get16_high(bytes + 2);
	Word address = get16_high(bytes + 4) << 16 | get16_high(bytes + 6);

	if (nwords == 0 || nwords > UDP_MOST_WORDS || s->in.len > 0)
		return answer_request(s, UDP_NACK);
	s->out.len = 0;
	for (uint32_t i = 0; i < nwords; i++) {
		buf_byte(&s->in, 1); /* the boot logic's command */
		buf_word(&s->in, address + 4 * i);
	}
	return wait_for_bytes(s, 4 * nwords, 4 * nwords, now + PATIENCE);
}

/* frame_size: the least size of a request with this code; SIZE_MAX if no request has the code. */
static size_t
frame_size(UdpCode code)
{
	switch (code) {
	case UDP_DATA:
	case UDP_ERROR:
		return UDP_HEAD;
	case UDP_PEEK:
		return UDP_HEAD + 4;
	case UDP_RESET:
	case UDP_ANALYSE:
	case UDP_OPEN:
	case UDP_CLOSE:
	case UDP_READ:
	case UDP_TEST:
		return UDP_REPLY;
	default:
		return SIZE_MAX;
	}
}

/* take_request: perform a new request, which is complete. */
static UdpAnswer
take_request(UdpSession *s, const uint8_t *bytes, size_t n, double now)
{
	switch (s->code) {
	case UDP_OPEN:
		return open_session(s);
	case UDP_CLOSE:
		return close_session(s);
	case UDP_RESET:
		return pulse_line(s, LINE_RESET);
	case UDP_ANALYSE:
		return pulse_line(s, LINE_ANALYSE);
	case UDP_DATA:
		return take_data(s, bytes, n);
	case UDP_READ:
		return take_read(s, bytes, now);
	case UDP_PEEK:
		return take_peek(s, bytes, now);
	case UDP_ERROR:
		return answer_error(s);
	default:
		return answer_request(s, UDP_ACK); /* UDP_TEST */
	}
}

/* is_repeated: true if this is the last request again. */
static bool
is_repeated(const UdpSession *s, const uint8_t *bytes)
{
	return s->code == bytes[0] && s->number == bytes[1] && s->code != UDP_OPEN;
}

/* repeat_answer: answer a repeated request as before. */
static UdpAnswer
repeat_answer(const UdpSession *s)
{
	if (!s->is_waiting)
		return answer_again(s);
	return s->code == UDP_DATA ? suspend_request(s) : (UdpAnswer){0};
}

UdpAnswer
udp_take(UdpSession *s, const uint8_t *bytes, size_t n, double now)
{
	if (n < 2)
		return (UdpAnswer){0};
	if (bytes[0] == UDP_ACK) {
		if (bytes[1] == s->next)
			end_frame(s);
		return (UdpAnswer){0};
	}
	if (is_repeated(s, bytes))
		return repeat_answer(s);
	end_frame(s); /* the host goes on, so it has got the frame */
	s->code = bytes[0];
	s->number = bytes[1];
	if (n < frame_size(s->code) || (!s->is_open && s->code != UDP_OPEN))
		return answer_request(s, UDP_NACK);
	return take_request(s, bytes, n, now);
}

/* continue_data: take the bytes of a waiting UDP_DATA, if that is possible now. */
static UdpAnswer
continue_data(UdpSession *s)
{
	if (!may_take(s))
		return (UdpAnswer){0};
	buf_put(&s->in, s->later.data, s->later.len);
	return answer_request(s, UDP_ACK);
}

UdpAnswer
udp_continue(UdpSession *s, double now)
{
	if (s->is_waiting && s->code == UDP_DATA)
		return continue_data(s);
	if (!s->is_waiting || (s->out.len < s->least && now < s->limit))
		return (UdpAnswer){0};
	return answer_bytes(s);
}

void
udp_session_free(UdpSession *s)
{
	buf_free(&s->in);
	buf_free(&s->later);
	buf_free(&s->out);
	buf_free(&s->frame);
}
