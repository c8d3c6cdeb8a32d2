/*
 * getopt.h - POSIX: options of a command line, letter by letter.
 */
#ifndef GETOPT_H
#define GETOPT_H

extern char *optarg;
extern int optind, opterr, optopt;

int getopt(int argc, char *const argv[], const char *options);

#endif
