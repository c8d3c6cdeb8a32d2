/*
 * ray.h - the ray tracer's tasks and results. The scene is shared by all nodes.
 */
#ifndef RAY_H
#define RAY_H

#include <stdint.h>
#include <picture.h>
#include "scene.h"

enum { MAX_TILE = 256 }; /* pixels */

typedef struct Tile {
	uint16_t x, y, w, h; /* w * h is at most MAX_TILE */
} Tile;

typedef struct TileResult {
	Tile tile;
	uint8_t rgb[MAX_TILE][3];
} TileResult;

/* Data shared with every node. */
typedef struct Job {
	int32_t width, height; /* pixels */
	Scene scene;           /* the first scene_bytes of it */
} Job;

/* Data that only node 0 uses. */
extern struct Manager {
	int32_t width, height, tile;
	PictureKind kind;
} manager;

#endif
