/*
 * vm_models.c - the built-in models: the files of trek/models, which the build lists in models.tab.
 * They are part of the program, so that a trace has the same meaning wherever the program is copied
 * to, and no model of another version can be found by mistake.
 */
#include "vm_model.h"

#include <string.h>

#define MODEL(name) \
	extern const char model_##name[], model_##name##_end[]; \
	__asm__(".pushsection .rodata\n" \
		"model_" #name ": .incbin \"trek/models/" #name ".vm\"\n" \
		"model_" #name "_end: .byte 0\n" \
		".popsection");
#include "models.tab"
#undef MODEL

static const struct Model {
	const char *file, *text, *end;
} models[] = {
#define MODEL(name) {"trek/models/" #name ".vm", model_##name, model_##name##_end},
#include "models.tab"
#undef MODEL
};

enum { NMODELS = sizeof models / sizeof *models };

/* read_model: read one of the models that are part of the program. */
static const Machine *
read_model(Arena *a, const struct Model *m)
{
	return machine_read(a, m->file, m->text, m->end - m->text);
}

const Machine *
machine_named(Arena *a, const char *name, uint32_t len)
{
	for (int i = 0; i < NMODELS; i++) {
		const Machine *m = read_model(a, &models[i]);

		if (strlen(m->name) == len && memcmp(m->name, name, len) == 0)
			return m;
	}
	return NULL;
}

const Machine *
machine_of_degree(Arena *a, uint32_t degree)
{
	for (int i = 0; i < NMODELS; i++) {
		const Machine *m = read_model(a, &models[i]);

		if (m->least_degree <= degree && degree <= m->most_degree)
			return m;
	}
	fatal("no model is for degree %u: trek/models should have one", degree);
}

void
machine_put_names(Arena *a, Buf *b)
{
	for (int i = 0; i < NMODELS; i++)
		buf_printf(b, "%s%s", i ? ", " : "", read_model(a, &models[i])->name);
}
