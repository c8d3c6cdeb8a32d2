/* messages.c - the calls by which a program under the kernel sends and receives messages. */
#include "log_parts.h"

#include <string.h>

static const MessageCall calls[] = {
	{.name = "ksend"}, {.name = "ktry_send"}, {.name = "dsend"}, {.name = "dtry_send"},
	{.name = "nsend"}, {.name = "ntry_send"}, {.name = "tsend"},
	{"krecv", true, true, 0}, {"ktry_recv", true, true, 0}, {"drecv", true, true, 0},
	{"dtry_recv", true, true, 0}, {"nrecv", true, true, 0}, {"ntry_recv", true, true, 0},
	{"nrecv_until", true, true, 0}, {"trecv", true, true, 0}, {"nprobe", true, false, 0},
	{"ksr", true, true, 1}, {"dsfr", true, true, 1},
};

const MessageCall *
message_call(const Sets *s, uint32_t function)
{
	const MemoryObject *o = &s->object[function];

	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		if (!o->own && o->name && strcmp(o->name, calls[i].name) == 0)
			return &calls[i];
	return NULL;
}
