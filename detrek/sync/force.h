/*
 * force.h - `--sync-log` and `--sync-order` of a live run: its operations are logged; an order is
 * forced on them.
 */
#ifndef FORCE_H
#define FORCE_H

#include "sim/command/sync_command.h"

extern const SyncCommand sync_live;

#endif
