/*
 * function_log.h - writes the names of the functions that the processes in a trace of the machine
 * execute (sim/trace/functions.h).
 */
#ifndef FUNCTION_LOG_H
#define FUNCTION_LOG_H

#include "sim/past/past.h"
#include "sim/trace/trace.h"

typedef struct FunctionLog FunctionLog;

/* function_log_new: a log for a recorded run. */
FunctionLog *function_log_new(const Past *p);
/* function_log_follow: a TraceFollower: note the function at which a process continues. */
void function_log_follow(void *log, const TraceRecord *r);
/* function_log_write: write the names to a file. */
void function_log_write(const FunctionLog *l, const char *file);
void function_log_free(FunctionLog *l);

#endif
