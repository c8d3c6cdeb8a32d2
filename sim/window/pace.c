/* pace.c - the steps of the network's pace. */
#include "pace.h"

#include <math.h>
#include <stdio.h>

double
pace_ratio(int pace)
{
	static const double slower[] = {1, 2, 5};

	return 1 / (slower[-pace % 3] * pow(10, -pace / 3));
}

int
pace_below(double ratio)
{
	int pace = PACE_REAL;

	while (pace > PACE_SLOWEST && pace_ratio(pace) > ratio)
		pace--;
	return pace;
}

int
pace_lasting(double simulated, double seconds)
{
	int pace = PACE_SLOWEST;

	while (pace < PACE_FULL && pace_ratio(pace) * seconds < simulated)
		pace++;
	return pace;
}

const char *
pace_text(int pace, char text[PACE_TEXT])
{
	if (pace < PACE_REAL)
		snprintf(text, PACE_TEXT, "1/%.0f", 1 / pace_ratio(pace));
	else
		snprintf(text, PACE_TEXT, pace == PACE_REAL ? "real time" : "as fast as possible");
	return text;
}
