/*
 * chunk.c - chunks of a recording's file.
 */
#include "chunk.h"

#include "base/files.h"
#include "base/wire.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

enum {
	SMALL_CHUNK = 1 << 14,        /* bytes of a small chunk, at most */
	SMALL_LEVEL = 19,       /* zstd's level for a small chunk: as small as possible */
	KNOWN_LEVEL = 3,        /* zstd's level for a chunk with known bytes */
	LEVEL = 1,              /* zstd's level for other chunks: as fast as possible */
	WINDOW_LOG = 27,        /* log2 of zstd's window; every zstd can read this */
	MAX_CHUNK = MAX_COPY,   /* bytes, unpacked */
	MAX_KNOWN = 1 << 26,    /* bytes of known files (known_add) */
};

#define BEGIN "trellis recording " /* the first bytes of a recording of any version */

static const char magic[] = BEGIN CHUNK_FORMAT "\n";

/* ---- writing ---- */

struct ChunkFile {
	char *name;
	FILE *f; /* NULL: an optional file that could not be written */
	bool optional, failed; /* see chunk_create */
};

/* handle_failure: report that the file cannot be written; if it is optional, write nothing more. */
static void
handle_failure(ChunkFile *f)
{
	f->failed = true;
	if (!f->optional)
		fatal("cannot write %s:", f->name);
	warning("cannot write %s: %s; the run is not recorded", f->name, strerror(errno));
	if (f->f)
		fclose(f->f);
	f->f = NULL;
}

/* put_to_file: write n bytes; a failure ends the file (handle_failure). */
static void
put_to_file(ChunkFile *f, const void *p, size_t n)
{
	if (f->f && n > 0 && fwrite(p, 1, n, f->f) != n)
		handle_failure(f);
}

/* flush_file: let the file contain all that was written. */
static void
flush_file(ChunkFile *f)
{
	if (f->f && fflush(f->f) != 0)
		handle_failure(f);
}

ChunkFile *
chunk_create(const char *name, bool optional)
{
	ChunkFile *f = xcalloc(1, sizeof *f);

	*f = (ChunkFile){.name = xstrdup(name), .f = fopen(name, "wbe"), .optional = optional};
	if (!f->f)
		handle_failure(f);
	put_to_file(f, magic, sizeof magic - 1);
	flush_file(f);
	return f;
}

/* compression_level: zstd's level for a chunk; small chunks are packed best, as there are many. */
static int
compression_level(Buf bytes, Buf known)
{
	if (bytes.len <= SMALL_CHUNK)
		return SMALL_LEVEL;
	return known.len > 0 ? KNOWN_LEVEL : LEVEL;
}

/* pack_chunk: pack bytes into `packed`, whose `room` is always enough. Returns the packed size. */
static size_t
pack_chunk(uint8_t *packed, size_t room, Buf bytes, Buf known)
{
	ZSTD_CCtx *z = ZSTD_createCCtx();
	size_t n;

	assert(z && bytes.len <= MAX_CHUNK);
	ZSTD_CCtx_setParameter(z, ZSTD_c_compressionLevel, compression_level(bytes, known));
	if (known.len > 0) {
		ZSTD_CCtx_setParameter(z, ZSTD_c_windowLog, WINDOW_LOG);
		ZSTD_CCtx_refPrefix(z, known.data, known.len);
	}
	n = ZSTD_compress2(z, packed, room, bytes.data, bytes.len);
	assert(!ZSTD_isError(n));
	ZSTD_freeCCtx(z);
	return n;
}

void
chunk_put(ChunkFile *f, ChunkKind kind, Buf bytes, Buf known)
{
	size_t room = ZSTD_compressBound(bytes.len), n;
	uint8_t *packed = xmalloc(room);
	Buf head = {0};

	n = pack_chunk(packed, room, bytes, known);
	put_number(&head, kind);
	put_number(&head, bytes.len);
	put_number(&head, n);
	put_hash(&head, XXH3_64bits(packed, n));
	put_to_file(f, head.data, head.len);
	put_to_file(f, packed, n);
	flush_file(f);
	buf_free(&head);
	free(packed);
}

bool
chunk_failed(const ChunkFile *f)
{
	return f->failed;
}

void
known_add(Buf *known, Buf bytes)
{
	if (bytes.len <= MAX_KNOWN - known->len && bytes.len > 0)
		buf_put(known, bytes.data, bytes.len);
}

void
chunk_close(ChunkFile *f)
{
	FILE *file = f->f;

	f->f = NULL;
	if (file && fclose(file) != 0)
		handle_failure(f);
	free(f->name);
	free(f);
}

