/*
 * report.h - segments that take longer than their description asks for.
 */
#ifndef REPORT_H
#define REPORT_H

#include <stdint.h>
#include "description.h"

/* reports_start: print reports from now on, on standard error; in node 0's receiver. */
void reports_start(void);
/*
 * report_long: a segment of the task, the first of its kind, time and size on this node, takes `us`
 * microseconds.
 */
void report_long(uint32_t task, const Segment *s, uint32_t us);

#endif
