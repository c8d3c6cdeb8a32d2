/*
 * past.c - going back with a host whose files and programs cannot go back: commands are driven by
 * keys, and end as they do without a window.
 */
#include "base/files.h"
#include "base/option.h"
#include "base/system.h"
#include "cc/node/node_programs.h"
#include "machine/boot_files.h"
#include "sim/host/adapter.h"
#include "sim/host/iserver/iserver.h"
#include "sim/host/station/station.h"
#include "sim/window/window.h"
#include "command/command.h"
#include "vm/run_record.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>
#include <fcntl.h>
#include <libgen.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#define NET "programs/chain4.topo"

/* ---- a user ---- */

static void
key(SDL_Keycode k)
{
	SDL_PushEvent(&(SDL_Event){.key = {.type = SDL_KEYDOWN, .keysym = {.sym = k}}});
}

static Time
shown(View *v, bool *past)
{
	Time now;

	SDL_LockMutex(v->lock);
	now = v->shared.now;
	*past = v->shared.past;
	SDL_UnlockMutex(v->lock);
	return now;
}

/* A simulated user, in a thread of its own, and the outcome of the user's actions. */
typedef struct User {
	View *v;
	bool failed;
} User;

static void
want(User *u, bool ok)
{
	u->failed |= !ok;
}

/* press: presses a key after which the stopped network is shown at another time. */
static Time
press(User *u, SDL_Keycode k)
{
	bool past;
	Time before = shown(u->v, &past), now = before;

	key(k);
	for (int i = 0; i < 20000 && now == before && !u->failed; i++) {
		usleep(1000);
		now = shown(u->v, &past);
	}
	want(u, k == SDLK_b ? now < before && past : now > before);
	return now;
}

/* beside: the file of a program; the caller frees it. */
static char *
beside(const char *name)
{
	return xasprintf("%s/%s", dirname((char[]){WORM}), name);
}

/* ---- a station and its program ---- */

typedef struct Stationed {
	Topology *t;
	Network *w;
	BootFiles files;
	Station *s;
	View *v; /* NULL if the window is closed */
	int out;
	char file[32];
	uint64_t fingerprint, hash;
} Stationed;

static void
stationed_new(Stationed *m, bool seen)
{
	strcpy(m->file, "/tmp/past-XXXXXX");
	m->out = mkstemp(m->file);
	assert_true(m->out >= 0);
	m->t = topology_read(NET);
	m->w = network_new(m->t);
	boot_files_read(&m->files, NULL, false);
	m->s = station_new(
		m->w, &(StationOptions){.files = &m->files, .in = -1, .out = m->out, .err = -1});
	m->v = NULL;
	if (!seen)
		return;
	m->v = view_new(m->w, &(ViewOptions){.title = NET, .window = true, .standing = true});
	station_set_view(m->s, m->v);
}

static void
stationed_free(Stationed *m)
{
	view_free(m->v);
	station_free(m->s);
	boot_files_free(&m->files);
	network_free(m->w);
	topology_free(m->t);
	close(m->out);
	unlink(m->file);
}

/* work: boot four nodes, and send a message round. */
static void
work(Stationed *m)
{
	char *name = beside("ring.elf");
	Buf program = program_read(name);
	NodeSet all = node_set_range(0, 3);
	WaitEnd end;
	Job *j;

	assert_int_equal(station_boot(m->s, NULL), WAIT_DONE);
	j = job_new(m->s, &all, &(JobOptions){.name = name, .program = &program, .priority = 1, .argc = 2,
		.argv = (char *[]){"1024", "20"}}, &end);
	assert_int_equal(job_wait(j, NEVER), WAIT_DONE);
	assert_int_equal(j->nended, 4);
	assert_int_equal(j->nfailed, 0);
	job_free(j);
	node_set_free(&all);
	buf_free(&program);
	free(name);
	m->fingerprint = network_fingerprint(m->w);
	m->hash = network_hash(m->w);
}

static Buf
written(const Stationed *m)
{
	return file_read(m->file, 1 << 16);
}

/*
 * user: goes back and forward during the boot and while the program runs; the past cannot be
 * changed.
 */
