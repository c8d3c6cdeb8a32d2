/*
 * lone_task.h - one of the user's functions with the input that it had, on its node alone.
 */
#ifndef LONE_TASK_H
#define LONE_TASK_H

#include "session.h"
#include "sim/past/lone.h"

typedef struct Alone {
	Lone lone;
	Place from;      /* where the function begins */
	char *what;      /* "compute_fn() on node 4, alone" */
	const char *end; /* why the piece of the run ends where it does */
} Alone;

/*
 * session_alone: cut the node out of the session's recording while a function works at a task; name
 * is as task_parse takes it. What is not there fails. alone_free: whatever has come of it.
 */
void session_alone(Session *s, const char *name, Alone *a);
void alone_free(Alone *a);

#endif
