/*
 * trace.c - follows a ray back from the eye, by mirrors, to the lights (Whitted, "An improved
 * illumination model for shaded display", 1980), without refraction. Highlights are Phong's.
 */
#include "scene.h"

/* Hits nearer than this are the surface on which the ray starts. */
#define NEAR 1e-7

typedef struct Hit {
	double at;          /* distance along the ray */
	const Shape *shape;
} Hit;

/* Each meets_: the distance at which the ray from o towards d (of length 1) meets a shape; < 0: nowhere. */
static double
meets_sphere(const Shape *s, Vector o, Vector d)
{
	Vector to = vector_sub(s->at, o);
	double half = vector_dot(to, d);
	double square = half * half - vector_dot(to, to) + s->size2;
	double root;

	if (square < 0)
		return -1;
	root = sqrt(square);
	return half - root > NEAR ? half - root : half + root;
}

static double
meets_plane(const Shape *s, Vector o, Vector d)
{
	double slope = vector_dot(s->normal, d);

	if (slope == 0)
		return -1;
	return (s->size - vector_dot(s->normal, o)) / slope;
}

static double
meets_triangle(const Shape *s, Vector o, Vector d)
{
	Vector p = vector_cross(d, s->side[1]), q, to;
	double volume = vector_dot(s->side[0], p), scale, u, v;

	if (volume == 0)
		return -1;
	scale = 1 / volume;
	to = vector_sub(o, s->at);
	u = vector_dot(to, p) * scale;
	if (u < 0 || u > 1)
		return -1;
	q = vector_cross(to, s->side[0]);
	v = vector_dot(d, q) * scale;
	if (v < 0 || u + v > 1)
		return -1;
	return vector_dot(s->side[1], q) * scale;
}

static double
meets(const Shape *s, Vector o, Vector d)
{
	if (s->kind == SPHERE)
		return meets_sphere(s, o, d);
	if (s->kind == PLANE)
		return meets_plane(s, o, d);
	return meets_triangle(s, o, d);
}

/* The nearest shape on the ray; NULL if there is none. */
static Hit
nearest(const Scene *s, Vector o, Vector d)
{
	Hit best = { 1e30, NULL };

	for (int i = 0; i < s->nshapes; i++) {
		double at = meets(&s->shape[i], o, d);

		if (at > NEAR && at < best.at)
			best = (Hit){ at, &s->shape[i] };
	}
	return best;
}

/* True if the ray meets a shape before that distance. */
static int
shadowed(const Scene *s, Vector o, Vector d, double distance)
{
	for (int i = 0; i < s->nshapes; i++) {
		double at = meets(&s->shape[i], o, d);

		if (at > NEAR && at < distance)
			return 1;
	}
	return 0;
}

/* Chequered materials: squares of side 1 in x, y and z. */
static Vector
colour_at(const Material *m, Vector p)
{
	int32_t sum = (int32_t)floor(p.x + NEAR) + (int32_t)floor(p.y + NEAR) + (int32_t)floor(p.z + NEAR);

	return sum & 1 ? m->other : m->colour;
}

static double
power(double base, int n)
{
	double result = 1;

	for (; n > 0; n >>= 1) {
		if (n & 1)
			result *= base;
		base *= base;
	}
	return result;
}

/* The light at a point p with normal n; `mirrored`: the direction of the reflected ray. */
static Vector
lit(const Scene *s, const Material *m, Vector p, Vector n, Vector mirrored)
{
	Vector colour = colour_at(m, p);
	Vector sum = vector_scale(colour, s->ambient);

	for (int i = 0; i < s->nlights; i++) {
		Vector to = vector_sub(s->light[i].at, p);
		double distance = vector_length(to), slope, shine;

		to = vector_scale(to, 1 / distance);
		slope = vector_dot(to, n);
		if (slope <= 0 || shadowed(s, p, to, distance))
			continue;
		sum = vector_add(sum, vector_times(vector_scale(colour, m->diffuse * slope), s->light[i].colour));
		shine = vector_dot(to, mirrored);
		if (shine > 0 && m->highlight > 0)
			sum = vector_add(sum, vector_scale(s->light[i].colour,
				m->highlight * power(shine, m->hardness)));
	}
	return sum;
}

static Vector
sky(const Scene *s, Vector d)
{
	double k = d.y > 0 ? d.y : 0;

	return vector_add(vector_scale(s->below, 1 - k), vector_scale(s->above, k));
}

Vector
scene_light(const Scene *s, double x, double y)
{
	Vector sum = { 0, 0, 0 }, o = s->eye;
	Vector d = vector_unit(vector_add(s->towards, vector_add(vector_scale(s->right, x), vector_scale(s->up, y))));
	double part = 1;

	for (int i = 0; i <= s->bounces; i++) {
		Hit hit = nearest(s, o, d);
		const Material *m;
		Vector n;
		double slope;

		if (hit.shape == NULL)
			return vector_add(sum, vector_scale(sky(s, d), part));
		m = &s->material[hit.shape->material];
		o = vector_add(o, vector_scale(d, hit.at));
		n = hit.shape->kind == SPHERE ?
			vector_scale(vector_sub(o, hit.shape->at), 1 / hit.shape->size) : hit.shape->normal;
		slope = vector_dot(n, d);
		if (slope > 0) {
			n = vector_scale(n, -1);
			slope = -slope;
		}
		d = vector_sub(d, vector_scale(n, 2 * slope));
		sum = vector_add(sum, vector_scale(lit(s, m, o, n, d), part * (1 - m->mirror)));
		part *= m->mirror;
		if (part == 0)
			break;
	}
	return sum;
}
