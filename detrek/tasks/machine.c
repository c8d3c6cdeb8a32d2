/*
 * machine.c - the types of virtual machines, as reports name them.
 *
 * A trace does not contain the type of its machine, but a PFVM always forwards whole tasks: its
 * degree is 1.
 */
#include "tasks.h"

static const TrekMachine
	pfvm = {"PFVM", DISTRIBUTING, COLLECTING, NULL, "; passed on", ""},
	dcvm = {"DCVM", SPLIT, JOIN, "part ", "; sent %u of %u parts:", " joined"};

const TrekMachine *
trek_machine(const Spec *s)
{
	return s->degree == 1 ? &pfvm : &dcvm;
}
