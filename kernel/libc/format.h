/*
 * format.h - the core of formatted output, private to the library.
 */
#ifndef FORMAT_H
#define FORMAT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The destination of the characters: a stream, or a string of `size` bytes. */
typedef struct Out {
	FILE *f;
	char *s;
	size_t size, n; /* n: characters so far */
} Out;

/* One conversion. */
typedef struct Spec {
	bool left, plus, blank, alternate, zero;
	int width, precision; /* precision -1: none given */
	char length;          /* H: hh, h, l, q: ll, or 0 */
	char letter;
} Spec;

/* How a real is converted; a program that prints no reals is linked without it (iprintf). */
typedef void FormatReal(Out *o, Spec *s, double x);
FormatReal __format_real;

/* __format: print the arguments as p says; returns the number of characters. */
int __format(Out *o, const char *p, va_list ap, FormatReal *convert);

void __format_put(Out *o, char c, int n);           /* print c n times */
void __format_text(Out *o, const char *s, int n);   /* print n characters */

/*
 * __format_begin: print the blanks, sign or 0x, and zeros that precede a text of n characters;
 * returns how many blanks follow the text.
 */
int __format_begin(Out *o, const Spec *s, const char *prefix, int n);

/* __format_field: sign or 0x, then the zeros of the width, the text, and blanks. */
void __format_field(Out *o, const Spec *s, const char *prefix, int zeros, const char *text, int n);
const char *__format_sign(const Spec *s, bool negative); /* "-", or what the flags ask for */

#endif
