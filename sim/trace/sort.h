/* sort.h - the order of a machine's events in a file. */
#ifndef SORT_H
#define SORT_H

#include "trace.h"

/* trace_compare: compare records by time, kind, where and value, for qsort. */
int trace_compare(const void *x, const void *y);
/* trace_sort: order n records by trace_compare; spare: room for n more. */
void trace_sort(TraceRecord *records, size_t n, TraceRecord *spare);

#endif
