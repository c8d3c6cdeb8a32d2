/*
 * file.c - files of the host server: every request, every refusal, and that no name leads out of
 * the directory.
 */
#include "iserver_bench.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>

/* ---- files ---- */

static void
open_modes(void **state)
{
	Bench *b = *state;
	int fd;

	put_file(b, "root/f", "12345");
	fd = open_file(b, "f", R);
	assert_int_equal(fd, 3);
	assert_done(b, ask(b, READ, "wh", fd, 9), 7);
	assert_slice(b, 0, "12345");
	assert_int_equal(ask(b, WRITE, "ws", open_file(b, "f", R), "x"), RESULT_FAILED);

	fd = open_file(b, "f", A);
	assert_position(b, fd, 5);
	assert_done(b, ask(b, WRITE, "ws", fd, "6"), 2);
	assert_int_equal(ask(b, READ, "wh", open_file(b, "f", A), 1), RESULT_FAILED);

	fd = open_file(b, "f", R_UPDATE);
	assert_done(b, ask(b, WRITE, "ws", fd, "A"), 2);
	fd = open_file(b, "f", A_UPDATE);
	assert_done(b, ask(b, SEEK, "www", fd, 0, START), 0);
	assert_done(b, ask(b, WRITE, "ws", fd, "7"), 2);
	assert_file(b, "root/f", "A234567", 7);

	fd = open_file(b, "f", W_UPDATE);
	assert_done(b, ask(b, WRITE, "ws", fd, "new"), 2);
	assert_done(b, ask(b, SEEK, "www", fd, 1, START), 0);
	assert_done(b, ask(b, READ, "wh", fd, 9), 4);
	assert_slice(b, 0, "ew");
	open_file(b, "f", W);
	assert_file(b, "root/f", "", 0);
	assert_int_equal(ask(b, OPEN, "sbb", "g", TEXT, W), RESULT_DONE);
	assert_true(present(b, "root/g"));
}

static void
open_refused(void **state)
{
	Bench *b = *state;
	char *fifo = below(b, "root/fifo"), *directory = below(b, "root/d");
	char longer[300];

	mkfifo(fifo, 0666);
	mkdir(directory, 0777);
	memset(longer, 'x', sizeof longer);
	longer[sizeof longer - 1] = '\0';
	assert_int_equal(ask(b, OPEN, "sbb", "none", BINARY, R), RESULT_NO_FILE);
	assert_int_equal(ask(b, OPEN, "sbb", "none", BINARY, R_UPDATE), RESULT_NO_FILE);
	assert_int_equal(ask(b, OPEN, "sbb", "none/f", BINARY, W), RESULT_NO_FILE);
	assert_int_equal(ask(b, OPEN, "sbb", "f", BINARY, 0), RESULT_BAD_PARAMETER);
	assert_int_equal(ask(b, OPEN, "sbb", "f", BINARY, 7), RESULT_BAD_PARAMETER);
	assert_int_equal(ask(b, OPEN, "sbb", "f", VARIABLE, W), RESULT_BAD_PARAMETER);
	assert_int_equal(ask(b, OPEN, "sbb", "f", 0, W), RESULT_BAD_PARAMETER);
	assert_int_equal(ask(b, OPEN, "sbb", "", BINARY, W), RESULT_BAD_PARAMETER);
	assert_int_equal(ask(b, OPEN, "Sbb", "f\0g", 3, BINARY, W), RESULT_BAD_PARAMETER);
	assert_int_equal(ask(b, OPEN, "sbb", "fifo", BINARY, R), RESULT_FAILED);
	assert_int_equal(ask(b, OPEN, "sbb", "fifo", BINARY, W), RESULT_FAILED);
	assert_int_equal(ask(b, OPEN, "sbb", "d", BINARY, R), RESULT_FAILED);
	assert_int_equal(ask(b, OPEN, "sbb", "d", BINARY, W), RESULT_FAILED);
	assert_int_equal(ask(b, OPEN, "sbb", ".", BINARY, R), RESULT_FAILED);
	assert_int_equal(ask(b, OPEN, "sbb", "/", BINARY, W), RESULT_FAILED);
	assert_int_equal(ask(b, OPEN, "sbb", longer, BINARY, W), RESULT_FAILED);
	assert_false(present(b, "root/f"));
	free(fifo);
	free(directory);
}