/* ---- reading ---- */

struct ChunkReader {
	char *name;
	Buf bytes;
	size_t at;       /* offset of the next chunk */
	ZSTD_DCtx *zstd; /* one for all chunks: a new one touches new memory each time */
};

bool
chunk_is_file(const char *name)
{
	char begin[sizeof BEGIN];
	FILE *f = file_is_directory(name) ? NULL : fopen(name, "rbe");
	bool is = f && fread(begin, 1, strlen(BEGIN), f) == strlen(BEGIN)
		&& memcmp(begin, BEGIN, strlen(BEGIN)) == 0;

	if (f)
		fclose(f);
	return is;
}

/*
 * refuse_file: report that the bytes, which are freed, are not a recording of this version; fatal.
 */
static _Noreturn void
refuse_file(const char *name, Buf bytes)
{
	char version[10] = "";

	buf_byte(&bytes, '\0');
	sscanf((char *)bytes.data, BEGIN "%9[0-9]\n", version);
	buf_free(&bytes);
	if (*version)
		fatal("%s: a recording in format %s; this version of trellis reads format "
			CHUNK_FORMAT ": record the run again", name, version);
	fatal("%s: not a recording; 'trellis run --record FILE' makes one", name);
}

ChunkReader *
chunk_open(const char *name, Buf bytes)
{
	ChunkReader *r;

	if (bytes.len < sizeof magic - 1 || memcmp(bytes.data, magic, sizeof magic - 1) != 0)
		refuse_file(name, bytes);
	r = xcalloc(1, sizeof *r);
	*r = (ChunkReader){.name = xstrdup(name), .bytes = bytes, .at = sizeof magic - 1,
		.zstd = ZSTD_createDCtx()};
	assert(r->zstd);
	return r;
}

void
chunk_reader_free(ChunkReader *r)
{
	ZSTD_freeDCtx(r->zstd);
	buf_free(&r->bytes);
	free(r->name);
	free(r);
}

/*
 * find_chunk: read the chunk's head at `at`, and find its packed bytes. Returns false if the chunk
 * is damaged, or the file ends before the chunk does.
 */
static bool
find_chunk(const ChunkReader *r, uint64_t at, Chunk *c, const uint8_t **packed, size_t *n)
{
	WireReader w = {r->bytes.data + at, r->bytes.data + r->bytes.len, false};
	uint64_t hash;

	*c = (Chunk){.at = at, .kind = get_number(&w), .nbytes = get_below(&w, MAX_CHUNK + 1)};
	*n = get_number(&w);
	hash = get_hash(&w);
	*packed = w.p;
	c->end = w.p + *n - r->bytes.data;
	return !w.bad && *n <= (size_t)(w.end - w.p) && XXH3_64bits(w.p, *n) == hash;
}

bool
chunk_next(ChunkReader *r, Chunk *c, bool *cut)
{
	const uint8_t *packed;
	size_t n;

	*cut = r->at < r->bytes.len;
	if (!find_chunk(r, r->at, c, &packed, &n))
		return false;
	*cut = false;
	r->at = c->end;
	return true;
}

void
chunk_rewind(ChunkReader *r)
{
	r->at = sizeof magic - 1;
}

void
chunk_digest(const ChunkReader *r, uint64_t digest[2])
{
	XXH128_hash_t hash = XXH3_128bits(r->bytes.data, r->bytes.len);

	digest[0] = hash.high64;
	digest[1] = hash.low64;
}

/*
 * unpack_chunk: unpack n bytes into `out`, which has room for the result; false if they are
 * damaged.
 */
static bool
unpack_chunk(const ChunkReader *r, Buf *out, const uint8_t *packed, size_t n, Buf known)
{
	ZSTD_DCtx_reset(r->zstd, ZSTD_reset_session_only);
	ZSTD_DCtx_refPrefix(r->zstd, known.data, known.len);
	return ZSTD_decompressDCtx(r->zstd, out->data, out->len, packed, n) == out->len;
}

bool
chunk_read(const ChunkReader *r, const Chunk *c, Buf known, Buf *out)
{
	const uint8_t *packed;
	size_t n;
	Chunk again;

	if (!find_chunk(r, c->at, &again, &packed, &n)
		|| ZSTD_getFrameContentSize(packed, n) != c->nbytes)
		return false;
	out->data = xrealloc(out->data, (size_t)c->nbytes + 1);
	out->cap = (size_t)c->nbytes + 1;
	out->len = c->nbytes;
	return unpack_chunk(r, out, packed, n, known);
}
