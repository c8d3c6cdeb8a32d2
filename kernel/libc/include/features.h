/*
 * features.h - which names headers may declare: those that C lacks are hidden from programs that are
 * compiled for a standard (-std=c11) and ask for no others.
 */
#ifndef FEATURES_H
#define FEATURES_H

#if !defined __STRICT_ANSI__ || defined _GNU_SOURCE || defined _DEFAULT_SOURCE \
	|| defined _BSD_SOURCE || defined _POSIX_C_SOURCE || defined _XOPEN_SOURCE
#define __MORE_THAN_C
#endif

#endif
