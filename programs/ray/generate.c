/*
 * generate.c - reads the scene from standard input, shares it with all nodes, cuts the picture into
 * tiles.
 *
 *	ray [WIDTH HEIGHT [TILE [png]]] < SCENE
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <argument.h>
#include <trek.h>
#include "ray.h"

struct Manager manager = { .width = 256, .height = 192, .tile = 6 };

void
init_master(int argc, char **argv)
{
	static Job job;
	const char *why;
	int line;

	argument_number(argc, argv, 1, 1, MAX_SIDE, &manager.width);
	argument_number(argc, argv, 2, 1, MAX_SIDE, &manager.height);
	argument_number(argc, argv, 3, 1, 16, &manager.tile);
	if (argument_is(argc, argv, 4, "png"))
		manager.kind = PICTURE_PNG;
	line = scene_read(&job.scene, stdin, &why);
	if (line > 0) {
		fprintf(stderr, "scene:%d: %s\n", line, why);
		exit(2);
	}
	job.width = manager.width;
	job.height = manager.height;
	share(&job, offsetof(Job, scene) + scene_bytes(&job.scene));
}

void
data_generator(void)
{
	int side = manager.tile;

	for (int y = 0; y < manager.height; y += side)
		for (int x = 0; x < manager.width; x += side) {
			Tile t = { x, y, side, side };

			if (x + side > manager.width)
				t.w = manager.width - x;
			if (y + side > manager.height)
				t.h = manager.height - y;
			do_task(&t, sizeof t);
		}
}
