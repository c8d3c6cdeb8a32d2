/* why_option.c - the options of a question: how much of the answer is shown, and in which form. */
#include "why_option.h"

#include "base/number.h"
#include "base/option.h"

enum { MOST = 1000000, UNSAID }; /* the highest number allowed; no number was given */

void
why_options_begin(WhyOptions *o)
{
	*o = (WhyOptions){.most = UNSAID};
}

bool
why_option(WhyOptions *o, int option, const char *argument)
{
	switch (option) {
	case 'n': o->most = number_option("statements", argument, 1, MOST); return true;
	case OPT_ALL: o->all = o->flowback.each = true; return true;
	case OPT_DEPTH: o->flowback.depth = number_option("depth", argument, 1, MOST); return true;
	case OPT_COPIES: o->flowback.copies = true; return true;
	case OPT_ACTUAL: o->flowback.actual = true; return true;
	case OPT_EACH: o->flowback.each = true; return true;
	case OPT_JSON: o->form = WHY_JSON; return true;
	case OPT_DOT: o->form = WHY_DOT; return true;
	case OPT_HTML: o->form = WHY_HTML; return true;
	case OPT_FORWARD: o->forward = true; return true;
	}
	return false;
}

/* shown_count: the number of statements to show if the user does not say; 0: all. */
static uint32_t
shown_count(const WhyOptions *o)
{
	if (o->all)
		return o->forward ? 0 : WHY_SHOWN_ALL;
	return o->form == WHY_HTML ? WHY_SHOWN_PAGE : WHY_SHOWN;
}

void
why_options_end(WhyOptions *o)
{
	if (o->forward && (o->form == WHY_HTML || o->flowback.depth || o->flowback.actual))
		fatal("--forward: --html, --depth and --actual are for causes");
	o->usual = o->most == UNSAID && !o->all;
	if (o->most == UNSAID)
		o->most = shown_count(o);
	o->flowback.most = o->most;
	o->flowback.stacks = o->form == WHY_HTML;
}
