/*
 * record.c - record files of the host server: their layouts, pieces and positions.
 */
#include "iserver_bench.h"

#include <errno.h>

/* ---- records ---- */

static void
records_formatted(void **state)
{
	Bench *b = *state;
	int fd = open_records(b, "f", VARIABLE, W_UPDATE, 0, 8);

	put_record(b, fd, "one");
	put_record(b, fd, "");
	put_record(b, fd, "12345678");
	assert_position(b, fd, 3);
	assert_file(b, "root/f", "one\n\n12345678\n", 14);
	assert_int_equal(ask(b, GETREC, "whwb", fd, 9, 0, 1), RESULT_NO_POSITION);
	assert_done(b, ask(b, SEEK, "www", fd, 0, START), 0);
	assert_record(b, fd, "one");
	assert_record(b, fd, "");
	assert_record(b, fd, "12345678");
	assert_int_equal(ask(b, END, "w", fd), RESULT_FAILED);
	assert_int_equal(ask(b, GETREC, "whwb", fd, 9, 0, 1), RESULT_END_OF_FILE);
	assert_done(b, ask(b, END, "w", fd), 0);
}

static void
records_formatted_of_others(void **state)
{
	Bench *b = *state;
	int fd;

	put_file(b, "root/f", "a\ntoo long\nb\nunended");
	fd = open_records(b, "f", VARIABLE, R, 0, 7);
	assert_record(b, fd, "a");
	assert_int_equal(ask(b, GETREC, "whwb", fd, 9, 0, 1), RESULT_NO_TERMINATOR);
	assert_int_equal(ask(b, GETREC, "whwb", fd, 9, 0, 0), RESULT_NO_POSITION);
	assert_position(b, fd, 2);
	assert_record(b, fd, "b");
	assert_record(b, fd, "unended");
	assert_int_equal(ask(b, GETREC, "whwb", fd, 9, 0, 1), RESULT_END_OF_FILE);
}

static void
records_unformatted(void **state)
{
	Bench *b = *state;
	int fd = open_records(b, "f", VARIABLE, W, 1, 8);

	put_record(b, fd, "ab");
	put_record(b, fd, "12345678");
	assert_file(b, "root/f", "\2\0\0\0ab\2\0\0\0\10\0\0\00012345678\10\0\0\0", 26);
	assert_int_equal(ask(b, PUTREC, "wwhwbs", fd, 9, 1, 0, 1, "x"), RESULT_RECORD_TOO_BIG);
	assert_int_equal(ask(b, GETREC, "whwb", fd, 9, 0, 1), RESULT_FAILED);
	fd = open_records(b, "f", VARIABLE, R, 1, 4);
	assert_record(b, fd, "ab");
	assert_int_equal(ask(b, GETREC, "whwb", fd, 9, 0, 1), RESULT_RECORD_TOO_BIG);
	assert_int_equal(ask(b, GETREC, "whwb", fd, 9, 0, 1), RESULT_END_OF_FILE);
	assert_int_equal(ask(b, PUTREC, "wwhwbs", fd, 1, 1, 0, 1, "x"), RESULT_FAILED);
}

static void
records_damaged(void **state)
{
	static const char *const files[] = {"\1", "\1\1\1\1", "\x11\x11\x11\x01" "abc",
		"\1\1\1\x80" "abcdefg"};
	Bench *b = *state;

	for (int i = 0; i < 4; i++) {
		int fd;

		put_file(b, "root/f", files[i]);
		fd = open_records(b, "f", VARIABLE, R, 1, 1 << 20);
		assert_int_equal(ask(b, GETREC, "whwb", fd, 9, 0, 1), RESULT_FAILED);
		assert_int_equal(ask(b, FERROR, "w", fd), RESULT_DONE);
		assert_int_equal(word(b, 0), EILSEQ);
	}
	assert_done(b, ask(b, WRITE, "wS", open_file(b, "f", W), "\1\0\0\0a\2\0\0\0", 9), 2);
	assert_int_equal(ask(b, GETREC, "whwb", open_records(b, "f", VARIABLE, R, 1, 8), 9, 0, 1),
	                 RESULT_FAILED);
	put_file(b, "root/f", "12345");
	assert_int_equal(ask(b, GETREC, "whwb", open_records(b, "f", FIXED, R, 1, 8), 9, 0, 1),
	                 RESULT_FAILED);
}

