/*
 * iserver.c - the host server: frames, standard streams, keyboard and host requests.
 */
#include "iserver_bench.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>

/* ---- frames ---- */

static void
frame_size(void **state)
{
	static const uint8_t least[] = {6, 0}, most[] = {0, 4}, more[] = {1, 4}, less[] = {5, 0};

	(void)state;
	assert_int_equal(iserver_frame_size(NULL, 0), 0);
	assert_int_equal(iserver_frame_size(least, 1), 0);
	assert_int_equal(iserver_frame_size(least, 2), 8);
	assert_int_equal(iserver_frame_size(most, 2), 1026);
	assert_int_equal(iserver_frame_size(more, 2), ISERVER_REFUSED);
	assert_int_equal(iserver_frame_size(less, 2), ISERVER_REFUSED);
}

static void
frame_odd_or_short_is_served(void **state)
{
	static const uint8_t odd[] = {7, 0, ID, 0, 0, 0, 0, 0, 0}, tiny[] = {1, 0, ID};

	assert_done(*state, send(*state, odd, sizeof odd), 4);
	assert_done(*state, send(*state, tiny, sizeof tiny), 4);
}

static void
frame_of_wrong_length_is_refused(void **state)
{
	static uint8_t huge[2 + ISERVER_MAX + 1] = {
		(ISERVER_MAX + 1) & 0xFF, (ISERVER_MAX + 1) >> 8, ID};
	static const uint8_t lies[] = {9, 0, ID, 0, 0, 0, 0, 0};

	assert_int_equal(send(*state, lies, 0), RESULT_BAD_PARAMETER);
	assert_int_equal(send(*state, lies, 2), RESULT_BAD_PARAMETER);
	assert_int_equal(send(*state, lies, sizeof lies), RESULT_BAD_PARAMETER);
	assert_int_equal(send(*state, huge, sizeof huge), RESULT_BAD_PARAMETER);
}

static void
slice_that_lies_is_refused(void **state)
{
	static const uint8_t beyond[] = {6, 0, GETENV, 4, 0, 'H', 'O', 'M'};
	static const uint8_t far[] = {6, 0, GETENV, 0xFF, 0xFF, 'H', 'O', 'M'};
	static const uint8_t half[] = {2, 0, GETENV, 4};

	assert_int_equal(send(*state, beyond, sizeof beyond), RESULT_BAD_PARAMETER);
	assert_int_equal(send(*state, far, sizeof far), RESULT_BAD_PARAMETER);
	assert_int_equal(send(*state, half, sizeof half), RESULT_BAD_PARAMETER);
}

static void
fields_missing_are_refused(void **state)
{
	static const uint8_t seek[] = {6, 0, SEEK, 1, 0, 0, 0, 9};

	assert_int_equal(send(*state, seek, sizeof seek), RESULT_BAD_PARAMETER);
}

/* host.md 3: tags of other servers, and all that are not listed. */
static void
unknown_tags(void **state)
{
	/* first, last, first, ... */
	static const int known[] = {10, 29, 30, 35, 40, 43, 80, 83, 120, 124};

	for (int tag = 0; tag < 256; tag++) {
		bool served = false;

		for (int i = 0; i < 10; i += 2)
			served |= tag >= known[i] && tag <= known[i + 1];
		if (!served)
			assert_int_equal(ask(*state, tag, ""), RESULT_UNKNOWN);
	}
}

static void
bad_stream_ids(void **state)
{
	static const int tags[] = {CLOSE, FLUSH, TELL, END, FERROR, ISATTY};
	static const int ids[] = {-1, 3, 127, 128, INT32_MAX};

	for (int i = 0; i < 6; i++)
		for (int k = 0; k < 5; k++)
			assert_int_equal(ask(*state, tags[i], "w", ids[k]), RESULT_BAD_STREAM);
	assert_int_equal(ask(*state, READ, "wh", 3, 1), RESULT_BAD_STREAM);
	assert_int_equal(ask(*state, WRITE, "ws", 3, "x"), RESULT_BAD_STREAM);
	assert_int_equal(ask(*state, SEEK, "www", 3, 0, 1), RESULT_BAD_STREAM);
	assert_int_equal(ask(*state, PUTEOF, "w", 1), RESULT_BAD_STREAM);
}

