/* outcomes.c - the tree of outcomes in a window: keys and clicks choose another one, which closes the window. */
#include "sim/window/window.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static const char tree[] =
	"where the recorded orders part\n"
	"  action 1\n"
	"  - 0.2: it waits\n"
	"      outcome 1: 6 orders\n"
	"  - 0.3: it sends outcome 9\n"
	"      deadlock 12: 1 order\n";

/* shown: a window in which some keys were pressed, and the mouse at a line of the tree; which outcome is asked for? */
static uint32_t
shown(const char *outcomes, const char *keys, int line)
{
	Topology *t = topology_read("programs/single.topo");
	Network *w = network_new(t);
	View *v = view_new(w, &(ViewOptions){.title = "one", .window = true, .standing = true, .outcomes = outcomes,
		.outcome = 1});
	/* the panel is in the middle: its lines begin so far above the middle */
	int y = HEIGHT / 2 + (2 * line + 1 - 6) * 15 / 2;
	uint32_t outcome;

	for (; *keys; keys++)
		SDL_PushEvent(&(SDL_Event){.key = {.type = SDL_KEYDOWN, .keysym = {.sym = *keys}}});
	if (line > 0)
		SDL_PushEvent(&(SDL_Event){.button = {.type = SDL_MOUSEBUTTONDOWN, .x = WIDTH / 2, .y = y}});
	SDL_PushEvent(&(SDL_Event){.key = {.type = SDL_KEYDOWN, .keysym = {.sym = SDLK_q}}});
	view_wait_closed(v);
	assert_true(view_closed(v));
	outcome = view_outcome(v);
	view_free(v);
	network_free(w);
	topology_free(t);
	return outcome;
}

static void
chosen(void **state)
{
	(void)state;
	assert_int_equal(shown(tree, "o", 0), 0);
	assert_int_equal(shown(tree, "2", 0), 0);   /* the tree is not shown */
	assert_int_equal(shown(tree, "o1", 0), 0);  /* the run itself */
	assert_int_equal(shown(tree, "o9", 0), 0);  /* not in the tree */
	assert_int_equal(shown(NULL, "o2", 0), 0);
	assert_int_equal(shown(tree, "oo", 5), 0);
	for (int line = 1; line < 6; line++)
		assert_int_equal(shown(tree, "o", line), line == 5 ? 12 : 0);
}

static void
seen(void **state)
{
	(void)state;
	assert_true(outcomes_have(tree, 1));
	assert_true(outcomes_have(tree, 12));
	assert_false(outcomes_have(tree, 9));
	assert_false(outcomes_have("", 0));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(chosen), cmocka_unit_test(seen)};

	setenv("SDL_VIDEODRIVER", "dummy", 1);
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
