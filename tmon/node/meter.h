/*
 * meter.h - noting an event, from an application that was compiled for the monitor.
 */
#ifndef METER_H
#define METER_H

#include "tmon/monitor.h"

/*
 * meter_note: all of r but the time, which is now. The caller waits while the node's buffers are full, or
 * until the monitor is told to begin; without a monitor on the node it does nothing.
 */
void meter_note(const MonitorRecord *r);

#endif
