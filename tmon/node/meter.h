/*
 * meter.h - noting events, from an application that was compiled for the monitor.
 */
#ifndef METER_H
#define METER_H

#include "tmon/monitor.h"

/*
 * meter_note: n events one after the other, with nothing in between: all of r but the time, which
 * is now; the second one is of the next task, and so on. The caller waits while the node's buffers
 * are full, or until MONITOR_BEGIN; without a monitor on the node it does nothing.
 */
void meter_note(const MonitorRecord *r, uint32_t n);

#endif
