/*
 * console.c - the console of Helios, with a typist: a read waits until the output that an answer
 * waits for has come, and gets the answer at once. Other windows have their own input and output.
 */
#include "sim/host/helios/codes.h"
#include "sim/host/helios/helios.h"
#include "tests/temp.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

enum {
	PROCESSOR = 1,     /* the port of the I/O processor */
	CONSOLE = 3,       /* the port of the server `console` */
	WINDOW = 4,        /* that of the server `window` */
	MOST_WINDOWS = 15, /* besides the console */
	HEADER = 17,       /* bytes of a message before its control words */
	READER = 0x501,    /* port of the replies to reads */
	OTHER = 0x502,     /* of those to other requests */
	OPEN_WORDS = 5,
};

#define FOREVER 0xFFFFFFFFu

typedef struct Machine {
	char root[TEMP_NAME];
	int in, out; /* out: a file with what the console shows */
	TypeOptions types;
	Typist *typist;
	Helios *s;
	Time now;
	uint32_t port; /* of the open console */
	int user[MOST_WINDOWS]; /* [nwindows] the users' ends of the windows */
	int nwindows;
} Machine;

/* put: a file of the system. */
static void
put(const Machine *m, const char *name, const char *bytes, size_t n)
{
	char *path = xasprintf("%s/%s", m->root, name);
	int fd = open(path, O_WRONLY | O_CREAT, 0666);

	assert_true(fd >= 0 && write(fd, bytes, n) == (ssize_t)n);
	close(fd);
	free(path);
}

static void
make_system(Machine *m)
{
	char *lib;

	temp_directory(m->root);
	lib = xasprintf("%s/lib", m->root);
	assert_int_equal(mkdir(lib, 0777), 0);
	free(lib);
	put(m, "lib/nboot.i", "\0\0\0\0\0\0\0\0\2\0\0\0ab", 14);
	put(m, "lib/nucleus", "nucleus", 7);
}

static void
remove_system(const Machine *m)
{
	static const char *const names[] = {"shown", "lib/nboot.i", "lib/nucleus", "lib", ""};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		char *path = xasprintf("%s/%s", m->root, names[i]);

		(void)remove(path); /* the test passes even if the directory stays in /tmp */
		free(path);
	}
}

/* send_message: a message to the server. */
static void
send_message(Machine *m, uint32_t dest, uint32_t reply, uint32_t function, const uint32_t *words,
	uint32_t nwords, const char *data)
{
	size_t n = data ? strlen(data) : 0;
	Buf b = {0};

	buf_byte(&b, 2);
	buf_byte(&b, n);
	buf_byte(&b, n >> 8);
	buf_byte(&b, nwords);
	buf_byte(&b, 0);
	buf_word(&b, dest);
	buf_word(&b, reply);
	buf_word(&b, function);
	for (uint32_t i = 0; i < nwords; i++)
		buf_word(&b, words[i]);
	if (n > 0)
		buf_put(&b, data, n);
	m->now += 1000000;
	for (size_t i = 0; i < b.len; i++)
		helios_callbacks.receive(m->s, b.data[i], m->now);
	buf_free(&b);
}

/* take: all that the server sends. */
static Buf
take(Machine *m)
{
	Buf b = {0};
	size_t last;

	do {
		last = b.len;
		helios_callbacks.give(m->s, &b);
	} while (b.len > last);
	return b;
}

/* answered: the text with which the server answers the read; "" if it does not. */
static const char *
answered(Machine *m)
{
	static char text[100];
	Buf b = take(m);
	size_t at = 0;

	text[0] = '\0';
	while (at < b.len) {
		const uint8_t *p = b.data + at;
		size_t n = get16(p + 1), head = HEADER + 4u * p[3];

		assert_int_equal(p[0], 2);
		if (get32(p + 5) == READER)
			snprintf(text, sizeof text, "%.*s", (int)n, (const char *)p + head);
		at += head + n;
	}
	buf_free(&b);
	return text;
}

