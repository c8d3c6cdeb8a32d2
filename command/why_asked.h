/* why_asked.h - the value, or the stopped node, to which a question of `trellis why` refers. */
#ifndef WHY_ASKED_H
#define WHY_ASKED_H

#include "detrek/debug/session.h"

/* The parts of a question, [NODE[:PROCESS]] [EXPRESSION] [@PLACE]; NULL: not given. */
typedef struct WhyQuestion {
	const char *process, *expression, *place;
} WhyQuestion;

/*
 * why_question_parse_words: parse the n words after a command; returns how many of them belong to
 * the question.
 */
int why_question_parse_words(WhyQuestion *a, int n, char **words);
/*
 * why_question_parse_text: parse a text; parts that it lacks are taken from the question `like`.
 * Instead of an expression, @X,Y, ~TEXT, :OFFSET or :LINE:COLUMN names a part of the output to
 * which `like` refers. The session owns the strings; fails if `like` does not refer to the output.
 */
WhyQuestion why_question_parse_text(Session *s, const char *text, const WhyQuestion *like);
/*
 * why_question_go_to_place: choose the node and process of a question, and go to its place; fails
 * if there is none.
 */
void why_question_go_to_place(Session *s, const WhyQuestion *a);
/* why_question_options: the options o, adapted to the question. */
WhyOptions why_question_options(const WhyOptions *o, const WhyQuestion *a);

#endif
