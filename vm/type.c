/*
 * type.c - the types of virtual machines. A new one is a row here and a file in trek/type/.
 */
#include "vm.h"

#include <string.h>

static const char *const split_keys[] = {
	"split_function", "join_function", "split_degree", "split_depth", NULL};

static const char *const step_keys[] = {"total_tasks", NULL};

static const VmsType types[] = {
	{
		.name = "PFVM",
		.a_name = "a PFVM",
		.what = "a processor farm",
		.no_keys = split_keys,
		.why_not = "a PFVM computes its tasks whole and needs no %s; a DCVM splits them",
	},
	{
		.name = "DCVM",
		.a_name = "a DCVM",
		.what = "divide and conquer",
		.keys = split_keys,
		.why = "a DCVM splits tasks and joins results",
		.splits = true,
	},
	{
		.name = "PIPELINE",
		.a_name = "a PIPELINE",
		.what = "each node computes a stage",
		.no_keys = split_keys,
		.why_not = "a PIPELINE computes its tasks in stages and needs no %s; a DCVM splits "
			"them",
		.relays = true,
	},
	{
		.name = "SPMD",
		.a_name = "an SPMD",
		.what = "all nodes compute in steps and exchange borders",
		.keys = step_keys,
		.why = "an SPMD computes that many steps",
		.no_keys = split_keys,
		.why_not = "an SPMD computes its blocks whole and needs no %s; a DCVM splits tasks",
		.steps = true,
	},
	{0},
};

const VmsType *
vms_type_named(const char *name, size_t n)
{
	for (const VmsType *t = types; t->name; t++)
		if (strlen(t->name) == n && memcmp(t->name, name, n) == 0)
			return t;
	return NULL;
}

void
vms_type_list(Buf *out, bool what)
{
	for (const VmsType *t = types; t->name; t++) {
		buf_printf(out, "%s%s", t == types ? "" : t[1].name ? ", " : " or ", t->name);
		if (what)
			buf_printf(out, " (%s)", t->what);
	}
}
