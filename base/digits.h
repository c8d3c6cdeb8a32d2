/* digits.h - numbers as text, where printf would take most of the time. */
#ifndef DIGITS_H
#define DIGITS_H

#include "base.h"

/* buf_number: append a number in base 10 or 16, and one character after it. */
void buf_number(Buf *b, uint64_t n, uint32_t base, char after);

#endif
