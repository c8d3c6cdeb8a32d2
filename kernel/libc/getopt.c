/*
 * getopt.c - options of a command line, letter by letter.
 */
#include <getopt.h>
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

/* take_argument: set optarg to the option's argument: the rest of this word, or the next word. */
static int
take_argument(int argc, char *const argv[], const char *options)
{
	if (*next)
		optarg = (char *)next;
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
	return known[1] == ':' ? take_argument(argc, argv, options) : optopt;
}
