/*
 * strings.h - POSIX: strings without regard to case, bits, and the names that string.h's functions
 * had before.
 */
#ifndef STRINGS_H
#define STRINGS_H

#include <stddef.h>

int strcasecmp(const char *a, const char *b);
int strncasecmp(const char *a, const char *b, size_t n);
int ffs(int n); /* the lowest bit that is set, from 1; 0: none */
int bcmp(const void *a, const void *b, size_t n) __asm__("memcmp");
void bcopy(const void *from, void *to, size_t n);
void bzero(void *to, size_t n);
char *index(const char *s, int c) __asm__("strchr");
char *rindex(const char *s, int c) __asm__("strrchr");

#endif