/* ---- standard streams ---- */

static void
standard_streams(void **state)
{
	Bench *b = *state;

	assert_done(b, ask(b, GETS, "wh", 0, 80), 5);
	assert_slice(b, 0, "one");
	assert_done(b, ask(b, READ, "wh", 0, 2), 4);
	assert_slice(b, 0, "tw");
	assert_done(b, ask(b, GETBLOCK, "wh", 0, 80), 8);
	assert_slice(b, 0, "o\nlast");
	assert_done(b, ask(b, END, "w", 0), 0);
	assert_done(b, ask(b, PUTS, "ws", 1, "out"), 0);
	assert_done(b, ask(b, WRITE, "ws", 2, "err"), 2);
	assert_file(b, "out", "out\n", 4);
	assert_file(b, "err", "err", 3);
	assert_int_equal(ask(b, WRITE, "ws", 0, "x"), RESULT_FAILED);
	assert_int_equal(ask(b, READ, "wh", 1, 1), RESULT_FAILED);
	assert_int_equal(iserver_output_error(b->s), 0);
	for (int i = 0; i < 3; i++) {
		assert_done(b, ask(b, ISATTY, "w", i), 1);
		assert_int_equal(b->reply.data[0], 0);
	}
}

static void
output_fails(Bench *b, int out, int error)
{
	int was = b->o.out;

	b->o.out = out;
	restart(b);
	assert_int_equal(iserver_output_error(b->s), 0);
	assert_true(ask(b, WRITE, "ws", 1, "x") >= 128);
	assert_true(ask(b, PUTBLOCK, "ws", 1, "x") >= 128);
	assert_true(ask(b, PUTS, "ws", 1, "x") >= 128);
	assert_int_equal(ask(b, FERROR, "w", 1), RESULT_DONE);
	assert_int_equal(word(b, 0), error);
	assert_int_equal(iserver_output_error(b->s), error);
	b->o.out = was;
	restart(b);
}

static void
output_closed(void **state)
{
	output_fails(*state, -1, EBADF);
}

static void
disk_full(void **state)
{
	int full = open("/dev/full", O_WRONLY);

	assert_true(full >= 0);
	output_fails(*state, full, ENOSPC);
	close(full);
}

/* Without a signal: the test would not survive it. */
static void
pipe_broken(void **state)
{
	int ends[2];

	assert_int_equal(pipe(ends), 0);
	close(ends[0]);
	output_fails(*state, ends[1], EPIPE);
	close(ends[1]);
}

/* ---- keyboard ---- */

static void
keys_of_a_script(void **state)
{
	Bench *b = *state;

	assert_done(b, ask(b, GETKEY, ""), 1);
	assert_int_equal(b->reply.data[0], 'o');
	assert_done(b, ask(b, POLLKEY, ""), 1);
	assert_int_equal(b->reply.data[0], 'n');
	assert_done(b, ask(b, GETS, "wh", 0, 80), 3);
	assert_slice(b, 0, "e");
	assert_done(b, ask(b, READ, "wh", 0, 80), 2 + 8);
	assert_int_equal(ask(b, GETKEY, ""), RESULT_END_OF_FILE);
	assert_int_equal(ask(b, POLLKEY, ""), RESULT_END_OF_FILE);
}

static void
starved(void **state)
{
	Bench *b = *state;

	b->o.polls = 3;
	restart(b);
	ask(b, READ, "wh", 0, 80);
	for (int i = 0; i < 2; i++)
		assert_int_equal(ask(b, POLLKEY, ""), RESULT_END_OF_FILE);
	ask(b, TIME, "");
	assert_int_equal(ask(b, POLLKEY, ""), RESULT_END_OF_FILE);
	assert_int_equal(ask(b, GETKEY, ""), RESULT_END_OF_FILE);
	assert_false(iserver_starved(b->s));
	assert_done(b, ask(b, READ, "wh", 0, 80), 2);
	assert_true(iserver_starved(b->s));
	ask(b, TIME, "");
	assert_false(iserver_starved(b->s));
}

