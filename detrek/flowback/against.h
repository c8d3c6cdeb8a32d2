/*
 * against.h - compares the causes of a wrong value with the causes of a right value. The right
 * value is the same value in another run, or another value of the same run.
 *
 * Both graphs of causes are visited together, from the two values backward. The two values are
 * partners. A cause of one partner and a cause of the other are partners, too, if both effects
 * depend on them in the same way: by the same variable, kind of dependence and statement. So nodes
 * and times may differ between the runs. Causes with equal values explain no difference and are not
 * followed. A statement with equal inputs and different results is a first difference (differential
 * slicing of Johnson et al., 2011).
 */
#ifndef AGAINST_H
#define AGAINST_H

#include "flowback.h"

/* How an execution of the wrong run compares with its partner. */
typedef enum Agreement {
	AGREES,     /* equal values, or the same decision */
	DIFFERS,    /* different values, or different decisions */
	/* no value, or a pointer: the match counts as different if one of its causes differs */
	UNCOMPARED,
} Agreement;

/* The result of the comparison for an execution in the wrong run. */
typedef enum Verdict {
	/* the value differs, and the right run's source has another text for the statement */
	VERDICT_CHANGED,
	/* only one program has the statement; the partner executes another statement */
	VERDICT_MISSING,
	VERDICT_FIRST,  /* the inputs agree, but the results differ: a first difference */
	/* both values are of one run, and the right one does not depend on the statement */
	VERDICT_ALONE,
	/* a statement without a partner; its text differs from that in the right run's source */
	VERDICT_EDITED,
	VERDICT_OTHER,  /* another statement has given the variable its value in the right run */
	VERDICT_PASSED, /* the value differs because the value of a cause differs */
	VERDICT_LOST,   /* the value differs, and not all causes have a partner */
	VERDICT_CAUSE,  /* a cause of the wrong value, without a partner */
	VERDICT_EQUAL,  /* the values are equal */
} Verdict;

/* An execution in the wrong run with its partner. */
typedef struct Match {
	const Cause *ours, *right; /* right: NULL if there is no partner */
	Agreement agreement;
	Verdict verdict;
	bool other;        /* `ours` and `right` are executions of different statements */
	/* `other` is true, and our program lacks the statement of `right` */
	bool missing;
	/* `other` is true, and the right run's program lacks the statement of `ours` */
	bool added;
	bool changed; /* `ours` and `right` are of the same statement, whose text was changed */
	bool expanded;     /* the causes of the match have been compared */
	/* number of edges from the question's value; the nearest matches are compared first */
	uint32_t distance;
	/* number of data and control causes, of `ours` and `right`, that have no partner */
	uint32_t alone;
	/* the match of a cause that is a constant of the program and differs; NULL: none */
	const struct Match *constant;
	uint32_t *causes;  /* [ncauses] numbers of the matches of its causes */
	uint32_t ncauses;
	/* how the effect depends on this match; NULL: it is the match of the question's value */
	const Dependence *dependence;
	/* 1: the match differs, or a cause that explains it does; 0: no; -1: not known yet */
	int8_t differs;
} Match;

/* A line of our source that differs from its partner in the source of the right run. */
typedef struct SourceEdit {
	const char *file, *right_file; /* in the comparison's arena, or the graphs' */
	int line, right_line;          /* 0: this source lacks it */
} SourceEdit;

/* The comparison of two values. */
typedef struct AgainstResult {
	/* [n] the match of the question's value, then the others with a partner, then the rest */
	Match **matches;
	uint32_t n, ncompared; /* ncompared: number of the matches with a partner */
	uint32_t *order;   /* [nshown] numbers of the matches to show, first differences first */
	uint32_t nshown;
	uint32_t nfirst;   /* number of first differences in `order` */
	/* [nedits] changed lines near the shown statements, to which no shown match belongs */
	SourceEdit *edits;
	uint32_t nedits;
	/* numbers of matches by their agreement; nalone: matches without a partner */
	uint32_t nagree, ndiffer, nuncompared, nalone;
	bool one_run;      /* both values are of the same run */
	bool limited;      /* the comparison has stopped at its limit, MAX_EXPANDED */
	bool more;         /* there are more causes without a partner, which were not examined */
	Arena arena;
} AgainstResult;

/*
 * against_compare: compare the answers `first` and `right_first` to two questions, of two analyses
 * or of one. t, right_t: how to read the sources of the two runs. o: how far to look for causes
 * without a partner. Released by against_free.
 */
void against_compare(AgainstResult *x, const FlowbackOptions *o, Flowback *f, const Cause *first,
	const CauseText *t, Flowback *right, const Cause *right_first, const CauseText *right_t);
/* against_free: free the comparison. */
void against_free(AgainstResult *x);

/* ---- against_show.c ---- */

/* against_text: append the comparison as text; t and right read the sources of the two runs. */
void against_text(const AgainstResult *x, const CauseText *t, const CauseText *right, Buf *out);
/* against_json: print the comparison as JSON; t and right read the sources of the two runs. */
void against_json(const AgainstResult *x, const CauseText *t, const CauseText *right);

#endif
