/*
 * event_command.h - the events of `--break-outside`, at which a run stops. main sets it; the run's
 * commands use it through machine_options.h.
 */
#ifndef EVENT_COMMAND_H
#define EVENT_COMMAND_H

#include "sim/past/past.h"

#include <stdio.h>

typedef struct RunEvents RunEvents;

typedef struct EventCommand {
	/*
	 * begin: an event at which the run of a past is to stop; fatal if its form is wrong.
	 * kernel: the ELF file of the nodes' kernel; NULL if they have none, or if the past is a
	 * recording, which contains its programs.
	 */
	RunEvents *(*begin)(Past *past, const char *event, const char *kernel);
	/* program: nodes may execute the program in this ELF file from now on */
	void (*program)(RunEvents *e, const char *file);
	/* check: all programs are known: a name that none of them has is fatal. */
	void (*check)(RunEvents *e);
	/*
	 * start: observe the network from now on, and forget earlier observations. If no program
	 * has the event's variables, this does nothing: call it again after a further program.
	 */
	void (*start)(RunEvents *e);
	/*
	 * found: call it between two pieces of the run: true if the event has begun to hold. Then
	 * the observation has ended. The network is at the same place as before the call.
	 */
	bool (*found)(RunEvents *e);
	/* at: the time at which it began to hold, if found */
	Time (*at)(const RunEvents *e);
	/*
	 * tell: describe the place at which the event holds, or say that it has not held. A name
	 * that none of the programs had is fatal.
	 */
	void (*tell)(const RunEvents *e, FILE *f);
	void (*end)(RunEvents *e);
} EventCommand;

extern const EventCommand *event_command; /* NULL: there is none in this program */

#endif
