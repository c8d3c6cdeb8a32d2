/*
 * file.c - base/file.c: a written file is complete, and a failed write does not destroy the file
 * that it should replace.
 */
#define _GNU_SOURCE /* O_TMPFILE */
#include "base/base.h"
#include "base/files.h"
#include "base/number.h"

#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
/* cmocka wants the above first */
#include <cmocka.h>

static jmp_buf escape;
static int caught_status;

static void
catch(int status)
{
	caught_status = status;
	longjmp(escape, 1);
}

/* fails: file_write ends with the user's error. */
static bool
fails(const char *name, const char *text)
{
	fatal_catch(catch);
	if (setjmp(escape) == 0) {
		file_write(name, text, strlen(text));
		fatal_catch(NULL);
		return false;
	}
	fatal_catch(NULL);
	return caught_status == EXIT_INPUT;
}

static void
test_replace(void **state)
{
	char *dir = *state, *name = xasprintf("%s/f", dir);
	Buf b;

	file_write(name, "first", 5);
	file_write(name, "second", 6);
	b = file_read(name, 100);
	assert_int_equal(b.len, 6);
	assert_memory_equal(b.data, "second", 6);
	buf_free(&b);
	free(name);
}

static void
test_device(void **state)
{
	struct stat st;

	(void)state;
	file_write("/dev/null", "text", 4);
	assert_int_equal(stat("/dev/null", &st), 0);
	assert_true(S_ISCHR(st.st_mode));
	assert_true(fails("/dev/full", "text"));
}

static void
test_failure(void **state)
{
	char *dir = *state, *name = xasprintf("%s/none/f", dir);

	assert_true(fails(name, "text"));
	assert_true(fails(dir, "text"));
	free(name);
}

static void
test_time(void **state)
{
	uint64_t t;

	(void)state;
	assert_true(time_parse("1.5us", &t));
	assert_int_equal(t, 1500000);
	assert_true(time_parse("2s", &t));
	assert_int_equal(t, 2000000000000);
	assert_false(time_parse("2", &t));
	assert_false(time_parse("-1s", &t));
	assert_false(time_parse("1e99s", &t));
	assert_false(time_parse("1.s", &t));
	assert_false(time_parse(".5s", &t));
	assert_false(time_parse("18446744073709551617ps", &t));
	assert_false(time_parse("10000000s", &t));
	assert_true(time_parse("0.0000000000015s", &t));
	assert_int_equal(t, 2);
	assert_true(time_parse("9999999.999999999999s", &t));
	assert_int_equal(t, 9999999999999999999u);
}

/* Known texts; and a time that is printed and read again is unchanged. */
static void
test_time_text(void **state)
{
	static const struct {
		uint64_t ps;
		const char *text;
	} known[] = {
		{0, "0s"},
		{1, "1ps"},
		{999, "999ps"},
		{1500, "1.5ns"},
		{1500000, "1.5us"},
		{20000000000, "20ms"},
		{1005000000000, "1005ms"},
		{1500000000000, "1.5s"},
		{269099500000, "269.0995ms"},
		{911934104098, "911.934104098ms"},
		{60000000000000, "60s"},
	};
	uint64_t x = 88172645463325252u, back;

	(void)state;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		assert_string_equal(TIME_STRING(known[i].ps), known[i].text);
	for (int i = 0; i < 200000; i++) {
		uint64_t scale = 1, t;

		x ^= x << 13, x ^= x >> 7, x ^= x << 17;
		for (int k = x % 13; k > 0; k--)
			scale *= 10;
		t = x % 999999 * scale + (x >> 32) % (i % 2 ? scale : 1);
		assert_true(time_parse(TIME_STRING(t), &back) && back == t);
	}
}

static uint32_t
entries(const char *dir)
{
	DIR *d = opendir(dir);
	uint32_t n = 0;

	for (struct dirent *e; (e = readdir(d)) != NULL;)
		n += e->d_name[0] != '.';
	closedir(d);
	return n;
}

/*
 * A process is killed while it writes: the file is the old one or the new one, and after the next
 * time nothing else is there.
 */
static void
test_killed(void **state)
{
	enum { LARGE = 32 << 20, TIMES = 12 };
	char *dir = *state, *f = xasprintf("%s/f", dir);
	uint8_t *data = xcalloc(1, LARGE);
	int nameless = open(dir, O_TMPFILE | O_WRONLY, 0600);

	if (nameless < 0)
		skip(); /* a file system without O_TMPFILE */
	close(nameless);
	file_write(f, "x", 1);
	for (int i = 0; i < TIMES; i++) {
		struct stat st;
		pid_t child = fork();

		if (child == 0) {
			for (;;)
				file_write(f, data, LARGE);
		}
		usleep(3000 * i + 1000);
		kill(child, SIGKILL);
		waitpid(child, NULL, 0);
		assert_int_equal(stat(f, &st), 0);
		assert_true(st.st_size == LARGE || st.st_size == 1);
		file_write(f, "x", 1);
		assert_int_equal(entries(dir), 1);
	}
	free(data);
	free(f);
}

/* Two processes replace a file again and again: neither fails, and it is always whole. */
static void
test_together(void **state)
{
	enum { TIMES = 3000 };
	char *dir = *state, *f = xasprintf("%s/f", dir);
	pid_t child;
	int status;

	file_write(f, "other", 5);
	child = fork();
	for (int i = 0; i < TIMES; i++)
		file_write(f, child == 0 ? "child" : "other", 5);
	if (child == 0)
		_exit(0);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	assert_int_equal(entries(dir), 1);
	free(f);
}

int
main(void)
{
	char dir[] = "/tmp/trellis-file-XXXXXX", *f;
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_prestate(test_replace, dir),
		cmocka_unit_test_prestate(test_killed, dir),
		cmocka_unit_test_prestate(test_together, dir),
		cmocka_unit_test(test_device),
		cmocka_unit_test_prestate(test_failure, dir),
		cmocka_unit_test(test_time),
		cmocka_unit_test(test_time_text),
	};
	int failed;

	if (!mkdtemp(dir))
		return 1;
	cmocka_set_message_output(CM_OUTPUT_TAP);
	failed = cmocka_run_group_tests_name("file", tests, NULL, NULL);
	f = xasprintf("%s/f", dir);
	unlink(f);
	free(f);
	rmdir(dir);
	return failed;
}
