/* why_asked.h - the value, or the stopped node, to which a question of `trellis why` refers. */
#ifndef WHY_ASKED_H
#define WHY_ASKED_H

#include "detrek/debug/session.h"

/* The parts of a question, [NODE[:PROCESS]] [EXPRESSION] [@PLACE]; NULL: not given. */
typedef struct Asked {
	const char *process, *expression, *place;
} Asked;

/*
 * asked_words: parse the n words after a command; returns how many of them belong to the question.
 */
int asked_words(Asked *a, int n, char **words);
/*
 * asked_text: parse a text; parts that it lacks are taken from the question `like`. Instead of an
 * expression, @X,Y, ~TEXT, :OFFSET or :LINE:COLUMN names a part of the output to which `like`
 * refers. The session owns the strings; fails if `like` does not refer to the output.
 */
Asked asked_text(Session *s, const char *text, const Asked *like);
/*
 * asked_go: choose the node and process of a question, and go to its place; fails if there is none.
 */
void asked_go(Session *s, const Asked *a);
/* asked_options: the options o, adapted to the question. */
WhyOptions asked_options(const WhyOptions *o, const Asked *a);

#endif