static void
close_frees_the_id(void **state)
{
	Bench *b = *state;
	int fd = open_file(b, "f", W);

	assert_done(b, ask(b, CLOSE, "w", fd), 0);
	assert_int_equal(ask(b, CLOSE, "w", fd), RESULT_BAD_STREAM);
	assert_int_equal(open_file(b, "f", R), fd);
	assert_done(b, ask(b, CLOSE, "w", 1), 0);
	assert_int_equal(ask(b, WRITE, "ws", 1, "x"), RESULT_BAD_STREAM);
	assert_int_not_equal(fcntl(b->o.out, F_GETFD), -1);
}

static void
streams_run_out(void **state)
{
	Bench *b = *state;

	put_file(b, "root/f", "");
	for (int fd = 3; fd < 128; fd++)
		assert_int_equal(open_file(b, "f", R), fd);
	assert_int_equal(ask(b, OPEN, "sbb", "f", BINARY, R), RESULT_NO_RESOURCE);
	assert_int_equal(ask(b, OPEN, "sbb", "g", BINARY, W), RESULT_NO_RESOURCE);
	assert_false(present(b, "root/g"));
	assert_done(b, ask(b, CLOSE, "w", 77), 0);
	assert_int_equal(open_file(b, "f", R), 77);
}

static void
read_and_end(void **state)
{
	Bench *b = *state;
	int fd;

	put_file(b, "root/f", "abcdef");
	fd = open_file(b, "f", R);
	assert_done(b, ask(b, READ, "wh", fd, 4), 6);
	assert_slice(b, 0, "abcd");
	assert_int_equal(ask(b, END, "w", fd), RESULT_FAILED);
	assert_done(b, ask(b, READ, "wh", fd, 4), 4);
	assert_slice(b, 0, "ef");
	assert_done(b, ask(b, END, "w", fd), 0);
	assert_done(b, ask(b, READ, "wh", fd, 4), 2);
	assert_slice(b, 0, "");
	assert_done(b, ask(b, READ, "wh", fd, 0), 2);
	assert_done(b, ask(b, END, "w", fd), 0);
	assert_int_equal(ask(b, GETBLOCK, "wh", fd, 4), RESULT_END_OF_FILE);
	assert_done(b, ask(b, SEEK, "www", fd, 1, START), 0);
	assert_int_equal(ask(b, END, "w", fd), RESULT_FAILED);
	assert_done(b, ask(b, GETBLOCK, "wh", fd, 2), 4);
	assert_slice(b, 0, "bc");
	assert_int_equal(ask(b, GETBLOCK, "wh", fd, 0), RESULT_FAILED);
	assert_int_equal(ask(b, READ, "wh", fd, -1), RESULT_BAD_PARAMETER);
}

/* host.md 1: the largest slice is 1021 bytes. */
static void
read_no_more_than_a_packet(void **state)
{
	Bench *b = *state;
	char *text = xcalloc(3001, 1);
	int fd;

	memset(text, 'x', 3000);
	put_file(b, "root/f", text);
	fd = open_file(b, "f", R);
	assert_done(b, ask(b, READ, "wh", fd, 3000), 2 + 1021);
	assert_position(b, fd, 1021);
	assert_done(b, ask(b, GETS, "wh", fd, 3000), 2 + 1021);
	assert_done(b, ask(b, READ, "wh", fd, 1000), 2 + 958);
	free(text);
}

static void
write_and_putblock(void **state)
{
	Bench *b = *state;
	int fd = open_file(b, "f", W);

	assert_done(b, ask(b, WRITE, "wS", fd, "a\0b", 3), 2);
	assert_int_equal(b->reply.data[0], 3);
	assert_done(b, ask(b, PUTBLOCK, "ws", fd, "cd"), 2);
	assert_int_equal(b->reply.data[0], 2);
	assert_done(b, ask(b, WRITE, "ws", fd, ""), 2);
	assert_int_equal(b->reply.data[0], 0);
	assert_int_equal(ask(b, PUTBLOCK, "ws", fd, ""), RESULT_FAILED);
	assert_file(b, "root/f", "a\0bcd", 5);
}

