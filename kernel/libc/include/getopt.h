/*
 * getopt.h - POSIX: options of a command line, letter by letter; GNU: words, too.
 */
#ifndef GETOPT_H
#define GETOPT_H

extern char *optarg;
extern int optind, opterr, optopt;

int getopt(int argc, char *const argv[], const char *options);

struct option {
	const char *name;
	int has_arg, *flag, val;
};
enum { no_argument, required_argument, optional_argument };

int getopt_long(int argc, char *const argv[], const char *letters, const struct option *options,
	int *index);

#endif
