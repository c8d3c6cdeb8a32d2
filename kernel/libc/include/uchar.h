/*
 * uchar.h - C11: characters of 16 and 32 bits; the first 256 are the bytes, and others have none.
 */
#ifndef UCHAR_H
#define UCHAR_H

#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

typedef uint_least16_t char16_t;
typedef uint_least32_t char32_t;

size_t mbrtoc16(char16_t *__restrict to, const char *__restrict s, size_t n,
	mbstate_t *__restrict state);
size_t c16rtomb(char *__restrict to, char16_t c, mbstate_t *__restrict state);
size_t mbrtoc32(char32_t *__restrict to, const char *__restrict s, size_t n,
	mbstate_t *__restrict state);
size_t c32rtomb(char *__restrict to, char32_t c, mbstate_t *__restrict state);

#endif
