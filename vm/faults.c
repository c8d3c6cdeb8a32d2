/*
 * faults.c - faults of a run: nodes can also be named by their numbers in the application's tree,
 * and addresses by variables and functions of its programs.
 */
#include "app.h"

#include "cc/node/node_programs.h"

void
faults_set(const App *a, const ProgramText text[2], Network *w, const Config *config)
{
	BootPlan *plan;

	if (a->o.machine.faults.n == 0)
		return;
	plan = boot_plan_new(w->topology, config);
	fault_options_read(&a->o.machine.faults, w, &(FaultNames){
		.place = plan->place,
		.nplaces = a->v.processors < plan->nnodes ? a->v.processors : plan->nnodes,
		.first = &text[0].image,
		.others = &text[1].image,
		.find_symbol = program_address,
		.loaded = true,
	});
	boot_plan_free(plan);
}
