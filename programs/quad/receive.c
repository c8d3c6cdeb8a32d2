/*
 * receive.c - a table of the areas, in the order of the tasks.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <trek.h>
#include "quad.h"

void
result_receiver(void)
{
	Area *area = calloc(nintegrands, sizeof *area), a;
	uint32_t task;

	if (area == NULL) {
		fprintf(stderr, "quad: no memory\n");
		exit(2);
	}
	while (get_result(&a, sizeof a, &task) >= 0)
		area[task] = a;
	printf("%-24s %4s %4s %24s %9s %12s %6s\n", "integrand", "from", "to", "area", "error", "evaluations", "depth");
	for (uint32_t i = 0; i < nintegrands; i++) {
		const Integrand *g = &integrands[i];

		printf("%-24s %4g %4g %24.17g %9.1e %12" PRIu32 " %6" PRIu32 "\n", g->text, g->from, g->to,
			area[i].area, fabs(area[i].area - g->area), area[i].evaluations, area[i].depth);
	}
	free(area);
}
