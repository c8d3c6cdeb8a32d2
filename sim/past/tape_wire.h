/* tape_wire.h - writes a tape to the bytes of a recording, and reads it, piece by piece. */
#ifndef TAPE_WIRE_H
#define TAPE_WIRE_H

#include "rows.h"

/*
 * How much of a tape has been written. The counts include answers and acts that the tape has
 * dropped since.
 */
typedef struct TapeWritten {
	uint32_t *answers; /* [track] number of answers */
	uint64_t *numbers; /* [track] the number of the last answer's outcome */
	uint32_t acts;     /* number of acts */
	Time act_at;       /* time of the last act */
	Rows *rows;        /* recent answers, and the bytes of long orders */
} TapeWritten;

/* tape_written_init: note that nothing of the tape has been written. */
void tape_written_init(TapeWritten *d, const Tape *t);
void tape_written_free(TapeWritten *d);
/*
 * tape_write: write the additions to a tape since *done, and update *done; bytes of long orders go
 * to done->rows->sent.
 */
void tape_write(const Tape *t, TapeWritten *done, Buf *out);
/*
 * tape_read: read additions into a tape, with the bytes of long orders in done->rows->sent; false
 * if they are not valid.
 */
bool tape_read(Tape *t, TapeWritten *done, WireReader *r);
/* tape_unwritten: the approximate size in bytes of the additions since *done. */
size_t tape_unwritten(const Tape *t, const TapeWritten *done);

#endif
