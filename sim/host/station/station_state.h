/* station_state.h - the station's state. Private to this folder. */
#ifndef STATION_STATE_H
#define STATION_STATE_H

#include "sim/host/iserver/iserver.h"
#include "station.h"
#include "sim/past/past.h"
#include "sim/view/view.h"

/* A callback for messages of an event. */
typedef struct Listener {
	uint32_t event;
	void (*handle)(void *context, const Message *m, Time at);
	void *context;
} Listener;

/* A message kept for a command that will ask for it. */
typedef struct KeptMessage {
	Time at;
	Message m;
} KeptMessage;

struct Station {
	Network *w;
	Host *host;
	StationOptions o;
	Iserver *server;
	Typist *typist;   /* NULL for none */
	Realtime realtime;
	Message *readers; /* [nreaders] requests for input that has not been typed yet */
	uint32_t nreaders;
	BootFiles files;  /* a copy from the options; its buffers are borrowed */
	Buf stream;       /* the stream of the last boot */
	BootPlan *plan;
	BootPlan *next_plan;   /* a plan not yet verified */
	StationLink link;
	bool *up;         /* [logical node] the node has reported */
	bool *silent;     /* [logical node] the node once did not answer */
	uint32_t *failed; /* [logical node] bits of links on which no child answered */
	uint32_t *errors; /* [logical node] number of the last rise of Error that was reported */
	uint32_t *below;  /* [logical node] size of its subtree in the boot tree */
	uint32_t nup, nlost; /* nodes that are up; nodes that are silent, or below a silent one */
	Time last_progress;        /* time of the last progress in booting */
	uint32_t events;  /* number of event numbers given out */
	uint32_t *wanted; /* [nwanted] events whose messages are kept */
	uint32_t nwanted;
	KeptMessage *kept;       /* [nkept] in the order of arrival */
	uint32_t nkept;
	/* [nlisteners] callbacks of this program; not part of the simulated machine */
	Listener *listeners;
	uint32_t nlisteners;
	bool (*done)(void *context); /* see station_await */
	void *context;
	View *view;       /* NULL if there is no view */
	Past *past;       /* NULL if there is none */
	bool quiet;       /* no event was left at the end of the last run */
};

/*
 * station_take_network: use the network of a configuration, of which no node is up yet; drop the
 * state of any other network.
 */
void station_take_network(Station *s, const Config *config);
/*
 * station_count_below: count for each node the nodes below it in the tree that boot_plan_tree has
 * made.
 */
void station_count_below(Station *s);

/* ---- save.c ---- */

/*
 * station_transfer: save or restore the station in a snapshot. Open files of programs belong to the
 * host and cannot be saved: while there are any, writing a snapshot is fatal.
 */
void station_transfer(void *service, Snap *snap);

#endif
