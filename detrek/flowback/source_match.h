/*
 * source_match.h - which lines of two versions of a source file correspond, as diff finds them.
 */
#ifndef SOURCE_MATCH_H
#define SOURCE_MATCH_H

#include "flowback.h"

typedef struct SourceMatch SourceMatch;

/*
 * source_match_new: match our sources with the right ones. Both ways to read sources are borrowed.
 */
SourceMatch *source_match_new(const CauseText *ours, const CauseText *right);
/* source_match_free: free the matched files. */
void source_match_free(SourceMatch *m);

/*
 * source_match_line: the line of `right` that corresponds to a line of our file; 0: none does.
 * Lines that are equal but for leading blanks correspond along a longest common subsequence.
 * Between them, n lines that were replaced by n others correspond in their order; otherwise lines
 * of which more than half is equal. If a file cannot be read, or is too long, lines with equal
 * numbers correspond.
 */
int source_match_line(SourceMatch *m, const char *ours, const char *right, int line);

#endif
