/*
 * tree.c - the functions of the nodes that compute: the square of a number, as the result of both of its parts.
 */
#include "mistake.h"

#include <string.h>
#include <trek.h>

static int
bad(void)
{
	uint32_t nbytes;

	memcpy(wanted, shared(&nbytes), sizeof wanted);
	return task_number() == BAD_TASK;
}

void
compute_fn(void *task, uint32_t nbytes)
{
	uint32_t n = *(uint32_t *)task, result = n * n;

	(void)nbytes;
	if (bad()) {
		crash("compute"); /* line of: compute */
		if (is("compute-none"))
			return;
		if (is("compute-big"))
			put_result(task, 2 << 20); /* line of: compute-big */
		if (is("compute-part"))
			put_part(task, 4);
		if (is("compute-twice"))
			put_result(&result, sizeof result);
	}
	put_result(&result, sizeof result); /* line of: compute-twice */
}

void
split_fn(const void *task, uint32_t nbytes)
{
	if (bad()) {
		crash("split");
		if (is("split-less")) {
			put_part(task, nbytes);
			return;
		}
		if (is("split-more"))
			put_part(task, nbytes);
	}
	put_part(task, nbytes);
	put_part(task, nbytes);
}

void
join_fn(const Part *part, uint32_t nparts)
{
	(void)nparts;
	if (bad()) {
		crash("join");
		if (is("join-none"))
			return;
	}
	put_result(part[0].data, part[0].nbytes);
}
