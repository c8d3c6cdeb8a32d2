/* follow.c - parses the programs that --analyse and --reset name. */
#include "follow.h"

#include "base/number.h"
#include "base/texts.h"

#include <stdlib.h>
#include <string.h>

void
follower_add(Followers *f, const char *option, const char *value, bool analyse)
{
	const char *at = strrchr(value, '@');
	Follower next = {
		.analyse = analyse,
		.at = at ? time_option(option, at + 1) : NEVER,
		.text = at ? xstrndup(value, at - value) : xstrdup(value),
	};

	next.words = words_cut(next.text, &next.nwords);
	if (next.nwords == 0)
		fatal("--%s %s: expected a program, its arguments, and perhaps @TIME", option,
			value);
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
