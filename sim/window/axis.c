/* axis.c - round times for the timeline's axis, and how they are written. */
#include "timeline.h"

#include <math.h>

static const struct {
	const char *name;
	double ps;
} units[] = {{"s", 1e12}, {"ms", 1e9}, {"us", 1e6}, {"ns", 1e3}, {"ps", 1}};

/* round_step: the least number of the form 1, 2 or 5 times a power of ten that is at least x. */
static double
round_step(double x)
{
	double ten = pow(10, floor(log10(x)));

	return x <= ten ? ten : x <= 2 * ten ? 2 * ten : x <= 5 * ten ? 5 * ten : 10 * ten;
}

Ticks
ticks_of(Span s, float pixels, float width)
{
	double step = round_step(fmax((double)(s.until - s.from) * width / fmaxf(pixels, 1), 1));
	Ticks t = {.step = step};

	t.first = (s.from + t.step - 1) / t.step * t.step;
	while (t.unit < 4 && s.until < units[t.unit].ps)
		t.unit++;
	t.digits = fmax(ceil(log10(units[t.unit].ps / step) - 1e-9), 0);
	return t;
}

const char *
ticks_text(const Ticks *t, Time at, char text[TICK_TEXT])
{
	snprintf(text, TICK_TEXT, "%.*f %s", t->digits, at / units[t->unit].ps,
		units[t->unit].name);
	return text;
}
