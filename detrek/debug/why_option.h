/* why_option.h - the options of a question, shared by the commands that answer one. */
#ifndef WHY_OPTION_H
#define WHY_OPTION_H

#include "session.h"

/*
 * Option numbers for getopt_long, besides 'n' for -n. The own options of a command begin at
 * WHY_OPTIONS_END.
 */
enum {
	OPT_DEPTH = 256,
	OPT_ALL,
	OPT_COPIES,
	OPT_EACH,
	OPT_ACTUAL,
	OPT_JSON,
	OPT_DOT,
	OPT_HTML,
	OPT_FORWARD,
	WHY_OPTIONS_END,
};

/* Default numbers of statements that are shown in a text and on an HTML page. */
enum { WHY_SHOWN = 20, WHY_SHOWN_PAGE = 200 };
/* Executions shown with --all, at most. A loop may have millions of executions. */
enum { WHY_SHOWN_ALL = 10000 };

/* why_options_begin: set all options to their defaults. */
void why_options_begin(WhyOptions *o);
/* why_option: take an option; false if it is not one of a question. A bad argument is fatal. */
bool why_option(WhyOptions *o, int option, const char *argument);
/* why_options_end: after the last option, set the fields that depend on several options. */
void why_options_end(WhyOptions *o);

#endif