static void *
user(void *user)
{
	User *u = user;
	Time first, last = 0;

	for (int i = 0; i < 20; i++)
		last = press(u, SDLK_i);
	for (int i = 0; i < 4; i++)
		press(u, SDLK_b);
	first = press(u, SDLK_b);
	key(SDLK_x);
	SDL_PushEvent(&(SDL_Event){.button = {.type = SDL_MOUSEBUTTONDOWN, .x = WIDTH / 2, .y = HEIGHT / 2}});
	SDL_PushEvent(&(SDL_Event){.button = {.type = SDL_MOUSEBUTTONUP, .x = WIDTH / 2, .y = HEIGHT / 2}});
	want(u, press(u, SDLK_e) > first);
	want(u, press(u, SDLK_m) > first);
	for (Time now = first; now <= last && !u->failed;)
		now = press(u, SDLK_i);
	for (int i = 0; i < 70; i++)
		press(u, SDLK_i);
	for (int i = 0; i < 60; i++)
		press(u, SDLK_b);
	key(SDLK_SPACE); /* to the end */
	return NULL;
}

/* look_back: looks at a finished run from its end backwards, and leaves it there. */
static void
look_back(User *u)
{
	bool past;
	Time end;

	key(SDLK_SPACE); /* the run is stopped */
	usleep(100000);
	end = shown(u->v, &past);
	want(u, !past);
	for (int i = 0; i < 3; i++)
		press(u, SDLK_b);
	while (shown(u->v, &past) < end && !u->failed)
		press(u, SDLK_i);
	want(u, !past);
	for (int i = 0; i < 5; i++)
		press(u, SDLK_b);
}

static void
stations(void **state)
{
	Stationed plain, seen;
	User u = {0};
	pthread_t thread;
	Buf one, two;

	(void)state;
	stationed_new(&plain, false);
	work(&plain);
	stationed_new(&seen, true);
	u.v = seen.v;
	pthread_create(&thread, NULL, user, &u);
	work(&seen);
	pthread_join(thread, NULL);
	assert_false(u.failed);
	assert_int_equal(seen.fingerprint, plain.fingerprint);
	assert_int_equal(seen.hash, plain.hash);
	assert_int_equal(seen.w->faults.n, 0);
	view_set_resting(seen.v, true);
	look_back(&u);
	view_set_resting(seen.v, false);
	assert_false(u.failed);
	assert_int_equal(network_hash(seen.w), plain.hash);
	one = written(&plain);
	two = written(&seen);
	assert_true(one.len > 20);
	assert_int_equal(one.len, two.len);
	assert_memory_equal(one.data, two.data, one.len);
	buf_free(&one);
	buf_free(&two);
	stationed_free(&plain);
	stationed_free(&seen);
}

/* ---- the INMOS server ---- */

/* A program that was served does not print again when its past is replayed. */
static void
served(void **state)
{
	static char *words[] = {"trellis", "hello"};
	char file[] = "/tmp/past-XXXXXX", *name = beside("hello.btl");
	int out = mkstemp(file);
	Buf boot = file_read(name, 1 << 20), first, again;
	Iserver *s = iserver_new(&(IserverOptions){.words = words, .nwords = 2, .nserver = 1, .in = -1, .out = out,
		.err = -1});
	Topology *t = topology_read(NET);
	Network *w = network_new(t);
	Host *h = host_new(w, &(HostOptions){.mode = HOST_ISERVER, .boot = boot.data, .nboot = boot.len,
		.iserver = s});
	uint64_t hash;
	Drive d;

	(void)state;
	drive_init(&d, w, NULL, NEVER);
	drive_save_moment(&d);
	drive_run(&d, NEVER - 1);
	assert_int_equal(d.end, RUN_FINISHED);
	hash = network_hash(w);
	first = file_read(file, 1 << 16);
	assert_true(first.len > 5);
	drive_goto(&d, 0);
	assert_int_equal(w->now, 0);
	drive_run(&d, NEVER - 1);
	assert_false(drive_is_past(&d));
	assert_int_equal(d.end, RUN_FINISHED);
	assert_int_equal(network_hash(w), hash);
	assert_true(drive_step(&d, STEP_BACK));
	drive_return_to_present(&d);
	assert_int_equal(network_hash(w), hash);
	again = file_read(file, 1 << 16);
	assert_int_equal(first.len, again.len);
	drive_free(&d);
	host_free(h);
	network_free(w);
	topology_free(t);
	iserver_free(s);
	close(out);
	unlink(file);
	buf_free(&boot);
	buf_free(&first);
	buf_free(&again);
	free(name);
}