static void
no_keyboard(void **state)
{
	Bench *b = *state;
	int in = b->o.in;

	b->o.in = -1;
	restart(b);
	assert_int_equal(ask(b, GETKEY, ""), RESULT_END_OF_FILE);
	assert_int_equal(ask(b, POLLKEY, ""), RESULT_END_OF_FILE);
	assert_done(b, ask(b, READ, "wh", 0, 9), 2);
	assert_done(b, ask(b, END, "w", 0), 0);
	b->o.in = in;
}

/* Single keys without newline and echo; afterwards the terminal is as it was. */
static void
keys_of_a_terminal(void **state)
{
	Bench *b = *state;
	int person = posix_openpt(O_RDWR | O_NOCTTY), in = b->o.in;
	struct termios before, after;

	assert_true(person >= 0);
	assert_int_equal(grantpt(person), 0);
	assert_int_equal(unlockpt(person), 0);
	b->o.in = open(ptsname(person), O_RDWR | O_NOCTTY);
	assert_true(b->o.in >= 0);
	assert_int_equal(tcgetattr(b->o.in, &before), 0);
	restart(b);
	assert_int_equal(ask(b, POLLKEY, ""), RESULT_FAILED);
	assert_false(iserver_starved(b->s));
	assert_int_equal(write(person, "xy", 2), 2);
	assert_done(b, ask(b, GETKEY, ""), 1);
	assert_int_equal(b->reply.data[0], 'x');
	assert_done(b, ask(b, POLLKEY, ""), 1);
	assert_int_equal(b->reply.data[0], 'y');
	assert_int_equal(write(person, "line\n", 5), 5);
	assert_done(b, ask(b, READ, "wh", 0, 80), 2 + 5);
	assert_slice(b, 0, "line\n");
	assert_int_equal(ask(b, END, "w", 0), RESULT_FAILED);
	assert_done(b, ask(b, ISATTY, "w", 1), 1);
	assert_int_equal(b->reply.data[0], 1);
	assert_int_equal(tcgetattr(b->o.in, &after), 0);
	assert_int_equal(after.c_lflag, before.c_lflag);
	close(person);
	assert_int_equal(ask(b, GETKEY, ""), RESULT_END_OF_FILE);
	close(b->o.in);
	b->o.in = in;
}

/* Until the terminal gives single keys; fails after ten seconds. */
static void
await_single_keys(int terminal)
{
	struct termios now;

	for (int i = 0; i < 10000; i++) {
		assert_int_equal(tcgetattr(terminal, &now), 0);
		if (!(now.c_lflag & ICANON))
			return;
		usleep(1000);
	}
	fail();
}

/* A process that is ended while it waits for a key leaves the terminal as it was. */
static void
terminal_after_a_signal(void **state)
{
	Bench *b = *state;
	int person = posix_openpt(O_RDWR | O_NOCTTY), in = b->o.in, status;
	struct termios before, after;
	pid_t child;

	assert_true(person >= 0 && grantpt(person) == 0 && unlockpt(person) == 0);
	b->o.in = open(ptsname(person), O_RDWR | O_NOCTTY);
	assert_int_equal(tcgetattr(b->o.in, &before), 0);
	restart(b);
	child = fork();
	if (child == 0) {
		ask(b, GETKEY, "");
		_exit(0);
	}
	await_single_keys(b->o.in);
	kill(child, SIGTERM);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGTERM);
	assert_int_equal(tcgetattr(b->o.in, &after), 0);
	assert_int_equal(after.c_lflag, before.c_lflag);
	close(person);
	close(b->o.in);
	b->o.in = in;
}

/* ---- host ---- */

