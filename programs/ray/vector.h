/*
 * vector.h - points, directions and colours: three numbers.
 */
#ifndef VECTOR_H
#define VECTOR_H

#include <math.h>

typedef struct Vector {
	double x, y, z;
} Vector;

static inline Vector
vector_add(Vector a, Vector b)
{
	return (Vector){ a.x + b.x, a.y + b.y, a.z + b.z };
}

static inline Vector
vector_sub(Vector a, Vector b)
{
	return (Vector){ a.x - b.x, a.y - b.y, a.z - b.z };
}

static inline Vector
vector_scale(Vector a, double k)
{
	return (Vector){ a.x * k, a.y * k, a.z * k };
}

/* The colour of light of colour b after its reflection by a surface of colour a. */
static inline Vector
vector_times(Vector a, Vector b)
{
	return (Vector){ a.x * b.x, a.y * b.y, a.z * b.z };
}

static inline double
vector_dot(Vector a, Vector b)
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline Vector
vector_cross(Vector a, Vector b)
{
	return (Vector){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

static inline double
vector_length(Vector a)
{
	return sqrt(vector_dot(a, a));
}

/* a, made 1 long; a must not be 0. */
static inline Vector
vector_unit(Vector a)
{
	return vector_scale(a, 1 / vector_length(a));
}

#endif
