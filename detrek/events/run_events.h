/* run_events.h - --break-outside: a run stops where an event over several nodes begins to hold. */
#ifndef RUN_EVENTS_H
#define RUN_EVENTS_H

#include "sim/command/event_command.h"

extern const EventCommand run_events;

#endif
