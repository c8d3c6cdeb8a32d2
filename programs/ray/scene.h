/*
 * scene.h - the scene of the ray tracer. README.md describes the text that it is read from.
 */
#ifndef SCENE_H
#define SCENE_H

#include <stdint.h>
#include <stdio.h>
#include "vector.h"

enum { MAX_MATERIALS = 16, MAX_LIGHTS = 4, MAX_SHAPES = 48 };

typedef struct Material {
	char name[16];
	Vector colour;
	Vector other;      /* colour of every second square; equal to `colour` if not chequered */
	double diffuse;    /* part of the light that is scattered */
	double highlight;  /* part of the light in the highlight */
	double mirror;     /* part of the light that is mirrored */
	int32_t hardness;  /* exponent of the highlight */
} Material;

typedef struct Light {
	Vector at, colour; /* position; colour */
} Light;

typedef enum ShapeKind { SPHERE, PLANE, TRIANGLE } ShapeKind;

typedef struct Shape {
	int32_t kind, material; /* enum ShapeKind; index */
	Vector at;         /* centre; a corner of the triangle; not of planes */
	Vector normal;     /* of length 1; not of spheres */
	Vector side[2];    /* of the triangle, from its corner */
	double size;       /* radius of the sphere, its square ...; distance of the plane from 0 */
	double size2;
} Shape;

/* Plain data: it goes to the other nodes as it is. */
typedef struct Scene {
	/* a point of the screen is eye + towards + x right + y up */
	Vector eye, towards, right, up;
	Vector below, above;            /* the colour of the sky at the horizon, at the zenith */
	double ambient;
	int32_t samples;                /* of a pixel, in each direction */
	int32_t bounces;                /* most reflections of a ray */
	int32_t nmaterials, nlights, nshapes;
	Material material[MAX_MATERIALS];
	Light light[MAX_LIGHTS];
	Shape shape[MAX_SHAPES];
} Scene;

/*
 * scene_read: a scene from a text. Returns 0, or the number of the invalid line, with the reason in
 * *why; the number after the last line's if something is missing.
 */
int scene_read(Scene *s, FILE *from, const char **why);
/* scene_bytes: number of bytes at the start of the scene up to the last one in use. */
uint32_t scene_bytes(const Scene *s);

/* trace.c: the light that comes from the screen's point (x, y); each part 0 or more. */
Vector scene_light(const Scene *s, double x, double y);

#endif
