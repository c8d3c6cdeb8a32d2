/*
 * log_steps.h - gets the instructions that a process's e-blocks have executed, by emulation from
 * the process's log.
 *
 * The trace of each log interval is an Interval (steps.h). It leaves out the nested intervals: each
 * word of a nested interval's postlog is an event STEP_NESTED instead. A long log interval has an
 * Interval for each of its parts (interval_parts.h).
 */
#ifndef LOG_STEPS_H
#define LOG_STEPS_H

#include "detrek/logs/logs.h"
#include "steps.h"

/* log_steps_new: the steps of a logged process. Log, program and emulator must outlive them. */
LogSteps *log_steps_new(const Log *log, ProgramInfo *program, Emulator *emulator);
/* log_steps_free: free the traces. */
void log_steps_free(LogSteps *s);
/*
 * log_steps_target: set a target for the emulated network; the target must have the program. Call
 * this before a question.
 */
void log_steps_target(LogSteps *s, Target *target);
/* log_steps_log: the log whose steps these are. */
const Log *log_steps_log(const LogSteps *s);
/* log_steps_count_emulated: number of intervals emulated so far. */
uint32_t log_steps_count_emulated(const LogSteps *s);
/* log_steps_function: the name of an interval's function. */
const char *log_steps_function(const LogSteps *s, uint32_t block);
/*
 * log_steps_is_long: true if an interval has so many instructions of its own that it is traced in
 * parts.
 */
bool log_steps_is_long(LogSteps *s, uint32_t block);
/*
 * log_steps_interval: the trace of interval number `block`, or of its first part. An interval that
 * has no trace is emulated now.
 */
Interval *log_steps_interval(LogSteps *s, uint32_t block);
/* log_steps_last_instruction: the last instruction of an interval. */
At log_steps_last_instruction(LogSteps *s, uint32_t block);

/* log_steps_trim: drop traces if there are too many; every At becomes invalid. */
void log_steps_trim(LogSteps *s);
/* log_steps_end: the number of instructions that the process had executed at the run's end. */
uint64_t log_steps_end(const LogSteps *s);
/* log_steps_stop: the reason for which the logged process stopped its node. */
Stop log_steps_stop(const LogSteps *s);

/*
 * log_steps_limit: limit searches to an interval. Then earlier writers are not known, and the
 * writer of a word that a nested interval wrote is the event STEP_NESTED. NO_EVENT: no limit.
 */
void log_steps_limit(LogSteps *s, uint32_t block);
/* log_steps_is_limited: tell if searches are limited to an interval. */
bool log_steps_is_limited(const LogSteps *s);
/*
 * log_steps_return: the last instruction of an interval. If the interval was not emulated, the
 * instruction is taken from its postlog.
 */
At log_steps_return(LogSteps *s, uint32_t block);
/*
 * log_steps_with_memory: the same instruction in the trace of its whole interval, by which memory
 * can be read.
 */
At log_steps_with_memory(LogSteps *s, At at);

/*
 * log_steps_closed_reason: the reason why the interval of an instruction cannot be emulated, as a
 * text in the arena; NULL if it can be emulated.
 */
const char *log_steps_closed_reason(const LogSteps *s, uint64_t count, Arena *arena);

/*
 * log_steps_root_text: if TrEK calls a function with a task in the interval: a text, in the arena,
 * that describes the call; otherwise NULL.
 */
const char *log_steps_root_text(const LogSteps *s, uint32_t block, Arena *arena);

/* log_steps_at: the step of a logged process at an instruction count, as steps_at in steps.h. */
At log_steps_at(LogSteps *s, uint64_t count);
/* log_steps_before: the process's instruction before `at`; its `in` is NULL if the log has none. */
At log_steps_before(LogSteps *s, At at);
/* log_steps_writer: the event that wrote the byte at address a last before event `event`. */
LastWrite log_steps_writer(LogSteps *s, At at, uint32_t event, Addr a);
/*
 * log_steps_is_loaded: tell if address a is in the data or code that was loaded with the program.
 */
bool log_steps_is_loaded(const LogSteps *s, Addr a);
/*
 * log_steps_last_execution: the last execution of an instruction by the process between `from` and
 * `at`.
 */
At log_steps_last_execution(LogSteps *s, At at, At from, Addr instruction, Word wdesc);

#endif
