/* crossbar.c - sets the C004 through the T222 in front of it, which executes switch.s. */
#include "board.h"

#include <t800.h>

enum { SWITCH_LINK = 1, CONNECTED = 0x80 };

/* The boot block: a length byte and the code. */
static const uint8_t switch_code[] = {
#include "switch.inc"
};

void
crossbar_boot(void)
{
	channel_out(LINK_OUT(SWITCH_LINK), switch_code, sizeof switch_code);
}

/* send_half: a word of the T222. */
static void
send_half(uint16_t half)
{
	uint8_t bytes[2] = {half & 0xFF, half >> 8};

	channel_out(LINK_OUT(SWITCH_LINK), bytes, sizeof bytes);
}

void
crossbar_set(const Wires *w, uint8_t reply[NPORTS])
{
	send_half(w->n);
	for (int i = 0; i < w->n; i++) {
		uint8_t pair[2] = {w->wire[i].a.port, w->wire[i].b.port};

		channel_out(LINK_OUT(SWITCH_LINK), pair, sizeof pair);
	}
	for (int port = 0; port < NPORTS; port++)
		reply[port] = channel_in_byte(LINK_IN(SWITCH_LINK));
}

bool
crossbar_is_set(const Wires *w, const uint8_t reply[NPORTS])
{
	int connected = 0;

	for (int port = 0; port < NPORTS; port++)
		connected += (reply[port] & CONNECTED) != 0;
	for (int i = 0; i < w->n; i++) {
		int a = w->wire[i].a.port, b = w->wire[i].b.port;

		if (reply[a] != (CONNECTED | b) || reply[b] != (CONNECTED | a))
			return false;
	}
	return connected == 2 * w->n;
}
