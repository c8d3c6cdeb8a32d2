/*
 * compute.c - the pixels of a tile: the mean of their samples, as bytes.
 */
#include <stddef.h>
#include <trek.h>
#include "ray.h"

/* A screen's brightness is roughly proportional to the square of the byte. */
static uint8_t
byte(double light)
{
	return light >= 1 ? 255 : (uint8_t)(int32_t)(255 * sqrt(light) + 0.5);
}

/* The pixel (x, y); the screen is 2 wide and its middle is (0, 0). */
static void
draw(const Job *job, int x, int y, uint8_t rgb[3])
{
	int samples = job->scene.samples;
	double scale = 2.0 / job->width;
	Vector sum = { 0, 0, 0 };

	for (int j = 0; j < samples; j++)
		for (int i = 0; i < samples; i++) {
			double sx = x + (i + 0.5) / samples - 0.5 * job->width;
			double sy = 0.5 * job->height - y - (j + 0.5) / samples;

			sum = vector_add(sum, scene_light(&job->scene, scale * sx, scale * sy));
		}
	sum = vector_scale(sum, 1.0 / (samples * samples));
	rgb[0] = byte(sum.x);
	rgb[1] = byte(sum.y);
	rgb[2] = byte(sum.z);
}

void
compute_fn(void *task, uint32_t nbytes)
{
	static TileResult result;
	const Tile *t = task;
	const Job *job = shared(NULL);
	int n = 0;

	(void)nbytes;
	result.tile = *t;
	for (int j = 0; j < t->h; j++)
		for (int i = 0; i < t->w; i++)
			draw(job, t->x + i, t->y + j, result.rgb[n++]);
	put_result(&result, offsetof(TileResult, rgb) + 3 * n);
}