static void
records_fixed(void **state)
{
	Bench *b = *state;
	int fd = open_records(b, "f", FIXED, W_UPDATE, 0, 4);

	put_record(b, fd, "ab");
	put_record(b, fd, "cdef");
	assert_file(b, "root/f", "ab  cdef", 8);
	assert_done(b, ask(b, SEEK, "www", fd, 3, START), 0);
	put_record(b, fd, "z");
	assert_position(b, fd, 4);
	assert_file(b, "root/f", "ab  cdef\0\0\0\0z   ", 16);
	assert_done(b, ask(b, SEEK, "www", fd, -3, END_OF_FILE), 0);
	assert_record(b, fd, "cdef");
	assert_done(b, ask(b, SEEK, "www", fd, -2, CURRENT), 0);
	assert_record(b, fd, "ab  ");
	fd = open_records(b, "g", FIXED, W, 1, 4);
	put_record(b, fd, "a");
	assert_file(b, "root/g", "a\0\0\0", 4);
}

static void
records_in_pieces(void **state)
{
	Bench *b = *state;
	int fd = open_records(b, "f", VARIABLE, W_UPDATE, 0, 8);

	assert_done(b, ask(b, PUTREC, "wwhwbs", fd, 6, 2, 4, 0, "ef"), 0);
	assert_file(b, "root/f", "", 0);
	assert_int_equal(ask(b, PUTREC, "wwhwbs", fd, 7, 4, 0, 1, "abcd"), RESULT_BAD_PARAMETER);
	assert_int_equal(ask(b, PUTREC, "wwhwbs", fd, 6, 3, 4, 1, "efg"), RESULT_BAD_PARAMETER);
	assert_int_equal(ask(b, PUTREC, "wwhwbs", fd, 6, 3, 0, 1, "abcd"), RESULT_BAD_PARAMETER);
	assert_int_equal(ask(b, PUTREC, "wwhwbs", fd, 6, 1, -1, 1, "a"), RESULT_BAD_PARAMETER);
	assert_int_equal(ask(b, PUTREC, "wwhwbs", fd, -1, 0, 0, 1, ""), RESULT_BAD_PARAMETER);
	assert_done(b, ask(b, PUTREC, "wwhwbs", fd, 6, 4, 0, 1, "abcd"), 0);
	assert_done(b, ask(b, SEEK, "www", fd, 0, START), 0);
	assert_done(b, ask(b, GETREC, "whwb", fd, 2, 1, 1), 4 + 2 + 2);
	assert_int_equal(word(b, 0), 6);
	assert_slice(b, 4, "bc");
	assert_done(b, ask(b, GETREC, "whwb", fd, 9, 3, 0), 4 + 2 + 3);
	assert_slice(b, 4, "def");
	assert_int_equal(ask(b, GETREC, "whwb", fd, 9, 7, 0), RESULT_BAD_PARAMETER);
	assert_int_equal(ask(b, GETREC, "whwb", fd, 9, -1, 0), RESULT_BAD_PARAMETER);
	assert_int_equal(ask(b, PUTREC, "wwhwbs", fd, 1, 1, 0, 1, "x"), RESULT_NO_POSITION);
	assert_done(b, ask(b, SEEK, "www", fd, 0, CURRENT), 0);
	assert_done(b, ask(b, PUTREC, "wwhwbs", fd, 2, 1, 0, 0, "x"), 0);
	assert_done(b, ask(b, CLOSE, "w", fd), 0);
	assert_file(b, "root/f", "abcdef\nx \n", 10);
}

static void
records_backwards(void **state)
{
	for (int format = 0; format < 2; format++) {
		Bench *b = *state;
		int fd = open_records(b, "f", VARIABLE, W_UPDATE, format, 8);

		put_record(b, fd, "one");
		put_record(b, fd, "two");
		put_record(b, fd, "three");
		assert_done(b, ask(b, SEEK, "www", fd, -2, CURRENT), 0);
		assert_position(b, fd, 1);
		assert_record(b, fd, "two");
		assert_done(b, ask(b, SEEK, "www", fd, 1, CURRENT), 0);
		assert_int_equal(ask(b, GETREC, "whwb", fd, 9, 0, 1), RESULT_END_OF_FILE);
		assert_done(b, ask(b, SEEK, "www", fd, -1, CURRENT), 0); /* over the end */
		assert_position(b, fd, 3);
		assert_done(b, ask(b, SEEK, "www", fd, -1, CURRENT), 0);
		assert_record(b, fd, "three");
		assert_int_equal(ask(b, SEEK, "www", fd, 1, CURRENT), RESULT_FAILED);
		assert_int_equal(ask(b, SEEK, "www", fd, -4, CURRENT), RESULT_FAILED);
		assert_position(b, fd, 3);
		assert_done(b, ask(b, SEEK, "www", fd, -3, END_OF_FILE), 0);
		assert_record(b, fd, "one");
		assert_int_equal(ask(b, SEEK, "www", fd, 9, CURRENT), RESULT_FAILED);
		assert_int_equal(ask(b, SEEK, "www", fd, -9, END_OF_FILE), RESULT_FAILED);
		assert_position(b, fd, 1);
		assert_record(b, fd, "two");
		assert_done(b, ask(b, CLOSE, "w", fd), 0);
	}
}

