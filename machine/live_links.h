/*
 * live_links.h - links that are served by a program outside the simulation, their partner (--link),
 * by a link adaptor (also --link), or by the server of Helios (--helios).
 *
 * A partner is joined to a data link of a host. For a node's free link, a host is added to the
 * machine.
 */
#ifndef LIVE_LINKS_H
#define LIVE_LINKS_H

#include "sim/host/partner/partner.h"
#include "sim/topology/topology.h"

/* A value of --link, LINK=WHERE: the link's name, and where its partner is (partner.h). */
typedef struct LinkOption {
	char *link; /* owned */
	const char *where;
} LinkOption;

/* The links that the options name; {0}: there are none. */
typedef struct LinkOptions {
	LinkOption *options; /* [n] */
	uint32_t n;
	PartnerOptions partner;
} LinkOptions;

/* link_option: add the value of an option --link. */
void link_option(LinkOptions *o, char *value);
/* link_input_option: set when input is sent, from the value of the option --link-input. */
void link_input_option(LinkOptions *o, const char *value);
/* link_frames_option: set the kind of packets, from the value of the option --link-frames. */
void link_frames_option(LinkOptions *o, const char *value);
void link_options_free(LinkOptions *o);
/* link_options_have_partner: true if a link has a program outside; false: all have adaptors. */
bool link_options_have_partner(const LinkOptions *o);

/*
 * link_topology: the machine in which these links can have partners: t itself, or a new one, which
 * replaces t. A link that does not exist, or leads to another node, is fatal. Call this before
 * anything points into t.
 */
Topology *link_topology(const LinkOptions *o, Topology *t);

/* The links of a run; {0}: there are none. */
typedef struct LiveLinks {
	HostLink *links;    /* [nlinks] for the host */
	uint32_t nlinks;
	bool has_root;          /* data link 0 of the first host is one of them */
} LiveLinks;

/*
 * live_links_open: open the partners of the live links; t is from link_topology. resets: a host at
 * data link 0 of the first host may reset the machine.
 */
void live_links_open(LiveLinks *l, const LinkOptions *o, const Topology *t, bool resets);
/*
 * live_links_serve: let a server serve data link 0 of the first host; call this after
 * live_links_open.
 */
void live_links_serve(LiveLinks *l, const HostStream *calls, void *server);
/* live_links_close: close the partners. */
void live_links_close(LiveLinks *l);

#endif
