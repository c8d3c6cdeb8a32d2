/* offers.c - messages that threads have offered through channels in memory. */
#include "offers.h"

#include "base/list.h"

#include <stdlib.h>

void
offers_free(Offers *o)
{
	free(o->offer);
}

Offer *
offers_find(const Offers *o, uint64_t channel)
{
	for (uint32_t i = 0; i < o->n; i++)
		if (o->offer[i].channel == channel)
			return &o->offer[i];
	return NULL;
}

void
offers_add(Offers *o, uint64_t channel, uint32_t thread)
{
	Offer *f = offers_find(o, channel);

	if (!f) {
		o->offer = list_more(o->offer, o->n, sizeof *f);
		f = &o->offer[o->n++];
		*f = (Offer){.channel = channel};
	}
	f->nsent++;
	f->thread = thread;
}