static void
ask_read(Machine *m, uint32_t timeout)
{
	send_message(m, m->port, READER, FG_Read, (uint32_t[]){0, 50, timeout}, 3, NULL);
}

static void
write_text(Machine *m, const char *text)
{
	send_message(m, m->port, OTHER, FG_Write, (uint32_t[]){0, strlen(text), FOREVER}, 3, text);
}

/* open_window: HeliosOptions.open_window. */
static int
open_window(void *context, const char *name)
{
	Machine *m = context;
	int ends[2];

	assert_true(name[0] && m->nwindows < MOST_WINDOWS);
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
	m->user[m->nwindows++] = ends[0];
	return ends[1];
}

/* begin: a system whose console a program has opened. */
static void
begin(Machine *m)
{
	char *shown;
	Buf b;

	make_system(m);
	shown = xasprintf("%s/shown", m->root);
	m->out = open(shown, O_RDWR | O_CREAT, 0666);
	free(shown);
	m->typist = typist_new(&m->types);
	m->s = helios_new(&(HeliosOptions){
		.root = m->root, .in = -1, .out = m->out, .typist = m->typist,
		.open_window = open_window, .context = m});
	b = take(m); /* the nucleus */
	buf_free(&b);
	send_message(m, CONSOLE, OTHER, FG_Open, (uint32_t[OPEN_WORDS]){FOREVER, FOREVER}, OPEN_WORDS,
		NULL);
	b = take(m);
	assert_int_equal(get32(b.data + 5), OTHER);
	m->port = get32(b.data + 9);
	assert_int_not_equal(m->port, 0);
	buf_free(&b);
}

static void
end(Machine *m)
{
	helios_free(m->s);
	typist_free(m->typist);
	type_options_free(&m->types);
	close(m->out);
	remove_system(m);
}

static const char *
shown(const Machine *m)
{
	static char text[100];
	ssize_t n = pread(m->out, text, sizeof text - 1, 0);

	text[n > 0 ? n : 0] = '\0';
	return text;
}

static void
answers_in_order(void **state)
{
	Machine m = {0};

	(void)state;
	type_option(&m.types, "login: =root\\r");
	type_option(&m.types, "% =ls\\x7f\\x7fcd\\rps\\n");
	begin(&m);
	ask_read(&m, FOREVER);
	assert_string_equal(answered(&m), "");
	assert_int_equal(helios_callbacks.wakes(m.s), NEVER);
	write_text(&m, "log");
	assert_string_equal(answered(&m), "");
	write_text(&m, "in: ");
	assert_string_equal(answered(&m), "root\n");
	write_text(&m, "hello\n% ");
	assert_string_equal(answered(&m), ""); /* nothing reads */
	ask_read(&m, FOREVER);
	assert_string_equal(answered(&m), "cd\n");
	ask_read(&m, FOREVER);
	assert_string_equal(answered(&m), "ps\n");
	assert_false(helios_callbacks.ended(m.s));
	ask_read(&m, FOREVER);
	assert_string_equal(answered(&m), "");
	assert_int_not_equal(helios_callbacks.wakes(m.s), NEVER);
	helios_callbacks.wake(m.s, helios_callbacks.wakes(m.s), false);
	assert_true(helios_callbacks.ended(m.s)); /* without a terminal the last answer ends the input */
	assert_string_equal(shown(&m), "login: root\nhello\n% ls\b \b\b \bcd\nps\n");
	end(&m);
}

/* A read that has a time limit ends by it, and what is typed afterwards is for the next one. */
static void
answer_comes_too_late(void **state)
{
	Machine m = {0};

	(void)state;
	type_option(&m.types, "login: =root\\r");
	begin(&m);
	ask_read(&m, 1000000);
	assert_int_equal(helios_callbacks.wakes(m.s), m.now + 1000000000000ull);
	m.now = helios_callbacks.wakes(m.s);
	helios_callbacks.wake(m.s, m.now, false);
	write_text(&m, "login: ");
	assert_string_equal(answered(&m), "");
	ask_read(&m, FOREVER);
	assert_string_equal(answered(&m), "root\n");
	end(&m);
}

