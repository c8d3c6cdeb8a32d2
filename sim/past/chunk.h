/*
 * chunk.h - the file of a recording: a line that identifies it, then chunks, each with its own
 * hash.
 *
 *      kind, number of bytes, number of packed bytes (wire.h); hash of the packed bytes (64 bits);
 *      the bytes, packed by zstd
 *
 * A file that ends within a chunk, because its writer was killed or a disk was full, is valid up to
 * the end of the previous chunk.
 */
#ifndef CHUNK_H
#define CHUNK_H

#include "base/base.h"

typedef enum ChunkKind {
	CHUNK_MACHINE = 1, /* the topology's text; the first chunk */
	CHUNK_HEAD,     /* the command and inputs; the second chunk */
	CHUNK_COPIES,   /* bytes of kept files, one after the other */
	/* for each kept file: role, name, number of its CHUNK_COPIES, offset there, size */
	CHUNK_FILES,
	/* an addition to a text: name; 1 if it replaces the text, otherwise 0; bytes */
	CHUNK_TEXT,
	/* bytes of long orders in the next CHUNK_TAPE: programs, and input */
	CHUNK_SENT,
	/*
	 * the answers and acts since the last CHUNK_TAPE (tape.h), the time up to which they reach,
	 * and notes
	 */
	CHUNK_TAPE,
	CHUNK_PAGES, /* pages of memory */
	CHUNK_MOMENT, /* a saved state of the network (moments.h) */
	CHUNK_ORDERS,   /* orders to the ends of links since the last moment (orders.h) */
	CHUNK_END,      /* how the run ended; the last chunk */
	CHUNK_LAST,     /* the run's end as a moment; before CHUNK_END, if there are moments */
	NCHUNKKINDS,
} ChunkKind;

#define CHUNK_FORMAT "3" /* version of the format, in the file's first line */

enum { MAX_COPY = 1 << 28 }; /* bytes of a file that is kept, at most */

/* ---- chunk.c ---- */

/* A file being written. */
typedef struct ChunkFile ChunkFile;

/*
 * chunk_create: create a file. A failure to create or write the file is fatal. If the file is
 * optional, a failure only causes a warning; afterwards nothing is written, and chunk_failed is
 * true.
 */
ChunkFile *chunk_create(const char *name, bool optional);
/*
 * chunk_put: write the bytes as a chunk, and flush the file. Bytes that are also in `known` take
 * hardly any space in the file.
 */
void chunk_put(ChunkFile *f, ChunkKind kind, Buf bytes, Buf known);
/* chunk_failed: true if a failure to write an optional file has ended its writing. */
bool chunk_failed(const ChunkFile *f);
/* chunk_close: close the file; a failure is treated as by chunk_create. */
void chunk_close(ChunkFile *f);

/*
 * known_add: append the bytes of a file that is kept with a recording to `known`, which takes at
 * most 64 MB of all files.
 */
void known_add(Buf *known, Buf bytes);

/* A chunk in a file that is read. */
typedef struct Chunk {
	ChunkKind kind;
	uint32_t nbytes; /* size when unpacked */
	uint64_t at; /* offset of its head in the file */
	uint64_t end; /* offset of the byte after it */
} Chunk;

/* A file being read. */
typedef struct ChunkReader ChunkReader;

/* chunk_is_file: true if the file begins as a recording of any version. */
bool chunk_is_file(const char *name);
/*
 * chunk_open: a reader of a file's bytes, which it takes over; name is for messages. If the bytes
 * are not such a file, that is the user's mistake (fatal). Released by chunk_reader_free.
 */
ChunkReader *chunk_open(const char *name, Buf bytes);
void chunk_reader_free(ChunkReader *r);
/*
 * chunk_next: find the next chunk. Returns false if no complete chunk follows; then *cut tells
 * whether there are more bytes.
 */
bool chunk_next(ChunkReader *r, Chunk *c, bool *cut);
/* chunk_rewind: let chunk_next find the first chunk again. */
void chunk_rewind(ChunkReader *r);
/* chunk_digest: set digest[] to a hash of all bytes of the file. */
void chunk_digest(const ChunkReader *r, uint64_t digest[2]);
/*
 * chunk_read: unpack the bytes of a chunk, which the caller frees; known: the bytes given to
 * chunk_put. Returns false if the chunk is damaged, or `known` differs.
 */
bool chunk_read(const ChunkReader *r, const Chunk *c, Buf known, Buf *out);

#endif
