/* getopt_long; the host's library prints the same. */
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <string.h>

static int flag;
static const struct option options[] = {
	{"verbose", no_argument, &flag, 7}, {"output", required_argument, NULL, 'o'}, {"level", optional_argument, NULL, 'l'},
	{"outer", no_argument, NULL, 'u'}, {0},
};

static void
read_words(const char *letters, char **words)
{
	int argc = 0, c, index;

	while (words[argc])
		argc++;
	optind = 0;
	flag = 0;
	opterr = 0;
	while (index = -1, (c = getopt_long(argc, words, letters, options, &index)) != -1) {
		if (c > ' ')
			printf(" %c", c);
		else
			printf(" %d", c);
		printf("(%s)%d", optarg ? optarg : "", index);
		if (c == '?')
			printf("[%d]", optopt);
	}
	printf(" flag %d;", flag);
	for (; optind < argc; optind++)
		printf(" %s", words[optind]);
	puts("");
}

#define READ(letters, ...) read_words(letters, (char *[]){"program", __VA_ARGS__, NULL})

int
main(void)
{
	READ("ab:", "-a", "-b", "x", "y", "-a", "z");
	READ("ab:", "y", "--verbose", "-bx", "z", "--output=file", "--output", "other", "w");
	READ("+ab:", "-a", "y", "-a");
	READ("ab:", "one", "-a", "two", "--", "-b", "three");
	READ("l::", "-l5", "-l", "6", "--level", "--level=7", "--lev=8");
	READ(":b:", "--out=1", "--outer=1", "--output");
	READ(":b:", "--nothing", "-b");
	READ("a", "--outp=x", "-z", "-");
	READ("a", "only", "words");
	READ("a", "--");
	return 0;
}