static void
environment_values(void **state)
{
	Bench *b = *state;

	setenv("SECRET", "of the host", 1);
	assert_done(b, ask(b, GETENV, "s", "ITERM"), 2 + 9);
	assert_slice(b, 0, "vt100.itm");
	assert_done(b, ask(b, GETENV, "s", "EMPTY"), 2);
	assert_done(b, ask(b, GETENV, "s", "TWICE"), 2 + 5);
	assert_slice(b, 0, "first");
	assert_done(b, ask(b, GETENV, "s", "IBOARDSIZE"), 2 + 7);
	assert_slice(b, 0, "#200000");
	ask(b, GETENV, "s", "IDEBUGSIZE");
	assert_slice(b, 0, "#200000");
	assert_done(b, ask(b, GETENV, "s", "ISEARCH"), 2 + 2);
	assert_slice(b, 0, "./");
	assert_int_equal(ask(b, GETENV, "s", "SECRET"), RESULT_FAILED);
	assert_int_equal(ask(b, GETENV, "s", "PATH"), RESULT_FAILED);
	assert_int_equal(ask(b, GETENV, "s", ""), RESULT_FAILED);
	assert_int_equal(ask(b, GETENV, "s", "ITER"), RESULT_FAILED);
	assert_int_equal(ask(b, GETENV, "s", "ITERM=vt100"), RESULT_FAILED);
	assert_int_equal(ask(b, GETENV, "S", "ITERM\0", 6), RESULT_FAILED);
}

static void
environment_as_given(void **state)
{
	Bench *b = *state;
	char *pairs[] = {"ISEARCH=lib/", "IBOARDSIZE=#1000", NULL, NULL};
	char *name = xcalloc(2001, 1);

	memset(name, 'v', 2000);
	memcpy(name, "LONG=", 5);
	pairs[2] = name;
	b->o.env = pairs;
	restart(b);
	ask(b, GETENV, "s", "ISEARCH");
	assert_slice(b, 0, "lib/");
	ask(b, GETENV, "s", "IBOARDSIZE");
	assert_slice(b, 0, "#1000");
	assert_int_equal(ask(b, GETENV, "s", "LONG"), RESULT_TRUNCATED);
	assert_int_equal(b->reply.len, 0);
	assert_done(b, ask(b, TRANSLATE, "whs", 1000, 1000, "LONG"), 4 + 2 + 995);
	assert_int_equal(word(b, 0), 1995);
	b->o.env = NULL;
	b->o.boardsize = 0;
	restart(b);
	assert_int_equal(ask(b, GETENV, "s", "IBOARDSIZE"), RESULT_FAILED);
	free(name);
}

static void
translate(void **state)
{
	Bench *b = *state;

	assert_done(b, ask(b, TRANSLATE, "whs", 2, 3, "ITERM"), 4 + 2 + 3);
	assert_int_equal(word(b, 0), 9);
	assert_slice(b, 4, "100");
	assert_done(b, ask(b, TRANSLATE, "whs", 9, 3, "ITERM"), 4 + 2);
	assert_int_equal(ask(b, TRANSLATE, "whs", 10, 3, "ITERM"), RESULT_BAD_PARAMETER);
	assert_int_equal(ask(b, TRANSLATE, "whs", -1, 3, "ITERM"), RESULT_BAD_PARAMETER);
	assert_int_equal(ask(b, TRANSLATE, "whs", 0, -3, "ITERM"), RESULT_BAD_PARAMETER);
	assert_int_equal(ask(b, TRANSLATE, "whs", 0, 3, "NONE"), RESULT_FAILED);
}

static void
simulated_time(void **state)
{
	Bench *b = *state;

	assert_done(b, ask(b, TIME, ""), 8);
	assert_int_equal(word(b, 0), 631152000);
	assert_int_equal(word(b, 4), 631152000);
	b->now = 90 * (Time)SECOND - 1;
	ask(b, TIME, "");
	assert_int_equal(word(b, 4), 631152089);
	b->now++;
	ask(b, TIME, "");
	assert_int_equal(word(b, 4), 631152090);
}

static void
time_of_the_host(void **state)
{
	Bench *b = *state;
	time_t before = time(NULL);

	b->o.host_time = true;
	restart(b);
	assert_done(b, ask(b, TIME, ""), 8);
	assert_in_range(word(b, 4), before, time(NULL));
}

