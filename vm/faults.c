/*
 * faults.c - faults of a run: nodes can also be named by their numbers in the application's tree,
 * and addresses by variables and functions of its programs.
 */
#include "run.h"

#include "cc/node/node_executables.h"

void
faults_set(const Run *r, Network *w, const Config *config)
{
	BootPlan *plan;

	if (r->o.machine.faults.n == 0)
		return;
	plan = boot_plan_new(w->topology, config);
	fault_options_read(&r->o.machine.faults, w, &(FaultNames){
		.place = plan->place,
		.nplaces = r->v.processors < plan->nnodes ? r->v.processors : plan->nnodes,
		.first = &r->watch.text[0].image,
		.others = &r->watch.text[1].image,
		.executables = &node_executables,
		.loaded = true,
	});
	boot_plan_free(plan);
}
