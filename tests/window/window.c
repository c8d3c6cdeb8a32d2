/*
 * window.c - the window itself, without a display: keys, buttons, wheel and mouse, and pictures.
 */
#include "worms.h"

#include "sim/view.h"

#include <SDL.h>

#include <sys/stat.h>
#include <unistd.h>

static void
key(SDL_Keycode k)
{
	SDL_PushEvent(&(SDL_Event){.key = {.type = SDL_KEYDOWN, .keysym = {.sym = k}}});
}

static void
click(int x, int y)
{
	SDL_PushEvent(&(SDL_Event){.button = {.type = SDL_MOUSEBUTTONDOWN, .x = x, .y = y}});
	SDL_PushEvent(&(SDL_Event){.motion = {.type = SDL_MOUSEMOTION, .x = x + 9, .y = y, .xrel = 9}});
	SDL_PushEvent(&(SDL_Event){.button = {.type = SDL_MOUSEBUTTONUP, .x = x + 9, .y = y}});
}

static off_t
size_of(const char *name)
{
	struct stat s;

	return stat(name, &s) == 0 ? s.st_size : 0;
}

/* Whatever the user does but stop it, the run is the same; a picture does not replace another. */
static void
used(void **state)
{
	char dir[] = "/tmp/window-XXXXXX", here[4096];
	Machine m = machine_new();
	View *v = view_new(m.w, &(ViewOptions){.title = "worms", .config = topology_config(m.t, "btree_16"),
		.window = true, .standing = true});

	(void)state;
	assert_non_null(getcwd(here, sizeof here));
	assert_non_null(mkdtemp(dir));
	assert_int_equal(chdir(dir), 0);
	key(SDLK_p);
	key(SDLK_l);
	click(640, 300);
	key(SDLK_p);
	key(SDLK_l);
	for (int x = 20; x < 700; x += 60) /* the buttons; the last is a picture, too */
		click(x, 47);
	SDL_PushEvent(&(SDL_Event){.wheel = {.type = SDL_MOUSEWHEEL, .y = 3}});
	SDL_PushEvent(&(SDL_Event){.wheel = {.type = SDL_MOUSEWHEEL, .y = -40}});
	key(SDLK_0);
	key(SDLK_q);
	view_run(v, 30 * EPOCH);
	view_free(v);
	network_run(m.w, 30 * EPOCH);
	assert_true(size_of("trellis-1.png") > 2000);
	assert_true(size_of("trellis-2.png") > 2000);
	unlink("trellis-1.png");
	unlink("trellis-2.png");
	unlink("trellis-3.png");
	assert_int_equal(chdir(here), 0);
	assert_int_equal(rmdir(dir), 0);
	assert_int_equal(network_fingerprint(m.w), plain_fingerprint());
	machine_free(&m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(used),
	};

	setenv("SDL_VIDEODRIVER", "dummy", 1);
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
