/*
 * chunk.h - the file of a recording: a line that says what it is, then chunks, each whole in
 * itself.
 *
 *      kind, bytes, bytes packed (32 bits each); hash of the packed bytes (64 bits); the bytes,
 *      packed by zstd
 *
 * A file that ends within a chunk, because its writer was killed or a disk was full, is good up to
 * the one before.
 */
#ifndef CHUNK_H
#define CHUNK_H

#include "base/base.h"

typedef enum ChunkKind {
	CHUNK_HEAD = 1, /* what was run; the first */
	CHUNK_FILE,     /* a file kept with it: role, name, hash, size */
	/* what acted on the network since the one before, and until when that is all */
	CHUNK_TAPE,
	CHUNK_PAGES,    /* of memory */
	CHUNK_MOMENT,
	CHUNK_END,      /* how the run ended; the last */
} ChunkKind;

/* ---- chunk.c ---- */

typedef struct ChunkFile ChunkFile;

/*
 * chunk_create: a new file; failure here, or of writing it, is fatal. chunk_put: a copy of the
 * bytes.
 */
ChunkFile *chunk_create(const char *name);
void chunk_put(ChunkFile *f, ChunkKind kind, Buf bytes);
void chunk_close(ChunkFile *f);

/* A chunk in a file that is read. */
typedef struct Chunk {
	ChunkKind kind;
	uint32_t nbytes;
	uint64_t at; /* of its head */
} Chunk;

typedef struct ChunkReader ChunkReader;

/*
 * chunk_open: of a file's bytes, which become the result's; name is for messages. What is none is
 * the user's mistake (fatal). Released by chunk_reader_free.
 */
ChunkReader *chunk_open(const char *name, Buf bytes);
void chunk_reader_free(ChunkReader *r);
/* chunk_next: false if no complete chunk follows; *cut: but there is something. */
bool chunk_next(ChunkReader *r, Chunk *c, bool *cut);
/* chunk_read: its bytes, the caller's to free; false: they are damaged. */
bool chunk_read(const ChunkReader *r, const Chunk *c, Buf *out);

#endif
