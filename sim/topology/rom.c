/*
 * rom.c - reads the images of the ROMs that nodes boot from.
 *
 * An image is the bytes of memory up to MostPos; its last two bytes are the first instruction. A
 * file that several nodes name is read once. The canonical text of a topology adds a hash of the
 * image to its name, so that a recording refuses an image that has changed since.
 */
#include "reading.h"
#include "topology_text.h"

#include "base/files.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

enum {
	HASH_DIGITS = 16, /* hexadecimal digits of a hash */
	MAX_PATH = 170, /* letters of an image's name, so that the canonical text can be read */
};

/*
 * rom_path: the absolute name of a file whose name is relative to the topology's; NULL on failure.
 */
static char *
rom_path(const Topology *t, const char *name)
{
	const char *slash = strrchr(t->file, '/');
	bool stream = strncmp(t->file, "/dev/", 5) == 0 || strncmp(t->file, "/proc/", 6) == 0;
	char *near = *name == '/' || !slash || stream ? xstrdup(name)
		: xasprintf("%.*s/%s", (int)(slash - t->file), t->file, name);
	char *path = realpath(near, NULL);

	free(near);
	return path;
}

/* has_hash: true if a name ends in @ and a hash; *n: the letters before it. */
static bool
has_hash(const char *name, size_t *n)
{
	size_t length = strlen(name);
	const char *at = name + length - HASH_DIGITS - 1;

	*n = length;
	if (length <= HASH_DIGITS + 1 || *at != '@'
		|| strspn(at + 1, "0123456789abcdef") != HASH_DIGITS)
		return false;
	*n = at - name;
	return true;
}

/* check_path: check that a file can be read, and that the canonical text can name it. */
static void
check_path(const Source *s, const char *name, const char *path)
{
	struct stat st;

	if (!path || stat(path, &st) != 0)
		fatal_at(s->file, s->line, "boot=rom:%s: %s", name, strerror(errno));
	if (!S_ISREG(st.st_mode))
		fatal_at(s->file, s->line, "boot=rom:%s is not a file", name);
	if (access(path, R_OK) != 0)
		fatal_at(s->file, s->line, "boot=rom:%s: %s", name, strerror(errno));
	if (strlen(path) > MAX_PATH || strpbrk(path, " \t\n#"))
		fatal_at(s->file, s->line, "boot=rom:%s: %s has %s; move it elsewhere", name, path,
			strlen(path) > MAX_PATH ? "too long a name" : "a blank or # in its name");
	if (st.st_size > ROM_MAX)
		fatal_at(s->file, s->line, "boot=rom:%s has %lld bytes; the limit is %d", name,
			(long long)st.st_size, ROM_MAX);
}

/* check_image: check that an image consists of words, and that its first instruction jumps back. */
static void
check_image(const Source *s, const char *name, const Buf *b)
{
	if (b->len >= 4 && memcmp(b->data, "\177ELF", 4) == 0)
		fatal_at(s->file, s->line, "boot=rom:%s is an ELF file; a ROM is the bytes of "
			"memory alone, as trellis as --flat writes them", name);
	if (b->len == 0 || b->len % 4 != 0)
		fatal_at(s->file, s->line, "boot=rom:%s has %zu bytes; a ROM consists of words of "
			"4 bytes and ends at 7fffffff, so fill up its beginning", name, b->len);
	if (b->data[b->len - 2] >> 4 != 6 || b->data[b->len - 1] >> 4 != 0)
		warning_at(s->file, s->line, "boot=rom:%s: the processor begins at its last two "
			"bytes, which should be a backward jump", name);
}

/* rom_new: append a ROM without an image to the topology, which owns it. */
static Rom *
rom_new(Topology *t, char *path)
{
	Rom *r = xcalloc(1, sizeof *r);

	r->path = path;
	t->roms = list_more(t->roms, t->nroms, sizeof *t->roms);
	t->roms[t->nroms++] = r;
	return r;
}

/* rom_load: the ROM of a file, which is read if it is new; the topology owns `path`. */
static Rom *
rom_load(Topology *t, const Source *s, const char *name, char *path)
{
	Rom *r;

	for (uint32_t i = 0; path && i < t->nroms; i++) {
		if (strcmp(t->roms[i]->path, path) == 0 && t->roms[i]->image.len > 0) {
			free(path);
			return t->roms[i];
		}
	}
	r = rom_new(t, path);
	check_path(s, name, path);
	r->image = file_read(path, ROM_MAX);
	check_image(s, name, &r->image);
	r->hash = XXH3_64bits(r->image.data, r->image.len);
	return r;
}

const Rom *
rom_read(Topology *t, const Source *s, const char *name)
{
	char file[MAX_TOKEN + 1];
	size_t n;
	bool hashed = has_hash(name, &n);
	Rom *r;

	memcpy(file, name, n);
	file[n] = '\0';
	r = rom_load(t, s, file, rom_path(t, file));
	if (hashed && r->hash != strtoull(name + n + 1, NULL, 16))
		fatal_at(s->file, s->line, "%s has changed since this machine was written down",
			file);
	return r;
}

void
rom_print(const Rom *r, Buf *out)
{
	buf_printf(out, " boot=rom:%s@%016" PRIx64, r->path, r->hash);
}

void
roms_free(Topology *t)
{
	for (uint32_t i = 0; i < t->nroms; i++) {
		free(t->roms[i]->path);
		buf_free(&t->roms[i]->image);
		free(t->roms[i]);
	}
	free(t->roms);
}