/* ---- a command ---- */

static char dir[] = "/tmp/past-XXXXXX";

static char *
in_dir(const char *name)
{
	return xasprintf("%s/%s", dir, name);
}

/* told: a text of a recorded run, or a file that is made from it. */
static Buf
told(const char *run, const char *name)
{
	char *record = in_dir(run), *folder = record_files_make(record),
		*file = xasprintf("%s/%s", folder, name);
	Buf b = file_read(file, 1 << 26);

	free(record);
	free(folder);
	free(file);
	return b;
}

/* redirect: write standard output to a file of this name from now on; returns what it was before. */
static int
redirect(const char *name)
{
	char *file = in_dir(name);
	int before = dup(STDOUT_FILENO), to = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0666);

	fflush(stdout);
	assert_true(to >= 0 && dup2(to, STDOUT_FILENO) >= 0);
	close(to);
	free(file);
	return before;
}

static void
restore(int before)
{
	fflush(stdout);
	dup2(before, STDOUT_FILENO);
	close(before);
}

static bool
reported(void)
{
	char *file = in_dir("printed");
	Buf b = file_read(file, 1 << 26);
	bool is;

	buf_byte(&b, '\0');
	is = strstr((char *)b.data, "Final Report") != NULL;
	buf_free(&b);
	free(file);
	return is;
}

/* command_user: stops the run, goes back and forward, also at its end, and closes the window. */
static void *
command_user(void *nothing)
{
	static const SDL_Keycode before[] = {SDLK_i, SDLK_i, SDLK_m, SDLK_b, SDLK_b, SDLK_e, SDLK_SPACE};
	static const SDL_Keycode after[] = {SDLK_b, SDLK_b, SDLK_m, SDLK_SPACE, SDLK_b, SDLK_q};

	(void)nothing;
	while (!SDL_WasInit(SDL_INIT_VIDEO))
		usleep(1000);
	for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
		usleep(100000);
		key(before[i]);
	}
	while (!reported())
		usleep(10000);
	for (size_t i = 0; i < sizeof after / sizeof *after; i++) {
		usleep(200000);
		key(after[i]);
	}
	return NULL;
}

static void
run(const char *name, const char *stand)
{
	char *made = in_dir("build"), *record = in_dir(name), *out = in_dir("out");
	char *argv[] = {"run", "-b", made, "--record", record, "-o", out, "--nodes", "3",
		"programs/queens/queens.vms", (char *)stand, NULL};

	assert_int_equal(run_command.main(stand ? 11 : 10, argv), 0);
	free(made);
	free(record);
	free(out);
}

static void
same(const char *name)
{
	Buf a = told("plain", name), b = told("seen", name);

	assert_true(a.len > 0);
	assert_int_equal(a.len, b.len);
	assert_memory_equal(a.data, b.data, a.len);
	buf_free(&a);
	buf_free(&b);
}

/* compiler: trellis run finds its compiler beside the program, which here is the test; its link is returned. */
static char *
compiler(void)
{
	char *beside_worm = beside("../trellis-cc"), *real = realpath(beside_worm, NULL);
	char *link = program_beside("trellis-cc");

	assert_non_null(real);
	unlink(link);
	assert_int_equal(symlink(real, link), 0);
	free(beside_worm);
	free(real);
	return link;
}

/* trellis run in a window: its records are those of a run without. */
static void
commands(void **state)
{
	char *link = compiler(), *clean = xasprintf("rm -rf %s", dir);
	pthread_t thread;
	int before;

	(void)state;
	assert_non_null(mkdtemp(dir));
	run("plain", NULL);
	before = redirect("printed");
	pthread_create(&thread, NULL, command_user, NULL);
	run("seen", "--paused");
	pthread_join(thread, NULL);
	restore(before);
	same("run.json");
	same("report.txt");
	same("machine.trace");
	assert_int_equal(system(clean), 0);
	free(clean);
	unlink(link);
	free(link);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(stations),
		cmocka_unit_test(served),
		cmocka_unit_test(commands),
	};

	setenv("SDL_VIDEODRIVER", "dummy", 1);
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
