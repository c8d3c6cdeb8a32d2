/*
 * picture.c - pictures made of tiles: PPM (P6), and PNG (RFC 2083) whose data is not compressed:
 * each row is an IDAT chunk with one stored block of RFC 1951.
 */
#include <stdlib.h>
#include <string.h>
#include <picture.h>

enum { ADLER_PRIME = 65521 };

/* The CRC of PNG, four bits at a time: entry n is the CRC of the bits n. */
static const uint32_t crc_of[16] = {
	0x00000000,
	0x1DB71064,
	0x3B6E20C8,
	0x26D930AC,
	0x76DC4190,
	0x6B6B51F4,
	0x4DB26158,
	0x5005713C,
	0xEDB88320,
	0xF00F9344,
	0xD6D6A3E8,
	0xCB61B38C,
	0x9B64C2B0,
	0x86D3D2D4,
	0xA00AE278,
	0xBDBDF21C,
};

static uint32_t
crc(uint32_t c, const uint8_t *p, uint32_t n)
{
	for (; n > 0; n--) {
		c ^= *p++;
		c = c >> 4 ^ crc_of[c & 15];
		c = c >> 4 ^ crc_of[c & 15];
	}
	return c;
}

static uint32_t
adler(uint32_t sum, const uint8_t *p, uint32_t n)
{
	uint32_t a = sum & 0xFFFF, b = sum >> 16;

	while (n > 0) {
		/* the number of bytes that can be added before b may overflow */
		uint32_t some = n < 4096 ? n : 4096;

		n -= some;
		for (; some > 0; some--) {
			a += *p++;
			b += a;
		}
		a %= ADLER_PRIME;
		b %= ADLER_PRIME;
	}
	return b << 16 | a;
}

static void
put_big(uint8_t *to, uint32_t w) /* store w, highest byte first */
{
	to[0] = w >> 24;
	to[1] = w >> 16;
	to[2] = w >> 8;
	to[3] = w;
}

/* write_chunk: write a PNG chunk of two parts; the second may be empty. */
static void
write_chunk(Picture *p, const char *name, const uint8_t *a, uint32_t na, const uint8_t *b,
	uint32_t nb)
{
	uint8_t head[8], tail[4];
	uint32_t c;

	put_big(head, na + nb);
	memcpy(head + 4, name, 4);
	c = crc(0xFFFFFFFF, head + 4, 4);
	c = crc(c, a, na);
	c = crc(c, b, nb);
	put_big(tail, ~c);
	fwrite(head, 1, sizeof head, p->to);
	fwrite(a, 1, na, p->to);
	fwrite(b, 1, nb, p->to);
	fwrite(tail, 1, sizeof tail, p->to);
}

static void
png_begin(Picture *p) /* write signature and head */
{
	static const uint8_t signature[8] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n' };
	static const uint8_t zlib[2] = { 0x78, 0x01 };
	uint8_t header[13] = { 0 };

	put_big(header, p->width);
	put_big(header + 4, p->height);
	header[8] = 8; /* bits a sample */
	header[9] = 2; /* red, green, blue */
	fwrite(signature, 1, sizeof signature, p->to);
	write_chunk(p, "IHDR", header, sizeof header, NULL, 0);
	write_chunk(p, "IDAT", zlib, sizeof zlib, NULL, 0);
}

static void
png_row(Picture *p, const uint8_t *row, uint32_t n) /* append a row of n bytes */
{
	/*
	 * stored block: not the last, its length, the complement of that; then the row's filter
	 * type, none
	 */
	uint8_t head[6] = { 0, n + 1, (n + 1) >> 8, ~(n + 1), ~(n + 1) >> 8, 0 };

	p->adler = adler(p->adler, head + 5, 1);
	p->adler = adler(p->adler, row, n);
	write_chunk(p, "IDAT", head, sizeof head, row, n);
}

static void
png_end(Picture *p) /* write the last chunks of the PNG file */
{
	uint8_t tail[9] = { 1, 0, 0, 0xFF, 0xFF }; /* an empty last block, the checksum */

	put_big(tail + 5, p->adler);
	write_chunk(p, "IDAT", tail, sizeof tail, NULL, 0);
	write_chunk(p, "IEND", NULL, 0, NULL, 0);
}

int
picture_begin(Picture *p, PictureKind kind, FILE *to, int width, int height)
{
	*p = (Picture){ .kind = kind, .to = to, .width = width, .height = height, .adler = 1 };
	p->pixels = malloc(3 * width * height);
	p->left = malloc(height * sizeof *p->left);
	if (p->pixels == NULL || p->left == NULL) {
		free(p->pixels);
		free(p->left);
		return -1;
	}
	setvbuf(to, NULL, _IOFBF, BUFSIZ); /* bytes equal to newline must not flush */
	for (int y = 0; y < height; y++)
		p->left[y] = width;
	if (kind == PICTURE_PNG)
		png_begin(p);
	else
		fprintf(to, "P6\n%d %d\n255\n", width, height);
	return 0;
}

static void
write_row(Picture *p) /* write the next row in the file's format */
{
	const uint8_t *row = p->pixels + 3 * p->width * p->written;

	if (p->kind == PICTURE_PNG)
		png_row(p, row, 3 * p->width);
	else
		fwrite(row, 3, p->width, p->to);
	p->written++;
	if (p->kind == PICTURE_PNG && p->written == p->height)
		png_end(p);
}

void
picture_tile(Picture *p, int x, int y, int w, int h, const uint8_t *rgb)
{
	for (int i = 0; i < h; i++) {
		memcpy(p->pixels + 3 * (p->width * (y + i) + x), rgb + 3 * w * i, 3 * w);
		p->left[y + i] -= w;
	}
	while (p->written < p->height && p->left[p->written] <= 0)
		write_row(p);
}

int
picture_end(Picture *p)
{
	free(p->pixels);
	free(p->left);
	return p->height - p->written;
}
