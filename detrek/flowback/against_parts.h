/* against_parts.h - shared by the files that compare two runs. */
#ifndef AGAINST_PARTS_H
#define AGAINST_PARTS_H

#include "against.h"
#include "source_match.h"

/* The two sides of a comparison: the run in question, and the run in which the value is right. */
enum { OURS, RIGHT };

static inline bool
is_jump(const Cause *c)
{
	return c->key.kind == CAUSE_PREDICATE;
}

/* Lines of a file that belong together, such as those of a statement. */
typedef struct LineRange {
	int first, last;
} LineRange;

/* The state of a comparison. */
typedef struct Comparison {
	AgainstResult *x;          /* the result so far */
	Flowback *f[2];      /* [side] the analysis of each run: OURS, RIGHT */
	SourceMatch *lines;  /* our lines with the corresponding lines of the right sources */
	SourceMatch *back;   /* lines of the right sources with the corresponding ones of ours */
	const CauseText *t[2]; /* [side] how the causes of each run are shown */
	bool all;            /* also compare the causes of equal values */
	uint32_t nlost;      /* number of matches that differ for no known reason so far */
	Arena scratch;
} Comparison;

/* ---- against.c ---- */

/* against_node: the node with a number in the graph of one side (our run or the right one). */
const Cause *against_node(const Comparison *c, int side, uint32_t number);
/*
 * against_add: make `ours` and `right` a match, and note this match as a cause of the match
 * `effect`, whose two nodes depend on `ours` and `right` in the same way, by the dependence `by`.
 */
void against_add(Comparison *c, Match *effect, const Cause *ours, const Cause *right,
	const Dependence *by);

/* ---- against_same.c ---- */

/* against_same_file: tell if the files of two causes have the same name, whatever their folders. */
bool against_same_file(const Cause *a, const Cause *b);
/*
 * against_same_place: true if both nodes have the same kind and function, and corresponding lines
 * in the aligned sources.
 */
bool against_same_place(const Comparison *c, const Cause *a, const Cause *b);
/* against_is_new: true if the file of `other` has no line that corresponds to the jump's line. */
bool against_is_new(SourceMatch *lines, const Cause *jump, const Cause *other);
/* against_statement: the lines of the statement to which a line of one side's file belongs. */
LineRange against_statement(const Comparison *c, int side, const char *file, int line);
/*
 * against_has_same_line: true if a line of one side's file has a partner with the same text in
 * `other`, a file of the other side.
 */
bool against_has_same_line(const Comparison *c, int side, const char *file, const char *other,
	int line);
/*
 * against_matching_file: the file of a side's causes with the same base name as `name`, a file of
 * the other side; if there is none, the file in the corresponding folder. NULL: that does not exist
 * either.
 */
const char *against_matching_file(Comparison *c, int side, const char *name);
/*
 * against_is_changed: true if the text of the statement, or of the call that inlined it, differs
 * between the two partners.
 */
bool against_is_changed(const Comparison *c, const Cause *ours, const Cause *right);
/*
 * against_is_edited: true if the source of the other side has another text at the cause's
 * statement, or lacks it.
 */
bool against_is_edited(Comparison *c, int side, const Cause *cause);
/* against_file_is_edited: true if the text of a file differs between the two runs' sources. */
bool against_file_is_edited(Comparison *c, const char *file);
/*
 * against_same_decision: true if two jumps led to corresponding lines. Lines that only one side has
 * are skipped.
 */
bool against_same_decision(const Comparison *c, const Cause *a, const Cause *b);
/* against_agreement: whether the values or decisions of two nodes agree or differ. */
Agreement against_agreement(const Comparison *c, const Cause *a, const Cause *b);

/* ---- against_jumps.c ---- */

/*
 * against_align_jumps: add two executions of one jump, `ours` and `right`, as a match that is a
 * cause of the effect. If they belong to different iterations of a loop, executions of the same
 * iteration are taken instead. Returns whether the jump was decided differently in the two runs.
 */
bool against_align_jumps(Comparison *c, Match *effect, const Cause *ours, const Cause *right,
	const Dependence *by);
/*
 * against_explain_writers: if different statements have written a variable in the two runs: find
 * the condition that was decided differently, and add it as a cause of the match.
 */
void against_explain_writers(Comparison *c, const Match *effect, Match *m);
/*
 * against_explain_lost: if the match m differs for no known reason: find the nearest jump that was
 * decided differently in the two runs, and add it as a cause of m.
 */
void against_explain_lost(Comparison *c, Match *m);

/* ---- against_order.c ---- */

/* against_order_matches: give each match its verdict, and list the matches to show. */
void against_order_matches(const Comparison *c);

/* ---- against_edits.c ---- */

/*
 * against_find_edits: list in x->edits the changed lines of the files to which the shown matches
 * belong, those of their functions first, without the lines of statements that are shown.
 */
void against_find_edits(Comparison *c);

/* ---- against_rest.c ---- */

/*
 * against_rest: add the causes of `first` that were not compared, as matches without a partner, the
 * nearest ones first. right: the node of the right value.
 */
void against_rest(Comparison *c, const FlowbackOptions *o, const Cause *first, const Cause *right);

#endif
