/* window.c - the window without a display: keys, buttons, wheel, mouse, and saved pictures. */
#include "worms.h"

#include "sim/window/window.h"
#include "tests/temp.h"

#include <SDL_image.h>

#include <assert.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

static void
key(SDL_Keycode k)
{
	SDL_PushEvent(&(SDL_Event){.key = {.type = SDL_KEYDOWN, .keysym = {.sym = k}}});
}

static void
drag(int x, int y, int to_x, int to_y)
{
	SDL_PushEvent(&(SDL_Event){.button = {.type = SDL_MOUSEBUTTONDOWN, .x = x, .y = y}});
	SDL_PushEvent(&(SDL_Event){.motion = {.type = SDL_MOUSEMOTION, .x = to_x, .y = to_y}});
	SDL_PushEvent(&(SDL_Event){.button = {.type = SDL_MOUSEBUTTONUP, .x = to_x, .y = to_y}});
}

static void
click(int x, int y)
{
	SDL_PushEvent(&(SDL_Event){.button = {.type = SDL_MOUSEBUTTONDOWN, .x = x, .y = y}});
	SDL_PushEvent(&(SDL_Event){.button = {.type = SDL_MOUSEBUTTONUP, .x = x, .y = y}});
}

static off_t
size_of(const char *name)
{
	struct stat s;

	return stat(name, &s) == 0 ? s.st_size : 0;
}

/*
 * The user's actions other than stopping do not change the run; a saved picture does not replace
 * another.
 */
