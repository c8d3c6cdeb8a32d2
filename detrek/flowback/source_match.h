/*
 * source_match.h - finds the corresponding lines of two versions of a source file, like diff.
 */
#ifndef SOURCE_MATCH_H
#define SOURCE_MATCH_H

#include "flowback.h"

typedef struct SourceMatch SourceMatch;

/*
 * source_match_new: match our sources with the right ones. ours, right: how to read them; borrowed.
 */
SourceMatch *source_match_new(const CauseText *ours, const CauseText *right);
/* source_match_free: free the matched files. */
void source_match_free(SourceMatch *m);

/*
 * source_match_line: the line of `right` that corresponds to a line of our file; 0: there is none.
 * Lines that are equal except for leading blanks correspond along a longest common subsequence.
 * Between these, n lines that replace n others correspond to them in their order; otherwise, lines
 * correspond if more than half of their text is equal. If a file cannot be read, or is too long,
 * lines with equal numbers correspond.
 */
int source_match_line(SourceMatch *m, const char *ours, const char *right, int line);

#endif
