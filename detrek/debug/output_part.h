/*
 * output_part.h - the part of the run's output that a question is about: NAME:OFFSET or
 * NAME:LINE:COLUMN, a byte; NAME~TEXT, all bytes of a text; NAME@X,Y, a pixel. NAME is stdout, or
 * the file that the output was written to.
 */
#ifndef OUTPUT_PART_H
#define OUTPUT_PART_H

#include "session.h"

/* How the user names the part: by OFFSET, LINE:COLUMN, TEXT or X,Y. */
typedef enum PartKind { PART_BYTE, PART_COLUMN, PART_TEXT, PART_PIXEL } PartKind;

typedef struct OutputPart {
	PartKind kind;
	uint64_t offset;       /* of the byte */
	uint32_t line, column; /* from 1 */
	const char *text;      /* owned by the question or the session */
	uint32_t nth;          /* number of the text's occurrence, from 1; 0: not given */
	uint32_t x, y;         /* of the pixel */
} OutputPart;

/*
 * output_part_parse: true if the text names a part of the run's output; fails if its name is wrong.
 */
bool output_part_parse(Session *s, const char *text, OutputPart *part);
/* output_contains: true if the run's output contains the text. */
bool output_contains(Session *s, const char *text);

#endif
