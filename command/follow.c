/* follow.c - parses the programs that --analyse, --reset and --then name. */
#include "follow.h"

#include "base/number.h"
#include "base/texts.h"

#include <stdlib.h>
#include <string.h>

const char *
follower_option_name(const Follower *f)
{
	static const char *const names[] = {
		[FOLLOW_ANALYSE] = "analyse", [FOLLOW_RESET] = "reset", [FOLLOW_THEN] = "then",
	};

	return names[f->reset];
}

void
follower_add(Followers *f, FollowerReset reset, const char *value)
{
	const char *at = strrchr(value, '@');
	Follower next = {.reset = reset, .at = NEVER};

	if (at)
		next.at = time_option(follower_option_name(&next), at + 1);
	next.text = at ? xstrndup(value, at - value) : xstrdup(value);

	next.words = words_cut(next.text, &next.nwords);
	if (next.nwords == 0)
		fatal("--%s %s: expected a program, its arguments, and perhaps @TIME",
			follower_option_name(&next), value);
	f->list = xrealloc(f->list, (f->n + 1) * sizeof *f->list);
	f->list[f->n++] = next;
}

void
followers_free(Followers *f)
{
	for (int i = 0; i < f->n; i++) {
		free(f->list[i].words);
		free(f->list[i].text);
		buf_free(&f->list[i].boot);
	}
	free(f->list);
}
