/*
 * generate.c - cuts the picture into tiles.
 *
 *	mandel [WIDTH HEIGHT [LIMIT [TILE [whole | valley] [png]]]]
 */
#include <stddef.h>
#include <argument.h>
#include <trek.h>
#include "mandel.h"
#include "viewport.h"

/* The views to choose from. */
static const struct {
	const char *name;
	double re, im, across; /* as in View */
} places[] = {
	{ "whole", -0.65, 0, 3.0 },
	/* the valley of seahorses, between the two largest parts of the set */
	{ "valley", -0.745, 0.113, 0.02 },
};

View view = { .width = 320, .height = 240, .limit = 400, .tile = 8 };

static void
look_at(int place)
{
	view.re = places[place].re;
	view.im = places[place].im;
	view.across = places[place].across;
}

void
init_master(int argc, char **argv)
{
	int next = 5;

	argument_number(argc, argv, 1, 1, MAX_SIDE, &view.width);
	argument_number(argc, argv, 2, 1, MAX_SIDE, &view.height);
	argument_number(argc, argv, 3, 1, 1000000, &view.limit);
	argument_number(argc, argv, 4, 1, 32, &view.tile);
	look_at(0);
	for (size_t i = 0; i < sizeof places / sizeof *places; i++)
		if (argument_is(argc, argv, 5, places[i].name)) {
			look_at(i);
			next = 6;
		}
	if (argument_is(argc, argv, next, "png"))
		view.kind = PICTURE_PNG;
}

void
data_generator(void)
{
	double step = view.across / view.width;
	Tile t = { .step = step, .limit = view.limit };

	for (int y = 0; y < view.height; y += view.tile)
		for (int x = 0; x < view.width; x += view.tile) {
			t.x = x;
			t.y = y;
			t.w = x + view.tile < view.width ? view.tile : view.width - x;
			t.h = y + view.tile < view.height ? view.tile : view.height - y;
			t.re = view.re + (x - view.width / 2) * step;
			t.im = view.im - (y - view.height / 2) * step;
			do_task(&t, sizeof t);
		}
}
