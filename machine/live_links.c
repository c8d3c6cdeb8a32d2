/* live_links.c - the options --link and --link-input, and the links of a run that they name. */
#include "live_links.h"

#include "base/list.h"
#include "sim/host/c011/c011.h"
#include "sim/host/udp/udp_link.h"

#include <stdlib.h>
#include <string.h>

static const char ADAPTOR[] = "c011:"; /* how the place of an adaptor begins */

/* ---- options ---- */

void
link_option(LinkOptions *o, char *value)
{
	const char *equals = strchr(value, '=');

	if (!equals || equals == value)
		fatal("--link %s: expected LINK=PARTNER, such as h.0=stdio", value);
	o->options = list_more(o->options, o->n, sizeof *o->options);
	o->options[o->n++] = (LinkOption){
		.link = xstrndup(value, equals - value),
		.where = equals + 1,
	};
}

void
link_input_option(LinkOptions *o, const char *value)
{
	if (strcmp(value, "epoch") != 0 && strcmp(value, "idle") != 0)
		fatal("--link-input %s: expected epoch or idle", value);
	o->partner.input = strcmp(value, "idle") == 0 ? INPUT_IDLE : INPUT_EPOCH;
}

void
link_frames_option(LinkOptions *o, const char *value)
{
	if (strcmp(value, "none") != 0 && strcmp(value, "iserver") != 0)
		fatal("--link-frames %s: expected none or iserver", value);
	o->partner.frames = strcmp(value, "iserver") == 0 ? FRAMES_ISERVER : FRAMES_NONE;
}

/* is_adaptor: true if a link adaptor is at the link. */
static bool
is_adaptor(const LinkOption *o)
{
	return strncmp(o->where, ADAPTOR, sizeof ADAPTOR - 1) == 0;
}

void
link_options_free(LinkOptions *o)
{
	for (uint32_t i = 0; i < o->n; i++)
		free(o->options[i].link);
	free(o->options);
	*o = (LinkOptions){0};
}

bool
link_options_have_partner(const LinkOptions *o)
{
	for (uint32_t i = 0; i < o->n; i++)
		if (!is_adaptor(&o->options[i]))
			return true;
	return false;
}

/* ---- the machine ---- */

/* find_end: the link's end in the machine. */
static EndRef
find_end(const LinkOption *o, const Topology *t)
{
	EndRef end = topology_find_end(t, o->link);

	if (end.kind != END_HOST && end.kind != END_NODE && t->nhosts > 0)
		fatal("--link %s: expected a link of a node, or a data link of a host, of %s, such "
			"as %s.0", o->link, t->file, t->hosts[0].name);
	if (end.kind != END_HOST && end.kind != END_NODE)
		fatal("--link %s: expected a link of a node of %s", o->link, t->file);
	return end;
}

/*
 * host_end: the data link of a host that the option names, or to which the named link leads;
 * END_NONE if the link leads nowhere.
 */
static EndRef
host_end(const LinkOption *o, const Topology *t)
{
	EndRef end = find_end(o, t), far = end.kind == END_HOST ? end : topology_across(t, end);

	if (far.kind != END_HOST && far.kind != END_NONE)
		fatal("--link %s: it is wired to %s; expected a free link, or a data link of a "
			"host", o->link, end_name(t, far, (char[END_NAME]){0}));
	return far;
}

/* new_name: a name that no part of the machine has; the caller frees it. */
static char *
new_name(const Topology *t)
{
	char *name = xstrdup("outside"), *end;

	for (uint32_t i = 1;; i++) {
		bool is_used = topology_node(t, name) != NOWHERE;

		for (uint32_t k = 0; k < t->nhosts; k++)
			is_used |= strcmp(t->hosts[k].name, name) == 0;
		for (uint32_t k = 0; k < t->nswitches; k++)
			is_used |= strcmp(t->switches[k].name, name) == 0;
		if (!is_used)
			return name;
		end = xasprintf("outside%u", i);
		free(name);
		name = end;
	}
}

/* print_hosts: append a host for each link that leads nowhere. Returns their number. */
static uint32_t
print_hosts(const LinkOptions *o, const Topology *t, Buf *text)
{
	char *name = new_name(t);
	Buf wires = {0};
	uint32_t n = 0;

	for (uint32_t i = 0; i < o->n; i++)
		if (host_end(&o->options[i], t).kind == END_NONE)
			buf_printf(&wires, "wire %s.%u %s\n", name, n++, o->options[i].link);
	if (n > 0)
		buf_printf(text, "host %s links=%u\n%.*s", name, n, (int)wires.len,
			(char *)wires.data);
	buf_free(&wires);
	free(name);
	return n;
}

