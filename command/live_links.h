/*
 * live_links.h - the links of a run that have a partner outside (--link), or the server of Helios
 * (--helios).
 */
#ifndef COMMAND_LIVE_LINKS_H
#define COMMAND_LIVE_LINKS_H

#include "sim/host/helios/helios.h"
#include "sim/host/partner/partner.h"

/* A value of --link: LINK=WHERE. */
typedef struct LiveOption {
	char *link; /* owned */
	const char *where;
	Partner *partner; /* NULL until it is opened */
} LiveOption;

/* {0}: there are none. */
typedef struct LiveLinks {
	LiveOption *options;
	PartnerInput input;
	uint32_t n;      /* options */
	HostLink *links; /* [nlinks] for the host */
	uint32_t nlinks;
	bool root;       /* data link 0 of the first host is one of them */
} LiveLinks;

/* live_option: the value of --link; live_input: that of --link-input. */
void live_option(LiveLinks *l, char *value);
void live_input(LiveLinks *l, const char *value);
/* live_open: find the links in the machine, and open the partners. live_close: close them. */
void live_open(LiveLinks *l, const Topology *t);
/* live_serve: data link 0 of the first host has this server; call it after live_open. */
void live_serve(LiveLinks *l, const HostStream *calls, void *server);
void live_close(LiveLinks *l);

#endif
