/*
 * image.c - reads a PGM image and cuts it into strips. With MEDIAN it also smoothes them: a pixel
 * becomes the median of itself and its four neighbours.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <argument.h>
#include <trek.h>
#include "group.h"
#include "pixels.h"

Image image = { .threshold = 120 };

static void
bad(const char *why)
{
	fprintf(stderr, "group: the image %s\n", why);
	exit(2);
}

/* The next number of a PGM file's text; comments go from # to the end of the line. */
static int32_t
number(void)
{
	int c = getchar();
	int32_t n = 0;

	for (; c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '#'; c = getchar())
		if (c == '#')
			while (c != '\n' && c != EOF)
				c = getchar();
	if (c < '0' || c > '9')
		bad("has something else where a number should be");
	for (; c >= '0' && c <= '9' && n < 100000; c = getchar())
		n = 10 * n + c - '0';
	return n;
}

static void
read_pixels(int kind, int32_t most)
{
	int32_t n = image.width * image.height;

	image.pixel = malloc(n);
	if (image.pixel == NULL)
		bad("does not fit into memory");
	if (kind == '5') {
		if (fread(image.pixel, 1, n, stdin) != (size_t)n)
			bad("ends early");
	} else {
		for (int32_t i = 0; i < n; i++)
			image.pixel[i] = number();
	}
	for (int32_t i = 0; i < n; i++)
		image.pixel[i] = image.pixel[i] * 255 / most;
}

void
image_init(int argc, char **argv)
{
	int magic, kind;
	int32_t most;

	argument_number(argc, argv, 1, 1, 2000, &image.threshold);
	magic = getchar();
	kind = getchar();
	if (magic != 'P' || (kind != '5' && kind != '2'))
		bad("is not PGM (P5 or P2)");
	image.width = number();
	image.height = number();
	most = number();
	if (image.width < 3 || image.width > MAX_WIDTH || image.height < 3
		|| image.height > MAX_HEIGHT)
		bad("is smaller than 3 or larger than 512 pixels");
	if (most < 1 || most > 255)
		bad("has more than 255 shades, or none");
	read_pixels(kind, most);
}

#ifdef MEDIAN
static uint8_t
least(uint8_t a, uint8_t b)
{
	return a < b ? a : b;
}

static uint8_t
most(uint8_t a, uint8_t b)
{
	return a < b ? b : a;
}

/*
 * The median of p and its four neighbours. Of these, neither the least nor the greatest can be the
 * median.
 */
static uint8_t
median(const uint8_t *p, int32_t width)
{
	uint8_t small = most(least(p[-width], p[width]), least(p[-1], p[1]));
	uint8_t large = least(most(p[-width], p[width]), most(p[-1], p[1]));

	return most(least(small, large), least(most(small, large), p[0]));
}

/* The edges of the image stay unchanged. */
static void
smooth(Strip *s)
{
	int32_t first = s->top - s->above, rows = s->above + s->rows + s->below;

	for (int32_t y = 0; y < rows; y++) {
		const uint8_t *from = image.pixel + (first + y) * image.width;

		if (first + y == 0 || first + y == image.height - 1)
			continue;
		for (int32_t x = 1; x < image.width - 1; x++)
			s->pixel[y * image.width + x] = median(from + x, image.width);
	}
}
#else
static void
smooth(Strip *s)
{
	(void)s;
}
#endif

void
image_strip(uint32_t i, uint32_t n)
{
	int32_t top = image.height * i / n, end = image.height * (i + 1) / n;
	uint32_t nbytes = (end - top + 2) * image.width;
	Strip *s = malloc(sizeof *s + nbytes);

	if (s == NULL)
		bad("leaves no memory for its strips");
	*s = (Strip){ .width = image.width, .top = top, .rows = end - top, .threshold = image.threshold };
	s->above = top > 0 && top < end;
	s->below = end < image.height && top < end;
	nbytes = (s->above + s->rows + s->below) * s->width;
	memcpy(s->pixel, image.pixel + (top - s->above) * s->width, nbytes);
	smooth(s);
	do_task(s, sizeof *s + nbytes);
	free(s);
}
