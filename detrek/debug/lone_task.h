/* lone_task.h - runs one user function with its recorded input, on its node alone. */
#ifndef LONE_TASK_H
#define LONE_TASK_H

#include "session.h"
#include "sim/past/lone.h"

typedef struct Alone {
	Lone lone;
	Place from;      /* where the function begins */
	char *what;      /* "compute_fn() on node 4, alone" */
	const char *end; /* why this part of the run ends */
} Alone;

/*
 * session_alone: cut out of the session's recording the part in which a function works at a task,
 * on its node alone; name is as for task_parse. Fails if there is none. alone_free: always allowed.
 */
void session_alone(Session *s, const char *name, Alone *a);
void alone_free(Alone *a);

#endif
