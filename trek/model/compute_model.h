/* compute_model.h - the model of a process that computes. */
#ifndef COMPUTE_MODEL_H
#define COMPUTE_MODEL_H

#include "graph_model.h"
#include "trek_model.h"

void model_compute(void); /* call compute_fn with unknown data */
void model_work(void);    /* the model of a node's work, which depends on the type of machine */

#endif
