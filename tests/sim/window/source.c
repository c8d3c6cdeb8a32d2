/*
 * source.c - the source pane: a breakpoint set by a click in its margin stops the run there, each
 * time that the line is reached, and leaves the run as it is; so does an event over several nodes,
 * and the nodes in which a local event holds are marked.
 */
#include "detrek/debug/window_source.h"
#include "sim/window/window.h"
#include "tests/temp.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <assert.h>

#include <cmocka.h>

/* The application adds 3, 4, 5 and 6 numbers: executions of the loop's body. */
enum { TIMES = 18 };

#define BODY "total += term"

static char dir[TEMP_NAME];

static void
shell(const char *fmt, ...)
{
	const char *trellis = getenv("TRELLIS");
	char command[600];
	va_list ap;
	int n;

	n = snprintf(command, sizeof command, "%s ", trellis ? trellis : "build/trellis");
	va_start(ap, fmt);
	vsnprintf(command + n, sizeof command - n, fmt, ap);
	va_end(ap);
	assert_int_equal(system(command), 0);
}

static void
key(SDL_Keycode k)
{
	SDL_PushEvent(&(SDL_Event){.key = {.type = SDL_KEYDOWN, .keysym = {.sym = k}}});
}

static void
click(float x, float y)
{
	SDL_PushEvent(&(SDL_Event){.button = {.type = SDL_MOUSEBUTTONDOWN, .x = x, .y = y}});
	SDL_PushEvent(&(SDL_Event){.button = {.type = SDL_MOUSEBUTTONUP, .x = x, .y = y}});
}

/* line_with: the number of a shown line with this text; 0 if there is none. */
static int
line_with(const SourcePane *s, const char *text)
{
	const char *found = s->lines ? strstr(s->lines, text) : NULL;
	int n = s->first;

	if (!found)
		return 0;
	for (const char *c = s->lines; c < found; c++)
		n += *c == '\n';
	return n;
}

/* current: the text of the current line; the result is valid until the next call. */
static const char *
current(const SourcePane *s)
{
	static char text[200];
	const char *line = s->lines;

	while (line && *line && *line != '>')
		line = strchr(line, '\n') + 1;
	snprintf(text, sizeof text, "%.*s", line ? (int)strcspn(line, "\n") : 0, line ? line : "");
	return text;
}

/* A condition on the state of a view that was published last. */
typedef bool Condition(const View *v, int n);

static bool
holds(View *v, Condition *is, int n)
{
	bool so;

	SDL_LockMutex(v->lock);
	so = is(v, n);
	SDL_UnlockMutex(v->lock);
	return so;
}

/* wait_for: the user looks until a condition holds. */
static void
wait_for(View *v, Condition *is, int n)
{
	enum { MOST = 20000 };
	int turn = 0;

	while (!holds(v, is, n) && turn++ < MOST)
		SDL_Delay(10);
	assert(turn < MOST);
}

static bool
has_hits(const View *v, int n)
{
	return v->shared.nhits == n && *v->shared.source.title;
}

/* at_line: the current line is the one with the breakpoint's text, and has n marks. */
static bool
at_line(const View *v, int n)
{
	const char *line = current(&v->shown.source);

	return strstr(line, BODY) && (line[1] == '*') == n;
}

static bool
at_present(const View *v, int n)
{
	return !v->shared.past && v->shared.now == v->shared.present && n == 0;
}

/* click_current: on the margin beside the current line. */
static void
click_current(View *v)
{
	Area a = window_areas(v).source;
	int line;

	SDL_LockMutex(v->lock);
	line = line_with(&v->shown.source, BODY);
	for (float y = a.y; y < a.y + a.h; y++)
		if (source_line_at(&v->painter, a, &v->shown.source, a.x + 3, y) == line) {
			click(a.x + 3, y + 4);
			break;
		}
	SDL_UnlockMutex(v->lock);
}

/* user: runs to the breakpoint, removes and sets it again, and runs on to the end. */
static int
user(void *view)
{
	View *v = view;

	key(SDLK_SPACE);
	wait_for(v, has_hits, 1);
	wait_for(v, at_line, true);
	click_current(v);
	wait_for(v, at_line, false);
	click_current(v);
	wait_for(v, at_line, true);
	for (int hits = 2; hits <= TIMES; hits++) {
		key(SDLK_SPACE);
		wait_for(v, has_hits, hits);
	}
	key(SDLK_SPACE);
	wait_for(v, at_present, 0);
	key(SDLK_q);
	return 0;
}

