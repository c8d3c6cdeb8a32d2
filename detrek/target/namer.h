/* namer.h - names from the sources for the simulator, which knows no debugging information. */
#ifndef NAMER_H
#define NAMER_H

#include "sim/node/thread_names.h"

extern const ThreadNamer target_namer;

#endif
