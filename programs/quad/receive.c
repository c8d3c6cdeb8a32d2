/*
 * receive.c - a table of the areas, in the order of the tasks; exact ones in hexadecimal.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <trek.h>
#include "quad.h"

extern int exact;

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
	printf("%-24s %4s %4s %20s %20s %12s %6s\n", "integrand", "from", "to", "area", "known",
		"evaluations", "depth");
	for (uint32_t i = 0; i < nintegrands; i++) {
		const Integrand *g = &integrands[i];

		printf("%-24s %4g %4g ", g->text, g->from, g->to);
		printf(exact ? "%a " : "%20.12f ", area[i].area);
		printf("%20.12f %12" PRIu32 " %6" PRIu32 "\n", g->area, area[i].evaluations,
			area[i].depth);
	}
	free(area);
}
