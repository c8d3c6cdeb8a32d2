/* fit_machine.h - reads or generates the machine for an application. */
#ifndef FIT_MACHINE_H
#define FIT_MACHINE_H

#include "run_options.h"
#include "vm.h"

/* machine_for: the machine of a run: read from a file, or generated. The caller owns it. */
Topology *machine_for(const RunOptions *o, const Vms *v, const Config **config);

#endif
