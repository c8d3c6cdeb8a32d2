/* meter.h - recording events in an application that was compiled for the monitor. */
#ifndef METER_H
#define METER_H

#include "tmon/monitor.h"

/*
 * meter_note: record n consecutive events: copies of r with the present time; the task number of
 * each record is that of the previous record plus 1. The caller waits while the node's buffers are
 * full, and until MONITOR_BEGIN. Without a monitor on the node this does nothing.
 */
void meter_note(const MonitorRecord *r, uint32_t n);

#endif