static void
used(void **state)
{
	char dir[TEMP_NAME], here[4096];
	Machine m = machine_new();
	View *v = view_new(m.w,
		&(ViewOptions){.title = "worms",
			.config = topology_config(m.t, "btree_16"),
			.window = true,
			.standing = true});

	(void)state;
	assert_non_null(getcwd(here, sizeof here));
	temp_directory(dir);
	assert_int_equal(chdir(dir), 0);
	key(SDLK_p);
	key(SDLK_l);
	click(640, 300);
	drag(640, 300, 700, 320);
	drag(640, 700, 700, 720);
	key(SDLK_p);
	key(SDLK_l);
	for (int x = 20; x < 900; x += 60) /* the buttons; one of them saves a picture */
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

/* Clicks on a place in the network's area where `at` finds the wanted item. */
static void
click_on(View *v,
	uint32_t (*at)(const Painter *p, Area a, const Viewport *viewport, float x, float y),
	uint32_t wanted)
{
	Area a = window_areas(v).network;

	for (int y = a.y; y < a.y + a.h; y++)
		for (int x = a.x; x < a.x + a.w; x++)
			if (at(&v->painter, a, &v->viewport, x, y) == wanted) {
				click(x, y);
				return;
			}
	fail_msg("item %u is nowhere in the window", wanted);
}

/* What the wheel zooms at stays under the mouse, and all of it comes back. */
static void
zoomed(void **state)
{
	Machine m = machine_new();
	View *v = view_new(
		m.w, &(ViewOptions){.title = "worms", .config = topology_config(m.t, "btree_16")});
	const Painter *p = &v->painter;
	Area a = {0, 60, WIDTH, HEIGHT - 180};
	Point at = {0, 0}, middle = v->viewport.middle;

	(void)state;
	for (int y = a.y; y < a.y + a.h; y++)
		for (int x = a.x; x < a.x + a.w; x++)
			if (network_item_at(p, a, &v->viewport, x, y) == 12)
				at = (Point){x, y};
	assert_true(at.x > 0);
	network_zoom(p, a, &v->viewport, 20, at.x, at.y);
	assert_float_equal(v->viewport.zoom, 20, 1e-3);
	assert_int_equal(network_item_at(p, a, &v->viewport, at.x, at.y), 12);
	/* it is larger now */
	assert_int_equal(network_item_at(p, a, &v->viewport, at.x - 5, at.y - 5), 12);
	network_zoom(p, a, &v->viewport, 0.05f, at.x, at.y);
	assert_float_equal(v->viewport.middle.x, middle.x, 1e-3);
	assert_float_equal(v->viewport.middle.y, middle.y, 1e-3);
	view_free(v);
	machine_free(&m);
}

/* ---- the timeline and the search, used by another thread ---- */

typedef bool Condition(const View *v, uint64_t n);

/* wait_for: the user looks until a condition holds of the frame that is shown. */
static void
wait_for(View *v, Condition *is, uint64_t n)
{
	enum { MOST = 20000 };
	bool so = false;

	for (int i = 0; i < MOST && !so; i++) {
		SDL_Delay(5);
		SDL_LockMutex(v->lock);
		so = is(v, n);
		SDL_UnlockMutex(v->lock);
	}
	assert(so);
}

static bool
is_over(const View *v, uint64_t n)
{
	return v->shown.now == n && v->shown.history.n > 0 && v->shown.status;
}

static bool
is_near(const View *v, uint64_t n)
{
	uint64_t off = v->shown.now > n ? v->shown.now - n : n - v->shown.now;

	return v->shown.past && off < EPOCH / 10;
}

/* has_chosen: n nodes, the last of which is described. */
static bool
has_chosen(const View *v, uint64_t n)
{
	const Choice *c = &v->viewport.choice;
	const Item *last = n ? &v->viewport.layout.items[c->item[n - 1]] : NULL;

	return c->n == n
		&& (n ? v->shown.detail && strstr(v->shown.detail, last->label) : !v->shown.detail);
}

static bool
is_last_chosen(const View *v, uint64_t item)
{
	const Choice *c = &v->viewport.choice;

	return c->n > 0 && c->item[c->n - 1] == item;
}

static bool
is_zoomed(const View *v, uint64_t at)
{
	const Timeline *t = &v->viewport.timeline;

	return t->part == (at != NEVER)
		&& (at == NEVER || (t->shown.from <= at && at < t->shown.until));
}

static bool
shows_link(const View *v, uint64_t n)
{
	return v->shown.detail && strstr(v->shown.detail, "Mbit/s") && n == 0;
}

/* sees_messages: the timeline has a closeup of what it shows, with messages. */
static bool
sees_messages(const View *v, uint64_t n)
{
	const Timeline *t = &v->viewport.timeline;

	return closeup_covers(&v->shown.closeup, timeline_until_present(t, &v->shown))
		&& v->shown.closeup.nmessages > n;
}

static bool
has_message(const View *v, uint64_t n)
{
	return v->viewport.has_message && v->shown.detail && n == 0
		&& strstr(v->shown.detail, "Mbit/s");
}

/* click_message: on the first place in the timeline's rows where there is a message. */
static void
click_message(View *v)
{
	TimelineAreas a = window_timeline_parts(v);

	for (int y = a.rows.y; y < a.rows.y + a.rows.h; y++)
		for (int x = a.rows.x; x < a.rows.x + a.rows.w; x++)
			if (timeline_message(&v->painter, &a, &v->viewport, &v->shown, x, y)) {
				click(x, y);
				return;
			}
	fail_msg("no message is in the timeline");
}

static bool
is_helped(const View *v, uint64_t n)
{
	return v->help == n;
}

static bool
is_dark(const View *v, uint64_t n)
{
	return v->painter.dark == n;
}

/* is_larger: the type is, than of an ordinary display. */
static bool
is_larger(const View *v, uint64_t n)
{
	return (v->painter.dpi > 1) == n;
}

static void
type(const char *text)
{
	for (; *text; text++) {
		SDL_Event e = {.text = {.type = SDL_TEXTINPUT, .text = {*text}}};

		SDL_PushEvent(&e);
	}
}

/* ctrl: a key with the control key held down. */
static void
ctrl(SDL_Keycode k)
{
	SDL_PushEvent(&(SDL_Event){
		.key = {.type = SDL_KEYDOWN, .keysym = {.sym = k, .mod = KMOD_LCTRL}}});
}

/* click_time: in the row of a node, at a time. */
static void
click_time(View *v, Time at)
{
	Area a = window_timeline_parts(v).rows;
	Span s = timeline_span(&v->viewport.timeline, &v->shown);

	click(lroundf(timeline_x(s, a, at)), a.y + a.h / 2);
}

/* bare_edge_at: an edge where no node is. */
static uint32_t
bare_edge_at(const Painter *p, Area a, const Viewport *viewport, float x, float y)
{
	return network_item_at(p, a, viewport, x, y) == NOWHERE
		? network_edge_at(p, a, viewport, x, y) : NOWHERE;
}

/* sees_all: the timeline has a closeup of what it shows. */
static bool
sees_all(const View *v, uint64_t n)
{
	(void)n;
	return closeup_covers(&v->shown.closeup,
		timeline_until_present(&v->viewport.timeline, &v->shown));
}

/* are_at_rest: no node that waits shows activity. */
static bool
are_at_rest(const View *v, uint64_t n)
{
	for (NodeId i = 0; i < v->shown.nnodes; i++)
		if (v->w->nodes[i]->idle && v->shown.nodes[i].use[HIGH] + v->shown.nodes[i].use[LOW] > n)
			return false;
	return true;
}

/* is_shown_again: from the beginning, slowly, and the window says how slowly. */
static bool
is_shown_again(const View *v, uint64_t n)
{
	(void)n;
	return v->shown.past && v->shown.speed > 0 && v->shown.pace < PACE_REAL;
}

/* drag_to: press the button at a time in the timeline, and move the mouse to another one. */
static void
drag_to(View *v, Time from, Time to)
{
	Area a = window_timeline_parts(v).rows;
	Span s = timeline_span(&v->viewport.timeline, &v->shown);
	int x = lroundf(timeline_x(s, a, from)), y = a.y + a.h / 2;

	SDL_PushEvent(&(SDL_Event){.button = {.type = SDL_MOUSEBUTTONDOWN, .x = x, .y = y}});
	SDL_PushEvent(&(SDL_Event){.motion = {
		.type = SDL_MOUSEMOTION, .x = lroundf(timeline_x(s, a, to)), .y = y}});
}

static bool
is_dragged(const View *v, uint64_t n)
{
	return v->viewport.drags == n;
}

static int
visitor(void *view)
{
	View *v = view;
	Area names;

	wait_for(v, is_over, 30 * EPOCH);
	wait_for(v, sees_all, 0);
	wait_for(v, are_at_rest, 0);
	key(SDLK_SPACE);
	wait_for(v, is_shown_again, 0);
	click_time(v, 12 * EPOCH);
	wait_for(v, is_near, 12 * EPOCH);
	click_time(v, 25 * EPOCH);
	wait_for(v, is_near, 25 * EPOCH);
	drag_to(v, 3 * EPOCH, 20 * EPOCH);
	wait_for(v, is_near, 20 * EPOCH);
	wait_for(v, is_dragged, true);
	drag_to(v, 20 * EPOCH, 25 * EPOCH); /* goes on */
	wait_for(v, is_near, 25 * EPOCH);
	SDL_PushEvent(&(SDL_Event){.button = {.type = SDL_MOUSEBUTTONUP}});
	wait_for(v, is_dragged, false);
	names = window_timeline_parts(v).names;
	click(names.x + 4, names.y + 2);
	wait_for(v, has_chosen, 1);
	wait_for(v, is_last_chosen, 0);
	type("/");
	type(v->viewport.layout.items[12].label);
	key(SDLK_RETURN);
	wait_for(v, is_last_chosen, 12);
	key(SDLK_ESCAPE);
	key(SDLK_UP);
	key(SDLK_UP);
	wait_for(v, is_zoomed, 25 * EPOCH);
	key(SDLK_LEFT);
	key(SDLK_RIGHT);
	wait_for(v, is_zoomed, 25 * EPOCH);
	key(SDLK_HOME);
	wait_for(v, is_zoomed, NEVER);
	click(2, 300); /* on nothing */
	wait_for(v, has_chosen, 0);
	click_on(v, bare_edge_at, 7);
	wait_for(v, shows_link, 0);
	wait_for(v, sees_messages, 20);
	click_message(v);
	wait_for(v, has_message, 0);
	type("?");
	wait_for(v, is_helped, true);
	key(SDLK_ESCAPE);
	wait_for(v, is_helped, false);
	key(SDLK_d);
	wait_for(v, is_dark, true);
	ctrl(SDLK_PLUS);
	wait_for(v, is_larger, true);
	ctrl(SDLK_MINUS);
	wait_for(v, is_larger, false);
	key(SDLK_q);
	return 0;
}

/* Going to times, choosing and searching, after the run; it stays the run that it was. */
static void
visited(void **state)
{
	Machine m = machine_new();
	View *v = view_new(m.w, &(ViewOptions){
		.title = "worms", .config = topology_config(m.t, "btree_16"), .window = true});
	SDL_Thread *user = SDL_CreateThread(visitor, "user", v);

	(void)state;
	while (m.w->now < 30 * EPOCH)
		view_run(v, 30 * EPOCH);
	view_wait_closed(v);
	SDL_WaitThread(user, NULL);
	assert_int_equal(m.w->now, 30 * EPOCH);
	assert_int_equal(network_fingerprint(m.w), plain_fingerprint());
	view_free(v);
	machine_free(&m);
}

/* run_until_faults: the network is stopped; that many faults have been injected. */
static void
run_until_faults(View *v, uint32_t n)
{
	for (int i = 0; i < 100 && v->w->faults.n < n; i++)
		view_run(v, 30 * EPOCH);
	assert_int_equal(v->w->faults.n, n);
}

/* A crash and a cut link by clicks; the fault script written for them makes the same run again. */
static void
faults(void **state)
{
	Machine m = machine_new(), again = machine_new();
	View *v = view_new(m.w,
		&(ViewOptions){.title = "worms",
			.config = topology_config(m.t, "btree_16"),
			.window = true,
			.standing = true});
	char text[FAULT_TEXT];

	(void)state;
	network_run(m.w, 3 * EPOCH);
	key(SDLK_x);
	click_on(v, network_item_at, 5);
	run_until_faults(v, 1);
	key(SDLK_c);
	click_on(v, network_edge_at, 7);
	run_until_faults(v, 2);
	key(SDLK_SPACE);
	for (int i = 0; i < 100 && m.w->now < 30 * EPOCH; i++)
		view_run(v, 30 * EPOCH);
	assert_int_equal(m.w->now, 30 * EPOCH);
	assert_int_equal(m.w->nodes[m.w->faults.fault[0].node]->stop, STOP_CRASH);
	for (int i = 0; i < 2; i++) {
		fault_write(m.w, &m.w->faults.fault[i], text);
		faults_read(again.w, NULL, "told", text, strlen(text), false);
	}
	network_run(again.w, 30 * EPOCH);
	assert_int_equal(network_fingerprint(m.w), network_fingerprint(again.w));
	assert_int_not_equal(network_fingerprint(m.w), plain_fingerprint());
	view_free(v);
	machine_free(&m);
	machine_free(&again);
}

/* picture: draw the worms at a time into a file, and load that. */
static SDL_Surface *
picture(Time at)
{
	char name[] = "/tmp/window-XXXXXX";
	Machine m = machine_new();
	View *v = view_new(m.w,
		&(ViewOptions){.title = "worms",
			.config = topology_config(m.t, "btree_16"),
			.picture = name,
			.picture_at = at});
	SDL_Surface *s;

	assert_true(mkstemp(name) >= 0);
	view_run(v, 30 * EPOCH);
	view_free(v);
	machine_free(&m);
	s = IMG_Load(name);
	assert_non_null(s);
	unlink(name);
	return s;
}

/* differ: the fraction of pixels that differ visibly between two pictures; frees both. */
static double
differ(SDL_Surface *one, SDL_Surface *two)
{
	SDL_Surface *a = SDL_ConvertSurfaceFormat(one, SDL_PIXELFORMAT_RGBA32, 0);
	SDL_Surface *b = SDL_ConvertSurfaceFormat(two, SDL_PIXELFORMAT_RGBA32, 0);
	uint32_t n = 0;

	assert_int_equal(a->w, b->w);
	assert_int_equal(a->h, b->h);
	for (int y = 0; y < a->h; y++)
		for (int x = 0; x < a->w; x++) {
			const uint8_t *p = (uint8_t *)a->pixels + y * a->pitch + 4 * x;
			const uint8_t *q = (uint8_t *)b->pixels + y * b->pitch + 4 * x;

			n += abs(p[0] - q[0]) > 40 || abs(p[1] - q[1]) > 40
				|| abs(p[2] - q[2]) > 40;
		}
	SDL_FreeSurface(one);
	SDL_FreeSurface(two);
	SDL_FreeSurface(a);
	SDL_FreeSurface(b);
	return (double)n / (WIDTH * HEIGHT);
}

/*
 * The picture equals the stored one, except for edges of letters; that of another time differs.
 */
static void
as_kept(void **state)
{
	const char *kept = "tests/sim/window/worms.png";

	(void)state;
	if (getenv("TRELLIS_KEEP_PICTURE")) /* the drawing has been changed, and looked at */
		IMG_SavePNG(picture(20 * EPOCH), kept);
	assert_true(differ(picture(20 * EPOCH), IMG_Load(kept)) < 0.002);
	assert_true(differ(picture(10 * EPOCH), IMG_Load(kept)) > 0.002);
}

/* A display with finer pixels shows the same picture, except for the shapes of letters. */
static void
fine(void **state)
{
	SDL_Surface *half = SDL_CreateRGBSurfaceWithFormat(0, WIDTH, HEIGHT, 32,
		SDL_PIXELFORMAT_RGBA32), *twice;

	(void)state;
	setenv("TRELLIS_SCALE", "2", 1);
	twice = picture(20 * EPOCH);
	unsetenv("TRELLIS_SCALE");
	assert_int_equal(twice->w, 2 * WIDTH);
	assert_int_equal(twice->h, 2 * HEIGHT);
	SDL_BlitScaled(twice, NULL, half, NULL);
	SDL_FreeSurface(twice);
	assert_true(differ(half, IMG_Load("tests/sim/window/worms.png")) < 0.01);
}

/* For dark screens: no pixel is as light as the background of the other picture. */
static void
dark(void **state)
{
	SDL_Surface *drawn, *p;
	const uint8_t *corner;

	(void)state;
	setenv("TRELLIS_THEME", "dark", 1);
	drawn = picture(20 * EPOCH);
	unsetenv("TRELLIS_THEME");
	p = SDL_ConvertSurfaceFormat(drawn, SDL_PIXELFORMAT_RGBA32, 0);
	SDL_FreeSurface(drawn);
	corner = (uint8_t *)p->pixels + (HEIGHT / 2) * p->pitch;
	assert_true(corner[0] == 20 && corner[1] == 23 && corner[2] == 26);
	assert_true(differ(p, IMG_Load("tests/sim/window/worms.png")) > 0.5);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(used),
		cmocka_unit_test(zoomed),
		cmocka_unit_test(visited),
		cmocka_unit_test(faults),
		cmocka_unit_test(as_kept),
		cmocka_unit_test(fine),
		cmocka_unit_test(dark),
	};

	setenv("SDL_VIDEODRIVER", "dummy", 1);
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