static void
lines(void **state)
{
	Bench *b = *state;
	int fd = open_file(b, "f", W_UPDATE);

	assert_done(b, ask(b, PUTS, "ws", fd, "first"), 0);
	assert_done(b, ask(b, PUTS, "ws", fd, ""), 0);
	assert_done(b, ask(b, WRITE, "ws", fd, "end"), 2);
	assert_file(b, "root/f", "first\n\nend", 10);
	assert_done(b, ask(b, SEEK, "www", fd, 0, START), 0);
	assert_done(b, ask(b, GETS, "wh", fd, 3), 5);
	assert_slice(b, 0, "fir");
	assert_done(b, ask(b, GETS, "wh", fd, 80), 4);
	assert_slice(b, 0, "st");
	assert_done(b, ask(b, GETS, "wh", fd, 80), 2);
	assert_position(b, fd, 7);
	assert_int_equal(ask(b, END, "w", fd), RESULT_FAILED);
	assert_done(b, ask(b, GETS, "wh", fd, 80), 5);
	assert_slice(b, 0, "end");
	assert_done(b, ask(b, END, "w", fd), 0);
	assert_int_equal(ask(b, GETS, "wh", fd, 80), RESULT_END_OF_FILE);
	assert_int_equal(ask(b, GETS, "wh", fd, 0), RESULT_BAD_PARAMETER);
}

/* A limit of four bytes per file stands for a disk that is nearly full. */
static void
disk_nearly_full(void **state)
{
	Bench *b = *state;
	struct rlimit was, four;
	int fd = open_file(b, "f", W), gd = open_file(b, "g", W);

	assert_int_equal(getrlimit(RLIMIT_FSIZE, &was), 0);
	four = was;
	four.rlim_cur = 4;
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &four), 0);
	assert_done(b, ask(b, WRITE, "ws", fd, "123456"), 2);
	assert_int_equal(b->reply.data[0], 4);
	assert_int_equal(ask(b, WRITE, "ws", fd, "56"), RESULT_NO_RESOURCE);
	assert_int_equal(ask(b, PUTS, "ws", gd, "1234"), RESULT_NO_RESOURCE);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &was), 0);
	signal(SIGXFSZ, SIG_DFL);
	assert_done(b, ask(b, FERROR, "w", gd), 4 + 2 + strlen(strerror(EFBIG)));
	assert_int_equal(word(b, 0), EFBIG);
	assert_file(b, "root/f", "1234", 4);
	assert_int_equal(iserver_output_error(b->s), 0);
}

static void
seek_between_read_and_write(void **state)
{
	Bench *b = *state;
	int fd;

	put_file(b, "root/f", "abc");
	fd = open_file(b, "f", R_UPDATE);
	assert_done(b, ask(b, READ, "wh", fd, 1), 3);
	assert_int_equal(ask(b, WRITE, "ws", fd, "x"), RESULT_NO_POSITION);
	assert_int_equal(ask(b, PUTBLOCK, "ws", fd, "x"), RESULT_NO_POSITION);
	assert_int_equal(ask(b, PUTS, "ws", fd, "x"), RESULT_NO_POSITION);
	assert_done(b, ask(b, SEEK, "www", fd, 0, CURRENT), 0);
	assert_done(b, ask(b, WRITE, "ws", fd, "B"), 2);
	assert_int_equal(ask(b, READ, "wh", fd, 1), RESULT_NO_POSITION);
	assert_int_equal(ask(b, GETBLOCK, "wh", fd, 1), RESULT_NO_POSITION);
	assert_int_equal(ask(b, GETS, "wh", fd, 1), RESULT_NO_POSITION);
	assert_done(b, ask(b, FLUSH, "w", fd), 0);
	assert_done(b, ask(b, READ, "wh", fd, 9), 3);
	assert_file(b, "root/f", "aBc", 3);
}

static void
seek_and_tell(void **state)
{
	Bench *b = *state;
	int fd;

	put_file(b, "root/f", "abcdef");
	fd = open_file(b, "f", R);
	assert_position(b, fd, 0);
	assert_done(b, ask(b, SEEK, "www", fd, 2, START), 0);
	assert_done(b, ask(b, SEEK, "www", fd, 1, CURRENT), 0);
	assert_position(b, fd, 3);
	assert_done(b, ask(b, SEEK, "www", fd, -1, END_OF_FILE), 0);
	assert_position(b, fd, 5);
	assert_int_equal(ask(b, SEEK, "www", fd, -1, START), RESULT_FAILED);
	assert_int_equal(ask(b, SEEK, "www", fd, 0, 0), RESULT_BAD_PARAMETER);
	assert_int_equal(ask(b, SEEK, "www", fd, 0, 4), RESULT_BAD_PARAMETER);
	assert_position(b, fd, 5);
	assert_done(b, ask(b, SEEK, "www", fd, INT32_MAX, START), 0);
	assert_done(b, ask(b, SEEK, "www", fd, 1, CURRENT), 0);
	assert_int_equal(ask(b, TELL, "w", fd), RESULT_NO_POSITION);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(ask(b, SEEK, "www", i, 0, START), RESULT_NO_POSITION);
		assert_int_equal(ask(b, TELL, "w", i), RESULT_NO_POSITION);
	}
}