/* ---- an event ---- */

/* are_marked: are just the nodes of the set (a bit for each) marked? */
static bool
are_marked(const View *v, int set)
{
	int marked = 0;

	for (uint32_t n = 0; n < v->shared.nnodes; n++)
		marked |= v->shared.nodes[n].holds << n;
	return marked == set;
}

static void
go_to(View *v, Time at)
{
	SDL_LockMutex(v->lock);
	v->orders.at = at;
	v->orders.changed = true;
	SDL_CondSignal(v->wake);
	SDL_UnlockMutex(v->lock);
}

/* event_user: runs to the event, back to before a local event holds, and on to the end. */
static int
event_user(void *view)
{
	View *v = view;

	key(SDLK_SPACE);
	wait_for(v, has_hits, 1);
	wait_for(v, are_marked, 1 << 1 | 1 << 2);
	go_to(v, 10 * EPOCH);
	wait_for(v, are_marked, 0);
	key(SDLK_SPACE);
	wait_for(v, has_hits, 2);
	wait_for(v, are_marked, 1 << 1 | 1 << 2);
	key(SDLK_SPACE);
	wait_for(v, at_present, 0);
	wait_for(v, are_marked, 0);
	key(SDLK_q);
	return 0;
}

static uint64_t
recorded_fingerprint(const char *run)
{
	Past *p = past_open(run);
	uint64_t fingerprint;

	past_go_present(p);
	fingerprint = network_fingerprint(past_network(p));
	past_free(p);
	return fingerprint;
}

static View *
open_view(Past *p, const char *event)
{
	ViewOptions o = {
		.title = "sums", .past = p, .window = true, .standing = true, .event = event};

	view_read_programs(&o);
	return view_new(past_network(p), &o);
}

static void
breakpoints(void **state)
{
	char *run = xasprintf("%s/run", dir);
	Past *p = past_open(run);
	View *v = open_view(p, NULL);
	SDL_Thread *thread;
	int line = 1, hits;

	(void)state;
	assert_int_equal(v->o.sources->toggle(v->source, "nowhere.c", &line), TOGGLED_NONE);
	line = 28;
	assert_int_equal(v->o.sources->toggle(v->source, "compute.c", &line), TOGGLED_SET);
	assert_int_equal(line, 29);
	thread = SDL_CreateThread(user, "user", v);
	while (!view_closed(v) && !past_is_present(p))
		view_run(v, past_present(p));
	view_wait_closed(v);
	SDL_WaitThread(thread, NULL);
	hits = v->captured.nhits;
	assert_int_equal(hits, TIMES);
	assert_string_equal(v->drive.hit_text, "breakpoint 2 on n2, sum");
	assert_int_equal(network_fingerprint(v->w), recorded_fingerprint(run));
	view_free(v);
	past_free(p);
	free(run);
}

static void
event(void **state)
{
	char *run = xasprintf("%s/run", dir);
	Past *p = past_open(run);
	View *v = open_view(p, "{ntasks == 1}@n1 == {ntasks == 0}@n2");
	SDL_Thread *thread = SDL_CreateThread(event_user, "user", v);

	(void)state;
	while (!view_closed(v) && !past_is_present(p))
		view_run(v, past_present(p));
	view_wait_closed(v);
	SDL_WaitThread(thread, NULL);
	assert_int_equal(v->captured.nhits, 2);
	assert_string_equal(v->drive.hit_text,
		"the event holds: {ntasks == 1}@n1 == {ntasks == 0}@n2");
	assert_int_equal(network_fingerprint(v->w), recorded_fingerprint(run));
	view_free(v);
	past_free(p);
	free(run);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(breakpoints),
		cmocka_unit_test(event),
	};
	char *clean;
	int status;

	setenv("SDL_VIDEODRIVER", "dummy", 1);
	temp_directory(dir);
	shell("run --record %s/run -b %s/build --nodes 3 tests/detrek/debug/sums/sums.vms "
		">/dev/null 2>&1", dir, dir);
	cmocka_set_message_output(CM_OUTPUT_TAP);
	status = cmocka_run_group_tests(tests, NULL, NULL);
	clean = xasprintf("rm -rf %s", dir);
	status |= system(clean);
	free(clean);
	return status;
}