static void
no_commands(void **state)
{
	Bench *b = *state;

	assert_int_equal(ask(b, SYSTEM, "s", ""), RESULT_NOT_AVAILABLE);
	assert_int_equal(ask(b, SYSTEM, "s", "touch root/f"), RESULT_FAILED);
}

static void
exit_status(void **state)
{
	static const int told[] = {999999999, -999999999, 0, 7, -1};
	static const int meant[] = {0, 1, 0, 7, -1};
	Bench *b = *state;

	for (int i = 0; i < 5; i++) {
		int status = 99;

		restart(b);
		assert_false(iserver_exited(b->s, &status));
		assert_int_equal(status, 99);
		assert_done(b, ask(b, EXIT, "w", told[i]), 0);
		assert_true(iserver_exited(b->s, &status));
		assert_int_equal(status, meant[i]);
	}
}

static void
command_line(void **state)
{
	Bench *b = *state;

	assert_int_equal(ask(b, COMMANDLINE, "b", 0), RESULT_DONE);
	assert_slice(b, 0, "\"a b\" c");
	assert_int_equal(ask(b, COMMANDLINE, "b", 1), RESULT_DONE);
	assert_slice(b, 0, "iserver -sb hello.btl \"a b\" c");
	b->o.nwords = b->o.nserver;
	restart(b);
	assert_done(b, ask(b, COMMANDLINE, "b", 0), 2);
}

static void
command_arguments(void **state)
{
	Bench *b = *state;

	for (int i = 0; i < 5; i++) {
		assert_int_equal(ask(b, COMMANDARG, "hh", i, 100), RESULT_DONE);
		assert_int_equal(b->reply.data[0] | b->reply.data[1] << 8, 5);
		assert_int_equal(b->reply.data[2], i < 3);
		assert_slice(b, 3, words[i]);
	}
	assert_int_equal(ask(b, COMMANDARG, "hh", 2, 5), RESULT_TRUNCATED);
	assert_slice(b, 3, "hello");
	assert_int_equal(ask(b, COMMANDARG, "hh", 5, 100), RESULT_FAILED);
	assert_int_equal(ask(b, COMMANDARG, "hh", -1, 100), RESULT_FAILED);
	assert_int_equal(ask(b, COMMANDARG, "hh", 0, -1), RESULT_BAD_PARAMETER);
}

/* As INMOS's server 1.42: a slice is cut at the end of the peeked memory. */
static void
core(void **state)
{
	Bench *b = *state;
	uint8_t memory[ISERVER_CORE];

	assert_int_equal(ask(b, CORE, "wh", 0, 16), RESULT_FAILED);
	for (int i = 0; i < ISERVER_CORE; i++)
		memory[i] = 'a' + i % 26;
	iserver_set_core(b->s, memory, sizeof memory);
	assert_done(b, ask(b, CORE, "wh", 27, 4), 2 + 4);
	assert_slice(b, 0, "bcde");
	assert_done(b, ask(b, CORE, "wh", ISERVER_CORE - 2, 4), 2 + 2);
	assert_slice(b, 0, "ab");
	assert_done(b, ask(b, CORE, "wh", 5, 0), 2);
	assert_done(b, ask(b, CORE, "wh", 0, 2000), 2 + 1021);
	assert_int_equal(ask(b, CORE, "wh", ISERVER_CORE, 4), RESULT_FAILED);
	assert_int_equal(ask(b, CORE, "wh", -1, 4), RESULT_FAILED);
	assert_int_equal(ask(b, CORE, "wh", 0, -1), RESULT_FAILED);
}

/* host.md, id values: Sun 4, SunOS, B014. */
static void
identity(void **state)
{
	Bench *b = *state;

	assert_done(b, ask(b, ID, ""), 4);
	assert_memory_equal(b->reply.data, ((uint8_t[]){15, 6, 4, 5}), 4);
}

