/*
 * wchar.h - C11: wide characters, which are bytes; so most functions are those of string.h and
 * stdio.h by other names.
 */
#ifndef WCHAR_H
#define WCHAR_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include <wctype.h>

typedef struct {
	int nothing; /* no character has more than one byte */
} mbstate_t;

wchar_t *wcscpy(wchar_t *__restrict to, const wchar_t *__restrict from) __asm__("strcpy");
wchar_t *wcsncpy(wchar_t *__restrict to, const wchar_t *__restrict from,
	size_t n) __asm__("strncpy");
wchar_t *wcscat(wchar_t *__restrict to, const wchar_t *__restrict from) __asm__("strcat");
wchar_t *wcsncat(wchar_t *__restrict to, const wchar_t *__restrict from,
	size_t n) __asm__("strncat");
int wcscmp(const wchar_t *a, const wchar_t *b) __asm__("strcmp");
int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) __asm__("strncmp");
int wcscoll(const wchar_t *a, const wchar_t *b) __asm__("strcoll");
size_t wcsxfrm(wchar_t *__restrict to, const wchar_t *__restrict from, size_t n) __asm__("strxfrm");
size_t wcslen(const wchar_t *s) __asm__("strlen");
wchar_t *wcschr(const wchar_t *s, wchar_t c) __asm__("strchr");
wchar_t *wcsrchr(const wchar_t *s, wchar_t c) __asm__("strrchr");
size_t wcsspn(const wchar_t *s, const wchar_t *set) __asm__("strspn");
size_t wcscspn(const wchar_t *s, const wchar_t *set) __asm__("strcspn");
wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set) __asm__("strpbrk");
wchar_t *wcsstr(const wchar_t *s, const wchar_t *part) __asm__("strstr");
wchar_t *wcstok(wchar_t *__restrict s, const wchar_t *__restrict set,
	wchar_t **__restrict save) __asm__("strtok_r");
wchar_t *wmemcpy(wchar_t *__restrict to, const wchar_t *__restrict from,
	size_t n) __asm__("memcpy");
wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n) __asm__("memmove");
wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n) __asm__("memset");
int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) __asm__("memcmp");
wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n) __asm__("memchr");

double wcstod(const wchar_t *__restrict s, wchar_t **__restrict end) __asm__("strtod");
float wcstof(const wchar_t *__restrict s, wchar_t **__restrict end) __asm__("strtof");
long double wcstold(const wchar_t *__restrict s, wchar_t **__restrict end) __asm__("strtod");
long wcstol(const wchar_t *__restrict s, wchar_t **__restrict end, int base) __asm__("strtol");
long long wcstoll(const wchar_t *__restrict s, wchar_t **__restrict end,
	int base) __asm__("strtoll");
unsigned long wcstoul(const wchar_t *__restrict s, wchar_t **__restrict end,
	int base) __asm__("strtoul");
unsigned long long wcstoull(const wchar_t *__restrict s, wchar_t **__restrict end,
	int base) __asm__("strtoull");
size_t wcsftime(wchar_t *__restrict s, size_t n, const wchar_t *__restrict format,
	const struct tm *__restrict tm) __asm__("strftime");

int wprintf(const wchar_t *__restrict format, ...) __asm__("printf");
int fwprintf(FILE *__restrict f, const wchar_t *__restrict format, ...) __asm__("fprintf");
/* -1 if it does not fit */
int swprintf(wchar_t *__restrict s, size_t n, const wchar_t *__restrict format, ...);
int vwprintf(const wchar_t *__restrict format, va_list ap) __asm__("vprintf");
int vfwprintf(FILE *__restrict f, const wchar_t *__restrict format, va_list ap) __asm__("vfprintf");
int vswprintf(wchar_t *__restrict s, size_t n, const wchar_t *__restrict format, va_list ap);
int wscanf(const wchar_t *__restrict format, ...) __asm__("scanf");
int fwscanf(FILE *__restrict f, const wchar_t *__restrict format, ...) __asm__("fscanf");
int swscanf(const wchar_t *__restrict s, const wchar_t *__restrict format, ...) __asm__("sscanf");
int vwscanf(const wchar_t *__restrict format, va_list ap) __asm__("vscanf");
int vfwscanf(FILE *__restrict f, const wchar_t *__restrict format, va_list ap) __asm__("vfscanf");
int vswscanf(const wchar_t *__restrict s, const wchar_t *__restrict format,
	va_list ap) __asm__("vsscanf");
wint_t fgetwc(FILE *f) __asm__("fgetc");
wint_t getwc(FILE *f) __asm__("getc");
wint_t getwchar(void) __asm__("getchar");
wint_t ungetwc(wint_t c, FILE *f) __asm__("ungetc");
wchar_t *fgetws(wchar_t *__restrict s, int n, FILE *__restrict f) __asm__("fgets");
wint_t fputwc(wchar_t c, FILE *f) __asm__("fputc");
wint_t putwc(wchar_t c, FILE *f) __asm__("putc");
wint_t putwchar(wchar_t c) __asm__("putchar");
int fputws(const wchar_t *__restrict s, FILE *__restrict f) __asm__("fputs");
/* all streams take both kinds; later calls return the first mode that was not 0 */
int fwide(FILE *f, int mode);

wint_t btowc(int c);
int wctob(wint_t c);
int mbsinit(const mbstate_t *state);
size_t mbrlen(const char *__restrict s, size_t n, mbstate_t *__restrict state);
size_t mbrtowc(wchar_t *__restrict to, const char *__restrict s, size_t n,
	mbstate_t *__restrict state);
size_t wcrtomb(char *__restrict to, wchar_t c, mbstate_t *__restrict state);
size_t mbsrtowcs(wchar_t *__restrict to, const char **__restrict from, size_t n,
	mbstate_t *__restrict state);
size_t wcsrtombs(char *__restrict to, const wchar_t **__restrict from, size_t n,
	mbstate_t *__restrict state);

#endif