/*
 * insert_lines: insert lines before the first line of the text that begins with `before`; false if
 * there is none.
 */
static bool
insert_lines(Buf *text, const char *before, const Buf *lines)
{
	const char *all = (const char *)text->data, *at = strstr(all, before);
	Buf whole = {0};

	if (!at)
		return false;
	buf_put(&whole, text->data, at + 1 - all); /* with the newline */
	buf_put(&whole, lines->data, lines->len);
	buf_printf(&whole, "%s", at + 1);
	buf_free(text);
	*text = whole;
	return true;
}

/* add_hosts: a machine like t, with these lines added; frees t. */
static Topology *
add_hosts(Topology *t, const Buf *lines)
{
	char *name = xasprintf("%s (with --link)", t->file);
	Buf text = {0};
	Topology *more;

	topology_print(t, &text);
	buf_byte(&text, '\0');
	if (!insert_lines(&text, "\nconfig ", lines))
		insert_lines(&text, "\nend", lines);
	more = topology_parse((char *)text.data, strlen((char *)text.data), name);
	buf_free(&text);
	free(name);
	topology_free(t);
	return more;
}

/* check_different: check that no link is named twice. */
static void
check_different(const LinkOptions *o, const Topology *t)
{
	for (uint32_t i = 0; i < o->n; i++)
		for (uint32_t k = 0; k < i; k++) {
			EndRef a = find_end(&o->options[i], t), b = find_end(&o->options[k], t);

			if (a.kind == b.kind && a.part == b.part && a.index == b.index)
				fatal("--link %s is given twice", o->options[i].link);
		}
}

Topology *
link_topology(const LinkOptions *o, Topology *t)
{
	Buf lines = {0};

	check_different(o, t);
	if (print_hosts(o, t, &lines) > 0)
		t = add_hosts(t, &lines);
	buf_free(&lines);
	for (uint32_t i = 0; i < o->n; i++) {
		EndRef end = host_end(&o->options[i], t);
		bool *partner = &t->hosts[end.part].partner[end.index];

		if (*partner)
			fatal("--link %s: the link at its other end is given, too",
				o->options[i].link);
		*partner = true;
	}
	return t;
}

/* ---- a run ---- */

/*
 * open_server: open what an option names for an end; resets: a host that boots the root node may
 * reset the machine, too.
 */
static HostLink
open_server(const LinkOption *o, const PartnerOptions *partner, EndRef end, bool resets)
{
	HostLink l = {.end = end, .name = o->link};

	if (strncmp(o->where, "udp:", 4) == 0) {
		l.calls = &udp_link_calls;
		l.server = udp_link_new(o->link, o->where + 4, partner->input == INPUT_IDLE,
			resets);
	} else if (is_adaptor(o)) {
		l.calls = &c011_calls;
		l.server = c011_new(o->link, o->where + sizeof ADAPTOR - 1);
	} else {
		l.calls = &partner_calls;
		l.server = partner_new(o->link, o->where, partner);
	}
	return l;
}

void
live_links_open(LiveLinks *l, const LinkOptions *o, const Topology *t, bool resets)
{
	l->links = xcalloc(o->n + 1, sizeof *l->links); /* one more for live_links_serve */
	l->nlinks = o->n;
	for (uint32_t i = 0; i < o->n; i++) {
		EndRef end = host_end(&o->options[i], t);
		bool is_root = end.part == 0 && end.index == 0;

		l->links[i] = open_server(&o->options[i], &o->partner, end, resets && is_root);
		l->has_root |= is_root;
	}
}

void
live_links_serve(LiveLinks *l, const HostStream *calls, void *server)
{
	if (l->has_root)
		fatal("the link over which the root node is booted has a server already; --link "
			"must name another link");
	l->links[l->nlinks++] = (HostLink){{END_HOST, 0, 0}, calls, server, "h.0"};
	l->has_root = true;
}

void
live_links_close(LiveLinks *l)
{
	for (uint32_t i = 0; i < l->nlinks; i++)
		if (l->links[i].calls->close)
			l->links[i].calls->close(l->links[i].server);
	free(l->links);
	*l = (LiveLinks){0};
}