static void
records_append_and_cut(void **state)
{
	Bench *b = *state;
	int fd;

	put_file(b, "root/f", "one\ntwo\n");
	fd = open_records(b, "f", VARIABLE, A, 0, 8);
	assert_position(b, fd, 2);
	put_record(b, fd, "three");
	assert_done(b, ask(b, SEEK, "www", fd, 1, START), 0);
	assert_done(b, ask(b, PUTEOF, "w", fd), 0);
	assert_done(b, ask(b, END, "w", fd), 0);
	assert_file(b, "root/f", "one\n", 4);
	put_record(b, fd, "2");
	assert_file(b, "root/f", "one\n2\n", 6);
	fd = open_records(b, "f", VARIABLE, R, 0, 8);
	assert_int_equal(ask(b, PUTEOF, "w", fd), RESULT_FAILED);
}

static void
records_are_no_bytes(void **state)
{
	Bench *b = *state;
	int records = open_records(b, "f", VARIABLE, W_UPDATE, 0, 8), bytes = open_file(b, "g", W);

	assert_int_equal(ask(b, READ, "wh", records, 1), RESULT_BAD_STREAM);
	assert_int_equal(ask(b, GETS, "wh", records, 1), RESULT_BAD_STREAM);
	assert_int_equal(ask(b, WRITE, "ws", records, "x"), RESULT_BAD_STREAM);
	assert_int_equal(ask(b, PUTS, "ws", records, "x"), RESULT_BAD_STREAM);
	assert_int_equal(ask(b, GETREC, "whwb", bytes, 1, 0, 1), RESULT_BAD_STREAM);
	assert_int_equal(ask(b, PUTREC, "wwhwbs", bytes, 1, 1, 0, 1, "x"), RESULT_BAD_STREAM);
	assert_int_equal(ask(b, PUTEOF, "w", bytes), RESULT_BAD_STREAM);
}

static void
openrec_refused(void **state)
{
	Bench *b = *state;

	assert_int_equal(ask(b, OPENREC, "sbbbbw", "f", TEXT, W, 0, 0, 8), RESULT_BAD_PARAMETER);
	assert_int_equal(ask(b, OPENREC, "sbbbbw", "f", 5, W, 0, 0, 8), RESULT_BAD_PARAMETER);
	assert_int_equal(ask(b, OPENREC, "sbbbbw", "f", FIXED, 0, 0, 0, 8), RESULT_BAD_PARAMETER);
	assert_int_equal(ask(b, OPENREC, "sbbbbw", "f", FIXED, 7, 0, 0, 8), RESULT_BAD_PARAMETER);
	assert_int_equal(ask(b, OPENREC, "sbbbbw", "f", FIXED, W, 3, 0, 8), RESULT_BAD_PARAMETER);
	assert_int_equal(ask(b, OPENREC, "sbbbbw", "f", FIXED, W, 0, 2, 8), RESULT_BAD_PARAMETER);
	assert_int_equal(ask(b, OPENREC, "sbbbbw", "f", FIXED, W, 0, 0, 0), RESULT_BAD_PARAMETER);
	assert_int_equal(ask(b, OPENREC, "sbbbbw", "f", FIXED, W, 0, 0, INT32_MAX),
	                 RESULT_NO_RESOURCE);
	assert_int_equal(ask(b, OPENREC, "sbbbbw", "f", FIXED, R, 0, 0, 8), RESULT_NO_FILE);
	assert_false(present(b, "root/f"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(records_formatted),
		TEST(records_formatted_of_others),
		TEST(records_unformatted),
		TEST(records_damaged),
		TEST(records_fixed),
		TEST(records_in_pieces),
		TEST(records_backwards),
		TEST(records_append_and_cut),
		TEST(records_are_no_bytes),
		TEST(openrec_refused),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("iserver records", tests, NULL, NULL);
}
