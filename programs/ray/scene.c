/*
 * scene.c - reads scenes. A line is a keyword and its values; a table says which values.
 */
#include <stdlib.h>
#include <string.h>
#include "scene.h"

enum { LINE = 160, WORDS = 16 };

typedef struct Words {
	int n;
	char *word[WORDS];
	double number[WORDS]; /* values of the words from the first number on */
} Words;

/* A function that reads one kind of line; returns NULL, or an error message. */
typedef const char *Reader(Scene *s, const Words *w);

typedef struct LineKind {
	const char *name;
	Reader *read;
	int names;          /* words after the first that are names, not numbers */
	int least, most;    /* numbers */
} LineKind;

static Vector
vector(const Words *w, int from)
{
	return (Vector){ w->number[from], w->number[from + 1], w->number[from + 2] };
}

/* camera EYE TARGET WIDTH: the screen is at the target, WIDTH wide. */
static const char *
read_camera(Scene *s, const Words *w)
{
	Vector sideways;

	s->eye = vector(w, 0);
	s->towards = vector_sub(vector(w, 3), s->eye);
	sideways = vector_cross((Vector){ 0, 1, 0 }, s->towards);
	if (vector_dot(sideways, sideways) == 0)
		return "the camera must look sideways, not straight up or down or nowhere";
	if (w->number[6] <= 0)
		return "the screen's width must be more than 0";
	s->right = vector_scale(vector_unit(sideways), w->number[6] / 2);
	s->up = vector_scale(vector_unit(vector_cross(s->towards, sideways)), w->number[6] / 2);
	return NULL;
}

static const char *
read_sky(Scene *s, const Words *w)
{
	s->below = vector(w, 0);
	s->above = vector(w, 3);
	return NULL;
}

static const char *
read_ambient(Scene *s, const Words *w)
{
	s->ambient = w->number[0];
	return NULL;
}

static const char *
read_samples(Scene *s, const Words *w)
{
	if (w->number[0] < 1 || w->number[0] > 8)
		return "samples are from 1 to 8";
	s->samples = (int32_t)w->number[0];
	return NULL;
}

static const char *
read_bounces(Scene *s, const Words *w)
{
	if (w->number[0] < 0 || w->number[0] > 32)
		return "bounces are from 0 to 32";
	s->bounces = (int32_t)w->number[0];
	return NULL;
}

static const char *
read_light(Scene *s, const Words *w)
{
	if (s->nlights == MAX_LIGHTS)
		return "too many lights";
	s->light[s->nlights++] = (Light){ vector(w, 0), vector(w, 3) };
	return NULL;
}

/* material NAME COLOUR DIFFUSE HIGHLIGHT HARDNESS MIRROR [OTHER COLOUR] */
static const char *
read_material(Scene *s, const Words *w)
{
	Material *m = &s->material[s->nmaterials];

	if (s->nmaterials == MAX_MATERIALS)
		return "too many materials";
	if (strlen(w->word[1]) >= sizeof m->name)
		return "a material's name is too long";
	if (w->n != 9 && w->n != 12)
		return "the second colour has three numbers";
	if (w->number[6] < 0 || w->number[6] > 1)
		return "a material mirrors from 0 to 1";
	if (w->number[5] < 0 || w->number[5] > 10000)
		return "hardness is from 0 to 10000";
	strcpy(m->name, w->word[1]);
	m->colour = vector(w, 0);
	m->other = w->n == 12 ? vector(w, 7) : m->colour;
	m->diffuse = w->number[3];
	m->highlight = w->number[4];
	m->hardness = (int32_t)w->number[5];
	m->mirror = w->number[6];
	s->nmaterials++;
	return NULL;
}

/* The next shape, of the material that the line names. */
static const char *
add_shape(Scene *s, const Words *w, ShapeKind kind, Shape **added)
{
	if (s->nshapes == MAX_SHAPES)
		return "too many shapes";
	for (int i = 0; i < s->nmaterials; i++)
		if (strcmp(s->material[i].name, w->word[1]) == 0) {
			*added = &s->shape[s->nshapes++];
			**added = (Shape){ .kind = kind, .material = i };
			return NULL;
		}
	return "no material above has this name";
}

