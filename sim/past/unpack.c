/*
 * unpack.c - writes the texts of a recording, and the files kept with it, to a folder of the cache.
 *
 * The folder's name depends on the recording's bytes and on this program. The reason: commands also
 * keep data there that they derive from the recording, and another version may derive other data.
 */
#include "recording.h"

#include "base/cache.h"
#include "base/files.h"
#include "record.h"
#include "runs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_RECORDING ((size_t)1 << 40) /* bytes */
#define UNPACKED "unpacked" /* the file that is written last: it marks a complete folder */

static const Buf no_bytes;

const char *const recording_texts[RECORDING_NTEXTS] = {
#define X(name, what) name,
	RECORDING_TEXTS(X)
#undef X
};

int
recording_text(const char *name, size_t n)
{
	for (int i = 0; i < RECORDING_NTEXTS; i++)
		if (strlen(recording_texts[i]) == n && memcmp(recording_texts[i], name, n) == 0)
			return i;
	return -1;
}

/* ---- texts ---- */

/* The texts of a recording, while they are unpacked. */
typedef struct Unpacker {
	const char *name; /* name of the recording's file */
	const char *folder;
	Buf texts[RECORDING_NTEXTS];
	Buf bytes; /* of a chunk */
} Unpacker;

Buf
recording_bytes(const char *name)
{
	char *named = runs_find(name), *outcomes = xasprintf("%s/outcomes", named);
	Buf bytes;

	if (access(outcomes, F_OK) == 0)
		fatal("%s is a directory with a recording of each outcome: name one of them, such "
			"as %s/1; %s says which they are", named, named, outcomes);
	free(outcomes);
	if (file_is_directory(named))
		fatal("%s is a directory, and a recording is a file; earlier versions of trellis "
			"recorded into directories: record the run again", named);
	bytes = file_read(named, MAX_RECORDING);
	free(named);
	return bytes;
}

/* write_file: write a file into the folder. */
static void
write_file(const Unpacker *u, const char *name, Buf bytes)
{
	char *path = xasprintf("%s/%s", u->folder, name);

	file_write(path, bytes.data, bytes.len);
	free(path);
}

/* add_text: append the bytes of a chunk to the text that it names, or replace the text. */
static void
add_text(Unpacker *u)
{
	WireReader b = {u->bytes.data, u->bytes.data + u->bytes.len, false};
	size_t n;
	const uint8_t *name = get_bytes(&b, &n);
	bool anew = get_below(&b, 2);
	int number = b.bad ? -1 : recording_text((const char *)name, n);

	if (number < 0)
		fatal("%s is damaged: a text has an unknown name; record the run again", u->name);
	if (anew)
		u->texts[number].len = 0;
	buf_put(&u->texts[number], b.p, b.end - b.p);
}

/* unpack_texts: collect the texts of the recording and write each into a file. */
static void
unpack_texts(Unpacker *u, ChunkReader *r)
{
	Chunk c = {0};
	bool cut;

	chunk_rewind(r);
	while (c.kind != CHUNK_END && chunk_next(r, &c, &cut)) {
		if (c.kind != CHUNK_TEXT)
			continue;
		if (!chunk_read(r, &c, no_bytes, &u->bytes))
			fatal("%s is damaged: a text; record the run again", u->name);
		add_text(u);
	}
	for (int i = 0; i < RECORDING_NTEXTS; i++)
		if (u->texts[i].len > 0)
			write_file(u, recording_texts[i], u->texts[i]);
	write_file(u, UNPACKED, no_bytes);
	for (int i = 0; i < RECORDING_NTEXTS; i++)
		buf_free(&u->texts[i]);
	buf_free(&u->bytes);
}

/* ---- the folder ---- */

/* recording_folder: the cache's folder for a recording and this version of the program. */
static char *
recording_folder(const ChunkReader *r)
{
	struct stat self = {0};
	uint64_t digest[2];
	char key[80];

	stat("/proc/self/exe", &self);
	chunk_digest(r, digest);
	snprintf(key, sizeof key, "%016" PRIx64 "%016" PRIx64 "-%jx-%jx%lx", digest[0], digest[1],
		(uintmax_t)self.st_size, (uintmax_t)self.st_mtim.tv_sec, self.st_mtim.tv_nsec);
	return cache_folder(key);
}

char *
recording_unpack(ChunkReader *r, const char *name)
{
	char *folder = recording_folder(r), *unpacked = xasprintf("%s/" UNPACKED, folder);

	if (access(unpacked, F_OK) != 0)
		unpack_texts(&(Unpacker){.name = name, .folder = folder}, r);
	free(unpacked);
	return folder;
}

/* ---- files ---- */

/*
 * write_copy: write a kept file to `path`. `piece` holds the unpacked chunk number *read; if the
 * file is in another chunk, that one is read into `piece` first.
 */
static void
write_copy(const RecordingCopies *c, const RecordingCopy *copy, const char *path, uint32_t *read,
	Buf *piece)
{
	if (copy->piece != *read && !chunk_read(c->file, &c->pieces[copy->piece], no_bytes, piece))
		fatal("%s is damaged: a file in it; record the run again", c->name);
	*read = copy->piece;
	file_write(path, piece->data + copy->at, copy->nbytes);
}

void
recording_unpack_copies(const RecordingCopies *c, const char *folder, RecordedFile *files)
{
	char *below = xasprintf("%s/files", folder);
	uint32_t read = NOWHERE;
	Buf piece = {0};

	directory_make(below);
	for (uint32_t i = 0; i < c->n; i++) {
		const RecordingCopy *copy = &c->copy[i];
		char *path = xasprintf("%s/%" PRIu32 "-%" PRIu32, below, copy->piece, copy->at);

		if (access(path, F_OK) != 0)
			write_copy(c, copy, path, &read, &piece);
		files[i].path = path;
	}
	buf_free(&piece);
	free(below);
}

char *
past_unpack(const char *name)
{
	ChunkReader *r = chunk_open(name, recording_bytes(name));
	char *folder = recording_unpack(r, name);

	chunk_reader_free(r);
	return folder;
}
