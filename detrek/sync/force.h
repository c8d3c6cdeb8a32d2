/*
 * force.h - `--sync-log` and `--sync-order` of a live run: log its operations, or force an order on
 * them.
 */
#ifndef FORCE_H
#define FORCE_H

#include "sim/command/sync_command.h"

extern const SyncCommand sync_live;

#endif
