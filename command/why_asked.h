/* why_asked.h - the value, or the stopped node, that a question of `trellis why` is about. */
#ifndef WHY_ASKED_H
#define WHY_ASKED_H

#include "detrek/debug/session.h"

/* [NODE[:PROCESS]] [EXPRESSION] [@PLACE]; NULL: not given. */
typedef struct Asked {
	const char *process, *expression, *place;
} Asked;

/* asked_words: take the n words of a question; the number of words that belong to it. */
int asked_words(Asked *a, int n, char **words);
/*
 * asked_text: the words of a text; what it does not give is as in the question `like`. Instead of
 * an expression, @X,Y, ~TEXT, :OFFSET or :LINE:COLUMN is a part of the output that `like` is about.
 * The session owns the strings; fails if `like` is not about the output.
 */
Asked asked_text(Session *s, const char *text, const Asked *like);
/* asked_go: choose its node and process, and go to its place; fails if there is none. */
void asked_go(Session *s, const Asked *a);
/* asked_options: those of a question, for what was asked. */
WhyOptions asked_options(const WhyOptions *o, const Asked *a);

#endif
