/* flowback_logs.h - reads the logs of one run, and opens their programs. */
#ifndef FLOWBACK_LOGS_H
#define FLOWBACK_LOGS_H

#include "detrek/flowback/flowback.h"
#include "detrek/logs/logs.h"

/* A log that was read, with its bytes. */
typedef struct ReadLog {
	char *file;
	Buf bytes;
	Log log;
} ReadLog;

/* The logs of a run. The code that uses them closes their programs. */
typedef struct Logs {
	ReadLog **log;            /* [n] */
	LoggedProcess *processes; /* [n]; NULL before logs_open_programs */
	uint32_t n;
} Logs;

/* logs_is_log: true if the file begins like a log, or is a directory. */
bool logs_is_log(const char *name);

/*
 * logs_read: read n files or directories of logs. It is fatal if one is not a log, if they are not
 * of one run, or if two are of the same process.
 */
void logs_read(Logs *l, char **names, int n);
/*
 * logs_open_programs: open the program of each log, once; given: the file of the program of a
 * single log, or NULL. It is fatal if the file is of another build of the program.
 */
void logs_open_programs(Logs *l, const char *given);
/* logs_is_first_of_program: true if no log before number i has the same program. */
bool logs_is_first_of_program(const Logs *l, uint32_t i);
/* logs_close: free the logs. */
void logs_close(Logs *l);

#endif
