/*
 * dis.h - the disassembler.
 */
#ifndef DIS_H
#define DIS_H

#include "base/base.h"
#include "cc/image/image.h"

enum { DIS_MAX_FLAT = 16 << 20 }; /* most bytes of a file that is not ELF */

/* dis_image: print an image as text that assembles to the same bytes. */
void dis_image(const Image *im, Buf *out);
/* dis_source: as dis_image, with source lines as comments; false without debugging information. */
bool dis_source(const Image *im, Buf *out);
/* dis_bytes: print n bytes of code at an address as text that assembles to the same bytes. */
void dis_bytes(const uint8_t *data, size_t n, Addr base, Chip chip, Buf *out);

#endif
