/*
 * iserver.c - fuzz target: any sequence of frames to the host server.
 *
 * The input is cut into frames: a length byte, followed by that many bytes. Unless the length byte
 * is odd, the first two bytes of the frame are replaced by its correct length, so that most frames
 * are valid. Every frame must be answered by one well-formed reply, and no file outside the root
 * may be created, removed or changed.
 */
#include "sim/host/iserver/iserver.h"
#include "tests/temp.h"

#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONGEST_FILE = 1 << 16 };

static char top[TEMP_NAME]; /* holds root/ and kept */
static char root[sizeof top + 5];
static int home; /* top, opened */

static void
empty_root(void)
{
	DIR *d = opendir(root);
	struct dirent *e;

	while (d && (e = readdir(d)))
		if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
			unlinkat(dirfd(d), e->d_name, 0);
	if (d)
		closedir(d);
}

static void
clear(void)
{
	empty_root();
	unlinkat(home, "kept", 0);
	rmdir(root);
	rmdir(top);
}

static void
put(const char *name, const char *bytes, size_t n)
{
	int fd = openat(home, name, O_WRONLY | O_CREAT, 0666);

	if (fd < 0 || write(fd, bytes, n) != n)
		abort();
	close(fd);
}

/* A directory of our own, and a limit to the files that a program makes. */
static void
prepare(void)
{
	struct rlimit limit = {LONGEST_FILE, LONGEST_FILE};

	signal(SIGXFSZ, SIG_IGN);
	temp_directory(top);
	snprintf(root, sizeof root, "%s/root", top);
	home = open(top, O_RDONLY | O_DIRECTORY);
	if (home < 0 || mkdir(root, 0777) != 0)
		abort();
	atexit(clear);
	put("kept", "kept", 4);
	setrlimit(RLIMIT_FSIZE, &limit);
}

/* The root: two files, and two ways out. */
static void
fill_root(void)
{
	empty_root();
	put("root/f", "one\ntwo\n", 8);
	put("root/r", "\1\0\0\0a\1\0\0\0", 9);
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

static void
request(Iserver *s, uint8_t *frame, size_t n, Time now)
{
	Buf reply = {0};
	int size = iserver_frame_size(frame, n);

	assert(size == ISERVER_REFUSED || size == 0 || size >= 8);
	iserver_request(s, frame, n, now, &reply);
	assert(reply.len >= 3 && reply.len <= 2 + ISERVER_MAX);
	assert((reply.data[0] | reply.data[1] << 8) == reply.len - 2);
	buf_free(&reply);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static char *words[] = {"iserver", "boot", "argument", NULL};
	static char *env[] = {"ITERM=vt100", NULL};
	IserverOptions o = {.root = root, .words = words, .nwords = 3, .nserver = 2, .env = env};
	static bool prepared;
	TypeOptions types = {0};
	Iserver *s;
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
	o.out = o.err = open("/dev/null", O_WRONLY);
	s = iserver_new(&o);
	while (n > 0) {
		size_t size = data[0] < n ? data[0] : n - 1;
		uint8_t frame[256];

		memcpy(frame, data + 1, size);
		if (size >= 2 && size % 2 == 0) {
			frame[0] = size - 2;
			frame[1] = 0;
		}
		request(s, frame, size, now);
		now += 1000000000;
		data += 1 + size;
		n -= 1 + size;
	}
	iserver_free(s);
	typist_free(o.typist);
	type_options_free(&types);
	close(o.in);
	close(o.out);
	check_outside();
	return 0;
}
