/*
 * alone.c - flowback's answers are the same whether each node is replayed alone or with the whole
 * network.
 */
#include "base/base.h"
#include "detrek/flowback/flowback.h"
#include "tests/temp.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

static const char *
trellis(void)
{
	const char *name = getenv("TRELLIS");

	return name ? name : "build/trellis";
}

static void
run_command(const char *fmt, ...)
{
	char command[600];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(command, sizeof command, fmt, ap);
	va_end(ap);
	if (system(command) == -1)
		fail_msg("%s", command);
}

static const char *
no_line(void *of, const char *file, int line)
{
	(void)of, (void)file, (void)line;
	return NULL;
}

static uint32_t
same_number(void *of, NodeId n)
{
	(void)of;
	return n;
}

/* answer: to a question about a byte of the output or, with NONE, about a stopped node. */
#define NONE UINT64_MAX
static char *
answer(Flowback *f, uint64_t offset, NodeId node)
{
	const FlowbackOptions o = {.most = 25};
	const CauseText t = {.line = no_line, .node = same_number, .most = 25};
	char why[FLOWBACK_WHY] = "it has not stopped";
	const Cause *first = offset == NONE ? flowback_stop(f, &o, node)
					    : flowback_output(f, &o, offset, 1, why);
	Buf out = {0};

	if (first)
		causes_text(flowback_graph(f), first, &t, &out);
	else
		buf_printf(&out, "%s", why);
	buf_byte(&out, '\0');
	return (char *)out.data;
}

/* A recording that is asked. */
typedef struct Subject {
	Past *past;
	Target *target;
	Flowback *flowback;
} Subject;

static Subject
subject(const char *dir, bool together)
{
	Subject x = {.past = past_open(dir)};

	x.target = target_new(past_network(x.past));
	target_add_recorded(x.target, x.past);
	past_go_present(x.past);
	target_store_kernels(x.target);
	x.flowback = flowback_new(x.past, x.target);
	if (together)
		flowback_replay_together(x.flowback);
	return x;
}

static void
subject_free(Subject *x)
{
	flowback_free(x->flowback);
	target_free(x->target);
	past_free(x->past);
}

/* compare: each of the offsets, and each node's stop; returns how many answers were a graph. */
static int
compare(const char *dir, const uint64_t *offsets, int noffsets)
{
	Subject alone = subject(dir, false), together = subject(dir, true);
	int graphs = 0, nodes = past_network(alone.past)->nnodes;

	for (int i = 0; i < noffsets + nodes; i++) {
		uint64_t offset = i < noffsets ? offsets[i] : NONE;
		char *a = answer(alone.flowback, offset, i - noffsets),
			*b = answer(together.flowback, offset, i - noffsets);

		assert_string_equal(a, b);
		graphs += a[0] == '[';
		free(a);
		free(b);
	}
	assert_true(flowback_count_alone(alone.flowback) > 1);
	assert_int_equal(flowback_count_alone(together.flowback), 0);
	subject_free(&alone);
	subject_free(&together);
	return graphs;
}

/*
 * record: a run on seven nodes, with the state after every million instructions; its recording is
 * dir/run.
 */
static void
record(const char *dir, const char *application, const char *arguments)
{
	run_command("rm -rf %s/run; %s run -n 8 --record %s/run --moments 1 -o %s/out %s %s > "
		"%s/log 2>&1", dir, trellis(), dir, dir, application, arguments, dir);
}

static void
same_answers(void **state)
{
	char dir[TEMP_NAME], run[TEMP_NAME + 4];

	(void)state;
	if (access("build/trellis-cc", X_OK) != 0)
		skip();
	temp_directory(dir);
	snprintf(run, sizeof run, "%s/run", dir);
	record(dir, "programs/mandel/mandel.vms", "-- 24 18 40 6");
	assert_int_equal(compare(run, (uint64_t[]){20, 333, 900, 1308}, 4), 4);
	record(dir, "programs/simulated/dc.vms", ""); /* two nodes stop */
	assert_int_equal(compare(run, NULL, 0), 2);
	run_command("rm -rf %s", dir);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(same_answers)};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
