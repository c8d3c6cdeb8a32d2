/*
 * report.c - segments that take longer than their description asks for: each node reports them to
 * node 0, which prints those of the same kind, time and size once.
 */
#include "report.h"

#ifdef __T800__

#include <kernel.h>
#include <stdbool.h>
#include <stdio.h>
#include <t800.h>

enum { REPORTS = 0x7E57, STACK = 4096, SIZES = 8 };

typedef struct Known {
	uint32_t time, nbytes, us; /* us: the most that was reported; 0: none */
} Known;

/* The last segment of each kind that was reported: several kinds may be at work on a node. */
typedef struct Kind {
	Known size[SIZES];
	uint32_t next;
} Kind;

static Kind sent[NSEGMENTS], printed[NSEGMENTS];

/* is_new: true if a segment is not among the last of its kind, or takes a tenth more than then. */
static bool
is_new(Kind *kind, uint32_t time, uint32_t nbytes, uint32_t us)
{
	for (Known *k = kind->size; k < kind->size + SIZES; k++) {
		if (k->us == 0 || k->time != time || k->nbytes != nbytes)
			continue;
		if (us <= k->us + k->us / 10)
			return false;
		k->us = us;
		return true;
	}
	kind->size[kind->next++ % SIZES] = (Known){ time, nbytes, us };
	return true;
}

void
report_long(uint32_t task, const Segment *s, uint32_t us)
{
	Nmsg m = {
		.nh_event = REPORTS,
		.nh_flags = NH_HAS_DATA,
		.nh_data = { task, s->kind, s->time, s->nbytes, us },
	};

	if (is_new(&sent[s->kind], s->time, s->nbytes, us))
		nsend(&m);
}

static void
print_reports(void *unused)
{
	static const char *const name[NSEGMENTS] = {
		"generate", "compute", "post-process", "split", "join",
	};

	(void)unused;
	for (;;) {
		Nmsg m = { .nh_event = REPORTS };
		const uint32_t *of = m.nh_data;

		if (nrecv(&m) >= 0 && is_new(&printed[of[1]], of[2], of[3], of[4]))
			fprintf(stderr, "task %u: %s: %u us are too few for %u bytes; at least %u us"
				" are possible on node %u\n", (unsigned)of[0], name[of[1]],
				(unsigned)of[2], (unsigned)of[3], (unsigned)of[4], m.nh_node);
	}
}

void
reports_start(void)
{
	if (!thread_start(print_reports, NULL, STACK, PRIORITY_LOW))
		panic("simulated: no memory for reports");
}

#else

void
reports_start(void)
{
}

void
report_long(uint32_t task, const Segment *s, uint32_t us)
{
	(void)task, (void)s, (void)us;
}

#endif