/* ask_window: a request for a window; returns the name in the answer, and sets m->port. */
static const char *
ask_window(Machine *m, uint32_t function, const char *name)
{
	static char text[100];
	const uint8_t *p;
	Buf b;

	send_message(m, WINDOW, OTHER, function, (uint32_t[OPEN_WORDS]){FOREVER, 0}, OPEN_WORDS, name);
	b = take(m);
	p = b.data;
	assert_int_equal(get32(p + 5), OTHER);
	m->port = get32(p + 9);
	snprintf(text, sizeof text, "%08x %.*s", get32(p + 13), get16(p + 1),
		(const char *)p + HEADER + 4u * p[3]);
	buf_free(&b);
	return text;
}

static void
windows_apart(void **state)
{
	Machine m = {0};
	char text[100] = {0};

	(void)state;
	begin(&m);
	assert_string_equal(ask_window(&m, FG_Create, "/window/console"), "00000000 /IO/window/console");
	assert_string_equal(ask_window(&m, FG_Create, "/window/Shell"), "00000000 /IO/window/Shell");
	assert_string_equal(ask_window(&m, FG_Create, "/window/shell"), "00000000 /IO/window/shell.1");
	assert_int_equal(m.nwindows, 2);
	assert_int_not_equal(strncmp(ask_window(&m, FG_Locate, "/window/other"), "0000", 4), 0);
	assert_string_equal(ask_window(&m, FG_Open, "/window/SHELL"), "00000000 /IO/window/Shell");
	write_text(&m, "% ");
	assert_int_equal(read(m.user[0], text, sizeof text), 2);
	assert_string_equal(text, "% ");
	assert_string_equal(shown(&m), "");
	assert_int_equal(write(m.user[0], "ls\n", 3), 3);
	ask_read(&m, FOREVER);
	m.now += 2000000000000ull;
	helios_callbacks.wake(m.s, m.now, false);
	assert_string_equal(answered(&m), "ls\n");
	assert_string_equal(ask_window(&m, FG_Delete, "/window/Shell"), "00000000 ");
	while (read(m.user[0], text, sizeof text) > 0) /* what was echoed */
		;
	assert_int_equal(read(m.user[0], text, sizeof text), 0); /* it is closed */
	for (int i = 1; i < MOST_WINDOWS - 1; i++)
		assert_int_equal(strncmp(ask_window(&m, FG_Create, "/window/more"), "00000000", 8), 0);
	close(m.user[0]);
	for (int i = 1; i < m.nwindows; i++)
		close(m.user[i]);
	end(&m);
}

/* The network server gives the processor a name, which it calls by a link of its neighbour. */
static void
renamed_processor(void **state)
{
	static const char names[] = "/Cluster/00/link.0\0/Cluster/IO";
	uint32_t words[] = {FOREVER, 0, 0, 0, 0, sizeof "/Cluster/00/link.0"};
	Machine m = {0};
	Buf b = {0};

	(void)state;
	begin(&m);
	buf_byte(&b, 2);
	buf_byte(&b, sizeof names);
	buf_byte(&b, 0);
	buf_byte(&b, sizeof words / sizeof *words);
	buf_byte(&b, 0);
	buf_word(&b, PROCESSOR);
	buf_word(&b, OTHER);
	buf_word(&b, FG_Rename);
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		buf_word(&b, words[i]);
	buf_put(&b, names, sizeof names);
	for (size_t i = 0; i < b.len; i++)
		helios_callbacks.receive(m.s, b.data[i], m.now);
	buf_free(&b);
	b = take(&m);
	assert_int_equal(get32(b.data + 13), 0);
	buf_free(&b);
	assert_string_equal(ask_window(&m, FG_Create, "/window/x"), "00000000 /Cluster/IO/window/x");
	end(&m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(answers_in_order),
		cmocka_unit_test(answer_comes_too_late),
		cmocka_unit_test(windows_apart),
		cmocka_unit_test(renamed_processor),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("helios console", tests, NULL, NULL);
}
