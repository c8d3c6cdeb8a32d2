/*
 * typist.h - types on behalf of a user: a text is typed when the programs have written what the
 * user waits for (--type). So the input depends on the output alone, not on the host's speed.
 *
 * It knows neither servers nor links. Without --type the typist is NULL, and types nothing.
 */
#ifndef TYPIST_H
#define TYPIST_H

#include "base/base.h"

/* A value of --type: when `expected` has been written, `text` is typed. */
typedef struct TypeRule {
	const char *value; /* borrowed */
	Buf expected, text;
} TypeRule;

/* Values of --type, in the order in which they apply; {0}: there are none. */
typedef struct TypeOptions {
	TypeRule *rules; /* [n] */
	uint32_t n;
} TypeOptions;

/* What has been typed in one run. */
typedef struct Typist {
	const TypeRule *rules; /* [n]; borrowed */
	uint32_t n;
	uint32_t next;   /* the rule whose expected text has not appeared yet; n: there is none */
	size_t matched;  /* how many first bytes of that text are now the end of the output */
	Buf typed;       /* the texts of the rules before `next` */
	size_t taken;    /* how many bytes of `typed` have been read */
} Typist;

/*
 * type_option: add a rule EXPECTED=TEXT, in which \r, \n, \t, \\, \= and \xNN stand for one byte
 * each; anything else after a backslash is fatal. The value is borrowed. If EXPECTED is empty, TEXT
 * follows the previous rule's text at once.
 */
void type_option(TypeOptions *o, const char *value);
void type_options_free(TypeOptions *o);

/*
 * typist_new: create a typist at the beginning of a run; NULL without options, which are borrowed.
 */
Typist *typist_new(const TypeOptions *o);
void typist_free(Typist *t);

/* typist_see_output: tell the typist that programs have written these bytes. */
void typist_see_output(Typist *t, const uint8_t *bytes, size_t n);
/* typist_unread: the number of typed bytes that have not been read. */
size_t typist_unread(const Typist *t);
/* typist_is_waiting: true if a rule still waits for its text, so that more may be typed. */
bool typist_is_waiting(const Typist *t);
/* typist_read: take at most max typed bytes of one line. Returns their number. */
size_t typist_read(Typist *t, uint8_t *bytes, size_t max);

/*
 * typist_report: print the rules whose expected text has not appeared, and what was typed but not
 * read.
 */
void typist_report(const Typist *t, FILE *f);

#endif
