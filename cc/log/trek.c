/*
 * trek.c - an application of TrEK (trek/trek.h): the functions that TrEK calls, and what it passes.
 */
#include "log_parts.h"

#include <string.h>

static const Root roots[] = {
	{"init_master", ENTERS_STRINGS}, {"data_generator", ENTERS_NOTHING},
	{"result_receiver", ENTERS_NOTHING}, {"compute_fn", ENTERS_BYTES},
	{"split_fn", ENTERS_BYTES}, {"join_fn", ENTERS_PARTS}, {"border_fn", ENTERS_BYTES},
};

const Root *
log_root(const char *name)
{
	for (size_t i = 0; i < sizeof roots / sizeof *roots; i++)
		if (strcmp(roots[i].name, name) == 0)
			return &roots[i];
	return NULL;
}

const Root *
root_of(const Sets *s, uint32_t function)
{
	const MemoryObject *o = &s->object[function];

	return s->has_roots && o->kind == MEMORY_CODE && o->own ? log_root(o->name) : NULL;
}

const TrekCall *
trek_call(const Sets *s, uint32_t function)
{
	const MemoryObject *o = &s->object[function];

	return o->kind == MEMORY_CODE && LLVMIsDeclaration(o->value) ? effects_trek(o->name) : NULL;
}
