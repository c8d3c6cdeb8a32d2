/*
 * scan.h - the core of formatted input, private to the library.
 */
#ifndef SCAN_H
#define SCAN_H

#include "source.h"

#include <stdarg.h>

/* __scan: returns the number of objects that were set; EOF if the input ended before the first. */
int __scan(Source *in, const char *format, va_list ap);

#endif