static const char *
read_sphere(Scene *s, const Words *w)
{
	Shape *a;
	const char *why = add_shape(s, w, SPHERE, &a);

	if (why != NULL)
		return why;
	if (w->number[3] <= 0)
		return "a radius must be more than 0";
	a->at = vector(w, 0);
	a->size = w->number[3];
	a->size2 = a->size * a->size;
	return NULL;
}

static const char *
read_plane(Scene *s, const Words *w)
{
	Vector normal = vector(w, 0);
	double length = vector_length(normal);
	Shape *a;
	const char *why = add_shape(s, w, PLANE, &a);

	if (why != NULL)
		return why;
	if (length == 0)
		return "the normal has no direction";
	a->normal = vector_scale(normal, 1 / length);
	a->size = w->number[3];
	return NULL;
}

static const char *
read_triangle(Scene *s, const Words *w)
{
	Shape *a;
	const char *why = add_shape(s, w, TRIANGLE, &a);

	if (why != NULL)
		return why;
	a->at = vector(w, 0);
	a->side[0] = vector_sub(vector(w, 3), a->at);
	a->side[1] = vector_sub(vector(w, 6), a->at);
	a->normal = vector_cross(a->side[0], a->side[1]);
	if (vector_dot(a->normal, a->normal) == 0)
		return "the corners lie on one line";
	a->normal = vector_unit(a->normal);
	return NULL;
}

static const LineKind kinds[] = {
	/* name      reader         names least most */
	{ "camera",   read_camera,   0, 7, 7 },
	{ "sky",      read_sky,      0, 6, 6 },
	{ "ambient",  read_ambient,  0, 1, 1 },
	{ "samples",  read_samples,  0, 1, 1 },
	{ "bounces",  read_bounces,  0, 1, 1 },
	{ "light",    read_light,    0, 6, 6 },
	{ "material", read_material, 1, 7, 10 },
	{ "sphere",   read_sphere,   1, 4, 4 },
	{ "plane",    read_plane,    1, 4, 4 },
	{ "triangle", read_triangle, 1, 9, 9 },
};

static void
cut(Words *w, char *line)
{
	w->n = 0;
	for (char *p = strtok(line, " \t\r\n"); p != NULL && w->n < WORDS && *p != '#'; p = strtok(NULL, " \t\r\n"))
		w->word[w->n++] = p;
}

static const char *
read_line(Scene *s, Words *w)
{
	for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
		const LineKind *k = &kinds[i];
		int first = 1 + k->names, n = w->n - first;

		if (strcmp(w->word[0], k->name) != 0)
			continue;
		if (n < k->least || n > k->most)
			return "too many or too few numbers";
		for (int j = 0; j < n; j++) {
			char *end;

			w->number[j] = strtod(w->word[first + j], &end);
			if (*end != 0 || !(fabs(w->number[j]) <= 1e9))
				return "not a number, or a number too large";
		}
		return k->read(s, w);
	}
	return "unknown keyword at the start of the line";
}

int
scene_read(Scene *s, FILE *from, const char **why)
{
	char line[LINE];
	Words w;
	int at = 0;

	memset(s, 0, sizeof *s);
	s->samples = 1;
	s->bounces = 4;
	while (fgets(line, sizeof line, from) != NULL) {
		at++;
		if (strchr(line, '\n') == NULL && strlen(line) == sizeof line - 1) {
			*why = "the line is too long";
			return at;
		}
		cut(&w, line);
		*why = w.n > 0 ? read_line(s, &w) : NULL;
		if (*why != NULL)
			return at;
	}
	*why = s->right.x == 0 && s->right.y == 0 && s->right.z == 0 ? "the scene has no camera" :
		s->nshapes == 0 ? "the scene has no shapes" : NULL;
	return *why != NULL ? at + 1 : 0;
}

uint32_t
scene_bytes(const Scene *s)
{
	return (const char *)&s->shape[s->nshapes] - (const char *)s;
}
