/*
 * frame.c - the display of a node in a frame: a processor that always computes shows so in every
 * interval, however short.
 */
#include "sim/host/adapter.h"
#include "sim/window/frame.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define NET "topology one\nnode n0 clock=25MHz mem=1M\nhost h links=1\nwire h.0 n0.0\nend\n"
#define MICROSECOND 1000000 /* ps */

static void
always_busy(void **state)
{
	static const uint8_t loop[] = {2, 0x60, 0x0E}; /* its length; j -2 */
	FILE *output = fopen("/dev/null", "w");
	Topology *t = topology_parse(NET, sizeof NET - 1, "(test)");
	Network *w = network_new(t);
	Host *h = host_new(w,
		&(HostOptions){
			.mode = HOST_RAW, .boot = loop, .nboot = sizeof loop, .output = output});
	FunctionNames *names = function_names_new();
	Frame f;
	Meter m;

	(void)state;
	frame_init(&f, w, names);
	meter_init(&m, w, names);
	network_run(w, 100 * MICROSECOND);
	frame_capture(&f, &m, w);
	for (Time piece = 3 * MICROSECOND; piece > MICROSECOND / 2; piece -= 31000)
		for (int i = 0; i < 20; i++) {
			network_run(w, w->now + piece);
			frame_capture(&f, &m, w);
			assert_int_equal(f.nodes[0].activity, ACTIVITY_BUSY);
			/* a cycle may belong to the next interval */
			assert_true(f.nodes[0].use[LOW] > 0.9f);
			assert_true(f.nodes[0].use[HIGH] == 0);
		}
	meter_free(&m);
	frame_free(&f);
	function_names_free(names);
	host_free(h);
	network_free(w);
	topology_free(t);
	fclose(output);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(always_busy),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
