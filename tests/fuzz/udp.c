/*
 * udp.c - fuzz target: any datagrams to the box of a UDP-LINK. The first two bytes of each piece of
 * the input are the length of a datagram. What the box answers has a valid length, and the box
 * keeps no more bytes than a few frames.
 */
#include "sim/host/udp/udp_link.h"

#include <assert.h>

/* check_answer: check what the box sends. */
static void
check_answer(const UdpAnswer *a)
{
	if (!a->data)
		return;
	assert(a->has_reply && a->data->data[0] == UDP_DATA && a->data->data[1] < UDP_NUMBERS);
	assert(a->data->len - UDP_HEAD == (size_t)(a->data->data[2] << 8 | a->data->data[3]));
	assert(a->data->len <= UDP_HEAD + UDP_MOST_DATA);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	UdpSession s = {.may_reset = true};
	double now = 0;

	while (n >= 2) {
		size_t length = get16(data) % 2048;
		UdpAnswer a;

		data += 2;
		n -= 2;
		length = length < n ? length : n;
		a = udp_take(&s, data, length, now);
		check_answer(&a);
		data += length;
		n -= length;
		now += 0.01;
		if (length % 3 == 0) { /* the machine sends its bytes back */
			buf_put(&s.out, s.in.data, s.in.len);
			s.in.len = 0;
		}
		if (length % 7 == 0)
			s.line = LINE_NONE;
		s.is_held = length % 5 == 0;
		a = udp_continue(&s, now);
		check_answer(&a);
		assert(s.in.len + s.later.len <= 8 * UDP_MOST_DATA);
	}
	udp_session_free(&s);
	return 0;
}
