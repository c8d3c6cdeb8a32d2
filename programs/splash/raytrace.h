/*
 * raytrace.h - the spheres and the picture of raytrace.c and raytrace_nodes.c.
 */
#ifndef RAYTRACE_H
#define RAYTRACE_H

#include "team.h"

#include <math.h>
#include <stdio.h>

enum { TILE = 4, USUAL = 96, MOST = 144, SPHERES = 8, DEPTH = 4 };

typedef struct Vector {
	float x, y, z;
} Vector;

typedef struct Sphere {
	Vector centre;
	float radius, shine;
} Sphere;

static Sphere sphere[SPHERES];
static const Vector light = {-0.48f, 0.6f, -0.64f};
static uint8_t picture[MOST][MOST];
static int size;

static Vector
along(Vector from, Vector direction, float t)
{
	return (Vector){
		from.x + direction.x * t, from.y + direction.y * t, from.z + direction.z * t};
}

static float
dot(Vector a, Vector b)
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* hit: the distance of the first sphere on the ray, and the sphere's number; -1: there is none. */
static int
hit(Vector from, Vector direction, float *t)
{
	int which = -1;

	for (int i = 0; i < SPHERES; i++) {
		Vector to = along(sphere[i].centre, from, -1.0f);
		float b = dot(to, direction),
			d = b * b - dot(to, to) + sphere[i].radius * sphere[i].radius, at;

		if (d < 0.0f)
			continue;
		at = b - sqrtf(d);
		if (at > 0.001f && (which < 0 || at < *t)) {
			*t = at;
			which = i;
		}
	}
	return which;
}

/* trace: brightness from 0 to 1; *n counts rays. */
static float
trace(Vector from, Vector direction, int depth, int *n)
{
	float t = 0.0f, shade, skip;
	int which = hit(from, direction, &t);
	Vector at, normal;

	++*n;
	if (which < 0 && direction.y >= -0.01f)
		return 0.3f + 0.5f * direction.y;
	if (which < 0) {
		at = along(from, direction, -(from.y + 1.0f) / direction.y);
		shade = ((int)floorf(at.x) + (int)floorf(at.z)) & 1 ? 0.9f : 0.4f;
		++*n;
		return hit(at, light, &skip) < 0 ? shade : shade * 0.3f;
	}
	at = along(from, direction, t);
	normal = along(at, sphere[which].centre, -1.0f);
	normal = along((Vector){0.0f, 0.0f, 0.0f}, normal, 1.0f / sphere[which].radius);
	shade = dot(normal, light);
	shade = shade > 0.0f ? shade : 0.0f;
	if (depth >= DEPTH)
		return shade;
	direction = along(direction, normal, -2.0f * dot(direction, normal));
	return shade * (1.0f - sphere[which].shine)
		+ sphere[which].shine * trace(at, direction, depth + 1, n);
}

static void
paint(int tile, int *n)
{
	int across = (size + TILE - 1) / TILE, x0 = tile % across * TILE, y0 = tile / across * TILE;

	for (int y = y0; y < y0 + TILE && y < size; y++)
		for (int x = x0; x < x0 + TILE && x < size; x++) {
			Vector d = {(x - 0.5f * size) / size, (0.5f * size - y) / size, 1.0f};
			float v = trace((Vector){0.0f, 0.0f, -3.0f},
				along((Vector){0.0f, 0.0f, 0.0f}, d, 1.0f / sqrtf(dot(d, d))), 0,
				n);

			picture[y][x] = v >= 1.0f ? 255 : v <= 0.0f ? 0 : (uint8_t)(v * 255.0f);
		}
}

static int
number_of_tiles(void)
{
	int across = (size + TILE - 1) / TILE;

	return across * across;
}

static void
fill(void)
{
	uint32_t seed = 5;

	for (int i = 0; i < SPHERES; i++) {
		sphere[i].centre = (Vector){(float)(random_unit(&seed) * 4.0 - 2.0),
			(float)(random_unit(&seed) * 2.0 - 0.6), (float)(random_unit(&seed) * 3.0)};
		sphere[i].radius = (float)(random_unit(&seed) * 0.4 + 0.2);
		sphere[i].shine = (float)(random_unit(&seed) * 0.8);
	}
}

static void
print_result(int rays)
{
	uint32_t hash = 0;

	for (int y = 0; y < size; y++)
		for (int x = 0; x < size; x++)
			hash = hash_add(hash, picture[y][x]);
	printf("raytrace: %d x %d, %d rays, %08x\n", size, size, rays, (unsigned)hash);
}

#endif
