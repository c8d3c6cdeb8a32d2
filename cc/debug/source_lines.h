/*
 * source_lines.h - lines of the source files that debugging information names.
 */
#ifndef SOURCE_LINES_H
#define SOURCE_LINES_H

#include "base/base.h"

typedef struct Sources Sources;

Sources *sources_new(void);
void sources_free(Sources *s);

/*
 * sources_line: return a line of a file without its newline; lines count from 1. NULL if the file
 * or the line does not exist.
 */
const char *sources_line(Sources *s, const char *file, int line);

#endif
