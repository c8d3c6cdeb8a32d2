/*
 * adapter.h - the host of a network: it sets the crossbars, boots the root node and serves its
 * link.
 */
#ifndef HOST_H
#define HOST_H

#include "sim/host/typist/typist.h"
#include "sim/network/network.h"

/* ---- adapter.c ---- */

/* How the host serves the link over which it boots the root node. */
typedef enum HostMode {
	HOST_RAW,     /* plain bytes in both directions */
	HOST_ISERVER, /* the INMOS host server's protocol */
	HOST_STATION, /* the kernel's packets; station.h */
	HOST_STREAM,  /* plain bytes in both directions, for a HostLink */
} HostMode;

/* Callbacks of a server in another folder; the first argument is the server. */
typedef struct HostService {
	/* the host sends the boot file from `at` on */
	void (*booting)(void *service, Time at);
	/* an outcome at the link's end has arrived */
	void (*outcome)(void *service, Outcome what, Time at);
	/* save or restore the server's state in a snapshot */
	void (*transfer)(void *service, struct Snap *snap);
} HostService;

/* A line of the nodes that the host can pulse. */
typedef enum HostLine {
	LINE_NONE,
	LINE_RESET,
	LINE_ANALYSE, /* Reset, with Analyse high */
} HostLine;

/*
 * Callbacks of a server that takes and gives bytes; the first argument is the server. It knows
 * neither links nor the network.
 */
typedef struct HostStream {
	/* the machine has sent a byte */
	void (*receive)(void *server, uint8_t byte, Time at);
	/* append the bytes to send now, if any, to `bytes` */
	void (*give)(void *server, Buf *bytes);
	/* the time at which the server wants to act without having received a byte; or NEVER */
	Time (*wakes)(const void *server);
	/* the time to act by itself has come; quiet: no event is left in the machine */
	void (*wake)(void *server, Time at, bool quiet);
	/* true if the server wants the run to end */
	bool (*ended)(const void *server);
	/* the line to be pulsed before the next bytes are sent; NULL: the server pulses none */
	HostLine (*line)(void *server);
	/* whether a node has its Error flag set; called before `wake`; NULL: not wanted */
	void (*error)(void *server, bool error);
	/* free the server; NULL: its owner does that */
	void (*close)(void *server);
	/*
	 * save or restore the server's state in a snapshot without a station; NULL: it is not part
	 * of snapshots
	 */
	void (*transfer)(void *server, struct Snap *snap);
	/* it acts only at the times of `wakes`, also if no event is left in the machine before */
	bool timed;
} HostStream;

/* A link of the host, and the server of its bytes; both are borrowed. */
typedef struct HostLink {
	EndRef end;
	const HostStream *calls;
	void *server;
	const char *name; /* for messages */
} HostLink;

typedef struct HostOptions {
	HostMode mode;
	const Config *config; /* circuits to set first; NULL for none */
	const uint8_t *boot;  /* the boot file; borrowed; NULL in HOST_STREAM: the partner boots */
	size_t nboot;
	const uint8_t *input; /* HOST_RAW: bytes to send after the boot file; borrowed */
	size_t ninput;
	Typist *typist; /* HOST_RAW: types instead of the input; borrowed; NULL: nothing is typed */
	/* delay from a byte's acknowledge to the next byte; 0: as fast as the link allows */
	Time pace;
	FILE *output;                 /* HOST_RAW: file for the received bytes */
	struct Iserver *iserver;      /* HOST_ISERVER; borrowed */
	const HostService *calls;     /* HOST_STATION: callbacks of the server */
	void *service;                /* HOST_STATION: the server; borrowed */
	/* [nlinks] links with a server of bytes; in HOST_STREAM, data link 0 too; borrowed */
	const HostLink *links;
	uint32_t nlinks;
	bool idle;                    /* do nothing at first, because a snapshot will be restored */
} HostOptions;

/*
 * host_new: create the host of a network, on data link 0 of its first host. At time 0 it sets the
 * crossbars, then it boots the root node, then it serves the link. When the program exits, it ends
 * the run.
 */
Host *host_new(Network *w, const HostOptions *o);
void host_free(Host *h);
/* host_boot: reset the nodes, then boot them with these bytes from `at` on. The crossbars stay. */
void host_boot(Host *h, Network *w, Time at, const uint8_t *boot, size_t nboot);

/*
 * A program that follows another one on a served link; the memory behind the pointers is borrowed.
 */
typedef struct HostProgram {
	const uint8_t *boot; /* nboot bytes */
	size_t nboot;
	struct Iserver *iserver; /* its own server, since it has its own arguments */
	bool peek;               /* first read ISERVER_CORE bytes of the root node's memory */
} HostProgram;

/* host_boot_served: host_boot for HOST_ISERVER: the program has its own server. */
void host_boot_served(Host *h, Network *w, Time at, const HostProgram *p);
/*
 * host_spread: remove all circuits, set the crossbars for config (NULL: none), and boot over the
 * data link at that end. Call it between two runs, after network_reset; the bytes are borrowed
 * until they are sent.
 */
void host_spread(Host *h, Network *w, EndId data, const Config *config, const uint8_t *boot,
	size_t nboot);
/* host_boots: true until the boot file has been sent. */
bool host_boots(const Host *h);
/*
 * host_hold: let the servers of bytes (HostLink) send nothing while they are held, or send again.
 */
void host_hold(Host *h, bool held);
/*
 * host_may_act: true if the host may still act when no event is left in the network. False while
 * the machine has not taken the last bytes of any server.
 */
bool host_may_act(const Host *h);
/* host_report: print the links on which the machine has not taken the last bytes sent to it. */
void host_report(const Host *h, const Network *w, FILE *f);
/* host_wakes: the time at which the host wants to act by itself; NEVER if it only answers. */
Time host_wakes(const Host *h);
/*
 * host_wake: let the host act by itself at `at`, the network's time or later; called between two
 * runs. quiet: the last run has left no event.
 */
void host_wake(Host *h, Network *w, Time at, bool quiet);
/* host_order: give an order of the host to the network, as network_order does. */
void host_order(Network *w, EndId e, Order o);
/*
 * host_is_inert: true if it was restored from the snapshot of a host in another mode. It serves no
 * requests; the network runs as if it had no host.
 */
bool host_is_inert(const Host *h);

/* ---- boot_file.c ---- */

/* boot_check: fatal if no chip would accept the boot file. */
void boot_check(const char *name, const uint8_t *bytes, size_t n);

/* ---- env.c: the value of --env ---- */

/*
 * Variables NAME=VALUE of a program's environment: n of them, terminated by NULL; NULL if there are
 * none. The array is owned, the texts belong to argv.
 */
typedef struct EnvOption {
	char **list;
	int n;
} EnvOption;

/* env_option: add the value of one --env, NAME=VALUE. */
void env_option(EnvOption *o, char *value);

#endif
