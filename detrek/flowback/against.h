/*
 * against.h - compares the causes of a value with those of one that was right: the same value in
 * another run, or another value of the same run.
 *
 * Both graphs are visited together, from the value backward. Two causes are partners if partners
 * depend on them in the same way: by the same variable, kind of dependence and statement. So places
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
	DIFFERS,
	UNCOMPARED, /* no value, or a pointer: the match differs if one of its causes does */
} Agreement;

typedef enum Verdict {
	VERDICT_CHANGED, /* the right run's source has another text there; the value differs */
	VERDICT_MISSING, /* only one program has the statement; the partner is another one */
	VERDICT_FIRST,  /* inputs agree, the result does not: a first difference */
	VERDICT_ALONE,  /* the right value, of the same run, does not depend on the statement */
	VERDICT_EDITED, /* the right run's source has another text there; there is no partner */
	VERDICT_OTHER,  /* another statement has given the variable its value in the right run */
	VERDICT_PASSED, /* the value differs because the value of a cause differs */
	VERDICT_LOST,   /* the value differs, and not all causes have a partner */
	VERDICT_CAUSE,  /* a cause of the value without a partner */
	VERDICT_EQUAL,
} Verdict;

/* An execution in the wrong run with its partner. */
typedef struct Match {
	const Cause *ours, *right; /* right: NULL if there is no partner */
	Agreement agreement;
	Verdict verdict;
	bool other;        /* the two are executions of different statements */
	/* of different statements; our program lacks the right run's statement */
	bool missing;
	/* of different statements; the right run's program lacks our statement */
	bool added;
	bool changed;      /* one statement, whose source line was changed */
	bool expanded;     /* its causes have been compared */
	uint32_t distance; /* from the question's value; the nearest matches are compared first */
	/* number of data and control causes, of both nodes, without a partner */
	uint32_t alone;
	/* the match of a cause that is a constant of the program and differs; NULL: none */
	const struct Match *constant;
	uint32_t *causes;  /* [ncauses] numbers of the matches of its causes */
	uint32_t ncauses;
	const Dependence *by; /* how the effect depends on this match; NULL: the question's value */
	int8_t differs;    /* 1: it, or a cause that explains it, differs; -1: not known yet */
} Match;

typedef struct Against {
	Match **matches;   /* [n], the question's value first; those with a partner first */
	uint32_t n, ncompared; /* ncompared: number of the matches with a partner */
	uint32_t *order;   /* [nshown] numbers of the matches to show: first differences first */
	uint32_t nshown;
	uint32_t nfirst;   /* number of first differences in `order` */
	uint32_t nagree, ndiffer, nuncompared, nalone;
	bool one_run;      /* both values are of the same run */
	bool limited;      /* more causes could have been compared, but for the limit */
	bool more;         /* there are more causes without a partner, which were not examined */
	Arena arena;
} Against;

/*
 * against_compare: compare the answers `first` and `right_first` to two questions, of two analyses
 * or of one. t, right_t: how to read their sources. o: how far to look for causes without a
 * partner. Released by against_free.
 */
void against_compare(Against *x, const FlowbackOptions *o, Flowback *f, const Cause *first,
	const CauseText *t, Flowback *right, const Cause *right_first, const CauseText *right_t);
/* against_free: free the comparison. */
void against_free(Against *x);

/* ---- against_show.c ---- */

/* against_text: append the comparison as text; t and right read the sources of the two runs. */
void against_text(const Against *x, const CauseText *t, const CauseText *right, Buf *out);
/* against_json: print the comparison as JSON; t and right read the sources of the two runs. */
void against_json(const Against *x, const CauseText *t, const CauseText *right);

#endif
