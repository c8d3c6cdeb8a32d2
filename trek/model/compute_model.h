/* compute_model.h - the model of a process that computes. */
#ifndef COMPUTE_MODEL_H
#define COMPUTE_MODEL_H

#include "graph_model.h"
#include "trek_model.h"

void model_compute(void); /* call compute_fn with unknown data */
void model_work(void);    /* model of the process that works, for each type of machine */

#endif
