/*
 * source_match.h - which lines of two versions of a source file correspond, as diff finds them.
 */
#ifndef SOURCE_MATCH_H
#define SOURCE_MATCH_H

#include "flowback.h"

typedef struct SourceMatch SourceMatch;

/* source_match_new: the two ways to read sources are borrowed. */
SourceMatch *source_match_new(const CauseText *ours, const CauseText *right);
void source_match_free(SourceMatch *m);

/*
 * source_match_line: the line of `right` that corresponds to a line of our file; 0: none does.
 * Equal lines, but for blanks before them, correspond along a longest common subsequence; where
 * as many lines were changed into others, these correspond in their order, and otherwise those of
 * which more than half is the same. If a file cannot be read,
 * or is too long, each line corresponds to that of the same number.
 */
int source_match_line(SourceMatch *m, const char *ours, const char *right, int line);

#endif
