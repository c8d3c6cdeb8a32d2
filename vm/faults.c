/*
 * faults.c - faults of a run: nodes are named by their places in the application's tree, too, and
 * variables and functions as in its programs.
 */
#include "run.h"

static Image
read_image(const char *file)
{
	Buf text = file_read(file, MAX_PROGRAM);
	Image im = {0};

	image_read(&im, file, text.data, text.len);
	buf_free(&text);
	return im;
}

void
faults_set(const RunOptions *o, const Vms *v, const Programs *p, const Config *config, Network *w)
{
	BootPlan *plan;
	Image master, slave;

	if (o->faults.n == 0)
		return;
	plan = boot_plan_new(w->topology, config);
	master = read_image(p->master);
	slave = read_image(p->slave);
	fault_options_read(&o->faults, w, &(FaultNames){
		.place = plan->place,
		.nplaces = v->processors < plan->nnodes ? v->processors : plan->nnodes,
		.first = &master,
		.others = &slave,
		.loaded = true,
	});
	image_free(&master);
	image_free(&slave);
	boot_plan_free(plan);
}