static void
errors_of_a_stream(void **state)
{
	Bench *b = *state;
	const char *text = strerror(EBADF);
	int fd;

	put_file(b, "root/f", "");
	fd = open_file(b, "f", R);
	assert_int_equal(ask(b, FERROR, "w", fd), RESULT_FAILED);
	assert_int_equal(ask(b, FERRSTAT, "wh", fd, 100), RESULT_FAILED);
	assert_int_equal(ask(b, WRITE, "ws", fd, "x"), RESULT_FAILED);
	assert_done(b, ask(b, FERROR, "w", fd), 4 + 2 + strlen(text));
	assert_int_equal(word(b, 0), EBADF);
	assert_slice(b, 4, text);
	assert_done(b, ask(b, FERRSTAT, "wh", fd, 100), 4 + 2 + strlen(text));
	assert_slice(b, 4, text);
	assert_int_equal(ask(b, FERRSTAT, "wh", fd, 3), RESULT_TRUNCATED);
	assert_int_equal(word(b, 0), EBADF);
	assert_slice_n(b, 4, text, 3);
	assert_int_equal(ask(b, FERRSTAT, "wh", fd, -1), RESULT_BAD_PARAMETER);
}

static void
remove_file(void **state)
{
	Bench *b = *state;
	char *directory = below(b, "root/d");

	mkdir(directory, 0777);
	put_file(b, "root/f", "");
	assert_done(b, ask(b, REMOVE, "s", "f"), 0);
	assert_false(present(b, "root/f"));
	assert_int_equal(ask(b, REMOVE, "s", "f"), RESULT_NO_FILE);
	assert_int_equal(ask(b, REMOVE, "s", ""), RESULT_BAD_PARAMETER);
	assert_int_not_equal(ask(b, REMOVE, "s", "d"), RESULT_DONE);
	assert_int_not_equal(ask(b, REMOVE, "s", "."), RESULT_DONE);
	assert_true(present(b, "root/d"));
	free(directory);
}

static void
rename_file(void **state)
{
	Bench *b = *state;

	put_file(b, "root/f", "text");
	assert_done(b, ask(b, RENAME, "ss", "f", "/g"), 0);
	assert_false(present(b, "root/f"));
	assert_file(b, "root/g", "text", 4);
	assert_int_equal(ask(b, RENAME, "ss", "f", "h"), RESULT_NO_FILE);
	assert_int_equal(ask(b, RENAME, "ss", "g", ""), RESULT_BAD_PARAMETER);
	assert_int_equal(ask(b, RENAME, "ss", "g", "none/h"), RESULT_NO_FILE);
	assert_true(present(b, "root/g"));
}

static void
file_exists(void **state)
{
	Bench *b = *state;

	put_file(b, "root/f", "");
	assert_done(b, ask(b, FILEEXISTS, "s", "f"), 1);
	assert_int_equal(b->reply.data[0], 1);
	assert_done(b, ask(b, FILEEXISTS, "s", "g"), 1);
	assert_int_equal(b->reply.data[0], 0);
	assert_done(b, ask(b, FILEEXISTS, "s", "f/g"), 1);
	assert_int_equal(b->reply.data[0], 0);
	assert_int_equal(ask(b, FILEEXISTS, "s", ""), RESULT_BAD_PARAMETER);
}

/* ---- the root ---- */

static void
link_to(const Bench *b, const char *target, const char *name)
{
	char *path = below(b, name);

	assert_int_equal(symlink(target, path), 0);
	free(path);
}

static void
assert_outside(Bench *b, const char *name)
{
	for (int mode = R; mode <= A_UPDATE; mode++)
		assert_int_equal(ask(b, OPEN, "sbb", name, BINARY, mode), RESULT_NO_PRIVILEGE);
	assert_int_equal(ask(b, OPENREC, "sbbbbw", name, FIXED, W, 0, 0, 8), RESULT_NO_PRIVILEGE);
	assert_int_equal(ask(b, FILEEXISTS, "s", name), RESULT_NO_PRIVILEGE);
	assert_file(b, "secret", "secret", 6);
}

