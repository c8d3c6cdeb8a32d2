/*
 * machine.c - the types of virtual machines, in the words of reports.
 *
 * A trace does not say of which type its machine was, but a PFVM passes tasks on whole: its degree
 * is 1.
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
