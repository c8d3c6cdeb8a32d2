/*
 * adapter.h - the host of a network: sets the crossbars, boots the root node and serves its link.
 */
#ifndef HOST_H
#define HOST_H

#include "sim/network/network.h"

/* ---- adapter.c ---- */

/* How the host serves the link that it boots the root node over. */
typedef enum HostMode {
	HOST_RAW,     /* bytes in, bytes out */
	HOST_ISERVER, /* the INMOS server's protocol */
	HOST_STATION, /* the kernel's packets; station.h */
} HostMode;

/* A server of another folder; the first argument is its own. */
typedef struct HostService {
	/* the boot file goes out from `at` on */
	void (*booting)(void *service, Time at);
	/* an outcome at the link's end */
	void (*outcome)(void *service, Outcome what, Time at);
	/* what a snapshot holds of it */
	void (*transfer)(void *service, struct Snap *snap);
} HostService;

typedef struct HostOptions {
	HostMode mode;
	const Config *config; /* circuits to set first; NULL if there is none */
	const uint8_t *boot;  /* the boot file; borrowed */
	size_t nboot;
	const uint8_t *input; /* HOST_RAW: what follows it; borrowed */
	size_t ninput;
	/* from a byte's acknowledge to the next one; 0: as fast as the link goes */
	Time pace;
	FILE *output;                 /* HOST_RAW: where what comes back goes */
	struct Iserver *iserver;      /* HOST_ISERVER; borrowed */
	const HostService *calls;     /* HOST_STATION: what serves the link, ... */
	void *service;                /* ... and its own; borrowed */
	bool idle;                    /* do nothing at first: a snapshot follows */
} HostOptions;

/*
 * host_new: the host of a network, on data link 0 of its first host. At time 0 it sets the
 * crossbars, then it boots, then it serves. It ends the run when its program exits.
 */
Host *host_new(Network *w, const HostOptions *o);
void host_free(Host *h);
/* host_boot: reset, then boot from these bytes from `at` on. The crossbars stay. */
void host_boot(Host *h, Network *w, Time at, const uint8_t *boot, size_t nboot);
/*
 * host_spread: between two runs, after network_reset: takes all circuits off, sets the crossbars
 * anew and boots over the data link at that end. config may be NULL; the bytes are borrowed until
 * they are sent.
 */
void host_spread(Host *h, Network *w, EndId data, const Config *config, const uint8_t *boot,
	size_t nboot);
/* host_boots: it has still to send the boot file. */
bool host_boots(const Host *h);
/* host_order: as network_order, of what acts for the host. */
void host_order(Network *w, EndId e, Order o);
/*
 * host_is_inert: it was read from a snapshot of a host of another mode. It serves no requests, and
 * the network runs as if there were no host.
 */
bool host_is_inert(const Host *h);

/* ---- boot_file.c ---- */

/* boot_check: a boot file that no chip would take is the user's mistake (fatal). */
void boot_check(const char *name, const uint8_t *bytes, size_t n);

/* ---- env.c: the value of --env ---- */

/* NAME=VALUE of a program's environment, n of them and then NULL; NULL if there is none. Owned, the
 * texts are argv's. */
typedef struct EnvOption {
	char **list;
	int n;
} EnvOption;

void env_option(EnvOption *o, char *value);

#endif