static void
information(void **state)
{
	Bench *b = *state;

	assert_done(b, ask(b, GETINFO, "bh", 1, 100), 1);
	assert_int_equal(b->reply.data[0], '-');
	assert_done(b, ask(b, GETINFO, "bh", 2, 100), 3);
	assert_slice(b, 0, "\n");
	assert_done(b, ask(b, GETINFO, "bh", 3, 100), 1);
	assert_int_equal(b->reply.data[0], 1);
	assert_int_equal(ask(b, GETINFO, "bh", 4, 100), RESULT_DONE);
	assert_slice(b, 0, "trellis iserver 1.50");
	assert_int_equal(ask(b, GETINFO, "bh", 4, 7), RESULT_TRUNCATED);
	assert_slice(b, 0, "trellis");
	assert_done(b, ask(b, GETINFO, "bh", 5, 100), 4);
	assert_int_equal(word(b, 0), 1);
	assert_done(b, ask(b, GETINFO, "bh", 6, 100), 4);
	assert_int_equal(word(b, 0), 50);
	assert_done(b, ask(b, GETINFO, "bh", 7, 100), 4);
	assert_int_equal(word(b, 0), 1024);
	assert_int_equal(ask(b, GETINFO, "bh", 0, 100), RESULT_FAILED);
	assert_int_equal(ask(b, GETINFO, "bh", 8, 100), RESULT_FAILED);
}

/* ---- options ---- */

static void
log_of_requests(void **state)
{
	Bench *b = *state;
	char *text;
	size_t n;

	b->o.log = open_memstream(&text, &n);
	b->now = 1234567 * (Time)1000000;
	restart(b);
	ask(b, OPEN, "sbb", "a\"\n", TEXT, R);
	ask(b, SEEK, "www", 9, -1, 1);
	ask(b, 99, "");
	send(b, NULL, 0);
	fclose(b->o.log);
	b->o.log = NULL;
	assert_string_equal(text, "iserver 1234.567000 ms open \"a\\\"\\x0a\" 2 1 -> 133\n"
	                          "iserver 1234.567000 ms seek 9 -1 1 -> 135\n"
	                          "iserver 1234.567000 ms tag 99 -> 1\n"
	                          "iserver 1234.567000 ms no tag -> 141\n");
	free(text);
}

static jmp_buf caught;

static void
catch(int status)
{
	longjmp(caught, status);
}

static int
status_of_new(const IserverOptions *o)
{
	int status = setjmp(caught);

	fatal_catch(catch);
	if (status == 0)
		iserver_free(iserver_new(o));
	fatal_catch(NULL);
	return status;
}

static void
bad_options(void **state)
{
	Bench *b = *state;
	IserverOptions o = b->o;
	char *long_words[] = {"iserver", xcalloc(1100, 1)};

	assert_int_equal(status_of_new(&o), 0);
	o.root = "/nonexistent/directory";
	assert_int_equal(status_of_new(&o), EXIT_INPUT);
	o = b->o;
	memset(long_words[1], 'x', 1099);
	o.words = long_words;
	o.nwords = 2;
	o.nserver = 1;
	assert_int_equal(status_of_new(&o), EXIT_INPUT);
	free(long_words[1]);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(frame_size),
		TEST(frame_odd_or_short_is_served),
		TEST(frame_of_wrong_length_is_refused),
		TEST(slice_that_lies_is_refused),
		TEST(fields_missing_are_refused),
		TEST(unknown_tags),
		TEST(bad_stream_ids),
		TEST(standard_streams),
		TEST(output_closed),
		TEST(disk_full),
		TEST(pipe_broken),
		TEST(keys_of_a_script),
		TEST(starved),
		TEST(no_keyboard),
		TEST(keys_of_a_terminal),
		TEST(terminal_after_a_signal),
		TEST(environment_values),
		TEST(environment_as_given),
		TEST(translate),
		TEST(simulated_time),
		TEST(time_of_the_host),
		TEST(no_commands),
		TEST(exit_status),
		TEST(command_line),
		TEST(command_arguments),
		TEST(core),
		TEST(identity),
		TEST(information),
		TEST(log_of_requests),
		TEST(bad_options),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("iserver", tests, NULL, NULL);
}
