/*
 * inside_log.h - the log that a program writes itself (libc/eblock.c): what the compiler puts into
 * the program for the log, and the kinds of records; detrek/logs/inside.c describes the records.
 *
 * Included by both sides.
 */
#ifndef INSIDE_LOG_H
#define INSIDE_LOG_H

/* "trellis inside\n" */
#define INSIDE_MAGIC_WORDS {0x6c657274, 0x2073696c, 0x69736e69, 0x000a6564}
enum { INSIDE_MAGIC = 16 }; /* bytes */

enum { INSIDE_FORMAT = 3 };

/* The kind of a record, in the low 8 bits of its first word. */
enum InsideRecord {
	INSIDE_HEAD,    /* begins a log */
	INSIDE_PRELOG,
	INSIDE_POSTLOG,
	INSIDE_CALLED,  /* a function without a log was called: what it changed */
	INSIDE_WAIT,    /* changes the value of __log_wait */
	INSIDE_END,     /* ends a log */
	INSIDE_CLOCK,   /* a value of the clock that the program read */
	INSIDE_MESSAGE, /* as INSIDE_CALLED, with a received message */
	INSIDE_LEFT,    /* the postlog of a function that longjmp has left */
	INSIDE_ROOT,    /* TrEK calls a user function */
};

/* Where a function returns its value. */
typedef enum LogResult {
	LOG_NO_RESULT,
	LOG_WORD,    /* Areg */
	LOG_TWO,     /* Areg, Breg */
	LOG_SINGLE,  /* FAreg */
	LOG_DOUBLE,  /* FAreg */
} LogResult;

/* Stands for the address of memory whose place is not known before the program runs. */
enum InsideRegion { INSIDE_STACK, INSIDE_HEAP, INSIDE_ENTERED, NINSIDEREGIONS };

/* In what form TrEK passes memory to a user function that it calls. */
typedef enum LogEnters { ENTERS_NOTHING, ENTERS_BYTES, ENTERS_PARTS, ENTERS_STRINGS } LogEnters;

#endif
