/*
 * string.h - strings and blocks of memory.
 */
#ifndef STRING_H
#define STRING_H

#include <features.h>
#include <stddef.h>

void *memcpy(void *__restrict to, const void *__restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int c, size_t n);
int memcmp(const void *a, const void *b, size_t n);
void *memchr(const void *s, int c, size_t n);
size_t strlen(const char *s);
size_t strnlen(const char *s, size_t n);
char *strcpy(char *__restrict to, const char *__restrict from);
char *strncpy(char *__restrict to, const char *__restrict from, size_t n);
char *strcat(char *__restrict to, const char *__restrict from);
char *strncat(char *__restrict to, const char *__restrict from, size_t n);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t n);
int strcoll(const char *a, const char *b);
size_t strxfrm(char *__restrict to, const char *__restrict from, size_t n);
char *strchr(const char *s, int c);
char *strrchr(const char *s, int c);
size_t strspn(const char *s, const char *set);
size_t strcspn(const char *s, const char *set);
char *strpbrk(const char *s, const char *set);
char *strstr(const char *s, const char *part);
char *strtok(char *__restrict s, const char *__restrict set);
char *strtok_r(char *__restrict s, const char *__restrict set, char **__restrict save);
char *strdup(const char *s);
char *strndup(const char *s, size_t n);
char *strerror(int error);

#ifdef __MORE_THAN_C
/* POSIX, BSD and GNU */
int strerror_r(int error, char *to, size_t size); /* POSIX's: 0, or ERANGE if the text is cut off */
char *stpcpy(char *__restrict to, const char *__restrict from);
char *stpncpy(char *__restrict to, const char *__restrict from, size_t n);
size_t strlcpy(char *__restrict to, const char *__restrict from, size_t size);
size_t strlcat(char *__restrict to, const char *__restrict from, size_t size);
char *strsep(char **__restrict at, const char *__restrict set);
char *strchrnul(const char *s, int c);
char *strcasestr(const char *s, const char *part);
void *mempcpy(void *__restrict to, const void *__restrict from, size_t n);
void *memrchr(const void *s, int c, size_t n);
void *memmem(const void *s, size_t n, const void *part, size_t len);
#endif

#endif
