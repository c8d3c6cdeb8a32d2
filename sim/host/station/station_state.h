/*
 * station_state.h - the station, for the files of this folder.
 */
#ifndef STATION_STATE_H
#define STATION_STATE_H

#include "sim/host/iserver/iserver.h"
#include "station.h"
#include "sim/past/past.h"
#include "sim/window/view.h"

/* The handler of messages for an event. */
typedef struct Listener {
	uint32_t event;
	void (*handle)(void *context, const Message *m, Time at);
	void *context;
} Listener;

/* A message kept for a command. */
typedef struct Kept {
	Time at;
	Message m;
} Kept;

struct Station {
	Network *w;
	Host *host;
	StationOptions o;
	Iserver *server;
	BootFiles files;  /* if they are not the options' */
	Buf stream;       /* the last boot */
	BootPlan *plan;
	BootPlan *next;   /* not yet known to be good */
	StationLink link;
	bool *up;         /* of each logical node */
	bool *silent;     /* of each: it did not answer at some time */
	uint32_t *failed; /* of each: bits of links whose child did not answer */
	uint32_t *below;  /* of each: nodes in its part of the boot tree */
	uint32_t nup, nlost;
	Time news;        /* when booting last went on */
	uint32_t events;  /* given out */
	uint32_t *wanted; /* events whose messages are kept, nwanted */
	uint32_t nwanted;
	Kept *kept;
	uint32_t nkept;
	Listener *listeners; /* nlisteners, of this program, not of the machine */
	uint32_t nlisteners;
	bool (*done)(void *context);
	void *context;
	View *view;       /* NULL if there is no observer */
	Past *past;       /* NULL: none is kept */
	bool quiet;       /* nothing can happen any more until the next command */
};

/*
 * station.c: the network of a configuration, nothing of it up; what was known of another is
 * forgotten.
 */
void station_take_network(Station *s, const Config *config);
/* station_count_below: after boot_plan_tree. */
void station_count_below(Station *s);

/* ---- save.c ---- */

/*
 * station_transfer: the station in a snapshot. Programs' open files are the host's and in no
 * snapshot: while there are any, writing one is the user's mistake.
 */
void station_transfer(void *service, Snap *snap);

#endif
