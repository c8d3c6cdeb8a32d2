/*
 * helios.h - the I/O server of Helios, the distributed operating system of Perihelion Software: it
 * boots the root node with the nucleus, and serves files below one directory, consoles and names.
 * See docs/helios.md.
 *
 * It turns bytes of the link into bytes for the link; it knows neither links nor the network. Its
 * state belongs to the host and is not part of snapshots.
 */
#ifndef HELIOS_H
#define HELIOS_H

#include "sim/host/adapter.h"

/* All pointers are borrowed until helios_free; the caller keeps the descriptors. */
typedef struct HeliosOptions {
	const char *root; /* directory of the system, which holds lib/nucleus */
	uint64_t quota;   /* bytes that programs may write; 0: HELIOS_QUOTA */
	bool host_time;   /* use the host's clock instead of simulated time: not reproducible */
	int in, out;      /* descriptors of the console; in -1: none */
	Typist *typist;   /* types before `in`, then a terminal, is read; NULL for none */
	FILE *log;        /* gets a line for each message; NULL for none */
	/*
	 * Opens a window for the user: returns a descriptor for its input and output, which the
	 * server closes; -1 on failure. NULL: all windows are the console.
	 */
	int (*open_window)(void *context, const char *name);
	void *context;    /* first argument of open_window */
} HeliosOptions;

#define HELIOS_QUOTA (1ull << 30) /* default of HeliosOptions.quota */

typedef struct Helios Helios;

/* helios_new: create a server. A directory that is not a Helios system is fatal. */
Helios *helios_new(const HeliosOptions *o);
/* helios_free: close the files that programs left open, and free the server. */
void helios_free(Helios *s);

/* helios_bootstrap: the boot file; the server owns it. */
const Buf *helios_bootstrap(const Helios *s);

/* The server's callbacks. The first bytes it gives are the nucleus, which follows the boot file. */
extern const HostStream helios_callbacks;

/* helios_output_error: the errno of the first failed write to the console, or 0. */
int helios_output_error(const Helios *s);

#endif
