/*
 * eblock.h - shared by the files that write a program's log (eblock.c), in this library and in that
 * of programs under the kernel.
 */
#ifndef EBLOCK_H
#define EBLOCK_H

#include <inside_log.h>
#include <stdint.h>

/* The node and the process that write a log. */
typedef struct LogWhere {
	uint32_t node;
	uint32_t pid;        /* 0: the program runs without a kernel */
	const void *message; /* the function __log_message; NULL without a kernel */
} LogWhere;

/* Words that a function has changed. */
typedef struct LogPart {
	const uint32_t *from;
	uint32_t nwords;
} LogPart;

void __log_where(LogWhere *w);
/*
 * __log_outside: a function that is not emulated has returned a word; log it, and what it has
 * changed. kind: INSIDE_CALLED; INSIDE_MESSAGE: it has received a message, whose head is the first
 * part. wptr: the caller's workspace.
 */
void __log_outside(uint32_t kind, const void *function, const uint32_t *wptr, uint32_t result,
	const LogPart *part, uint32_t nparts);

#endif
