/* patterns.h - short messages of one word between the programs of this folder. */
#ifndef PATTERNS_H
#define PATTERNS_H

#include <kernel.h>

static inline void
send_word(uint32_t node, int32_t event, uint32_t word)
{
	Nmsg m = {.nh_node = node, .nh_event = event, .nh_flags = NH_HAS_DATA, .nh_data = {word}};

	nsend(&m);
}

/* receive_word: wait for a message of the event; *from, if it is not NULL, gets the sender. */
static inline uint32_t
receive_word(int32_t event, uint32_t *from)
{
	Nmsg m = {.nh_event = event};

	nrecv(&m);
	if (from)
		*from = m.nh_node;
	return m.nh_data[0];
}

/* spend: compute for about 1 ms; the time depends on the seed */
static inline void
spend(uint32_t seed)
{
	for (volatile uint32_t i = (seed * 2654435761u >> 21) + 200; i > 0; i--)
		;
}

#endif
