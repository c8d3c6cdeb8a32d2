/* lone_task.h - runs one user function with its recorded input, on its node alone. */
#ifndef LONE_TASK_H
#define LONE_TASK_H

#include "session.h"
#include "sim/past/lone.h"

/* The part of a recording in which one user function works at a task. */
typedef struct LoneTask {
	Lone lone;       /* the run of the node alone */
	Place begin;     /* where the function was called; equal to `from` if `called` is false */
	Place from;      /* where the function begins with the task */
	char *what;      /* "compute_fn() on node 4, alone" */
	const char *end; /* why this part of the run ends */
} LoneTask;

/*
 * session_isolate_task: cut out of the session's recording the part in which a function works at a
 * task, on its node alone; name: as for task_parse. called: begin where the function was called,
 * which is long before the task for the generator and the receiver. Fails if the function never
 * works at this task there. lone_task_free may always be called.
 */
void session_isolate_task(Session *s, const char *name, bool called, LoneTask *a);
/* lone_task_free: free the recording of the part, and what belongs to it. */
void lone_task_free(LoneTask *a);

#endif
