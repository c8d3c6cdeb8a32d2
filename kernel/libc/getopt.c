/*
 * getopt.c - options of a command line: letters, and words.
 */
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

char *optarg;
int optind = 1, opterr = 1, optopt;

static const char *next = ""; /* the letters of an argument that are still to be read */

static int
report_mistake(char *const argv[], const char *options, const char *what)
{
	if (*options == ':')
		return what[0] == 'n' ? ':' : '?';
	if (opterr)
		fprintf(stderr, "%s: %s -- '%c'\n", argv[0], what, optopt);
	return '?';
}

/*
 * take_argument: set optarg to the option's argument: the rest of this word, or the next word; an
 * optional argument is in the same word.
 */
static int
take_argument(int argc, char *const argv[], const char *options, bool optional)
{
	if (*next)
		optarg = (char *)next;
	else if (optional)
		optarg = NULL;
	else if (optind < argc)
		optarg = argv[optind++];
	else
		return report_mistake(argv, options, "needs an argument");
	next = "";
	return optopt;
}

int
getopt(int argc, char *const argv[], const char *options)
{
	const char *known;

	optarg = NULL;
	if (!*next) {
		if (optind >= argc || argv[optind][0] != '-' || !argv[optind][1])
			return -1;
		next = argv[optind++] + 1;
		if (strcmp(next, "-") == 0) {
			next = "";
			return -1;
		}
	}
	optopt = (unsigned char)*next++;
	known = optopt == ':' ? NULL : strchr(options, optopt);
	if (!known)
		return report_mistake(argv, options, "unknown option");
	return known[1] == ':' ? take_argument(argc, argv, options, known[2] == ':') : optopt;
}

/* ---- words ---- */

/* move_words: move the words in front of argv[to], from argv[from] on, behind the n words there. */
static void
move_words(char **argv, int from, int to, int n)
{
	for (; n > 0; n--, from++, to++) {
		char *word = argv[to];

		memmove(argv + from + 1, argv + from, (to - from) * sizeof *argv);
		argv[from] = word;
	}
}

/* find_long: the option that a word begins with, or is a beginning of; NULL if none or several are. */
static const struct option *
find_long(const char *word, const struct option *options, bool *several)
{
	size_t n = strcspn(word, "=");
	const struct option *found = NULL;

	*several = false;
	for (; options->name; options++)
		if (strncmp(options->name, word, n) == 0) {
			if (options->name[n] == '\0')
				return options;
			*several = found != NULL;
			found = options;
		}
	return *several ? NULL : found;
}

static int
refuse(char **argv, const char *letters, const char *what, const char *word, int result)
{
	if (*letters == '+')
		letters++;
	if (opterr && *letters != ':')
		fprintf(stderr, "%s: %s -- '%s'\n", argv[0], what, word);
	return *letters == ':' && result == ':' ? ':' : '?';
}

/* take_long: take argv[optind], an option of two dashes. */
static int
take_long(int argc, char **argv, const char *letters, const struct option *options, int *index)
{
	const char *word = argv[optind++] + 2;
	char *value = strchr(word, '=');
	bool several;
	const struct option *o = find_long(word, options, &several);

	optarg = NULL;
	optopt = o ? o->val : 0;
	if (!o)
		return refuse(argv, letters, several ? "several options begin so" : "unknown option", word, '?');
	if (value && o->has_arg == no_argument)
		return refuse(argv, letters, "takes no argument", word, '?');
	if (value)
		optarg = value + 1;
	else if (o->has_arg == required_argument) {
		if (optind >= argc)
			return refuse(argv, letters, "needs an argument", word, ':');
		optarg = argv[optind++];
	}
	if (index)
		*index = o - options;
	if (!o->flag)
		return o->val;
	*o->flag = o->val;
	return 0;
}

static bool
is_option(const char *word)
{
	return word[0] == '-' && word[1] != '\0';
}

/*
 * getopt_long: as GNU's, it moves words that are no options behind the options, unless `letters`
 * begins with '+'.
 */
int
getopt_long(int argc, char *const argv[], const char *letters, const struct option *options, int *index)
{
	char **words = (char **)argv;
	int first, result;

	if (optind == 0)
		optind = 1;
	for (first = optind; !*next && first < argc && !is_option(argv[first]);)
		first++;
	if (first > optind && (*letters == '+' || first == argc))
		return -1;
	if (first > optind) {
		int others = optind, begin = first;

		optind = first;
		result = getopt_long(argc, argv, letters, options, index);
		move_words(words, others, begin, optind - begin);
		optind -= begin - others;
		return result;
	}
	if (!*next && optind < argc && strncmp(argv[optind], "--", 2) == 0 && argv[optind][2])
		return take_long(argc, words, letters, options, index);
	return getopt(argc, argv, letters + (*letters == '+'));
}
