/*
 * wctype.h - C11: kinds of wide characters, which are bytes.
 */
#ifndef WCTYPE_H
#define WCTYPE_H

#include <stddef.h>

typedef int wint_t; /* a character, or WEOF */
typedef int (*wctype_t)(int);
typedef int (*wctrans_t)(int);

#define WEOF (-1)

int iswalnum(wint_t c) __asm__("isalnum");
int iswalpha(wint_t c) __asm__("isalpha");
int iswblank(wint_t c) __asm__("isblank");
int iswcntrl(wint_t c) __asm__("iscntrl");
int iswdigit(wint_t c) __asm__("isdigit");
int iswgraph(wint_t c) __asm__("isgraph");
int iswlower(wint_t c) __asm__("islower");
int iswprint(wint_t c) __asm__("isprint");
int iswpunct(wint_t c) __asm__("ispunct");
int iswspace(wint_t c) __asm__("isspace");
int iswupper(wint_t c) __asm__("isupper");
int iswxdigit(wint_t c) __asm__("isxdigit");
wint_t towlower(wint_t c) __asm__("tolower");
wint_t towupper(wint_t c) __asm__("toupper");

wctype_t wctype(const char *name); /* "alpha", ...; NULL: no such kind */
int iswctype(wint_t c, wctype_t kind);
wctrans_t wctrans(const char *name); /* "tolower", "toupper" */
wint_t towctrans(wint_t c, wctrans_t how);

#endif