static void
no_way_out(void **state)
{
	Bench *b = *state;
	char *directory = below(b, "root/d"), *secret = below(b, "secret");
	static const char *const outside[] = {
		"../secret", "..", "../root/f", "d/../../secret", "./.././secret", "/../secret",
		"up/secret", "d/up/secret", "link", "absolute", "chain", "d/up/new", "dangling",
	};

	mkdir(directory, 0777);
	put_file(b, "root/f", "mine");
	link_to(b, "..", "root/up");
	link_to(b, "../..", "root/d/up");
	link_to(b, "../secret", "root/link");
	link_to(b, secret, "root/absolute");
	link_to(b, "d/../link", "root/chain");
	link_to(b, "../new", "root/dangling");
	for (int i = 0; i < sizeof outside / sizeof *outside; i++)
		assert_outside(b, outside[i]);
	assert_false(present(b, "new"));
	assert_int_equal(ask(b, REMOVE, "s", "../secret"), RESULT_NO_PRIVILEGE);
	assert_int_equal(ask(b, REMOVE, "s", "up/secret"), RESULT_NO_PRIVILEGE);
	assert_int_equal(ask(b, RENAME, "ss", "../secret", "g"), RESULT_NO_PRIVILEGE);
	assert_int_equal(ask(b, RENAME, "ss", "f", "../secret"), RESULT_NO_PRIVILEGE);
	assert_int_equal(ask(b, RENAME, "ss", "f", "up/new"), RESULT_NO_PRIVILEGE);
	assert_file(b, "root/f", "mine", 4);
	assert_file(b, "secret", "secret", 6);
	free(directory);
	free(secret);
}

static void
ways_inside(void **state)
{
	Bench *b = *state;
	char *directory = below(b, "root/d");

	mkdir(directory, 0777);
	put_file(b, "root/f", "mine");
	link_to(b, "../f", "root/d/link");
	link_to(b, "d", "root/door");
	link_to(b, "made", "root/d/dangling");
	link_to(b, "loop", "root/loop");
	open_file(b, "/f", R);
	open_file(b, "//d/.././f", R);
	open_file(b, "d/link", R);
	open_file(b, "door/link", R);
	open_file(b, "door/../f", R);
	open_file(b, "d/dangling", W);
	assert_true(present(b, "root/d/made"));
	assert_int_equal(ask(b, OPEN, "sbb", "loop", BINARY, R), RESULT_FAILED);
	assert_int_equal(ask(b, OPEN, "sbb", "f/", BINARY, R), RESULT_NO_FILE);
	assert_done(b, ask(b, REMOVE, "s", "d/link"), 0);
	assert_true(present(b, "root/f"));
	free(directory);
}

static void
names_too_deep(void **state)
{
	Bench *b = *state;
	char *path = xstrdup(b->root);
	Buf name = {0};

	for (int depth = 1; depth <= 64; depth++) {
		char *longer = xasprintf("%s/d", path);

		assert_int_equal(mkdir(longer, 0777), 0);
		free(path);
		path = longer;
		buf_printf(&name, "d/");
	}
	buf_printf(&name, "f");
	assert_int_equal(ask(b, OPEN, "Sbb", name.data, (int)name.len, BINARY, W), RESULT_FAILED);
	assert_int_equal(ask(b, OPEN, "Sbb", name.data + 2, (int)name.len - 2, BINARY, W),
	                 RESULT_DONE);
	buf_free(&name);
	free(path);
}

static void
no_root_no_files(void **state)
{
	Bench *b = *state;

	b->o.root = NULL;
	restart(b);
	assert_int_equal(ask(b, OPEN, "sbb", "f", BINARY, W), RESULT_NOT_AVAILABLE);
	assert_int_equal(ask(b, REMOVE, "s", "f"), RESULT_NOT_AVAILABLE);
	assert_int_equal(ask(b, RENAME, "ss", "f", "g"), RESULT_NOT_AVAILABLE);
	assert_int_equal(ask(b, FILEEXISTS, "s", "f"), RESULT_NOT_AVAILABLE);
	assert_done(b, ask(b, WRITE, "ws", 1, "still"), 2);
	assert_file(b, "out", "still", 5);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(open_modes),
		TEST(open_refused),
		TEST(close_frees_the_id),
		TEST(streams_run_out),
		TEST(read_and_end),
		TEST(read_no_more_than_a_packet),
		TEST(write_and_putblock),
		TEST(lines),
		TEST(disk_nearly_full),
		TEST(seek_between_read_and_write),
		TEST(seek_and_tell),
		TEST(errors_of_a_stream),
		TEST(remove_file),
		TEST(rename_file),
		TEST(file_exists),
		TEST(no_way_out),
		TEST(ways_inside),
		TEST(names_too_deep),
		TEST(no_root_no_files),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("iserver files", tests, NULL, NULL);
}
