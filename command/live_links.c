/* live_links.c - the options --link and --link-input. */
#include "live_links.h"

#include "base/list.h"

#include <stdlib.h>
#include <string.h>

void
live_option(LiveLinks *l, char *value)
{
	const char *equals = strchr(value, '=');

	if (!equals || equals == value)
		fatal("--link %s: expected LINK=PARTNER, such as h.0=stdio", value);
	l->options = list_more(l->options, l->n, sizeof *l->options);
	l->options[l->n++] = (LiveOption){
		.link = xstrndup(value, equals - value),
		.where = equals + 1,
	};
}

void
live_input(LiveLinks *l, const char *value)
{
	if (strcmp(value, "epoch") != 0 && strcmp(value, "idle") != 0)
		fatal("--link-input %s: expected epoch or idle", value);
	l->input = strcmp(value, "idle") == 0 ? INPUT_IDLE : INPUT_EPOCH;
}

/* find_end: the link's end in the machine; each at most once. */
static EndRef
find_end(const LiveLinks *l, const Topology *t, uint32_t i)
{
	EndRef end = topology_end(t, l->options[i].link);

	if (end.kind != END_HOST)
		fatal("--link %s: expected a data link of a host of %s, such as %s.0",
			l->options[i].link, t->file, t->hosts[0].name);
	for (uint32_t k = 0; k < i; k++)
		if (l->links[k].end.part == end.part && l->links[k].end.index == end.index)
			fatal("--link %s is given twice", l->options[i].link);
	return end;
}

void
live_open(LiveLinks *l, const Topology *t)
{
	l->links = xcalloc(l->n + 1, sizeof *l->links); /* one more for live_serve */
	l->nlinks = l->n;
	for (uint32_t i = 0; i < l->n; i++) {
		EndRef end = find_end(l, t, i);

		l->links[i] = (HostLink){.end = end, .calls = &partner_calls};
		l->root |= end.part == 0 && end.index == 0;
	}
	for (uint32_t i = 0; i < l->n; i++) {
		LiveOption *o = &l->options[i];

		o->partner = partner_new(o->link, o->where, l->input);
		l->links[i].server = o->partner;
	}
}

void
live_serve(LiveLinks *l, const HostStream *calls, void *server)
{
	if (l->root)
		fatal("the link over which the root node is booted has a server already; --link "
			"must name another link");
	l->links[l->nlinks++] = (HostLink){{END_HOST, 0, 0}, calls, server};
	l->root = true;
}

void
live_close(LiveLinks *l)
{
	for (uint32_t i = 0; i < l->n; i++) {
		partner_free(l->options[i].partner);
		free(l->options[i].link);
	}
	free(l->options);
	free(l->links);
}
