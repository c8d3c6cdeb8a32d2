/*
 * near.c - suggests the intended word for a misspelt one: the candidate with the smallest edit
 * distance, counting insertions, deletions, replacements and swaps of neighbouring letters
 * (Damerau-Levenshtein, restricted).
 */
#include "option.h"

#include <string.h>

enum { MAX_WORD = 40 }; /* longer words get no suggestion */

/* least_of_three: the least of three numbers. */
static unsigned
least_of_three(unsigned a, unsigned b, unsigned c)
{
	unsigned m = a < b ? a : b;

	return m < c ? m : c;
}

/* word_distance: the least number of letters to insert, delete, replace or swap. */
static unsigned
word_distance(const char *a, size_t na, const char *b, size_t nb)
{
	unsigned row[MAX_WORD + 1][MAX_WORD + 1];

	for (size_t i = 0; i <= na; i++) {
		for (size_t j = 0; j <= nb; j++) {
			if (i == 0 || j == 0) {
				row[i][j] = i + j;
				continue;
			}
			row[i][j] = least_of_three(row[i - 1][j] + 1, row[i][j - 1] + 1,
				row[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
			    row[i - 2][j - 2] + 1 < row[i][j])
				row[i][j] = row[i - 2][j - 2] + 1;
		}
	}
	return row[na][nb];
}

Near
near_word(const char *word, size_t n)
{
	return (Near){.word = word, .n = n, .distance = n < 4 ? 2 : 3};
}

void
near_try_candidate(Near *n, const char *candidate)
{
	size_t nb = strlen(candidate);
	unsigned d;

	if (n->n > MAX_WORD || nb > MAX_WORD)
		return;
	d = word_distance(n->word, n->n, candidate, nb);
	if (d < n->distance && d < nb) {
		n->distance = d;
		n->best = candidate;
	}
}

const char *
near_text(const Near *n, const char *dashes)
{
	static char text[MAX_WORD + 32];

	if (!n->best)
		return ";";
	snprintf(text, sizeof text, "; did you mean '%s%s'?", dashes, n->best);
	return text;
}
