/* kernel_tables.h - the kernel's tables in a node's memory, for the simulator. */
#ifndef KERNEL_TABLES_H
#define KERNEL_TABLES_H

#include "sim/node/node_state.h"

extern const KernelReader kernel_tables;

#endif
