/*
 * chunk.h - the file of a recording: a line that says what it is, then chunks, each whole in
 * itself.
 *
 *      kind, bytes, bytes packed (wire.h); hash of the packed bytes (64 bits); the bytes, packed
 *      by zstd
 *
 * A file that ends within a chunk, because its writer was killed or a disk was full, is good up to
 * the one before.
 */
#ifndef CHUNK_H
#define CHUNK_H

#include "base/base.h"

typedef enum ChunkKind {
	CHUNK_MACHINE = 1, /* the topology's text; the first */
	CHUNK_HEAD,     /* the command and inputs; the second chunk */
	CHUNK_COPIES,   /* bytes of files that are kept with it, one behind the other */
	/* of each of these files: role, name, number of its CHUNK_COPIES, place there, size */
	CHUNK_FILES,
	/* what a command has added: its name; 1 if it begins anew; bytes that follow the earlier */
	CHUNK_TEXT,
	/* bytes of long orders in the next tape: programs, and input as it was read */
	CHUNK_SENT,
	/* all acts on the network from the previous tape to a time, that time, and notes */
	CHUNK_TAPE,
	CHUNK_PAGES,    /* of memory */
	CHUNK_MOMENT,
	CHUNK_ORDERS,   /* orders to the ends of links since the last moment (orders.h) */
	CHUNK_END,      /* how the run ended; the last */
	CHUNK_LAST,     /* the run's end as a moment; before CHUNK_END, if there are moments */
	NCHUNKKINDS,
} ChunkKind;

#define CHUNK_FORMAT "3" /* its version, in the file's first line */

enum { MAX_COPY = 1 << 28 }; /* bytes of a file that is kept, at most */

/* ---- chunk.c ---- */

typedef struct ChunkFile ChunkFile;

/*
 * chunk_create: create a file; a failure of this, or of writing it, is fatal, unless the file is
 * optional: then nothing more is written, a warning says so, and chunk_failed is true. chunk_put:
 * write the bytes as a chunk. Bytes that are also in `known` take hardly any room in it.
 */
ChunkFile *chunk_create(const char *name, bool optional);
void chunk_put(ChunkFile *f, ChunkKind kind, Buf bytes, Buf known);
bool chunk_failed(const ChunkFile *f); /* could something not be written? */
void chunk_close(ChunkFile *f);

/*
 * known_add: append the bytes of a file that is kept with a recording to `known`; up to 64 MB of
 * all files.
 */
void known_add(Buf *known, Buf bytes);

/* A chunk in a file that is read. */
typedef struct Chunk {
	ChunkKind kind;
	uint32_t nbytes;
	uint64_t at; /* of its head */
	uint64_t end;
} Chunk;

typedef struct ChunkReader ChunkReader;

/*
 * chunk_open: a reader of a file's bytes, which it takes over; name is for messages. Bytes that are
 * not such a file are the user's mistake (fatal). Released by chunk_reader_free. chunk_is_file: the
 * first bytes are those of a recording, perhaps of another version.
 */
bool chunk_is_file(const char *name);
ChunkReader *chunk_open(const char *name, Buf bytes);
void chunk_reader_free(ChunkReader *r);
/*
 * chunk_next: false if no complete chunk follows; *cut: but there is something. chunk_rewind: the
 * next one is the first again. chunk_digest: of all bytes.
 */
bool chunk_next(ChunkReader *r, Chunk *c, bool *cut);
void chunk_rewind(ChunkReader *r);
void chunk_digest(const ChunkReader *r, uint64_t digest[2]);
/*
 * chunk_read: its bytes, the caller's to free; known: as in chunk_put. false: they are damaged, or
 * `known` is another one.
 */
bool chunk_read(const ChunkReader *r, const Chunk *c, Buf known, Buf *out);

#endif
