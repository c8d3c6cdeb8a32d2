/*
 * chunk.c - chunks of a recording's file.
 */
#include "chunk.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

enum {
	HEAD = 20,              /* bytes before those packed */
	LEVEL = 1,              /* of zstd: the fastest */
	MAX_CHUNK = 1 << 28,    /* bytes, unpacked */
};

static const char magic[] = "trellis recording 1\n";

/* ---- writing ---- */

struct ChunkFile {
	char *name;
	FILE *f;
};

static void
put(ChunkFile *f, const void *p, size_t n)
{
	if (n > 0 && fwrite(p, 1, n, f->f) != n)
		fatal("cannot write %s:", f->name);
}

static void
flush(ChunkFile *f)
{
	if (fflush(f->f) != 0)
		fatal("cannot write %s:", f->name);
}

ChunkFile *
chunk_create(const char *name)
{
	ChunkFile *f = xcalloc(1, sizeof *f);

	f->name = xstrdup(name);
	f->f = fopen(name, "wbe");
	if (!f->f)
		fatal("cannot write %s:", name);
	put(f, magic, sizeof magic - 1);
	flush(f);
	return f;
}

void
chunk_put(ChunkFile *f, ChunkKind kind, Buf bytes)
{
	size_t room = ZSTD_compressBound(bytes.len), n;
	uint8_t *packed = xmalloc(room), head[HEAD];
	uint64_t hash;

	n = ZSTD_compress(packed, room, bytes.data, bytes.len, LEVEL);
	assert(!ZSTD_isError(n) && bytes.len <= MAX_CHUNK);
	hash = XXH3_64bits(packed, n);
	put32(head, kind);
	put32(head + 4, bytes.len);
	put32(head + 8, n);
	put32(head + 12, hash);
	put32(head + 16, hash >> 32);
	put(f, head, sizeof head);
	put(f, packed, n);
	flush(f);
	free(packed);
}

void
chunk_close(ChunkFile *f)
{
	if (fclose(f->f) != 0)
		fatal("cannot write %s:", f->name);
	free(f->name);
	free(f);
}

/* ---- reading ---- */

struct ChunkReader {
	char *name;
	Buf bytes;
	size_t at; /* of the next chunk */
};

ChunkReader *
chunk_open(const char *name, Buf bytes)
{
	ChunkReader *r = xcalloc(1, sizeof *r);

	*r = (ChunkReader){.name = xstrdup(name), .bytes = bytes, .at = sizeof magic - 1};
	if (bytes.len < sizeof magic - 1 || memcmp(bytes.data, magic, sizeof magic - 1) != 0) {
		chunk_reader_free(r);
		fatal("%s: not a recording of this version; 'trellis run --record DIR' makes one",
			name);
	}
	return r;
}

void
chunk_reader_free(ChunkReader *r)
{
	buf_free(&r->bytes);
	free(r->name);
	free(r);
}

/*
 * packed: of a chunk whose head is there; false: it does not end in the file, or is not what was
 * written.
 */
static bool
packed(const ChunkReader *r, uint64_t at, const uint8_t **p, uint32_t *n)
{
	const uint8_t *head = r->bytes.data + at;

	*p = head + HEAD;
	*n = get32(head + 8);
	if (*n > r->bytes.len - at - HEAD)
		return false;
	return XXH3_64bits(*p, *n) == (get32(head + 12) | (uint64_t)get32(head + 16) << 32);
}

bool
chunk_next(ChunkReader *r, Chunk *c, bool *cut)
{
	const uint8_t *p;
	uint32_t n;

	*cut = r->at < r->bytes.len;
	if (r->bytes.len - r->at < HEAD || !packed(r, r->at, &p, &n))
		return false;
	*c = (Chunk){.kind = get32(r->bytes.data + r->at),
		.nbytes = get32(r->bytes.data + r->at + 4), .at = r->at};
	if (c->nbytes > MAX_CHUNK)
		return false;
	*cut = false;
	r->at += HEAD + n;
	return true;
}

bool
chunk_read(const ChunkReader *r, const Chunk *c, Buf *out)
{
	const uint8_t *p;
	uint32_t n;

	if (!packed(r, c->at, &p, &n) || ZSTD_getFrameContentSize(p, n) != c->nbytes)
		return false;
	out->data = xrealloc(out->data, (size_t)c->nbytes + 1);
	out->cap = (size_t)c->nbytes + 1;
	out->len = c->nbytes;
	return ZSTD_decompress(out->data, c->nbytes, p, n) == c->nbytes;
}
