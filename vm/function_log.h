/* function_log.h - the names of functions, beside a trace of the machine. */
#ifndef FUNCTION_LOG_H
#define FUNCTION_LOG_H

#include "sim/past/past.h"
#include "sim/trace/trace.h"

typedef struct FunctionLog FunctionLog;

FunctionLog *function_log_new(const Past *p); /* of a recorded run */
void function_log_follow(void *log, const TraceRecord *r); /* a TraceFollower */
void function_log_write(const FunctionLog *l, const char *file);
void function_log_free(FunctionLog *l);

#endif
