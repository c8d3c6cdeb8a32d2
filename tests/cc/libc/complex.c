/* complex.h: each function at points of all quadrants, near and far; on branch cuts from both sides. */
#include <complex.h>
#include <math.h>
#include <stdio.h>

static const double points[][2] = {
	{0.5, 0.25}, {-0.75, 2}, {3, -4}, {-2, -0.125}, {1, 1e-9}, {0, 1}, {2, 0.0}, {2, -0.0}, {-2, 0.0}, {-2, -0.0}, {1e-5, 20}, {30, 1},
};

/* show: without the sign of a zero, and without what rounding leaves of one. */
static void
show(double _Complex z)
{
	double re = fabs(creal(z)) < 1e-14 ? 0 : creal(z), im = fabs(cimag(z)) < 1e-14 ? 0 : cimag(z);

	printf(" %.9g,%.9g", re, im);
}

#define ALL(name) \
	printf(#name); \
	for (int i = 0; i < 12; i++) \
		show(name(CMPLX(points[i][0], points[i][1]))); \
	printf("\n"); \
	printf("%d %d\n", cabs(name##f(CMPLXF(0.5f, -0.25f)) / name(CMPLX(0.5, -0.25)) - 1) < 1e-6, \
		cabs((double _Complex)name##l(CMPLXL(0.5L, 3)) / name(CMPLX(0.5, 3)) - 1) < 1e-15);

int
main(void)
{
	ALL(cacos) /* cacosf, cacosl */
	ALL(casin) /* casinf, casinl */
	ALL(catan) /* catanf, catanl */
	ALL(ccos) /* ccosf, ccosl */
	ALL(csin) /* csinf, csinl */
	ALL(ctan) /* ctanf, ctanl */
	ALL(cacosh) /* cacoshf, cacoshl */
	ALL(casinh) /* casinhf, casinhl */
	ALL(catanh) /* catanhf, catanhl */
	ALL(ccosh) /* ccoshf, ccoshl */
	ALL(csinh) /* csinhf, csinhl */
	ALL(ctanh) /* ctanhf, ctanhl */
	ALL(cexp) /* cexpf, cexpl */
	ALL(clog) /* clogf, clogl */
	ALL(csqrt) /* csqrtf, csqrtl */
	ALL(conj) /* conjf, conjl */
	ALL(cproj) /* cprojf, cprojl */
	printf("%g %g %g %g\n", cabs(3 + 4 * I), carg(-1 + 0.0 * I), creal(2 - I), cimag(2 - I));
	printf("%g %g %g %g\n", cabsf(3 + 4 * I), cargf(I), crealf(2 - I), cimagf(2 - I));
	printf("%g %g %g %g\n", (double)cabsl(3 + 4 * I), (double)cargl(I), (double)creall(2 - I), (double)cimagl(2 - I));
	show(cpow(1 + 2 * I, 0.5 - I));
	show(cpow(0, 2));
	show(cpowf(2 * I, 2));
	show(cpowl(2 * I, 3));
	show(cexp(710 + 1e-300 * I));
	show(clog(1e300 + 1e300 * I) * 1000);
	show(csqrt(-1e-300 + 0 * I) * 1e150);
	show(csinh(400 + 1.5 * I) / 1e173);
	show(ctanh(1000 + I));
	printf("\n");
	return 0;
}
