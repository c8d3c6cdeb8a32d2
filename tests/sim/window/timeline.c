/* timeline.c - the part of time that is shown, round times on the axis, rows, and the search. */
#include "sim/window/node_search.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define MS ((Time)1000000000)

static const Area area = {100, 50, 1000, 80};

/* frame_of: a run of 400 ms, observed in intervals of 1 ms. */
static Frame
frame_of(FunctionNames *names)
{
	Frame f = {.nnodes = 8, .now = 150 * MS, .present = 400 * MS, .names = names};

	node_history_init(&f.history, f.nnodes);
	f.nodes = calloc(f.nnodes, sizeof *f.nodes);
	for (Time t = 0; t < 400; t++) {
		Sample *s = node_history_add(&f.history, t * MS, (t + 1) * MS);

		for (uint32_t n = 0; n < f.nnodes; n++)
			s[n] = (Sample){.activity = ACTIVITY_BUSY,
				.task = t == 300 && n == 5 ? 43 : 0};
	}
	f.nodes[2].task = 8;
	f.nodes[3].place = function_names_add(names, "slave: compute_fn()");
	f.nodes[6].place = function_names_add(names, "slave: split_fn()");
	return f;
}

static void
frame_end(Frame *f, FunctionNames *names)
{
	node_history_free(&f->history);
	free(f->nodes);
	function_names_free(names);
}

static Layout
layout_of(uint32_t n)
{
	Layout l = {.items = calloc(n, sizeof *l.items), .nitems = n};

	for (uint32_t i = 0; i < n; i++) {
		l.items[i] = (Item){.kind = i + 1 < n ? ITEM_NODE : ITEM_HOST, .part = i};
		snprintf(l.items[i].label, sizeof l.items[i].label, "n%u", i);
	}
	return l;
}

static void
zoomed(void **state)
{
	FunctionNames *names = function_names_new();
	Frame f = frame_of(names);
	Timeline t = {0};
	Time under;
	Span s;

	(void)state;
	s = timeline_span(&t, &f);
	assert_int_equal(s.from, 0);
	assert_int_equal(s.until, 400 * MS);
	under = timeline_time(s, area, 350);
	assert_int_equal(under, 100 * MS);
	for (int i = 0; i < 40; i++) {
		double pixel;

		timeline_zoom(&t, &f, area, 1.5f, 350);
		s = timeline_span(&t, &f);
		pixel = (double)(s.until - s.from) / area.w;
		assert_true(llabs((long long)(timeline_time(s, area, 350) - under)) <= pixel + 2);
	}
	assert_true(t.part && s.until - s.from >= 9999 && s.until - s.from < MS);
	timeline_pan(&t, &f, area, -1e20f);
	assert_int_equal(timeline_span(&t, &f).until, 400 * MS);
	timeline_pan(&t, &f, area, 1e20f);
	assert_int_equal(timeline_span(&t, &f).from, 0);
	timeline_zoom(&t, &f, area, 1e-9f, 350);
	assert_false(t.part);
	frame_end(&f, names);
}

static void
rows(void **state)
{
	FunctionNames *names = function_names_new();
	Frame f = frame_of(names);
	Layout l = layout_of(9);
	Choice c = {.item = {4, 1}, .n = 2};
	TimelineAreas a = {.rows = area, .names = {0, 50, 100, 80}, .axis = {100, 20, 1000, 10},
		.chosen = {100, 30, 1000, 20}, .chosen_names = {0, 30, 100, 20}};
	Timeline t = {0};
	TimelinePlace p;

	(void)state;
	p = timeline_place(&t, &f, &a, &l, &c, 600, 75);
	assert_true(p.inside && !p.name);
	assert_int_equal(p.item, 2);
	assert_int_equal(p.time, 200 * MS);
	p = timeline_place(&t, &f, &a, &l, &c, 50, 129);
	assert_true(p.inside && p.name);
	assert_int_equal(p.item, 7);
	assert_int_equal(timeline_place(&t, &f, &a, &l, &c, 300, 45).item, 1);
	p = timeline_place(&t, &f, &a, &l, &c, 600, 25);
	assert_true(p.inside && p.item == NOWHERE);
	assert_false(timeline_place(&t, &f, &a, &l, &c, 600, 10).inside);
	timeline_zoom_rows(&t, area, 8, 2, 50);
	assert_int_equal(timeline_place(&t, &f, &a, &l, &c, 600, 125).item, 3);
	timeline_pan_rows(&t, area, 8, -1e6f);
	assert_int_equal(timeline_place(&t, &f, &a, &l, &c, 600, 55).item, 4);
	timeline_zoom_rows(&t, area, 8, 0.1f, 50);
	assert_float_equal(t.nrows, 0, 0);
	free(l.items);
	frame_end(&f, names);
}

static void
axis(void **state)
{
	static const struct {
		Span s;
		Time step;
		const char *first, *second;
	} cases[] = {
		{{0, 400 * MS}, 50 * MS, "0 ms", "50 ms"},
		{{0, 3000 * MS}, 500 * MS, "0.0 s", "0.5 s"},
		{{120 * MS + 1, 121 * MS}, 100000000, "120.1 ms", "120.2 ms"},
		{{1200 * MS, 1200 * MS + 1000000}, 100000, "1.2000000 s", "1.2000001 s"},
		{{0, 900}, 100, "0 ps", "100 ps"},
		{{2000, 50000}, 5000, "5 ns", "10 ns"},
	};
	char text[TICK_TEXT];

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		Ticks t = ticks_of(cases[i].s, 1000, 90);

		assert_int_equal(t.step, cases[i].step);
		assert_string_equal(ticks_text(&t, t.first, text), cases[i].first);
		assert_string_equal(ticks_text(&t, t.first + t.step, text), cases[i].second);
	}
}

static void
search(void **state)
{
	FunctionNames *names = function_names_new();
	Frame f = frame_of(names);
	Layout l = layout_of(9);
	uint32_t item;
	Time at;

	(void)state;
	assert_int_equal(find_next_match(&(Find){.text = "n5"}, &f, &l, NOWHERE), 5);
	assert_int_equal(find_next_match(&(Find){.text = "N5"}, &f, &l, 5), 5);
	assert_int_equal(find_next_match(&(Find){.text = "t7"}, &f, &l, NOWHERE), 2);
	assert_int_equal(find_next_match(&(Find){.text = "task 7"}, &f, &l, NOWHERE), 2);
	assert_int_equal(find_next_match(&(Find){.text = "_fn"}, &f, &l, NOWHERE), 3);
	assert_int_equal(find_next_match(&(Find){.text = "_fn"}, &f, &l, 3), 6);
	assert_int_equal(find_next_match(&(Find){.text = "_fn"}, &f, &l, 6), 3);
	assert_int_equal(find_count_nodes(&(Find){.text = "_fn"}, &f, &l), 2);
	assert_int_equal(find_count_nodes(&(Find){.text = ""}, &f, &l), 0);
	assert_int_equal(find_next_match(&(Find){.text = "n8"}, &f, &l, NOWHERE), NOWHERE); /* a host */
	assert_int_equal(find_next_match(&(Find){.text = "t42"}, &f, &l, NOWHERE), NOWHERE);
	assert_true(find_time(&(Find){.text = "t42"}, &f, &l, &item, &at));
	assert_int_equal(item, 5);
	assert_int_equal(at, 301 * MS);
	assert_false(find_time(&(Find){.text = "t43"}, &f, &l, &item, &at));
	free(l.items);
	frame_end(&f, names);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(zoomed),
		cmocka_unit_test(rows),
		cmocka_unit_test(axis),
		cmocka_unit_test(search),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
