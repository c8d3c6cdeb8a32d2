/* pipeline.c - boots the slots behind the root, which execute tram.s, and gives them orders. */
#include "board.h"

#include <t800.h>

enum {
	NEXT_LINK = 2,
	TIMEOUT = 100,    /* ticks of 64 us */
	STACK = 512,      /* bytes */
	WORD = 0x5A000000,
};

/* What an order asks for; tram.s. */
typedef enum What { ECHO, PING } What;

typedef struct Order {
	uint32_t slot, what, link, value;
} Order;

/* The boot block: a length byte and the code. */
static const uint8_t tram_code[] = {
#include "tram.inc"
};

void
pipeline_boot(void)
{
	channel_out(LINK_OUT(NEXT_LINK), tram_code, sizeof tram_code);
	channel_out_word(LINK_OUT(NEXT_LINK), 1);
}

/* send_word: a process that sends the value of the order, its argument, over the root's link. */
static void
send_word(void *argument)
{
	const Order *o = argument;

	channel_out_word(LINK_OUT(o->link), o->value);
}

/* ping_here: the root itself executes an order for a ping. */
static uint32_t
ping_here(Order *o)
{
	static uint32_t stack[STACK / 4];
	Channel *in = LINK_IN(o->link), done;

	channel_init(&done);
	process_start(send_word, o, stack, sizeof stack, PRIORITY_LOW, &done);
	if (alt_channels_until(&in, 1, timer_now() + TIMEOUT) < 0)
		return ~o->value;
	channel_in_word(&done);
	return channel_in_word(in);
}

/* give_order: let a slot execute an order; returns the reply. */
static uint32_t
give_order(const WireEnd *slot, What what, uint32_t value)
{
	Order o = {slot->number, what, slot->link, value};

	if (slot->number == 0)
		return ping_here(&o);
	channel_out(LINK_OUT(NEXT_LINK), &o, sizeof o);
	return channel_in_word(LINK_IN(NEXT_LINK));
}

bool
pipeline_try(const Wire *w)
{
	bool turned = w->b.number == 0; /* the root cannot echo while it gives orders */
	const WireEnd *from = turned ? &w->b : &w->a, *to = turned ? &w->a : &w->b;
	uint32_t value = WORD + (from->port << 8);

	give_order(to, ECHO, 0);
	return give_order(from, PING, value) == value + to->number;
}
