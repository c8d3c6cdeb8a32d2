/*
 * helios.c - fuzz target: any bytes to the server of Helios.
 *
 * The input is cut into pieces: a length byte, followed by that many bytes. Unless the length byte
 * is odd, the piece becomes a message whose header says its true sizes, so that most messages are
 * valid: its first bytes are the port, the function and the control words. What the server gives
 * must be small, and no file outside the root may be created, removed or changed.
 */
#include "sim/host/helios/helios.h"
#include "tests/temp.h"

#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	QUOTA = 1 << 16,
	MOST = 32 << 20, /* bytes of all answers to one input */
	CONTROLS = 8,
};

static char top[TEMP_NAME]; /* holds root/ and kept */
static char root[sizeof top + 5];
static int home; /* top, opened */

static void
remove_tree(int parent, const char *name)
{
	int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
	DIR *d = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *e;

	while (d && (e = readdir(d)))
		if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
			remove_tree(fd, e->d_name);
	if (d)
		closedir(d);
	unlinkat(parent, name, fd < 0 ? 0 : AT_REMOVEDIR);
}

static void
clear(void)
{
	remove_tree(home, "root");
	remove_tree(home, "kept");
	rmdir(top);
}

static void
put(const char *name, const char *bytes, size_t n)
{
	int fd = openat(home, name, O_WRONLY | O_CREAT | O_TRUNC, 0666);

	if (fd < 0 || write(fd, bytes, n) != n)
		abort();
	close(fd);
}

static void
prepare(void)
{
	temp_directory(top);
	snprintf(root, sizeof root, "%s/root", top);
	home = open(top, O_RDONLY | O_DIRECTORY);
	if (home < 0)
		abort();
	atexit(clear);
	put("kept", "kept", 4);
}

/* fill_root: a system with the smallest files, and two ways out. */
static void
fill_root(void)
{
	remove_tree(home, "root");
	if (mkdir(root, 0777) != 0 || mkdirat(home, "root/lib", 0777) != 0)
		abort();
	put("root/lib/nboot.i", "\0\0\0\0\0\0\0\0\2\0\0\0ab", 14);
	put("root/lib/nucleus", "nucleus", 7);
	put("root/f", "one\ntwo\n", 8);
	if (symlinkat("..", home, "root/up") != 0 || symlinkat("../kept", home, "root/l") != 0)
		abort();
}

static void
check_outside(void)
{
	DIR *d = opendir(top);
	char kept[5];
	int fd = openat(home, "kept", O_RDONLY), n = 0;

	assert(fd >= 0 && read(fd, kept, sizeof kept) == 4 && memcmp(kept, "kept", 4) == 0);
	close(fd);
	while (readdir(d))
		n++;
	closedir(d);
	assert(n == 4); /* . .. root kept */
}

/* as_message: the packet of a message with these bytes. */
static void
as_message(Buf *packet, const uint8_t *bytes, size_t n)
{
	size_t head = n < 3 ? n : 3, controls = (n - head) / 4;
	uint8_t first[3] = {0};

	memcpy(first, bytes, head);
	if (controls > CONTROLS)
		controls = CONTROLS;
	n -= head + controls;
	buf_byte(packet, 2);
	buf_byte(packet, n);
	buf_byte(packet, n >> 8);
	buf_byte(packet, controls);
	buf_byte(packet, 0);
	buf_word(packet, first[0] & 0x80 ? 0x100 + (first[0] & 7) : first[0] & 7);
	buf_word(packet, 0x80000001);
	buf_word(packet, (first[1] & 1 ? 0x60000000 : 0) | (first[1] & 0xF0) << 8 | first[2] << 4);
	for (size_t i = 0; i < controls; i++)
		buf_word(packet, bytes[head + i]);
	buf_put(packet, bytes + head + controls, n);
}

static void
send(Helios *s, const Buf *packet, Time now)
{
	for (size_t i = 0; i < packet->len; i++)
		helios_callbacks.receive(s, packet->data[i], now);
}

static size_t
take(Helios *s)
{
	size_t all = 0, last;
	Buf given = {0};

	do {
		last = given.len;
		helios_callbacks.give(s, &given);
		all = given.len;
	} while (all > last);
	buf_free(&given);
	return all;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	HeliosOptions o = {.root = root, .quota = QUOTA};
	static bool prepared;
	TypeOptions types = {0};
	size_t given = 0;
	Helios *s;
	Time now = 0;

	if (!prepared)
		prepare();
	prepared = true;
	fill_root();
	if (n > 0 && data[0] & 1) {
		type_option(&types, "a=bc\\r");
		o.typist = typist_new(&types);
	}
	o.in = openat(home, "kept", O_RDONLY);
	o.out = open("/dev/null", O_WRONLY);
	s = helios_new(&o);
	while (n > 0 && given < MOST) {
		size_t size = data[0] < n ? data[0] : n - 1;
		Buf packet = {0};

		if (size % 2 == 0)
			as_message(&packet, data + 1, size);
		else
			buf_put(&packet, data + 1, size);
		send(s, &packet, now);
		buf_free(&packet);
		given += take(s);
		now += 1000000000;
		if (helios_callbacks.wakes(s) != NEVER)
			helios_callbacks.wake(s, now += 2000000000000, false);
		data += 1 + size;
		n -= 1 + size;
	}
	helios_free(s);
	typist_free(o.typist);
	type_options_free(&types);
	close(o.in);
	close(o.out);
	check_outside();
	return 0;
}
