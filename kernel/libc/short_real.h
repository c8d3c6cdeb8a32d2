/*
 * short_real.h - reals of few digits from text; private to the library.
 */
#ifndef SHORT_REAL_H
#define SHORT_REAL_H

/*
 * __short_real: read blanks, a sign, and a decimal number of which few digits tell the nearest double:
 * always if it has at most 15, nearly always if it has more.
 *
 * to      the nearest double; errno is ERANGE if it is not a normal number
 * returns the end of the number; NULL if the text is anything else: then *to and errno are as they
 *         were
 */
const char *__short_real(const char *s, double *to);

#endif
